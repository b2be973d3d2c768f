"""Silks as small pictures: each is drawn once on a page, and shown wherever its horse is named in a list."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from gm.core.each import Each
from gm.core.play import Json
from gm.core.silks import Silks, kept

INKS = {  # told apart by those who see few colours; what is drawn for names also by its lightness
    "white": "#ffffff", "yellow": "#ffd800", "light blue": "#86ccf5", "pink": "#ffb3c7",
    "black": "#1c1c1c", "red": "#c4122f", "green": "#00723f", "blue": "#1f4fb5", "purple": "#5a1a6e",
    "orange": "#f07d00", "brown": "#7a4a21", "grey": "#9a9a9a", "dark blue": "#152a57", "light green": "#8fd14f",
    "dark green": "#0d3f26", "maroon": "#701c2e",
}  # fmt: skip
SHAPES = {  # on the jacket, which is 12 wide and 14 high, from 6 9
    "plain": "",
    "hoops": "M6 11h12v3H6zM6 17h12v3H6z",
    "stripes": "M7.7 9h2.6v14H7.7zM13.7 9h2.6v14h-2.6z",
    "band": "M6 13.4h12v5.2H6z",
    "chevron": "M6 10l6 5.2L18 10v5.2l-6 5.2-6-5.2z",
    "diamond": "M12 9.8l5.2 6.2-5.2 6.2L6.8 16z",
    "spots": "M7 12.2a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0m6.4 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0"
    "m-6.4 7.6a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0m6.4 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0"
    "m-3.2-3.8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0",
    "cross belts": "M6 9h3.4l2.6 4 2.6-4H18v2.6L14.4 16l3.6 4.4V23h-3.4L12 19l-2.6 4H6v-2.6L9.6 16 6 11.6z",
    "quarters": "M12 9h6v7h-6zM6 16h6v7H6z",
    "halves": "M12 9h6v14h-6z",
    "sash": "M6 9h4.2L18 18.4V23h-4.2L6 13.6z",
    "star": "M12 9.6l1.6 4.2 4.2.2-3.3 2.8 1.1 4.4-3.6-2.4-3.6 2.4 1.1-4.4L6.2 14l4.2-.2z",
    "diamonds": "M9 9.4l2.4 3.2L9 15.8l-2.4-3.2zM15 9.4l2.4 3.2-2.4 3.2-2.4-3.2zM9 16.4l2.4 3.2L9 22.8l-2.4-3.2z"
    "M15 16.4l2.4 3.2-2.4 3.2-2.4-3.2z",
    "checks": "M6 9h4v3.5H6zM14 9h4v3.5h-4zM10 12.5h4V16h-4zM6 16h4v3.5H6zM14 16h4v3.5h-4zM10 19.5h4V23h-4z",
}
SIGNS = {  # the same as a character, for readers without pictures
    "plain": "\u00a0", "hoops": "≡", "stripes": "║", "band": "■", "chevron": "▼", "diamond": "♦", "spots": "∷",
    "cross belts": "╳", "quarters": "▚", "halves": "▐", "sash": "╲", "star": "★", "diamonds": "❖", "checks": "▩",
}  # fmt: skip
VIEW = "0 0 24 24"
_USED = re.compile(r'href="#(silks-[\w-]+)"')
_SPRITE = '<svg class="sprite" width="0" height="0" style="position:absolute" aria-hidden="true">{}</svg>\n'


class Worn(NamedTuple):
    """One horse's silks, ready for a page."""

    silks: Silks

    @property
    def id(self) -> str:
        return _named(self.silks)

    @property
    def icon(self) -> str:
        """Beside a name in what everybody reads: the name says it all to those who listen."""
        return _icon(self.silks)

    @property
    def picture(self) -> str:
        """The same where it stands alone."""
        return f'<svg class="silks" aria-hidden="true" {facts(self.silks)}>{drawing(self.silks)}</svg>'

    @property
    def said(self) -> str:
        return self.silks.said


@cache
def _named(silks: Silks) -> str:
    return "silks-" + "-".join(part.replace(" ", "_") for part in silks if part)


@cache
def _icon(silks: Silks) -> str:
    return f'<svg class="silks" aria-hidden="true"><use href="#{_named(silks)}"/></svg>'


def facts(silks: Silks) -> str:
    """How large the drawing is, and what characters can show of it: a sign, the colours of ground, sign and cap."""
    inks = " ".join(INKS[dye] for dye in (silks.ground, silks.colour or silks.ground, silks.cap))
    return f'viewBox="{VIEW}" data-sign="{SIGNS[silks.pattern]}" data-inks="{inks}"'


@cache
def drawing(silks: Silks) -> str:
    """Sleeves, jacket, what is on it, and the cap."""
    ground, sleeves, cap = INKS[silks.ground], INKS[silks.sleeves], INKS[silks.cap]
    on_it = f'<path fill="{INKS[silks.colour]}" stroke="none" d="{SHAPES[silks.pattern]}"/>' if silks.colour else ""
    return (
        '<g stroke="#777" stroke-width=".8">'
        f'<path fill="{sleeves}" d="M6.5 9L.8 14.2l2.9 5.3L8 15h8l4.3 4.5 2.9-5.3L17.5 9z"/>'
        f'<path fill="{ground}" d="M6 9h12v14H6z"/>{on_it}'
        f'<path fill="{cap}" d="M7.5 6.5a4.5 4.5 0 0 1 9 0h3.2v1.2H7.5z"/></g>'
    )


def drawn(row: Json) -> str:
    """What a row of standings has of silks, as a picture; nothing if it has none."""
    silks = kept(row)
    return Worn(silks).picture if silks else ""


def with_symbols(html: str) -> str:
    """A piece of a page, with the silks that it shows drawn at its top."""
    symbols = _symbols(html)
    return _SPRITE.format(symbols) + html if symbols else html


def with_own_symbols(svg: str) -> str:
    """A picture that goes elsewhere, with the silks that it shows drawn inside it."""
    symbols = _symbols(svg)
    return re.sub(r"<svg\b[^>]*>", rf"\g<0><defs>{symbols}</defs>", svg, count=1) if symbols else svg


def _symbols(text: str) -> str:
    found = {name: _of_that_name(name) for name in sorted(set(_USED.findall(text)))}
    return "".join(
        f'<symbol id="{name}" {facts(silks)}>{drawing(silks)}</symbol>' for name, silks in found.items() if silks
    )


def _of_that_name(name: str) -> Silks | None:
    """The silks that a picture is named for; None if there are none such."""
    _, *parts = name.replace("_", " ").split("-")
    if len(parts) < len(Silks._fields):
        parts.insert(2, "")  # plain ones have no second colour
    return kept(dict(zip(Silks._fields, parts, strict=False)))


def ready(field: Mapping[str, Silks]) -> Mapping[str, Worn]:
    return Each(field, lambda _, silks: Worn(silks))
