"""A whole sample zine, played from its order pages to the last report, in its own time."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gm import games
from gm.core.dice import Dice
from gm.core.play import Json, Seat
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk import demoseason, filing, issues, justrun, mailing, opening, publish, site, turns
from gm.desk.desk import Desk, Match, deadline, match_of, open_desk
from gm.desk.intake import Clerk, Verdict
from gm.desk.outcome import AnyNote, Note, ProblemNote
from gm.desk.sources import Porter, find_files, put_away
from gm.reports import assets
from gm.reports.render import tell

Say = Callable[[AnyNote], None]
_OPENING = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
_AHEAD = timedelta(
    days=30
)  # an issue calls the games whose first turn is due so soon; before the first one, the zine's opening does
_BEFORE, _AFTER = timedelta(days=-2), timedelta(hours=2)  # when orders come, and when the turn is run


def play(folder: Path, say: Say) -> list[Path]:
    """Play every sample game in a new folder; answers with the files worth opening."""
    if folder.exists() and any(folder.iterdir()):
        not_empty = sentence("{folder} is not empty", folder=str(folder))
        raise GmError(not_empty, sentence("name another folder: gm demo DIR"))
    home, folder = assets.sample_orders(), folder.resolve()
    opening.init(folder, "Demo", _OPENING)
    for name in ("zine.yaml", "players.yaml"):
        shutil.copyfile(home / name, folder / name)
    shutil.copytree(home / "next", folder / "next", dirs_exist_ok=True)
    samples = [_Sample(folder, home / name, say) for name in games.names() if (home / name).is_dir()]
    end = _play_all(folder, samples, say)
    if (home / "seasons").is_dir():
        end = demoseason.play_all(folder, home / "seasons", end, say, lambda name, now: _to_its_end(folder, name, now))
        _issue(folder, end, say)
    with open_desk(folder, end) as desk:
        index = site.write(desk, None, False, lambda headline: None)[0] / "index.html"
    pages = sorted(index.parent.glob("seasons/[!i]*.html"))
    return [*(path for sample in samples for path in sample.worth_opening(end)), *_first_issue(folder), *pages, index]


def _play_all(folder: Path, samples: "list[_Sample]", say: Say) -> datetime:
    """One turn after the other as they fall due, and an issue whenever every game has something new for it."""
    now, fresh, called = _OPENING, set[str](), _called(samples, _OPENING)
    while running := {sample.due(now): sample for sample in reversed(called) if not sample.over(now)}:
        sample = running[min(running)]
        now = sample.turn(now)
        fresh.add(sample.name)
        if fresh >= {each.name for each in called if not each.over(now)}:
            _issue(folder, now, say)
            fresh, called = set(), _called(samples, now)
    return now


def _called(samples: "list[_Sample]", now: datetime) -> "list[_Sample]":
    """Those that are under way, and those that begin now."""
    called = [sample for sample in samples if sample.first - now <= _AHEAD]
    for sample in called:
        sample.begin(now)
    return called


def _to_its_end(folder: Path, name: str, now: datetime) -> datetime:
    """A game of a season, without much ado; answers with when it was over."""
    game = _Sample.under_way(folder, name)
    while not game.over(now):
        now = game.turn(now)
    return now


def _issue(folder: Path, now: datetime, say: Say) -> None:
    """On paper, too, and the first one also laid out for folding."""
    with open_desk(folder, now) as desk:
        first = not issues.folder_of(desk, desk.zine.first_issue).exists()
        made = issues.make(desk, issues.Extras(pdf=True, booklet=first), lambda headline: None)
        files = [desk.zine.show(path) for path in made.files]
        _headline(say, sentence("Issue {number}: {files}", number=made.number, files=files))


def _headline(say: Say, text: str) -> None:
    """Something new begins."""
    say(Note(""))
    say(Note(text))


def _first_issue(folder: Path) -> list[Path]:
    first = folder / "issues" / "issue-001"
    return [first / "issue.html", first / "issue.pdf", first / "issue-booklet.pdf"]


class _Sample:
    """One sample game: its files, and how it is played."""

    def __init__(self, folder: Path, sample: Path, say: Say):
        self.folder, self.sample, self.say, self.mails = folder, sample, say, True
        (file,) = sample.glob("*.yaml")
        self.name = file.stem
        shutil.copyfile(file, folder / "games" / file.name)
        with open_desk(folder, _OPENING, create=True) as desk:
            self.first = opening.read_file(desk, self.name).first or _OPENING
        self.begun = False

    @classmethod
    def under_way(cls, folder: Path, name: str) -> "_Sample":
        """One that has been started, with simple players alone."""
        self = cls.__new__(cls)
        self.folder, self.sample, self.name, self.say = folder, folder / "no pages", name, lambda note: None
        self.mails, self.begun = False, True
        return self

    def begin(self, now: datetime) -> None:
        if self.begun:
            return
        self.begun = True
        with open_desk(self.folder, now, create=True) as desk:  # its secret is none: it is the same for all
            file = opening.read_file(desk, self.name)
            desk.store.add_secret(self.name, hashlib.sha256(self.name.encode()).hexdigest(), desk.stamp)
            publish.publish(desk, lambda: publish.maker_of(desk, self.name, opening.start(desk, file)))
            many = len(file.entrants)
            _headline(self.say, sentence("{title}: {entrants} entrants.", title=file.title, entrants=many))

    def _tell(self, text: str) -> None:
        self.say(Note(text, under=1))

    def over(self, now: datetime) -> bool:
        with open_desk(self.folder, now) as desk:
            return match_of(desk, self.name).over

    def due(self, now: datetime) -> datetime:
        with open_desk(self.folder, now) as desk:
            return deadline(desk, self.name, match_of(desk, self.name).turn) or now - _BEFORE

    def turn(self, now: datetime) -> datetime:
        """One turn as a game master lives it: the post, the deadline, the run."""
        with open_desk(self.folder, now) as desk:
            at, due = match_of(desk, self.name), self.due(now)
            pages = self.sample / f"turn-{at.turn:02}"
            _headline(self.say, sentence("{title}, turn {turn}, due {due}", title=at.row.title, turn=at.turn, due=due))
            by_hand = self._post(_later(desk, due + _BEFORE), _pages(pages))
            silent = {verdict.player for verdict in by_hand if verdict.verdict != "refused"} | _silent(pages)
            others = self._post(_later(desk, due + _BEFORE), self._improvised(desk, at, silent))
            late = self._post(_later(desk, due + _AFTER), _pages(pages / "late"))
            self._tell_post(by_hand, others, late)
            self._run(_later(desk, due + _AFTER))
            if at.turn == 1 and self.mails:
                self._mail(_later(desk, due + _AFTER))
            return due + _AFTER

    def _post(self, desk: Desk, pages: Iterable[tuple[str, bytes]]) -> list[Verdict]:
        """Pages come into the inbox and are taken in."""
        for number, (name, text) in enumerate(pages):
            path = desk.zine.inbox / name
            path.write_bytes(text)
            moment = desk.now.timestamp() + number * 0.001  # one after the other
            os.utime(path, (moment, moment))
        soon = _later(desk, desk.now + timedelta(minutes=1))
        porter = Porter(soon, Clerk.at(soon))
        with desk.store.writing():
            verdicts, lying = porter.take_all(find_files([desk.zine.inbox]))
        for each in lying:
            put_away(desk, each)
        self._keep_refused(desk)
        return verdicts

    def _keep_refused(self, desk: Desk) -> None:
        """The demo's inbox would otherwise offer the same pages again every turn."""
        for path in map(Path, find_files([desk.zine.inbox])):
            kept = desk.zine.inbox / "refused" / path.name
            kept.parent.mkdir(exist_ok=True)
            os.replace(path, kept)

    def _improvised(self, desk: Desk, at: Match, silent: set[Seat | None]) -> Iterable[tuple[str, bytes]]:
        missing = turns.status(desk, self.name).missing
        for seat in missing:
            if seat not in silent:
                part = at.game.improvise(at.state, seat, self._dice(at))
                yield f"{seat}.yaml", _page(self.name, at.turn, seat, part).encode()

    def _dice(self, at: Match) -> Dice:
        return Dice(f"demo {self.name}")  # not the game's own seed: the demo is the same for everybody

    def _tell_post(self, by_hand: list[Verdict], others: list[Verdict], late: list[Verdict]) -> None:
        good = [verdict for verdict in by_hand if verdict.verdict == "taken"]
        if good:
            by_hand_came = counted(
                "{n} page came by hand and was taken in.", "{n} pages came by hand and were taken in.", len(good)
            )
            self._tell(by_hand_came)
        for verdict in [*by_hand, *late]:
            if verdict.verdict == "refused":
                self._tell(sentence("refused: {page}", page=verdict.page))
                for problem in verdict.problems:
                    self.say(ProblemNote(problem, "quiet", under=2))
        if others:
            self._tell(
                counted("{n} page came from simple players.", "{n} pages came from simple players.", len(others))
            )

    def _run(self, desk: Desk) -> None:
        placed = publish.publish(desk, lambda: justrun.kept(desk, turns.play(desk, self.name, None, now_insisted=True)))
        report = publish.stored_report(desk, self.name, None, None)
        headline = tell(report, "headline.txt", desk.zine.templates)
        for line in headline.strip().split("\n"):
            self._tell(line)
        self._tell(sentence("Reports: {folder}/", folder=desk.zine.show(placed.folder)))

    def _mail(self, desk: Desk) -> None:
        """The first turn's mail, as it would be sent."""
        with desk.store.writing():
            numbers = mailing.write_outbox(desk, self.name)
        rows = [row for row in mailing.waiting(desk) if row.id in numbers]
        folder = desk.zine.show(filing.write_files(desk, rows).folder)
        self._tell(sentence("Mail: {messages} messages in {folder}/", messages=len(rows), folder=folder))

    def worth_opening(self, now: datetime) -> list[Path]:
        with open_desk(self.folder, now) as desk:
            last = match_of(desk, self.name).head.turn
            first = publish.folder_of(desk, self.name, 1)
            best = next(iter(match_of(desk, self.name).seats))
            end = publish.folder_of(desk, self.name, last)
        return [end / "public.html", end / "public.txt", first / f"{best}.html", first / "forms" / f"{best}.html"]


def _later(desk: Desk, now: datetime) -> Desk:
    return Desk(desk.zine, desk.store, now)


def _pages(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(folder.glob("*.yaml"))]


def _silent(folder: Path) -> set[Seat | None]:
    """Who sends nothing in time on that turn."""
    path = folder / ".silent"
    return set(path.read_text(encoding="utf-8").split()) if path.exists() else set()


def _page(game: str, turn: int, seat: Seat, part: Json) -> str:
    lines = [
        f"{key}: {json.dumps(value)}" for key, value in {"game": game, "turn": turn, "player": seat, **part}.items()
    ]
    return "\n".join(lines) + "\n"
