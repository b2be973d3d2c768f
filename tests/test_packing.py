"""Reports as they are kept: what many of them share is packed once, and all of it comes back as it was."""

import json
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.reports import assets
from gm.store import packing
from gm.store.packing import LONG, Packer, unpacked
from tests.conftest import Desk

LOOKS, SCRIPTS = "<style>é " + "a b c " * LONG, "<script>日本 " + "1 2 3 " * LONG


def test_what_is_packed_in_pieces_is_read_like_any_other() -> None:
    texts = [f"{LOOKS}Horse 7 ü{SCRIPTS}the end", f"{SCRIPTS}{LOOKS}", f"to begin{LOOKS}", "short", "", LOOKS + LOOKS]
    packer = Packer()
    for text in texts:
        assert unpacked(packer.pack(text, [LOOKS, SCRIPTS])) == text
        assert zlib.decompress(packer.pack(text)).decode() == text


@given(st.lists(st.text(max_size=40) | st.sampled_from([LOOKS, SCRIPTS, "\xff" * 70_000]), max_size=6))
def test_whatever_the_pieces_are_the_sum_at_the_end_is_right(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert zlib.decompress(Packer().pack(text, [LOOKS, SCRIPTS, "\xff" * 70_000])).decode() == text


def test_what_is_shared_is_packed_once() -> None:
    packer = Packer()
    for number in range(5):
        packer.pack(f"{LOOKS}Horse {number}{SCRIPTS}", [LOOKS, SCRIPTS, "short"])
    assert set(packer.pieces) == {LOOKS, SCRIPTS}
    assert len(packer.pack(f"{LOOKS}Horse 6", [LOOKS])) < len(packer.pieces[LOOKS].packed) + 50


def test_a_part_that_only_begins_alike_is_no_part() -> None:
    other = LOOKS[: packing.HEAD] + "something else"
    assert unpacked(Packer().pack(other + SCRIPTS, [LOOKS, SCRIPTS])) == other + SCRIPTS


def test_a_report_is_kept_in_pieces_by_its_format(start: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks and scripts are packed once for everybody, and looked for where they can be."""
    packed: list[str] = []
    real = packing._packed
    monkeypatch.setattr(packing, "_packed", lambda text: [packed.append(text), real(text)][1])
    desk = start()
    looks = (assets.templates() / "page.css").read_text(encoding="utf-8")
    assert 1 < sum(looks in text for text in packed) < 4  # by itself, and in what is public; not for each of four
    public = json.loads(desk.gm("report", "--format", "json").out)
    assert public["turn"] == 0
    for name in ("alice.html", "forms/alice.html", "public.html"):
        reader, format = ("alice", "form") if "forms" in name else (name.split(".")[0], "html")
        asked = [] if reader == "public" else ["--for", reader]
        kept = (desk.folder / "issues/race/turn-00" / name).read_text(encoding="utf-8")
        assert desk.gm("report", *asked, "--format", format).out.strip() == kept.strip()
