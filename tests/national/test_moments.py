"""The call of the Grand National board game: no moment is missed, each says what it should, and nothing hidden is told."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.core.words import LANGUAGES
from gm.games.national import call as meeting_call
from gm.pages.book import read_book
from gm.reports.call import bank, call, chosen
from gm.reports.languages import speaker_of
from tests.haytack.test_moments import given_names, kinds, one
from tests.telling import play_turn, story

NATIONAL: Game[Any, Any] = games.load("national")
Turn = tuple[Any, list[Event], list[Event]]
GROUND = {"going": "soft", "points": 56, "handicaps": {}, "start": []}
FIELD = {"Gun Metal": 6, "Odd Sock": 150, "Brown Sugar": 20, "Tidal Bore": 12}


def turns(options: Json, seed: str, silent: str = "") -> Iterator[Turn]:
    """A whole meeting of simple trainers and jockeys, turn by turn."""
    seats = ["ann", "bob", "cat"]
    meeting = NATIONAL.setup([Entrant(seat, seat) for seat in seats], {"options": options}, Dice(seed)).state
    past: list[Event] = []
    while NATIONAL.pending(meeting):
        due = [seat for seat in seats if NATIONAL.agenda(meeting, seat, meeting.turn) and seat != silent]
        parts = {seat: NATIONAL.improvise(meeting, seat, Dice(seed)) for seat in due}
        books = {seat: read_book(NATIONAL, meeting, seat, part) for seat, part in parts.items()}
        step = play_turn(NATIONAL, meeting, books, Dice(seed))
        yield step.state, list(step.events), list(past)
        meeting, past = step.state, [*past, *step.events]


@pytest.mark.parametrize("options", [{}, {"rounds": "3", "ante_post": "no"}, {"finish": "all", "sales": "3"}])
def test_every_moment_has_its_values_and_is_counted(options: Json) -> None:
    before: Counter[str] = Counter()
    for meeting, events, past in turns(options, str(options)):
        told = story(NATIONAL, meeting, events, None, past)
        assert told["beats_before"] == dict(before)
        for beat in told["beats"]:
            assert beat.keys() - {"kind", "weight", "part"} == set(given_names("national")[beat["kind"]])
        before.update(kinds(told["beats"]))
    assert before["start"] == before["going"] == before["first_home"] == before["winner"] + before["shared"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_called_in_every_language(language: str) -> None:
    phrases, speaker = bank("national", None, language), speaker_of(language)
    for meeting, events, past in turns({}, "called"):
        told = story(NATIONAL, meeting, events, None, past)
        text = " ".join(call(told["beats"], told["beats_before"], phrases, "seed", speaker, {}))
        assert text
        assert "{" not in text


def lot(number: int, horse: str, to: str | None, price: int | None) -> Event:
    return Event("lot", {"lot": number, "horse": horse, "to": to, "price": price})


def off(**prices: int) -> Event:
    odds = {name: {"win": win, "place": 1} for name, win in (prices or FIELD).items()}
    return Event("off", GROUND | {"prices": odds, "lanes": dict.fromkeys(odds, 3)})


def move(horse: str, square: int, *log: Json, did: str = "ran", number: int = 1, auto: bool = False) -> Event:
    data = {
        "round": number,
        "stable": "ann",
        "horse": horse,
        "auto": auto,
        "did": did,
        "lands": [square, 3],
        "log": log,
    }
    return Event("move", data)


def logged(what: str, horse: str, **more: Any) -> Json:
    return {"what": what, "horse": horse, **more}


def end(*winners: str, paid: int = 0) -> Event:
    bets = [{"bet": "win", "horse": "Odd Sock", "paid": paid}]
    return Event(
        "end",
        {"settled": {"ann": bets, "bob": []}, "money": {"ann": 300_000, "bob": 300_000}, "winners": list(winners)},
    )


def told_of(*events: Event, past: tuple[Event, ...] = ()) -> list[Json]:
    scenes, earlier = meeting_call.call({"players": ["ann", "bob"]}, list(events), list(past))
    return chosen("national", scenes, earlier)[0]


SOLD = (lot(1, "Brown Sugar", "ann", 60_000), lot(2, "Gun Metal", "bob", 70_000), lot(3, "Copper Kite", None, None))


@pytest.mark.parametrize(
    ("kind", "events", "values"),
    [
        ("sale", SOLD, {"lots": 3, "players": ["ann", "bob"]}),
        ("dearest", SOLD, {"horse": "Gun Metal", "player": "bob", "price": 70_000}),
        ("bargain", SOLD, {"horse": "Brown Sugar", "player": "ann", "price": 60_000}),
        ("unwanted", SOLD, {"lots": 1}),
        ("duel", [lot(1, "Brown Sugar", "ann", 100_000), lot(2, "Gun Metal", "bob", 110_000)], {"horse": "Brown Sugar", "player": "ann", "price": 100_000}),
        ("broke", [lot(1, "Brown Sugar", "ann", 240_000)], {"player": "ann"}),
        ("given", [Event("given", {"player": "bob", "horse": "Odd Sock", "price": 10_000})], {"player": "bob", "horse": "Odd Sock"}),
        ("house_stable", [Event("house", {"stable": "house 1", "horses": ["Odd Sock"]})], {"horses": ["Odd Sock"]}),
        ("ante_post", [Event("bets", {"phase": "ante-post"})], {"players": ["ann", "bob"]}),
        ("stakes", [Event("bets", {"phase": "betting"})], {"players": ["ann", "bob"]}),
        ("going", [off()], {"going": "soft", "points": 56}),
        ("favourite", [off()], {"horse": "Gun Metal", "odds": 6}),
        ("favourites", [off(Red=6, Blue=6, Grey=8)], {"horses": ["Red", "Blue"], "odds": 6}),
        ("outsider", [off()], {"horse": "Odd Sock", "odds": 150}),
    ],
)  # fmt: skip
def test_the_sale_and_the_ring_are_told(kind: str, events: list[Event], values: Json) -> None:
    assert one(kind, told_of(*events)) == values
    assert set(values) == set(given_names("national")[kind])


@pytest.mark.parametrize(
    ("kind", "events", "values"),
    [
        ("start", [move("Gun Metal", 6)], {"horses": 4, "going": "soft"}),
        ("leader", [move("Gun Metal", 6), move("Odd Sock", 4)], {"horse": "Gun Metal", "other": "Odd Sock", "ahead": 2}),
        ("level", [move("Gun Metal", 6), move("Odd Sock", 6)], {"horse": "Gun Metal", "other": "Odd Sock"}),
        ("fall", [move("Odd Sock", 5, logged("fell", "Odd Sock"))], {"horse": "Odd Sock", "fence": 1}),
        ("fall_at", [move("Odd Sock", 23, logged("fell", "Odd Sock"))], {"horse": "Odd Sock", "fence": "Becher's Brook"}),
        ("lapped", [move("Gun Metal", 61, logged("lapped", "Odd Sock"))], {"horse": "Odd Sock"}),
        ("spent", [move("Odd Sock", 6, logged("spent", "Odd Sock"), did="spent")], {"horse": "Odd Sock"}),
        ("retired", [move("Odd Sock", 6, logged("retired", "Odd Sock"), did="retired")], {"horse": "Odd Sock"}),
        ("boxed", [move("Odd Sock", 6, did="boxed in")], {"horse": "Odd Sock"}),
        ("missed", [move("Odd Sock", 6, did="missed")], {"horse": "Odd Sock"}),
        ("flies", [move("Odd Sock", 6, logged("advance", "Odd Sock", n=9, to=[15, 3]))], {"horse": "Odd Sock", "lengths": 9}),
        ("wind", [move("Odd Sock", 6, logged("wind", "Odd Sock"))], {"horse": "Odd Sock"}),
        ("labours", [move("Odd Sock", 6, logged("stamina", "Odd Sock", n=1))], {"horse": "Odd Sock"}),
        ("struck", [move("Odd Sock", 6, logged("hold", "Gun Metal", n=2))], {"horse": "Gun Metal", "other": "Odd Sock"}),
        ("go_home", [move("Odd Sock", 90, logged("card", "Odd Sock", deck="home", card="H1"))], {"horse": "Odd Sock"}),
        ("melling", [move("Odd Sock", 105)], {"horse": "Odd Sock"}),
        ("elbow", [move("Odd Sock", 118)], {"horse": "Odd Sock"}),
        ("free", [move("Odd Sock", 20), Event("free", {"horse": "Odd Sock"})], {"horse": "Odd Sock"}),
        ("desk", [move("Odd Sock", 6, auto=True)], {"player": "ann"}),
        ("first_home", [move("Odd Sock", 128, logged("finish", "Odd Sock", place=1))], {"horse": "Odd Sock"}),
        ("home", [move("Odd Sock", 128, logged("finish", "Odd Sock", place=2))], {"horse": "Odd Sock", "place": 2}),
        ("rest", [move("Odd Sock", 128, logged("finish", "Odd Sock", place=1)), move("Gun Metal", 9)], {"horse": "Gun Metal", "place": 2}),
        ("windfall", [move("Odd Sock", 128), end("ann", paid=260_000)], {"player": "ann", "horse": "Odd Sock", "won": 260_000}),
        ("winner", [move("Odd Sock", 128), end("ann")], {"player": "ann", "money": 300_000}),
        ("shared", [move("Odd Sock", 128), end("ann", "bob")], {"players": ["ann", "bob"], "money": 300_000}),
    ],
)  # fmt: skip
def test_the_commentator_misses_nothing(kind: str, events: list[Event], values: Json) -> None:
    assert one(kind, told_of(*events, past=(off(),))) == values
    assert set(values) == set(given_names("national")[kind])


def test_a_full_stable_is_told_with_its_horses() -> None:
    bought = [lot(number, name, "ann", 20_000) for number, name in enumerate(("A", "B", "C", "D"), start=20)]
    assert one("full", told_of(*bought)) == {"player": "ann", "horses": ["A", "B", "C", "D"]}


def test_who_was_in_front_before_is_no_news() -> None:
    first = (off(), move("Gun Metal", 6), move("Odd Sock", 4))
    assert kinds(told_of(move("Gun Metal", 10, number=2), move("Odd Sock", 8, number=2), past=first)) == ["quiet"]
    clear = told_of(move("Gun Metal", 12, number=2), past=first)
    assert one("clear", clear) == {"horse": "Gun Metal", "ahead": 8}
    assert set(kinds(clear)) & {"leader", "start"} == set()


def test_a_landmark_is_told_once() -> None:
    first = (off(), move("Odd Sock", 105))
    assert "melling" not in kinds(told_of(move("Gun Metal", 106, number=2), past=first))


def test_a_card_that_leads_nowhere_makes_nobody_fly() -> None:
    """N30: nine lengths, and nothing free ahead; or nine that end two squares on."""
    held_up = logged("advance", "Odd Sock", n=9, to=[6, 3]), logged("advance", "Odd Sock", n=9, to=[8, 3])
    assert "flies" not in kinds(told_of(move("Odd Sock", 6, *held_up), past=(off(),)))


def test_of_two_on_one_square_the_inner_one_is_ahead() -> None:
    """N24."""
    outer, inner = move("Odd Sock", 6), move("Gun Metal", 6)
    inner.data["lands"][1] = 2
    assert one("level", told_of(outer, inner, past=(off(),))) == {"horse": "Gun Metal", "other": "Odd Sock"}


def test_bets_and_limits_are_told_to_nobody() -> None:
    """What only one player saw is no part of the call, whoever reads it."""
    for meeting, events, past in turns({}, "secret"):
        heard = [story(NATIONAL, meeting, events, viewer, past)["beats"] for viewer in (None, "ann", "bob")]
        assert heard[0] == heard[1] == heard[2]
