"""Whole races by the thousand: what a course does to a field of so many, ridden in so many ways."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

import numpy as np

from gm.core.options import read_options
from gm.core.trials import Plan, Tally
from gm.games.haytack.course import read_course, turns
from gm.games.haytack.many import NOBODY, Flags, Landing, Numbers, jump
from gm.games.haytack.options import Options
from gm.games.haytack.tempers import TEMPERS, Reals, Seen, Sight, whole

BATCH = 1024  # races at once: what they are made of stays where the processor finds it quickly
Chance: TypeAlias = np.random.Generator


@dataclass
class Races:
    """So many races as they stand: a row a horse, a column a race. Who has fallen has no points left."""

    points: Numbers
    running: Flags
    free: Numbers
    seen: Numbers  # the numbers of the last fence that was judged; nobody's, where there was no rider
    turns: Numbers
    last: str = "plain"  # the kind of that fence

    @property
    def runners(self) -> Numbers:
        found: Numbers = self.running.sum(axis=0, dtype=np.int32)
        return found

    @property
    def alive(self) -> Flags:
        """H21: where two or more are left."""
        found: Flags = self.runners > 1
        return found


@dataclass(frozen=True)
class Jumped:
    """One fence of all races, as it was ridden."""

    fence: int
    kind: str
    asked: Numbers
    free: Flags
    landing: Landing


def trial(plan: Plan, races: range) -> Tally:
    """The tally of these races. Every batch has chances of its own, so it does not matter who rides which."""
    course, options = settings_of(plan)
    tally = Tally()
    for start in range(races.start, races.stop, BATCH):
        at = begin(plan, options, min(BATCH, races.stop - start))
        tally += tallied(at, ride(at, plan, course, options, chance_of(plan, start)), plan)
    return tally


def settings_of(plan: Plan) -> tuple[Sequence[str], Options]:
    return read_course(plan.settings.get("course"))[0], read_options(Options, plan.settings.get("options"))[0]


def chance_of(plan: Plan, start: int) -> Chance:
    digest = sha256(f"{plan.seed}\n{start}".encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest)))


def luck(chance: Chance, shape: tuple[int, int]) -> Reals:
    """From 0 to 1, in steps so fine that no number shows them: four of them are drawn at once."""
    many = shape[0] * shape[1]
    drawn = chance.bit_generator.random_raw(many // 4 + 1).view(np.uint16)[:many]
    found: Reals = drawn.reshape(shape) * np.float32(2**-16)
    return found


def begin(plan: Plan, options: Options, many: int) -> Races:
    shape = plan.entrants, many
    return Races(
        points=np.full(shape, options.points, np.int32),
        running=np.ones(shape, np.bool_),
        free=np.zeros(many, np.int32),
        seen=np.zeros(shape, np.int32),
        turns=np.zeros(many, np.int32),
    )


def ride(at: Races, plan: Plan, course: Sequence[str], options: Options, chance: Chance) -> Iterator[Jumped]:
    """Turn after turn to the end; what is left of the races stands in `at`."""
    rows = _rows(plan)
    for turn in turns(plan.entrants, len(course)):
        alive = at.alive
        if not alive.any():
            return
        at.turns += alive
        asked = _orders(at, turn, course, rows, chance)
        for fence in turn:
            yield _jumped(at, fence, course[fence - 1], asked[fence], options)


def _rows(plan: Plan) -> list[tuple[str, slice]]:
    """Tempers are dealt out in turn, as horses enter; one that is named twice has twice as many."""
    tempers = plan.tempers or tuple(TEMPERS)
    return [(temper, slice(first, None, len(tempers))) for first, temper in enumerate(tempers[: plan.entrants])]


def _orders(
    at: Races, turn: range, course: Sequence[str], rows: Sequence[tuple[str, slice]], chance: Chance
) -> dict[int, Numbers]:
    """What all jockeys write for a turn, knowing how it begins."""
    left, owed, asked = at.points, at.free, {}
    seen = Seen(at.seen, at.runners, at.last)
    for fence in turn:
        kind, ahead = course[fence - 1], len(course) - fence + 1
        sight = looking(left, kind, ahead, len(course), seen, luck(chance, left.shape))
        wanted = np.empty_like(sight.share)
        for temper, own in rows:
            wanted[own] = TEMPERS[temper](sight._replace(share=sight.share[own], luck=sight.luck[own]))
        if kind == "plain":
            free = owed > 0
            owed = owed - free
            wanted = wanted * ~free + free * (sight.luck < 0.5)  # where nobody can fall, next to nothing
        asked[fence] = whole(wanted, left)
        left = left - asked[fence]
    return asked


def looking(points: Numbers, kind: str, ahead: int, fences: int, seen: Seen, luck: Reals) -> Sight:
    """What the whole field sees of a fence."""
    share: Reals = points.astype(np.float32) / np.float32(ahead + 1)
    even = share.sum(axis=0) / np.maximum(seen.runners, 1).astype(np.float32)
    return Sight(share, even, kind, ahead, (fences - ahead) / fences, seen, luck)


def _jumped(at: Races, fence: int, kind: str, asked: Numbers, options: Options) -> Jumped:
    alive = at.alive
    running = at.running & alive
    free = alive & (at.free > 0) & (kind == "plain")
    landing = jump(at.points, running, asked, kind, free, options)
    at.points, at.running = landing.points, at.running & ~landing.fell
    at.seen = at.seen * free + (landing.played + NOBODY * ~running) * ~free
    at.free = at.free - free + landing.freed
    at.last = kind
    return Jumped(fence, kind, asked, free, landing)


def winners(at: Races) -> Flags:
    """H21, H22: of those still running the ones with the most points; nobody, if nobody is."""
    best = np.where(at.running, at.points, -1).max(axis=0)
    found: Flags = at.running & (at.points == best)
    return found


def tallied(at: Races, told: Iterable[Jumped], plan: Plan) -> Tally:
    tally, frees = Tally(len(at.turns)), np.zeros(len(at.turns), np.int32)
    for each in told:
        fell, running = each.landing.fell, each.landing.running
        tally.count("fell", {each.kind: int(np.count_nonzero(fell))})
        tally.count("jumped", {each.kind: int(np.count_nonzero((fell | running).any(axis=0)))})
        tally.count("stumbled", {each.kind: int(np.count_nonzero(each.landing.stumbled))})
        frees += each.free
    won = winners(at)
    tally.count("finishers", Counter(at.runners.tolist()))
    tally.count("turns", Counter(at.turns.tolist()))
    tally.count("free", Counter(frees.tolist()))
    tally.count("dead heats", Counter(won.sum(axis=0).tolist()))
    for temper, own in _rows(plan):
        tally.count("rode", {temper: int(at.points[own].size)})
        tally.count("won", {temper: int(won[own].sum())})
        tally.count("stood", {temper: int(at.running[own].sum())})
    return tally
