"""Conditions of the National are told in words, and in the reader's language."""

from gm.core.words import Sentence
from tests.conftest import Desk
from tests.examples import meeting_file
from tests.national.test_trainers import NATIONAL, turns

SAID = {
    "en": "did not count (if the next fence is more than 28)",
    "de": "(wenn das nächste Hindernis mehr als 28 ist)",
    "fr": "(si la prochaine haie est plus de 28)",
    "it": "(se la prossima siepe è più di 28)",
}
PLAYERS = "".join(f"{each}: {{name: {each}, language: {each}}}\n" for each in SAID)


def test_every_fact_has_words() -> None:
    for meeting, _, _ in turns("words"):
        facts = NATIONAL.facts(meeting, "ann").facts
        assert [key for key, fact in facts.items() if not isinstance(fact.said, Sentence)] == []


def to_the_race(desk: Desk, more: str = "") -> None:
    """A meeting whose next turn is the race."""
    desk.write("players.yaml", PLAYERS)
    desk.write("games/aintree.yaml", meeting_file(SAID, more=f"options: {{sales: 1, ante_post: no{more}}}\n"))
    desk.gm("start", "aintree")
    for _ in ("sale", "bets"):
        desk.gm("run", "aintree", "--now")


def test_a_ride_that_was_passed_over_is_told_in_words(desk: Desk) -> None:
    to_the_race(desk)
    for player, (first, *_) in desk.result("aintree", 1)["stables"].items():
        ride = f'{{{first}: [{{when: {{fence: "> 28"}}, ride: 8}}, 4 5 clear]}}'
        desk.write(f"inbox/{player}.yaml", f"turn: 3\nplayer: {player}\nride: {ride}\n")
    assert "(if the next fence is more than 28)" in desk.gm("take", "--show").out
    desk.gm("run", "aintree", "--now")
    for player, said in SAID.items():
        assert said in " ".join(desk.gm("report", "aintree", "--for", player).out.split())


def test_of_two_rounds_that_went_alike_an_order_is_told_once(desk: Desk) -> None:
    to_the_race(desk, ", rounds: 2")
    first = desk.result("aintree", 1)["stables"]["en"][0]
    ride = f'{{{first}: [{{when: {{fence: "> 28"}}, ride: 8}}, 4 5 clear]}}'
    desk.write("inbox/en.yaml", f"turn: 3\nplayer: en\nride: {ride}\n")
    desk.gm("take")
    desk.gm("run", "aintree", "--now")
    assert " ".join(desk.gm("report", "aintree", "--for", "en").out.split()).count(SAID["en"]) == 1
