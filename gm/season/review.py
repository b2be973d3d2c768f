"""Looking back over a season: how it stood after an earlier round, who has moved, who met whom where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm.season.results import Player, Season
from gm.season.standings import Line, standings

LISTED = 8  # a table of so many names all who sat there; a larger one is told by its number alone


def as_of(season: Season, number: int) -> Season:
    """The season as if nothing had happened after that round; penalties are what they are now."""
    games = [game for game in season.games if game.round <= number]
    played = {player for game in games for player in game.order}
    entrants = [
        replace(each, withdrew=each.withdrew if each.withdrew and each.withdrew <= number else None)
        for each in season.entrants
        if each.since <= number or each.player in played
    ]
    known = {each.player for each in entrants}
    return replace(
        season,
        entrants=entrants,
        games=games,
        out={each: players for each, players in season.out.items() if each <= number},
        penalties={player: points for player, points in season.penalties.items() if player in known},
    )


def moved(season: Season, table: Sequence[Line]) -> dict[Player, int | None]:
    """How many places each has gone up since the round before, or down; None for who was not there, or if none was."""
    before = _places(standings(as_of(season, season.round - 1))) if season.round > 1 else {}
    return {line.player: before[line.player] - line.place if line.player in before else None for line in table}


def runs(season: Season) -> dict[Player, list[int | None]]:
    """Everybody's place after each round; None before they came."""
    tables = [_places(standings(as_of(season, number))) for number in range(1, season.round + 1)]
    return {each.player: [table.get(each.player) for table in tables] for each in season.entrants}


def _places(table: Sequence[Line]) -> dict[Player, int]:
    return {line.player: line.place for line in table}


@dataclass(frozen=True)
class Sat:
    """Where somebody played in a round, and with whom: the others by their number in the table."""

    round: int
    table: int
    others: Sequence[int]
    many: int  # how many others there were; more than are listed, at a large table


def crossings(table: Sequence[Line]) -> Mapping[Player, Sequence[Sat]]:
    """Who met whom where: for every player the tables of each round."""
    number = {line.player: at for at, line in enumerate(table, start=1)}
    return {
        line.player: [
            Sat(result.round, result.table, _others(line.player, result.company, number), len(result.company) - 1)
            for result in line.results
            if result.table is not None and result.company
        ]
        for line in table
    }


def _others(player: Player, company: Sequence[Player], number: Mapping[Player, int]) -> list[int]:
    return sorted(number[each] for each in company if each != player) if len(company) <= LISTED else []
