"""What holds in every game, move by move, whoever plays: squares, points, money, and that there is an end."""

from collections.abc import Iterator
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.core.turn import answer
from gm.games.national.course import FINISH
from gm.games.national.field import GOING, MONEY
from gm.games.national.meeting import Meeting
from gm.pages.book import read_book

NATIONAL: Game[Any, Any] = games.load("national")
SEATS = ("ann", "bob", "cat", "dan", "eve", "fay")
MOST_STEPS = 5000
GAMES: list[tuple[int, Json]] = [
    (2, {}),
    (3, {"ante_post": "no", "lead": "move"}),
    (4, {"sales": "3", "rounds": "3"}),
    (5, {"finish": "all", "sales": "1"}),
    (6, {"nmr": "8-1 fence", "rounds": "2"}),
]


def steps(many: int, options: Json, seed: str) -> Iterator[tuple[Meeting, list[Event]]]:
    """A whole game, lot by lot and move by move: the position after each, and what happened. Some send nothing."""
    seats, dice = SEATS[:many], Dice(seed)
    meeting: Meeting = NATIONAL.setup([Entrant(seat, seat) for seat in seats], {"options": options}, dice).state
    books, turn = {}, 0
    while asked := NATIONAL.pending(meeting):
        if meeting.turn != turn:
            turn = meeting.turn
            sending = [seat for at, seat in enumerate(seats) if (at + turn) % 5]
            books = {
                seat: read_book(NATIONAL, meeting, seat, NATIONAL.improvise(meeting, seat, dice)) for seat in sending
            }
        choices = {due: answer(NATIONAL, meeting, due, books.get(due.seat, {})).choice for due in asked}
        step = NATIONAL.resolve(meeting, choices, dice)
        meeting = step.state
        yield meeting, list(step.events)


@pytest.mark.parametrize(("many", "options"), GAMES)
@pytest.mark.parametrize("seed", ["one", "two"])
def test_what_holds_after_every_lot_and_every_move(many: int, options: Json, seed: str) -> None:
    money, last = (MONEY,) * many, None
    for number, (meeting, events) in enumerate(steps(many, options, seed)):
        assert number < MOST_STEPS
        one_horse_a_square(meeting)
        points_in_bounds(meeting)
        money = money_moved(meeting, money, events)
        last = meeting
    assert last is not None
    assert last.over
    assert last.mover is None or len(last.finishers) >= 4


def one_horse_a_square(meeting: Meeting) -> None:
    spots = [meeting.runners[lot].spot for lot in meeting.running if meeting.runners[lot].square]
    assert len(set(spots)) == len(spots)
    assert all(square < FINISH for square, _ in spots)


def points_in_bounds(meeting: Meeting) -> None:
    most = GOING[meeting.going or 0].points
    assert all(0 <= each.points <= most for each in meeting.runners.values())


def money_moved(meeting: Meeting, before: tuple[int, ...], events: list[Event]) -> tuple[int, ...]:
    """Every pound that a purse gains or loses is told, to the bank or from it, and no purse is ever empty below nothing."""
    moved = dict.fromkeys(meeting.players, 0)
    for event in events:
        data = event.data
        if event.kind in ("lot", "given") and data.get("price"):
            moved[data.get("to") or data["player"]] -= data["price"]
        if event.kind == "bet":
            moved[data["player"]] -= data["stake"]
        for seat, paid in data.get("settled", {}).items() if event.kind == "end" else ():
            moved[seat] += sum(each["paid"] for each in paid)
    assert meeting.money == tuple(had + moved[seat] for had, seat in zip(before, meeting.players, strict=True))
    assert min(meeting.money) >= 0
    return meeting.money
