"""Every ruling of the Grand National board game as a case page: `tests/rules/national/*.yaml`, each with what it expects."""

from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Step
from gm.desk.cases import order_errors, resolve_case
from gm.pages.book import check_part, read_book
from gm.pages.files import read_map
from tests.national.expecting import expect_answer, expect_told
from tests.rulecases import expect_problems, expect_refused, pages
from tests.telling import play_turn, report_of, story

PAGES = pages("national")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_ruling_holds(path: Path) -> None:
    page = read_map(path)
    expected = dict(page["expect"])
    if "refused" in expected:
        expect_refused(path, expected["refused"])
    else:
        expect_case(page, expected)


def expect_case(page: Any, expected: Any) -> None:
    game = games.load("national")
    case = game.case(page)
    assert not isinstance(case, list), case
    turn = open_turn(game, case.state)
    if "problems" in expected:
        expect_problems(game, case, turn, expected.pop("problems"), "player")
    for seat in expected.pop("taken", []):
        flaws = check_part(game, case.state, seat, turn, case.parts[seat]).flaws
        assert not flaws, (seat, flaws)
    for seat, said in expected.pop("brought", {}).items():
        brought = brought_along(game, case, seat)
        assert not [line for line in said if line not in brought]
    if not expected:
        return
    assert not order_errors(game, case)
    seed = str(page.get("seed", ""))
    if "public" in expected:
        expect_told(told_to(game, case, None, seed), expected.pop("public"))
    for seat, seen in expected.pop("seen_by", {}).items():
        expect_told(told_to(game, case, seat, seed), seen)
    expect_answer(resolve_case(game, case, seed=seed).model.result, expected)


def told_to(game: Any, case: Any, reader: str | None, seed: str) -> Any:
    books = {seat: read_book(game, case.state, seat, part) for seat, part in case.parts.items()}
    step = play_turn(game, case.state, books, Dice(seed))
    return story(game, step.state, step.events, reader)["result"]


def brought_along(game: Any, case: Any, seat: str) -> str:
    """The page that comes with the report, its comments without their signs and broken lines."""
    names = {entrant.seat: entrant.name for entrant in case.entrants}
    me = report_of(game, Step(case.state), names, seat).me
    assert me is not None
    return " ".join(me.page.replace("#", " ").split())
