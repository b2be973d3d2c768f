"""Jockeys by the thousand: what each temper plays on a turn, for one horse in every race at once.

They know what a jockey knows who reads the reports: the course, their own points, and the numbers of the last fence.
Both numbers of a turn are written before its first fence is jumped.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gm.games.haytack.course import PLACES
from gm.games.haytack.many import Flags, Numbers

Reals: TypeAlias = NDArray[np.float64]
Chance: TypeAlias = np.random.Generator
DEAR = {"plain": 1.0, "becher": 1.4, "chair": 0.9, "water": 1.05}  # where more fall, more is played
_PARTS = np.linspace(0.02, 0.98, 9)  # of the field: those whom somebody thinks of who looks ahead
_SLACK = 0.6  # how dear points are to them, beside standing


# What the one who learns tells apart, and what it chooses from: whom of the last fence to beat.
KINDS = tuple(PLACES)
STAGES = 6  # of the course
RICHES = (0.7, 0.9, 1.1, 1.3)  # own points beside those of the field
CHOICES = (0.0, 0.04, 0.08, 0.15, 0.25, 0.4, 0.55, 0.75, 1.0)  # how much of the field it means to leave below
SITUATIONS = STAGES * len(KINDS) * (len(RICHES) + 1)


class Sight(NamedTuple):
    """What jockeys of one temper see of a fence: a row a race, a column a horse of theirs."""

    points: Numbers  # as far as they have not been promised to an earlier fence of the turn
    kind: str
    free: Flags  # of each race: nobody falls there
    left: int  # fences from this one to the last
    jumped: float  # how much of the course is behind the field, from 0 to 1
    runners: Numbers  # of each race
    seen: Numbers  # of each race: the numbers of the last fence that was judged, in order; those without a rider last
    dear: float  # how much more than at a plain fence was played there
    mean: Reals  # of each race: the points of those who run

    @property
    def share(self) -> Reals:
        """An even share of what is left: something has to be left at the post."""
        found: Reals = self.points / (self.left + 1)
        return found

    @property
    def even(self) -> Reals:
        """The same for a horse in the middle of the field; a column for all."""
        found: Reals = (self.mean / (self.left + 1))[:, None]
        return found

    def quantiles(self, *parts: float) -> Numbers:
        """The numbers of the last fence that so many of the field played less than; a column for each of the parts."""
        place = ((self.runners - 1)[:, None] * np.array(parts)).astype(np.int64)
        found: Numbers = self.seen[np.arange(len(place))[:, None], place]
        return found


Temper: TypeAlias = Callable[[Sight, Chance], Reals]


def flat(sight: Sight, chance: Chance) -> Reals:
    """The same everywhere, a little more where more fall."""
    return sight.share * DEAR[sight.kind] * chance.uniform(0.9, 1.1, sight.points.shape)


def front(sight: Sight, chance: Chance) -> Reals:
    """Safe early, poor late."""
    return flat(sight, chance) * (1.5 - 0.7 * sight.jumped)


def miser(sight: Sight, chance: Chance) -> Reals:
    """Just above the lowest of the last fence."""
    above = sight.quantiles(0.08) + chance.integers(1, 4, sight.points.shape)
    found: Reals = np.minimum(above * DEAR[sight.kind], 1.3 * sight.share)
    return found


def gambler(sight: Sight, chance: Chance) -> Reals:
    """Anything, and now and then nothing at all."""
    wild = chance.uniform(0.4, 1.9, sight.points.shape)
    return sight.share * np.where(chance.random(sight.points.shape) < 0.06, 0, wild)


def copycat(sight: Sight, chance: Chance) -> Reals:
    """What the middle of the field did last."""
    found: Reals = np.minimum(sight.quantiles(0.5) + chance.integers(-1, 2, sight.points.shape), 2 * sight.share)
    return found


def farsighted(sight: Sight, chance: Chance) -> Reals:
    """Just above some rider of the last fence: weighs the risk, if all ride so again, against what it would leave."""
    others = np.maximum(sight.runners - 1, 1)[:, None]
    low, high = PLACES[sight.kind]
    stays = 1 - (1 - _PARTS) ** (others / low) - (_PARTS**others if high else 0)
    numbers = sight.quantiles(*_PARTS) * (DEAR[sight.kind] / sight.dear) + 1
    left = 1 - _SLACK * numbers[:, None, :] / np.maximum(sight.points, 1)[:, :, None]
    best = (stays[:, None, :] * left).argmax(axis=2)
    found: Reals = np.take_along_axis(numbers, best, axis=1) * chance.uniform(0.95, 1.05, sight.points.shape)
    return np.minimum(found, 2.5 * sight.share)


def situation(sight: Sight) -> NDArray[np.int64]:
    """Which of the situations each horse is in that the one who learns tells apart."""
    rich = np.searchsorted(RICHES, sight.points / np.maximum(sight.mean, 1)[:, None])
    stage = min(STAGES - 1, int(sight.jumped * STAGES))
    return (stage * len(KINDS) + KINDS.index(sight.kind)) * (len(RICHES) + 1) + rich


def numbers(sight: Sight) -> Reals:
    """What each choice comes to, in each race: a number of the last fence, dearer or cheaper as fences are."""
    beaten = sight.quantiles(*CHOICES) * (DEAR[sight.kind] / sight.dear) + 1
    at_first = sight.even * (0.8 + 0.6 * np.array(CHOICES))
    return np.where(sight.seen[:, :1] + sight.seen[:, 1:2] > 0, beaten, at_first)


def drawn(lessons: Reals, where: NDArray[np.int64], chance: Chance) -> NDArray[np.int64]:
    """One of the choices for each, as often as the lessons say for its situation."""
    upto = np.cumsum(lessons, axis=1)[where]
    found: NDArray[np.int64] = (chance.random(where.shape)[..., None] > upto[..., :-1]).sum(axis=2)
    return found


@cache
def lessons() -> Reals:
    """What was learned, as shares of one."""
    from gm.games.haytack.learned import LESSONS

    table = np.array([[int(each) for each in line.split()] for line in LESSONS.split("\n")], np.float64)
    found: Reals = table / table.sum(axis=1, keepdims=True)
    return found


def learned(sight: Sight, chance: Chance) -> Reals:
    """Plays what it regretted least while it rode against itself (see `learning.py`)."""
    found: Reals = np.take_along_axis(numbers(sight), drawn(lessons(), situation(sight), chance), axis=1)
    return np.minimum(found * chance.uniform(0.97, 1.06, found.shape), 2.5 * sight.share)


TEMPERS: dict[str, Temper] = {
    "flat": flat,
    "front": front,
    "miser": miser,
    "gambler": gambler,
    "copycat": copycat,
    "farsighted": farsighted,
    "learned": learned,
}


def plays(temper: str, sight: Sight, chance: Chance) -> Numbers:
    """Whole numbers that it has; where nobody can fall, next to nothing."""
    number = np.rint(TEMPERS[temper](sight, chance))
    small = chance.integers(0, 2, number.shape)
    if sight.free.any():
        number = np.where(sight.free[:, None], small, number)
    return np.minimum(np.maximum(number, 0), sight.points).astype(np.int32)
