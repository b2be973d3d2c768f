"""The state of a table: plain frozen data."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gm.core.play import Decision, Seat, ranked
from gm.core.table import Moving
from gm.games.henn.cards import HORSES, Card, Line, exchangeable, lines_of
from gm.games.henn.options import Options

MOVES, EXCHANGE = "moves", "exchange"  # what is decided: the lists of an order page (D15)
STANDING = {MOVES: "standing moves", EXCHANGE: "standing exchange"}
LEFT, RIGHT, BLIND = "left", "right", "blind"
FIELD = range(len(HORSES))
Tickets = tuple[int, ...]  # for each horse the place on it; 0 where there is none, or where a case page does not tell


class Player(NamedTuple):
    """Somebody at the table, and what they hold."""

    seat: Seat
    numbers: tuple[int, ...]  # number cards, the open one first
    tickets: Tickets


class Round(NamedTuple):
    """How a round left the horses, and everybody's tickets; the first is how it all began."""

    spaces: tuple[int, ...]
    tickets: tuple[Tickets, ...]


@dataclass(frozen=True)
class Table(Moving[Player]):
    """The whole of a game, at any moment."""

    options: Options
    players: tuple[Player, ...]
    deck: tuple[Card, ...]  # the top first
    row: tuple[Card | None, Card | None]  # left and right
    stock: tuple[tuple[int, ...], ...]  # of each horse, the open ticket first
    spaces: tuple[int, ...] = (0,) * len(HORSES)
    home: tuple[int, ...] = ()  # those that have finished, in their order
    mover: int = 0
    first: int = 0
    left: int = 1
    turn: int = 1
    played: Card | None = None  # the card of this move, while its exchange is awaited
    out: tuple[Card, ...] = ()  # cards that have left the game
    rounds: tuple[Round, ...] = ()

    @property
    def over(self) -> bool:
        """D12: no horses are left, or no number cards; a move that has begun is made to its end."""
        spent = self.played is None and not any(player.numbers for player in self.players)
        return spent or len(self.home) == len(HORSES)

    @property
    def is_round_over(self) -> bool:
        return self.mover == self.first or self.over

    @cached_property
    def running(self) -> tuple[int, ...]:
        return tuple(horse for horse in FIELD if horse not in self.home)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place that each horse took, or would take if the race ended now."""
        return self.placed(self.spaces)

    def placed(self, spaces: Sequence[int]) -> tuple[int, ...]:
        """D12: those that were home by then, in their order, the others by how far they were; equals share a place."""
        home = [horse for horse in self.home if spaces[horse] >= self.options.track]
        behind = ranked((horse for horse in FIELD if horse not in home), lambda horse: -spaces[horse])
        taken = {horse: place for place, horse in enumerate(home, start=1)}
        taken |= {horse: len(home) + place for place, horse in behind}
        return tuple(taken[horse] for horse in FIELD)

    def pays(self, places: Sequence[int], horse: int, ticket: int) -> int:
        """D13: a ticket is good for its place and for better ones."""
        return self.options.payouts[ticket - 1] if ticket and places[horse] <= ticket else 0

    def total(self, places: Sequence[int], tickets: Tickets) -> int:
        return sum(self.pays(places, horse, ticket) for horse, ticket in enumerate(tickets))

    @property
    def payouts(self) -> dict[Seat, int]:
        """D13: what everybody's tickets would pay if the race ended now."""
        return {each.seat: self.total(self.places, each.tickets) for each in self.players}

    @property
    def open_tickets(self) -> Tickets:
        return tuple(pile[0] if pile else 0 for pile in self.stock)

    @property
    def exchangeable(self) -> tuple[int, ...]:
        """D10: what the card that was just played lets one exchange."""
        free = exchangeable(self.played) if self.played else ()
        return tuple(horse for horse in free if horse not in self.home and self.stock[horse])

    def side(self, card: str) -> str | None:
        """D16: where a card lies that is named by its number or its place, if there is one."""
        named = {side: {side, str(self.card_on(side))} for side in (LEFT, RIGHT)} | {BLIND: {BLIND}}
        return next((side for side in named if card in named[side] and self.card_on(side) is not None), None)

    def card_on(self, side: str) -> Card | None:
        return (self.deck[0] if self.deck else None) if side == BLIND else self.row[side == RIGHT]

    def lines(self, sides: Sequence[str]) -> dict[str, tuple[Line, ...]]:
        """What the cards there run, where there are any."""
        return {side: lines_of(card) for side in sides if (card := self.card_on(side))}

    def by_name(self, places: Sequence[int]) -> dict[str, int]:
        """Places of horses, or on tickets, where there are any."""
        return {self.horses[horse]: place for horse, place in enumerate(places) if place}


def asked(seat: Seat, turn: int) -> list[Decision]:
    """D15: a move, then perhaps an exchange; a standing order answers for either."""
    return [Decision(seat, key, turn, (stands,), optional=key == EXCHANGE) for key, stands in STANDING.items()]


def pending(table: Table) -> list[Decision]:
    move, exchange = asked(table.moving.seat, table.turn)
    return [] if table.over else [move if table.played is None else exchange]


def agenda(table: Table, seat: Seat, turn: int) -> list[Decision]:
    """D14."""
    return asked(seat, turn) if table.moves_on(seat, turn) else []
