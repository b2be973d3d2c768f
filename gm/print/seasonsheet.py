"""A season's standings on paper, set from the very body that its web page shows."""

from datetime import date
from itertools import count
from typing import Any

from gm.print import htmltree
from gm.print.booklet import compiled, line_of
from gm.print.typesetting import made_ready
from gm.reports import assets

TEMPLATE = "season.typ"


def pdf(title: str, zine: str, html: str, day: date, language: str, told: str = "", paper: str = "a4") -> bytes:
    """The same standings give the same bytes; `told` is the day in words, at the foot of each page."""
    nothing: dict[str, Any] = {"words": {}, "cover": [], "parts": []}  # what issue.typ, whose looks these are, wants
    data = nothing | {
        "paper": paper,
        "title": line_of(title),
        "subtitle": line_of(told),
        "editor": line_of(zine),
        "language": language,
        "date": [day.year, day.month, day.day],
        "body": made_ready(htmltree.raised(htmltree.read(html)), count()),
    }
    return compiled(assets.templates() / TEMPLATE, data, day)
