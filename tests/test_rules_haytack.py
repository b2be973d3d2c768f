"""Every ruling as a case page: `tests/rules/haytack/*.yaml`, each with what it expects."""

from pathlib import Path
from typing import Any

import pytest

from gm.dice import Dice
from gm.games.haytack import GAME
from gm.games.haytack.course import turns
from gm.orders.book import check_part, read_book
from gm.orders.files import read_map
from gm.play import Case, Entrant, Remark, errors
from gm.problems import line_of
from gm.reports import story
from gm.turn import run_turn
from gm.umpire.cases import adjudicate, order_errors

FOLDER = Path(__file__).parent / "rules" / "haytack"
PAGES = sorted(FOLDER.glob("*.yaml"))
RULINGS = {f"H{number}" for number in range(1, 25)}


def rulings(page: Any) -> list[str]:
    named = page["ruling"]
    return list(named) if isinstance(named, list) else [named]


def as_text(value: Any) -> Any:
    """A result as the page reader would read it: everything is text."""
    if isinstance(value, dict):
        return {str(key): as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def expect_result(result: Any, expected: Any) -> None:
    """The keys that are given are equal; fences are matched in order, each by the keys given."""
    for key, wanted in expected.items():
        got = as_text(result[key])
        if key != "fences":
            assert got == wanted, key
            continue
        assert len(got) == len(wanted)
        for fence, told in zip(got, wanted, strict=True):
            assert {each: fence.get(each) for each in told} == told


def case_of(page: Any) -> Case[Any]:
    found = GAME.case({key: value for key, value in page.items() if key != "arrivals"})
    assert not isinstance(found, list), found
    return found


def arrive(case: Case[Any], arrivals: list[Any]) -> dict[str, Any]:
    """H19: of the orders that come in, those that are taken; the last one counts."""
    taken: dict[str, Any] = {}
    for arrival in arrivals:
        part = {"orders": arrival["order"]}
        refused = errors(check_part(GAME, case.state, arrival["horse"], case.state.turn, part))
        assert arrival["verdict"] == ("refused" if refused else "taken"), arrival
        if not refused:
            taken[arrival["horse"]] = part
    return taken


def check_all(case: Case[Any]) -> list[tuple[str, Remark]]:
    return [
        (seat, remark)
        for seat, part in case.parts.items()
        for remark in check_part(GAME, case.state, seat, case.state.turn, part)
        if part
    ]


def expect_problems(found: list[tuple[str, Remark]], expected: list[Any]) -> None:
    if not expected:
        assert not found
    for wanted in expected:
        assert any(
            seat == wanted["horse"]
            and remark.level == wanted["level"]
            and str(line_of(remark.about)) == wanted["line"]
            and wanted["says"] in remark.message + remark.hint
            for seat, remark in found
        ), (wanted, found)


def expect_frame(page: Any, expected: Any) -> None:
    """H3, H4: the turns of a new race, and a proposed course."""
    if "turns" in expected:
        case = case_of(page)
        dealt = turns(len(case.entrants), len(case.state.course))
        assert as_text([list(turn) for turn in dealt]) == expected["turns"]
        entrants = [Entrant(each.seat, each.name) for each in case.entrants]
        warned = [remark for remark in GAME.survey(entrants, page) if remark.level == "warning"]
        assert bool(warned) == (expected.get("warns") == "true")
    if "proposed" in expected:
        wanted = expected["proposed"]
        proposed = GAME.propose(int(wanted["entrants"]))
        special = {str(n): kind for n, kind in enumerate(proposed["course"], start=1) if kind != "plain"}
        assert as_text(proposed["fences"]) == wanted["fences"]
        assert as_text(proposed["falls"]) == wanted["falls"]
        assert special == (wanted.get("special") or {})


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_ruling_holds(path: Path) -> None:
    page = read_map(path)
    expected = dict(page["expect"])
    assert set(rulings(page)) <= RULINGS
    if "refused" in expected:
        (answer,) = adjudicate(path, path.name)
        assert answer.report is None
        assert any(expected["refused"] in problem.message + problem.hint for problem in answer.problems)
        return
    if "turns" in expected or "proposed" in expected:
        expect_frame(page, expected)
        return
    expect_case(page, expected)


def expect_case(page: Any, expected: Any) -> None:
    case = case_of(page)
    parts = arrive(case, page["arrivals"]) if "arrivals" in page else case.parts
    if "problems" in expected:
        expect_problems(check_all(case), expected.pop("problems"))
    if not expected:
        return
    assert not order_errors(GAME, case)
    books = {seat: read_book(GAME, case.state, seat, part) for seat, part in parts.items()}
    step = run_turn(GAME, case.state, books, Dice(""))
    if "public" in expected:
        expect_result(story(GAME, step.state, step.events, None)["result"], expected.pop("public"))
    expect_result(story(GAME, step.state, step.events, "*")["result"], expected)


def test_every_ruling_has_a_page() -> None:
    assert {ruling for path in PAGES for ruling in rulings(read_map(path))} == RULINGS
    assert len(PAGES) >= 60
