"""The table of a season: who stands where, with how much, and what parted equals (S4 to S13, S15, S16)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from gm.season.points import added
from gm.season.results import Entrant, Player, Result, Season, of_game, results
from gm.season.ties import Book, part
from gm.season.years import after_final


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
    return [line for number in divisions for line in _settled(season, _division(season, book, number))]


def book_of(season: Season) -> Book:
    """What points and tie-breaks look into: a final is no part of it."""
    before = season.before_final
    found = results(before)
    totals = {
        player: added(result.points for result in mine if result.counts)
        - season.penalties.get(player, Fraction(0))  # S13
        for player, mine in found.items()
    }
    return Book(found, totals, before.round)


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


# A final


def in_final(season: Season) -> dict[Player, int]:
    """Who has a place in it: all who came, or who won it unplayed. Others stay where the table has them."""
    return {
        player: place
        for game in season.finals
        for player, place in ({game.walk_over: 1} if game.walk_over else game.order).items()
    }


def _settled(season: Season, table: Sequence[Line]) -> list[Line]:
    """S15: the places of the final come first. Its results stand in the table, and count for nothing else."""
    mine = {who: each for game in season.finals for who, each in of_game(game, season.points, season.points.shared)}
    if not mine:
        return list(table)
    placed_there = in_final(season)
    final = {line.player: placed_there[line.player] for line in table if line.player in placed_there}
    placed = after_final({line.player: line.place for line in table}, final)
    sharing = Counter(placed.values())
    lines, before = [], None
    for line in sorted(table, key=lambda line: (placed[line.player], line.player)):
        decided = _parted(season, table, before, line) if line.player not in final else None
        result = mine.get(line.player)
        played = [*line.results, result._replace(counts=False)] if result else line.results
        star, place = line.star or bool(result and result.star), placed[line.player]
        lines.append(replace(line, place=place, tied=sharing[place] > 1, decided=decided, star=star, results=played))
        before = None if line.player in final else line
    return lines


def _parted(season: Season, table: Sequence[Line], above: Line | None, line: Line) -> str | None:
    """The tie-break that parted two who are neighbours now: the first of those that parted anybody between them."""
    if above is None or above.points != line.points:
        return None
    between = [each.decided for each in table if each.decided and above.place < each.place <= line.place]
    return min(between, key=list(season.ties).index, default=None)
