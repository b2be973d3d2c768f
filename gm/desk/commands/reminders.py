"""Reminders, asked for, and who is away and gets none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from gm.core.play import Json
from gm.core.words import few, sentence
from gm.desk.commands import Command, Place
from gm.desk.outcome import Note, Outcome


@dataclass(frozen=True)
class Remind(Command):
    """Write to those who have not ordered."""

    game: str | None = None
    asked: bool = False  # only to those who have asked for it

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import the_game
        from gm.desk.reminding import remind

        with at.desk() as desk:
            name = the_game(desk, self.game)
            with desk.store.writing():
                return Reminded(name, remind(desk, name, self.asked))


@dataclass(frozen=True)
class Reminded(Outcome):
    game: str
    players: Sequence[str]

    def notes(self) -> Iterator[Note]:
        if not self.players:
            yield Note(sentence("There is nobody to remind."))
            return
        done = sentence("Reminders are in the outbox for {players}.", players=few(self.players))
        text = sentence("{done} To send them: gm mail --send; as files: gm mail --files", done=done)
        yield Note(text, toned={"done": "good"})

    def in_short(self) -> Iterator[Note]:
        if self.players:
            yield Note(sentence("Reminders are in the outbox for {players}.", players=few(self.players)), "good")
        else:
            yield Note(sentence("{game}: there is nobody to remind.", game=self.game))


@dataclass(frozen=True)
class Away(Command):
    """Note that a player is away."""

    player: str
    until: str

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.absences import note_absence

        with at.desk() as desk, desk.store.writing():
            return AbsenceNoted(*note_absence(desk, self.player, self.until))


@dataclass(frozen=True)
class AbsenceNoted(Outcome):
    player: str
    until: datetime

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{player} is away until {moment}.", player=self.player, moment=self.until), "good")

    def as_json(self) -> Json:
        return {"player": self.player, "until": self.until.isoformat()}
