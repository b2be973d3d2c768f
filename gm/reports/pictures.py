"""The geometry of pictures: scales, labels that keep apart, text that fits, and a track to run round.

Templates draw the SVG of every game with these filters; the numbers that come out have one decimal at most.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import combining, east_asian_width

_NARROW = frozenset("ijlI.,:;'’!|()[]ftr ")
_BROAD = frozenset("mwMW@%&—ŒœÆæ")
_WIDTHS = {
    "narrow": 0.34,
    "broad": 0.92,
    "capital": 0.7,
    "figure": 0.61,
    "plain": 0.53,
}  # of the size, as Georgia has them


def at(value: float) -> str:
    """A coordinate as SVG has it.

    >>> at(12.04), at(7), at(-0.04)
    ('12', '7', '0')
    """
    return f"{round(value, 1) + 0:g}" if abs(value) < 1e5 else str(round(value))


def scaled(value: float, low: float, high: float, start: float, end: float) -> float:
    """Where a value between low and high lies between start and end.

    >>> scaled(250, 0, 500, 100, 200)
    150.0
    """
    share = (value - low) / (high - low) if high != low else 0.5
    return round(start + share * (end - start), 1)


def traced(heights: Iterable[float], start: float, step: float) -> str:
    """The points of a line through these heights, at even steps from the left.

    >>> traced([1.25, 2], 0, 10)
    '0,1.2 10,2'
    """
    return " ".join(f"{at(start + step * place)},{at(height)}" for place, height in enumerate(heights))


def ticks(low: float, high: float, many: int = 5) -> list[int]:
    """Round numbers from below the lowest value to above the highest, about so many.

    >>> ticks(437, 500), ticks(0, 7), ticks(3, 3)
    ([420, 440, 460, 480, 500], [0, 2, 4, 6, 8], [3, 4])
    """
    wanted = max(high - low, 1) / many
    unit = 10 ** math.floor(math.log10(wanted))
    step = max(1, round(next(unit * each for each in (1, 2, 5, 10) if unit * each >= wanted * 0.999)))
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return [step * each for each in range(first, last + 1)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """As near as can be to where each label wants to be, in the same order, so far apart, and within bounds.

    >>> spread([10, 11, 50], 10, 0, 100)
    [5.5, 15.5, 50]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    room = high - gap * (len(wanted) - 1)  # for the first, so that the last is within bounds too
    even = _rising([wanted[index] - gap * place for place, index in enumerate(order)])
    placed = [0.0] * len(wanted)
    for place, index in enumerate(order):
        placed[index] = round(min(max(even[place], low), room) + gap * place, 1)
    return placed


def staggered(places: Iterable[float], wide: float) -> list[int]:
    """In which row each mark stands, so that none covers another: the first that has room.

    >>> staggered([10, 20, 40], 14)
    [0, 1, 0]
    """
    ends: list[float] = []
    rows: list[int] = []
    for place in places:
        row = next((number for number, end in enumerate(ends) if place - end >= wide), len(ends))
        ends[row : row + 1] = [place]
        rows.append(row)
    return rows


