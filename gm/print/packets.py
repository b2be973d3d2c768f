"""What goes by post, as one document to print: for each reader an address, reports, and slips to send back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import count
from typing import Any

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import either, sentence
from gm.print import htmltree
from gm.print.booklet import compiled, line_of
from gm.print.htmltree import Node
from gm.print.typesetting import has, made_ready
from gm.reports import assets

TEMPLATE = "post.typ"
PAPERS = ("a4", "us-letter")
_HEADS = frozenset(("zine", "cloth"))  # of a page's own heading: the packet has another


class NoSuchSheet(GmError):
    """There is no sheet of labels, or paper, of that name"""


@dataclass(frozen=True)
class Sheet:
    """Labels on a sheet, centred; in millimetres."""

    paper: str
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0  # between two columns

    @property
    def labels(self) -> int:
        return self.columns * self.rows


SHEETS = {  # as stationers sell them
    "3x7": Sheet("a4", 3, 7, 63.5, 38.1, 2.5),
    "3x8": Sheet("a4", 3, 8, 70, 37),
    "2x7": Sheet("a4", 2, 7, 99.1, 38.1, 2.5),
    "2x8": Sheet("a4", 2, 8, 99.1, 33.9, 2.5),
    "3x10": Sheet("us-letter", 3, 10, 66.7, 25.4, 3.1),
    "2x10": Sheet("us-letter", 2, 10, 101.6, 25.4, 4.8),
}


@dataclass(frozen=True)
class Piece:
    """A report of one game as a web page, and the slip that goes with it, if an order is awaited."""

    title: str
    about: str  # what the address page says of it
    html: str
    page: str = ""  # the page to send back by mail that is part of it
    slip: Json | None = None


@dataclass(frozen=True)
class Packet:
    """All that one reader is sent, in that reader's language."""

    name: str
    address: Sequence[str]
    language: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Post:
    title: str
    home: Sequence[str]  # the return address
    packets: Sequence[Packet]
    date: date
    paper: str = "a4"
    labels: str = ""  # the sheet that they go on; "" for a page with the address before each packet
    used: int = 0  # labels that are gone from the first sheet
    duplex: bool = False


def sheet_called(name: str) -> Sheet:
    if name not in SHEETS:
        raise NoSuchSheet(sentence("there are no labels {name}", name=name), _there_are())
    return SHEETS[name]


def _there_are() -> str:
    return sentence("there are {names}", names=[f"{name} ({_measures(each)})" for name, each in SHEETS.items()])


def _measures(sheet: Sheet) -> str:
    return f"{sheet.paper}, {sheet.width:g} × {sheet.height:g} mm"


def paper_called(name: str) -> str:
    if name not in PAPERS:
        raise NoSuchSheet(sentence("post is set on {papers}, not on {paper}", papers=either(PAPERS), paper=name))
    return name


def pdf(post: Post) -> bytes:
    """The same post gives the same bytes."""
    template, data = assets.templates() / TEMPLATE, _data(post)
    return compiled(template, data, post.date)


def _data(post: Post) -> dict[str, Any]:
    """All that a person wrote goes to typst as data: strings, never markup."""
    numbers, day = count(), post.date
    sheet = asdict(sheet_called(post.labels)) | {"used": post.used} if post.labels else None
    packets = [
        {
            "name": line_of(packet.name),
            "address": [line_of(each) for each in packet.address],
            "home": [line_of(each) for each in post.home],
            "language": packet.language,
            "pieces": [_piece(piece, numbers) for piece in packet.pieces],
        }
        for packet in post.packets
    ]
    set_with = {"paper": paper_called(post.paper), "sheet": sheet, "duplex": post.duplex, "packets": packets}
    return set_with | _as_an_issue(post, [day.year, day.month, day.day])


def _as_an_issue(post: Post, day: list[int]) -> dict[str, Any]:
    """What issue.typ, whose looks these are, wants to know."""
    nothing: dict[str, Any] = {"subtitle": "", "editor": "", "words": {}, "cover": [], "parts": []}
    return nothing | {"title": line_of(post.title), "language": "en", "date": day}


def _piece(piece: Piece, numbers: "count[int]") -> dict[str, Any]:
    begins = next(iter(piece.page.split("\n")), "")
    body = htmltree.raised(for_paper(htmltree.read(piece.html), begins))
    told = {"title": line_of(piece.title), "about": line_of(piece.about), "slip": _lines(piece.slip)}
    return told | {"body": made_ready(body, numbers)}


def for_paper(nodes: Sequence[Node], page: str) -> list[Node]:
    """A report without its title and without the page (that begins so) to send back by mail: there is a slip."""
    return [
        node if isinstance(node, str) else node | {"children": for_paper(node["children"], page)}
        for node in nodes
        if isinstance(node, str) or not _is_left_out(node, page)
    ]


def _is_left_out(node: dict[str, Any], page: str) -> bool:
    if node["tag"] in ("section", "pre"):
        return bool(page) and has([node], "pre") and page in htmltree.words([node])
    return node["tag"] == "h1" or bool(_HEADS.intersection(node["class"]))


def _lines(value: Any) -> Any:
    """The same with every text fit to be set."""
    if isinstance(value, dict):
        return {key: _lines(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_lines(each) for each in value]
    return line_of(value) if isinstance(value, str) else value
