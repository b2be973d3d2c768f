"""Pieces of a page as HTML that every mail program shows: what they look like is written into each of them."""

import re
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any

from gm.print import htmltree
from gm.print.htmltree import BLOCKS, INLINE, Node
from gm.print.mailframe import TABLE, escaped, styled
from gm.print.painting import Painted
from gm.print.styles import Part

LONGEST_ALT = 260  # letters
AN_ICON = 64  # a picture that is no wider stands within a line
MANY = 4  # columns: a table that has more is set tight
AS = {"summary": "h4", "figcaption": "p", "dt": "p", "dd": "p", "footer": "p", "details": "div", "del": "s"}
THROUGH = frozenset(["figure", "caption", "dl", "kbd"])  # without a style sheet they say nothing
_LINK = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_LONG = re.compile(r"\S{16}")
BREAK = {"word-break": "break-word"}
GAP = f'<table {TABLE}><tr><td style="font-size:10px;line-height:10px">&nbsp;</td></tr></table>\n'
Look = Callable[[Sequence[Part]], dict[str, str]]


class Whole(htmltree.Reader):
    """With every attribute, and with what is for screens alone."""

    def placed(self, tag: str, attributes: dict[str, str | None]) -> list[Node]:
        if tag in htmltree.UNSEEN | {"nav"} or "hidden" in attributes:
            return []
        if tag in ("svg", "icon"):
            self.open[-1][1].extend(self.drawn(tag, attributes))
        if tag not in BLOCKS | INLINE | {"header"} or len(self.open) > htmltree.DEEPEST:
            return self.open[-1][1]
        children: list[Node] = []
        classes = (attributes.get("class") or "").split()
        element = {"tag": tag, "class": classes, "children": children, "attributes": attributes}
        self.open[-1][1].append(element)
        return children


