"""Rules questions, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import GmError, Problem
from gm.desk.commands import Command, Place
from gm.desk.outcome import AnyNote, Note, Outcome, problem_notes

if TYPE_CHECKING:
    from gm.desk.cases import Answered


@dataclass(frozen=True)
class Adjudicate(Command):
    """Resolve rules questions: any position, on a page. Touches no game."""

    files: Sequence[Path]

    def carry_out(self, at: Place) -> Outcome:
        results: list[Json] = []
        failed = 0
        for answered in (each for path in self.files for each in _answers(path)):
            case = CaseAnswered(answered)
            at.watch.tell(case)
            results.append(case.as_json())
            failed += not case.good
        return Adjudicated(results, failed)


def _answers(path: Path) -> "Iterator[Answered]":
    """A file that cannot be opened does not keep the others waiting."""
    from gm.desk.cases import Answered, adjudicate

    try:
        yield from adjudicate(path, str(path))
    except GmError as wrong:
        yield Answered(None, [Problem(str(path), 0, "", wrong.message, wrong.hint)])


@dataclass(frozen=True)
class CaseAnswered(Outcome):
    """One case: its report, or what is wrong with it."""

    answered: "Answered"

    @property
    def good(self) -> bool:
        return not self.answered.problems

    def notes(self) -> Iterator[AnyNote]:
        from gm.reports.render import render
        from gm.reports.seasons import told

        if self.answered.season is not None:
            yield Note(told(*self.answered.season))
        elif self.answered.report is not None:
            yield Note(render(self.answered.report, "txt"))
        else:
            yield from problem_notes(self.answered.problems, aside=True)

    def as_json(self) -> Json:
        return self.answered.result


@dataclass(frozen=True)
class Adjudicated(Outcome):
    """The results of all cases, as scripts read them; each was told when it was ready, and its report is not kept."""

    in_parts = True
    results: Sequence[Json]
    failed: int

    @property
    def good(self) -> bool:
        return not self.failed

    def as_json(self) -> list[Json]:
        return list(self.results)
