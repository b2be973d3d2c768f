"""Bodies of HTML made ready to be set: tables measured, long words breakable, pictures that may float."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from gm.print import htmltree
from gm.print.htmltree import Node
from gm.reports.pictures import standalone

LONGEST = {"td": 20, "th": 20, "code": 70, "pre": 70}  # letters: a word that has more may be broken anywhere
A_LINE = 45
STYLES = ("code", "kbd", "b", "strong", "i", "em", "small")  # they make a word wider or narrower
SET_IN_LINES = ("td", "th", "p", "li", "span", "a", "dt", "dd", *htmltree.HEADINGS, *STYLES)  # their pictures are small
MEASURED = 8  # so many of the longest words of a column are measured
A_PAGE = 1500  # letters: a table that has more may not fit on a page


def made_ready(nodes: Sequence[Node], numbers: Iterator[int]) -> list[Node]:
    """What the setting needs to know of each piece; pictures are numbered as they come."""
    return [_ready(node, A_LINE) for node in _plated(nodes, numbers)]


def has(nodes: Sequence[Node], tag: str) -> bool:
    return any(not isinstance(node, str) and (node["tag"] == tag or has(node["children"], tag)) for node in nodes)


def _plated(nodes: Sequence[Node], numbers: Iterator[int]) -> list[Node]:
    """Each picture, with its heading if it has a section to itself, as a plate: it may float to the next page."""
    plated: list[Node] = []
    for node in nodes:
        if isinstance(node, str):
            plated.append(node)
        elif _is_plate(node):
            plated.append({"tag": "plate", "class": [], "children": [node], "number": next(numbers)})
        elif node["tag"] in ("section", "div", "details"):
            plated.append(node | {"children": _plated(node["children"], numbers)})
        else:
            plated.append(node)
    return plated


def _is_plate(node: dict[str, Any]) -> bool:
    """A picture, or a section that is little more than one."""
    if node["tag"] in ("figure", "svg"):
        return has([node], "svg")
    tags = [child if isinstance(child, str) else child["tag"] for child in node["children"]]
    if node["tag"] != "section" or len(tags) < 2:
        return False
    return tags[0] in htmltree.HEADINGS and tags[1] in ("figure", "svg") and tags[2:] in ([], ["p"])


def _ready(node: Node, longest: int) -> Node:
    if isinstance(node, str):
        return breakable(node, longest)
    longest = LONGEST.get(node["tag"], longest)
    ready = node | {"children": [_ready(child, longest) for child in node["children"]]}
    if node["tag"] in ("svg", "icon"):
        return ready | {"svg": standalone(node["svg"])}
    if node["tag"] in SET_IN_LINES:
        ready["children"] = [_in_line(child) for child in ready["children"]]
    if node["tag"] == "a":
        return ready | {"shown": breakable(node["href"].removeprefix("mailto:"), longest)}
    return _table(ready) if node["tag"] == "table" else ready


def _in_line(node: Node) -> Node:
    """A picture among words is as high as they are."""
    return node | {"inline": True} if not isinstance(node, str) and node["tag"] == "svg" else node


def _table(node: dict[str, Any]) -> Node:
    """Its rows of cells, what is in each column, and how many rows may be kept on one page."""
    rows = [_elements(row, "td", "th") for row in _elements(node, "tr")]
    wide = max((sum(cell["colspan"] for cell in row) for row in rows), default=0)
    columns: list[list[dict[str, Any]]] = [[] for _ in range(wide)]
    for row in rows:
        for place, cell in _placed(row):
            columns[place].append(cell)
    head = bool(rows and rows[0]) and all(cell["tag"] == "th" for cell in rows[0])
    much = len(htmltree.words([cell for row in rows for cell in row])) > A_PAGE
    facts = {"rows": rows, "columns": [_column(cells) for cells in columns], "head": head, "much": much}
    return node | {"children": _elements(node, "caption")} | facts


def _column(cells: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Figures, a bar, or text that is so long; and the pieces that should not be broken."""
    figures, bar = (any(name in cell["class"] for cell in cells) for name in ("n", "bar"))
    longest = max((min(40, len(htmltree.words(cell["children"]))) for cell in cells), default=0)
    pieces = [each for cell in cells for each in _pieces([cell], (), figures and cell["tag"] == "td")]
    whole = [each for cell in cells for each in _pieces([cell], (), True)] if figures else []
    facts = {"figures": figures, "bar": bar, "longest": max(3, longest), "lines": _widest(cells)}
    facts["empty"] = not any(cell["children"] for cell in cells if cell["tag"] == "td")
    return facts | {"pieces": _longest(pieces), "whole": _longest(whole)}


def _widest(cells: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells that need most room if each is to stand on one line."""
    return sorted(cells, key=lambda cell: -len(htmltree.words(cell["children"])))[:MEASURED]


def _pieces(nodes: Sequence[Node], around: tuple[str, ...], whole: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words (or the whole texts), each with the tags that say how it looks."""
    for node in nodes:
        if isinstance(node, str):
            yield from ((word, around) for word in ([node] if whole else re.split("[ \t\r\n\f\u200b]|(?<=-)", node)))
        else:
            looks = (*around, node["tag"]) if node["tag"] in ("td", "th", *STYLES) else around
            yield from _pieces([*node["children"], *([f"<{node['shown']}>"] if "shown" in node else [])], looks, whole)


def _longest(pieces: Sequence[tuple[str, tuple[str, ...]]]) -> list[Node]:
    """The longest of each look."""
    chosen: list[Node] = []
    for look in sorted({around for _, around in pieces}):
        words = sorted(
            {word for word, around in pieces if around == look and word}, key=lambda word: (-len(word), word)
        )
        chosen += [_dressed(word, look) for word in words[:MEASURED]]
    return chosen


def _dressed(word: str, look: Sequence[str]) -> Node:
    node: Node = word
    for tag in reversed(look):
        node = {"tag": tag, "class": [], "children": [node]}
    return node


def _elements(node: dict[str, Any], *tags: str) -> list[dict[str, Any]]:
    return [child for child in node["children"] if not isinstance(child, str) and child["tag"] in tags]


def _placed(row: Sequence[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The cells that have a column to themselves, each with its number."""
    place = 0
    for cell in row:
        if cell["colspan"] == 1:
            yield place, cell
        place += cell["colspan"]


def breakable(text: str, longest: int = A_LINE) -> str:
    """Words that fit on no line may be broken, at every tenth letter.

    >>> breakable("short"), breakable("x" * 46).count("\\u200b")
    ('short', 4)
    """
    return re.sub(rf"[\S\u00a0\u2007\u202f]{{{longest + 1},}}", lambda word: _broken(word[0]), text)


def _broken(word: str) -> str:
    """A mark stays with its letter."""
    pieces = [word[0]]
    for letter in word[1:]:
        joined = unicodedata.category(letter)[0] in "MC" or pieces[-1].endswith("\u200d")
        if len(pieces[-1]) >= 10 and not joined:
            pieces.append("")
        pieces[-1] += letter
    return "\u200b".join(pieces)
