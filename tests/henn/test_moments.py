"""The call of Henn's Derby: no moment is missed, each says what it should, and nothing that is hidden is told."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.core.words import LANGUAGES
from gm.games.henn import call as race_call
from gm.pages.book import read_book
from gm.reports.call import bank, call, chosen
from gm.reports.languages import speaker_of
from tests.haytack.test_moments import given_names, kinds, one, weights
from tests.telling import play_turn, story

HENN: Game[Any, Any] = games.load("henn")
Turn = tuple[Any, list[Event], list[Event]]


def turns(players: int, pace: str, seed: str, silent: str = "") -> Iterator[Turn]:
    """A whole game of simple players, turn by turn: the table after it, its events, and those before."""
    seats = [f"p{n}" for n in range(players)]
    table = HENN.setup([Entrant(seat, seat) for seat in seats], {"options": {"pace": pace}}, Dice(seed)).state
    past: list[Event] = []
    while HENN.pending(table):
        due = [seat for seat in seats if HENN.agenda(table, seat, table.turn) and seat != silent]
        parts = {seat: HENN.improvise(table, seat, Dice(seed)) for seat in due}
        books = {seat: read_book(HENN, table, seat, part) for seat, part in parts.items()}
        step = play_turn(HENN, table, books, Dice(seed))
        yield step.state, list(step.events), list(past)
        table, past = step.state, [*past, *step.events]


@pytest.mark.parametrize("pace", ["round", "move"])
@pytest.mark.parametrize("players", [3, 5])
def test_every_moment_has_its_values_and_is_counted(players: int, pace: str) -> None:
    before: Counter[str] = Counter()
    for table, events, past in turns(players, pace, f"{players}{pace}"):
        told = story(HENN, table, events, None, past)
        assert told["beats"]
        assert told["beats_before"] == dict(before)
        for beat in told["beats"]:
            assert beat.keys() - {"kind", "weight", "part"} == set(given_names("henn")[beat["kind"]])
        before.update(kinds(told["beats"]))
    assert before["start"] == before["first_home"] == before["winner"] + before["shared"] == 1


def told_of(*events: Event, past: tuple[Event, ...] = (), left: int = 3, track: int = 70) -> list[Json]:
    numbers = {seat: {"open": 1, "left": [1] * left} for seat in ("ann", "bob", "cid")}
    view = {
        "numbers": numbers,
        "horses": ["red", "blue", "pink", "white"],
        "options": {"pace": "round", "track": track},
    }
    scenes, earlier = race_call.call(view, list(events), list(past))
    return chosen("henn", scenes, earlier)[0]


def move(player: str = "ann", number: int = 3, **other: Any) -> Event:
    usual = {
        "player": player,
        "auto": False,
        "number": number,
        "turned": False,
        "under": None,
        "card": 7,
        "from": "left",
    }
    return Event("move", usual | other)


def run(horse: str, spaces: int, space: int | None, place: int | None = None) -> Event:
    return Event("run", {"horse": horse, "spaces": spaces, "space": space, "place": place})


def swap(wanted: str, got: int | None) -> Event:
    data = {"player": "ann", "horse": "red", "for": wanted, "got": got, "refused": None if got else 8, "opens": 5}
    return Event("exchange", data)


def end(final: dict[str, int], *winners: str) -> Event:
    return Event("end", {"final": final, "payouts": {"ann": 3000, "bob": 3000}, "winners": list(winners)})


FINAL = {"red": 1, "blue": 2, "pink": 2, "white": 4}
BEGUN = (move(), move("bob"), move("cid"))


@pytest.mark.parametrize(
    ("kind", "events", "values"),
    [
        ("start", [move()], {"horses": 4, "players": ["ann", "bob", "cid"]}),
        ("leader", [move(), run("red", 4, 4), run("blue", 1, 1)], {"horse": "red", "space": 4, "ahead": 3}),
        ("level", [move(), run("red", 4, 4), run("blue", 4, 4)], {"horses": ["red", "blue"], "space": 4}),
        ("leap", [move(number=6), run("red", 8, 8)], {"player": "ann", "horse": "red", "spaces": 8}),
        ("first_home", [move(), run("red", 4, None, 1)], {"player": "ann", "horse": "red", "place": 1}),
        ("home", [move(), run("red", 4, None, 1), run("pink", 3, None, 2)], {"player": "ann", "horse": "pink", "place": 2}),
        ("crowd", [move(), run("red", 4, 69), run("blue", 4, 60), run("pink", 4, 65)], {"horses": ["red", "pink", "blue"]}),
        ("behind", [move(), run("red", 4, 12), run("blue", 4, 12), run("pink", 4, 9)], {"horse": "white", "behind": 9}),
        ("blind", [move(**{"from": "blind", "card": 44})], {"player": "ann", "card": 44}),
        ("put_back", [move(turned=True, under=6, number=2)], {"player": "ann", "under": 6, "number": 2}),
        ("house", [move(auto=True)], {"player": "ann"}),
        ("swap", [move(), swap("open", 3)], {"player": "ann", "horse": "red", "ticket": 3}),
        ("swap_blind", [move(), swap("blind", None)], {"player": "ann", "horse": "red"}),
        ("dead_heat", [move(), end(FINAL, "ann")], {"horses": ["blue", "pink"], "place": 2}),
        ("winner", [move(), end(FINAL, "ann")], {"player": "ann", "won": 3000}),
        ("shared", [move(), end(FINAL, "ann", "bob")], {"players": ["ann", "bob"], "won": 3000}),
    ],
)  # fmt: skip
def test_the_commentator_misses_nothing(kind: str, events: list[Event], values: Json) -> None:
    assert one(kind, told_of(*events)) == values
    assert set(values) == set(given_names("henn")[kind])


def test_the_last_cards_are_told_when_everybody_has_one() -> None:
    assert one("last_cards", told_of(*BEGUN, left=1)) == {"horses": 4}
    assert "last_cards" not in kinds(told_of(*BEGUN, left=2))


def test_of_a_round_without_news_there_is_still_a_word() -> None:
    first = (move(), run("red", 4, 4), move("bob"), move("cid"))
    assert kinds(told_of(*BEGUN, past=first)) == ["quiet"]
    assert one("quiet", told_of(*BEGUN, past=first)) == {"horse": "red", "space": 4}


def test_what_was_so_before_is_no_news() -> None:
    first = (move(), run("red", 4, 4), move("bob"), move("cid"))
    on = [move(), run("red", 3, 7), move("bob"), move("cid")]
    assert kinds(told_of(*on, past=first)) == ["quiet"]
    overtaken = [move(), run("blue", 9, 9), move("bob"), move("cid")]
    assert one("leader", told_of(*overtaken, past=first)) == {"horse": "blue", "space": 9, "ahead": 5}


def test_nobody_leads_any_more_once_a_horse_is_home() -> None:
    events = [move(), run("red", 9, None, 1), run("blue", 5, 60)]
    assert not {"leader", "level"} & set(kinds(told_of(*events)))


def test_of_a_move_that_the_house_made_nothing_is_told_as_a_choice() -> None:
    """Whether no page came, or none of its lines was possible, is nobody's business."""
    told = kinds(told_of(move(auto=True, **{"from": "blind"})))
    assert "house" in told
    assert "blind" not in told


def test_every_kind_has_its_weight_its_values_and_words() -> None:
    assert set(weights("henn")) == set(given_names("henn")) == set(bank("henn", None, "en").phrases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_called_in_every_language_and_hardly_repeats_itself(language: str) -> None:
    phrases, names = bank("henn", None, language), {f"p{n}": f"Player {n}" for n in range(4)}
    sentences: list[str] = []
    for table, events, past in turns(4, "round", "a whole game", silent="p2"):
        told = story(HENN, table, events, None, past)
        paragraphs = call(told["beats"], told["beats_before"], phrases, "seed", speaker_of(language), names)
        assert paragraphs
        sentences += paragraphs
    text = " ".join(sentences)
    assert "{" not in text
    assert "Player 2" in text, "the house moved for a player"
    assert len(set(sentences)) == len(sentences)
