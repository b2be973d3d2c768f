"""A round of a league: everybody rides, each division in a race of its own."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm.core.dice import Dice
from gm.season.draw import Draw, Drawn, Table
from gm.season.lots import Lots
from gm.season.results import Player
from gm.season.rollcall import RollCall
from gm.season.seats import MOST_TRIED, Seating
from gm.season.years import filled, next_divisions


def ride(call: RollCall, secret: str) -> Draw:
    """A race for each division; seats as in step 8 of the draw."""
    seed = call.seed(secret)
    stream = Dice(seed).stream("seats")
    seating = Seating({player: dict(caller.seats) for player, caller in call.players.items()})
    divisions: dict[int, list[Player]] = {}
    for player, number in sorted(divided(call, secret).items()):
        divisions.setdefault(number, []).append(player)
    tables = [Table(number, seating.seat(people, stream)) for number, people in sorted(divisions.items())]
    same = set(seating.same) if max(map(len, divisions.values()), default=0) <= MOST_TRIED else set[Player]()
    return Draw(seed, 0, [Drawn(call.round, tables, [], [], [], sorted(same))] if tables else [])


def divided(call: RollCall, secret: str) -> dict[Player, int]:
    """Everybody's division: their own table in the roll call; or by last year's places, equals by lot (S16)."""
    said = {player: caller.table for player, caller in call.players.items() if caller.table}
    last = call.divisions
    if last is None:
        return {player: said.get(player, 1) for player in call.players}
    lots = Lots(secret, call.word, {player: caller.lucky_word for player, caller in call.players.items()})
    cut = next_divisions(last.before, call.players, last.of, last.up, last.down, lots)
    return filled([player for division in cut for player in division], said, last.of)


class Moves(NamedTuple):
    """What has changed since last year."""

    up: Sequence[Player]
    down: Sequence[Player]
    new: Sequence[Player]


def moves(call: RollCall, secret: str) -> Moves:
    """Who rides higher than last year, who lower, and who did not ride."""
    tables = call.divisions.before if call.divisions else ()
    before = {player: number for number, table in enumerate(tables, start=1) for player in table}
    now = sorted(divided(call, secret).items())
    return Moves(
        [player for player, number in now if number < before.get(player, 0)],
        [player for player, number in now if player in before and number > before[player]],
        [player for player, number in now if player not in before],
    )


def sizes_of(divisions: Mapping[Player, int]) -> int:
    """How many ride in the largest."""
    numbers = list(divisions.values())
    return max((numbers.count(number) for number in set(numbers)), default=0)
