"""An issue as a booklet on paper, set from the very bodies that the web page shows. Only this room knows typst."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from gm.core.problems import GmError
from gm.core.words import either, known_language, sentence
from gm.print import htmltree, tightening
from gm.print.htmltree import Node
from gm.print.paging import Measured, paged
from gm.print.typesetting import breakable, made_ready
from gm.reports import assets
from gm.reports.languages import ENGLISH
from gm.reports.render import BadTemplate

PAPERS = ("a5", "a4")
TEMPLATE, SHEETS = "issue.typ", "sheets.typ"


class BadBooklet(GmError):
    """A booklet cannot be set from what was given"""


class FaultOfTypst(BadBooklet):
    """Typst came to a halt by a fault of its own, which depends on where a page happens to end"""


@dataclass(frozen=True)
class Part:
    """One piece of an issue: an editorial, a game's turn, the letters."""

    title: str
    html: str
    level: int = 1
    listed: bool = True  # in the contents
    outdated: bool = False  # there is a later turn of the same game in the issue
    proved: str = ""  # what its receipts are called on the last page, where all of them stand


@dataclass(frozen=True)
class Front:
    """The cover: what the last turn brought."""

    headline: str = ""
    lines: Sequence[str] = ()
    html: str = ""  # of which the picture is taken
    caption: str = ""
    dues: Sequence[tuple[str, str]] = ()  # the titles of games, and when orders are due
    price: str = ""


@dataclass(frozen=True)
class Filler:
    """Something for a page that would be empty."""

    title: str
    html: str
    answer: str = ""


@dataclass(frozen=True)
class Booklet:
    """Everything that is printed; all its words are in the reader's language already.

    `words` may have: "contents" (the heading of the contents), "edited" (the line at the foot of the cover; else the
    editor's name alone), "deadlines", "receipts" and "stamp".
    """

    title: str
    subtitle: str
    editor: str
    language: str
    parts: Sequence[Part]
    date: date
    words: Mapping[str, str] = field(default_factory=dict)
    cover: Sequence[str] = ()  # what is inside, a line each: for a cover without a headline
    front: Front = field(default_factory=Front)
    colophon: Sequence[str] = ()
    home: Sequence[str] = ()  # the zine's own address
    fillers: Sequence[Filler] = ()


def pdf(booklet: Booklet, paper: str = "a5", own_templates: Path | None = None) -> bytes:
    """The same booklet gives the same bytes."""
    if paper not in PAPERS:
        raise BadBooklet(sentence("a booklet is set on {papers}, not on {paper}", papers=either(PAPERS), paper=paper))
    template, data = _template(own_templates), _data(booklet, paper)
    try:
        return _set(template, data, booklet.date)
    except FaultOfTypst:  # it knows some pictures no more that have floated to another page
        return _set(template, data | {"still": True}, booklet.date)
    finally:
        _forget()


def _set(template: Path, data: dict[str, Any], day: date | None) -> bytes:
    return compiled(template, paged(data, lambda tried: _measured(template, tried)), day)


def _forget() -> None:
    """Typst keeps what it has worked out until it has set ten others: fifty megabytes of a booklet, for nobody."""
    import typst

    for _ in range(11):
        typst.compile(b"", font_paths=_fonts(from_the_machine=False))


def _measured(template: Path, data: dict[str, Any]) -> Measured | None:
    """None, if the setting is one of the zine's own that does not say how large things are, or fails."""
    import typst

    try:
        told = json.loads(typst.query(template, "<measured>", field="value", **_settings(template, data)))
    except RuntimeError:  # setting it will fail again, and say where
        return None
    found = {key: value for each in told for key, value in each.items()}
    return Measured(**found) if found.keys() == set(Measured._fields) else None


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
    bodies = [htmltree.raised(htmltree.read(part.html)) for part in booklet.parts]
    numbers = count()
    return {
        "paper": paper,
        "title": line_of(booklet.title),
        "subtitle": line_of(booklet.subtitle),
        "editor": line_of(booklet.editor),
        "language": known_language(booklet.language) or ENGLISH,
        "date": [day.year, day.month, day.day],
        "words": {key: line_of(text) for key, text in booklet.words.items()},
        "cover": [line_of(text) for text in booklet.cover],
        "front": _front(booklet.front),
        "parts": [_part(part, body, numbers) for part, body in zip(booklet.parts, bodies, strict=True)],
        "back": {
            "colophon": [line_of(text) for text in booklet.colophon],
            "home": [line_of(text) for text in booklet.home],
            "proofs": list(_proofs(booklet.parts, bodies)),
        },
        "fillers": [_filler(each) for each in booklet.fillers],
        "filled": [],
        "scale": 1,
    }


def _part(part: Part, body: list[Node], numbers: Iterator[int]) -> dict[str, Any]:
    kept = tightening.parted(body)[0] if part.proved else body
    kept = tightening.current(kept) if part.outdated else kept
    return {
        "title": line_of(part.title),
        "level": part.level,
        "listed": part.listed,
        "body": made_ready(kept, numbers),
    }


def _front(front: Front) -> dict[str, Any]:
    picture = tightening.first_picture(htmltree.read(front.html))
    return {
        "headline": line_of(front.headline),
        "lines": [line_of(text) for text in front.lines],
        "picture": next(iter(made_ready([picture], count())[0]["children"]), None) if picture else None,  # type: ignore[index]
        "caption": line_of(front.caption),
        "dues": [[line_of(title), line_of(due)] for title, due in front.dues],
        "price": line_of(front.price),
    }


def _proofs(parts: Sequence[Part], bodies: Sequence[list[Node]]) -> Iterator[dict[str, Any]]:
    """Each receipt, and each commitment once, however many turns have it."""
    seen: list[Node] = []
    for part, body in zip(parts, bodies, strict=True):
        proofs = tightening.parted(body)[1] if part.proved else []
        pairs, notes = tightening.pairs(proofs), [note for note in tightening.notes(proofs) if note not in seen]
        seen += notes
        if pairs or notes:
            told = [[line_of(each) for each in pair] for pair in pairs]
            said = [made_ready([note], count()) for note in notes]
            yield {"title": line_of(part.proved), "pairs": told, "notes": said}


def _filler(filler: Filler) -> dict[str, Any]:
    body = made_ready(htmltree.raised(htmltree.read(filler.html)), count())
    return {"title": line_of(filler.title), "body": body, "answer": line_of(filler.answer)}


def line_of(text: str) -> str:
    return breakable(" ".join(htmltree.fit(text).split()))


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
        kind = FaultOfTypst if "internal error" in str(error) else BadBooklet
        raise kind(sentence("the booklet cannot be set by {template}: {reason}", **values)) from error


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
