"""How the one who learns has learned: by riding against itself, and against all others, and regretting.

After every fence each horse asks of every number it could have played: would it have stood, and what are its chances
with what would be left? What would have done better than its habit is regretted, and played the more in future: regret
matching. What a situation is worth is how races went on from there. `python -m gm.games.haytack.learning` rides for a
minute and prints the lessons that are kept in `learned.py`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gm.core.trials import Plan
from gm.games.haytack.course import PLACES, propose
from gm.games.haytack.many import NOBODY, Flags, Numbers, jump
from gm.games.haytack.options import Options
from gm.games.haytack.tempers import (
    CHOICES,
    DEAR,
    SITUATIONS,
    STAGES,
    Chance,
    Reals,
    Sight,
    drawn,
    numbers,
    plays,
    situation,
)
from gm.games.haytack.trials import Races, begin, chance_of, winners

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
            self.regrets[:, choice] += np.bincount(where, gained[:, choice], SITUATIONS)
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
    won = winners(at) / np.maximum(winners(at).sum(axis=1), 1)[:, None]
    for stage, rich, running in stretches:
        mark = np.rint(np.clip((rich[running] - MARKS[0]) / (MARKS[1] - MARKS[0]), 0, len(MARKS) - 1)).astype(int)
        pupil.won[stage] += np.bincount(mark, won[running], len(MARKS))
        pupil.rode[stage] += np.bincount(mark, minlength=len(MARKS))


def _fence(
    pupil: Pupil, at: Races, fence: int, kind: str, many: int, options: Options, chance: Chance, weight: float
) -> Stretch:
    running = at.running & at.alive[:, None]
    mean, free = _mean(at.points, running), (at.free > 0) & (kind == "plain")
    runners = running.sum(axis=1).astype(np.int32)
    sight = Sight(at.points, kind, free, many - fence + 1, (fence - 1) / many, runners, at.seen, DEAR[at.last], mean)
    where, habit = situation(sight), pupil.habit
    offered = numbers(sight)
    chosen = np.take_along_axis(offered, drawn(habit, where, chance), axis=1)
    asked = _numbers(chosen * chance.uniform(0.97, 1.06, chosen.shape), at.points)
    for number, temper in enumerate(COMPANY):
        own = slice(2 * number + 1, None, 2 * len(COMPANY))
        asked[:, own] = plays(temper, sight._replace(points=at.points[:, own]), chance)
    landing = jump(at.points, running, np.where(free[:, None], 0, asked), kind, free, options)
    judged = running & ~free[:, None]
    tried = _numbers(np.broadcast_to(offered[:, None, :], (*where.shape, len(CHOICES))), at.points[..., None])
    stage = min(STAGES, int(fence / many * STAGES))
    rich = _rich(at.points[..., None] - tried, _mean(landing.points, landing.running)[:, None])
    worth = stands(tried, np.where(judged, landing.played, NOBODY), kind) * pupil.worth(stage, rich)
    gained = worth - (habit[where] * worth).sum(axis=2, keepdims=True)
    mine = judged & OWN[: judged.shape[1]]
    pupil.regret(where[mine], gained[mine], habit, weight)
    stretch = Stretch(int((fence - 1) / many * STAGES), _rich(at.points, mean), running)
    at.points, at.running = landing.points, np.where(at.alive[:, None], landing.running, at.running)
    at.free = at.free - free + landing.freed
    somebody: Flags = judged.sum(axis=1) > 0
    seen = np.sort(np.where(judged, landing.played, NOBODY), axis=1)
    at.seen, at.last = np.where(somebody[:, None], seen, at.seen), kind
    return stretch


def stands(tried: Numbers, played: Numbers, kind: str) -> Reals:
    """For each horse and each number: would it have stood, if all others had played what they did? A tie is half."""
    low, high = PLACES[kind]
    inside = np.where(played < NOBODY, played, -1)
    ordered = np.sort(played, axis=1)
    ahead = ordered[:, min(low, played.shape[1] - 1)]  # who is among the lowest has one more before it
    edge = np.where(played <= ordered[:, low - 1][:, None], ahead[:, None], ordered[:, low - 1][:, None])[..., None]
    found: Reals = (tried > edge) + 0.5 * (tried == edge)
    if high:
        highest = np.sort(inside, axis=1)
        top = np.where(inside >= highest[:, -1][:, None], highest[:, -2][:, None], highest[:, -1][:, None])[..., None]
        found = found * ((tried < top) + 0.5 * (tried == top))
    return found


def _numbers(wanted: Reals, points: Numbers) -> Numbers:
    found: Numbers = np.clip(np.rint(wanted), 0, points).astype(np.int32)
    return found


def _mean(points: Numbers, running: Flags) -> Reals:
    found: Reals = np.where(running, points, 0).sum(axis=1) / np.maximum(running.sum(axis=1), 1)
    return found


def _rich(points: Numbers, mean: Reals) -> Reals:
    found: Reals = points / np.maximum(mean, 1)[:, None]
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
