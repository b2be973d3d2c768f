"""Bodies of HTML made ready to be set: tables measured, long words breakable, pictures that may float."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from gm import htmltree
from gm.htmltree import Node
from gm.pictures import standalone

LONGEST = {"td": 20, "th": 20, "code": 70, "pre": 70}  # letters: a word that has more may be broken anywhere
A_LINE = 45


def made_ready(nodes: Sequence[Node], numbers: Iterator[int]) -> list[Node]:
    """What the setting needs to know of each piece; pictures are numbered as they come."""
    return [_ready(node, A_LINE) for node in _plated(nodes, numbers)]


def plates(nodes: Sequence[Node]) -> Iterator[int]:
    """The numbers of the pictures that may float."""
    for node in nodes:
        if not isinstance(node, str):
            yield from [node["number"]] if node["tag"] == "plate" else plates(node["children"])


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
    if node["tag"] in ("figure", "svg"):
        return has([node], "svg")
    tags = [child if isinstance(child, str) else child["tag"] for child in node["children"]]
    return node["tag"] == "section" and len(tags) == 2 and tags[0] in htmltree.HEADINGS and tags[1] in ("figure", "svg")


def _ready(node: Node, longest: int) -> Node:
    if isinstance(node, str):
        return breakable(node, longest)
    longest = LONGEST.get(node["tag"], longest)
    ready = node | {"children": [_ready(child, longest) for child in node["children"]]}
    if node["tag"] == "svg":
        return ready | {"svg": standalone(node["svg"])}
    if node["tag"] == "a":
        return ready | {"shown": breakable(node["href"].removeprefix("mailto:"), longest)}
    return _table(ready) if node["tag"] == "table" else ready


def _table(node: dict[str, Any]) -> Node:
    """Its rows of cells, and what is in each column: figures, a bar, or text that is so long."""
    rows = [_elements(row, "td", "th") for row in _elements(node, "tr")]
    wide = max((sum(cell["colspan"] for cell in row) for row in rows), default=0)
    columns: list[dict[str, Any]] = [{"figures": False, "bar": False, "longest": 3} for _ in range(wide)]
    for row in rows:
        for place, cell in _placed(row):
            column = columns[place]
            column["figures"] |= "n" in cell["class"]
            column["bar"] |= "bar" in cell["class"]
            column["longest"] = max(column["longest"], min(40, len(htmltree.words(cell["children"]))))
    head = bool(rows and rows[0]) and all(cell["tag"] == "th" for cell in rows[0])
    return node | {"children": _elements(node, "caption"), "rows": rows, "columns": columns, "head": head}


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
    return re.sub(rf"\S{{{longest + 1},}}", lambda word: _broken(word[0]), text)


def _broken(word: str) -> str:
    """A mark stays with its letter."""
    pieces = [word[0]]
    for letter in word[1:]:
        joined = unicodedata.category(letter)[0] in "MC" or pieces[-1].endswith("\u200d")
        if len(pieces[-1]) >= 10 and not joined:
            pieces.append("")
        pieces[-1] += letter
    return "\u200b".join(pieces)
