"""What everybody has from each round: games as they were played, and what stands in for one (S4, S6, S8, S9, S12)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gm.season.points import BEATEN, Points, added, places

Player = str
NOTHING = Fraction(0)  # one for the thousands of results that need one


class What(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    WALK_OVER = "walk-over"
    NO_SHOW = "no-show"
    LATE = "late"
    OUT = "out"


@dataclass(frozen=True)
class Entrant:
    player: Player
    since: int = 1  # the first round they were in
    withdrew: int | None = None
    division: int = 1


@dataclass(frozen=True)
class Played:
    """One game of a season, as far as it counts."""

    round: int
    table: int
    order: Mapping[Player, int]  # who came, and the place each has or would have now
    scores: Mapping[Player, Fraction] = field(default_factory=dict)
    running: frozenset[Player] = frozenset()  # whose place is not certain
    absent: frozenset[Player] = frozenset()  # drawn, and did not come
    walk_over: Player | None = None  # who won it unplayed

    @property
    def drawn(self) -> int:
        return len(self.order) + len(self.absent) + (self.walk_over is not None)


class Result(NamedTuple):
    """What one player has from one round; thousands of them are made for a table."""

    round: int
    table: int | None
    what: What
    points: Fraction
    place: int | None = None
    score: Fraction = NOTHING
    star: bool = False
    counts: bool = True
    company: Sequence[Player] = ()  # all who played that game, this player among them


@dataclass(frozen=True)
class Season:
    """All that a table is made from: what was decided before the first game, and what has happened since."""

    entrants: Sequence[Entrant]
    games: Sequence[Played]
    out: Mapping[int, Sequence[Player]] = field(default_factory=dict)  # who sat out, by round
    penalties: Mapping[Player, Fraction] = field(default_factory=dict)
    points: Points = BEATEN
    best: int = 0  # how many results count; 0: all
    ties: Sequence[str] = ("countback", "met", "opposition")
    late_is_last: bool = False
    final: int = 0  # S15: the round whose game gives places instead of points; 0: there is none

    @property
    def before_final(self) -> "Season":
        """All that points come from."""
        return replace(self, games=[game for game in self.games if game.round != self.final]) if self.final else self

    @property
    def finals(self) -> list[Played]:
        """The game that decides the first places, once there is one."""
        return [game for game in self.games if self.final and game.round == self.final]

    @property
    def round(self) -> int:
        """The last one that has come about."""
        return max(
            (*(game.round for game in self.games), *(number for number, out in self.out.items() if out)), default=0
        )


def results(season: Season) -> dict[Player, list[Result]]:
    """Everybody's results, round by round, the struck ones marked."""
    found: dict[Player, list[Result]] = {entrant.player: [] for entrant in season.entrants}
    shared = cache(season.points.shared)  # the same few places and sizes, game after game
    for game in season.games:
        for player, result in of_game(game, season.points, shared):
            found[player].append(result)
    late = _last_places(season) if season.late_is_last else {}
    outs = defaultdict(list)
    for number, players in season.out.items():
        for player in players:
            outs[player].append(number)
    for entrant in season.entrants:
        mine = found[entrant.player]
        mine += [_sat_out(number, mine) for number in sorted(outs[entrant.player])]
        taken = {result.round for result in mine}
        mine += [
            Result(number, None, What.LATE, points)
            for number, points in late.get(entrant.division, {}).items()
            if number < entrant.since and number not in taken
        ]
        found[entrant.player] = _struck(sorted(mine, key=lambda result: result.round), season.best)
    return found


def of_game(
    game: Played, points: Points, shared: Callable[[int, int, int], Fraction]
) -> Iterable[tuple[Player, Result]]:
    """What it is worth to everybody who was drawn for it."""
    for player in game.absent:
        yield player, Result(game.round, game.table, What.NO_SHOW, NOTHING)
    winner = game.walk_over or (next(iter(game.order)) if len(game.order) == 1 else None)  # S9: the only one who came
    if winner:
        yield winner, Result(game.round, game.table, What.WALK_OVER, points.worth(1, game.drawn))
        return
    size, placed = len(game.order), places(game.order)
    filled, company = list(placed.values()), tuple(game.order)
    for player, place in placed.items():
        worth = shared(place, filled.count(place), size)
        score, star = game.scores.get(player, NOTHING), player in game.running
        yield player, Result(game.round, game.table, What.PLAYED, worth, place, score, star, True, company)


def _sat_out(number: int, others: Sequence[Result]) -> Result:
    """S8: the mean of all the others, so that it neither helps nor hurts."""
    counted = [result for result in others if result.what is not What.OUT]
    mean = added(result.points for result in counted) / max(len(counted), 1)
    return Result(number, None, What.OUT, mean, star=any(result.star for result in counted))


def _last_places(season: Season) -> dict[int, dict[int, Fraction]]:
    """S6, by division and round: what the last place of its largest game is worth."""
    division = {entrant.player: entrant.division for entrant in season.entrants}
    largest: dict[int, dict[int, int]] = defaultdict(dict)
    for game in season.games:
        size = len(game.order)
        for number in {division[player] for player in game.order} if size > 1 else ():
            largest[number][game.round] = max(size, largest[number].get(game.round, 0))
    return {
        number: {round: season.points.worth(size, size) for round, size in sizes.items()}
        for number, sizes in largest.items()
    }


def _struck(mine: list[Result], best: int) -> list[Result]:
    """S4: the best count, of equal ones the earlier."""
    if not best or len(mine) <= best:
        return mine
    ranked = sorted(range(len(mine)), key=lambda i: (-mine[i].points, i))
    counting = set(ranked[:best])
    return [result if i in counting else result._replace(counts=False) for i, result in enumerate(mine)]
