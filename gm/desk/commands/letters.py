"""Letters, asked for: what people wrote that is no order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.letters import Written


@dataclass(frozen=True)
class Letters(Command):
    """List letters, show some, or do something about them."""

    numbers: Sequence[int] = ()
    answer: str | None = None  # with these words
    printed: bool = False  # in the next issue
    away: bool = False
    opened: bool = False  # though it may tell an order of a blind game
    all: bool = False  # also those that were seen to

    def carry_out(self, at: Place) -> Outcome:
        asked = sum((self.answer is not None, self.printed, self.away))
        if asked > 1:
            raise Misuse(sentence("one thing at a time"), sentence("--answer, --print or --away"))
        if asked and not self.numbers:
            raise Misuse(sentence("no letter is named"), sentence("gm letters lists them; write its number"))
        if self.answer is not None and len(self.numbers) > 1:
            raise Misuse(sentence("an answer is to one letter"), sentence("write one number"))
        with at.desk() as desk:
            if self.answer is not None:
                return self._answered(desk, self.numbers[0], self.answer)
            if self.printed:
                return self._printed(desk)
            return self._put_away(desk) if self.away else self._shown(desk)

    def _answered(self, desk: "Desk", number: int, text: str) -> Outcome:
        from gm.desk.letters import answer

        with desk.store.writing():
            return LetterAnswered(number, answer(desk, number, text).row.sender)

    def _printed(self, desk: "Desk") -> Outcome:
        from gm.desk.letters import found, print_in_next

        for number in self.numbers:
            found(desk, number, self.opened)  # all of them, before anything is done
        return LettersPrinted([desk.zine.show(print_in_next(desk, number, self.opened)) for number in self.numbers])

    def _put_away(self, desk: "Desk") -> Outcome:
        from gm.desk.letters import put_away

        with desk.store.writing():
            for number in self.numbers:
                put_away(desk, number)
        return LettersPutAway(list(self.numbers))

    def _shown(self, desk: "Desk") -> Outcome:
        from gm.desk.letters import found, text_of, written
        from gm.store.letters import Letters as Kept

        if not self.numbers:
            return AllLetters([_told(written(desk, row)) for row in Kept(desk.store).all(self.all)])
        letters = [found(desk, number, self.opened) for number in self.numbers]
        told = [_told(each, opened=True) for each in letters]
        return LettersShown([one | {"text": text_of(desk, each)} for one, each in zip(told, letters, strict=True)])


def _told(letter: "Written", opened: bool = False) -> Json:
    """What the list says of one: of one that is closed, not even what it is about."""
    closed = letter.closed and not opened
    return {
        "number": letter.row.id,
        "from": letter.row.sender,
        "player": letter.player,
        "name": letter.name,
        "received": letter.received.isoformat(),
        "subject": None if closed else letter.row.subject,
        "blind": letter.closed or None,
        "done": letter.row.settled or None,
    }


_DONE = {
    "answered": sentence("answered"),
    "printed": sentence("printed"),
    "away": sentence("put away"),
}


@dataclass(frozen=True)
class AllLetters(Outcome):
    letters: Sequence[Json]

    def notes(self) -> Iterator[Note]:
        for each in self.letters:
            values = {"number": str(each["number"]), "who": _who(each), "about": _about(each)}
            text = line("{number}: {who}: {about}", **values)
            done = _DONE.get(each["done"] or "")
            yield Note(line("{text} ({done})", text=text, done=done) if done else text)
        if self.letters:
            yield Note(sentence("To read one: gm letters N. Then gm letters N --answer, --print or --away."), "quiet")
        else:
            yield Note(sentence("There are no letters to read."))

    def as_json(self) -> list[Json]:
        return list(self.letters)


def _who(letter: Json) -> str:
    address = letter["from"] or sentence("somebody")
    return sentence("{name} ({address})", name=letter["name"], address=address) if letter["name"] else str(address)


def _about(letter: Json) -> str:
    if letter["subject"] is None:
        return sentence("it may tell an order, and {game} is blind", game=letter["blind"])
    return letter["subject"] or sentence("no subject")


@dataclass(frozen=True)
class LettersShown(Outcome):
    letters: Sequence[Json]

    def notes(self) -> Iterator[Note]:
        for each in self.letters:
            number, who, about = str(each["number"]), _who(each), _about(each)
            yield Note(line("{number}: {who}: {about}", number=number, who=who, about=about), "title")
            yield Note(each["text"])

    def as_json(self) -> list[Json]:
        return list(self.letters)


@dataclass(frozen=True)
class LetterAnswered(Outcome):
    number: int
    address: str

    def notes(self) -> Iterator[Note]:
        done = sentence("The answer to {address} is in the outbox.", address=self.address)
        text = sentence("{done} To send it: gm mail --send; as a file: gm mail --files", done=done)
        yield Note(text, toned={"done": "good"})


@dataclass(frozen=True)
class LettersPrinted(Outcome):
    files: Sequence[str]

    def notes(self) -> Iterator[Note]:
        for file in self.files:
            yield Note(sentence("{file} is written for the next issue; edit it as you like.", file=file), "good")


@dataclass(frozen=True)
class LettersPutAway(Outcome):
    numbers: Sequence[int]

    def notes(self) -> Iterator[Note]:
        for number in self.numbers:
            yield Note(sentence("Letter {number} is put away.", number=str(number)), "good")
