"""Silks: the colours that a horse runs in, as its entry says, or drawn from its name: the same everywhere, for ever.

What is drawn goes light on dark or dark on light, so that it can be told apart on a black and white page, too.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from gm.core.colours import COLOURS
from gm.core.each import Each
from gm.core.names import fold
from gm.core.play import Json
from gm.core.words import sentence

DYES = COLOURS | {
    str(each): each
    for each in (
        *(sentence("grey"), sentence("light blue"), sentence("dark blue"), sentence("light green")),
        *(sentence("dark green"), sentence("maroon")),
    )
}
LIGHT = ("white", "yellow", "light blue", "pink")  # what is drawn: never change these, or horses change their silks
DARK = ("black", "red", "green", "blue", "purple")
PLAIN = "plain"
DRAWN = (
    *(PLAIN, "hoops", "stripes", "band", "chevron", "diamond"),
    *("spots", "cross belts", "quarters", "halves", "sash", "star"),
)
PATTERNS = {
    str(each): each
    for each in (
        *(sentence("plain"), sentence("hoops"), sentence("stripes"), sentence("band"), sentence("chevron")),
        *(sentence("diamond"), sentence("spots"), sentence("cross belts"), sentence("quarters"), sentence("halves")),
        *(sentence("sash"), sentence("star"), sentence("diamonds"), sentence("checks")),
    )
}
TRIES = 60
MANY = 2_000  # horses: beyond that nobody is seen beside everybody else

Jacket = tuple[str, str, str]


class Silks(NamedTuple):
    """A jacket, its sleeves and a cap; plain silks have no second colour on the jacket."""

    ground: str
    pattern: str
    colour: str
    sleeves: str
    cap: str

    @property
    def jacket(self) -> Jacket:
        return self[:3]

    @property
    def said(self) -> str:
        """In words, as an entry may have them."""
        named: Json = {part: DYES.get(dye, dye) for part, dye in self._asdict().items()}
        named["pattern"] = PATTERNS[self.pattern]
        if self.pattern == PLAIN and self.sleeves == self.ground:
            return sentence("{ground}, {cap} cap", **named)
        if self.pattern == PLAIN:
            return sentence("{ground}, {sleeves} sleeves, {cap} cap", **named)
        if self.sleeves == self.ground:
            return sentence("{ground}, {colour} {pattern}, {cap} cap", **named)
        return sentence("{ground}, {colour} {pattern}, {sleeves} sleeves, {cap} cap", **named)


def kept(row: Json | None) -> Silks | None:
    """What an entry said, as the roster keeps it; None if it said nothing, or nothing that can be worn."""
    if not isinstance(row, dict) or set(row) != set(Silks._fields):
        return None
    silks = Silks(**row)
    colours = [silks.ground, silks.sleeves, silks.cap, *([] if silks.pattern == PLAIN else [silks.colour])]
    return silks if silks.pattern in PATTERNS and all(each in DYES for each in colours) else None


def worn(field: Mapping[str, Silks | None]) -> Mapping[str, Silks]:
    """The silks of a field in the order of its seats, each by its name, with those that entries gave.

    Whoever comes later gives way, so that nobody who was there before runs in other colours. There is not enough to
    wear for a crowd: there everybody wears what is first drawn for the name, and it is drawn when somebody looks.
    """
    if len(field) > MANY:
        return Each(field, lambda name, given: given or next(drawn(name)))
    found: dict[str, Silks] = {}
    free, taken = _jackets(), set[Silks]()
    for name, given in field.items():
        silks = found[name] = given or _free(name, free, taken)
        free.discard(silks.jacket)
        taken.add(silks)
    return found


def _jackets() -> set[Jacket]:
    """All that can be drawn."""
    pairs = [pair for light, dark in product(LIGHT, DARK) for pair in ((light, dark), (dark, light))]
    return {(ground, shape, "" if shape == PLAIN else colour) for shape in DRAWN for ground, colour in pairs}


def _free(name: str, free: Collection[Jacket], taken: Collection[Silks]) -> Silks:
    """The first that is drawn for this name and whose jacket nobody wears; in a large field, another cap has to do."""
    alone = (silks for silks in drawn(name) if silks.jacket in free) if free else iter(())
    other = (silks for silks in drawn(name) if silks not in taken)
    return next(alone, None) or next(other, None) or next(drawn(name))


def drawn(name: str) -> Iterator[Silks]:
    """What a name could wear, in its own order.

    >>> next(drawn("Red Rum")) == next(drawn(" red  rum"))
    True
    """
    from hashlib import sha256  # commands that show nobody do without

    for number in range(TRIES):
        yield _dealt(sha256(f"silks {number} {fold(name)}".encode()).digest())


def _dealt(chance: bytes) -> Silks:
    light, dark, swap, shape, arms, head, third = chance[:7]
    ground, colour = LIGHT[light % len(LIGHT)], DARK[dark % len(DARK)]
    if swap % 2:
        ground, colour = colour, ground
    pattern = DRAWN[shape % len(DRAWN)]
    sleeves = colour if arms % 3 == 0 else ground
    cap = (ground, colour, (*LIGHT, *DARK)[third % 9])[head % 3]
    return Silks(ground, pattern, "" if pattern == PLAIN else colour, sleeves, cap)
