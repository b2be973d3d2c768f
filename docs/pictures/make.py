"""The pictures in the README, made again from the demo: make pictures."""

import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typst
from playwright.sync_api import Locator, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))  # the browser is the tests'

from gm.desk import demo
from tests.browser import FLAGS, Browser, Page, chromium, page_of

HERE = Path(__file__).parent
NEED = "The pictures are taken with Chromium: install Debian's chromium package, or name one in GM_CHROMIUM."
NOW = datetime(2027, 3, 20, 12, 0, tzinfo=UTC)  # before the deadline of the form


@dataclass(frozen=True)
class Shot:
    """What is on a picture: a page of the demo, from the top of one thing on it to the bottom of another.

    Receipts and tokens are new in every demo, so none may be on it: the same picture is to be made again.
    """

    page: str
    top: str
    bottom: str = ""  # as much as the window shows
    width: int = 780
    height: int = 900
    dark: bool = False
    acts: Sequence[tuple[str, str]] = ()


REPORT, TABLE = "issues/bloodstock/turn-06/public.html", "issues/derby/turn-06/public.html"
FORM = "issues/bloodstock/turn-06/forms/alice.html"
FILLED_IN = (
    ("#play-13-0", "19"),
    ("#play-14-0", "42"),
    ("#add-14", ""),
    ("#row-14-0 select >> nth=2", "L'Escargot"),
    ("#play-14-0", "30"),
)
SHOTS = {
    "report": Shot(REPORT, "header", "section.call"),
    "chart": Shot(REPORT, "section:has(.pic-chart)", "section:has(.pic-chart)"),
    "phone": Shot(REPORT, "header", width=390, height=844, dark=True),
    "table": Shot(TABLE, "section:has(svg)", "section:has(svg) figure"),
    "form": Shot(FORM, "#groups", height=1104, acts=FILLED_IN),
}
BOOKLET = """#set page(width: auto, height: auto, margin: 10pt, fill: rgb("#8b8574"))
#grid(columns: 2, gutter: 10pt, ..(1, 3).map(page => box(fill: white, image("issue.pdf", page: page))))
"""
TIDY = """() => {
  document.activeElement.blur();
  for (const box of document.querySelectorAll('.wide')) box.scrollLeft = box.scrollWidth;  // to where the field is
}"""
# The 256 colours that a picture has most of, and for each of its points the nearest of them.
FEWER_COLOURS = """async (png) => {
  const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(png)]));
  const { width, height } = picture;
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  brush.drawImage(picture, 0, 0);
  const { data } = brush.getImageData(0, 0, width, height);
  const many = new Map();
  const points = new Uint32Array(width * height);
  for (let at = 0; at < points.length; at += 1) {
    points[at] = data[4 * at] << 16 | data[4 * at + 1] << 8 | data[4 * at + 2];
    many.set(points[at], (many.get(points[at]) || 0) + 1);
  }
  const kept = [...many.keys()].sort((one, other) => many.get(other) - many.get(one) || one - other).slice(0, 256);
  const parts = (colour) => [colour >> 16, colour >> 8 & 255, colour & 255];
  const far = ([r, g, b], [s, h, c]) => (r - s) ** 2 + (g - h) ** 2 + (b - c) ** 2;
  const palette = kept.map(parts);
  const nearest = new Map([...many.keys()].map((colour) => {
    const reaches = palette.map((each) => far(each, parts(colour)));
    return [colour, reaches.indexOf(Math.min(...reaches))];
  }));
  const indices = Uint8Array.from(points, (point) => nearest.get(point));
  return { width, height, palette: palette.flat(), points: indices.toBase64() };
}"""


def main() -> None:
    path = chromium() or sys.exit(NEED)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        demo.play(zine := Path(folder) / "demo", lambda told: None)
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, "--font-render-hinting=none"])
        pictures = {name: taken(browser, zine, shot) for name, shot in SHOTS.items()}
        pictures["booklet"] = bound(zine / "issues/issue-001")
        for name, picture in pictures.items():
            (HERE / f"{name}.png").write_bytes(small := reduced(browser, picture))
            print(f"docs/pictures/{name}.png: {len(small) // 1024} KB")
        browser.close()


def taken(browser: Browser, zine: Path, shot: Shot) -> bytes:
    look: Any = {"width": shot.width, "height": shot.height, "dark": shot.dark, "device_scale_factor": 2}
    with page_of(browser, "", **look) as page:
        page.clock.set_fixed_time(NOW)
        page.goto((zine / shot.page).as_uri())
        for where, what in shot.acts:
            act(page.locator(where), what)
        page.evaluate(TIDY)
        return page.screenshot(clip=framed(page, shot), full_page=bool(shot.bottom))


def act(place: Locator, what: str) -> None:
    """Push it, choose from it, or write into it."""
    if not what:
        place.click()
    elif place.evaluate("place => place.tagName") == "SELECT":
        place.select_option(what)
    else:
        place.fill(what)


def framed(page: Page, shot: Shot) -> Any:
    first = page.locator(shot.top).first.bounding_box()
    last = page.locator(shot.bottom).first.bounding_box() if shot.bottom else {"y": 0, "height": shot.height}
    if not (first and last):
        sys.exit(f"{shot.page} does not show {shot.top} or {shot.bottom}")
    spare = 10 if shot.bottom else 0
    return {"x": 0, "y": first["y"], "width": shot.width, "height": last["y"] + last["height"] - first["y"] + spare}


def bound(issue: Path) -> bytes:
    """The cover of the booklet, and a page of it."""
    (issue / "spread.typ").write_text(BOOKLET, encoding="utf-8")
    return bytes(typst.compile(str(issue / "spread.typ"), format="png", ppi=120))


def reduced(browser: Browser, png: bytes) -> bytes:
    """The same picture in 256 colours, a third of the size."""
    with page_of(browser, "") as page:
        found = page.evaluate(FEWER_COLOURS, base64.b64encode(png).decode())
    width, points = found["width"], base64.b64decode(found["points"])
    rows = b"".join(b"\0" + points[at : at + width] for at in range(0, len(points), width))
    head = struct.pack(">2I5B", width, found["height"], 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    main()
