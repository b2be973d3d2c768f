"""The state of a table: plain frozen data."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gm.core.play import Decision, Seat, most
from gm.core.table import Moving
from gm.games.knizia.cards import BLACK, DECK, ROWS, Card, card_name, row_of
from gm.games.knizia.options import Options

HAND = 8  # K3
MOVE = "move"  # what an order page calls a decision
FENCES = 5
BETTING_FENCES = 4  # K6
Column = tuple[int | None, ...]  # the number on top in each row
EMPTY: Column = (None,) * ROWS


class Player(NamedTuple):
    """Somebody at the table, and what they hold."""

    seat: Seat
    hand: tuple[Card, ...]  # sorted
    counters: int

    def holding(self, hand: Iterable[Card]) -> "Player":
        return Player(self.seat, tuple(hand), self.counters)


class Bet(NamedTuple):
    """A counter laid on a row before a fence."""

    seat: Seat
    row: int
    fence: int


class Fall(NamedTuple):
    """The row whose horse a fence took."""

    fence: int
    row: int


@dataclass(frozen=True)
class Table(Moving[Player]):
    """The whole of a game, at any moment."""

    options: Options
    players: tuple[Player, ...]
    deck: tuple[Card, ...]  # the top first
    mover: int = 0
    left: int = 1
    turn: int = 1
    fence: int = 1
    fallen: tuple[Fall, ...] = ()
    columns: tuple[tuple[int | None, ...], ...] = (EMPTY,)  # one for each fence so far, this one last
    laid: tuple[tuple[Card, ...], ...] = ((),) * ROWS  # the cards that lie in each row
    out: tuple[Card, ...] = ()  # cards that have left the game
    bets: tuple[Bet, ...] = ()

    @property
    def column(self) -> Column:
        return self.columns[-1]

    @property
    def standing(self) -> tuple[int, ...]:
        return _but_for(self.fallen)

    @property
    def gaps(self) -> tuple[int, ...]:
        """Standing horses that have no card at this fence."""
        column = self.column
        return tuple([row for row in self.standing if column[row] is None])

    @property
    def tops(self) -> dict[str, int]:
        """The top card of each standing horse that has one at this fence."""
        return {self.horses[row]: top for row in self.standing if (top := self.column[row]) is not None}

    def lowest(self) -> int | None:
        """K17: the row that would fall if the fence were scored now; of tied ones, the lowest on the table (K1)."""
        tops = {row: top for row in self.standing if (top := self.column[row]) is not None}
        return max((row for row, top in tops.items() if top == min(tops.values())), default=None)

    def highest(self) -> list[str]:
        """K17: all that have the best card at this fence."""
        return most(self.tops) if self.tops else []

    def backed_by(self, seat: Seat) -> set[int]:
        """The rows that carry a bet of this player, at whatever fence."""
        return {bet.row for bet in self.bets if bet.seat == seat}

    @property
    def over(self) -> bool:
        """K11: the fifth fence is scored, or nobody will ever play a card again."""
        return self.fence > FENCES or (not self.deck and not any(map(self.can_play, self.players)))

    def playable(self, card: Card) -> bool:
        """K7."""
        return card in _open_cards(self.fallen)

    def choice(self, player: Player) -> list[Card]:
        """The cards that this player can play."""
        cards = _open_cards(self.fallen)
        return [card for card in player.hand if card in cards]

    def useless(self, player: Player) -> list[Card]:
        """K9: the others."""
        cards = _open_cards(self.fallen)
        return [card for card in player.hand if card not in cards]

    def can_play(self, player: Player) -> bool:
        return bool(self.choice(player))

    def cards(self, cards: Iterable[Card]) -> list[str]:
        return [card_name(card, self.horses) for card in cards]

    def can_bet(self, player: Player, row: int) -> bool:
        """K6."""
        return (
            player.counters > 0
            and self.fence <= BETTING_FENCES
            and row in self.standing
            and not any(bet.row == row and bet.fence == self.fence for bet in self.bets)
        )

    @property
    def payouts(self) -> dict[Seat, int]:
        """K11: 4, 3, 2 or 1 for every bet on a horse that still stands."""
        paid = dict.fromkeys(self.seats, 0)
        for bet in self.bets:
            paid[bet.seat] += price(bet.fence) if bet.row in self.standing else 0
        return paid


@lru_cache
def _but_for(fallen: tuple[Fall, ...]) -> tuple[int, ...]:
    """The rows that are left: asked at every card, and others only after a fence."""
    down = {fall.row for fall in fallen}
    return tuple(row for row in range(ROWS) if row not in down)


@lru_cache
def _open_cards(fallen: tuple[Fall, ...]) -> frozenset[Card]:
    """K7: what can be played; black cards always."""
    rows = {*_but_for(fallen), BLACK}
    return frozenset(card for card in DECK if row_of(card) in rows)


def price(fence: int) -> int:
    """K11: what a bet made there pays."""
    return BETTING_FENCES + 1 - fence


def pending(table: Table) -> list[Decision]:
    return [] if table.over else [Decision(table.moving.seat, MOVE, table.turn)]


def agenda(table: Table, seat: Seat, turn: int) -> list[Decision]:
    """K12."""
    return [Decision(seat, MOVE, turn)] if table.moves_on(seat, turn) else []
