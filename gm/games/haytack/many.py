"""The rules of one fence for thousands of races at once, one race a row and one horse a column.

`rules.py` is the law, and plays one race with all its events; this plays many without any, for `gm simulate`. A test
holds the two together, race for race.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gm.games.haytack.course import PLACES
from gm.games.haytack.options import Options

Numbers: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.bool_]
NOBODY = np.int32(2**31 - 1)  # above every number that can be played


class Landing(NamedTuple):
    """What one fence did to every field."""

    points: Numbers
    played: Numbers
    running: Flags
    fell: Flags
    stumbled: Flags
    bonus: Numbers
    freed: Numbers  # of each race: the plain fences that it made free


def jump(points: Numbers, running: Flags, asked: Numbers, kind: str, free: Flags, options: Options) -> Landing:
    """H5 to H14, in the order in which they apply; races that are over have nobody running."""
    played = np.where(running, np.minimum(asked, points), 0)  # H6
    unused = points - played
    taken, stumbled = _judge(played, unused, running & ~free[:, None], kind)
    fell = taken & ~_spared(taken, played, unused, running) if options.last_stands else taken
    left = running & ~fell
    cost = np.where(unused >= 10, 5, unused // 2)  # H11
    bonus = _water(played, running, left, options.water_bonus) if kind == "water" else np.zeros_like(points)
    after = np.where(running, np.where(fell, 0, unused - cost * stumbled + bonus), points)  # H15
    freed = _frees(fell.sum(axis=1, dtype=np.int32), kind, options.free_fences)
    return Landing(after, played, left, fell, stumbled, bonus, freed)


def _judge(played: Numbers, unused: Numbers, judged: Flags, kind: str) -> tuple[Flags, Flags]:
    """H7, H10: who is taken from each end of the field, and who stumbles."""
    low, high = PLACES[kind]
    lows = np.where(judged, played, NOBODY)
    places = np.full(len(played), low, np.int32)
    if not high:
        return _take(lows, unused, places, low)
    highs = np.where(judged, -played, NOBODY)
    same = lows.min(axis=1) == -highs.min(axis=1)
    fell, stumbled = _take(lows, unused, places + high * same, low + high)
    fell_too, stumbled_too = _take(highs, unused, np.where(same, 0, high).astype(np.int32), high)
    return fell | fell_too, stumbled | stumbled_too


def _take(ranks: Numbers, unused: Numbers, places: Numbers, most: int) -> tuple[Flags, Flags]:
    """H8, H9: one number after the other, the lowest rank first, until the places are filled."""
    fell, stumbled = np.zeros(ranks.shape, np.bool_), np.zeros(ranks.shape, np.bool_)
    for _ in range(most):
        least = ranks.min(axis=1)
        wanted = (places > 0) & (least < NOBODY)
        if not wanted.any():
            break
        group = (ranks == least[:, None]) & wanted[:, None]
        size = group.sum(axis=1, dtype=np.int32)
        falls = group.copy()
        tied = np.flatnonzero(size > places * wanted)
        if len(tied):
            falls[tied] &= unused[tied] >= _last(np.where(group[tied], unused[tied], -1), places[tied])
        fell |= falls
        stumbled |= group & ~falls
        places = places - size
        ranks = np.where(group, NOBODY, ranks)
    return fell, stumbled


def _last(unused: Numbers, places: Numbers) -> Numbers:
    """H9: of each group, what the last one who falls has left; whoever has as much falls, too."""
    most = int(places.max(initial=1))
    if most == 1:
        found: Numbers = unused.max(axis=1)[:, None]
        return found
    best = -np.partition(-unused, range(most), axis=1)[:, :most]
    return np.take_along_axis(best, places[:, None] - 1, axis=1)


def _spared(taken: Flags, played: Numbers, unused: Numbers, running: Flags) -> Flags:
    """H22, with `last_stands`: where all would fall, those who played the most, of them the fewest unused points."""
    gone = running.any(axis=1) & (taken == running).all(axis=1)
    bold = running & (played == np.where(running, played, -1).max(axis=1)[:, None])
    poor = bold & (unused == np.where(bold, unused, NOBODY).min(axis=1)[:, None])
    found: Flags = poor & gone[:, None]
    return found


def _water(played: Numbers, running: Flags, left: Flags, bonus: int) -> Numbers:
    """H14."""
    best = left & (played == np.where(running, played, -1).max(axis=1)[:, None])
    shares: Numbers = (best * (bonus // np.maximum(best.sum(axis=1), 1))[:, None]).astype(np.int32)
    return shares


def _frees(fallen: Numbers, kind: str, option: str) -> Numbers:
    """H12."""
    planned: Any = {"excess": sum(PLACES[kind]), "literal": 1, "none": fallen}[option]
    found: Numbers = np.maximum(0, fallen - planned)
    return found
