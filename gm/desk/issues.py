"""Issues of the zine: gathered from what is new in all games and in next/, numbered, kept, and written again."""

import json
import os
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.articles import EDITORIAL, LeftOut, pages_in_next
from gm.desk.desk import Desk, deadline, match_of
from gm.desk.outcome import line
from gm.desk.placing import Aim, Placed, written
from gm.desk.publish import stored_report
from gm.desk.puzzles import puzzles
from gm.desk.seasonchapter import chapters
from gm.mail.settings import orders_to
from gm.print.issue import as_html, as_text, kept_turn
from gm.reports.languages import speaker_of
from gm.reports.model import Report
from gm.reports.render import tell
from gm.store.chores import Chore
from gm.store.corrections import Corrections
from gm.store.files import READABLE, write_file
from gm.store.issues import IssueRow, Issues

Say = Callable[[str], None]
PREVIEW = "preview"


class NothingNew(GmError):
    """There is nothing to print that has not been printed"""


class NoSuchIssue(GmError):
    """No issue of that number has been made"""


class NoRoom(GmError):
    """Something else lies where the issue would go"""


class Extras(NamedTuple):
    """What is wanted besides text and the web page."""

    pdf: bool = False
    paper: str = "a5"
    booklet: bool = False

    @classmethod
    def read(cls, kept: str) -> "Extras":
        return cls(**json.loads(kept)) if kept else cls()

    def written(self) -> str:
        return json.dumps(self._asdict())


@dataclass(frozen=True)
class Gathered:
    content: Json
    turns: list[int]
    pages: dict[str, str]  # the digest of each file in it
    left_out: list[LeftOut]


@dataclass(frozen=True)
class Made:
    """An issue as it lies in the issues folder."""

    number: int
    files: list[Path]
    left_out: list[LeftOut]
    placed: Placed


def make(desk: Desk, extras: Extras, say: Say) -> Made:
    """The next issue: numbered, kept and written, or not at all."""

    def aim(number: int) -> Aim:
        return Aim(folder_of(desk, number), Chore("issue", "", number, extras.written()))

    return _written(desk, lambda: _keep(desk, gather(desk), extras), aim, extras, say)


def preview(desk: Desk, extras: Extras, say: Say) -> Made:
    """What the next issue would be. It gets no number, and nothing is kept."""
    return _written(
        desk, lambda: _only_files(desk, gather(desk)), lambda _: Aim(desk.zine.issues / PREVIEW), extras, say
    )


def again(desk: Desk, number: int, extras: Extras, say: Say) -> Made:
    """An issue just as it was, whatever has happened since; what lies beside its files stays there."""
    row = kept_issue(desk, number)
    gathered = Gathered(row.content, [], {}, [])
    chore = Chore("issue", "", number, extras.written())
    aim = Aim(folder_of(desk, number), chore, all_of_it=False)
    return _written(desk, lambda: _only_files(desk, gathered), lambda _: aim, extras, say)


def _only_files(desk: Desk, gathered: Gathered) -> Gathered:
    """Nothing but files comes of it."""
    desk.deeds.will("")
    return gathered


def kept_issue(desk: Desk, number: int) -> IssueRow:
    kept = Issues(desk.store)
    row = kept.issue(number)
    if row is None:
        made = kept.numbers()
        last = sentence("the last is {number}", number=made[-1]) if made else sentence("none has been")
        raise NoSuchIssue(sentence("issue {number} has not been made", number=number), last)
    return row


def printed(desk: Desk, turn_id: int) -> list[int]:
    """The issues in which that turn stands."""
    return Issues(desk.store).issues_with(turn_id)


def folder_of(desk: Desk, number: int) -> Path:
    return desk.zine.issues / f"issue-{number:03}"


# Gathering


def gather(desk: Desk) -> Gathered:
    """Everything that no issue has printed yet, with how things stand and when orders are due."""
    kept = Issues(desk.store)
    number = max([*kept.numbers(), desk.zine.first_issue - 1]) + 1
    turns, games, standings = _games(desk, kept)
    pages, left_out = pages_in_next(desk, kept)
    seasons = list(chapters(desk, kept))
    if not turns and not pages and not seasons:
        raise _nothing_new(number, left_out)
    digests = {name: page.digest for name, page in pages.items()}
    digests |= {name: digest for _, marks in seasons for name, digest in marks.items()}
    editorial = pages.pop(EDITORIAL, None)
    content = {
        "number": number,
        "day": desk.now.astimezone(desk.zine.zone).date().isoformat(),
        "zine": desk.zine.title,
        "editor": desk.zine.editor,
        "language": desk.zine.language_of(None),
        "editorial": editorial and editorial.content,
        "letters": [page.content for page in pages.values()],
        "games": games,
        "seasons": [chapter for chapter, _ in seasons],
        "standings": standings,
        "deadlines": list(_deadlines(desk)),
        "waiting": _waiting(desk),
        "price": desk.zine.price,
        "home": list(desk.zine.post),
        "orders_to": orders_to(desk.zine.mail),
        "site": desk.zine.site,
        "puzzles": puzzles(
            [each["rules"] for each in standings],
            f"{desk.zine.title} {number}",
            desk.zine.language_of(None),
            desk.zine.templates,
        ),
    }
    return Gathered(content, turns, digests, left_out)


def _nothing_new(number: int, left_out: list[LeftOut]) -> NothingNew:
    hint = sentence("run a turn, or write next/editorial.md")
    for each in [each for each in left_out if each.issue][:1]:
        unchanged = sentence("{file} is unchanged since issue {issue} printed it", file=each.file, issue=each.issue)
        hint = line("{hint}; {unchanged}", hint=hint, unchanged=unchanged)
    return NothingNew(sentence("there is nothing new for issue {number}", number=number), hint)


