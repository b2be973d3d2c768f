"""An issue as a booklet on paper, set from the very bodies that the web page shows. Only this room knows typst."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from gm.core.problems import GmError
from gm.core.words import either, known_language, sentence
from gm.print import htmltree
from gm.print.htmltree import Node
from gm.print.typesetting import breakable, has, made_ready, numbered
from gm.reports import assets
from gm.reports.languages import ENGLISH
from gm.reports.render import BadTemplate

PAPERS = ("a5", "a4")
TEMPLATE, SHEETS = "issue.typ", "sheets.typ"
LONG = 2400  # letters: a part of about a page or more starts on a page of its own
PASSES = 12


class BadBooklet(GmError):
    """A booklet cannot be set from what was given"""


@dataclass(frozen=True)
class Part:
    """One piece of an issue: an editorial, a game's turn, the letters."""

    title: str
    html: str
    level: int = 1


@dataclass(frozen=True)
class Booklet:
    """Everything that is printed; all its words are in the reader's language already.

    `words` may have: "contents" (the heading of the contents), "edited" (the line at the foot of the cover; else the
    editor's name alone).
    """

    title: str
    subtitle: str
    editor: str
    language: str
    parts: Sequence[Part]
    date: date
    words: Mapping[str, str] = field(default_factory=dict)
    cover: Sequence[str] = ()  # what is inside, a line each


def pdf(booklet: Booklet, paper: str = "a5", own_templates: Path | None = None) -> bytes:
    """The same booklet gives the same bytes."""
    if paper not in PAPERS:
        raise BadBooklet(sentence("a booklet is set on {papers}, not on {paper}", papers=either(PAPERS), paper=paper))
    template, data = _template(own_templates), _data(booklet, paper)
    let_float(template, data, data["parts"])
    return compiled(template, data, booklet.date)


def imposed(pages: bytes) -> bytes:
    """Two pages on a side of a sheet twice their size, in the order that folding and stapling through the spine wants.

    Print it on both sides, turned over on the short edge.
    """
    counts = [int(found) for found in re.findall(rb"(?m)^<<\s*/Type\s*/Pages\s*/Count (\d+)", pages)]
    if not counts:
        raise BadBooklet(sentence("this is no booklet that was set here: its pages cannot be counted"))
    data = {"pdf": list(pages), "sides": sheets(max(counts))}
    return compiled(assets.templates() / SHEETS, data, None)


