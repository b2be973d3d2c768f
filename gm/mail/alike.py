"""Texts that are much alike, as the messages of a turn are: what they have in common is encoded once.

The first text of a language is cut into blocks of whole lines. Those after it are laid beside these: what stands in
them block by block is taken as it was encoded, and what stands between is one reader's own. A block that is not there
over and over was the first reader's own, and is no longer looked for.
"""

from collections.abc import Callable, Iterator, Sequence

Encode = Callable[[Sequence[bytes]], list[bytes]]  # each text in lines as they travel, whatever stands around it
Piece = tuple[bytes, bool]  # of a message: what stands there, and whether other messages have it, too
WORTH = 1_000  # bytes: a piece that is shorter is not worth being kept apart
MOST_KEPT = 16_000_000  # bytes of what is encoded and may be wanted again
_SEAM = b"\n<s"  # styles, scripts, pictures and sections begin so: many are the same in all languages
_BLOCK = 2_000  # bytes, about, of a block in the beginning
_BEGINNING = 298  # bytes by which a block is looked for
_FAR = 10_000  # bytes: no further down it is looked for; with so many unknown ones in a row, it is another text
_OFTEN = 3  # times that a block is not there before it is forgotten
_OWN: Piece = (b"", False)  # until it is encoded


class Block:
    """Lines that stand together in many texts."""

    __slots__ = ("beginning", "length", "met", "missed", "piece", "text")

    def __init__(self, text: bytes, lines: bytes):
        self.text, self.beginning, self.length = text, b"\n" + text[:_BEGINNING], len(text)
        self.piece = (lines, len(lines) >= WORTH)
        self.met, self.missed = False, 0  # was it ever there again, and how often was it not?

    def place_in(self, text: bytes, at: int) -> int:
        """Where it stands, below what is one reader's own; -1 if it does not."""
        place = text.find(self.beginning, at, at + _FAR)
        while place >= 0 and not text.startswith(self.text, place + 1):
            place = text.find(self.beginning, place + 1, at + _FAR)
        return place + 1 or -1


class Alike:
    """Texts of one kind, in several languages."""

    def __init__(self, encode: Encode):
        self.encode = encode
        self._forget()

    def _forget(self) -> None:
        self.size = 0
        self.orders: dict[bytes, list[Block]] = {}  # by language: what stood below what
        self.begun: dict[bytes, Block] = {}  # by how they begin

    def encoded(self, text: bytes, language: bytes = b"") -> list[Piece]:
        """Ready to travel, every line with its end."""
        if self.size > MOST_KEPT:
            self._forget()
        text = _in_lines(text)
        order, last = self.orders.get(language, []), -1
        pieces, missed, at = list[Piece](), list[Block](), 0
        own: dict[int, bytes] = {}  # what is one reader's alone, by its place among the pieces
        for number, block in enumerate(order):
            if not text.startswith(block.text, at):
                place = block.place_in(text, at)
                if place < 0:
                    missed.append(block)
                    continue
                own[len(pieces)] = text[at:place]
                pieces.append(_OWN)
                at = place
            pieces.append(block.piece)
            at += block.length
            block.met, last = True, number
        if len(text) - at >= _FAR or not order:
            order = [*order[: last + 1], *self._learned(text[at:], pieces)]
        elif at < len(text):
            own[len(pieces)] = text[at:]
            pieces.append(_OWN)
        if own:
            for place, lines in zip(own, self.encode([*own.values()]), strict=True):
                pieces[place] = (lines, False)
        self.orders[language] = _kept(order, missed) if missed else order
        return pieces

    def _learned(self, text: bytes, pieces: list[Piece]) -> list[Block]:
        """In blocks; one that another language has as well is known already."""
        cut = [*self._cut(text)]
        new = [lines for _, lines, known in cut if not known]
        made, blocks = map(Block, new, self.encode(new)), list[Block]()
        for beginning, _, known in cut:
            block = known or next(made)
            blocks.append(block)
            pieces.append(block.piece if known else (block.piece[0], False))
            if known:
                block.met = True
            else:
                self.begun[beginning] = block
                self.size += 2 * block.length
        return blocks

    def _cut(self, text: bytes) -> Iterator[tuple[bytes, bytes, Block | None]]:
        """How a block begins, all of it, and the block, if it is known."""
        at = 0
        while at < len(text):
            beginning = text[at : at + _BEGINNING]
            block = self.begun.get(beginning)
            if block and text.startswith(block.text, at):
                yield beginning, block.text, block
                at += block.length
            else:
                end = text.find(b"\n", at + _BLOCK) + 1 or len(text)
                end = text.find(_SEAM, at, end) + 1 or end
                yield beginning, text[at:end], None
                at = end


def _kept(order: list[Block], missed: Sequence[Block]) -> list[Block]:
    """Without those that were met in no text but the first."""
    for block in missed:
        block.missed += 1
    return [block for block in order if block.met or block.missed < _OFTEN]


def _in_lines(text: bytes) -> bytes:
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text if text.endswith(b"\n") else text + b"\n"
