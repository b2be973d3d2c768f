"""What the game master wrote in Markdown, as HTML and as plain text. Only this room knows markdown_it.

Nothing of it reaches a page as it is: raw HTML is shown, not obeyed; links lead to http, https and mailto only, and
others are their text alone; and a picture that is not given along is its description, because a page is one file that
fetches nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode as Node

from gm.print.photos import Photo
from gm.reports.layout import WIDTH, cell, columns, filled

_SAFE = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
_DEEPEST = 6
_TURNS: dict[int, None] = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])  # hidden marks of direction
_LABEL = 80  # letters of the name of a table


def split_title(text: str) -> tuple[str, str]:
    """Its first `# heading`, and the text without it, if it stood at the top.

    >>> split_title("# Mud\\n\\nIt rained.")
    ('Mud', 'It rained.')
    """
    tokens = _parsed(text)
    tops = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"]
    if not tops:
        return "", text.strip("\n")
    title = _bare(tokens[tops[0] + 1])
    first, last = tokens[tops[0]].map or (0, 0)
    if tops[0] > 0:
        return title, text.strip("\n")
    lines = text.split("\n")
    return title, "\n".join(lines[:first] + lines[last:]).strip("\n")


def to_html(text: str, top: int = 2, photos: Mapping[str, Photo] = MappingProxyType({})) -> str:
    """A fragment whose highest heading is of that level, and which skips none; its tables stand in boxes that scroll.

    Of the pictures that it shows, those that are at hand go along with it.

    >>> to_html("Hear, *hear*! <b>")
    '<p>Hear, <em>hear</em>! &lt;b&gt;</p>\\n'
    """
    tokens = _parsed(text)
    _level(tokens, top)
    _frame(tokens, photos)
    return str(_markdown().renderer.render(tokens, _markdown().options, {"photos": photos}))


def shown(text: str) -> list[str]:
    """The pictures that it shows, as it names them; not those that are on the web, which a page does not fetch."""
    named = [str(child.attrs["src"]) for token in _parsed(text) for child in _within(token) if child.type == "image"]
    return [each for each in dict.fromkeys(named) if not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]+:|//", each)]


def _within(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        yield child
        yield from _within(child)


def _frame(tokens: Sequence[Token], photos: Mapping[str, Photo]) -> None:
    """A picture that is a paragraph by itself is a figure, and its title the line below it."""
    for before, line, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        inside = line.children or []
        alone = before.type == "paragraph_open" and len(inside) == 1 and inside[0].type == "image"
        if alone and str(inside[0].attrs["src"]) in photos:
            before.tag = after.tag = "figure"
            inside[0].meta["alone"] = True


def to_text(text: str, width: int = WIDTH) -> str:
    """
    >>> print(to_text("* one\\n* [two](https://example.org)"))
    - one
    - two <https://example.org>
    """
    return "\n".join(line.rstrip() for line in _blocks(Node(_parsed(text)).children, width))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # it judges pictures too: see _safe
    for name, rule in (("image", _described), ("table_open", _boxed), ("table_close", _unboxed)):
        markdown.add_render_rule(name, rule)
    return markdown


def _parsed(text: str) -> list[Token]:
    tokens = _markdown().parse(text)
    for token in tokens:
        _clean(token)
    return tokens


def _clean(token: Token) -> None:
    """Nothing that turns the writing round, no link to anywhere else, and of a picture the words alone."""
    token.content = token.content.translate(_TURNS)
    token.attrs = {
        key: value.translate(_TURNS) if isinstance(value, str) else value for key, value in token.attrs.items()
    }
    for child in token.children or ():
        _clean(child)
    token.children = list(_safe(token.children)) if token.children else token.children
    if token.type == "image":
        token.content, token.children = _bare(token), None


def _safe(tokens: Sequence[Token]) -> Iterator[Token]:
    kept = True  # links do not nest
    for token in tokens:
        if token.type == "link_open":
            kept = bool(_SAFE.match(str(token.attrs["href"])))
        if kept or token.type not in ("link_open", "link_close"):
            yield token


def _described(renderer: object, tokens: Sequence[Token], index: int, options: object, env: dict[str, Any]) -> str:
    """A picture that is at hand, or else its words."""
    image = tokens[index]
    photo = env["photos"].get(str(image.attrs["src"]))
    if photo is None:
        return escape(image.content)
    return str(photo.html(image.content, str(image.attrs.get("title", "")) if image.meta.get("alone") else ""))


def _boxed(renderer: object, tokens: Sequence[Token], index: int, options: object, env: dict[str, Any]) -> str:
    """A table is called by its headings; a second one of the same name by its number too."""
    end = next(place for place in range(index, len(tokens)) if tokens[place].type == "thead_close")
    name = ", ".join(filter(None, (_bare(token) for token in tokens[index:end] if token.type == "inline"))) or "#"
    name = name if len(name) <= _LABEL else name[: _LABEL - 1] + "…"
    env[name] = env.get(name, 0) + 1
    label = escape(name if env[name] == 1 else f"{name} ({env[name]})")
    return f'<div class="wide" tabindex="0" role="region" aria-label="{label}">\n<table>\n'


def _unboxed(*_: object) -> str:
    return "</table>\n</div>\n"


def _bare(line: Token) -> str:
    """Its words alone."""
    return " ".join("".join(child.content or " " for child in line.children or () if not child.nesting).split())


def _level(tokens: Sequence[Token], top: int) -> None:
    """Headings as deep as they were meant, and never more than one deeper than the one before."""
    meant = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
    highest, before = min(meant, default=1), top - 1
    for token in tokens:
        if token.type == "heading_open":
            before = min(top + int(token.tag[1]) - highest, before + 1, _DEEPEST)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{before}"


# Plain text


def _blocks(nodes: Sequence[Node], width: int, tight: bool = False) -> list[str]:
    """The lines of several blocks, an empty one between any two."""
    lines: list[str] = []
    for node in nodes:
        lines += [*([""] if lines and not tight else []), *_block(node, max(width, 10))]
    return lines


def _block(node: Node, width: int) -> list[str]:
    if node.type in ("bullet_list", "ordered_list"):
        return _list(node, width)
    if node.type == "blockquote":
        return [f"> {line}" for line in _blocks(node.children, width - 2)]
    if node.type in ("fence", "code_block"):
        return [f"    {line}" for line in node.content.rstrip("\n").split("\n")]
    if node.type == "heading":
        return _heading(node, width)
    if node.type == "table":
        return _table(node, width)
    if node.type == "hr":
        return ["* * *".center(width)]
    return _paragraph(node, width)


def _paragraph(node: Node, width: int) -> list[str]:
    return [line for part in _inline(node).split("\n") for line in filled(part, width)]


def _heading(node: Node, width: int) -> list[str]:
    lines = _paragraph(node, width)
    return [*lines, "-" * max(map(columns, lines), default=0)]


def _list(node: Node, width: int) -> list[str]:
    number = int(node.attrs.get("start", 1))
    lines: list[str] = []
    for item in node.children:
        mark = f"{number}. " if node.type == "ordered_list" else "- "
        loose = any(child.type == "paragraph" and not child.hidden for child in item.children)
        inner = _blocks(item.children, width - len(mark), tight=not loose) or [""]
        lines += [""] if lines and loose else []
        lines += [(mark if i == 0 else " " * len(mark)) + line for i, line in enumerate(inner)]
        number += 1
    return lines


def _table(node: Node, width: int) -> list[str]:
    """In columns if they fit; else each row as lines in which every cell has its heading."""
    lines = [row for part in node.children for row in part.children]
    rows = [[" ".join(_inline(each).split()) for each in row.children] for row in lines]
    room = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    if sum(room) + 2 * (len(room) - 1) > width:
        return _told_apart(rows, width)
    head, *others = ["  ".join(cell(text, space) for text, space in zip(row, room, strict=True)) for row in rows]
    return [head, "  ".join("-" * space for space in room), *others]


def _told_apart(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """
    >>> _told_apart([["Horse", "Points"], ["Crisp", "12"]], 72)
    ['Horse: Crisp | Points: 12']
    """
    head, *others = rows
    lines = [[f"{name}: {text}" if name else text for name, text in zip(head, row, strict=True)] for row in others]
    return [line for row in lines or rows for line in filled(" | ".join(row), width)]


def _inline(node: Node) -> str:
    return _said(node) or "".join(_inline(child) for child in node.children)


def _said(node: Node) -> str:
    """What a piece of a line says by itself; nothing, if its parts do."""
    if node.type in ("text", "code_inline", "image"):
        return node.content
    if node.type in ("softbreak", "hardbreak"):
        return " " if node.type == "softbreak" else "\n"
    inner = "".join(_inline(child) for child in node.children)
    if node.type in ("em", "strong"):
        mark = "*" if node.type == "strong" else "_"
        return f"{mark}{inner}{mark}"
    if node.type == "link":
        target = str(node.attrs["href"]).removeprefix("mailto:")
        return inner if inner == target else f"{inner} <{target}>"
    return ""
