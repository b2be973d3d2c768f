"""The post, asked for: mail in and out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.commands.pages import Taken
from gm.desk.outcome import AnyNote, Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.sending import Delivery


@dataclass(frozen=True)
class Fetch(Command):
    """Take in order pages from an IMAP mailbox."""

    late: bool = False  # what came after the deadline counts, too

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import filing
        from gm.desk.fetching import fetch

        with at.desk() as desk:
            verdicts, broken = fetch(desk, self.late)
            filing.take_down(desk)  # of what goes to an address that was confirmed just now
        return Fetched(verdicts, broken=broken) if broken else Taken(verdicts)


@dataclass(frozen=True)
class Fetched(Taken):
    """Some of it was taken, and then something went wrong."""

    broken: GmError | None = None

    @property
    def good(self) -> bool:
        return False

    def notes(self) -> Iterator[AnyNote]:
        yield from super().notes()
        if self.broken:
            rest = sentence("What is listed here is stored. The next gm fetch takes up the rest.")
            yield Note(line("{why}. {rest}", why=self.broken.message, rest=rest), "bad", aside=True)


@dataclass(frozen=True)
class Mail(Command):
    """Write the last turn's reports to the outbox, and send it; or only a part of that."""

    game: str | None = None
    send: bool = False  # what is in the outbox
    again: bool = False  # although the turn was mailed
    together: bool = False  # one message a player for all their games
    files: bool = False  # only write as files what waits
    resend: int | None = None  # a message whose fate is not known
    show: str | None = None  # only the last message to that player
    letter: Path | None = None  # goes with the turn's reports, above each

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import mailing

        if self.letter and not self.writes:
            raise Misuse(sentence("a letter goes with a turn's reports: name the game whose turn is to be mailed"))
        with at.desk() as desk:
            if self.show:
                return MessageShown(self.show, mailing.readable(desk, mailing.show(desk, self.show)))
            if self.resend is not None:
                mailing.send_again(desk, self.resend)
            parts: list[Part] = []
            for part in self._all_steps(desk, at):
                at.watch.tell(part)
                parts.append(part)
            return Mailed(parts)

    def _letter(self, desk: "Desk") -> str:
        from gm.desk.speaking import read_note

        return read_note(desk, self.letter) if self.letter else ""

    @property
    def writes(self) -> bool:
        """Does the last turn go to the outbox? Not if only something about what lies there is asked for."""
        return not (self.send or self.together or self.files or self.show) or bool(self.game) or self.again

    def _all_steps(self, desk: "Desk", at: Place) -> "Iterator[Part]":
        """At the end always who gets nothing of this, because they are written to by post; also if it is refused."""
        from gm.desk.commands.paper import by_post
        from gm.desk.paper import being_mailed

        games = self._games(desk) if self.writes else being_mailed(desk)
        try:
            yield from self._steps(desk, at, games if self.writes else [])
        except GmError:
            desk.deeds.left_over(each.text for each in by_post(desk, games))
            raise
        yield from by_post(desk, games)

    def _games(self, desk: "Desk") -> list[str]:
        """The one that is named; of a season all whose last turn has not been mailed."""
        from gm.desk.desk import season_called, the_game
        from gm.desk.going import of_last_round, some_of
        from gm.desk.mailing import not_mailed

        season = season_called(desk, self.game)
        if season is None:
            return [the_game(desk, self.game)]
        return some_of(season, of_last_round(desk, season) if self.again else not_mailed(desk, season))

    def _steps(self, desk: "Desk", at: Place, games: Sequence[str]) -> "Iterator[Part]":
        from gm.desk import filing, mailing

        if games:
            letter = self._letter(desk)
            written = list[int]()
            with desk.store.writing():
                for name in games:
                    with at.watch.working(sentence("writing")) as watch:
                        written += mailing.write_outbox(desk, name, self.again, letter, watch)
                desk.deeds.will(sentence("the mail of {game} is in the outbox", game=games))
            yield MessagesWritten(len(written))
            unreachable = [each for name in games for each in mailing.unreachable(desk, name)]
            if unreachable:
                yield NotWritten(list(dict.fromkeys(unreachable)))
        if self.together:
            from gm.desk import joining

            with desk.store.writing():
                joined = joining.join_outbox(desk)
            yield MessagesJoined(joined)
        if not self.send:
            rows = mailing.waiting(desk)
            filed = filing.write_files(desk, rows)
            yield MessagesFiled(desk.zine.show(filed.folder), sum(bool(row.sealed) for row in rows))
            if filed.kept:
                yield FilesKept(filed.kept)
        yield _in_doubt(desk)
        if self.send:
            yield from self._send(desk, at)

    def _send(self, desk: "Desk", at: Place) -> "Iterator[Part]":
        from gm.desk import filing, mailing

        rows = mailing.waiting(desk)
        done: list[Delivery] = []
        fault: BaseException | None = None
        with desk.deeds.partly(sentence("some messages may have been sent"), sentence("to go on: gm mail --send")):
            try:
                with (
                    closing(mailing.send(desk, rows)) as sending,
                    at.watch.progress(sending, len(rows), sentence("sending")) as watched,
                ):
                    for each in watched:
                        done.append(each)
                        if each.error:
                            yield MessageFailed(each.row.address, each.error)
            except (KeyboardInterrupt, GmError) as stop:
                fault = stop
            yield from _sent(done)
            filing.clear_away(desk)
            if done and not fault:
                sent = sum(each.fate == "sent" for each in done)
                desk.deeds.did(counted("{n} message has been sent", "{n} messages have been sent", sent))
        if isinstance(fault, KeyboardInterrupt):
            yield _in_doubt(desk)
            raise mailing.SendingStopped.with_so_many_left(len(mailing.waiting(desk)))
        if fault:
            raise fault


