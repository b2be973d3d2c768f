"""One issue of the zine, from all that it is made of to text, a web page, and a booklet: the same parts in each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from gm.core.play import Json
from gm.core.words import sentence
from gm.print.markdown import to_html, to_text
from gm.print.photos import Photo
from gm.reports.fragments import nested
from gm.reports.languages import Speaker, speaker_of
from gm.reports.layout import fit
from gm.reports.model import Report
from gm.reports.render import fill, lead, whole

FORMS = ("txt", "html")
_BACK_PAGE = {  # what all games share: its title, and the templates that tell it
    "standings": (sentence("Standings"), {"txt": "issue/standings.txt", "html": "issue/standings.html"}),
    "deadlines": (sentence("Deadlines"), {"txt": "issue/deadlines.txt", "html": "issue/deadlines.html"}),
    "waiting": (sentence("Waiting list"), {"txt": "issue/waiting.txt", "html": "issue/waiting.html"}),
}


@dataclass(frozen=True)
class Section:
    """A piece that has a heading of its own, if its part has several: a letter, a turn."""

    id: str
    title: str
    body: str  # a fragment of HTML whose highest heading is h2, or text


@dataclass(frozen=True)
class Part:
    id: str
    title: str
    sections: Sequence[Section]


def kept_turn(report: Report, own_templates: Path | None) -> Json:
    """A turn as an issue keeps it: as it read when it was printed."""
    notices = {format: fill(f"corrected.{format}", report.values, own_templates, report.language) for format in FORMS}
    bodies = {format: notices[format] + whole(report, format, own_templates) for format in FORMS}
    kept = {"turn": report.model.turn, "bodies": bodies, "corrected": bool(report.model.corrected)}
    return kept | {"lead": lead(report, own_templates), "over": report.model.over}


class Edition:
    """An issue in the form that is wanted: "txt" or "html"."""

    def __init__(self, content: Json, format: str, own_templates: Path | None = None):
        self.content, self.format, self.own_templates = content, format, own_templates
        self.speaker: Speaker = speaker_of(content["language"])

    def parts(self) -> list[Part]:
        """What there is, in the order that it is printed in."""
        back_page = [self._shared(name) for name in _BACK_PAGE if self.content[name]]
        games = [self._game(number, game) for number, game in enumerate(self.content["games"], 1)]
        return [*self._editorial(), *self._letters(), *games, *self._seasons(), *back_page]

    def _editorial(self) -> list[Part]:
        page = self.content["editorial"]
        if not page:
            return []
        title = page["title"] or self.speaker.say(sentence("Editorial"))
        return [Part("editorial", title, [Section("editorial-text", "", self._prose(page))])]

    def _letters(self) -> list[Part]:
        pages = enumerate(self.content["letters"], 1)
        sections = [Section(f"letter-{number}", page["title"], self._prose(page)) for number, page in pages]
        return [Part("letters", self.speaker.say(sentence("Letters and articles")), sections)] if sections else []

    def _prose(self, page: Json) -> str:
        photos = {name: Photo(*kept) for name, kept in page.get("photos", {}).items()}
        return to_text(page["text"]) if self.format == "txt" else to_html(page["text"], photos=photos)

    def _game(self, number: int, game: Json) -> Part:
        sections = [self._turn(f"game-{number}", game, kept) for kept in game["turns"]]
        return Part(f"game-{number}", game["title"], sections)

    def _seasons(self) -> list[Part]:
        """A chapter each, as it was when it was printed; issues of before seasons have none."""
        numbered = enumerate(self.content.get("seasons", []), 1)
        named = [(f"season-{number}", each) for number, each in numbered]
        return [
            Part(name, each["title"], [Section(f"{name}-all", "", each["bodies"][self.format])]) for name, each in named
        ]

    def _turn(self, part: str, game: Json, kept: Json) -> Section:
        turn = kept["turn"]
        title = sentence("Turn {turn}", turn=turn) if turn else sentence("The start")
        if kept.get("corrected"):
            title = sentence("Turn {turn}, corrected", turn=turn)
        elif turn in game["again"]:  # what an earlier issue printed of it was taken back
            title = sentence("Turn {turn}, run again", turn=turn)
        return Section(f"{part}-turn-{turn}", self.speaker.say(title), kept["bodies"][self.format])

    def _shared(self, name: str) -> Part:
        title, templates = _BACK_PAGE[name]
        text = self.fill(templates[self.format], self.content)
        return Part(name, self.speaker.say(title), [Section(f"{name}-all", "", text)])

    def fill(self, template: str, model: Json) -> str:
        return fill(template, model, self.own_templates, self.content["language"])


def as_text(content: Json, own_templates: Path | None = None) -> str:
    edition = Edition(content, "txt", own_templates)
    return fit(edition.fill("issue.txt", _model(edition.content) | {"parts": edition.parts()}))


def as_html(
    content: Json, own_templates: Path | None = None, template: str = "issue.html", more: Json | None = None
) -> str:
    """One page that needs no other file."""
    edition = Edition(content, "html", own_templates)
    parts = [Part(part.id, part.title, [_placed(section) for section in part.sections]) for part in edition.parts()]
    return edition.fill(template, _model(edition.content) | {"parts": parts} | (more or {}))


def _model(content: Json) -> Json:
    return {**content, "day": date.fromisoformat(content["day"])}


def _placed(section: Section) -> Section:
    """Under the heading of its part, and under its own."""
    down = 2 if section.title else 1
    return Section(section.id, section.title, nested(section.body, down, section.id))
