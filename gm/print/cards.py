"""The card of a turn: the picture that shows where somebody links to it, made as the pictures in mails are."""

import hashlib
import re
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

from gm.core.play import Json
from gm.print.painting import as_png
from gm.reports.fragments import nested
from gm.reports.pictures import standalone
from gm.reports.render import fill

WIDTH, HEIGHT = 1200, 630  # what all who show such cards expect
_BOX = {"x": "776", "y": "50", "width": "374", "height": "530"}  # where the game's own picture goes
_OPENING = re.compile(r"<svg\b[^>]*>")
_PLACED = re.compile(r"\s(?:x|y|width|height)=\"[^\"]*\"")
_HEAD = 8 + 25  # bytes: what every PNG begins with, before there is room for a comment


def card(model: Json, picture: str, own_templates: Path | None, language: str, before: bytes = b"") -> bytes | None:
    """A PNG; None if a template of the zine's own draws what cannot be painted.

    Painting is slow, and old turns do not change: a card from before that was made from the same drawing is as good.
    """
    found = _OPENING.search(picture)
    placed = nested(_placed(picture[found.start() :], found[0], _BOX), 0, "picture") if found else ""
    svg = standalone(fill("site/card.svg", model | {"picture": placed}, own_templates, language).strip())
    comment = _comment(svg)
    if before[_HEAD:].startswith(comment):
        return before
    png = as_png(svg)
    return png and png[:_HEAD] + comment + png[_HEAD:]


def _placed(svg: str, opening: str, box: Mapping[str, str]) -> str:
    """The same as a piece of another picture."""
    put = " ".join(f'{key}="{value}"' for key, value in box.items())
    return svg.replace(opening, _PLACED.sub("", opening).replace("<svg", f"<svg {put}", 1), 1)


def _comment(svg: str) -> bytes:
    """What it was painted from, and by what, as a part of a PNG."""
    digest = hashlib.sha256(svg.encode("utf-8", "replace")).hexdigest()
    text = f"Comment\0{digest} typst {_painter()}".encode()
    return struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))


@cache
def _painter() -> str:
    return version("typst")
