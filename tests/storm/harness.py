"""One fault after the other: a zine made ready, a command, the fault, and all that must hold then and in the end."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.storm.commands import Try
from tests.storm.model import Course, wrong_at_once, wrong_in_the_end, wrong_mail
from tests.storm.portrait import Portrait, portrait
from tests.storm.process import FAULTS, Fault, Ran
from tests.storm.zines import Zines

_OF_ONE_KIND = re.compile(r"\.draft-[^/ ]+|[0-9]+|(?<=/)[a-z]+(?=\.(txt|html|json|eml)$)")
MOST_OF_A_KIND = 3  # calls of one kind on files of one kind: the first, the last, and one between


@dataclass(frozen=True)
class Case:
    """This fault at the n-th call of that command."""

    kind: str
    what: Try
    nth: int
    call: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.kind}: gm {self.what.name}: {self.fault}, call {self.nth} ({self.call})"


class Harness:
    def __init__(self, zines: Zines):
        self.zines, self.yard = zines, zines.yard
        self.courses: dict[Try, Course] = {}

    def course(self, what: Try) -> Course:
        """What the command does when nothing happens to it."""
        if what not in self.courses:
            self._put(what)
            before, ran, after = self._look(), self.yard.gm(*what.args), self._look()
            assert ran.code in (0, 1), ran
            assert re.search(what.done, ran.said), ran
            assert any(" zine.db" in call for call in ran.calls), "what SQLite writes is not seen"
            self.courses[what] = Course(before, after, ran, what.done, what.in_parts, what.in_any_order)
        return self.courses[what]

    def cases(self, tries: Sequence[Try], most: int = MOST_OF_A_KIND) -> Iterator[Case]:
        """Every fault at every call that differs from the others."""
        for what in tries:
            for nth, call in chosen(self.course(what).ran.calls, most):
                for fault in FAULTS:
                    if fault.touches(call):
                        yield Case(self.zines.kind, what, nth, call, fault)

    def wrong(self, case: Case) -> list[str]:
        """All that did not hold."""
        what, course = case.what, self.course(case.what)
        self._put(what)
        ran = self.yard.gm(*what.args, fault=case.fault, nth=case.nth)
        now = self._look()
        found = [*wrong_at_once(course, now, ran), *self._wrong_post(what, now)]
        last = self._finish(what, course.took(now), ran)
        then = self._look()
        return [*found, *wrong_in_the_end(course, then, last), *self._wrong_post(what, then, last)]

    def _put(self, what: Try) -> None:
        self.zines.put(what.given, what.sends, what.fetches)

    def _look(self) -> Portrait:
        return portrait(self.yard.folder)

    def _finish(self, what: Try, took: bool | None, ran: Ran) -> Ran:
        """Give the command again; or if it has taken effect, whatever makes it whole."""
        for args in (() if took else (what.args,)) + (what.finish if took is not False else ()):
            ran = self.yard.gm(*args)
        return ran

    def _wrong_post(self, what: Try, now: Portrait, last: Ran | None = None) -> Iterator[str]:
        if what.sends:
            yield from wrong_mail(now, self.zines.office.taken(), last)
        if what.fetches:
            waiting = self.zines.box.waiting()
            for mail in self.zines.mails[what.given]:
                if mail not in waiting and mail not in now.pages:
                    yield f"a mail is lost: {mail[:60]!r}"


def chosen(calls: Sequence[str], most: int) -> Iterator[tuple[int, str]]:
    """Of the calls of each kind on files of a kind so many, spread evenly."""
    kinds: dict[str, list[int]] = {}
    for number, call in enumerate(calls, 1):
        kinds.setdefault(_OF_ONE_KIND.sub("*", call), []).append(number)
    picked = {number for numbers in kinds.values() for number in spread(numbers, most)}
    return ((number, calls[number - 1]) for number in sorted(picked))


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """So many of them, evenly, with the first and the last.

    >>> spread([1, 2, 3, 4, 5, 6, 7], 3)
    [1, 4, 7]
    """
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[round(each * (len(numbers) - 1) / max(1, most - 1))] for each in range(most)]