class Writer:
    """What a page holds, as a mail shows it; the pictures that it has used are kept."""

    def __init__(self, look: Look, paint: Callable[[str], Painted | None], allowance: int, domain: str):
        self.look, self.paint, self.domain = look, paint, domain
        self.left = allowance
        self.pictures: dict[str, Painted] = {}
        self.known: dict[tuple[str, int, int, int], str] = {}  # what is written already of the piece that comes now
        self.anew: set[int] = set()  # what is written for this page alone

    def all(self, nodes: Sequence[Node], path: Sequence[Part]) -> str:
        said, place = [], 0
        for node in nodes:
            place += not isinstance(node, str)
            said.append(self.write(node, path, place))
        return "".join(said)

    def write(self, node: Node, path: Sequence[Part], place: int = 1) -> str:
        if isinstance(node, str):
            quoted = any(part.tag == "blockquote" for part in path) and not any(part.tag == "pre" for part in path)
            return escaped(node, quote=False).replace("\n", "<br>\n" if quoted else "\n")
        return self._once(
            node, ("", id(node), len(path), place), lambda: self._written(node, [*path, part_of(node, place)])
        )

    def _once(self, node: dict[str, Any], key: tuple[str, int, int, int], write: Callable[[], str]) -> str:
        """What many readers have in their pages is written for the first of them."""
        if id(node) in self.anew:
            return write()
        if key not in self.known:
            self.known[key] = write()
        return self.known[key]

    def _written(self, node: dict[str, Any], here: Sequence[Part]) -> str:
        style = self.look(here)
        if style.pop("display", "") == "none":
            return ""
        tag: str = node["tag"]
        special = getattr(self, f"_{tag}", None)
        if special:
            return str(special(node, here, style))
        inner = self.all(node["children"], here)
        style |= BREAK if _has_long_words(node) else {}
        if tag in THROUGH or (tag in ("div", "span") and not style):
            return f"<div>{inner}</div>" if tag == "div" and node["class"] not in ([], ["wide"]) else inner
        return _element(AS.get(tag, tag), inner, style)

    def _br(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        return "<br>"

    def _hr(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        return "<hr>"

    def _img(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """A picture that is not in the page would be asked for elsewhere: what it says is enough."""
        return f"<i>{escaped(node['attributes'].get('alt') or '')}</i>"

    def _a(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        inner, href = self.all(node["children"], here), node["attributes"].get("href") or ""
        if not _LINK.fullmatch(href):  # a place on the page, or a file beside it
            return inner
        return f'<a href="{escaped(href)}" style="{styled(style)}">{inner}</a>'

    def _svg(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """The picture, or what it says where there is no room for it."""
        alt, painted = shortly(node["alt"]), self.paint(node["svg"])
        if painted and painted.name not in self.pictures and len(painted.png) <= self.left:
            self.left -= len(painted.png)
            self.pictures[painted.name] = painted
        if not painted or painted.name not in self.pictures:
            return f"<p><i>{escaped(alt)}</i></p>" if alt else ""
        icon = painted.width <= AN_ICON
        look = "vertical-align:middle;margin-right:6px" if icon else "display:block;max-width:100%;height:auto"
        source = f'src="cid:{painted.name}@{self.domain}" width="{painted.width}"'
        return f'<img {source} alt="{escaped(alt)}" border="0" style="{look}">'

    def _icon(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """By characters: forty small pictures would be forty enclosures. In capitals, so that they stay by night."""
        sign, inks = (re.search(rf'\sdata-{name}="([^"]+)"', node["svg"]) for name in ("sign", "inks"))
        if not sign or not inks or not re.fullmatch("#[0-9a-f]{6}( #[0-9a-f]{6}){2}", inks[1]):
            return ""
        ground, colour, cap = inks[1].upper().split()
        return (
            f'<span aria-hidden="true" style="font-family:monospace"><b style="background-color:{cap}">&nbsp;</b>'
            f'<b style="background-color:{ground};color:{colour}">{escaped(unescape(sign[1]))}</b></span> '
        )

    def _table(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """Bars only where they are what the table is for: beside figures they would be in the way on a telephone."""
        without = frozenset() if "spread" in node["class"] else frozenset(["bar"])
        rows = [child for child in node["children"] if not isinstance(child, str) and child["tag"] == "tr"]
        captions = [child for child in node["children"] if not isinstance(child, str) and child["tag"] == "caption"]
        tight = max((len(row["children"]) for row in rows), default=0) > MANY
        said = [self._row(row, [*here, part_of(row, place)], without, tight) for place, row in enumerate(rows, 1)]
        top = "".join(f"<p>{self.all(each['children'], here)}</p>" for each in captions)
        return (
            f'{top}<table border="0" cellpadding="{1 if tight else 4}" cellspacing="0" width="100%"'
            f' style="border-collapse:collapse">\n{"".join(said)}</table>'
        )

    def _row(self, row: dict[str, Any], here: Sequence[Part], without: frozenset[str], tight: bool) -> str:
        return self._once(row, ("row", id(row), 0, 0), lambda: self._cells(row, here, without, tight))

    def _cells(self, row: dict[str, Any], here: Sequence[Part], without: frozenset[str], tight: bool) -> str:
        cells = [child for child in row["children"] if not isinstance(child, str) and child["tag"] in ("td", "th")]
        kept = [(cell, place) for place, cell in enumerate(cells, 1) if not without.intersection(cell["class"])]
        said = [self._cell(cell, [*here, part_of(cell, place)], tight) for cell, place in kept]
        return f'<tr valign="top">{"".join(said)}</tr>\n'

    def _cell(self, cell: dict[str, Any], here: Sequence[Part], tight: bool) -> str:
        style = self.look(here)
        if tight and cell["tag"] == "th":
            style |= BREAK | {"font-size": "12px"}
        elif _has_long_words(cell):
            style |= BREAK
        own = cell["attributes"]
        facts = {
            "scope": own.get("scope"),
            "colspan": own.get("colspan"),
            "rowspan": own.get("rowspan"),
            "align": style.pop("text-align", None),
            "width": style.pop("width", None),
            "bgcolor": style.get("background-color"),
        }
        said = "".join(f' {name}="{escaped(value)}"' for name, value in facts.items() if value)
        inner = self._bar(cell, here) if "bar" in cell["class"] and cell["tag"] == "td" else ""
        bold = style.get("font-weight") == "bold" and cell["tag"] == "td"
        inner = inner or self.all(cell["children"], here)
        inner = f"<b>{inner}</b>" if bold and inner else inner
        return f'<{cell["tag"]}{said} style="{styled(style)}">{inner}</{cell["tag"]}>'

    def _bar(self, cell: dict[str, Any], here: Sequence[Part]) -> str:
        """As long as it is to be: a cell with a ground, since Outlook gives no other element a width."""
        for child in cell["children"]:
            if isinstance(child, str) or child["tag"] != "i":
                continue
            wide = re.search(r"width:\s*(\d{1,3})%", child["attributes"].get("style") or "")
            ground = self.look([*here, part_of(child, 1)]).get("background-color", "")
            if wide:
                table = f'role="presentation" border="0" cellpadding="0" cellspacing="0" width="{wide[1]}%"'
                return (
                    f'<table {table}><tr><td height="10" bgcolor="{ground}" style="background-color:{ground};'
                    'font-size:1px;line-height:10px">&nbsp;</td></tr></table>'
                )
        return ""

    def _ul(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        if "told" not in node["class"]:
            return _element("ul", self.all(node["children"], here), style)
        items = [child for child in node["children"] if not isinstance(child, str)]
        rows = [self._item(item, [*here, part_of(item, place)]) for place, item in enumerate(items, 1)]
        return f"<table {TABLE}>\n{''.join(rows)}</table>"

    def _item(self, item: dict[str, Any], here: Sequence[Part]) -> str:
        """A line of what is told; between two of them, a gap that every program leaves."""
        inner = self.all(item["children"], here)
        gap = '<tr><td style="font-size:6px;line-height:6px">&nbsp;</td></tr>\n'
        return f'<tr><td style="{styled(self.look(here))}">{inner}</td></tr>\n{gap}'

    def _section(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """In a box, if it is to have one, and apart from what stands above it."""
        inner = self.all(node["children"], here)
        return f"{GAP}{_boxed(inner, style)}" if "padding" in style else inner

    def _blockquote(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        return _boxed(self.all(node["children"], here), style)

    def _footer(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        return _element("p", "&mdash; " + self.all(node["children"], here), style)

    def _pre(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        outside = ("padding", "background-color", "border")
        box = {key: value for key, value in style.items() if key in outside}
        style = {key: value for key, value in style.items() if key not in outside}
        wrapped = {"margin": "0", "white-space": "pre-wrap"}
        return _boxed(_element("pre", self.all(node["children"], here), style | wrapped), box)

    def _header(self, node: dict[str, Any], here: Sequence[Part], style: dict[str, str]) -> str:
        """Its pieces side by side, as one row of the frame."""
        pieces = [child for child in node["children"] if not isinstance(child, str)]
        cells = [self._side(piece, [*here, part_of(piece, place)]) for place, piece in enumerate(pieces, 1)]
        ground = style.get("background-color", "")
        top = f'<tr><td align="left" bgcolor="{ground}" style="{styled(style)};padding:16px 14px">'
        return f"{top}<table {TABLE}><tr>{''.join(cells)}</tr></table></td></tr>\n"

    def _side(self, piece: dict[str, Any], here: Sequence[Part]) -> str:
        """One that has a border has a cell of its own within its cell, as high as it needs to be."""
        inner, box = self.all(piece["children"], here), self.look(here)
        if "border" not in box:
            return f'<td valign="middle" style="padding:0 10px 0 0">{inner}</td>'
        align, ground = box.pop("text-align", "left"), box.get("background-color", "")
        box.pop("margin", None)
        cell = f'<td align="{align}" bgcolor="{ground}" style="{styled(box)}">{inner}</td>'
        return f'<td width="60" valign="middle"><table {TABLE}><tr>{cell}</tr></table></td>'


def _has_long_words(node: dict[str, Any]) -> bool:
    """Words that a telephone is too narrow for may be broken; figures in a table never are."""
    return any(isinstance(child, str) and _LONG.search(child) for child in node["children"])


def part_of(node: dict[str, Any], place: int) -> Part:
    return Part(node["tag"], frozenset(node["class"]), node.get("attributes", {}), place)


def _element(tag: str, inner: str, style: dict[str, str]) -> str:
    said = f' style="{styled(style)}"' if style else ""
    end = "\n" if tag in BLOCKS else ""
    return f"<{tag}{said}>{inner}</{tag}>{end}"


def _boxed(inner: str, style: dict[str, str]) -> str:
    """In a cell of its own: Outlook knows padding nowhere else."""
    ground = style.get("background-color")
    said = f' bgcolor="{ground}"' if ground else ""
    return f'<table {TABLE}><tr><td{said} style="{styled(style)}">{inner}</td></tr></table>\n'


def shortly(text: str) -> str:
    """The first sentences of what a picture says, as many as can be listened to.

    >>> shortly("One. Two."), len(shortly("Word " * 100))
    ('One. Two.', 260)
    """
    if len(text) <= LONGEST_ALT:
        return text
    whole = [end.end() for end in re.finditer(r"[.!?](?= )", text) if end.end() <= LONGEST_ALT]
    return text[: whole[-1]] if whole else text[: LONGEST_ALT - 1] + "…"
