"""Simple trainers and jockeys: what they write is taken as it is, every temperament rides, and no card stays unseen."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.games.national.decks import CARDS
from gm.games.national.trainers import EVEN, FENCES, FRONT, HELD_UP, TEMPERS
from gm.pages.book import check_part, read_book
from tests.telling import play_turn

NATIONAL: Game[Any, Any] = games.load("national")
SEATS = ("ann", "bob", "cat", "dan")
RACES = 1000


def on_horseshoes(meeting: Any, seat: str, dice: Dice) -> Json:
    """As they write, but one of them goes from horseshoe to horseshoe."""
    part = NATIONAL.improvise(meeting, seat, dice)
    rides = part.get("ride") or part.get("standing")
    return {"ride": dict.fromkeys(rides, "4 5 3 6 2 shoe")} if rides and seat == SEATS[-1] else part


def turns(
    seed: str, write: Callable[[Any, str, Dice], Json] = NATIONAL.improvise
) -> Iterator[tuple[Any, dict[str, Json], list[Event]]]:
    """A whole meeting: how it stood, what everybody wrote, and what came of it."""
    dice = Dice(seed)
    meeting = NATIONAL.setup([Entrant(seat, seat) for seat in SEATS], {}, dice).state
    while NATIONAL.pending(meeting):
        due = [seat for seat in SEATS if NATIONAL.agenda(meeting, seat, meeting.turn)]
        parts = {seat: write(meeting, seat, dice) for seat in due}
        books = {seat: read_book(NATIONAL, meeting, seat, part) for seat, part in parts.items()}
        step = play_turn(NATIONAL, meeting, books, dice)
        yield meeting, parts, list(step.events)
        meeting = step.state


def written(parts: dict[str, Json]) -> list[Any]:
    return [ride for part in parts.values() for ride in (part.get("standing") or part.get("ride") or {}).values()]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_nothing_that_they_write_is_refused_and_nobody_rides_for_them(seed: str) -> None:
    for meeting, parts, events in turns(seed):
        for seat, part in parts.items():
            assert not check_part(NATIONAL, meeting, seat, meeting.turn, part).flaws
        assert not any(event.data["auto"] for event in events if event.kind == "move")


def test_every_temperament_rides() -> None:
    """An even pace, in front, held up, and from fence to fence."""
    rides = [ride for seed in ("a", "b", "c") for _, parts, _ in turns(seed) for ride in written(parts)]
    assert [temper for temper in TEMPERS if temper not in rides] == []
    assert (EVEN, FRONT, HELD_UP, FENCES) == TEMPERS


@pytest.mark.parametrize(("one", "other"), [(FRONT, EVEN), (EVEN, HELD_UP)])
def test_they_ride_as_they_are(one: Any, other: Any) -> None:
    """In the first rounds the one spends more than the other."""
    paid: dict[str, list[int]] = {}
    for seed in ("a", "b", "c", "d"):
        for meeting, parts, events in turns(seed):
            rides = {horse: ride for part in parts.values() for horse, ride in (part.get("ride") or {}).items()}
            for event in events:
                if event.kind == "move" and meeting.round in (2, 3, 4) and event.data["horse"] in rides:
                    paid.setdefault(str(rides[event.data["horse"]]), []).append(event.data["paid"])
    mean = {temper: sum(points) / len(points) for temper, points in paid.items()}
    assert mean[str(one)] > mean[str(other)]


@pytest.mark.slow
def test_every_race_ends_and_every_card_is_drawn_by_somebody_in_a_thousand_of_them() -> None:
    drawn: Counter[str] = Counter()
    for number in range(RACES):
        events = [event for *_, some in turns(f"race {number}", on_horseshoes) for event in some]
        assert events[-1].kind == "end"
        drawn.update(entry["card"] for event in events for entry in event.data.get("log", ()) if "card" in entry)
        if len(drawn) == len(CARDS):
            break
    assert set(drawn) == set(CARDS)
