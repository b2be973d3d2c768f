"""A report's page as mail programs show it: no style sheet to lose, no variables, pictures as PNG, and not too long.

It is made from the page as it was kept, whatever version of the templates made that.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gm.print import htmltree
from gm.print.htmltree import Node
from gm.print.mailframe import at_night, escaped, framed
from gm.print.mailpieces import Piece, pieces_of
from gm.print.mailwriter import Writer
from gm.print.painting import Painted, Painter
from gm.print.styles import Mark, Part, Sheet, asked_of, declared, variables_of
from gm.reports import assets

LONGEST = 96_000  # bytes of HTML: there are programs that cut a mail at 102 KB
SHEET = "mail.css"
# What a page's own rules may say of how its pieces look in a mail
_LETTERS = ("font-weight", "font-style", "font-variant", "text-align", "text-decoration", "text-transform")
PAINT = frozenset(["color", "background", "background-color", "display", *_LETTERS])
BODY = (Part("body", frozenset(), {}),)
_STYLE = re.compile(r"<style\b[^>]*>([^<]*+(?:<(?!/style\s*>)[^<]*+)*+)</style\s*>", re.IGNORECASE)
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
    return mailed_together([(page, words)], painter, domain, own_templates)


def mailed_together(
    pages: Sequence[tuple[str, Words]], painter: Painter, domain: str, own_templates: Path | None = None
) -> Mailed:
    """Several pages in one mail, one below the other; they share the room that there is, for words and for pictures."""
    made: list[_Page] = []
    for page, words in pages:
        left = made[-1].writer.left if made else painter.allowance
        made.append(_Page(page, words, painter, left, domain, _sheet(own_templates)))
    frame = (made[0].language, "; ".join(each.title for each in made))
    look = made[0].look.of(BODY), {key: said for each in made for key, said in each.look.night.items()}
    empty = len(framed(*frame, [(each.header, "") for each in made], *look).encode())
    room = LONGEST - empty - 1000 * len(made)
    said = iter(_short_enough([part for each in made for part in each.parts], room))
    bodies = ["".join([*islice(said, len(each.parts)), each.ending]) for each in made]
    used = {
        name: picture
        for each, body in zip(made, bodies, strict=True)
        for name, picture in each.writer.pictures.items()
        if f"cid:{name}@" in body
    }
    headers = [each.header for each in made]
    return Mailed(framed(*frame, [*zip(headers, bodies, strict=True)], *look), [*used.values()])


class _Part(NamedTuple):
    heading: str
    whole: str
    elsewhere: str


class _Page:
    """One page, in the pieces that a mail is put together from."""

    def __init__(self, page: str, words: Words, painter: Painter, left: int, domain: str, sheet: str):
        rules, self.marks = asked_of("\n".join(_STYLE.findall(page)))
        self.rules = _look(rules, sheet)
        look = self.look = self.rules.asking(self.marks)
        self.writer = Writer(look.of, lambda svg: painter.paint(svg, look.day), left, domain)
        nodes = [(node, piece) for piece in pieces_of(page) for node in piece.nodes]
        headers = [each for each in nodes if not isinstance(each[0], str) and each[0]["tag"] == "header"][:1]
        self.header = "".join(self._writer(piece).write(node, BODY) for node, piece in headers)
        self.parts = [
            self._part(node, piece, words.elsewhere)
            for node, piece in nodes
            if not any(node is header for header, _ in headers)
        ]
        language = re.search(r"<html\b[^>]*\blang=\"([\w-]+)\"", page)
        title = re.search(r"<title>([^<]*)</title>", page)
        self.language, self.title = language[1] if language else "", escaped(unescape(title[1])) if title else ""
        self.ending = f'<p style="font-size:14px">{escaped(words.attached)}</p>'

    def _part(self, node: Node, piece: Piece, elsewhere: str) -> "_Part":
        writer = self._writer(piece)
        return _Part(writer.all(_headings(node), BODY), writer.write(node, BODY), elsewhere)

    def _writer(self, piece: Piece) -> Writer:
        """It need not write again what was written of that piece by the same rules."""
        self.writer.known = piece.written_with(self.rules)
        self.writer.anew = piece.drawn.union(*(piece.marked.get(mark, ()) for mark in self.marks))
        return self.writer


def _headings(node: Node) -> list[Node]:
    """What a part is called: that stays, whatever becomes of the part."""
    if isinstance(node, str):
        return []
    return [each for each in node["children"] if not isinstance(each, str) and each["tag"] in htmltree.HEADINGS][:1]


def _short_enough(parts: Sequence[_Part], room: int) -> list[str]:
    """All parts, or, where that is too much, of the longest only what they are called; pages to fill in stay."""
    written = [part.whole for part in parts]
    sizes = [len(each.encode()) for each in written]
    for index in sorted(range(len(parts)), key=lambda index: -sizes[index]):
        if sum(sizes) <= room:
            break
        if "<pre" not in written[index]:
            written[index] = f"{parts[index].heading}<p><i>{escaped(parts[index].elsewhere)}</i></p>"
            sizes[index] = len(written[index].encode())
    return written


class _Look(NamedTuple):
    """What the page's own rules say, and those for mail; its colours, and how they change by night."""

    page: Sheet
    mail: Sheet
    day: Mapping[str, str]
    night: Mapping[str, str]

    def asking(self, marks: Sequence[Mark]) -> "_Look":
        """The same for a page on which these are asked for."""
        return self._replace(page=self.page.asking(marks))

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
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> str:
    return path.read_text(encoding="utf-8")
