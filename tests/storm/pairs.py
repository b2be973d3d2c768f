"""Two commands at once: one is stopped at a call, the other comes, and both go on to their ends.

What must hold: everything is as if one had come after the other, or as if one had been refused.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.storm.commands import Try
from tests.storm.harness import chosen
from tests.storm.model import bad_words, lost, wrong_mail
from tests.storm.portrait import Portrait, portrait
from tests.storm.process import STOPPED, Ran
from tests.storm.zines import Zines

STOPS = 4  # at so many of its calls the first one is stopped, one at a time
HEAD_START = 0.3  # seconds: whoever has not ended by then waits for the first one


@dataclass(frozen=True)
class Pair:
    """The first is stopped at one of its calls: early, late, or between."""

    kind: str
    first: Try
    second: Try
    stop: int

    def __str__(self) -> str:
        return f"{self.kind}: gm {self.first.name} beside gm {self.second.name}: stop {self.stop + 1} of {STOPS}"


@dataclass(frozen=True)
class End:
    """How two commands may end: the zine, and for each whether it did what it was told."""

    seen: Portrait
    did: tuple[bool, bool]


class Meetings:
    def __init__(self, zines: Zines):
        self.zines, self.yard = zines, zines.yard
        self._calls: dict[tuple[Try, bool], tuple[list[tuple[int, str]], list[tuple[int, str]]]] = {}
        self._before: dict[tuple[bool, bool], Portrait] = {}
        self._serial: dict[tuple[tuple[Try, ...], bool, bool], tuple[Portrait, list[bool]]] = {}

    def pairs(self, tries: Sequence[Try], stops: Sequence[int] = range(STOPS)) -> Iterator[Pair]:
        for stop in stops:
            for first in tries:
                for second in tries:
                    yield Pair(self.zines.kind, first, second, stop)

    def wrong(self, pair: Pair) -> list[str]:
        """All that did not hold."""
        one, other = pair.first, pair.second
        ends = self._may_end(one, other)
        nth, call = self._call(pair)
        before = self._put(one, other)
        rans = self._meet(pair, nth)
        now = portrait(self.yard.folder)
        found = [each for ran in rans for each in bad_words(ran)]
        found += [f"the database is damaged: {now.damage}"] if now.damage else lost(before, now)
        if one.sends or other.sends:
            found += wrong_mail(now, self.zines.office.taken())
        if not found:
            found += _unlike(ends, now, (one, other), rans)
        return [f"at call {nth} ({call}): {each}" for each in found]

    def _meet(self, pair: Pair, nth: int) -> tuple[Ran, Ran]:
        first = self.yard.begin(*pair.first.args, fault=STOPPED, nth=nth)
        first.stops()
        second = self.yard.begin(*pair.second.args)
        second.ends(HEAD_START)
        first.go_on()
        return first.finish(), second.finish()

    def _call(self, pair: Pair) -> tuple[int, str]:
        """Where the first one is stopped: at calls of every kind, and in turn at calls spread evenly over all of it."""
        about = pair.first, pair.second.fetches
        if about not in self._calls:
            self._put(pair.first, pair.second)
            calls = self.yard.gm(*pair.first.args).calls or ("nothing",)
            self._calls[about] = list(chosen(calls, 1)), list(enumerate(calls, 1))
        places = self._calls[about][pair.stop % 2]
        return places[round(pair.stop * (len(places) - 1) / (STOPS - 1))]

    def _put(self, one: Try, other: Try) -> Portrait:
        about = _about(one, other)
        self.zines.put("busy", *about)
        if about not in self._before:
            self._before[about] = portrait(self.yard.folder)
        return self._before[about]

    def _may_end(self, one: Try, other: Try) -> tuple[End, ...]:
        """One after the other; or one alone, because the other was refused."""
        (ab, (a, b)), (ba, (b_first, a_then)) = self._one_by_one(one, other), self._one_by_one(other, one)
        (alone, (did,)), (other_alone, (other_did,)) = (
            self._one_by_one(one, beside=other),
            self._one_by_one(other, beside=one),
        )
        return (
            End(ab, (a, b)),
            End(ba, (a_then, b_first)),
            End(alone, (did, False)),
            End(other_alone, (False, other_did)),
        )

    def _one_by_one(self, *tries: Try, beside: Try | None = None) -> tuple[Portrait, list[bool]]:
        about = _about(tries[0], beside or tries[-1])
        if (tries, *about) not in self._serial:
            self._put(tries[0], beside or tries[-1])
            did = [_did(each, self.yard.gm(*each.args)) for each in tries]
            self._serial[tries, *about] = portrait(self.yard.folder).without_fates, did
        return self._serial[tries, *about]


def _about(one: Try, other: Try) -> tuple[bool, bool]:
    """Does anything leave, does anything come in?"""
    return one.sends or other.sends, one.fetches or other.fetches


def _did(what: Try, ran: Ran) -> bool:
    return ran.code == 0 and bool(re.search(what.done, ran.said))


def _unlike(ends: Sequence[End], now: Portrait, both: tuple[Try, Try], rans: tuple[Ran, Ran]) -> Iterator[str]:
    now = now.without_fates
    did = _did(both[0], rans[0]), _did(both[1], rans[1])
    alone = [end for end, ran in zip(ends[2:], (rans[1], rans[0]), strict=True) if ran.code == 1]
    possible = [*ends[:2], *alone]
    said = "; ".join(f"{ran.code} {' '.join(ran.said.split())[-120:]}" for ran in rans)
    if not any(end.seen.tables == now.tables for end in possible):
        differ = [name for name in now.tables if all(now.tables[name] != end.seen.tables.get(name) for end in possible)]
        yield f"as in no order: {', '.join(differ) or 'how the tables go together'}; they said: {said}"
    elif not any((end.seen.tables, end.did) == (now.tables, did) for end in possible):
        yield f"what they say fits no order: {said}"
    files = [end.seen.files for end in possible if end.seen.tables == now.tables]
    if files and now.files not in files:
        names = {name for each in files for name in each.keys() ^ now.files.keys()}
        names |= {name for each in files for name in each.keys() & now.files.keys() if each[name] != now.files[name]}
        yield f"files as in no order: {', '.join(sorted(names)[:6])}; they said: {said}"
    if now.drafts:
        yield f"drafts are left: {', '.join(now.drafts[:3])}"
