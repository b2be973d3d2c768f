"""Reports as they are kept: what many of them share is packed once, and all of it comes back as it was."""

import zlib

from gm.store import packing
from gm.store.packing import LONG, Packer, unpacked

LOOKS, SCRIPTS = "<style>é " + "a b c " * LONG, "<script>日本 " + "1 2 3 " * LONG


def test_what_is_packed_in_pieces_is_read_like_any_other() -> None:
    texts = [f"{LOOKS}Horse 7 ü{SCRIPTS}the end", f"{SCRIPTS}{LOOKS}", f"to begin{LOOKS}", "short", "", LOOKS + LOOKS]
    packer = Packer()
    for text in texts:
        assert unpacked(packer.pack(text, [LOOKS, SCRIPTS])) == text
        assert zlib.decompress(packer.pack(text)).decode() == text


def test_what_is_shared_is_packed_once() -> None:
    packer = Packer()
    for number in range(5):
        packer.pack(f"{LOOKS}Horse {number}{SCRIPTS}", [LOOKS, SCRIPTS, "short"])
    assert set(packer.pieces) == {LOOKS, SCRIPTS}
    assert len(packer.pack(f"{LOOKS}Horse 6", [LOOKS])) < len(packer.pieces[LOOKS]) + 50


def test_a_part_that_only_begins_alike_is_no_part() -> None:
    other = LOOKS[: packing.HEAD] + "something else"
    assert unpacked(Packer().pack(other + SCRIPTS, [LOOKS, SCRIPTS])) == other + SCRIPTS