def _in_doubt(desk: "Desk") -> "MessagesInDoubt":
    from gm.desk import mailing

    return MessagesInDoubt([{"number": row.id, "address": row.address} for row in mailing.doubtful(desk)])


def _sent(done: "Sequence[Delivery]") -> "Iterator[Part]":
    """What became of them all."""
    many = Counter(each.fate for each in done)
    if many["dropped"] or many["elsewhere"]:
        yield MessagesPassedOver(many["dropped"], many["elsewhere"])
    failed = [{"number": each.row.id, "address": each.row.address, "error": each.error} for each in done if each.error]
    yield MessagesSent(many["sent"], failed)


class Part(Outcome):
    """One of the things that a mail command does."""

    def as_json(self) -> Json:
        return {**vars(self)}


@dataclass(frozen=True)
class Mailed(Outcome):
    """All that was done about the outbox, one thing after the other."""

    in_parts = True
    parts: Sequence[Part]

    @property
    def good(self) -> bool:
        return all(part.good for part in self.parts)

    def notes(self) -> Iterator[AnyNote]:
        for part in self.parts:
            yield from part.notes()

    def as_json(self) -> Json:
        return {key: value for part in self.parts for key, value in part.as_json().items()}


@dataclass(frozen=True)
class MessagesWritten(Part):
    written: int

    def notes(self) -> Iterator[Note]:
        written = counted("{n} message is in the outbox.", "{n} messages are in the outbox.", self.written)
        yield Note(written, "good")


@dataclass(frozen=True)
class NotWritten(Part):
    unreachable: Sequence[str]

    @property
    def good(self) -> bool:
        return False

    def notes(self) -> Iterator[Note]:
        for address in self.unreachable:
            nobody = sentence(
                "{address} is no address that mail can be sent to; mend it in players.yaml", address=address
            )
            yield Note(nobody, "bad", aside=True)


@dataclass(frozen=True)
class MessagesJoined(Part):
    joined: int  # players who get all their games in one message

    def notes(self) -> Iterator[Note]:
        joined = counted(
            "{n} player gets all their games in one message.",
            "{n} players get all their games in one message.",
            self.joined,
        )
        yield Note(joined, "good")


@dataclass(frozen=True)
class MessagesFiled(Part):
    folder: str
    sealed: int = 0  # answers in blind games, which are sent and not written as files

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("As files in {folder}/. To send them: gm mail --send", folder=self.folder))
        if self.sealed:
            answers = counted(
                "{n} answer is sealed until its turn is run: it is sent, but not written as a file.",
                "{n} answers are sealed until their turn is run: they are sent, but not written as files.",
                self.sealed,
            )
            yield Note(answers, "odd")

    def as_json(self) -> Json:
        return {"folder": self.folder} | ({"sealed": self.sealed} if self.sealed else {})


@dataclass(frozen=True)
class FilesKept(Part):
    kept: Sequence[str]

    def notes(self) -> Iterator[Note]:
        for name in self.kept:
            yield Note(sentence("{file} is not as gm wrote it, and is left as it is.", file=name), "odd")


@dataclass(frozen=True)
class MessagesInDoubt(Part):
    doubtful: Sequence[Json]  # number and address of messages that may have left

    def notes(self) -> Iterator[Note]:
        for each in self.doubtful:
            number, address = str(each["number"]), each["address"]
            doubt = sentence(
                "Message {number} to {address} may have left when sending was stopped; it is not sent again.",
                number=number,
                address=address,
            )
            again = sentence("To send it once more: gm mail --send --resend {number}", number=number)
            yield Note(line("{doubt} {again}", doubt=doubt, again=again), toned={"doubt": "odd", "again": "quiet"})


@dataclass(frozen=True)
class MessageFailed(Part):
    """Told at once; `MessagesSent` has them all."""

    address: str
    error: str

    @property
    def good(self) -> bool:
        return False

    def notes(self) -> Iterator[Note]:
        yield Note(line("{address}: {error}", address=self.address, error=self.error), "bad", aside=True)

    def as_json(self) -> Json:
        return {}


@dataclass(frozen=True)
class MessagesPassedOver(Part):
    """What waited when the sending began, and went another way meanwhile."""

    held_back: int  # their turn was taken back
    elsewhere: int  # another command sends them, or has put them together

    def notes(self) -> Iterator[Note]:
        if self.held_back:
            held_back = counted(
                "{n} message was held back: its turn has been taken back meanwhile.",
                "{n} messages were held back: their turn has been taken back meanwhile.",
                self.held_back,
            )
            yield Note(held_back, "odd")
        if self.elsewhere:
            elsewhere = counted(
                "{n} message was seen to by another gm mail at the same time.",
                "{n} messages were seen to by another gm mail at the same time.",
                self.elsewhere,
            )
            yield Note(elsewhere)


@dataclass(frozen=True)
class MessagesSent(Part):
    sent: int
    failed: Sequence[Json]

    def notes(self) -> Iterator[Note]:
        yield Note(counted("{n} message was sent.", "{n} messages were sent.", self.sent), "good")


@dataclass(frozen=True)
class MessageShown(Outcome):
    player: str
    text: str

    def notes(self) -> Iterator[Note]:
        yield Note(self.text)
