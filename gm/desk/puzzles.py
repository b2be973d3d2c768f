"""Puzzles for pages of a booklet that would be empty: positions that games make up, answered by their rules."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gm import games
from gm.core.dice import Dice
from gm.core.play import Json
from gm.desk.cases import resolve_case
from gm.reports.render import tell

MOST = 12  # of an issue: they fill nearly three pages


def puzzles(rules: Sequence[str], seed: str, language: str, own_templates: Path) -> list[Json]:
    """Of the games that are played, or else of any; the same seed gives the same."""
    asked = [*dict.fromkeys([*rules, *games.names()])]
    makers = [name for name in asked if games.load(name).puzzle(Dice(seed)) is not None]
    played = [name for name in makers if name in rules] or makers
    return list(_made(played, seed, language, own_templates)) if played else []


def _made(rules: Sequence[str], seed: str, language: str, own_templates: Path) -> Iterator[Json]:
    for number in range(MOST):
        game = games.load(rules[number % len(rules)])
        page = game.puzzle(Dice(f"{seed} {number}"))
        case = game.case(page or {})
        if page is None or isinstance(case, list):
            continue
        report = replace(resolve_case(game, case), language=language)
        asked = tell(report, "puzzle.html", own_templates, page=page)
        answer = " ".join(tell(report, "puzzle.txt", own_templates, page=page).split())
        yield {"title": "", "html": asked, "answer": answer}
