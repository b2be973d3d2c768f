"""Pictures in articles: PNG, JPEG and SVG beside the text go into the issue, and nothing from elsewhere."""

import re
import struct
import zlib
from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from gm.print.photos import BadPicture, read_photo
from tests.conftest import Desk

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><text x="4" y="20" font-size="9">Muddy paddock</text></svg>'
JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgy"
    "PC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q=="
)


def png(width: int = 30, height: int = 20) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([200, 30, row]) * width for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def printed(desk: Desk) -> PdfReader:
    desk.gm("issue", "--pdf")
    return PdfReader(BytesIO((desk.folder / "issues/issue-001/issue.pdf").read_bytes()))


def page(desk: Desk, number: int = 1) -> str:
    return (desk.folder / f"issues/issue-{number:03}/issue.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "data"), [("mud.png", png()), ("mud.jpg", JPEG), ("mud.svg", SVG)])
def test_a_picture_beside_the_text_is_on_the_page_and_in_print(desk: Desk, name: str, data: bytes) -> None:
    desk.write(f"next/{name}", data)
    desk.write("next/editorial.md", f'# Mud\n\nBefore.\n\n![A muddy paddock]({name} "Ours, on Sunday")\n\nAfter.\n')
    document = printed(desk)
    (shown,) = re.findall(
        r"<figure><img src=\"data:image/[a-z+]+;base64,([^\"]+)\" alt=\"A muddy paddock\"", page(desk)
    )
    assert b64decode(shown) == data
    told = document.pages[1].extract_text()
    assert "Ours, on Sunday" in told
    assert document.pages[1].images or "Muddy paddock" in told
    text = (desk.folder / "issues/issue-001/issue.txt").read_text(encoding="utf-8")
    assert "A muddy paddock" in text
    assert "base64" not in text


def test_a_picture_that_is_shown_is_not_called_left_out(desk: Desk) -> None:
    desk.write("next/pictures/mud and rain.png", png())
    desk.write("next/unused.png", png())
    desk.write("next/editorial.md", "![Mud](<pictures/mud and rain.png>) in a line.\n")
    said = desk.gm("issue").out
    assert "next/pictures" not in said
    assert "next/unused.png is no Markdown file" in said
    assert "<img" in page(desk)


def test_a_text_whose_picture_is_another_is_printed_again(desk: Desk) -> None:
    desk.write("next/mud.png", png())
    desk.write("next/editorial.md", "![Mud](mud.png)\n")
    desk.gm("issue")
    assert "nothing new" in desk.gm("issue", code=1).err
    desk.write("next/mud.png", png(31))
    desk.gm("issue")
    assert 'width="31"' in page(desk, 2)


def test_an_issue_has_its_pictures_for_ever(desk: Desk) -> None:
    desk.write("next/mud.png", png())
    desk.write("next/editorial.md", "![Mud](mud.png)\n")
    desk.gm("issue", "--pdf")
    kept = {path.name: path.read_bytes() for path in (desk.folder / "issues/issue-001").iterdir()}
    (desk.folder / "next/mud.png").unlink()
    desk.gm("issue", "--number", 1, "--pdf")
    assert {path.name: path.read_bytes() for path in (desk.folder / "issues/issue-001").iterdir()} == kept


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("gone.png", None, "there is no such file"),
        ("../zine.yaml", None, "it is not in next/"),
        ("/etc/hostname", None, "it is not in next/"),
        ("link.png", None, "it is not in next/"),
        ("pictures", None, "there is no such file"),
        ("notes.png", b"no picture at all", "it is no PNG, JPEG or SVG"),
        ("cut.png", png()[:60], "it is damaged"),
        ("bomb.png", png().replace(struct.pack(">II", 30, 20), struct.pack(">II", 90_000, 90_000)), "it is too large"),
        ("cut.jpg", JPEG[:30], "it does not say how large it is"),
        ("torn.svg", SVG[:-6], "it is damaged"),
        ("heavy.png", png() + bytes(5_000_000), "it has more than 4 MB"),
    ],
)
def test_a_picture_that_cannot_be_printed_is_named_and_nothing_changes(
    desk: Desk, tmp_path: Path, name: str, data: bytes | None, why: str
) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    (desk.folder / "next/pictures").mkdir(parents=True)
    (desk.folder / "next/link.png").symlink_to(tmp_path / "secret.png")
    if data is not None:
        desk.write(f"next/{name}", data)
    desk.write("next/editorial.md", f"Look:\n\n![Mud]({name})\n")
    before = desk.files()
    err = desk.gm("issue", "--pdf", code=1).err
    assert f"next/editorial.md shows {name}, which cannot be printed: {why}" in " ".join(err.split())
    assert desk.files() == before


def test_a_picture_on_the_web_is_its_description(desk: Desk) -> None:
    desk.write("next/editorial.md", "![Mud](https://example.org/mud.png) ![More](data:image/png;base64,AAAA)\n")
    desk.gm("issue")
    assert "<img" not in page(desk)
    assert "Mud More" in page(desk)


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"\xff\xd8\xff\xff\x00\x00" * 9, b"<svg viewBox='a'>"]
)
def test_nothing_but_a_sentence_is_said_of_bytes_that_are_no_picture(data: bytes) -> None:
    with pytest.raises(BadPicture):
        read_photo(data)
