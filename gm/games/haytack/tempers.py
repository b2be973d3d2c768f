"""Jockeys by the thousand: what each temper plays on a turn, for its horses in every race at once.

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

Reals: TypeAlias = NDArray[np.float32]  # exact enough for a number, and half as much to carry
DEAR = {"plain": 1.0, "becher": 1.4, "chair": 0.9, "water": 1.05}  # where more fall, more is played
_PARTS = tuple(np.linspace(0.02, 0.98, 9).tolist())  # of the field: those whom somebody thinks of who looks ahead
_SLACK = 0.6  # how dear points are to them, beside standing


# What the one who learns tells apart, and what it chooses from: whom of the last fence to beat.
KINDS = tuple(PLACES)
STAGES = 6  # of the course
RICHES = (0.7, 0.9, 1.1, 1.3)  # own points beside those of the field
CHOICES = (0.0, 0.04, 0.08, 0.15, 0.25, 0.4, 0.55, 0.75, 1.0)  # how much of the field it means to leave below
SITUATIONS = STAGES * len(KINDS) * (len(RICHES) + 1)
_LOTS = 1024  # in each situation, shared out among the choices


class Seen:
    """What everybody has read before a turn: the numbers of the last fence that was judged."""

    def __init__(self, numbers: Numbers, runners: Numbers, kind: str) -> None:
        self.runners = runners  # of each race
        self.dear = DEAR[kind]  # how much more than at a plain fence was played there
        self._ordered = np.sort(np.ascontiguousarray(numbers.T), axis=1)  # a row a race; those without a rider last
        self._found: dict[tuple[float, ...], Reals] = {}

    def quantiles(self, parts: tuple[float, ...]) -> Reals:
        """The numbers that so many of the field played less than, a row for each of the parts; looked up once."""
        if parts not in self._found:
            races, horses = self._ordered.shape
            place = (np.maximum(self.runners - 1, 0) * np.array(parts)[:, None]).astype(np.int64)
            self._found[parts] = self._ordered.take(place + horses * np.arange(races)).astype(np.float32)
        return self._found[parts]

    @property
    def anything(self) -> Flags:
        """Where at most one rider played nothing; before the first fence they all did."""
        found: Flags = self._ordered[:, 1] > 0
        return found


class Sight(NamedTuple):
    """What jockeys of one temper see of a fence: a row a horse of theirs, a column a race."""

    share: Reals  # an even share of what is not promised to an earlier fence: something has to be left at the post
    even: Reals  # of each race: the same for a horse in the middle of the field
    kind: str
    left: int  # fences from this one to the last
    jumped: float  # how much of the course is behind the field, from 0 to 1
    seen: Seen
    luck: Reals  # what chance makes of each of them, from 0 to 1

    def between(self, low: float, high: float) -> Reals:
        """Anything between them, as luck has it."""
        return low + (high - low) * self.luck

    def one_of_three(self, lowest: int) -> Reals:
        """This number or one of the next two."""
        return np.floor(3 * self.luck) + lowest


Temper: TypeAlias = Callable[[Sight], Reals]


def flat(sight: Sight) -> Reals:
    """The same everywhere, a little more where more fall."""
    return sight.share * sight.between(0.9 * DEAR[sight.kind], 1.1 * DEAR[sight.kind])


def front(sight: Sight) -> Reals:
    """Safe early, poor late."""
    return flat(sight) * (1.5 - 0.7 * sight.jumped)


def miser(sight: Sight) -> Reals:
    """Just above the lowest of the last fence."""
    above = sight.seen.quantiles((0.08,)) + sight.one_of_three(1)
    found: Reals = np.minimum(above * DEAR[sight.kind], 1.3 * sight.share)
    return found


def gambler(sight: Sight) -> Reals:
    """Anything, and now and then nothing at all."""
    return sight.share * sight.between(0.3, 1.9) * (sight.luck > 0.06)


def copycat(sight: Sight) -> Reals:
    """What the middle of the field did last."""
    found: Reals = np.minimum(sight.seen.quantiles((0.5,)) + sight.one_of_three(-1), 2 * sight.share)
    return found


def farsighted(sight: Sight) -> Reals:
    """Just above some rider of the last fence: weighs the risk, if all ride so again, against what it would leave."""
    stays = _stays(sight.kind, int(sight.seen.runners.max()))[:, sight.seen.runners]
    numbers = sight.seen.quantiles(_PARTS) * (DEAR[sight.kind] / sight.seen.dear) + 1
    price = _SLACK / np.maximum(sight.share * (sight.left + 1), 1)
    worth = stays[:, None] - (stays * numbers)[:, None] * price
    best = (numbers[:, None] * (worth == worth.max(axis=0))).max(axis=0)
    found: Reals = np.minimum(best * sight.between(0.95, 1.05), 2.5 * sight.share)
    return found


@cache
def _stays(kind: str, most: int) -> Reals:
    """How likely one stays up who plays more than such a part, a row each, of a field of so many, a column each."""
    others, part = np.maximum(np.arange(most + 1) - 1, 1), np.array(_PARTS)[:, None]
    low, high = PLACES[kind]
    found: Reals = (1 - (1 - part) ** (others / low) - (part**others if high else 0)).astype(np.float32)
    return found


def situation(sight: Sight) -> NDArray[np.int64]:
    """Which of the situations each horse is in that the one who learns tells apart."""
    stage = min(STAGES - 1, int(sight.jumped * STAGES))
    first = (stage * len(KINDS) + KINDS.index(sight.kind)) * (len(RICHES) + 1)
    where = np.full(sight.share.shape, first)
    for rich in RICHES:
        where += sight.share > rich * sight.even
    return where


def numbers(sight: Sight) -> Reals:
    """What each choice comes to, in each race: a number of the last fence, dearer or cheaper as fences are."""
    beaten = sight.seen.quantiles(CHOICES) * (DEAR[sight.kind] / sight.seen.dear) + 1
    at_first = sight.even * (0.8 + 0.6 * np.array(CHOICES, np.float32))[:, None]
    return np.where(sight.seen.anything, beaten, at_first)


@cache
def lessons() -> NDArray[np.float64]:
    """What was learned, as shares of one."""
    from gm.games.haytack.learned import LESSONS

    table = np.array([[int(each) for each in line.split()] for line in LESSONS.split("\n")], np.float64)
    found: NDArray[np.float64] = table / table.sum(axis=1, keepdims=True)
    return found


@cache
def _lots() -> NDArray[np.int64]:
    """The choices to draw from in each situation: of each as many as the lessons say."""
    upto = np.cumsum(lessons(), axis=1)[:, None, :-1]
    found: NDArray[np.int64] = ((np.arange(_LOTS)[:, None] + 0.5) / _LOTS > upto).sum(axis=2)
    return found


def learned(sight: Sight) -> Reals:
    """Plays what it regretted least while it rode against itself (see `learning.py`)."""
    lot = np.floor(sight.luck * _LOTS)
    rest = sight.luck * _LOTS - lot  # which is as much a matter of luck
    choice = _lots().take(situation(sight) * _LOTS + lot.astype(np.int64))
    number = np.take_along_axis(numbers(sight), choice, axis=0)
    found: Reals = np.minimum(number * (0.97 + 0.09 * rest), 2.5 * sight.share)
    return found


TEMPERS: dict[str, Temper] = {
    "flat": flat,
    "front": front,
    "miser": miser,
    "gambler": gambler,
    "copycat": copycat,
    "farsighted": farsighted,
    "learned": learned,
}


def whole(wanted: Reals, points: Numbers) -> Numbers:
    """Whole numbers that they have."""
    found: Numbers = np.minimum(np.maximum(np.rint(wanted).astype(np.int32), 0), points)
    return found
