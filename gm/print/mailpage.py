"""A report's page as mail programs show it: no style sheet to lose, no variables, pictures as PNG, and not too long.

It is made from the page as it was kept, whatever version of the templates made that.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from gm.print import htmltree
from gm.print.htmltree import Node
from gm.print.mailframe import at_night, framed
from gm.print.mailwriter import Whole, Writer
from gm.print.painting import Painted, Painter
from gm.print.styles import Part, Sheet, declared, variables_of
from gm.reports import assets

LONGEST = 96_000  # bytes of HTML: there are programs that cut a mail at 102 KB
SHEET = "mail.css"
# What a page's own rules may say of how its pieces look in a mail
_LETTERS = ("font-weight", "font-style", "font-variant", "text-align", "text-decoration", "text-transform")
PAINT = frozenset(["color", "background", "background-color", "display", *_LETTERS])
BODY = (Part("body", frozenset(), {}),)
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style\s*>", re.DOTALL | re.IGNORECASE)
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
_OUTRIGHT = re.compile(r"(?<=[:\s(,])#[0-9a-fA-F]{3,8}\b")


class Mailed(NamedTuple):
    """The HTML of a mail, and the pictures that are in it."""

    html: str
    pictures: list[Painted]


class Words(NamedTuple):
    """What a mail says besides, in its reader's language."""

    attached: str  # where the whole page is
    elsewhere: str  # in place of a part that would make the mail too long


def mailed(page: str, painter: Painter, words: Words, domain: str, own_templates: Path | None = None) -> Mailed:
    """The same page and words give the same mail, as long as the painter has room for its pictures."""
    look = _look("\n".join(_STYLE.findall(page)), _sheet(own_templates))
    writer = Writer(look.of, lambda svg: painter.paint(svg, look.day), painter.allowance, domain)
    nodes = [node for node in htmltree.read(page, Whole) if not isinstance(node, str) or node.strip()]
    headers = [node for node in nodes if not isinstance(node, str) and node["tag"] == "header"]
    header = writer.all(headers[:1], BODY)
    parts = [(writer.all(_headings(node), BODY), writer.write(node, BODY)) for node in nodes if node not in headers[:1]]
    language = re.search(r"<html\b[^>]*\blang=\"([\w-]+)\"", page)
    title = re.search(r"<title>([^<]*)</title>", page)
    frame = (language[1] if language else "", title[1] if title else "", header)
    empty = len(framed(*frame, "", look.of(BODY), look.night).encode())
    said = _short_enough(parts, words.elsewhere, LONGEST - empty - 1000)
    body = "".join([*said, f'<p style="font-size:14px">{escape(words.attached)}</p>'])
    used = [each for name, each in writer.pictures.items() if f"cid:{name}@" in body]
    return Mailed(framed(*frame, body, look.of(BODY), look.night), used)


def _headings(node: Node) -> list[Node]:
    """What a part is called: that stays, whatever becomes of the part."""
    if isinstance(node, str):
        return []
    return [each for each in node["children"] if not isinstance(each, str) and each["tag"] in htmltree.HEADINGS][:1]


def _short_enough(parts: Sequence[tuple[str, str]], elsewhere: str, room: int) -> list[str]:
    """All parts, or, where that is too much, of the longest only what they are called; pages to fill in stay."""
    written = [whole for _, whole in parts]
    for index in sorted(range(len(parts)), key=lambda index: -len(written[index].encode())):
        if sum(len(each.encode()) for each in written) <= room:
            break
        if "<pre" not in written[index]:
            written[index] = f"{parts[index][0]}<p><i>{escape(elsewhere)}</i></p>"
    return written


class _Look(NamedTuple):
    """What the page's own rules say, and those for mail; its colours, and how they change by night."""

    page: Sheet
    mail: Sheet
    day: Mapping[str, str]
    night: Mapping[str, str]

    def of(self, path: Sequence[Part]) -> dict[str, str]:
        own = declared(path[-1].attributes.get("style") or "", self.day)
        said = self.page.of(path) | {key: value for key, value in own.items() if key in PAINT}
        if "background" in said:
            said["background-color"] = said.pop("background")
        said |= self.mail.of(path)
        return {key: value for key, value in said.items() if "color" not in key or _COLOUR.fullmatch(value)}


@lru_cache(maxsize=8)
def _look(css: str, sheet: str) -> _Look:
    """Colours that a page's sheet names outright are in capitals: by night they stay, and those of the root change."""
    day, night = (
        {name: value.lower() for name, value in variables_of(css, dark).items() if _COLOUR.fullmatch(value)}
        for dark in (False, True)
    )
    outright = _OUTRIGHT.sub(lambda found: found[0].upper(), css)
    return _Look(Sheet(outright, day, PAINT), Sheet(sheet, day), day, at_night(day, night))


def _sheet(own_templates: Path | None) -> str:
    """The zine's own comes before the one that is built in."""
    own = own_templates / SHEET if own_templates else None
    path = own if own and own.is_file() and not own.is_symlink() else assets.templates() / SHEET
    return path.read_text(encoding="utf-8")
