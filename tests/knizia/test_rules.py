"""Every ruling of the card game as a case page: `tests/rules/knizia/*.yaml`, each with what it expects."""

from pathlib import Path
from typing import Any

import pytest

from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.desk.cases import order_errors
from gm.games.knizia import GAME
from gm.pages.files import read_map
from tests.rulecases import as_text, expect_problems, expect_refused, expect_result, pages, resolved, rulings
from tests.telling import ALL

PAGES = pages("knizia")
RULINGS = {f"K{number}" for number in range(1, 21)}


def expect_deal(expected: Any) -> None:
    """K3: the same seed deals the same hands everywhere."""
    entrants = [Entrant(player, player) for player in expected["players"]]
    seen = as_text(GAME.whole(GAME.setup(entrants, {}, Dice(expected["seed"])).state))
    assert seen["hands"] == expected["hands"]
    assert seen["deck"][: len(expected["deck_starts"])] == expected["deck_starts"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_ruling_holds(path: Path) -> None:
    page = read_map(path)
    expected = dict(page["expect"])
    if "refused" in expected:
        expect_refused(path, expected["refused"])
    elif "dealt" in expected:
        expect_deal(expected["dealt"])
    else:
        expect_case(page, expected)


def expect_case(page: Any, expected: Any) -> None:
    case = GAME.case(page)
    assert not isinstance(case, list), case
    if "problems" in expected:
        expect_problems(GAME, case, case.state.turn, expected.pop("problems"), "player")
    if not expected:
        return
    assert not order_errors(GAME, case)
    if "public" in expected:
        expect_result(resolved(GAME, case, case.parts, None), expected.pop("public"), "moves")
    for seat, seen in expected.pop("seen_by", {}).items():
        expect_result(resolved(GAME, case, case.parts, seat), seen, "moves")
    expect_result(resolved(GAME, case, case.parts, ALL), expected, "moves")


def test_every_ruling_has_a_page() -> None:
    assert {ruling for path in PAGES for ruling in rulings(path)} == RULINGS
    assert len(PAGES) >= 40
