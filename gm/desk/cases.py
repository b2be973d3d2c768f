"""Rules questions: a position on one page, resolved on its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gm import games
from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Case, Flaw, Json, Raw, Remark, errors
from gm.core.problems import GmError, NotReady, Problem, locate
from gm.core.silks import worn
from gm.core.turn import run_turn
from gm.core.words import sentence
from gm.pages.book import read_book, read_lines
from gm.pages.files import read_pages, source_lines
from gm.reports.model import Model, Report

SEASON = "season"  # the rules of games that count together


@dataclass(frozen=True)
class Answered:
    """One case: its report, what a season answers, or what is wrong with it."""

    report: Report | None
    problems: list[Problem]
    season: tuple[str, Json] | None = None  # what was asked, and the answer

    @property
    def result(self) -> Json:
        if self.season is not None:
            return self.season[1]
        if self.report is None:
            return {"problems": [problem.as_json() for problem in self.problems]}
        return self.report.model.result


def adjudicate(path: Path, name: str) -> Iterator[Answered]:
    """Every case in a file, one after the other, without touching any game."""
    number = 0
    lines = cache(lambda: source_lines(path))  # only a faulty case needs them
    for number, page in enumerate(read_pages(path, name), start=1):
        if isinstance(page, NotReady):
            yield Answered(None, list(page.problems))
        else:
            yield _answer(page, name, number, lines)
    if not number:
        raise GmError(sentence("{file} holds no case", file=name))


def _answer(page: Mapping[str, Raw], name: str, number: int, lines: Callable[[], list[str]]) -> Answered:
    if page.get("rules") == SEASON:
        return _of_season(page, name, lines)
    try:
        game = _game(page)
        found = game.case(page)
        remarks = found if isinstance(found, list) else order_errors(game, found)
    except GmError as wrong:
        remarks = [Remark(wrong.message, wrong.hint, page.get("rules", page), Flaw.UNKNOWN)]
        found = remarks
    if isinstance(found, list) or remarks:
        return Answered(None, locate(remarks, name, lines()))
    return Answered(resolve_case(game, found, _title(page, name, number), str(page.get("seed", "")).strip()), [])


def _of_season(page: Mapping[str, Raw], name: str, lines: Callable[[], list[str]]) -> Answered:
    from gm.season.case import answer

    found = answer(page)
    if isinstance(found, list):
        return Answered(None, locate(found, name, lines()))
    return Answered(None, [], found)


def _game(page: Mapping[str, Raw]) -> Game[Any, Any]:
    rules = page.get("rules")
    if not isinstance(rules, str):
        hint = sentence("write rules: {rules}", rules=games.names()[0])
        raise GmError(sentence("the case does not say by which rules"), hint)
    return games.load(rules)


def _title(page: Mapping[str, Raw], name: str, number: int) -> str:
    title = page.get("title")
    return " ".join(title.split()) if isinstance(title, str) and title else f"{Path(name).stem}, case {number}"


def order_errors(game: Game[Any, Any], case: Case[Any]) -> list[Remark]:
    """Orders that cannot be read. What arrival would refuse besides is for the rules to resolve here."""
    read = (read_lines(game, case.state, seat, part)[1] for seat, part in case.parts.items())
    return [remark for remarks in read for remark in errors(remarks)]


def resolve_case(game: Game[Any, Any], case: Case[Any], title: str = "", seed: str = "") -> Report:
    """The whole truth of a case, as a report; chance is drawn from the case's own seed."""
    books = {seat: read_book(game, case.state, seat, part) for seat, part in case.parts.items()}
    turn = open_turn(game, case.state) or 1
    step = run_turn(game, case.state, turn, books, Dice(seed))
    view = game.whole(step.state)
    return Report(
        Model(
            rules=game.name,
            result=game.result(view, step.events),
            story=game.chapters(view, step.events),
            zine="A case",
            title=title,
            turn=turn,
            over=not game.pending(step.state),
            players={entrant.seat: entrant.seat for entrant in case.entrants},
            entries={entrant.seat: entrant.name for entrant in case.entrants},
            silks=worn(dict.fromkeys(entrant.name for entrant in case.entrants) if game.entry else {}),
            case=game.case_of(view),
        )
    )
