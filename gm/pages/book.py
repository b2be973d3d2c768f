"""From a game's part of a page to the book that a turn is played from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gm.core.names import did_you_mean
from gm.core.play import Book, C, Flaw, Game, Line, Raw, Remark, S, Seat, errors
from gm.core.when import read_when
from gm.core.words import both, sentence

Part = Mapping[str, Raw]


def check_part(game: Game[S, C], state: S, seat: Seat, turn: int, part: Part) -> list[Remark]:
    """Everything to be said of an order on arrival, against the position as it is now."""
    lines, remarks = read_lines(game, state, seat, part)
    return [*remarks, *game.review(state, seat, turn, lines)]


def read_book(game: Game[S, C], state: S, seat: Seat, *parts: Part) -> Book:
    """The lines of an order that was accepted, by the decision they answer.

    What is no longer readable answers nothing: `check_part` has said so before.
    """
    book: dict[str, list[Line]] = {}
    for part in parts:
        for line in read_lines(game, state, seat, part)[0]:
            book.setdefault(line.key, []).append(line)
    return book


def covers(game: Game[S, C], state: S, seat: Seat, turn: int, book: Book) -> bool:
    """Does the book answer everything that this seat owes this turn?"""
    return all(decision.key in book or decision.kind in book for decision in game.agenda(state, seat, turn))


def read_lines(game: Game[S, C], state: S, seat: Seat, part: Part) -> tuple[list[Line], list[Remark]]:
    """Every line with its condition, and what cannot be read, in whatever position."""
    lines, remarks = game.lines(state, part)
    for key in part:
        if key not in game.sections:
            hint = did_you_mean(key, game.sections, sentence("it has {sections}", sections=both(game.sections)))
            remarks.append(Remark(sentence("an order has no {key}", key=key), hint, key, Flaw.UNKNOWN))
    terms = game.terms(state, seat)
    read: list[Line] = []
    for line in lines:
        if line.when is None:
            read.append(line)
            continue
        condition, wrong = read_when(line.when, terms)
        remarks += wrong
        if not errors(wrong):
            read.append(replace(line, condition=condition))
    return read, _unique(remarks)


def _unique(remarks: Sequence[Remark]) -> list[Remark]:
    """One slip, one remark, even where two readers stumble over it."""
    seen: dict[tuple[int, str], Remark] = {}
    for remark in remarks:
        seen.setdefault((getattr(remark.about, "line", 0), remark.message), remark)
    return list(seen.values())
