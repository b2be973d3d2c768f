"""Case pages: what the pages of all games have in common."""

from pathlib import Path
from typing import Any

from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Case, Remark, Seat
from gm.core.problems import line_of
from gm.desk.cases import adjudicate
from gm.pages.book import check_part, read_book
from gm.pages.files import read_map
from tests.telling import play_turn, story

FOLDER = Path(__file__).parent / "rules"


def pages(game: str) -> list[Path]:
    return sorted((FOLDER / game).glob("*.yaml"))


def rulings(path: Path) -> list[str]:
    named = read_map(path)["ruling"]
    return list(named) if isinstance(named, list) else [str(named)]


def as_text(value: Any) -> Any:
    """A result as the page reader would read it: everything is text."""
    if isinstance(value, dict):
        return {str(key): as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def expect_result(result: Any, expected: Any, steps: str) -> None:
    """The keys that are given are equal; the steps are matched in order, each by the keys given."""
    for key, wanted in expected.items():
        got = as_text(result[key])
        if key != steps:
            assert got == wanted, key
            continue
        assert len(got) == len(wanted)
        for step, told in zip(got, wanted, strict=True):
            assert {each: step.get(each) for each in told} == told


def expect_problems(game: Game[Any, Any], case: Case[Any], turn: int, expected: list[Any], who: str) -> None:
    """What the check on arrival says of the orders in the case."""
    found: list[tuple[Seat, Remark]] = [
        (seat, remark)
        for seat, part in case.parts.items()
        for remark in (check_part(game, case.state, seat, turn, part).remarks if part else [])
    ]
    if not expected:
        assert not found
    for wanted in expected:
        assert any(
            seat == wanted[who]
            and remark.level == wanted["level"]
            and str(line_of(remark.about)) == wanted["line"]
            and wanted["says"] in remark.message + remark.hint
            for seat, remark in found
        ), (wanted, found)


def expect_refused(path: Path, says: str) -> None:
    (answer,) = adjudicate(path, path.name)
    assert answer.report is None
    assert any(says in problem.message + problem.hint for problem in answer.problems), answer.problems


def resolved(game: Game[Any, Any], case: Case[Any], parts: Any, viewer: Seat | None) -> Any:
    books = {seat: read_book(game, case.state, seat, part) for seat, part in parts.items()}
    step = play_turn(game, case.state, books, Dice(""))
    return story(game, step.state, step.events, viewer)["result"]
