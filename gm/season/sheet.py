"""A sheet of rounds, and its price: how much dearer or cheaper each swap makes it (the draw, step 5).

People are the positions from 0 on, and empty chairs those after them. For every round there is kept what two pay for
sitting together there (`pairs`: their meeting in this very round left out, so that a swap changes only what they pay in
others), and what each position pays at each table (`asks`, the sum of its pairs with those who sit there).
"""

from collections.abc import Sequence
from dataclasses import dataclass

AGAIN = 10**12  # two meet again, or somebody sits out again
OWN_TABLES = 10**15  # two at one table who have tables of their own
APART = 10**9
SHORT = 10**7  # somebody has a short table again
NEVER = 10**18  # a swap that is not possible

Tables = Sequence[Sequence[int]]  # positions; those who sit out are the last of them


@dataclass(frozen=True)
class People:
    """What the prices rest on, by position."""

    met: Sequence[Sequence[int]]
    out: Sequence[int]
    short: Sequence[int]
    height: Sequence[int]  # how many have fewer points, less how many have more
    table: Sequence[int]
    apart: Sequence[int]


class Round:
    """Who sits where in one round, and what that costs."""

    def __init__(self, tables: Tables, pairs: list[list[int]], sits_out: Sequence[int] | None, fixed: bool):
        self.tables = [sorted(members) for members in tables]
        self.at = [0] * len(pairs)
        for table, members in enumerate(tables):
            for position in members:
                self.at[position] = table
        self.pairs = pairs
        self.away = -1 if sits_out is None else len(tables) - 1  # where those are who sit out
        self.fixed = fixed and sits_out is not None  # in this round nobody changes places with them
        self.asks = [[sum(row[other] for other in members) for row in pairs] for members in self.tables]
        if sits_out is not None:
            self.asks[self.away] = [AGAIN * many for many in sits_out]
        self.own = [self.asks[table][position] for position, table in enumerate(self.at)]

    def price(self) -> int:
        """What this round adds to all that was before."""
        paid = [sum(self.own[position] for position in members) for members in self.tables]
        out = paid[self.away] if self.away >= 0 else 0
        return (sum(paid) - out) // 2 + out

    def change(self, one: int, other: int, amount: int) -> None:
        """What two pay for each other changes by so much."""
        for here, there in ((one, other), (other, one)):
            self.pairs[here][there] += amount
            if self.at[there] != self.away:
                self.asks[self.at[there]][here] += amount
            self.own[here] = self.asks[self.at[here]][here]

    def change_out(self, position: int, amount: int) -> None:
        """What somebody pays for sitting out changes."""
        self.asks[self.away][position] += amount
        self.own[position] = self.asks[self.at[position]][position]

    def swap(self, one: int, other: int) -> None:
        here, there = self.at[one], self.at[other]
        for table, goes, comes in ((here, one, other), (there, other, one)):
            if table != self.away:
                less, more = self.pairs[goes], self.pairs[comes]
                self.asks[table] = [a + b - c for a, b, c in zip(self.asks[table], more, less, strict=True)]
            self.tables[table] = sorted({*self.tables[table], comes} - {goes})
            self.at[comes] = table
        for position in self.tables[here] + self.tables[there]:
            self.own[position] = self.asks[self.at[position]][position]


class Sheet:
    """The rounds of a sheet, and the price of them all; swaps keep both in step."""

    def __init__(self, people: People, rounds: Sequence[Tables], sits_out: bool, counts_short: bool):
        self.n, self.size = len(people.out), sum(map(len, rounds[0]))
        self._short = SHORT if counts_short else 0
        self.price, self.swaps = 0, list[tuple[int, int, int]]()
        self.rounds: list[Round] = []
        for number, tables in enumerate(rounds):
            pairs = [self._pays(people, position, number == 0) for position in range(self.size)]
            self.rounds.append(Round(tables, pairs, people.out if sits_out else None, number == 0))
        for number, this in enumerate(self.rounds):
            self.price += this.price()  # and the next ones know of it by now
            for table, members in enumerate(this.tables):
                for i, position in enumerate(members):
                    self._seated(number, table, position, members[:i], 1)

    def _pays(self, people: People, position: int, first: bool) -> list[int]:
        """What a position pays for each other before anything on this sheet is played."""
        chairs = self.size - self.n
        if position >= self.n:
            return [self._short * many for many in people.short] + [0] * chairs
        pays = [AGAIN * many for many in people.met[position]]
        if first:
            height = people.height[position]
            pays = [price + (height - other) ** 2 for price, other in zip(pays, people.height, strict=True)]
        if people.table[position]:
            pays = [price + OWN_TABLES * bool(other) for price, other in zip(pays, people.table, strict=True)]
        if group := people.apart[position]:
            pays = [price + APART * (other == group) for price, other in zip(pays, people.apart, strict=True)]
        pays[position] = 0
        return pays + [self._short * people.short[position]] * chairs

    def _seated(self, number: int, table: int, position: int, company: Sequence[int], by: int) -> None:
        """Other rounds learn that in this one somebody has (or no longer has) this company."""
        for other in self.rounds:
            if other is self.rounds[number]:
                continue
            if table == other.away:
                other.change_out(position, AGAIN * by)
                continue
            for companion in company:
                if max(position, companion) < self.n:
                    other.change(position, companion, AGAIN * by)
                else:
                    self._sat_short(other, min(position, companion), by)

    def _sat_short(self, round: Round, person: int, by: int) -> None:
        for chair in range(self.n, self.size):
            round.change(person, chair, self._short * by)

    def changes(self, number: int, position: int) -> list[int]:
        """By how much a swap with each other position of that round would change the price; NEVER if it cannot be."""
        round = self.rounds[number]
        at, asks, pays, here = round.at, round.asks, round.pairs[position], round.at[position]
        if round.fixed and here == round.away:
            return [NEVER] * self.size
        mine, own = [row[position] for row in asks], round.own[position]
        twice = 1 if here == round.away else 2  # nobody pays for company where people sit out
        found = [
            mine[table] + theirs - paid - twice * pair - own
            for table, theirs, paid, pair in zip(at, asks[here], round.own, pays, strict=True)
        ]
        if round.away not in (-1, here):
            for other in round.tables[round.away]:
                found[other] = NEVER if round.fixed else found[other] + pays[other]
        for other in (*round.tables[here], *self._two_chairs(round, position)):
            found[other] = NEVER
        return found

    def _two_chairs(self, round: Round, position: int) -> list[int]:
        """Partners with whom a swap would bring two empty chairs to one table; two chairs may well change places."""
        here = round.at[position]
        others = [chair for chair in range(self.n, self.size) if round.at[chair] != here]
        if position >= self.n:
            return [member for chair in others for member in round.tables[round.at[chair]][:-1]]
        return others if round.tables[here][-1] >= self.n else []

    def swap(self, number: int, one: int, other: int, change: int) -> None:
        round = self.rounds[number]
        for leaves, comes in ((one, other), (other, one)):
            if len(self.rounds) > 1:
                here, there = round.at[leaves], round.at[comes]
                self._seated(number, here, leaves, [each for each in round.tables[here] if each != leaves], -1)
                self._seated(number, there, leaves, [each for each in round.tables[there] if each != comes], 1)
        round.swap(one, other)
        self.price += change
        self.swaps.append((number, one, other))

    def back_to(self, swaps: int, price: int) -> None:
        """Takes back all but the first so many swaps."""
        for number, one, other in reversed(self.swaps[swaps:]):
            self.swap(number, other, one, 0)
        del self.swaps[swaps:]
        self.price = price
