"""A page in pieces that stand for themselves: what is the same on many readers' pages is read and written once."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from gm.print.htmltree import Node, parted_from_sprite, reader_of, symbols_of
from gm.print.mailwriter import Whole
from gm.print.styles import Mark

CUT = "\n<section"
_HEAD = re.compile(  # nothing of it is shown
    r"\A(<!DOCTYPE html>\s*<html\b[^<>]*>\s*)<head>\s*+"
    r"(?:<meta\b[^<>]*>\s*+|<title>[^<]*+</title>\s*+|<style>[^<]*+</style>\s*+)*+</head>"
)


class Piece:
    """Some of a page. What is written of it is kept, but not what a rule marks out, nor what holds a picture."""

    def __init__(self, nodes: list[Node], opened: tuple[str, ...]):
        self.nodes = [node for node in nodes if not isinstance(node, str) or node.strip()]
        self.opened = opened  # elements that go on after it
        self.drawn: set[int] = set()  # what holds a picture
        self.marked: dict[Mark, set[int]] = {}  # what a mark is in, what has it, and what is within that
        for node in self.nodes:
            self._look_through(node, [])
        self.look: object = None
        self.written: dict[tuple[str, int, int, int], str] = {}

    def _look_through(self, node: Node, above: list[int], inherited: tuple[Mark, ...] = ()) -> None:
        if isinstance(node, str):
            return
        path = [*above, id(node)]
        if node["tag"] == "svg":
            self.drawn.update(path)
        own = tuple((name, value) for name, value in node.get("attributes", {}).items() if value is not None)
        for mark in own:
            self.marked.setdefault(mark, set()).update(path)
        for mark in inherited:
            self.marked[mark].add(id(node))
        for child in node["children"]:
            self._look_through(child, path, (*inherited, *own))

    def written_with(self, look: object) -> dict[tuple[str, int, int, int], str]:
        """What is written of it already, if it was to look the same."""
        if self.look is not look:
            self.look, self.written = look, {}
        return self.written


def pieces_of(page: str) -> list[Piece]:
    """All of a page. If a cut goes through something that is open, it is one piece."""
    shown, sprite = parted_from_sprite(_HEAD.sub(r"\1", page, count=1))
    symbols = _symbols(page if "<symbol" in shown else sprite)
    try:
        return [*_pieces(shown.split(CUT), symbols)]
    except _CutThrough:
        return [Piece(reader_of(page, Whole, dict(symbols)).root, ())]


@lru_cache(maxsize=16)  # readers of one language have the same, and they are long
def _symbols(html: str) -> tuple[tuple[str, str], ...]:
    return tuple(symbols_of(html).items())


class _CutThrough(Exception):
    """It does not stand for itself"""


def _pieces(parts: list[str], symbols: tuple[tuple[str, str], ...]) -> Iterator[Piece]:
    piece = _piece(parts[0], symbols, ())
    yield piece
    around = piece.opened
    for part in parts[1:]:
        piece = _piece(CUT[1:] + part, symbols, around)
        if piece.opened != around and part is not parts[-1]:
            raise _CutThrough
        yield piece


@lru_cache(maxsize=256)  # those that every reader has are always among the last that were asked for
def _piece(html: str, symbols: tuple[tuple[str, str], ...], within: tuple[str, ...]) -> Piece:
    reader: Any = reader_of(html, Whole, dict(symbols), within)
    unfinished = html.rfind("<") > html.rfind(">") or html.count("<!--") != html.count("-->")
    if unfinished or any(inside is not reader.root for _, inside in reader.open):
        raise _CutThrough
    return Piece(reader.root, tuple(tag for tag, _ in reader.open[1:]))
