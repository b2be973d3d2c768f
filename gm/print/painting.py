"""Pictures as PNG, for readers who know no SVG: each made once, and no more of them than a mail can carry."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from gm.print.booklet import fonts_for
from gm.reports.pictures import standalone

MOST_IN_A_MAIL = 900_000  # bytes of all its pictures
MOST_IN_ALL = 90_000_000  # bytes of the pictures of all mails of a turn, each counted as often as it is sent
MOST_PAINTED = 150  # different pictures a turn: what is drawn for each reader alone ends here in a large field
LARGEST = 2000  # units: a picture that is wider or higher is not painted
_WIDEST = 600  # on the screen
_WHITE, _HEX = "#ffffff", re.compile("#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_VIEW = re.compile(r"<svg\b[^>]*?\bviewBox=\"[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)\"")
_MARGIN = "4pt"
_SOURCE = b"""#let (width, margin, paper) = (sys.inputs.width, sys.inputs.margin, sys.inputs.paper)
#set page(width: eval(width), height: auto, margin: eval(margin), fill: rgb(paper))
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)"""

_ALONE = b'#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'


class Painted(NamedTuple):
    """A picture, and how wide it is meant to be shown."""

    name: str
    png: bytes
    width: int


class Painter:
    """The pictures of the mails that are written together, for so many readers."""

    def __init__(self, readers: int = 1):
        self.allowance = min(MOST_IN_A_MAIL, MOST_IN_ALL // max(1, readers))
        self._painted: dict[str, Painted | None] = {}
        self._asked: dict[tuple[str, tuple[tuple[str, str], ...]], Painted | None] = {}  # what many readers have

    def paint(self, svg: str, colours: Mapping[str, str]) -> Painted | None:
        """None if it cannot be painted, or if enough is."""
        asked = (svg, tuple(colours.items()))
        if asked not in self._asked:
            if len(self._asked) >= MOST_PAINTED:
                return self._by_what_it_shows(svg, colours)
            self._asked[asked] = self._by_what_it_shows(svg, colours)
        return self._asked[asked]

    def _by_what_it_shows(self, svg: str, colours: Mapping[str, str]) -> Painted | None:
        ready = standalone(svg, colours)
        key = hashlib.sha256(ready.encode("utf-8", "replace")).hexdigest()
        if key not in self._painted:
            if len(self._painted) >= MOST_PAINTED:
                return None
            self._painted[key] = _painted(ready, colours.get("paper", _WHITE), key)
        return self._painted[key]


def flaw(svg: str) -> str:
    """Why typst cannot set this picture; "" if it can."""
    import typst

    try:
        typst.compile(_ALONE, sys_inputs={"svg": svg}, font_paths=fonts_for(json.dumps(svg, ensure_ascii=False)))
    except RuntimeError as error:
        return next(iter(str(error).splitlines()), "") or "?"
    return ""


def _painted(svg: str, paper: str, key: str) -> Painted | None:
    width = _measure(svg)
    shown = min(width, _WIDEST)
    png = as_png(svg, 72.0 * shown / width * _sharpness(shown), paper, _MARGIN) if width else None
    return Painted(key[:32], png, round(shown)) if png else None


def _measure(svg: str) -> float:
    """How wide it is; 0 if it cannot be told, or if it is too large."""
    view = _VIEW.search(svg)
    width, height = (float(view[1]), float(view[2])) if view else (0.0, 0.0)
    return width if 0 < width <= LARGEST and 0 < height <= LARGEST else 0.0


def as_png(svg: str, ppi: float = 72.0, paper: str = _WHITE, margin: str = "0pt") -> bytes | None:
    """A picture that stands alone as PNG: the same bytes for the same picture; None if it cannot be painted."""
    import typst

    paper = paper if _HEX.fullmatch(paper) else _WHITE
    inputs = {"width": f"{_measure(svg)}pt", "paper": paper, "margin": margin, "svg": svg}
    fonts = fonts_for(json.dumps(svg, ensure_ascii=False))
    try:
        png = typst.compile(_SOURCE, format="png", ppi=ppi, sys_inputs=inputs, font_paths=fonts)
    except RuntimeError:  # a template of the zine's own may draw what typst cannot read: it goes without the picture
        return None
    return bytes(png) if isinstance(png, bytes) else None


def _sharpness(width: float) -> float:
    """Pixels for each on the screen: small pictures are looked at closely, and cost little."""
    return 1.5 if width > 300 else 2.0
