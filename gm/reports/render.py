"""From a view and the visible events to text, HTML and JSON. Only this room knows jinja."""

import traceback
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from gm.core.colours import carded, coloured, in_colours
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import Sentence, sentence
from gm.reports import assets, pictures
from gm.reports.compiled import OPTIONS, POLICIES, compiled
from gm.reports.languages import ENGLISH, Speaker, speaker_of
from gm.reports.layout import WIDTH, cell, chunks, commented, fit, paragraphs, wrapped
from gm.reports.model import Report, for_scripts
from gm.reports.numerals import capital
from gm.reports.plainly import Plainly, in_columns
from gm.reports.scripts import as_json, large_as_json
from gm.reports.silks import drawn, with_own_symbols, with_symbols

FORMATS = ("txt", "html", "json")
ANY = "any"  # the templates that tell any game, where it has none of its own


class BadTemplate(GmError):
    """A template cannot be used as it is"""


def render(report: Report, format: str, own_templates: Path | None = None) -> str:
    if format == "json":
        large = not (report.printed or report.private)
        return large_as_json(for_scripts(report), "\n") if large else as_json(for_scripts(report)) + "\n"
    kind = "private" if report.private else "public"
    text = tell(report, f"{kind}.{format}", own_templates, **shared(report, format, own_templates))
    return fit(text) if format == "txt" else text


def shared(report: Report, format: str, own_templates: Path | None, brief: bool | None = None) -> Json:
    """What the pages of all readers have in common, each part filled in once: a template puts it where it belongs."""
    public = report.public or report
    brief = report.brief if brief is None else brief
    return {
        "lead": lead(public, own_templates),
        "body": body(public, format, own_templates, brief, report.private),
        "end": _end(public, format, own_templates, brief),
    }


def lead(report: Report, own_templates: Path | None) -> list[str]:
    """The turn in a headline, and the lines beneath it."""
    if "lead" not in report.bodies:
        report.bodies["lead"] = tell(report, "lead.txt", own_templates)
    return [line.strip() for line in report.bodies["lead"].split("\n") if line.strip()]


def body(
    report: Report, format: str, own_templates: Path | None, brief: bool | None = None, letter: bool = False
) -> str:
    """What everybody reads; of a large field in brief, if the game can be told so, and in a letter briefer yet."""
    brief = report.brief if brief is None else brief
    kinds = ["brief", "body"] if brief else ["body"]
    names = [f"{game}/{kind}.{format}" for game in (report.rules, ANY) for kind in kinds]
    part = f"letter.{format}" if brief and letter else f"{kinds[0]}.{format}"
    return once(report, part, names, own_templates, letter=letter)


def _end(report: Report, format: str, own_templates: Path | None, brief: bool) -> str:
    """Receipts and proofs, which few read, and which must stand somewhere."""
    name = f"end-{'brief' if brief else 'whole'}.{format}"
    return once(report, name, [f"end.{format}"], own_templates, in_brief=brief)


def once(report: Report, name: str, templates: Sequence[str], own_templates: Path | None, **more: Any) -> str:
    """A part of a page that all readers have in common: filled in when it is first wanted, and kept with the report."""
    if name not in report.bodies:
        values = report.values | {"rules": report.rules} | more
        text = fill(templates, values, own_templates, report.language)
        html = name.endswith(".html")
        report.bodies[name] = Markup(with_symbols(text)) if html else text
    return report.bodies[name]


def parts_of(report: Report, own_templates: Path | None) -> dict[str, list[str]]:
    """All that was filled in once for everybody's pages, and their looks; by format, order forms apart from pages."""
    once(report, "looks.html", ["page.css"], own_templates)
    parts: dict[str, list[str]] = {}
    for name, text in report.bodies.items():
        parts.setdefault("form" if name.startswith("form") else name.rpartition(".")[2], []).append(text)
    return parts


def whole(report: Report, format: str, own_templates: Path | None) -> str:
    """A public report as a part of something larger: the lead, all that everybody reads, and the end."""
    parts = shared(report, format, own_templates)
    told = fill(f"lead.{format}", {"lead": parts["lead"]}, own_templates, report.language)
    return str((Markup(told) if format == "html" else told) + parts["body"] + parts["end"])


def tell(report: Report, name: str, own_templates: Path | None, **more: Any) -> str:
    """A template of the game's that tells a report; if it has none of that name, the one that tells any game."""
    values = report.values | {"rules": report.rules} | more
    text = fill(told_by(report.rules, name), values, own_templates, report.language)
    return with_own_symbols(text) if name.endswith(".svg") else text


