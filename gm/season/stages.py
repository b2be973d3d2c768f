"""Who goes on, and to which table: heats and their next stage (S17), the bracket of a knock-out (S18)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gm.season.lots import Lots
from gm.season.points import places
from gm.season.results import Player

T = TypeVar("T")
Mark = tuple[int, ...]  # compared from the left, the higher first; a rating is a mark of one number


@dataclass(frozen=True)
class Heat:
    """One game of a stage: who came, where each came in, and their marks; the winner of a walk-over is its first."""

    table: int
    order: Mapping[Player, int]
    marks: Mapping[Player, Mark]


@dataclass(frozen=True)
class Went:
    """Who goes on from a stage, and who rides the plate."""

    through: Sequence[Player]
    losers: Sequence[Player]
    plate: Sequence[Player]


@dataclass(frozen=True)
class Dealt:
    """Tables of a stage, each in order of seed, and who goes on unplayed."""

    tables: Sequence[Sequence[Player]]
    byes: Sequence[Player] = ()


def go_on(heats: Iterable[Heat], through: int, losers: int, lots: Lots) -> Went:
    """The first of each heat by place, mark, lot; then the best of all the others by mark, place, lot."""
    first: list[Player] = []
    rest: list[tuple[Player, int, Mark]] = []
    for heat in sorted(heats, key=lambda heat: heat.table):
        placed = places(heat.order)
        came = sorted(lots.drawn(placed), key=lambda player: (placed[player], _down(heat.marks.get(player, ()))))
        first += came[:through]
        rest += [(player, placed[player], heat.marks.get(player, ())) for player in came[through:]]
    ranked = [each[0] for each in sorted(rest, key=lambda each: (_down(each[2]), each[1], lots.lot(each[0])))]
    return Went(first, ranked[:losers], sorted(ranked[losers:]))


def _down(mark: Mark) -> tuple[tuple[int, int], ...]:
    """A key that puts the higher mark first, and of two that begin alike the longer one."""
    return (*((0, -number) for number in mark), (1, 0))


def by_seed(seeds: Mapping[Player, Mark], lots: Lots) -> list[Player]:
    return sorted(lots.drawn(seeds), key=lambda player: _down(seeds[player]))


def deal_heats(seeds: Mapping[Player, Mark], of: int, lots: Lots) -> Dealt:
    """A snake: the heats up, then down, and again.

    >>> deal_heats({f"p{i}": (9 - i,) for i in range(1, 8)}, 3, Lots("")).tables
    [['p1', 'p6', 'p7'], ['p2', 'p5'], ['p3', 'p4']]
    """
    heats = -(-len(seeds) // of)
    tables: list[list[Player]] = [[] for _ in range(heats)]
    for i, player in enumerate(by_seed(seeds, lots)):
        lap, step = divmod(i, heats)
        tables[heats - 1 - step if lap % 2 else step].append(player)
    return Dealt(tables)


def deal_bracket(seeds: Mapping[Player, Mark], best: int, through: int, lots: Lots) -> Dealt:
    """The first lap from table 1 up, every later one from the last table down, so that table 1 has the last of each.

    >>> deal_bracket({f"p{i}": (9 - i,) for i in range(1, 7)}, 2, 1, Lots(""))
    Dealt(tables=[['p1'], ['p2'], ['p3', 'p6'], ['p4', 'p5']], byes=['p1', 'p2'])
    """
    tables = laps(by_seed(seeds, lots), bracket_size(len(seeds), best, through) // best)
    byes = sorted(player for table in tables if len(table) <= through for player in table)
    return Dealt(tables, byes)


def bracket_size(many: int, best: int, through: int) -> int:
    size = best
    while size < many:
        size *= best // through
    return size


def next_bracket(tables: Sequence[Sequence[Player]], best: int, through: int) -> list[list[Player]]:
    """The next round of a knock-out, from those who went on at each table: the tables are dealt as people were."""
    dealt = laps(range(len(tables)), len(tables) * through // best)
    return [[player for table in each for player in tables[table]] for each in dealt]


def laps(items: Iterable[T], tables: int) -> list[list[T]]:
    found: list[list[T]] = [[] for _ in range(tables)]
    for i, item in enumerate(items):
        lap, step = divmod(i, tables)
        found[tables - 1 - step if lap else step].append(item)
    return found
