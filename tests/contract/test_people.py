"""People leave: every game goes on without them, from what is kept of the turn and from nothing else."""

from typing import Any

import pytest

from gm import games
from gm.core import codec
from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Json, Seat
from gm.desk.replay import resolved
from gm.pages.page import canonical
from tests.contract.samples import NAMES, begun


def inputs_of(rules: str, state: Any, retired: list[Seat]) -> Json:
    """Everybody orders, those who have left too."""
    game, turn = games.load(rules), open_turn(games.load(rules), state)
    seats = {decision.seat for decision in game.pending(state)}
    orders = {
        seat: {"canonical": canonical("g", turn, seat, game.improvise(state, seat, Dice(seat)))} for seat in seats
    }
    return {"orders": orders, "retired": retired}


@pytest.mark.parametrize("rules", NAMES)
def test_whoever_has_left_is_played_by_the_rules_whatever_they_ordered(rules: str) -> None:
    game, state = games.load(rules), begun(rules)
    gone = game.pending(state)[0].seat
    step = resolved(game, state, 1, inputs_of(rules, state, [gone]), Dice(""))
    assert not [e for e in step.events if e.kind == "order" and e.data["seat"] == gone and e.data["by"] != "default"]
    again = resolved(game, state, 1, inputs_of(rules, state, [gone]), Dice(""))
    assert codec.dump(game.state, again.state) == codec.dump(game.state, step.state)


@pytest.mark.parametrize("rules", NAMES)
def test_a_game_that_all_have_left_comes_to_its_end(rules: str) -> None:
    game, state = games.load(rules), begun(rules)
    everybody = sorted({decision.seat for decision in game.pending(state)})
    for turn in range(1, 200):
        if not game.pending(state):
            return
        state = resolved(game, state, turn, {"retired": everybody}, Dice("")).state
    pytest.fail("it went on and on")


@pytest.mark.parametrize("rules", NAMES)
def test_to_leave_twice_is_to_leave_once(rules: str) -> None:
    game, state = games.load(rules), begun(rules)
    gone = game.retire(state, [game.pending(state)[0].seat])
    assert game.retire(gone.state, [game.pending(state)[0].seat]).events == ()


@pytest.mark.parametrize("rules", NAMES)
def test_a_game_that_is_given_up_stays_as_it_was(rules: str) -> None:
    game, state = games.load(rules), begun(rules)
    step = resolved(game, state, 1, {"closed": "The post is on strike."}, Dice(""))
    assert (step.state, step.events) == (state, ())
