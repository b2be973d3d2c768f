"""From a view and the visible events to text, HTML and JSON. Only this room knows jinja."""

import json
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from markupsafe import Markup

from gm.core.play import Event, Game, Json, Seat
from gm.core.problems import GmError
from gm.core.words import Sentence, sentence, unpack
from gm.reports import assets, pictures
from gm.reports.languages import ENGLISH, Speaker, speaker_of
from gm.reports.layout import WIDTH, cell, chunks, commented, fit, paragraphs, wrapped

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
    language: str = ENGLISH
    bodies: dict[str, str] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        return self.public is not None

    @property
    def name(self) -> str:
        """The reader's, as a file's name."""
        return str(self.model["me"]["player"]) if self.private else "public"


def story(
    game: Game[Any, Any], state: Any, events: Iterable[Event], viewer: Seat | None, past: Iterable[Event] = ()
) -> Json:
    """Secrets leave by two doors only: the game's view, and the audience of each event."""
    seen = [event for event in events if event.seen_by(viewer)]
    before = [event for event in past if event.seen_by(viewer)]
    return game.story(game.view(state, viewer), seen, before)


def own_orders(events: Iterable[Event], seat: Seat) -> list[Json]:
    """What this seat's order did at each decision: told by the shared loop, the same in every game."""
    own = (event.data for event in events if event.kind == "order" and event.data["seat"] == seat)
    return [data | {"passed": [_readable(line) for line in data["passed"]]} for data in own]


def _readable(passed: Json) -> Json:
    return passed | {"refused": unpack(passed["refused"])} if "refused" in passed else passed


def render(report: Report, format: str, own_templates: Path | None = None) -> str:
    if format == "json":
        return as_json(report)
    kind = "private" if report.private else "public"
    shared = body(report.public or report, format, own_templates)
    text = fill(f"{report.rules}/{kind}.{format}", report.model | {"body": shared}, own_templates, report.language)
    return fit(text) if format == "txt" else text


def body(report: Report, format: str, own_templates: Path | None) -> str:
    """What everybody reads."""
    if format not in report.bodies:
        text = fill(f"{report.rules}/body.{format}", report.model, own_templates, report.language)
        report.bodies[format] = Markup(text) if format == "html" else text
    return report.bodies[format]


def as_json(report: Report) -> str:
    """What scripts read."""
    model = report.model
    public: Json = {key: model[key] for key in _PUBLIC}
    private: Json = {"player": model["me"]["player"], "private": model["me"]} if report.private else {}
    return json.dumps(public | private, ensure_ascii=False) + "\n"


def fill(template: str, model: Json, own_templates: Path | None = None, language: str = ENGLISH) -> str:
    """A template by its name; the zine's own comes before the one that is built in."""
    try:
        environment = _environment(own_templates, template.endswith((".html", ".svg")), language)
        return environment.get_template(template).render(model)
    except jinja2.TemplateNotFound as error:
        raise BadTemplate(sentence("there is no template {name}", name=error.name)) from None
    except jinja2.TemplateSyntaxError as error:
        values = {"name": error.name, "line": str(error.lineno), "reason": error.message}
        raise BadTemplate(sentence("the template {name} is wrong at line {line}: {reason}", **values)) from None
    except Exception as error:  # a template of the game master's own can fail in any way
        name, line = _where(error, [each for each in (own_templates, assets.templates()) if each]) or (template, "")
        raise BadTemplate(_failed(name, line, str(error))) from error


def _failed(name: str, line: str, reason: str) -> Sentence:
    values = {"name": name, "line": line, "reason": reason}
    if line:
        return sentence("the template {name} cannot be filled in at line {line}: {reason}", **values)
    return sentence("the template {name} cannot be filled in: {reason}", **values)


def _where(error: Exception, folders: Sequence[Path]) -> tuple[str, str] | None:
    """The template that failed (perhaps one that was included) and its line, as jinja puts them into the traceback."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for folder in folders:
            if Path(frame.filename).is_relative_to(folder):
                return Path(frame.filename).relative_to(folder).as_posix(), str(frame.lineno)
    return None


class _Compiled(jinja2.BytecodeCache):
    """A template is compiled once, in however many languages it is filled in."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = {True: _Compiled(), False: _Compiled()}  # with escaping the same template compiles to something else


@cache
def _environment(own_templates: Path | None, html: bool, language: str) -> jinja2.Environment:
    """One for text and one for HTML, where the words that both share are escaped too."""
    folders = [assets.templates()] if own_templates is None else [own_templates, assets.templates()]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=html,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_COMPILED[html],
    )
    environment.policies["ext.i18n.trimmed"] = True
    speaker = speaker_of(language)
    environment.install_gettext_callables(speaker.gettext, speaker.ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= {each.__name__: each for each in (wrapped, commented, cell, chunks, paragraphs)}
    environment.filters |= _spoken(speaker) | pictures.FILTERS
    stops = {"colon": speaker.manner.colon, "semicolon": speaker.manner.semicolon}
    environment.globals |= {"width": WIDTH, "language": language} | stops | pictures.SHAPES
    return environment


def _spoken(speaker: Speaker) -> dict[str, Any]:
    """The filters that depend on the reader's language."""
    names = ("say", "moment", "day", "number", "listed", "ordinal")
    return {name: getattr(speaker, name) for name in names}
