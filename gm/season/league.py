"""A round of a league: everybody rides, each division in a race of its own."""

from collections.abc import Mapping

from gm.core.dice import Dice
from gm.season.draw import Draw, Drawn, Table
from gm.season.results import Player
from gm.season.rollcall import RollCall
from gm.season.seats import MOST_TRIED, Seating


def ride(call: RollCall, secret: str) -> Draw:
    """A race for each division, which is everybody's own table in the roll call; seats as in step 8 of the draw."""
    seed = call.seed(secret)
    stream = Dice(seed).stream("seats")
    seating = Seating({player: dict(caller.seats) for player, caller in call.players.items()})
    divisions: dict[int, list[Player]] = {}
    for player, caller in sorted(call.players.items()):
        divisions.setdefault(caller.table or 1, []).append(player)
    tables = [Table(number, seating.seat(people, stream)) for number, people in sorted(divisions.items())]
    same = set(seating.same) if max(map(len, divisions.values()), default=0) <= MOST_TRIED else set[Player]()
    return Draw(seed, 0, [Drawn(call.round, tables, [], [], [], sorted(same))] if tables else [])


def sizes_of(divisions: Mapping[Player, int]) -> int:
    """How many ride in the largest."""
    numbers = list(divisions.values())
    return max((numbers.count(number) for number in set(numbers)), default=0)
