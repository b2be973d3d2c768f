"""A turn, asked for: run it, show its reports, take it back, bring it again, move its deadline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import full_stop
from gm.core.words import counted, few, sentence
from gm.desk.commands import Command, Misuse, Place, Watch
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.commands.paper import ByPost
    from gm.desk.desk import Desk
    from gm.desk.publish import Maker
    from gm.store.outbox import OutRow

FORMATS = ("txt", "html", "json", "form")
MANY = 2_000  # entrants: whoever waits for a turn of more is told what is being done


@dataclass(frozen=True)
class Run(Command):
    """Resolve the open turn and write its reports."""

    game: str | None = None
    turn: int | None = None  # that turn and no other
    now: bool = False  # even if orders are missing, or it is not due
    dry_run: bool = False  # show the public report, and store nothing

    def carry_out(self, at: Place) -> Outcome:
        return self._of_game(at)

    def _of_game(self, at: Place, backup: bool = True, mailbox: bool = True) -> Outcome:
        """One backup of what was stored before, and one look into the mailbox, are enough for all games of a season."""
        from gm.desk import justrun, publish, turns
        from gm.desk.desk import the_game

        with justrun.without_collection(), at.desk(mind_the_clock=False) as desk:
            name = the_game(desk, self.game)
            seen = desk.store.stands(name)[1] + 1  # what the game master sees now, not what it is after a wait
            turn = seen if self.turn is None else self.turn
            if self.dry_run:
                return _tried(desk, name, turn, self.now)
            if self.turn is None:
                turns.refuse_overtaken(desk, name)
            if mailbox and not self.now:
                _refuse_unread(desk, name)
            placed = publish.publish(desk, lambda: self._run(desk, at.watch, name, turn, backup))
            return TurnRun(name, turn, at.shown(desk, placed))

    def for_season(self, at: Place, season: str) -> Outcome:
        """Those that are due, each at the turn that it stands at now."""
        from gm.desk.commands.together import of_all
        from gm.desk.desk import deadline, match_of
        from gm.desk.going import going_on_in
        from gm.desk.turns import refuse_overtaken

        with at.desk(mind_the_clock=False) as desk:
            seen = {name: match_of(desk, name).turn for name in going_on_in(desk, season)}
            for name in seen:
                refuse_overtaken(desk, name)
            due = {deadline(desk, name, turn): name for name, turn in seen.items()}
            for name in due.values() if not (self.now or self.dry_run) else ():
                _refuse_unread(desk, name)

        def run(name: str, once: Place, first: bool) -> Outcome:
            one = replace(self, game=name, turn=self.turn or seen[name])
            return one._of_game(once, backup=first, mailbox=False)

        return of_all(at, season, [*seen], run)

    def _run(self, desk: "Desk", watch: Watch, name: str, turn: int, backup: bool) -> "Maker":
        """Within the transaction: what was stored before is kept as a backup."""
        from gm.desk import guards, justrun, turns
        from gm.store.people import People

        doing = watch.doing if People(desk.store).entered(name) > MANY else Watch().doing
        doing(sentence("Playing turn {turn} ...", turn=turn))
        ran = turns.play(desk, name, turn, self.now)
        if backup:
            self._back_up(desk, watch, name)
        for sign in guards.signs(desk, ran.before):
            watch.warn(Note(sentence("Passed over: {message}", message=full_stop(sign.message)), "odd"))
        guards.acknowledge(desk, ran.before)
        doing(sentence("Storing what happened, and telling it ..."))
        return justrun.kept(desk, ran)

    def _back_up(self, desk: "Desk", watch: Watch, name: str) -> None:
        from gm.desk import backups

        try:
            backups.before(desk, backups.RUN)
        except backups.NoBackup as wrong:
            if not self.now:
                raise backups.NoBackup(
                    wrong.message, sentence("{hint}; or insist: gm run {game} --now", hint=wrong.hint, game=name)
                ) from wrong
            watch.warn(Note(sentence("No backup was made: {reason}.", reason=wrong.reason), "odd"))


def _tried(desk: "Desk", name: str, turn: int, now: bool) -> "TurnTried":
    from gm.desk import justrun, turns
    from gm.reports.render import render

    turns.refuse_to_peek(desk, name)
    report = justrun.preview(desk, turns.play(desk, name, turn, now))
    return TurnTried(name, turn, render(report, "txt", desk.zine.templates))


def _refuse_unread(desk: "Desk", name: str) -> None:
    """No order is lost because nobody looked into the mailbox."""
    if not desk.zine.mail.get("imap"):
        return
    from gm.desk.fetching import unread_before
    from gm.desk.turns import NotYet

    count = unread_before(desk, name)
    if count:
        unread = counted(
            "{n} mail that came in time waits in the mailbox",
            "{n} mails that came in time wait in the mailbox",
            count,
        )
        raise NotYet(unread, line("gm fetch"))


@dataclass(frozen=True)
class TurnRun(Outcome):
    game: str
    turn: int
    folder: str

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Turn {turn} of {game} has been run.", turn=self.turn, game=self.game), "good")
        yield Note(sentence("Reports are in {folder}/; read {folder}/public.txt first.", folder=self.folder))

    def in_short(self) -> Iterator[Note]:
        yield from islice(self.notes(), 1)


@dataclass(frozen=True)
class TurnTried(Outcome):
    """A dry run: the public report as it would be."""

    game: str
    turn: int
    text: str

    def notes(self) -> Iterator[Note]:
        yield Note(self.text)
        yield Note(sentence("This was a dry run: nothing was stored."), "odd")


@dataclass(frozen=True)
class Report(Command):
    """Show any report again."""

    game: str | None = None
    turn: int | None = None  # 0 is the start; the last one run, if it is left out
    reader: str | None = None  # a player, for the private report
    format: str = "txt"
    save: bool = False  # write all reports of that turn to the issues folder again
    version: int | None = None  # of a turn that was corrected, or run again; the first is 1

    @property
    def about(self) -> str | None:
        return self.reader

    def for_season(self, at: Place, season: str) -> Outcome:
        """What happened last, also where that was the end."""
        from gm.desk.commands.together import for_each
        from gm.desk.going import of_last_round

        return for_each(self, at, season, of_last_round)

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import mailing, publish
        from gm.desk.desk import the_game

        if self.format not in FORMATS:
            raise Misuse(
                sentence("there is no format {name}; write one of {formats}", name=self.format, formats=FORMATS)
            )
        if self.save and self.version is not None:
            raise Misuse(sentence("a version of before is shown, and not written again"))
        with at.desk() as desk:
            name = the_game(desk, self.game)
            match = publish.match_at(desk, name, self.turn)
            if self.version is not None:
                match = publish.version_of(desk, match, self.version)
            turn = match.head.turn
            if self.save:
                placed = publish.publish(desk, lambda: publish.as_it_stands(desk, name, turn))
                return ReportsWritten(name, turn, at.shown(desk, placed), mailing.mailed_to(desk, match.head.id))
            text = publish.kept_text(desk, match, self.reader, self.format)
            return ReportShown(name, turn, self.reader, self.format, text)


@dataclass(frozen=True)
class ReportShown(Outcome):
    game: str
    turn: int
    reader: str | None
    format: str
    text: str

    def notes(self) -> Iterator[Note]:
        yield Note(self.text, whole=True)


@dataclass(frozen=True)
class ReportsWritten(Outcome):
    game: str
    turn: int
    folder: str
    mailed: Sequence[str]  # who has the reports as they were before

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Written again: {folder}/", folder=self.folder), "good")
        if self.mailed:
            before = sentence("As they were before, they were mailed already to {players}.", players=few(self.mailed))
            yield Note(before, "odd")


@dataclass(frozen=True)
class Undo(Command):
    """Take the last turn back."""

    game: str | None = None

    def for_season(self, at: Place, season: str) -> Outcome:
        """The draw of the last round, or the last turn of each of its games."""
        from gm.desk.commands.undrawing import undone

        return undone(self, at, season)

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import filing, issues, mailing, turnfolder, turns
        from gm.desk.commands.correct import take_back
        from gm.desk.correcting import made_last
        from gm.desk.desk import match_of, the_game

        with at.desk() as desk:
            name = the_game(desk, self.game)
            turns.refuse_overtaken(desk, name)
            made = made_last(desk, name)
            if made:
                return take_back(desk, made)
            seen = match_of(desk, name).head  # what the game master sees now, not what it is after a wait
            with desk.store.writing():
                taken_back = seen.id
                turn = turns.undo(desk, name, seen)
                left = mailing.recall(desk, taken_back)
                turnfolder.to_be_set_aside(desk, name, turn)
            mailed, perhaps = _mailed(left, "sent"), tuple(_mailed(left, "sending"))
            changed = tuple(filing.clear_away(desk))
            aside = turnfolder.now_aside(desk, name, turn)
            kept = desk.zine.show(aside) if aside else ""
            printed = issues.printed(desk, taken_back)
            return TurnUndone(name, turn, kept, mailed, printed, perhaps, changed)


def _mailed(rows: "Sequence[OutRow]", state: str) -> list[str]:
    """Every player once, however many seats they have."""
    return list(dict.fromkeys(row.player for row in rows if row.state == state))


@dataclass(frozen=True)
class TurnUndone(Outcome):
    game: str
    turn: int
    folder: str  # where its reports are kept; "" if there were none
    mailed: Sequence[str]  # whom it had been mailed to already
    printed: Sequence[int]  # the issues in which it stands
    perhaps: Sequence[str] = ()  # whom it is just being mailed to, or may have been when that was stopped
    changed: Sequence[str] = ()  # mails as files that are not as gm wrote them, and are left

    def notes(self) -> Iterator[Note]:
        done = sentence("Turn {turn} of {game} is taken back; it is open again.", turn=self.turn, game=self.game)
        yield Note(done, "good")
        back = sentence("To bring it again: gm redo {game}", game=self.game)
        if self.folder:
            back = sentence("Its reports are kept in {folder}/. {redo}", folder=self.folder, redo=back)
        yield Note(back, "quiet")
        if self.mailed:
            yield Note(sentence("It was mailed already to {players}.", players=few(self.mailed)), "odd")
        if self.perhaps:
            perhaps = sentence(
                "It may have reached {players}, too: it was being sent. Nothing more of it leaves.",
                players=self.perhaps,
            )
            yield Note(perhaps, "odd")
        for name in self.changed:
            changed = sentence("{file} was changed since gm wrote it, and is left there: do not send it.", file=name)
            yield Note(changed, "odd")
        for number in self.printed:
            again = sentence(
                "It was printed in issue {number}; if it is run anew, the next issue prints it again.", number=number
            )
            yield Note(again, "odd")

    def in_short(self) -> Iterator[Note]:
        return (note for note in self.notes() if note.tone != "quiet")


@dataclass(frozen=True)
class Redo(Command):
    """Bring a turn again that was taken back."""

    game: str | None = None

    def for_season(self, at: Place, season: str) -> Outcome:
        """Wherever a turn of the last round was taken back."""
        from gm.desk.commands.together import of_all
        from gm.desk.correcting import undone_last
        from gm.desk.going import of_last_round

        with at.desk() as desk:
            games = of_last_round(desk, season)
            back = {name for name in games if desk.store.undone_after(desk.store.game(name).head)}
            back |= {name for name in games if undone_last(desk, name)}
        return of_all(
            at,
            season,
            [name for name in games if name in back] or games,
            lambda name, once, first: self.for_game(name).carry_out(once),
        )

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import publish, turns
        from gm.desk.commands.correct import bring_again
        from gm.desk.correcting import undone_last
        from gm.desk.desk import match_of, the_game

        with at.desk() as desk:
            name = the_game(desk, self.game)
            turns.refuse_overtaken(desk, name)
            undone = undone_last(desk, name)
            if undone:
                return bring_again(desk, undone)
            seen = match_of(desk, name)
            placed = publish.publish(
                desk, lambda: publish.maker_of(desk, name, turns.redo(desk, name, seen.head)), anew=False
            )
            return TurnRedone(name, seen.turn, at.shown(desk, placed))


@dataclass(frozen=True)
class TurnRedone(Outcome):
    game: str
    turn: int
    folder: str

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Turn {turn} of {game} stands again.", turn=self.turn, game=self.game), "good")
        yield Note(sentence("Reports are in {folder}/", folder=self.folder))


@dataclass(frozen=True)
class Extend(Command):
    """Move the deadline of the open turn."""

    to: str  # a moment, or a span
    game: str | None = None
    rest_too: bool = False  # later turns follow from it

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.commands.paper import by_post
        from gm.desk.desk import the_game
        from gm.desk.extending import extend

        with at.desk() as desk, desk.store.writing():
            name = the_game(desk, self.game)
            moved = extend(desk, name, self.to, self.rest_too)
            return DeadlineMoved(name, *moved, list(by_post(desk, [name])) if moved.told else ())


@dataclass(frozen=True)
class DeadlineMoved(Outcome):
    game: str
    deadline: datetime
    told: Sequence[str] = ()  # who finds a notice in their mail
    on_paper: "Sequence[ByPost]" = ()  # and who does not

    def notes(self) -> Iterator[Note]:
        moved = sentence("The open turn of {game} is now due {moment}.", game=self.game, moment=self.deadline)
        yield Note(moved, "good")
        if self.told:
            told = few(self.told)
            yield Note(sentence("A notice is in the outbox for {players}. To send it: gm mail --send", players=told))
        for each in self.on_paper:
            yield from each.notes()

    def as_json(self) -> Json:
        answer: Json = {"game": self.game, "deadline": self.deadline.isoformat(), "told": list(self.told)}
        return answer | {key: value for each in self.on_paper for key, value in each.as_json().items()}
