"""One fence: who falls, who stumbles, and after which comparison."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from gm.games.haytack.course import PLACES


@dataclass(frozen=True, slots=True)
class Jump:
    """What a horse played, and what it has left after paying (H5)."""

    horse: str
    played: int
    unused: int


@dataclass(frozen=True, slots=True)
class Taking:
    """One group of equal numbers at one end of the field, and whom of it the fence takes."""

    end: str  # "low", "high", or "both" where the two ends of the Chair meet (H10)
    group: tuple[Jump, ...]
    fell: tuple[Jump, ...]
    places: int

    @property
    def stumbled(self) -> tuple[Jump, ...]:
        fell = frozenset(self.fell)
        return tuple(jump for jump in self.group if jump not in fell)

    @property
    def split(self) -> bool:
        """H9: a tie that unused points had to decide, not a group that fell whole."""
        return len(self.group) > 1 and self.places < len(self.group)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one fence did to the field."""

    jumps: tuple[Jump, ...]
    cut: Mapping[str, int]  # H6: what was asked of horses that had less
    takings: tuple[Taking, ...]
    fell: frozenset[str]
    spared: frozenset[str]
    stumbled: Mapping[str, int]
    bonus: Mapping[str, int]
    freed: int


def judge(jumps: Sequence[Jump], kind: str) -> list[Taking]:
    """H7, H10: who is taken from each end of the field."""
    groups = _groups(jumps)
    low, high = PLACES[kind]
    if len(groups) == 1 and high:
        return _take(groups, low + high, "both")
    return _take(groups, low, "low") + _take(reversed(groups), high, "high")


def _groups(jumps: Sequence[Jump]) -> list[tuple[Jump, ...]]:
    """Those who played the same number, the lowest number first."""
    ordered = sorted(jumps, key=lambda jump: jump.played)
    return [tuple(group) for _, group in groupby(ordered, key=lambda jump: jump.played)]


def _take(groups: Iterable[tuple[Jump, ...]], places: int, end: str) -> list[Taking]:
    """H8: one number after the other, until the places are filled."""
    takings: list[Taking] = []
    for group in groups:
        if places <= 0:
            break
        takings.append(Taking(end, group, _fallers(group, places), places))
        places -= len(group)
    return takings


def _fallers(group: tuple[Jump, ...], places: int) -> tuple[Jump, ...]:
    """H9: the most unused points fall, and all who are equal on the last place."""
    if len(group) <= places:
        return group
    last = sorted((jump.unused for jump in group), reverse=True)[places - 1]
    return tuple(jump for jump in group if jump.unused >= last)


def last_to_stand(jumps: Sequence[Jump]) -> frozenset[str]:
    """H22, with `last_stands`: those who played the most, of them the fewest unused points."""
    best = max((jump.played, -jump.unused) for jump in jumps)
    return frozenset(jump.horse for jump in jumps if (jump.played, -jump.unused) == best)


def stumble_cost(unused: int) -> int:
    """H11: 5 points, or half of fewer than 10.

    >>> [stumble_cost(unused) for unused in (100, 10, 9, 1, 0)]
    [5, 5, 4, 0, 0]
    """
    return 5 if unused >= 10 else unused // 2


def frees(fallen: int, kind: str, option: str) -> int:
    """H12: each faller too many frees a coming plain fence."""
    planned = {"excess": sum(PLACES[kind]), "literal": 1, "none": fallen}[option]
    return max(0, fallen - planned)


def water_shares(jumps: Sequence[Jump], running: frozenset[str], bonus: int) -> dict[str, int]:
    """H14: shared by those still running who played the highest number of the whole fence."""
    highest = max(jump.played for jump in jumps)
    best = [jump.horse for jump in jumps if jump.played == highest and jump.horse in running]
    return {horse: bonus // len(best) for horse in best}
