"""A table on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence

from gm.core.casepage import TableReader, nobody
from gm.core.names import find
from gm.core.play import Case, Raw, Remark
from gm.core.words import sentence, write
from gm.games.knizia.cards import ROWS, Card, read_card
from gm.games.knizia.options import Options, read_horses
from gm.games.knizia.table import BETTING_FENCES, EMPTY, FENCES, Bet, Fall, Player, Table

_KEYS = ("fence", "fallen", "column", "bets", "counters", "hands", "deck")
_A_BET = "{player: ann, horse: red, fence: 1}"  # as it is written in every language


def case(page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
    reader = _Reader(page, _KEYS, Options, read_horses, (2, 5))  # K1
    return reader.case(reader.table(), "{moves: [{play: red 7}]}")


class _Reader(TableReader[Options]):
    def table(self) -> Table:
        fence, bets = self.number("fence", 1), self.bets()
        there = sentence("there are {many} fences", many=FENCES)
        self.want(1 <= fence <= FENCES + 1, there, "fence", write("fence: 1"))
        table = Table(
            self.house,
            self.players(bets),
            self.each(read_card, self.items("deck"), self.horses),
            **self.moving(),
            fence=fence,
            fallen=self.fallen(),
            columns=(*[EMPTY] * (fence - 1), self.column()),
            bets=bets,
        )
        self.possible(table)
        return table

    def bets(self) -> tuple[Bet, ...]:
        bets: list[Bet] = []
        for raw in self.items("bets"):
            if not isinstance(raw, Mapping) or not {"player", "horse", "fence"} <= set(raw):
                self.wrong(sentence("a bet has a player, a horse and a fence"), _A_BET, raw)
                continue
            seat = find(str(raw["player"]), self.seats) or ""
            if not seat:
                self.wrong(nobody(raw["player"]), "", raw["player"])
            bet = Bet(seat, self.horse(raw["horse"]), self.whole("fence", raw["fence"], 1))
            if any((bet.row, bet.fence) == (other.row, other.fence) for other in bets):
                taken = sentence("that space is taken twice")
                self.wrong(taken, sentence("one bet on each horse at each fence"), raw)  # K6
            bets.append(bet)
        return tuple(bets)

    def players(self, bets: Sequence[Bet]) -> tuple[Player, ...]:
        hands, counters = self.known("hands", self.seats), self.known("counters", self.seats)
        many = 5 if len(self.seats) <= 3 else 4  # K4

        def left(seat: str) -> int:
            if seat in counters:
                return self.whole(seat, counters[seat])
            return max(0, many - sum(bet.seat == seat for bet in bets))

        def hand(seat: str) -> tuple[Card, ...]:
            return tuple(sorted(self.each(read_card, hands.get(seat, []), self.horses)))

        return tuple(Player(seat, hand(seat), left(seat)) for seat in self.seats)

    def fallen(self) -> tuple[Fall, ...]:
        written = self.map("fallen").items()
        falls = [Fall(self.whole("fallen", fence, 1), self.horse(name)) for fence, name in written]
        self.once((fall.row for fall in falls), sentence("a horse falls only once"), "fallen")
        return tuple(sorted(falls, key=lambda fall: fall.fence))

    def column(self) -> tuple[int | None, ...]:
        tops: list[int | None] = [None] * ROWS
        for name, number in self.map("column").items():
            top = self.whole(str(name), number)
            tops[self.horse(name)] = top
            if top > 9:
                self.wrong(sentence("no card is a {top}", top=top), sentence("cards go from 0 to 9"), number)
        return tuple(tops)

    def possible(self, table: Table) -> None:
        """A position that could come about at a table."""
        self.want(table.left > 0, sentence("a turn has at least one move"), "moves", write("moves: 1"))
        bets = all(1 <= bet.fence <= min(table.fence, BETTING_FENCES) for bet in table.bets)  # K6
        self.want(bets, sentence("there is a bet at a fence without betting, or one to come"), "bets")
        fallen = all(1 <= fall.fence < table.fence for fall in table.fallen)
        self.want(fallen, sentence("a horse has fallen at a fence that is still to come"), "fallen")
        column = all(table.column[fall.row] is None for fall in table.fallen)
        self.want(column, sentence("a fallen horse has no card at this fence"), "column")
        counters = all(player.counters <= 5 for player in table.players)
        self.want(counters, sentence("nobody has more than 5 counters"), "counters")
        cards = [card for player in table.players for card in player.hand] + list(table.deck)
        self.once(cards, sentence("a card is in two places"), "hands", sentence("there is one of each"))  # K2
