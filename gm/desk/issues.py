"""Issues of the zine: gathered from what is new in all games and in next/, numbered, kept, and written again."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, deadline, match_of
from gm.desk.drafts import written
from gm.desk.outcome import line
from gm.desk.publish import stored_report
from gm.pages.files import source_lines
from gm.pages.tree import Unreadable
from gm.print.issue import as_booklet, as_html, as_text, kept_turn
from gm.print.markdown import split_title
from gm.reports.languages import speaker_of
from gm.reports.model import Report
from gm.reports.render import tell
from gm.store.issues import IssueRow, Issues

Say = Callable[[str], None]
EDITORIAL = "editorial.md"
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


class LeftOut(NamedTuple):
    """A file that has not changed since an issue printed it; or (issue 0) that cannot be printed at all."""

    file: str
    issue: int


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


def make(desk: Desk, extras: Extras, say: Say) -> Made:
    """The next issue: numbered, kept and written, or not at all."""
    return _written(desk, lambda: _keep(desk, gather(desk)), folder_of, extras, say)


def preview(desk: Desk, extras: Extras, say: Say) -> Made:
    """What the next issue would be. It gets no number, and nothing is kept."""
    return _written(desk, lambda: gather(desk), lambda at, _: at.zine.issues / PREVIEW, extras, say)


def again(desk: Desk, number: int, extras: Extras, say: Say) -> Made:
    """An issue just as it was, whatever has happened since."""
    row = kept_issue(desk, number)
    return _written(desk, lambda: Gathered(row.content, [], {}, []), folder_of, extras, say, fresh=False)


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
    pages, left_out = _pages(desk, kept)
    if not turns and not pages:
        raise _nothing_new(number, left_out)
    digests = {name: page.digest for name, page in pages.items()}
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
        "standings": standings,
        "deadlines": list(_deadlines(desk)),
        "waiting": _waiting(desk),
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
        new = [turn for turn in kept.turns(at.head.id) if turn.id not in printed]
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


def standing(desk: Desk, report: Report) -> Json:
    """How a game stood after a turn, in a few lines."""
    headline = tell(report, "headline.txt", desk.zine.templates)
    lines = [line.strip() for line in headline.split("\n") if line.strip()]
    turn = report.model.turn
    closed = report.model.closed
    over = report.model.over or closed is not None
    return {"turn": turn, "over": over, "closed": closed, "lines": lines if turn and closed is None else []}


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


# What the game master wrote


class Page(NamedTuple):
    content: Json
    digest: str


def _pages(desk: Desk, kept: Issues) -> tuple[dict[str, Page], list[LeftOut]]:
    """The files in next/ that are new or changed, in the order of their names; and those that are not."""
    printed = kept.printed_pages()
    pages: dict[str, Page] = {}
    left_out: list[LeftOut] = []
    for path in _entries(desk.zine.next):
        if path.suffix.casefold() != ".md" or not path.is_file():
            left_out.append(LeftOut(desk.zine.show(path), 0))
            continue
        name, text = path.name, _text(desk, path)
        digest = hashlib.sha256(text.encode()).hexdigest()
        issue, before = printed.get(name, (0, ""))
        if digest == before:
            left_out.append(LeftOut(desk.zine.show(path), issue))
        elif text.strip():
            title, rest = split_title(text)
            named = "" if name == EDITORIAL else _titled(path)
            pages[name] = Page({"title": title or named, "text": rest}, digest)
    return pages, left_out


def _entries(folder: Path) -> list[Path]:
    if folder.exists() and not folder.is_dir():
        no_folder = sentence("{name} is no folder", name=folder.name)
        raise GmError(no_folder, sentence("put your editorial into a folder of that name"))
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.name[0] != ".")


def _text(desk: Desk, path: Path) -> str:
    try:
        return "\n".join(source_lines(path))
    except Unreadable as wrong:
        message = sentence("{file} cannot be printed: {why}", file=desk.zine.show(path), why=wrong.message)
        raise GmError(message, sentence("save it as plain text")) from None


def _titled(path: Path) -> str:
    """The file's name, as a title: 02-a-letter.md is "A letter"."""
    words = path.stem.replace("-", " ").replace("_", " ").lstrip("0123456789. ") or path.stem
    return words[:1].upper() + words[1:]


# Writing


def _keep(desk: Desk, gathered: Gathered) -> Gathered:
    number, day = gathered.content["number"], gathered.content["day"]
    if os.path.lexists(folder_of(desk, number)):
        shown = desk.zine.show(folder_of(desk, number))
        message = sentence(
            "{folder} is there already, and issue {number} has not been made", folder=shown, number=number
        )
        raise NoRoom(message, sentence("move it away, or write another first_issue"))
    Issues(desk.store).add(IssueRow(number, desk.stamp, day, gathered.content), gathered.turns, gathered.pages)
    desk.store.note(desk.stamp, "issue", "", f"issue {number}")
    return gathered


def _written(
    desk: Desk,
    change: Callable[[], Gathered],
    place: Callable[[Desk, int], Path],
    extras: Extras,
    say: Say,
    fresh: bool = True,
) -> Made:
    """Write the files of what was gathered to their place; files beside them stay there if it is not a fresh start."""
    done: list[Gathered] = []

    def write(draft: Path, gathered: Gathered) -> Path:
        folder = place(desk, gathered.content["number"])
        _refuse_game(desk, folder)
        done.append(gathered)
        _write(draft, gathered.content, extras, desk.zine.templates, say)
        if not fresh and folder.exists():
            _carry_over(folder, draft)
        return folder

    say(sentence("Gathering it all ..."))
    folder = written(desk.store, desk.zine.issues, change, write)
    files = [folder / name for name in _names(extras)]
    return Made(done[0].content["number"], files, done[0].left_out)


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
        (folder / name).write_text(text(content, own_templates), encoding="utf-8", newline="\n")
    if extras.pdf:
        from gm.print import booklet

        say(sentence("Setting the pages ..."))
        pages = booklet.pdf(as_booklet(content, own_templates), extras.paper, own_templates)
        (folder / "issue.pdf").write_bytes(pages)
        if extras.booklet:
            say(sentence("Laying them out for folding ..."))
            (folder / "issue-booklet.pdf").write_bytes(booklet.imposed(pages))


def _carry_over(old: Path, draft: Path) -> None:
    for path in old.iterdir():
        if not os.path.lexists(draft / path.name):
            _copy(path, draft / path.name)


def _copy(path: Path, to: Path) -> None:
    """As it is: a link stays a link."""
    if path.is_dir() and not path.is_symlink():
        shutil.copytree(path, to, symlinks=True)
    else:
        shutil.copy2(path, to, follow_symlinks=False)
