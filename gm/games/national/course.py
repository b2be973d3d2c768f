"""The course: six lanes, two circuits, thirty fences, and where a horse can get to (N22, N23).

A square is a number: 0 is the white line, 128 the finish; all lanes have the same squares. The squares are ours; that
there are thirty fences on two circuits, and in which order of things Becher's, the Melling Road and the Elbow stand, is
the rule document's.
"""

from collections.abc import Set
from typing import NamedTuple

LANES = range(1, 7)  # 1 inside, 6 outside
CIRCUIT = 60
FINISH = 128
BECHERS = 83  # N27: fence 22
MELLING_ROAD = 104  # N32: beside fence 28
ELBOW = 118  # N22: from here on, only the run-in lanes are open
RUN_IN = range(3, 7)
_FIRST = (5, 8, 12, 16, 19, 23, 26, 29, 32, 36, 39, 43, 48, 51, 55, 58)
FENCES = (*_FIRST, *(square + CIRCUIT for square in _FIRST[:14]))  # fence n stands on square FENCES[n - 1]
FENCE_ON = {square: number for number, square in enumerate(FENCES, start=1)}
NAMED = {
    6: "Becher's Brook", 7: "Foinavon", 8: "Canal Turn", 9: "Valentine's Brook", 15: "The Chair", 16: "The Water",
    22: "Becher's Brook", 23: "Foinavon", 24: "Canal Turn", 25: "Valentine's Brook",
}  # fmt: skip
_ODD = (3, 10, 18, 25, 31, 38, 45, 50, 57)
_EVEN = (7, 14, 21, 28, 34, 41, 47, 53, 60)
_SHOES_AGAIN = 110  # the horseshoes of the first circuit are there again, up to this square
_RUN_IN_SHOES = {1: (114,), 2: (116,), 3: (114, 121), 4: (116, 124), 5: (114, 121), 6: (116, 124)}
FENCE, SHOE, CLEAR = "fence", "shoe", "clear"  # N20: where a move may end

Spot = tuple[int, int]  # square and lane


def _shoes() -> frozenset[Spot]:
    first = [(square, lane) for lane in LANES for square in (_ODD if lane % 2 else _EVEN)]
    again = [(square + CIRCUIT, lane) for square, lane in first if square + CIRCUIT <= _SHOES_AGAIN]
    return frozenset(first + again + [(square, lane) for lane in LANES for square in _RUN_IN_SHOES[lane]])


SHOES = _shoes()


class Landing(NamedTuple):
    """Where a horse comes to, and how many lengths that takes."""

    square: int
    lane: int
    lengths: int

    @property
    def kind(self) -> str:
        return kind_of(self.square, self.lane)


def kind_of(square: int, lane: int) -> str:
    """N20: also what lies beyond the line is clear."""
    return FENCE if square in FENCE_ON else SHOE if (square, lane) in SHOES else CLEAR


def next_fence(square: int) -> int:
    """N39: the number of the next fence in front; 31 after the last."""
    return sum(fence <= square for fence in FENCES) + 1


def to_fence(square: int) -> int:
    """N39: squares to it, after the last one to the line."""
    number = next_fence(square)
    return (FENCES[number - 1] if number <= len(FENCES) else FINISH) - square


def is_open(square: int, lane: int) -> bool:
    """N22: is there such a square? From the Elbow on, lanes 1 and 2 are closed."""
    return lane in (RUN_IN if square >= ELBOW else LANES)


def reach(square: int, lane: int, lengths: int, taken: Set[Spot]) -> dict[Spot, int]:
    """N22: every square that so many lengths reach, and the fewest that each takes; its own among them."""
    found = {(square, lane): 0}
    edge = [(square, lane)]
    for spent in range(1, lengths + 1):
        steps = (spot for here in edge for spot in _steps(*here))
        edge = [spot for spot in dict.fromkeys(steps) if spot not in found and spot not in taken]  # each once
        found |= dict.fromkeys(edge, spent)
    return found


def _steps(square: int, lane: int) -> list[Spot]:
    if square >= FINISH:
        return []
    sideways = [] if square == 0 or square in FENCE_ON else [(square, lane - 1), (square, lane + 1)]
    return [spot for spot in ((square + 1, lane), *sideways) if is_open(*spot)]


def landing(square: int, lane: int, lengths: int, reached: dict[Spot, int], wish: int | None = None) -> Landing | None:
    """N23: of what so many lengths reach, where it comes to; nothing if it is boxed in."""
    there = {spot: cost for spot, cost in reached.items() if 0 < cost <= lengths}
    crossing = [cost for spot, cost in there.items() if spot[0] == FINISH]
    if crossing:
        return Landing(FINISH, lane, min(crossing))
    if not there:
        return None
    best = max(there, key=lambda spot: _merit(spot, lane, wish))
    return Landing(*best, there[best])


def open_road(square: int, lane: int, most: int, wishes: Set[int | None]) -> dict[int | None, list[Landing | None]]:
    """N43: for each of these lanes, where 0, 1, … `most` lengths lead if nobody is in the way; as `landing` has it."""
    rings: list[list[Spot]] = [[] for _ in range(most + 1)]
    for spot, cost in reach(square, lane, most, frozenset()).items():
        rings[cost].append(spot)
    roads: dict[int | None, list[Landing | None]] = {}
    for wish in wishes:
        roads[wish] = [None]
        for cost, ring in enumerate(rings[1:], start=1):
            roads[wish].append(_further(roads[wish][-1], lane, cost, ring, wish))
    return roads


def _further(before: Landing | None, own: int, cost: int, ring: list[Spot], wish: int | None) -> Landing | None:
    """With one length more."""
    if before and before.square == FINISH:
        return before
    if any(spot[0] == FINISH for spot in ring):
        return Landing(FINISH, own, cost)
    found = [Landing(*spot, cost) for spot in ring] + ([before] if before else [])
    return max(found, key=lambda each: _merit((each.square, each.lane), own, wish), default=None)


def _merit(spot: Spot, own: int, wish: int | None) -> tuple[int, int, int, int]:
    square, lane = spot
    away = 0 if wish is None else abs(lane - wish)
    return square - away, -away, -abs(lane - own), -lane
