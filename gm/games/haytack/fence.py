"""One fence: who falls, who stumbles, and after which comparison."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from gm.games.haytack.course import PLACES

Numbers = Mapping[str, int]  # by horse: what it played, or what it has left after paying (unused, H5)


class Taking(NamedTuple):
    """One group of horses with equal numbers at one end of the field, and whom of it the fence takes."""

    end: str  # "low", "high", or "both" where the two ends of the Chair meet (H10)
    group: Sequence[str]
    places: int
    fell: Sequence[str]
    stumbled: Sequence[str]

    @property
    def split(self) -> bool:
        """H9: a tie that unused points had to decide, not a group that fell whole."""
        return self.places < len(self.group)


class Verdict(NamedTuple):
    """What one fence did to the field."""

    played: Numbers  # by all that came to it, in their order; so are the next ones, and `points`
    unused: Numbers
    cut: Numbers  # H6: what was asked of horses that had less
    takings: Sequence[Taking]
    fell: frozenset[str]
    spared: frozenset[str]
    stumbled: Numbers  # what that cost (H11)
    bonus: Numbers
    points: Numbers  # of those who run on
    freed: int


def judge(played: Numbers, unused: Numbers, kind: str) -> list[Taking]:
    """H7, H10: who is taken from each end of the field."""
    low, high = PLACES[kind]
    if high and len(set(played.values())) == 1:
        return _take(min, low + high, "both", played, unused)
    return _take(min, low, "low", played, unused) + _take(max, high, "high", played, unused)


def _take(
    first: Callable[[Iterable[int]], int], places: int, end: str, played: Numbers, unused: Numbers
) -> list[Taking]:
    """H8: one number after the other, until the places are filled. There are two at most: nothing need be sorted."""
    takings: list[Taking] = []
    while places > 0 and played:
        number = first(played.values())
        group = [horse for horse, each in played.items() if each == number]
        takings.append(_taking(end, group, places, unused))
        places -= len(group)
        if places > 0:
            played = {horse: each for horse, each in played.items() if each != number}
    return takings


def _taking(end: str, group: Sequence[str], places: int, unused: Numbers) -> Taking:
    """H9: the most unused points fall, and all who are equal on the last place; the others stumble."""
    if len(group) <= places:
        return Taking(end, group, places, group, ())
    last = nlargest(places, [unused[horse] for horse in group])[-1]
    fell = [horse for horse in group if unused[horse] >= last]
    return Taking(end, group, places, fell, [horse for horse in group if unused[horse] < last])


def last_to_stand(played: Numbers, unused: Numbers) -> frozenset[str]:
    """H22, with `last_stands`: those who played the most, of them the fewest unused points."""
    most = max(played.values())
    least = min(unused[horse] for horse in played if played[horse] == most)
    return frozenset([horse for horse in played if played[horse] == most and unused[horse] == least])


def stumble_cost(unused: int) -> int:
    """H11: 5 points, or half of fewer than 10.

    >>> [stumble_cost(unused) for unused in (100, 10, 9, 1, 0)]
    [5, 5, 4, 0, 0]
    """
    return 5 if unused >= 10 else unused // 2


def frees(fallen: int, kind: str, option: str) -> int:
    """H12: each faller too many frees a coming plain fence."""
    if option == "none":
        return 0
    return max(0, fallen - (1 if option == "literal" else sum(PLACES[kind])))


def water_shares(played: Numbers, fell: frozenset[str], bonus: int) -> dict[str, int]:
    """H14: shared by those still running who played the highest number of the whole fence."""
    highest = max(played.values())
    best = [horse for horse, number in played.items() if number == highest and horse not in fell]
    return {horse: bonus // len(best) for horse in best}
