"""Whole seasons, played out with skill and luck, to see how good their draws are."""

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from gm.season.draw import Drawn, draw
from gm.season.results import Entrant, Played, Season
from gm.season.rollcall import Caller, RollCall, Tables
from gm.season.standings import standings

ROUNDS = 64


@dataclass
class Evening:
    """A season under way: what its next roll call is made of."""

    players: list[str]
    tables: Tables
    rounds: int
    by_lot: bool = False
    games: list[Played] = field(default_factory=list)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    seats: dict[str, Counter[int]] = field(default_factory=dict)
    short: Counter[str] = field(default_factory=Counter)
    out: dict[int, list[str]] = field(default_factory=dict)

    @property
    def repeats(self) -> int:
        """How often two met who had met before."""
        return sum(many - 1 for many in self.met.values())

    @property
    def uneven(self) -> list[int]:
        """Everybody's seats: how much more often they had one than another."""
        spread = []
        for player in self.players:
            had = [self.seats[player][seat] for seat in range(1, self.tables.best + 1)]
            spread.append(max(had) - min(had))
        return spread

    def points(self) -> dict[str, Fraction]:
        season = Season([Entrant(player) for player in self.players], self.games, self.out)
        return {line.player: line.points for line in standings(season)}

    def roll_call(self, number: int, word: str = "") -> RollCall:
        points = dict.fromkeys(self.players, Fraction(0)) if self.by_lot else self.points()
        outs = Counter(player for players in self.out.values() for player in players)
        callers = {
            player: Caller(points[player], out=outs[player], short=self.short[player], seats=dict(self.seats[player]))
            for player in self.players
        }
        return RollCall("cup", number, self.rounds, self.by_lot, self.tables, callers, dict(self.met), word)

    def play(self, drawn: Drawn, skill: dict[str, float], luck: random.Random) -> None:
        self.out[drawn.round] = list(drawn.out)
        for table in drawn.tables:
            self.met.update(combinations(sorted(table.seats), 2))
            for seat, player in enumerate(table.seats, start=1):
                self.seats[player][seat] += 1
            if len(table.seats) < self.tables.best:
                self.short.update(table.seats)
            ranked = sorted(table.seats, key=lambda player: -skill[player] - luck.gauss(0, 1))
            self.games.append(Played(drawn.round, table.number, {player: i for i, player in enumerate(ranked, 1)}))


def begun(
    many: int, tables: Tables, rounds: int, lot: int, by_lot: bool = False
) -> tuple[Evening, dict[str, float], random.Random]:
    """A season of so many people, before its first round; `lot` makes it another one."""
    luck = random.Random(f"{many} {lot}")
    players = [f"p{number:04}" for number in range(many)]
    skill = {player: luck.gauss(0, 1) for player in players}
    return Evening(players, tables, rounds, by_lot, seats={player: Counter() for player in players}), skill, luck


def played(many: int, tables: Tables, rounds: int, lot: int, by_lot: bool = False, until: int = ROUNDS) -> Evening:
    """The same with its rounds played; `until` is the last one that is."""
    evening, skill, luck = begun(many, tables, rounds, lot, by_lot)
    secret = f"{lot:064x}"
    while len(evening.out) < min(rounds, until):
        for drawn in draw(evening.roll_call(len(evening.out) + 1), secret).rounds:
            evening.play(drawn, skill, luck)
    return evening