def sheets(pages: int) -> list[tuple[int, int]]:
    """What stands left and right on each side of each sheet, front and back in turn; 0 is a blank page.

    >>> sheets(4), sheets(6)
    ([(4, 1), (2, 3)], [(0, 1), (2, 0), (6, 3), (4, 5)])
    """
    whole = -(-pages // 4) * 4
    sides = [(whole - n, n + 1) if n % 2 == 0 else (n + 1, whole - n) for n in range(whole // 2)]
    return [(left if left <= pages else 0, right if right <= pages else 0) for left, right in sides]


def _template(own_templates: Path | None) -> Path:
    """The zine's own comes before the one that is built in."""
    own = own_templates / TEMPLATE if own_templates else None
    if own and own.is_symlink():
        raise BadTemplate(sentence("the template {name} is a link to a file elsewhere", name=TEMPLATE))
    return own if own and own.is_file() else assets.templates() / TEMPLATE


def _data(booklet: Booklet, paper: str) -> dict[str, Any]:
    """All that a person wrote goes to typst as data: strings, never markup."""
    day = booklet.date
    return {
        "paper": paper,
        "title": line_of(booklet.title),
        "subtitle": line_of(booklet.subtitle),
        "editor": line_of(booklet.editor),
        "language": known_language(booklet.language) or ENGLISH,
        "date": [day.year, day.month, day.day],
        "words": {key: line_of(text) for key, text in booklet.words.items()},
        "cover": [line_of(text) for text in booklet.cover],
        "parts": _parts(booklet.parts),
        "afloat": [],
        "held": [],
    }


def _parts(parts: Sequence[Part]) -> list[dict[str, Any]]:
    numbers = count()
    bodies = [htmltree.raised(htmltree.read(part.html)) for part in parts]
    return [
        {
            "title": line_of(part.title),
            "level": part.level,
            "fresh": _starts_a_page(place, parts, bodies),
            "body": made_ready(bodies[place], numbers),
        }
        for place, part in enumerate(parts)
    ]


def _starts_a_page(place: int, parts: Sequence[Part], bodies: Sequence[list[Node]]) -> bool:
    """A part does if it is long, with all that belongs to it; a piece of a part if it has pictures."""
    if parts[place].level > 1:
        return place > 0 and bool(bodies[place - 1]) and has(bodies[place], "svg")
    own = 1 + sum(1 for _ in takewhile(lambda part: part.level > 1, parts[place + 1 :]))
    nodes = [node for body in bodies[place : place + own] for node in body]
    return len(htmltree.words(nodes)) > LONG or has(nodes, "svg")


def line_of(text: str) -> str:
    return breakable(" ".join(htmltree.fit(text).split()))


def let_float(template: Path, data: dict[str, Any], parts: Sequence[dict[str, Any]]) -> None:
    """A picture that does not fit where it stands goes to the top of the next page, and the text runs on before it.

    But a table that it would split is held back until after it. Where one stands depends on those before it, so they
    are settled one after the other, but at the same time in every part that starts a page.
    """
    runs = list(_runs(parts))
    for _ in range(PASSES if any(runs) else 0):
        moved, split = _out_of_place(template, data)
        if not moved | split:
            return
        first = {number for run in runs if (number := min(run & (moved or split), default=None)) is not None}
        data["afloat" if moved else "held"] += sorted(first)


def _runs(parts: Sequence[dict[str, Any]]) -> Iterator[set[int]]:
    """The plates, and the tables after them, of the parts that run on into one another."""
    run: set[int] = set()
    for part in parts:
        if part["fresh"]:
            yield run
            run = set()
        run.update(numbered(part["body"]))
    yield run


def _out_of_place(template: Path, data: dict[str, Any]) -> tuple[set[int], set[int]]:
    """The plates that are not on the page where the text before them ends, and the tables that one floats into."""
    import typst

    with _in_words(template):
        found = json.loads(typst.query(template, "<plate>", field="value", **_settings(template, data)))
    pages: dict[int, set[int]] = {}
    for each in found:
        pages.setdefault(each["number"], set()).add(each["page"])
    after = {
        each["number"]: {page for plate in each["after"] for page in pages.get(plate, ())}
        for each in found
        if "after" in each
    }
    moved = {number for number, seen in pages.items() if len(seen) > 1 and number not in after}
    split = {
        number
        for number, floats in after.items()
        if floats & set(range(min(pages[number]) + 1, max(pages[number]) + 1))
    }
    return moved, split - set(data["held"])


def compiled(template: Path, data: dict[str, Any], day: date | None) -> bytes:
    import typst

    moment = datetime.combine(day or date(2000, 1, 1), time(12), UTC)
    with _in_words(template):
        return bytes(typst.compile(template, timestamp=moment, **_settings(template, data)))


def _settings(template: Path, data: dict[str, Any]) -> dict[str, Any]:
    """The fonts that typst carries where they are enough, so that an issue looks the same everywhere."""
    text = json.dumps(data, ensure_ascii=False)
    return {"root": template.parent, "font_paths": fonts_for(text), "sys_inputs": {"data": text}}


@contextmanager
def _in_words(template: Path) -> Iterator[None]:
    """What goes wrong while setting, as a sentence."""
    try:
        yield
    except RuntimeError as error:  # typst's own errors are such, and so are those of a file that cannot be read
        values = {"template": template.name, "reason": _reason(error)}
        raise BadBooklet(sentence("the booklet cannot be set by {template}: {reason}", **values)) from error


def _reason(error: Exception) -> str:
    """What typst says, in a line, and at which line of the template."""
    said = next(iter(str(error).strip().splitlines()), "").removeprefix("failed to compile document: ")
    message = said or sentence("typst gives no reason")
    place = re.search(r"\.typ:(\d+):", getattr(error, "diagnostic", ""))
    return sentence("{reason} (line {line})", reason=message, line=place[1]) if place else message


@cache
def _fonts(from_the_machine: bool) -> Any:
    import typst

    return typst.Fonts(include_system_fonts=from_the_machine)


def fonts_for(text: str) -> Any:
    """The fonts that typst carries, or those of the machine besides where the text needs them."""
    return _fonts(needs_more_fonts(text))


_NOT_CARRIED = re.compile("[^\u0000-\u04ff\u0530-\u05ff\u1d00-\u23ff\u2480-\u25ff\u2800-\u2bff\ufb00-\ufb4f\ufffd]")


def needs_more_fonts(text: str) -> bool:
    """Is there a letter that the fonts which come along may lack?"""
    return bool(_NOT_CARRIED.search(text))
