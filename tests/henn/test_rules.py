"""Every ruling of Henn's Derby as a case page: `tests/rules/henn/*.yaml`, each with what it expects."""

from pathlib import Path
from typing import Any

import pytest

from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.desk.cases import order_errors
from gm.games.henn import GAME
from gm.pages.book import check_part
from gm.pages.files import read_map
from tests.henn.test_oracle import expect_deal
from tests.rulecases import expect_problems, expect_refused, expect_result, pages, resolved
from tests.telling import ALL, play_turn, story

PAGES = pages("henn")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_ruling_holds(path: Path) -> None:
    page = read_map(path)
    expected = dict(page["expect"])
    if "refused" in expected:
        expect_refused(path, expected["refused"])
    elif "dealt" in expected:
        state = new_game(expected["dealt"])
        expect_deal(story(GAME, state, [], ALL)["result"], expected["dealt"])
    elif "played" in expected:
        assert played(expected["played"]) == expected["played"]["turns"]
    else:
        expect_case(page, expected)


def new_game(told: Any) -> Any:
    entrants = [Entrant(player, player) for player in told["players"]]
    return GAME.setup(entrants, {"options": told.get("options", {})}, Dice(told["seed"])).state


def played(told: Any) -> list[list[str]]:
    """D5, D14: who moves on each turn, if nobody orders anything."""
    state, found = new_game(told), []
    for _ in told["turns"]:
        step = play_turn(GAME, state, {})
        state = step.state
        found.append([move["player"] for move in story(GAME, state, step.events, None)["result"]["moves"]])
    return found


def expect_case(page: Any, expected: Any) -> None:
    case = GAME.case(page)
    assert not isinstance(case, list), case
    turn = open_turn(GAME, case.state)
    if "problems" in expected:
        expect_problems(GAME, case, turn, expected.pop("problems"), "player")
    for seat in expected.pop("taken", []):
        flaws = check_part(GAME, case.state, seat, turn, case.parts[seat]).flaws
        assert not flaws, (seat, flaws)
    if not expected:
        return
    assert not order_errors(GAME, case)
    if "public" in expected:
        expect_result(resolved(GAME, case, case.parts, None), expected.pop("public"), "moves")
    for seat, seen in expected.pop("seen_by", {}).items():
        expect_result(resolved(GAME, case, case.parts, seat), seen, "moves")
    expect_result(resolved(GAME, case, case.parts, ALL), expected, "moves")


def test_a_changed_table_works_its_places_out_again_and_has_no_other_fields() -> None:
    table = GAME.setup([Entrant(name, name) for name in ("ann", "bob", "cy")], {}, Dice("")).state
    assert 0 in table.running
    changed = table.but(home=(0,))
    assert 0 not in changed.running
    assert table == changed.but(home=())
    with pytest.raises(TypeError, match="no such fields: \\['house'\\]"):
        table.but(house=())
