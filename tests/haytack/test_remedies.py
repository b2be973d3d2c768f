"""What a game master may rule by hand in a race, and what that does to the position and to the story."""

from typing import Any

import pytest

from gm.core.dice import Dice
from gm.core.play import Entrant, Refusal, Step
from gm.desk.replay import resolved
from gm.games.haytack import GAME
from gm.pages.page import canonical

HORSES = {"ann": "Red Rum", "bob": "Crisp", "cy": "Foinavon", "di": "Aldaniti"}


def begun(**options: str) -> Any:
    entrants = [Entrant(seat, horse) for seat, horse in HORSES.items()]
    return GAME.setup(entrants, {"course": "4 plain", "options": options}, Dice("x")).state


def slips(turn: int, **orders: dict[str, str]) -> dict[str, Any]:
    return {seat: {"canonical": canonical("g", turn, seat, {"orders": order})} for seat, order in orders.items()}


def played(*rulings: str, state: Any = None, options: dict[str, str] | None = None, **house: str) -> Step[Any]:
    """Red Rum falls at fence 1 with 1 point, Crisp at fence 2 with 2."""
    orders = slips(
        1, ann={"1": "1", "2": "9"}, bob={"1": "5", "2": "2"}, cy={"1": "6", "2": "6"}, di={"1": "7", "2": "7"}
    )
    inputs = {"orders": orders, "rulings": list(rulings), "options": options or {}}
    return resolved(GAME, state or begun(**house), 1, inputs, Dice("x"))


def horse(step: Step[Any], name: str) -> Any:
    return next(each for each in step.state.horses if each.name == name)


def test_a_fall_that_is_set_aside_costs_what_was_played_and_no_more() -> None:
    assert [(each.name, each.out_at) for each in played().state.horses if each.out_at] == [("Red Rum", 1), ("Crisp", 2)]
    for ruling in ("set aside the fall of red rum at fence 1", "Stands Red Rum", "set aside the fall of Red Rum"):
        step = played(ruling)
        assert (horse(step, "Red Rum").points, horse(step, "Red Rum").out_at) == (499, 0)
        assert horse(step, "Crisp").out_at == 2
        assert not [event for event in step.events if event.kind == "fall" and event.data["horse"] == "Red Rum"]
        assert [event.ruling for event in step.events if event.kind == "ruling"] == ["GM"]
    assert horse(played("stands Crisp"), "Crisp").points == 500 - 5 - 2


def test_points_are_given_back_and_taken() -> None:
    assert horse(played("points Foinavon +10"), "Foinavon").points == 500 - 12 + 10
    assert horse(played("points Foinavon −8"), "Foinavon").points == 500 - 12 - 8


def test_a_horse_is_reinstated_with_so_many_points_and_may_carry_on_the_race() -> None:
    step = played("reinstate Crisp with 77 points")
    assert (horse(step, "Crisp").points, horse(step, "Crisp").running) == (77, True)
    assert any(decision.seat == "bob" for decision in GAME.pending(step.state))


def test_a_race_that_a_ruling_brings_to_life_again_is_not_told_as_finished() -> None:
    state = begun()
    inputs = {"orders": slips(1, ann={"1": "1"}, bob={"1": "1"}, cy={"1": "1"}, di={"1": "7"})}
    over = resolved(GAME, state, 1, inputs, Dice("x"))
    assert not GAME.pending(over.state)
    assert over.events[-1].kind == "finish"
    on = resolved(GAME, state, 1, inputs | {"rulings": ["stands Red Rum"]}, Dice("x"))
    assert GAME.pending(on.state)
    assert not [event for event in on.events if event.kind == "finish"]
    assert GAME.chapters(GAME.public(on.state), on.events)["chart"]["horses"]


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        ("make Red Rum win", "there is no ruling"),
        ("stands Foinavon", "did not fall on this turn"),
        ("set aside the fall of Red Rum at fence 2", "did not fall at fence 2"),
        ("stands Red Run", "no horse called"),
        ("points Red Rum +10", "is out"),
        ("points Foinavon -9999", "cannot have"),
        ("reinstate Foinavon with 5 points", "is running"),
        ("reinstate Crisp with -5 points", "cannot have"),
    ],
)
def test_what_cannot_be_ruled_is_refused(ruling: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        played(ruling)


def test_an_unknown_ruling_is_told_which_there_are() -> None:
    with pytest.raises(Refusal) as refused:
        played("make Red Rum win")
    assert all(each.example in refused.value.remark.hint for each in GAME.remedies())
    for remedy in GAME.remedies():
        assert remedy.about


def test_where_numbers_are_hidden_a_ruling_tells_them_to_their_own_jockey_only() -> None:
    step = played("stands Red Rum", "points Foinavon +11", reveal="fallers")
    public = [event for event in step.events if event.audience is None]
    assert "499" not in str([event.data for event in public])
    assert "+11" not in str([event.data for event in public])
    own = [event.data for event in step.events if event.audience == {"ann"} and event.kind == "ruling"]
    assert own[0]["points"] == 499
    (first, _) = [event.data for event in step.events if event.kind == "cleared"]
    assert "lowest_fell" not in first, "the only one who fell there did not"


def test_an_option_is_changed_from_a_turn_on_and_what_was_settled_is_not() -> None:
    step = played(options={"nmr": "repeat"})
    assert step.state.options.nmr == "repeat"
    assert step.events[0].data["say"]["with"] == {"option": "nmr", "value": "repeat"}
    for fixed in ({"points": "600"}, {"reveal": "fallers"}):
        with pytest.raises(Refusal, match="settled when the game started"):
            played(options=fixed)
    with pytest.raises(Refusal, match="no option called"):
        played(options={"nmrs": "zero"})
    with pytest.raises(Refusal, match="cannot be"):
        played(options={"nmr": "sometimes"})


def test_whom_a_change_concerns_are_those_whose_own_numbers_differ() -> None:
    before, after = played(), played("points Foinavon +10")
    was, now = (GAME.fates(step.state, list(HORSES), step.events) for step in (before, after))
    assert [seat for seat in HORSES if was[seat] != now[seat]] == ["cy"]