def _games(desk: Desk, kept: Issues) -> tuple[list[int], list[Json], list[Json]]:
    """The turns that are new, by game; and how every game stands that goes on or has something new."""
    printed = kept.printed_turns()
    turns: list[int] = []
    games: list[Json] = []
    standings: list[Json] = []
    for name in desk.store.games():
        at = match_of(desk, name)
        new = [turn for turn in kept.turns(at.head.id) if not _has_been_printed(desk, name, turn.id, printed)]
        reports = [stored_report(desk, name, turn.turn, None) for turn in new]
        turns += [turn.id for turn in new]
        about = {"name": name, "title": at.row.title, "rules": at.row.rules}
        if reports:
            again = [turn.turn for turn in new if (name, turn.turn) in printed.values()]
            bodies = [kept_turn(report, desk.zine.templates) for report in reports]
            games.append(about | {"turns": bodies, "again": again})
        if reports or not at.over:
            standings.append(about | standing(desk, reports[-1] if reports else stored_report(desk, name, None, None)))
    return turns, games, standings


def _has_been_printed(desk: Desk, name: str, turn: int, printed: Container[int]) -> bool:
    """This version, or one of before it that read the same."""
    return turn in printed or any(old in printed for old in Corrections(desk.store).read_the_same(name, turn))


def standing(desk: Desk, report: Report) -> Json:
    """How a game stood after a turn, in a few lines and as a table."""
    headline = tell(report, "headline.txt", desk.zine.templates)
    lines = [line.strip() for line in headline.split("\n") if line.strip()]
    turn = report.model.turn
    closed = report.model.closed
    over = report.model.over or closed is not None
    told = {"lines": lines if turn and closed is None else [], "table": report.model.standings}
    return {"turn": turn, "over": over, "closed": closed, **told}


def _deadlines(desk: Desk) -> Iterator[Json]:
    speaker = speaker_of(desk.zine.language_of(None))
    for name in desk.store.games():
        at = match_of(desk, name)
        if not at.over:
            due = deadline(desk, name, at.turn)
            yield {"name": name, "title": at.row.title, "turn": at.turn, "due": speaker.moment(due) if due else ""}


def _waiting(desk: Desk) -> list[Json]:
    lists = desk.zine.waiting
    return [{"title": title, "names": [_name(desk, each) for each in names]} for title, names in lists.items()]


def _name(desk: Desk, written: str) -> str:
    player = find(written, desk.zine.players)
    return desk.zine.players[player].name if player else written


# Writing


def _keep(desk: Desk, gathered: Gathered, extras: Extras) -> Gathered:
    number, day = gathered.content["number"], gathered.content["day"]
    if os.path.lexists(folder_of(desk, number)):
        shown = desk.zine.show(folder_of(desk, number))
        message = sentence(
            "{folder} is there already, and issue {number} has not been made", folder=shown, number=number
        )
        raise NoRoom(message, sentence("move it away, or write another first_issue"))
    Issues(desk.store).add(IssueRow(number, desk.stamp, day, gathered.content), gathered.turns, gathered.pages)
    desk.store.note(desk.stamp, "issue", "", f"issue {number}")
    left = sentence(
        "its files are not in their place yet: the next gm command puts them there, or gm issue --number {number}",
        number=number,
    )
    desk.deeds.will(sentence("issue {number} has been made", number=number), left)
    return gathered


def _written(desk: Desk, change: Callable[[], Gathered], aim: Callable[[int], Aim], extras: Extras, say: Say) -> Made:
    """Write the files of what was gathered to their place."""
    done: list[Gathered] = []

    def write(draft: Path, gathered: Gathered) -> Aim:
        meant = aim(gathered.content["number"])
        _refuse_game(desk, meant.place)
        done.append(gathered)
        _write(draft, gathered.content, extras, desk.zine.templates, say)
        return meant

    say(sentence("Gathering it all ..."))
    placed = written(desk, desk.zine.issues, change, write)
    files = [placed.folder / name for name in _names(extras)]
    return Made(done[0].content["number"], files, done[0].left_out, placed)


def _refuse_game(desk: Desk, folder: Path) -> None:
    """A game that was started before these names were taken keeps its folder."""
    if find(folder.name, desk.store.games()):
        shown = desk.zine.show(folder)
        raise NoRoom(sentence("{folder} is the folder of a game, so the issue cannot go there", folder=shown))


def _names(extras: Extras) -> list[str]:
    wanted = {"issue.txt": True, "issue.html": True, "issue.pdf": extras.pdf, "issue-booklet.pdf": extras.booklet}
    return [name for name, is_wanted in wanted.items() if is_wanted]


def _write(folder: Path, content: Json, extras: Extras, own_templates: Path, say: Say) -> None:
    for name, text in (("issue.txt", as_text), ("issue.html", as_html)):
        write_file(folder / name, text(content, own_templates).encode(), READABLE)
    if extras.pdf:
        from gm.print import booklet
        from gm.print.onpaper import as_booklet

        say(sentence("Setting the pages ..."))
        pages = booklet.pdf(as_booklet(content, own_templates), extras.paper, own_templates)
        write_file(folder / "issue.pdf", pages, READABLE)
        if extras.booklet:
            say(sentence("Laying them out for folding ..."))
            write_file(folder / "issue-booklet.pdf", booklet.imposed(pages), READABLE)
