"""Texts as they are kept, compressed; a long part that many of them share is compressed once for all.

Whatever is packed here is one zlib stream like any other: pieces that do not look back at each other stand in a row.
"""

import zlib
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

LONG = 4_096  # characters: a shorter part is not worth looking for
HEAD = 80  # of a part: where that stands, the whole of it is looked for
_NARROWEST = 10  # bits of a window
_PRIME = 65_521  # by which sums are taken
_BEGIN, _END = b"\x78\x01", b"\x03\x00"  # of a zlib stream, and the last block, which is empty


class Piece(NamedTuple):
    """A part of a text, packed so that it can stand anywhere in a stream."""

    packed: bytes
    length: int  # of the part
    check: int  # its sum, as the end of a stream has it


class Packer:
    def __init__(self) -> None:
        self.pieces: dict[str, Piece] = {}  # what is shared, as it was packed the first time

    def pack(self, text: str, shared: Sequence[str] = ()) -> bytes:
        """
        >>> text = "Horse 7" + 5000 * "." + "Horse 8"
        >>> zlib.decompress(Packer().pack(text, [5000 * "."])).decode() == text
        True
        """
        pieces = [self._shared(each) if each in shared else _packed(each) for each in _cut(text, shared)]
        check = reduce(_with, pieces, 1)
        return b"".join((_BEGIN, *[each.packed for each in pieces], _END, check.to_bytes(4, "big")))

    def _shared(self, part: str) -> Piece:
        if part not in self.pieces:
            self.pieces[part] = _packed(part)
        return self.pieces[part]


def unpacked(content: bytes) -> str:
    return zlib.decompress(content).decode()


def _cut(text: str, shared: Sequence[str]) -> Iterator[str]:
    """A text in pieces, those that are shared apart from what is between them."""
    found = sorted((text.find(part[:HEAD]), part) for part in shared if len(part) >= LONG)
    at = 0
    for place, part in found:
        if place >= at and text.startswith(part, place):
            yield text[at:place]
            yield part
            at = place + len(part)
    yield text[at:]


def _packed(text: str) -> Piece:
    """What a packer sets up grows with its window, and for most texts that would take longer than the packing itself:
    so it is no wider than the text.
    """
    data = text.encode()
    bits = min(max(len(data).bit_length(), _NARROWEST), zlib.MAX_WBITS)
    packing = zlib.compressobj(1, zlib.DEFLATED, -bits, bits - 7)
    return Piece(packing.compress(data) + packing.flush(zlib.Z_SYNC_FLUSH), len(data), zlib.adler32(data))


def _with(check: int, piece: Piece) -> int:
    """The sum of what came before and of this piece, as Adler's sums add up; what is long is not summed up again."""
    (high, low), (more, little) = divmod(check, 1 << 16), divmod(piece.check, 1 << 16)
    return (high + more + (low - 1) * piece.length) % _PRIME << 16 | (low + little - 1) % _PRIME
