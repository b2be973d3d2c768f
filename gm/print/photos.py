"""Pictures in what the game master wrote: which files are any, how large they are, and how they go along."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence

MOST_PIXELS = 40_000_000
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_DRAWN = "data:image/svg+xml;base64,"
_WIDE = 640  # pixels, or units: a picture of this width is as wide as the text
_NUMBER = r"(\d+(?:\.\d+)?)"
_VIEW = re.compile(rf"<svg\b[^>]*?\bviewBox=[\"'][\d.-]+[\s,]+[\d.-]+[\s,]+{_NUMBER}[\s,]+{_NUMBER}[\"']")
_SIDES = [re.compile(rf"<svg\b[^>]*?\s{side}=[\"']{_NUMBER}(?:px)?[\"']") for side in ("width", "height")]


class BadPicture(GmError):
    """A file is no picture that can be printed"""


class Photo(NamedTuple):
    """A picture that goes along with the text, as an address that holds all of it."""

    address: str
    width: int
    height: int

    @property
    def svg(self) -> str:
        return wrapped(self.address, str(self.width), str(self.height))[0]

    def html(self, alt: str, caption: str = "") -> str:
        said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        size = f'width="{self.width}" height="{self.height}"'
        return f'<img src="{self.address}" alt="{escape(alt)}" {size}>{said}'


def read_photo(data: bytes) -> Photo:
    """A PNG, a JPEG or an SVG, whatever the file is called; anything else is refused with a reason."""
    kind, width, height = _measured(data)
    if not (width > 0 and height > 0):
        raise BadPicture(sentence("it does not say how large it is"))
    if width * height > MOST_PIXELS:
        raise BadPicture(sentence("it is too large: {width} by {height}", width=round(width), height=round(height)))
    address = f"data:image/{kind};base64,{b64encode(data).decode()}"
    return Photo(address, max(1, round(width)), max(1, round(height)))


def wrapped(address: str, width: str, height: str) -> tuple[str, int]:
    """The picture as an SVG, as all pictures are set, and how much of the page's width it wants, in percent."""
    wide, high = (int(each) if re.fullmatch(r"[1-9]\d{0,6}", each) else 100 for each in (width, height))
    image = f'<image href="{escape(address)}" width="{wide}" height="{high}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{image}</svg>'
    if address.startswith(_DRAWN):  # it is one already, and its words would be lost within another
        svg = b64decode(address.removeprefix(_DRAWN)).decode("utf-8", "replace")
    return svg, max(20, min(100, 100 * wide // _WIDE))


def _measured(data: bytes) -> tuple[str, float, float]:
    if data.startswith(_PNG):
        return "png", int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(_JPEG):
        return ("jpeg", *next(_frames(data), (0, 0)))
    text = data.decode("utf-8", "replace")
    if "<svg" not in text:
        raise BadPicture(sentence("it is no PNG, JPEG or SVG"))
    view, sides = _VIEW.search(text), [side.search(text) for side in _SIDES]
    width, height = (float(view[1]), float(view[2])) if view else (float(side[1]) if side else 0.0 for side in sides)
    return "svg+xml", width, height


def _frames(data: bytes) -> Iterator[tuple[int, int]]:
    """The sizes that a JPEG names, walking from marker to marker."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            yield int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
