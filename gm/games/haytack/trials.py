"""Whole races by the thousand: what a course does to a field of so many, ridden in so many ways."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from gm.core.options import read_options
from gm.core.trials import Plan, Tally
from gm.games.haytack.course import read_course, turns
from gm.games.haytack.many import NOBODY, Flags, Landing, Numbers, jump
from gm.games.haytack.options import Options
from gm.games.haytack.tempers import DEAR, TEMPERS, Chance, Sight, plays

BATCH = 512  # races at once: what they are made of stays where the processor finds it quickly


@dataclass
class Races:
    """So many races as they stand: a row each."""

    points: Numbers
    running: Flags
    out_at: Numbers
    free: Numbers
    seen: Numbers  # the numbers of the last fence that was judged, in order
    turns: Numbers
    last: str = "plain"  # the kind of that fence

    @property
    def alive(self) -> Flags:
        """H21: where two or more are left."""
        found: Flags = self.running.sum(axis=1) > 1
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
        many = min(BATCH, races.stop - start)
        at = begin(plan, options, many)
        told = list(ride(at, plan, course, options, chance_of(plan, start)))
        tally += tallied(at, told, plan)
    return tally


def settings_of(plan: Plan) -> tuple[Sequence[str], Options]:
    return read_course(plan.settings.get("course"))[0], read_options(Options, plan.settings.get("options"))[0]


def chance_of(plan: Plan, start: int) -> Chance:
    digest = sha256(f"{plan.seed}\n{start}".encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest)))


def begin(plan: Plan, options: Options, many: int) -> Races:
    shape = many, plan.entrants
    return Races(
        points=np.full(shape, options.points, np.int32),
        running=np.ones(shape, np.bool_),
        out_at=np.zeros(shape, np.int32),
        free=np.zeros(many, np.int32),
        seen=np.zeros(shape, np.int32),
        turns=np.zeros(many, np.int32),
    )


def ride(at: Races, plan: Plan, course: Sequence[str], options: Options, chance: Chance) -> Iterator[Jumped]:
    """Turn after turn to the end; what is left of the races stands in `at`."""
    columns = _columns(plan)
    for turn in turns(plan.entrants, len(course)):
        alive = at.alive
        if not alive.any():
            return
        at.turns += alive
        asked = _orders(at, turn, course, columns, chance)
        for fence in turn:
            yield _jumped(at, fence, course[fence - 1], asked[fence], options)


def _columns(plan: Plan) -> Mapping[str, slice]:
    """Tempers are dealt out in turn, as horses enter."""
    tempers = plan.tempers or tuple(TEMPERS)
    return {temper: slice(first, None, len(tempers)) for first, temper in enumerate(tempers) if first < plan.entrants}


def _orders(
    at: Races, turn: range, course: Sequence[str], columns: Mapping[str, slice], chance: Chance
) -> dict[int, Numbers]:
    """What all jockeys write for a turn, knowing how it begins."""
    left, owed, asked = at.points, at.free, {}
    runners = at.running.sum(axis=1).astype(np.int32)
    for fence in turn:
        mean = np.where(at.running, left, 0).sum(axis=1) / np.maximum(runners, 1)
        kind = course[fence - 1]
        free = (owed > 0) & (kind == "plain")
        owed = owed - free
        numbers = np.zeros_like(at.points)
        for temper, own in columns.items():
            behind, ahead = (fence - 1) / len(course), len(course) - fence + 1
            sight = Sight(left[:, own], kind, free, ahead, behind, runners, at.seen, DEAR[at.last], mean)
            numbers[:, own] = plays(temper, sight, chance)
        asked[fence] = numbers
        left = left - np.minimum(numbers, left)
    return asked


def _jumped(at: Races, fence: int, kind: str, asked: Numbers, options: Options) -> Jumped:
    alive = at.alive
    running = at.running & alive[:, None]
    free = (at.free > 0) & (kind == "plain")
    landing = jump(at.points, running, asked, kind, free, options)
    at.points = landing.points
    at.running = np.where(alive[:, None], landing.running, at.running)
    at.out_at = np.where(landing.fell, fence, at.out_at)
    at.free = np.where(alive, at.free - free + landing.freed, at.free)
    played = np.sort(np.where(running, landing.played, NOBODY), axis=1)
    at.seen = np.where((alive & ~free)[:, None], played, at.seen)
    at.last = kind
    return Jumped(fence, kind, asked, free & alive, landing)


def winners(at: Races) -> Flags:
    """H21, H22: of those still running the ones with the most points; nobody, if nobody is."""
    best = np.where(at.running, at.points, -1).max(axis=1)
    found: Flags = at.running & (at.points == best[:, None])
    return found


def tallied(at: Races, told: Sequence[Jumped], plan: Plan) -> Tally:
    tally, won = Tally(len(at.points)), winners(at)
    tally.count("finishers", Counter(at.running.sum(axis=1).tolist()))
    tally.count("turns", Counter(at.turns.tolist()))
    tally.count("free", Counter(np.sum([each.free for each in told], axis=0).tolist()))
    tally.count("dead heats", Counter(at_once(won)))
    for temper, own in _columns(plan).items():
        tally.count("rode", {temper: int(at.points[:, own].size)})
        tally.count("won", {temper: int(won[:, own].sum())})
        tally.count("stood", {temper: int(at.running[:, own].sum())})
    for each in told:
        tally.count("fell", {each.kind: int(each.landing.fell.sum())})
        tally.count("jumped", {each.kind: int((each.landing.fell | each.landing.running).any(axis=1).sum())})
        tally.count("stumbled", {each.kind: int(each.landing.stumbled.sum())})
    return tally


def at_once(won: Flags) -> list[int]:
    return [int(many) for many in won.sum(axis=1)]
