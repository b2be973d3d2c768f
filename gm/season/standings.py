"""The table of a season: who stands where, with how much, and what parted equals (S4 to S13, S16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from gm.season.points import added
from gm.season.results import Entrant, Player, Result, Season, results
from gm.season.ties import Book, part


@dataclass(frozen=True)
class Line:
    """One player in the table."""

    division: int
    place: int
    tied: bool
    player: Player
    points: Fraction
    decided: str | None  # the tie-break that put them below the line before
    penalty: Fraction
    star: bool  # not all of it is certain yet
    withdrawn: bool
    results: Sequence[Result]


def standings(season: Season) -> list[Line]:
    """Every division's table, from the top."""
    book = book_of(season)
    divisions = sorted({entrant.division for entrant in season.entrants})
    return [line for number in divisions for line in _division(season, book, number)]


def book_of(season: Season) -> Book:
    found = results(season)
    totals = {
        player: added(result.points for result in mine if result.counts)
        - season.penalties.get(player, Fraction(0))  # S13
        for player, mine in found.items()
    }
    return Book(found, totals, season.round)


def _division(season: Season, book: Book, number: int) -> list[Line]:
    entered = {entrant.player: entrant for entrant in season.entrants if entrant.division == number}
    ranked = sorted(entered, key=lambda player: book.totals[player], reverse=True)
    lines: list[Line] = []
    for _, equals in groupby(ranked, key=lambda player: book.totals[player]):
        for group in part(book, list(equals), season.ties):
            place = len(lines) + 1  # counted past those who share one
            lines += [
                _line(season, book, entered[player], place, len(group.players) > 1, None if i else group.decided)
                for i, player in enumerate(group.players)
            ]
    return lines


def _line(season: Season, book: Book, entrant: Entrant, place: int, tied: bool, decided: str | None) -> Line:
    player, mine = entrant.player, book.results[entrant.player]
    return Line(
        division=entrant.division,
        place=place,
        tied=tied,
        player=player,
        points=book.totals[player],
        decided=decided,
        penalty=season.penalties.get(player, Fraction(0)),
        star=any(result.star for result in mine),
        withdrawn=entrant.withdrew is not None,
        results=mine,
    )
