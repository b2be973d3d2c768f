"""From a game's part of a page to the book that a turn is played from."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from gm.core.colours import COLOURS, in_colours
from gm.core.game import Game
from gm.core.play import Book, C, Decision, Line, NotNow, Raw, Refusal, Remark, S, Seat, errors
from gm.core.problems import line_of
from gm.core.sections import names_of, no_section
from gm.core.when import names_nobody, read_when

Part = Mapping[str, Raw]


@dataclass(frozen=True, slots=True)
class Checked:
    """An order as it was read on arrival: once, and for good."""

    own: Sequence[Line] = ()  # for its turn
    standing: Sequence[Line] = ()  # for all turns
    remarks: Sequence[Remark] = ()

    @property
    def flaws(self) -> list[Remark]:
        return errors(self.remarks)


def check_part(game: Game[S, C], state: S, seat: Seat, turn: int, part: Part) -> Checked:
    """The lines of an order, and everything to be said of it on arrival, against the position as it is now."""
    checked = read_part(game, state, seat, part)
    lines = [*checked.own, *checked.standing]
    never = _never(game, state, game.agenda(state, seat, turn), lines)
    remarks = _unique([*checked.remarks, *game.review(state, seat, turn, lines), *never])  # a game's own words first
    return Checked(checked.own, checked.standing, _in_colours(game, remarks))


def read_part(game: Game[S, C], state: S, seat: Seat, part: Part) -> Checked:
    """The lines of an order, and what cannot be read of it, in whatever position."""
    stays = names_of(section for section in game.page if section.standing)
    staying = {key: part[key] for key in part if key in stays}
    own, wrong = read_lines(game, state, seat, {key: part[key] for key in part if key not in stays})
    standing, odd = read_lines(game, state, seat, staying) if staying else ([], [])
    return Checked(own, standing, _in_colours(game, _unique([*wrong, *odd])))


def _in_colours(game: Game[S, C], remarks: list[Remark]) -> list[Remark]:
    """Where horses are called after their colours, these and their cards are named in the reader's language."""
    if not any(word in COLOURS for word in game.words):
        return remarks
    return [replace(each, message=in_colours(each.message), hint=in_colours(each.hint)) for each in remarks]


def _never(game: Game[S, C], state: S, asked: Sequence[Decision], lines: Sequence[Line]) -> list[Remark]:
    """What the rules will never read: every line is tried at what it could answer, and standing ones at any moment."""
    remarks: list[Remark] = []
    for line in lines if asked else ():
        moments = [decision for decision in asked if line.key in decision.keys]
        for decision in moments or [asked[0]._replace(key=line.key, asks=())]:
            try:
                game.read(state, decision, line.say)
            except NotNow:
                continue
            except Refusal as refusal:
                remarks.append(refusal.remark)
    return remarks


def by_decision(lines: Iterable[Line]) -> Book:
    """The lines by what they answer."""
    book: dict[str, list[Line]] = {}
    for line in lines:
        book.setdefault(line.key, []).append(line)
    return book


def read_book(game: Game[S, C], state: S, seat: Seat, *parts: Part) -> Book:
    """The lines of an order that was accepted, by the decision they answer.

    What is no longer readable answers nothing: `check_part` has said so before.
    """
    return by_decision(line for part in parts for line in read_lines(game, state, seat, part)[0])


def read_books(game: Game[S, C], state: S, orders: Iterable[tuple[Seat, Sequence[Part]]]) -> dict[Seat, Book]:
    """The same of everybody."""
    reader, books = BookReader(game, state), dict[Seat, Book]()
    for seat, parts in orders:
        words = repr(parts)
        books[seat] = reader.known(words) or reader.read(seat, words, parts)
    return books


class BookReader(Generic[S, C]):
    """What many wrote is read once, unless a condition may mean something else for each."""

    def __init__(self, game: Game[S, C], state: S):
        self.game, self.state = game, state
        self._lines: dict[Hashable, list[Line]] = {}
        self._books: dict[Hashable, Book] = {}

    def known(self, words: Hashable) -> Book | None:
        """What anybody ordered with these words, if that was read."""
        return self._books.get(words)

    def read(self, seat: Seat, words: Hashable, parts: Sequence[Part]) -> Book:
        """What a seat ordered. The same words are the same parts."""
        if words not in self._lines:
            self._lines[words] = [line for part in parts for line in self.game.lines(self.state, part)[0]]
        lines, wrong = _with_conditions(self.game, self.state, seat, self._lines[words])
        book = by_decision(lines)
        if not wrong and all(names_nobody(line.condition) for line in lines):
            self._books[words] = book
        return book


def covers(owed: Sequence[Decision], book: Book) -> bool:
    """Does the book answer everything that is owed?"""
    return all(decision.optional or any(book.get(key) for key in decision.keys) for decision in owed)


def read_lines(game: Game[S, C], state: S, seat: Seat, part: Part) -> tuple[Sequence[Line], list[Remark]]:
    """Every line with its condition, and what cannot be read, in whatever position."""
    lines, remarks = game.lines(state, part)
    sections = names_of(game.page)
    remarks += [no_section(key, game.page) for key in part if key not in sections]
    read, wrong = _with_conditions(game, state, seat, lines)
    return read, _unique([*remarks, *wrong])


def _with_conditions(
    game: Game[S, C], state: S, seat: Seat, lines: Sequence[Line]
) -> tuple[Sequence[Line], list[Remark]]:
    if all(line.when is None for line in lines):
        return lines, []
    read: list[Line] = []
    remarks: list[Remark] = []
    facts = game.facts(state, seat)
    for line in lines:
        if line.when is None:
            read.append(line)
            continue
        condition, wrong = read_when(line.when, facts)
        remarks += wrong
        if not errors(wrong):
            read.append(line._replace(condition=condition))
    return read, remarks


def _unique(remarks: Sequence[Remark]) -> list[Remark]:
    """One slip, one remark, even where two readers stumble over it."""
    seen: dict[tuple[int, str], Remark] = {}
    for remark in remarks:
        seen.setdefault((line_of(remark.about), remark.message), remark)
    return list(seen.values())
