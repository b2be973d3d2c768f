"""How the one who learns has learned: by riding against itself, and against all others, and regretting.

After every fence each horse asks of every number it could have played: would it have stood, and what are its chances
with what would be left? What would have done better than its habit is regretted, and played the more in future: regret
matching. What a situation is worth is how races went on from there. `python -m gm.games.haytack.learning` rides for a
minute and prints lessons such as are kept in `learned.py`.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gm.core.trials import Plan
from gm.games.haytack.course import PLACES, propose
from gm.games.haytack.many import NOBODY, Flags, Numbers, jump
from gm.games.haytack.options import Options
from gm.games.haytack.tempers import (
    CHOICES,
    SITUATIONS,
    STAGES,
    TEMPERS,
    Seen,
    numbers,
    situation,
    whole,
)
from gm.games.haytack.trials import Chance, Races, begin, chance_of, looking, luck, winners

Reals: TypeAlias = NDArray[np.float64]

FIELDS = (12, 24, 40)
RACES = 64
RICHER, DOUBT = 6, 30_000  # before it has seen many races, it takes points to be worth that power of them
MARKS = np.linspace(0.4, 1.8, 15)  # own points beside those of the field: how races went on from there
ROUNDS = 600


COMPANY = ("flat", "front", "miser", "gambler", "copycat", "farsighted")  # in every other saddle
OWN: Flags = np.array([saddle % 2 == 0 for saddle in range(max(FIELDS))])


class Pupil:
    """What it regrets in each situation, what it has played there on the whole, and how that ended."""

    def __init__(self) -> None:
        self.regrets = np.zeros((SITUATIONS, len(CHOICES)))
        self.played = np.full(self.regrets.shape, 1e-9)
        self.won = np.zeros((STAGES + 1, len(MARKS)))  # the last stage is the post
        self.rode = np.full(self.won.shape, 1e-6)

    @property
    def habit(self) -> Reals:
        total = self.regrets.sum(axis=1, keepdims=True)
        found: Reals = np.where(total > 0, self.regrets / np.maximum(total, 1e-12), 1 / len(CHOICES))
        return found

    def worth(self, stage: int, rich: Reals) -> Reals:
        """The chance to win with so many points, beside those of the field."""
        won, rode = self.won[stage], self.rode[stage]
        guess = max(0.01, won.sum() / rode.sum()) * MARKS**RICHER
        found: Reals = np.interp(rich, MARKS, (won + DOUBT * guess) / (rode + DOUBT))
        return found

    def regret(self, where: NDArray[np.int64], gained: Reals, habit: Reals, weight: float) -> None:
        """One fence: what each choice would have gained, horse by horse, where it was."""
        for choice in range(len(CHOICES)):
            self.regrets[:, choice] += np.bincount(where, gained[choice], SITUATIONS)
        self.regrets = np.maximum(self.regrets, 0)  # what was wrong once is not held against a choice for ever
        self.played += weight * habit * (np.bincount(where, minlength=SITUATIONS) > 0)[:, None]


class Stretch(NamedTuple):
    """Who was where before a fence."""

    stage: int
    rich: Reals
    running: Flags


def learn(rounds: int, seed: str) -> Pupil:
    pupil = Pupil()
    for number in range(rounds):
        plan = Plan(FIELDS[number % len(FIELDS)], seed=seed)
        _race(pupil, plan, chance_of(plan, number), weight=number)
        pupil.won *= 0.99  # how it ended when it knew less counts for less
        pupil.rode *= 0.99
    return pupil


def _race(pupil: Pupil, plan: Plan, chance: Chance, weight: float) -> None:
    """A batch of races of one field, with what is learned from each fence and from the end."""
    course, options = propose(plan.entrants), Options()
    at, stretches = begin(plan, options, RACES), []
    for fence, kind in enumerate(course, start=1):
        stretches.append(_fence(pupil, at, fence, kind, len(course), options, chance, weight))
    mean = _mean(at.points, at.running)
    stretches.append(Stretch(STAGES, _rich(at.points, mean), at.running))
    won = winners(at) / np.maximum(winners(at).sum(axis=0), 1)
    for stage, rich, running in stretches:
        mark = np.rint(np.clip((rich[running] - MARKS[0]) / (MARKS[1] - MARKS[0]), 0, len(MARKS) - 1)).astype(int)
        pupil.won[stage] += np.bincount(mark, won[running], len(MARKS))
        pupil.rode[stage] += np.bincount(mark, minlength=len(MARKS))


def _fence(
    pupil: Pupil, at: Races, fence: int, kind: str, many: int, options: Options, chance: Chance, weight: float
) -> Stretch:
    running = at.running & at.alive
    mean, free = _mean(at.points, running), (at.free > 0) & (kind == "plain")
    seen = Seen(at.seen, running.sum(axis=0, dtype=np.int32), at.last)
    sight = looking(at.points, kind, many - fence + 1, many, seen, luck(chance, at.points.shape))
    where, habit = situation(sight), pupil.habit
    offered = numbers(sight)
    wanted = np.take_along_axis(offered, drawn(habit, where, chance), axis=0) * sight.between(0.97, 1.06)
    for number, temper in enumerate(COMPANY):
        own = slice(2 * number + 1, None, 2 * len(COMPANY))
        wanted[own] = TEMPERS[temper](sight._replace(share=sight.share[own], luck=sight.luck[own]))
    landing = jump(at.points, running, whole(wanted, at.points) * ~free, kind, free, options)
    judged = running & ~free
    tried = whole(np.broadcast_to(offered[:, None], (len(CHOICES), *where.shape)), at.points)
    stage = min(STAGES, int(fence / many * STAGES))
    rich = _rich(at.points - tried, _mean(landing.points, landing.running))
    worth = stands(tried, np.where(judged, landing.played, NOBODY), kind) * pupil.worth(stage, rich)
    played = np.moveaxis(habit[where], 2, 0)
    gained = worth - (played * worth).sum(axis=0)
    mine = judged & OWN[: len(judged), None]
    pupil.regret(where[mine], gained[:, mine], habit, weight)
    stretch = Stretch(int((fence - 1) / many * STAGES), _rich(at.points, mean), running)
    at.points, at.running = landing.points, np.where(at.alive, landing.running, at.running)
    at.free = at.free - free + landing.freed
    at.seen = np.where(judged.any(axis=0), np.where(judged, landing.played, NOBODY), at.seen)
    at.last = kind
    return stretch


def drawn(habit: Reals, where: NDArray[np.int64], chance: Chance) -> NDArray[np.int64]:
    """One of the choices for each, as often as it is its habit in its situation."""
    upto = np.cumsum(habit, axis=1)[where]
    found: NDArray[np.int64] = (chance.random(where.shape)[..., None] > upto[..., :-1]).sum(axis=2)
    return found


def stands(tried: Numbers, played: Numbers, kind: str) -> Reals:
    """For each number and each horse: would it have stood, if all others had played what they did? A tie is half."""
    low, high = PLACES[kind]
    inside = np.where(played < NOBODY, played, -1)
    ordered = np.sort(played, axis=0)
    ahead = ordered[min(low, len(played) - 1)]  # who is among the lowest has one more before it
    edge = np.where(played <= ordered[low - 1], ahead, ordered[low - 1])
    found: Reals = (tried > edge) + 0.5 * (tried == edge)
    if high:
        highest = np.sort(inside, axis=0)
        top = np.where(inside >= highest[-1], highest[-2], highest[-1])
        found = found * ((tried < top) + 0.5 * (tried == top))
    return found


def _mean(points: Numbers, running: Flags) -> Reals:
    found: Reals = np.where(running, points, 0).sum(axis=0) / np.maximum(running.sum(axis=0), 1)
    return found


def _rich(points: Numbers, mean: Reals) -> Reals:
    found: Reals = points / np.maximum(mean, 1)
    return found


def told(pupil: Pupil) -> list[str]:
    """The lessons: how often it plays each choice, out of a hundred, a line a situation."""
    known = pupil.played.sum(axis=1, keepdims=True) > 1
    even = [float(part == 0.25) for part in CHOICES]  # where it never was, it would be careful
    shares: Sequence[Sequence[float]] = np.where(known, pupil.played, even).tolist()
    shares = [[share / sum(line) for share in line] for line in shares]
    return [" ".join(str(round(100 * share)) for share in line) for line in shares]


if __name__ == "__main__":
    print("\n".join(told(learn(ROUNDS, "self"))))
