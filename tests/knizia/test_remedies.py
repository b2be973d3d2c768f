"""What a game master may rule by hand at a table."""

from typing import Any

import pytest

from gm.core.dice import Dice
from gm.core.play import Entrant, Refusal, Step
from gm.desk.replay import resolved
from gm.games.knizia import GAME
from gm.games.knizia.table import Bet

SEATS = ["ann", "bob", "cy"]


def played(*rulings: str, bets: tuple[Bet, ...] = (Bet("bob", 0, 1),)) -> Step[Any]:
    from dataclasses import replace

    state = GAME.setup([Entrant(seat, seat) for seat in SEATS], {}, Dice("x")).state
    return resolved(GAME, replace(state, bets=bets), 1, {"rulings": list(rulings)}, Dice("x"))


def counters(step: Step[Any]) -> dict[str, int]:
    return {player.seat: player.counters for player in step.state.players}


def test_counters_and_bets_are_put_right() -> None:
    assert counters(played("counters ann -2"))["ann"] == 3
    taken = played("take back the bet of bob on red at fence 1", bets=(Bet("bob", 0, 1), Bet("cy", 1, 1)))
    assert taken.state.bets == (Bet("cy", 1, 1),)
    put = played("bet of ann on orange at fence 1")
    assert Bet("ann", 1, 1) in put.state.bets
    assert counters(put)["ann"] == 4
    assert [event.ruling for event in put.events if event.kind == "ruling"] == ["GM"]


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        ("counters ann +1", "cannot have 6"),
        ("counters bob +1", "cannot have 6"),
        ("counters zoe +1", "nobody here is called zoe"),
        ("take back the bet of ann on red at fence 1", "has no bet"),
        ("bet of ann on red at fence 1", "no room"),
        ("bet of ann on mauve at fence 1", "no horse called mauve"),
        ("bet of ann on blue at fence 4", "nobody can have bet"),
    ],
)
def test_what_cannot_be_ruled_is_refused(ruling: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        played(ruling)


def test_whom_a_change_concerns_are_those_whose_own_things_differ() -> None:
    was, now = (GAME.fates(step.state, SEATS, step.events) for step in (played(), played("counters ann -1")))
    assert [seat for seat in SEATS if was[seat] != now[seat]] == ["ann"]
