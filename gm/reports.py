"""From a view and the visible events to text, HTML and JSON. Only this room knows jinja."""

import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

import jinja2
from markupsafe import Markup

from gm import assets
from gm.play import Event, Game, Json, Seat
from gm.problems import GmError

WIDTH = 72  # what survives any mail program
_PUBLIC = ("game", "turn", "deadline", "receipts", "result", "case", "commitment", "revealed")
FORMATS = ("txt", "html", "json")


class BadTemplate(GmError):
    """A template cannot be used as it is"""


@dataclass(frozen=True)
class Report:
    """One data model for every format: what one reader may know of one turn.

    A private report adds to the public one, so it carries that along, and its body is rendered once for all.
    """

    rules: str
    model: Json
    public: "Report | None" = None
    bodies: dict[str, str] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        return self.public is not None

    @property
    def name(self) -> str:
        """The reader's, as a file's name."""
        return str(self.model["me"]["player"]) if self.private else "public"


def story(game: Game[Any, Any], state: Any, events: Iterable[Event], viewer: Seat | None) -> Json:
    """Secrets leave by two doors only: the game's view, and the audience of each event."""
    seen = [event for event in events if event.seen_by(viewer)]
    return game.story(game.view(state, viewer), seen)


def own_orders(events: Iterable[Event], seat: Seat) -> list[Json]:
    """What this seat's order did at each decision: told by the shared loop, the same in every game."""
    return [event.data for event in events if event.kind == "order" and event.data["seat"] == seat]


def render(report: Report, form: str, own_templates: Path | None = None) -> str:
    if form == "json":
        return as_json(report)
    kind = "private" if report.private else "public"
    body = _body(report.public or report, form, own_templates)
    text = fill(f"{report.rules}/{kind}.{form}", report.model | {"body": body}, own_templates)
    return fit(text) if form == "txt" else text


def _body(report: Report, form: str, own_templates: Path | None) -> str:
    """What everybody reads."""
    if form not in report.bodies:
        text = fill(f"{report.rules}/body.{form}", report.model, own_templates)
        report.bodies[form] = Markup(text) if form == "html" else text
    return report.bodies[form]


def as_json(report: Report) -> str:
    """What scripts read."""
    model = report.model
    public: Json = {key: model[key] for key in _PUBLIC}
    private: Json = {"player": model["me"]["player"], "private": model["me"]} if report.private else {}
    return json.dumps(public | private, ensure_ascii=False) + "\n"


def fill(template: str, model: Json, own_templates: Path | None = None) -> str:
    """A template by its name; the zine's own comes before the one that is built in."""
    try:
        return _environment(own_templates, template.endswith(".html")).get_template(template).render(model)
    except jinja2.TemplateNotFound as error:
        raise BadTemplate(f"there is no template {error.name}") from None
    except jinja2.TemplateSyntaxError as error:
        raise BadTemplate(f"the template {error.name} is wrong at line {error.lineno}: {error.message}") from None
    except Exception as error:  # a template of the game master's own can fail in any way
        raise BadTemplate(f"the template {template} cannot be filled in: {error}") from error


@cache
def _environment(own_templates: Path | None, html: bool) -> jinja2.Environment:
    """One for text and one for HTML, where the words that both share are escaped too."""
    folders = [assets.templates()] if own_templates is None else [own_templates, assets.templates()]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=html,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        each.__name__: each for each in (wrapped, commented, cell, listed, ordinal, chunks, paragraphs)
    }
    environment.globals |= {"width": WIDTH}
    return environment


def wrapped(text: str, indent: int = 0, hang: int | None = None) -> str:
    """A paragraph within the width, its first line indented, the others hanging."""
    first, rest = " " * indent, " " * (indent if hang is None else hang)
    return "\n".join(_wrap(text, first, rest)) or first


def commented(text: str) -> str:
    """A comment on an order page, however long."""
    return "\n".join(_wrap(text, "# ", "#   "))


def cell(value: object, width: int, right: bool = False) -> str:
    """A value in a column of that width, cut with a full stop if it must be."""
    text = str(value)
    if columns(text) > width:
        while text and columns(text) >= width:
            text = text[:-1]
        text += "."
    space = " " * (width - columns(text))
    return space + text if right else text + space


def columns(text: str) -> int:
    """How wide it is on a terminal: some letters take two columns, some none.

    >>> columns("Crisp"), columns("日本"), columns("e\u0301")
    (5, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _wrap(text: str, first: str, rest: str) -> list[str]:
    if columns(text) == len(text):
        return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
    lines, line = [], first
    for word in re.findall(r"\S+", text):
        if line not in (first, rest) and columns(line) + 1 + columns(word) <= WIDTH:
            line += " " + word
            continue
        if line not in (first, rest):
            lines.append(line)
            line = rest
        for char in word:
            if columns(line + char) > WIDTH:
                lines.append(line)
                line = rest
            line += char
    return [*lines, line]


def listed(names: Sequence[str], last: str = "and") -> str:
    """
    >>> listed(["Crisp", "Foinavon", "Red Rum"])
    'Crisp, Foinavon and Red Rum'
    """
    names = [str(name) for name in names]
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def ordinal(number: int) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def chunks(text: str, size: int) -> list[str]:
    """A long code in pieces that fit on a line, none of which starts or ends with a space that would be lost.

    >>> chunks("abc def", 4)
    ['ab', 'c de', 'f']
    """
    pieces: list[str] = []
    while text:
        end = min(size, len(text))
        while 1 < end < len(text) and " " in (text[end - 1], text[end]):
            end -= 1
        pieces.append(text[:end])
        text = text[end:]
    return pieces


def paragraphs(text: str) -> list[str]:
    """Press as its writer set it: short lines stay as they are, long ones run on together."""
    blocks = [block for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]
    return ["\n".join(_set_lines(block)) for block in blocks]


def _set_lines(block: str) -> list[str]:
    lines = [line.strip() for line in block.split("\n")]
    return lines if all(len(line) <= WIDTH - 2 for line in lines) else [" ".join(lines)]


def fit(text: str) -> str:
    """No line past the width, no white space at its end, no more than one empty line in a row."""
    lines = [line.rstrip() for line in text.splitlines()]
    fitted = "\n".join(line if columns(line) <= WIDTH else _folded(line) for line in lines)
    return re.sub(r"\n{3,}", "\n\n", fitted).strip("\n") + "\n"


def _folded(line: str) -> str:
    margin = line[: len(line) - len(line.lstrip())][: WIDTH // 2]
    return "\n".join(_wrap(line.strip(), margin, margin))
