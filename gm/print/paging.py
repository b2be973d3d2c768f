"""How many pages a booklet has: a multiple of four, for stapling, and what is left of them is filled."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

LARGEST = 1.12  # of the letters, where that fills pages which would be empty
VIGNETTE = -1  # instead of the number of a filler: the horse over its fence
_GAP = 12.0  # points above and below what fills a page
_WORTH = 0.45  # of a page: if less is left, the letters stay as they are
_VIGNETTE_HIGH = 105.0  # points

Measure = Callable[[dict[str, Any]], "Measured | None"]


class Measured(NamedTuple):
    """Where the text of a booklet ended, and how large things are, in points."""

    page: int  # the one on which the parts end
    at: float  # how far down
    last: int  # the page at the back
    top: float
    bottom: float
    heights: Sequence[float]  # of what could fill pages

    @property
    def high(self) -> float:
        return self.bottom - self.top

    @property
    def whole(self) -> int:
        """The pages that there have to be."""
        return -(-self.last // 4) * 4

    @property
    def left(self) -> float:
        """The pages, and parts of one, that would be empty."""
        return self.whole - self.last + max(0.0, self.bottom - self.at) / self.high

    @property
    def used(self) -> float:
        return self.page - 1 - max(0.0, self.bottom - self.at) / self.high


def paged(data: dict[str, Any], measure: Measure) -> dict[str, Any]:
    """The same with letters as large as its pages allow, and with what fills the rest."""
    found = measure(data)
    if found is None:
        return data
    if found.left > _WORTH and found.used > _WORTH:
        scale = round(min(LARGEST, ((found.used + found.left) / found.used) ** 0.5 - 0.01), 3)
        larger = data | {"scale": scale}
        tried = measure(larger)
        if tried is not None and tried.last <= found.whole:
            data, found = larger, tried
    return data | {"filled": filled(found)}


def filled(found: Measured) -> list[list[int]]:
    """Which fillers stand below the end of the parts, and which on each page after that."""
    waiting = list(range(len(found.heights)))
    rooms = [found.bottom - found.at, *[found.high] * (found.whole - found.last)]
    return [_taken(room, waiting, found.heights) for room in rooms]


def _taken(room: float, waiting: list[int], heights: Sequence[float]) -> list[int]:
    taken: list[int] = []
    for number in list(waiting):
        if heights[number] + 2 * _GAP <= room:
            taken.append(number)
            waiting.remove(number)
            room -= heights[number] + _GAP
    if room >= _VIGNETTE_HIGH + 2 * _GAP:
        taken.append(VIGNETTE)
    return taken
