"""A season as people read it: one model for text, web page, paper, and what an issue keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from gm.core.play import Json
from gm.season.points import readable
from gm.season.results import Player, Result, Season, What
from gm.season.review import as_of, crossings, moved, runs
from gm.season.standings import Line, standings

DRAWN = 24  # so many lines at most are drawn as a picture
MARKS = {What.WALK_OVER: "w", What.NO_SHOW: "n", What.OUT: "o", What.LATE: "l"}  # beside a result; the legend explains


@dataclass(frozen=True)
class Drawn:
    """A round as it was drawn: who sits where, in order of seat."""

    round: int
    tables: Mapping[int, Sequence[Player]]
    out: Sequence[Player] = ()
    again: Sequence[Sequence[Player]] = ()  # pairs that have met before
    swapped: Sequence[Sequence[Player]] = ()  # by hand, after the draw
    byes: Sequence[Player] = ()  # who go on unplayed
    games: Mapping[int, str] = field(default_factory=dict)  # the name of each table's game
    choice: bool = False  # they choose their seats in this order


@dataclass(frozen=True)
class Penalty:
    """Points that were taken off; the reason only if it was written to be printed."""

    player: Player
    points: Fraction
    reason: str = ""


@dataclass(frozen=True)
class Contest:
    """All that there is to tell of a season, and nothing that is not public."""

    name: str
    title: str
    format: str
    season: Season
    names: Mapping[Player, str]
    rounds: int = 0  # how many there will be; 0 if nobody has said
    draws: Sequence[Drawn] = ()
    penalties: Sequence[Penalty] = ()
    given: Sequence[Line] | None = None  # the table, where more than points decides it: a final
    over: bool = False

    @cached_property
    def table(self) -> Sequence[Line]:
        return standings(self.season) if self.given is None else self.given

    def called(self, player: Player) -> str:
        return self.names.get(player, player)

    def after(self, number: int) -> "Contest":
        """As it stood after that round."""
        if number >= self.season.round:
            return self
        draws = [each for each in self.draws if each.round <= number]
        season = as_of(self.season, number)
        return Contest(self.name, self.title, self.format, season, self.names, self.rounds, draws, self.penalties)


def told(contest: Contest) -> Json:
    """The whole of it, as templates find it: plain data, the same in every language."""
    return {
        **heading(contest),
        "divisions": divisions(contest),
        "marks": _marks(contest.table),
        "starred": any(line.star for line in contest.table),
        "struck": any(
            not result.counts and result.round != contest.season.final
            for line in contest.table
            for result in line.results
        ),
        "runs": _runs(contest),
        "draws": [_drawn(contest, each) for each in sorted(contest.draws, key=lambda each: -each.round)],
        "crossed": _crossed(contest),
    }


def heading(contest: Contest) -> Json:
    last = contest.season.round
    return {
        "season": contest.name,
        "title": contest.title or contest.name,
        "format": contest.format,
        "round": last,
        "of": max(contest.rounds, last),
        "rounds": list(range(1, last + 1)),
        "final": contest.season.final,
        "over": contest.over,
        "first": [contest.called(line.player) for line in contest.table if line.place == 1],
    }


def divisions(contest: Contest) -> list[Json]:
    """The table of each, line by line."""
    moves = moved(contest.season, contest.table)
    reasons: dict[Player, list[str]] = {}
    for each in contest.penalties:
        reasons.setdefault(each.player, []).extend([each.reason] if each.reason else [])
    found: dict[int, list[Json]] = {}
    for line in contest.table:
        before = found.setdefault(line.division, [])
        above = before[-1]["name"] if before else ""
        told = _line(contest, line, moves.get(line.player), reasons.get(line.player, []))
        before.append(told | {"above": above if line.decided else ""})
    return [{"division": number, "lines": lines} for number, lines in sorted(found.items())]


def _line(contest: Contest, line: Line, moved: int | None, reasons: Sequence[str]) -> Json:
    final = contest.season.final
    by_round = {each.round: result_told(each) | {"final": each.round == final} for each in line.results}
    return {
        "place": line.place,
        "shared": line.tied,
        "moved": moved,
        "player": line.player,
        "name": contest.called(line.player),
        "points": readable(line.points),
        "star": line.star,
        "withdrawn": line.withdrawn,
        "penalty": readable(line.penalty) if line.penalty > 0 else "",
        "bonus": readable(-line.penalty) if line.penalty < 0 else "",
        "reasons": list(reasons),
        "decided": line.decided,
        "results": [by_round.get(number) for number in range(1, contest.season.round + 1)],
    }


def result_told(result: Result) -> Json:
    return {
        "round": result.round,
        "table": result.table,
        "what": str(result.what),
        "mark": MARKS.get(result.what, ""),
        "place": result.place,
        "points": readable(result.points),
        "counts": result.counts,
        "star": result.star,
    }


def _marks(table: Sequence[Line]) -> list[str]:
    """What stands beside results, of what the legend has to explain."""
    found = {result.what for line in table for result in line.results}
    return [str(what) for what in MARKS if what in found]


def _runs(contest: Contest) -> list[Json]:
    """Everybody's place round by round, for a picture; of a small field that has come some way."""
    lines, season = contest.table, contest.season
    if not (season.round > 1 and 1 < len(lines) <= DRAWN) or len({line.division for line in lines}) > 1:
        return []
    places = runs(season)
    if all(set(each) <= {1, None} for each in places.values()):
        return []  # nobody has been before anybody
    return [{"name": contest.called(line.player), "place": line.place, "places": places[line.player]} for line in lines]


def _drawn(contest: Contest, drawn: Drawn) -> Json:
    sat = [(number, seat, player) for number, seats in drawn.tables.items() for seat, player in enumerate(seats, 1)]
    listed = sorted(
        ({"name": contest.called(each[2]), "table": each[0], "seat": each[1]} for each in sat), key=_by_name
    )
    return {
        "round": drawn.round,
        "tables": [
            {"table": number, "game": drawn.games.get(number, ""), "names": list(map(contest.called, seats))}
            for number, seats in sorted(drawn.tables.items())
        ],
        "listed": listed,
        "out": list(map(contest.called, drawn.out)),
        "byes": list(map(contest.called, drawn.byes)),
        "again": [list(map(contest.called, pair)) for pair in drawn.again],
        "swapped": [list(map(contest.called, pair)) for pair in drawn.swapped],
        "choice": drawn.choice,
    }


def _by_name(listed: Json) -> tuple[str, int]:
    return listed["name"].casefold(), listed["table"]


def _crossed(contest: Contest) -> list[Json]:
    """Who met whom where; nothing where everybody always meets everybody."""
    sat = crossings(contest.table)
    if not any(each.others for rounds in sat.values() for each in rounds) or len(_tables(contest.season)) < 2:
        return []
    return [
        {
            "number": number,
            "name": contest.called(line.player),
            "rounds": _seats(contest.season.round, {each.round: vars(each) for each in sat[line.player]}),
        }
        for number, line in enumerate(contest.table, start=1)
    ]


def _tables(season: Season) -> set[int]:
    return {game.table for game in season.games}


def _seats(last: int, by_round: Mapping[int, Json]) -> list[Json | None]:
    return [by_round.get(number) for number in range(1, last + 1)]
