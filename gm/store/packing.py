"""Texts as they are kept, compressed; a long part that many of them share is compressed once for all.

Whatever is packed here is one zlib stream like any other: pieces that do not look back at each other stand in a row.
"""

import zlib
from collections.abc import Iterator, Sequence

LONG = 4_096  # characters: a shorter part is not worth looking for
HEAD = 80  # of a part: where that stands, the whole of it is looked for
_BEGIN, _END = b"\x78\x01", b"\x03\x00"  # of a zlib stream, and the last block, which is empty


class Packer:
    def __init__(self) -> None:
        self.pieces: dict[str, tuple[bytes, bytes]] = {}  # what is shared, as it was encoded and packed the first time

    def pack(self, text: str, shared: Sequence[str] = ()) -> bytes:
        """
        >>> text = "Horse 7" + 5000 * "." + "Horse 8"
        >>> zlib.decompress(Packer().pack(text, [5000 * "."])).decode() == text
        True
        """
        pieces, check = list[bytes](), 1
        for each in _cut(text, shared):
            data, packed = self._shared(each) if each in shared else _packed(each)
            check = zlib.adler32(data, check)
            pieces.append(packed)
        return b"".join((_BEGIN, *pieces, _END, check.to_bytes(4, "big")))

    def _shared(self, part: str) -> tuple[bytes, bytes]:
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


def _packed(text: str) -> tuple[bytes, bytes]:
    """As bytes, and in a block that can stand anywhere."""
    data, packing = text.encode(), zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return data, packing.compress(data) + packing.flush(zlib.Z_FULL_FLUSH)
