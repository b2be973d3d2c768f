"""The rules of one fence for thousands of races at once, one horse a row and one race a column.

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
    freed: Numbers  # of each race: the plain fences that it made free


def jump(points: Numbers, running: Flags, asked: Numbers, kind: str, free: Flags, options: Options) -> Landing:
    """H5 to H14, in the order in which they apply; races that are over have nobody running.

    Flags are multiplied with: that takes the processor a fraction of the time that choosing one by one would.
    """
    played = np.minimum(asked, points) * running  # H6
    unused = points - played
    taken, stumbled = _judge(played, points, running & ~free, kind)
    fell = taken & ~_spared(taken, played, unused, running) if options.last_stands else taken
    left = running & ~fell
    cost = np.minimum(unused >> 1, 5)  # H11
    after = (unused - cost * stumbled) * ~fell  # H15
    if kind == "water":
        after += _water(played, left, options.water_bonus)
    return Landing(after, played, left, fell, stumbled, _frees(_many(fell), kind, options.free_fences))


def _judge(played: Numbers, points: Numbers, judged: Flags, kind: str) -> tuple[Flags, Flags]:
    """H7, H10: who is taken from each end of the field, and who stumbles."""
    low, high = PLACES[kind]
    step = _step(points)
    numbers, others = played * step, step * step * ~judged
    lows = numbers - points + others
    if not high:
        return _take(lows, judged, step, low)
    highs = others - numbers - points
    same: Flags = _number(lows.min(axis=0), step) == -_number(highs.min(axis=0), step)
    fell, stumbled = _take(lows, judged, step, low + high * same)
    fell_too, stumbled_too = _take(highs, judged & ~same, step, high)
    return fell | fell_too, stumbled | stumbled_too


# In what order they are taken is a single number, their rank: steps for the number that was played, less the points.
# Of those who played the same, who has most left has the lowest (H9). Who is not judged ranks above all others.


def _step(points: Numbers) -> Any:
    """More than anybody has; a type in which a rank has room."""
    most = int(points.max()) + 1
    return np.int32(most) if most < 2**14 else np.int64(most)


def _number(rank: Numbers, step: Any) -> Numbers:
    """What was played for such a rank."""
    found: Numbers = -(-rank // step)
    return found


def _take(ranks: Numbers, judged: Flags, step: Any, places: Any) -> tuple[Flags, Flags]:
    """H8, H9: from the lowest rank until the places are filled; who is like the last falls, too, or else stumbles."""
    last = _last(ranks, step, places)
    fell = (ranks <= last) & judged
    reached = (ranks <= _number(last, step) * step) & judged
    return fell, reached & ~fell


def _last(ranks: Numbers, step: Any, places: Any) -> Numbers:
    """The rank with which the places of each race are filled."""
    last: Numbers = ranks.min(axis=0)
    for _ in range(1, int(np.max(places))):
        taken = ranks <= last
        following = (ranks + step * step * taken).min(axis=0)
        last = np.where(_many(taken) < places, following, last)
    return last


def _spared(taken: Flags, played: Numbers, unused: Numbers, running: Flags) -> Flags:
    """H22, with `last_stands`: where all would fall, those who played the most, of them the fewest unused points."""
    gone = (taken == running).all(axis=0)
    bold = running & (played == played.max(axis=0))
    poor = bold & (unused == np.where(bold, unused, NOBODY).min(axis=0))
    found: Flags = poor & gone
    return found


def _water(played: Numbers, left: Flags, bonus: int) -> Numbers:
    """H14."""
    best = left & (played == played.max(axis=0))
    shares: Numbers = best * (bonus // np.maximum(_many(best), 1))
    return shares


def _frees(fallen: Numbers, kind: str, option: str) -> Numbers:
    """H12."""
    planned: Any = {"excess": sum(PLACES[kind]), "literal": 1, "none": fallen}[option]
    found: Numbers = np.maximum(0, fallen - planned)
    return found


def _many(flags: Flags) -> Numbers:
    """How many there are, in each race."""
    found: Numbers = flags.sum(axis=0, dtype=np.int32)
    return found
