"""What the game master wrote in Markdown, as HTML and as plain text. Only this room knows markdown_it.

Nothing of it reaches a page as it is: raw HTML is shown, not obeyed; links lead to http, https and mailto only; and a
picture is its description, because a page is one file that fetches nothing.
"""

import re
from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode as Node

from gm.layout import WIDTH, cell, columns, filled

_SAFE = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
_DEEPEST = 6


def split_title(text: str) -> tuple[str, str]:
    """Its first `# heading`, and the text without it, if it stood at the top.

    >>> split_title("# Mud\\n\\nIt rained.")
    ('Mud', 'It rained.')
    """
    tokens = _markdown().parse(text)
    tops = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"]
    if not tops:
        return "", text.strip("\n")
    title = _bare(tokens[tops[0] + 1])
    first, last = tokens[tops[0]].map or (0, 0)
    if tops[0] > 0:
        return title, text.strip("\n")
    lines = text.split("\n")
    return title, "\n".join(lines[:first] + lines[last:]).strip("\n")


def to_html(text: str, top: int = 2) -> str:
    """A fragment whose highest heading is of that level, and which skips none.

    >>> to_html("Hear, *hear*! <b>")
    '<p>Hear, <em>hear</em>! &lt;b&gt;</p>\\n'
    """
    tokens = _markdown().parse(text)
    _level(tokens, top)
    return str(_markdown().renderer.render(tokens, _markdown().options, {}))


def to_text(text: str, width: int = WIDTH) -> str:
    """
    >>> print(to_text("* one\\n* [two](https://example.org)"))
    - one
    - two <https://example.org>
    """
    return "\n".join(line.rstrip() for line in _blocks(Node(_markdown().parse(text)).children, width))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    markdown.validateLink = lambda url: bool(_SAFE.match(url))  # type: ignore[method-assign]
    markdown.add_render_rule("image", _described)
    return markdown


def _described(renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    from html import escape

    return escape(tokens[index].content)


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
    """In columns if they fit; else each row as a line of its own."""
    lines = [row for part in node.children for row in part.children]
    rows = [[" ".join(_inline(each).split()) for each in row.children] for row in lines]
    room = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    if sum(room) + 2 * (len(room) - 1) > width:
        return [line for row in rows for line in filled(" | ".join(row), width)]
    head, *others = ["  ".join(cell(text, space) for text, space in zip(row, room, strict=True)) for row in rows]
    return [head, "  ".join("-" * space for space in room), *others]


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
