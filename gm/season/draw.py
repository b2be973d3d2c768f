"""The draw of a round, or of all rounds by lot, step by step; anybody can draw it again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from gm.core.dice import Dice
from gm.core.play import Json
from gm.season.results import Player
from gm.season.rollcall import RollCall, seated, sitting_out
from gm.season.search import Problem, Watch, far_to_look, search
from gm.season.seats import Seating, numbered
from gm.season.sheet import People

Pair = tuple[Player, Player]


@dataclass(frozen=True)
class Table:
    number: int
    seats: Sequence[Player]  # in order of seat


@dataclass(frozen=True)
class Drawn:
    """One round as it was drawn, and what is not ideal about it."""

    round: int
    tables: Sequence[Table]
    out: Sequence[Player]
    again: Sequence[Pair]
    apart: Sequence[Pair]
    same_seat: Sequence[Player]

    def as_json(self) -> Json:
        return {
            "round": self.round,
            "tables": [{"table": table.number, "seats": list(table.seats)} for table in self.tables],
            "out": list(self.out),
            "again": [list(pair) for pair in self.again],
            "apart": [list(pair) for pair in self.apart],
            "same_seat": list(self.same_seat),
        }


@dataclass(frozen=True)
class Draw:
    """What a roll call and a secret make; no rounds, if there are no tables for so many."""

    seed: str
    price: int
    rounds: Sequence[Drawn]

    def as_json(self) -> Json:
        if not self.rounds:
            return {"seed": self.seed, "refused": True}
        return {"seed": self.seed, "price": self.price, "rounds": [each.as_json() for each in self.rounds]}


def draw(call: RollCall, secret: str, watch: Watch = lambda done, of: None) -> Draw:
    seed = call.seed(secret)
    order = call.order(seed)
    sizes = seated(len(order), call.tables)
    if not sizes:
        return Draw(seed, 0, ())
    out = sitting_out(call, order, len(order) - sum(sizes))
    people = _people(call, order)
    left = call.rounds - call.round + 1
    fresh = min(len(order) - 1 - sum(map(bool, met)) for met in people.met)
    ahead = far_to_look(call.by_lot, left, sizes[0], fresh)
    sheet = search(Problem(people, sizes, out, ahead, call.tables.best), seed, watch)
    rounds = sheet.rounds if call.by_lot else sheet.rounds[:1]
    found = [[[i for i in table if i < len(order)] for table in round.tables] for round in rounds]
    return Draw(seed, sheet.price, list(_told(call, seed, order, found, bool(out))))


def _people(call: RollCall, order: Sequence[Player]) -> People:
    callers = [call.players[player] for player in order]
    at = {player: position for position, player in enumerate(order)}
    met = [[0] * len(order) for _ in order]
    for (one, other), many in call.met.items():
        met[at[one]][at[other]] = met[at[other]][at[one]] = many
    points = [caller.points for caller in callers]
    return People(
        met=met,
        out=[caller.out for caller in callers],
        short=[caller.short for caller in callers],
        height=[0] * len(order) if call.by_lot else _heights(points),
        table=[caller.table for caller in callers],
        apart=[caller.apart for caller in callers],
    )


def _heights(points: Sequence[object]) -> list[int]:
    """Of points sorted from the top: how many have fewer, less how many have more."""
    first: dict[object, int] = {}
    last: dict[object, int] = {}
    for position, each in enumerate(points):
        first.setdefault(each, position)
        last[each] = position
    return [len(points) - 1 - last[each] - first[each] for each in points]


def _told(
    call: RollCall, seed: str, order: Sequence[Player], rounds: Sequence[Sequence[Sequence[int]]], sits_out: bool
) -> Iterable[Drawn]:
    """The rounds with numbers and seats, and with what is not ideal."""
    stream = Dice(seed).stream("seats")
    seating = Seating({player: dict(caller.seats) for player, caller in call.players.items()})
    met = {pair for pair, many in call.met.items() if many}
    for number, tables in enumerate(rounds, start=call.round):
        out = sorted(order[i] for i in tables[-1]) if sits_out else []
        playing = [[order[i] for i in table] for table in (tables[:-1] if sits_out else tables)]
        own = {player: caller.table for player, caller in call.players.items()}
        seats = [Table(at, seating.seat(people, stream)) for at, people in numbered(playing, own, order)]
        pairs = sorted(pair for table in seats for pair in combinations(sorted(table.seats), 2))
        again, apart = [pair for pair in pairs if pair in met], [pair for pair in pairs if _together(call, *pair)]
        yield Drawn(number, seats, out, again, apart, sorted(seating.same))
        met |= set(pairs)


def _together(call: RollCall, one: Player, other: Player) -> bool:
    group = call.players[one].apart
    return group > 0 and group == call.players[other].apart
