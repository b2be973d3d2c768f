"""How a season counts, as it is written in its file or on a case page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gm.core.options import choice, option, whole
from gm.core.play import Raw
from gm.core.words import either, sentence, write
from gm.season.points import BEATEN, Points
from gm.season.ties import TIE_BREAKS

_LISTS = write("points: beaten, points: [10, 6, 3, 1], or points: {3: [10, 5, 2], 4: [10, 6, 3, 1]}")
_LONGEST = 20  # digits and signs of a number of points


def read_fraction(raw: Raw) -> Fraction:
    """A number of points, whole or with a bar.

    >>> read_fraction("9/2"), read_fraction(" -3 ")
    (Fraction(9, 2), Fraction(-3, 1))
    """
    text = raw.strip().replace("−", "-") if isinstance(raw, str) else ""
    over, bar, under = text.partition("/")
    whole = over[1:] if over[:1] in ("-", "+") else over
    digits = [whole, under] if bar else [whole]
    if (
        len(text) > _LONGEST
        or not all(each.isascii() and each.isdigit() for each in digits)
        or (bar and not int(under))
    ):
        raise ValueError(sentence("write points as {whole} or {fraction}", whole="4", fraction="9/2"))
    return Fraction(int(over), int(under) if bar else 1)


def read_points(raw: Raw) -> Points:
    """By opponents beaten; or a list for all sizes of table, or for each (S3)."""
    if isinstance(raw, str) and raw.strip().casefold() == "beaten":
        return BEATEN
    lists = raw if isinstance(raw, Mapping) else {"0": raw}
    sized = isinstance(raw, Mapping)
    if not lists or not all(isinstance(each, list) and each for each in lists.values()):
        raise ValueError(_LISTS)
    if sized and not all(key.isascii() and key.isdigit() and 0 < int(key) < 1000 for key in lists):
        raise ValueError(_LISTS)
    return Points({int(size): tuple(map(read_fraction, points)) for size, points in lists.items()})


def read_ties(raw: Raw) -> tuple[str, ...]:
    found = tuple(str(each).strip().casefold() for each in (raw if isinstance(raw, list) else [raw]))
    if not set(found) <= set(TIE_BREAKS) or len(set(found)) < len(found):
        raise ValueError(write(either(tuple(TIE_BREAKS))))
    return found


@dataclass(frozen=True)
class Counting:
    """What is worth how much, and what parts equals."""

    points: Points = field(default=BEATEN, metadata={"read": read_points})  # S3
    best: int = option(0, whole(0, 64))  # S4
    ties: tuple[str, ...] = option(("countback", "met", "opposition"), read_ties)  # S5
    late: str = option("nothing", choice("nothing", "last"))  # S6
