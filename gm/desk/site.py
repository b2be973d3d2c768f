"""A web site of all that is public, as plain files: made from public reports and issues, and from nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, match_of
from gm.desk.drafts import names_in
from gm.desk.issues import Say, kept_issue, standing
from gm.desk.placing import Aim, remember, remembered, written
from gm.desk.publish import stored_report
from gm.print.feed import Entry, Feed, atom
from gm.print.issue import as_booklet, as_html
from gm.reports.fragments import nested
from gm.reports.languages import speaker_of
from gm.reports.model import Report
from gm.reports.render import fill, shared, whole
from gm.store.files import READABLE, digest_of, write_file
from gm.store.issues import IssueRow, Issues

MARKER = ".under-orders-site"
_MINE = "Under Orders wrote this folder, and writes it again as a whole; these files are in it:"
_FOLDER, _FILE = 0o755, 0o644  # for everybody to read
_FEED, _HOME = "feed.atom", "index.html"

Files = dict[str, bytes]


class NotOurs(GmError):
    """The folder holds what gm site did not write"""


def write(desk: Desk, to: Path | None, pdf: bool, say: Say) -> tuple[Path, list[str]]:
    """The whole site, or nothing; answers with its folder and its files."""
    place = (to or desk.zine.folder / "site").resolve()
    _refuse_foreign(desk, place)
    names: list[str] = []

    def gathered() -> Files:
        desk.deeds.will("")
        remember(desk, place, _unchanged(desk, place))
        return _Site(desk, pdf, say).files()

    def put(draft: Path, files: Files) -> Aim:
        names.extend(sorted(files))
        listed = "\n".join([_MINE, *names, ""]).encode()
        for name, content in {**files, MARKER: listed}.items():
            write_file(draft / name, content, READABLE)
        _for_all_to_read(draft)
        return Aim(place)

    say(sentence("Gathering all that is public ..."))
    written(desk, place.parent, gathered, put, f".{place.name}.gm-draft-")
    place.chmod(_FOLDER)
    desk.deeds.did(sentence("the site is in {folder}", folder=desk.zine.show(place)))
    return place, names


def _for_all_to_read(draft: Path) -> None:
    """A web host reads it, whoever it is."""
    for path in draft.rglob("*"):
        path.chmod(_FOLDER if path.is_dir() else _FILE)


def _refuse_foreign(desk: Desk, folder: Path) -> None:
    """Nobody's files are overwritten but our own, and those only if nobody has changed them."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    listed, known = _listed(folder), remembered(desk, folder)
    if not folder.is_dir() or not (listed or known):
        message = sentence("{folder} is not empty, and gm site did not write it", folder=str(folder))
        raise NotOurs(message, sentence("name a new or an empty folder: --to DIR"))
    for name in names_in(folder):
        if name not in listed and name not in known:
            message = sentence("{folder} holds {file}, which gm site did not write", folder=str(folder), file=name)
            raise NotOurs(message, sentence("move it elsewhere, then try again"))
        if name in known and digest_of(folder / name) not in known[name]:
            values = {"folder": str(folder), "file": name}
            message = sentence("{folder} holds {file}, which was changed after gm site wrote it", **values)
            raise NotOurs(message, sentence("move it elsewhere, then try again"))


def _listed(folder: Path) -> set[str]:
    """The files of a site, by its own word."""
    marker = folder / MARKER
    if not marker.is_file():
        return set()
    return {MARKER, *marker.read_text(encoding="utf-8", errors="replace").split("\n")}


def _unchanged(desk: Desk, folder: Path) -> dict[str, str]:
    """The files of a site that an older version wrote: they are taken to be as they were."""
    known = remembered(desk, folder)
    return {name: digest for name in _listed(folder) - set(known) if (digest := digest_of(folder / name))}


@dataclass(frozen=True)
class _Turn:
    number: int
    ran_at: str
    report: Report
    title: str
    lines: Sequence[str]

    @property
    def page(self) -> str:
        return f"turn-{self.number:02}.html"


@dataclass(frozen=True)
class _Game:
    name: str
    turns: Sequence[_Turn]

    @property
    def folder(self) -> str:
        return f"games/{self.name}"

    @property
    def model(self) -> Json:
        """How it stands now."""
        last = self.turns[-1]
        over = last.report.model.over or last.report.model.closed is not None
        return {**last.report.values, "over": over, "href": quote(f"{self.folder}/{_HOME}"), "lines": last.lines}