def told_by(rules: str, name: str) -> list[str]:
    """Where a template of that name is looked for."""
    return [f"{rules}/{name}", f"{ANY}/{name}"]


def fill(template: str | Sequence[str], model: Json, own_templates: Path | None = None, language: str = ENGLISH) -> str:
    """The first template of these names that there is; the zine's own comes before the one that is built in."""
    names = [template] if isinstance(template, str) else list(template)
    try:
        own = own_templates if own_templates is not None and own_templates.is_dir() else None
        environment = _environment(own, names[0].endswith((".html", ".svg")), language)
        return environment.select_template(names).render(model)
    except jinja2.TemplateNotFound as error:
        missing = names[0] if isinstance(error, jinja2.TemplatesNotFound) else error.name
        raise BadTemplate(sentence("there is no template {name}", name=missing)) from None
    except BadTemplate:
        raise
    except jinja2.TemplateSyntaxError as error:
        values = {"name": error.name, "line": str(error.lineno), "reason": error.message}
        raise BadTemplate(sentence("the template {name} is wrong at line {line}: {reason}", **values)) from None
    except Exception as error:  # a template of the game master's own can fail in any way
        name, line = _where(error, [each for each in (own_templates, assets.templates()) if each]) or (names[0], "")
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


class _Inside(jinja2.FileSystemLoader):
    """Templates out of these folders, and nothing else that a link in one of them may point to."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        text, path, is_current = super().get_source(environment, template)
        if not any(Path(path).resolve().is_relative_to(Path(folder).resolve()) for folder in self.searchpath):
            raise BadTemplate(sentence("the template {name} is a link to a file elsewhere", name=template))
        return text, path, is_current


@cache
def _environment(own_templates: Path | None, html: bool, language: str) -> jinja2.Environment:
    """One for text and one for HTML, where the words that both share are escaped too.

    Templates of a zine's own may come from anybody: they are fenced in, with all that they extend or include.
    """
    folders = [assets.templates()] if own_templates is None else [own_templates, assets.templates()]
    kind = jinja2.Environment if own_templates is None else SandboxedEnvironment
    environment = kind(
        loader=_Inside(folders),
        autoescape=html,
        bytecode_cache=compiled(html, fenced=own_templates is not None),
        **OPTIONS,
    )
    environment.policies |= POLICIES
    speaker = speaker_of(language)
    environment.install_gettext_callables(speaker.gettext, speaker.ngettext, newstyle=True)  # type: ignore[attr-defined]
    if speaker.manner.joins[0]:
        environment.globals |= {name: _joining(environment.globals[name], speaker) for name in ("gettext", "ngettext")}
    environment.filters |= {
        each.__name__: each
        for each in (wrapped, commented, cell, chunks, paragraphs, in_columns, capital, drawn, line_by_line)
    }
    environment.filters |= _spoken(speaker) | pictures.FILTERS
    stops = {"colon": speaker.manner.colon, "semicolon": speaker.manner.semicolon}
    environment.globals["template_of"] = lambda rules, name: environment.select_template(told_by(rules, name))
    environment.globals |= {"width": WIDTH, "language": language} | stops | pictures.SHAPES
    return environment


def _joining(said: Any, speaker: Speaker) -> Callable[..., str]:
    """A sentence of a template, as the language joins names to the words before them."""

    @jinja2.pass_context
    def joined(context: jinja2.runtime.Context, *words: Any, **values: Any) -> str:
        text: str = said(context, *words, **values)
        return type(text)(speaker.joined(text))

    return joined


def line_by_line(value: Any) -> Markup:
    """As data in a page: a line for each piece, so that what many readers have is found in whole lines of theirs.

    >>> print(line_by_line({"horse": "Crisp & Co", "fences": [1, 2]}))
    {"fences": [1,
    2],
    "horse": "Crisp \\u0026 Co"}
    """
    return htmlsafe_json_dumps(value, sort_keys=True, separators=(",\n", ": "))


def _spoken(speaker: Speaker) -> dict[str, Any]:
    """The filters that depend on the reader's language."""
    names = ("say", "moment", "day", "number", "spelt", "few", "listed", "ordinal")
    named = {each.__name__: _saying(speaker, each) for each in (coloured, carded, in_colours)}
    return {name: getattr(speaker, name) for name in names} | named | {"plainly": partial(Plainly, speaker)}


def _saying(speaker: Speaker, words: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: speaker.say(words(text))
