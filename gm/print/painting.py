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
_SOURCE = b"""#set page(width: eval(sys.inputs.width), height: auto, margin: 4pt, fill: rgb(sys.inputs.paper))
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)"""


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

    def paint(self, svg: str, colours: Mapping[str, str]) -> Painted | None:
        """None if it cannot be painted, or if enough is."""
        ready = standalone(svg, colours)
        key = hashlib.sha256(ready.encode("utf-8", "replace")).hexdigest()
        if key not in self._painted:
            if len(self._painted) >= MOST_PAINTED:
                return None
            self._painted[key] = _painted(ready, colours.get("paper", _WHITE), key)
        return self._painted[key]


def _painted(svg: str, paper: str, key: str) -> Painted | None:
    import typst

    view = _VIEW.search(svg)
    width, height = (float(view[1]), float(view[2])) if view else (0.0, 0.0)
    if not (0 < width <= LARGEST and 0 < height <= LARGEST):
        return None
    inputs = {"width": f"{width}pt", "paper": paper if _HEX.fullmatch(paper) else _WHITE, "svg": svg}
    shown = min(width, _WIDEST)
    try:
        png = typst.compile(
            _SOURCE,
            format="png",
            ppi=72.0 * shown / width * _sharpness(shown),
            sys_inputs=inputs,
            font_paths=fonts_for(json.dumps(svg, ensure_ascii=False)),
        )
    except RuntimeError:  # a template of the zine's own may draw what typst cannot read: the mail goes without it
        return None
    return Painted(key[:32], bytes(png), round(shown)) if isinstance(png, bytes) else None


def _sharpness(width: float) -> float:
    """Pixels for each on the screen: small pictures are looked at closely, and cost little."""
    return 1.5 if width > 300 else 2.0