class _Site:
    def __init__(self, desk: Desk, pdf: bool, say: Say):
        self.desk, self.pdf, self.say = desk, pdf, say
        self.kept = Issues(desk.store)
        self.language = desk.zine.language_of(None)
        self.speaker = speaker_of(self.language)

    def files(self) -> Files:
        pages = {_HOME: self._home(), _FEED: atom(self._feed())}
        for game in self.games:
            pages |= dict(self._game(game))
        for at, issue in enumerate(self.issues):
            pages[_issue_page(issue)] = self._issue(at, issue)
        return {name: text.encode() for name, text in pages.items()} | dict(self._booklets())

    @cached_property
    def games(self) -> list[_Game]:
        return [_Game(name, list(self._turns(name))) for name in self.desk.store.games()]

    def _turns(self, name: str) -> Iterator[_Turn]:
        for made in self.kept.turns(match_of(self.desk, name).head.id):
            report = stored_report(self.desk, name, made.turn, None)
            title = sentence("Turn {turn}", turn=made.turn) if made.turn else sentence("The start")
            title = title if report.model.closed is None else sentence("Given up")
            lines = [*self._corrected(report), *standing(self.desk, report)["lines"]]
            yield _Turn(made.turn, made.ran_at, report, self.speaker.say(title), lines)

    def _corrected(self, report: Report) -> list[str]:
        why = [sentence("Corrected: {because}", because=each["because"]) for each in report.model.corrected]
        return [self.speaker.say(each) for each in why]

    @cached_property
    def issues(self) -> list[IssueRow]:
        return [kept_issue(self.desk, number) for number in self.kept.numbers()]

    # Pages

    def _fill(self, template: str, model: Json) -> str:
        zine = {"zine": self.desk.zine.title, "editor": self.desk.zine.editor}
        return fill(template, zine | model, self.desk.zine.templates, self.language)

    def _home(self) -> str:
        issues = [self._listed(issue) for issue in reversed(self.issues)]
        games = [game.model for game in self.games]
        return self._fill("site/index.html", {"games": games, "issues": issues, **_nav("")})

    def _listed(self, issue: IssueRow) -> Json:
        content = issue.content
        written = [*filter(None, [content["editorial"]]), *content["letters"], *content["games"]]
        return {
            "number": issue.number,
            "day": date.fromisoformat(issue.day),
            "titles": [page["title"] for page in written if page["title"]],
            "href": _issue_page(issue),
            "pdf": _booklet_page(issue) if self.pdf else "",
        }

    def _game(self, game: _Game) -> Iterator[tuple[str, str]]:
        last = game.turns[-1]
        now = nested(whole(last.report, "html", self.desk.zine.templates), 1, "now")
        listed = [{"href": turn.page, "title": turn.title, "lines": turn.lines} for turn in game.turns]
        model = game.model | {"turns": listed, "now": now, "when": last.title, **_nav("../../")}
        yield f"{game.folder}/{_HOME}", self._fill("site/game.html", model)
        for at, turn in enumerate(game.turns):
            yield f"{game.folder}/{turn.page}", self._turn(game, at, turn)

    def _turn(self, game: _Game, at: int, turn: _Turn) -> str:
        up = [{"href": _HOME, "title": turn.report.model.title}]
        nav = _nav("../../", [(each.page, each.title) for each in game.turns], at, up)
        parts = shared(turn.report, "html", self.desk.zine.templates)
        return self._fill("site/turn.html", turn.report.values | {"rules": turn.report.rules} | parts | nav)

    def _issue(self, at: int, issue: IssueRow) -> str:
        say = speaker_of(issue.content["language"]).say
        around = [
            (f"{each.number:03}.html", say(sentence("Issue {number}", number=each.number))) for each in self.issues
        ]
        return as_html(issue.content, self.desk.zine.templates, "site/issue.html", _nav("../", around, at))

    def _booklets(self) -> Iterator[tuple[str, bytes]]:
        if not self.pdf:
            return
        from gm.print import booklet

        own = self.desk.zine.templates
        for issue in self.issues:
            self.say(sentence("Setting issue {number} ...", number=issue.number))
            yield _booklet_page(issue), booklet.pdf(as_booklet(issue.content, own), "a5", own)

    # The feed

    def _feed(self) -> Feed:
        zine = self.desk.zine
        entries = [*self._turn_entries(), *self._issue_entries()]
        return Feed(zine.title, zine.editor or zine.title, self.language, self._id(), zine.site, entries)

    def _id(self) -> str:
        """The zine's address; or a tag that is the same for ever, since a zine has begun only once."""
        began = self.kept.beginning()
        exact = "".join(char for char in began if char.isdigit())
        return self.desk.zine.site or f"tag:under-orders.invalid,{began[:10]}:{exact}"

    def _turn_entries(self) -> Iterator[Entry]:
        for game in self.games:
            for turn in game.turns:
                title = f"{turn.report.model.title}: {turn.title}"
                yield Entry(quote(f"{game.folder}/{turn.page}"), title, turn.ran_at, "\n".join(turn.lines))

    def _issue_entries(self) -> Iterator[Entry]:
        for issue in self.issues:
            title = self.speaker.say(sentence("Issue {number}", number=issue.number))
            titles = "\n".join(self._listed(issue)["titles"])
            yield Entry(_issue_page(issue), title, issue.made_at, titles)


def _issue_page(issue: IssueRow) -> str:
    return f"issues/{issue.number:03}.html"


def _booklet_page(issue: IssueRow) -> str:
    return f"issues/{issue.number:03}.pdf"


def _nav(root: str, pages: Sequence[tuple[str, str]] = (), at: int = 0, up: Sequence[Json] = ()) -> Json:
    """The way home, up, and to the pages before and after, for whoever reads on."""
    linked = [{"href": href, "title": title} for href, title in pages]
    around = {"previous": linked[at - 1] if at else None, "next": linked[at + 1] if at + 1 < len(linked) else None}
    return {"root": root, "up": up, **around}