def _rising(values: Iterable[float]) -> list[float]:
    """The nearest values that never fall: neighbours that would are drawn together to their mean."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        mean, many = value, 1
        while blocks and blocks[-1][0] > mean:
            before, number = blocks.pop()
            mean, many = (before * number + mean * many) / (number + many), number + many
        blocks.append((mean, many))
    return [mean for mean, many in blocks for _ in range(many)]


def text_width(text: object, size: float) -> float:
    """How wide a text is, at most, in the fonts that a picture asks for."""
    return round(sum(_letter(char) for char in str(text)) * size, 1)


@cache
def _letter(char: str) -> float:
    if combining(char):
        return 0.0
    if east_asian_width(char) in "WF":
        return 1.0
    if char in _NARROW:
        return _WIDTHS["narrow"]
    if char in _BROAD:
        return _WIDTHS["broad"]
    return _WIDTHS["figure" if char.isdigit() else "capital" if char.isupper() else "plain"]


def short(text: object, size: float, width: float) -> str:
    """The text, cut to the width if it must be.

    >>> short("Red Rum", 10, 100), short("Overdue Library Book", 10, 60)
    ('Red Rum', 'Overdue Li…')
    """
    kept = str(text)
    if text_width(kept, size) <= width:
        return kept
    while kept and text_width(kept, size) + 0.9 * size > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def lined(text: object, size: float, width: float, most: int) -> list[str]:
    """A text in lines of that width, and no more of them than that: the last one is cut if it must be.

    >>> lined("Sheila's Cottage and Crisp are out", 10, 90, 2), lined("one two three", 10, 30, 2)
    (["Sheila's Cottage", 'and Crisp are out'], ['one', 'two…'])
    """
    lines: list[str] = []
    words = str(text).split()
    while words and len(lines) < most:
        fits = 1
        while fits < len(words) and text_width(" ".join(words[: fits + 1]), size) <= width:
            fits += 1
        last = len(lines) == most - 1
        lines.append(short(" ".join(words if last else words[:fits]), size, width))
        words = words[fits:]
    return lines


class Placed(NamedTuple):
    """One entry of a legend: where it stands, and what it says."""

    x: float
    row: int
    entry: tuple[str, str]


def flowed(
    entries: Iterable[tuple[str, str]], size: float, width: float, mark: float, centred: bool = False
) -> list[Placed]:
    """A legend: marks with their words, one after the other, in as many rows as they need."""
    rows: list[list[Placed]] = [[]]
    end = 0.0
    for entry in entries:
        wide = mark + text_width(entry[1], size)
        if rows[-1] and end + 1.4 * size + wide > width:
            rows.append([])
        x = end + 1.4 * size if rows[-1] else 0.0
        rows[-1].append(Placed(round(x, 1), len(rows) - 1, entry))
        end = x + wide
    return [each for row in rows for each in (_centred(row, size, width, mark) if centred else row)]


def _centred(row: Sequence[Placed], size: float, width: float, mark: float) -> list[Placed]:
    end = row[-1].x + mark + text_width(row[-1].entry[1], size) if row else 0.0
    return [each._replace(x=round(each.x + (width - end) / 2, 1)) for each in row]


def hatched(x: float, y: float, width: float, height: float, step: float = 6) -> str:
    """Slanting lines that fill a rectangle, as the d of a path."""
    lines: list[str] = []
    rise = step
    while rise < width + height:
        x1, y1 = x + max(0.0, rise - height), y + min(rise, height)
        x2, y2 = x + min(rise, width), y + max(0.0, rise - width)
        lines.append(f"M{at(x1)} {at(y1)}L{at(x2)} {at(y2)}")
        rise += step
    return "".join(lines)


class Track(NamedTuple):
    """A closed course with rounded corners: along the bottom to the right first, and so against the clock."""

    left: float
    top: float
    width: float
    height: float
    radius: float


class Spot(NamedTuple):
    """A place on a track, the direction of running there in degrees, and which way the infield is."""

    x: float
    y: float
    angle: float
    inwards: tuple[float, float]


def track_length(track: Track) -> float:
    return 2 * (track.width + track.height) - (8 - 2 * math.pi) * track.radius


def track_path(track: Track) -> str:
    """The track as the d of a path.

    >>> track_path(Track(0, 0, 100, 50, 20))
    'M20 50H80A20 20 0 0 0 100 30V20A20 20 0 0 0 80 0H20A20 20 0 0 0 0 20V30A20 20 0 0 0 20 50Z'
    """
    left, top, right, bottom = track.left, track.top, track.left + track.width, track.top + track.height
    r = at(track.radius)
    corners = left + track.radius, right - track.radius, top + track.radius, bottom - track.radius
    inner = [at(each) for each in corners]
    turn = f"A{r} {r} 0 0 0 "
    return (
        f"M{inner[0]} {at(bottom)}H{inner[1]}{turn}{at(right)} {inner[3]}V{inner[2]}{turn}{inner[1]} {at(top)}"
        f"H{inner[0]}{turn}{at(left)} {inner[2]}V{inner[3]}{turn}{inner[0]} {at(bottom)}Z"
    )


def along(distance: float, track: Track) -> Spot:
    """The spot so far from where the bottom straight begins."""
    r, quarter = track.radius, math.pi / 2 * track.radius
    sides = (track.width - 2 * r, track.height - 2 * r) * 2
    left = distance % track_length(track)
    for side, straight in enumerate(sides):
        if left <= straight:
            return _spot(track, side, left, 0)
        if left <= straight + quarter:
            return _spot(track, side, straight, (left - straight) / quarter)
        left -= straight + quarter
    return _spot(track, 0, 0, 0)


def _spot(track: Track, side: int, straight: float, bend: float) -> Spot:
    """On one of the four sides, or so much of the way round the corner after it."""
    r, turn = track.radius, bend * math.pi / 2
    wide, high = (track.width, track.height) if side % 2 == 0 else (track.height, track.width)
    ahead = r + straight + r * math.sin(turn) - wide / 2  # as if this side were the bottom, seen from the middle
    aside = high / 2 - r * (1 - math.cos(turn))
    quarter = -side * math.pi / 2
    x = ahead * math.cos(quarter) - aside * math.sin(quarter)
    y = ahead * math.sin(quarter) + aside * math.cos(quarter)
    heading = quarter - turn
    middle = track.left + track.width / 2, track.top + track.height / 2
    inwards = round(math.sin(heading), 3) + 0, round(-math.cos(heading), 3) + 0
    return Spot(round(middle[0] + x, 1), round(middle[1] + y, 1), round(math.degrees(heading), 1) + 0, inwards)


class Paced(NamedTuple):
    """How far along the track each mark stands, and where the wide gap begins and ends."""

    marks: list[float]
    start: float
    end: float


def paced(many: int, length: float, wide: int, room: float) -> Paced:
    """So many marks, evenly spaced but for the gap before the one of that index, which has room for something.

    >>> paced(3, 100, 1, 40)
    Paced(marks=[20.0, 60.0, 80.0], start=20.0, end=60.0)
    """
    room = max(room, length / (many + 1))
    even = (length - room) / max(1, many)
    marks = [round((index + 1) * even + (room - even if index >= wide else 0), 1) for index in range(many)]
    start = round(wide * even, 1)
    return Paced(marks, start, round(start + room, 1))


FILTERS = {
    each.__name__: each
    for each in (
        *(at, scaled, traced, ticks, spread, staggered, text_width, short, lined, flowed),
        *(track_length, track_path, along, paced),
    )
}
SHAPES = {"Track": Track, "hatched": hatched}


def standalone(svg: str, colours: Mapping[str, str] = MappingProxyType({})) -> str:
    """A picture that leaves the page: its namespace, and its style in these colours, or in those of print."""
    opening = re.search(r"<svg\b[^>]*>", svg)
    if opening is None:
        return svg
    if "xmlns=" not in opening[0]:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    lent = tuple(colours.items())
    return re.sub(
        r"(<style>)(.*?)(</style>)", lambda style: style[1] + _printed(style[2], lent) + style[3], svg, flags=re.DOTALL
    )


@cache
def _printed(css: str, lent: tuple[tuple[str, str], ...]) -> str:
    """A picture's style with its colours filled in, for readers of SVG that know no variables."""
    css = re.sub(r"/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css, flags=re.DOTALL)
    for name, colour in lent:
        css = re.sub(rf"var\(\s*--{re.escape(name)}\s*(?:,[^()]*)?\)", colour.replace("\\", ""), css)
    before = ""
    while css != before:  # one fallback may hold another
        before, css = css, re.sub(r"var\(\s*--[\w-]+\s*,\s*([^()]*)\)", r"\1", css)
    return " ".join(css.split())
