"""Every ruling of the race as a case page: `tests/rules/haytack/*.yaml`, each with what it expects; and cases that are none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm.cli import run
from gm.core.play import Case, Entrant
from gm.desk.cases import order_errors
from gm.games.haytack import GAME
from gm.games.haytack.course import turns
from gm.pages.book import check_part
from gm.pages.files import read_map
from tests.conftest import Desk
from tests.rulecases import as_text, expect_problems, expect_refused, expect_result, pages, resolved, rulings
from tests.telling import ALL

PAGES = pages("haytack")
RULINGS = {f"H{number}" for number in range(1, 25)}


def case_of(page: Any) -> Case[Any]:
    found = GAME.case({key: value for key, value in page.items() if key != "arrivals"})
    assert not isinstance(found, list), found
    return found


def arrive(case: Case[Any], arrivals: list[Any]) -> dict[str, Any]:
    """H19: of the orders that come in, those that are taken; the last one counts."""
    taken: dict[str, Any] = {}
    for arrival in arrivals:
        part = {"orders": arrival["order"]}
        refused = check_part(GAME, case.state, arrival["horse"], case.state.turn, part).flaws
        assert arrival["verdict"] == ("refused" if refused else "taken"), arrival
        if not refused:
            taken[arrival["horse"]] = part
    return taken


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
    if "refused" in expected:
        expect_refused(path, expected["refused"])
    elif "turns" in expected or "proposed" in expected:
        expect_frame(page, expected)
    else:
        expect_case(page, expected)


def expect_case(page: Any, expected: Any) -> None:
    case = case_of(page)
    parts = arrive(case, page["arrivals"]) if "arrivals" in page else case.parts
    if "problems" in expected:
        expect_problems(GAME, case, case.state.turn, expected.pop("problems"), "horse")
    if not expected:
        return
    assert not order_errors(GAME, case)
    if "public" in expected:
        expect_result(resolved(GAME, case, parts, None), expected.pop("public"), "fences")
    expect_result(resolved(GAME, case, parts, ALL), expected, "fences")


def test_every_ruling_has_a_page() -> None:
    assert {ruling for path in PAGES for ruling in rulings(path)} == RULINGS
    assert len(PAGES) >= 60


@pytest.mark.parametrize(
    "odd",
    [
        "fence: 7\n",
        "fences: 0\n",
        "players: {A: ann, B: ann}\n",
        "horses: 3\n",
        "free: lots\n",
        "orders: {C: {1: 2}}\n",
        "nonsense: 1\n",
    ],
)
def test_an_odd_case_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], odd: str) -> None:
    path = tmp_path / "case.yaml"
    case = "rules: haytack\ncourse: 2 plain\nhorses: {A: 5, B: 5}\n"
    path.write_text((case if not odd.startswith("horses") else case.split("horses")[0]) + odd, encoding="utf-8")
    assert run(["adjudicate", str(path)]) == 1
    assert capsys.readouterr().err
    path.write_text("\n", encoding="utf-8")
    assert run(["adjudicate", str(path)]) == 1


def test_options_of_the_house_reach_the_race(start: Callable[..., Desk]) -> None:
    desk = start(options="points: 100")
    desk.order("alice", 1, "{1: 5, 2: 5}")
    desk.gm("take")
    desk.gm("run", "--now")
    told = desk.result()
    assert told["over"]
    assert told["winners"] == ["Red Rum"]
    assert told["points"] == {"Red Rum": 95}
