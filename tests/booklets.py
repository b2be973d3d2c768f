"""For tests of the booklet: one of a few parts, and what stands on its pages."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from io import BytesIO

from pypdf import PdfReader

from gm.print.booklet import Booklet, Part
from gm.print.markdown import to_html

MM = 72 / 25.4
CHART = '<figure><svg viewBox="0 0 60 50"><title>Chart</title><text x="5" y="9" font-size="6">{}</text></svg></figure>'


def booklet(*parts: Part, title: str = "The Muddy Hoof", language: str = "en", cover: Sequence[str] = ()) -> Booklet:
    return Booklet(title, "Issue 7", "Ann Grey", language, parts, date(2026, 11, 16), {"contents": "Contents"}, cover)


def pages(document: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(document)).pages]


def bare(text: str) -> str:
    """Without what the setting of lines adds or takes: spaces, hyphens and ligatures."""
    return re.sub(r"[\s\u200b\u00ad\u2010-]", "", unicodedata.normalize("NFKC", text))


def within_the_text_block(document: bytes) -> bool:
    """Does nothing of its pages but the cover stand nearer to an edge of the paper than a printer reaches?"""
    edges: list[tuple[float, float]] = []
    reader = PdfReader(BytesIO(document))
    for page in reader.pages[1:]:
        page.extract_text(visitor_text=lambda text, at, *_: edges.append((at[4], at[5])) if text.strip() else None)
    width, height = float(reader.pages[0].mediabox.width), float(reader.pages[0].mediabox.height)
    return all(10 * MM <= x <= width - 10 * MM and 5 * MM <= y <= height - 9 * MM for x, y in edges)


def table(head: Sequence[str], *rows: Sequence[str]) -> str:
    """A table in Markdown, as HTML."""
    return to_html("\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)))
