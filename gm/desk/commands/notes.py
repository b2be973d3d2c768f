"""The game master's word, asked for: notes for the next report, and press of the editor's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk import outcome
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.store.notes import NoteRow


@dataclass(frozen=True)
class Note(Command):
    """Say something in the next report; or, if nothing is said, what waits to be printed."""

    words: Sequence[str]  # of which game, where there are several, and what
    reader: str | None = None  # who alone reads it
    press: bool = False  # of the editor's
    drop: int | None = None  # a note that is not to be printed

    @property
    def about(self) -> str | None:
        return self.reader

    def for_game(self, name: str) -> "Note":
        return replace(self, words=(name, *self.words[1:]))

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import speaking
        from gm.desk.desk import match_of
        from gm.desk.publish import seat_of_reader

        with at.desk() as desk:
            name, text = _meant(desk, self.words)
            self._refuse_nonsense(text)
            if text is None and self.drop is None:
                return NotesListed(name, speaking.waiting(desk, match_of(desk, name)))
            with desk.store.writing():
                match = match_of(desk, name)
                if self.drop is not None:
                    return NoteDropped(name, speaking.take_back(desk, match, self.drop))
                seat = seat_of_reader(match, self.reader) if self.reader else None
                return NoteKept(speaking.note(desk, match, text or "", seat, self.press))

    def _refuse_nonsense(self, text: str | None) -> None:
        if self.press and self.reader:
            raise Misuse(sentence("press is for everybody: leave --for or --press out"))
        if self.drop is not None and (text is not None or self.press or self.reader):
            raise Misuse(sentence("to drop a note, name nothing but the game and the note's number"))
        if text is None and (self.press or self.reader):
            raise Misuse(sentence("say what is to be printed"))


def _meant(desk: "Desk", words: Sequence[str]) -> tuple[str, str | None]:
    """The game, and the text. A single word is a game's name: nobody has so little to say."""
    from gm.desk.desk import the_game

    if len(words) > 2:
        raise Misuse(sentence("put what you say into quotation marks"))
    if len(words) == 1 and len(words[0].split()) > 1:
        return the_game(desk, None), words[0]
    return the_game(desk, words[0] if words else None), words[1] if len(words) == 2 else None


def _as_json(row: "NoteRow") -> Json:
    about = {"game": row.game, "number": row.id or None, "for": row.seat or None}
    return about | {"press": bool(row.name), "text": row.text}


def _where(row: "NoteRow") -> str:
    """In which report, and where in it."""
    if row.name:
        return sentence("among the press, signed {name}", name=row.name)
    return sentence("to {player} alone", player=row.player) if row.seat else sentence("to everybody")


@dataclass(frozen=True)
class NoteKept(Outcome):
    row: "NoteRow"

    def notes(self) -> Iterator[outcome.Note]:
        values = {"number": self.row.id, "game": self.row.game, "where": _where(self.row)}
        yield outcome.Note(sentence("Note {number} stands in the next report of {game}, {where}.", **values), "good")
        yield outcome.Note(sentence("To take it back: gm note {game} --drop {number}", **values), "quiet")

    def as_json(self) -> Json:
        return _as_json(self.row)


@dataclass(frozen=True)
class NotesListed(Outcome):
    game: str
    rows: "Sequence[NoteRow]"

    def notes(self) -> Iterator[outcome.Note]:
        if not self.rows:
            yield outcome.Note(sentence("No note waits for the next report of {game}.", game=self.game))
        for row in self.rows:
            which = str(row.id) if row.id else sentence("notes/{game}.md", game=self.game)
            yield outcome.Note(line("{which} ({where}): {text}", which=which, where=_where(row), text=row.text))

    def as_json(self) -> list[Json]:
        return [_as_json(row) for row in self.rows]


@dataclass(frozen=True)
class NoteDropped(Outcome):
    game: str
    row: "NoteRow"

    def notes(self) -> Iterator[outcome.Note]:
        values = {"number": self.row.id, "game": self.game}
        yield outcome.Note(sentence("Note {number} of {game} is taken back, and not printed.", **values), "good")

    def as_json(self) -> Json:
        return _as_json(self.row) | {"dropped": True}
