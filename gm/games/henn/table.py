"""The state of a table: plain frozen data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gm.core.play import Decision, Seat, most, ranked
from gm.games.henn.cards import HORSES, Card, exchangeable
from gm.games.henn.options import Options

MOVES, EXCHANGE = "moves", "exchange"  # what is decided: the lists of an order page (D15)
STANDING = {MOVES: "standing moves", EXCHANGE: "standing exchange"}
LEFT, RIGHT, BLIND = "left", "right", "blind"
FIELD = range(len(HORSES))


@dataclass(frozen=True, slots=True)
class Player:
    seat: Seat
    numbers: tuple[int, ...]  # number cards, the open one first
    tickets: tuple[int, ...]  # for each horse the place on it; 0 where a case page does not tell


@dataclass(frozen=True, slots=True)
class Round:
    """How a round left the horses, and everybody's tickets; the first is how it all began."""

    spaces: tuple[int, ...]
    tickets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Table:
    options: Options
    players: tuple[Player, ...]
    deck: tuple[Card, ...]  # the top first
    row: tuple[Card | None, Card | None]  # left and right
    stock: tuple[tuple[int, ...], ...]  # of each horse, the open ticket first
    spaces: tuple[int, ...] = (0,) * len(HORSES)
    home: tuple[int, ...] = ()  # those that have finished, in their order
    mover: int = 0  # whose move it is
    first: int = 0  # who began this round
    left: int = 1  # moves still to be made this turn
    turn: int = 1
    played: Card | None = None  # the card of this move, while its exchange is awaited
    out: tuple[Card, ...] = ()  # cards that have left the game
    rounds: tuple[Round, ...] = ()

    @property
    def horses(self) -> tuple[str, ...]:
        return self.options.horses

    @property
    def moving(self) -> Player:
        return self.players[self.mover]

    @property
    def over(self) -> bool:
        """D12: no horses are left, or no number cards; a move that has begun is made to its end."""
        spent = self.played is None and not any(player.numbers for player in self.players)
        return spent or len(self.home) == len(HORSES)

    @cached_property
    def running(self) -> tuple[int, ...]:
        return tuple(horse for horse in FIELD if horse not in self.home)

    @cached_property
    def places(self) -> dict[int, int]:
        """The place that each horse took, or would take if the race ended now."""
        return self.placed(self.spaces)

    def placed(self, spaces: Sequence[int]) -> dict[int, int]:
        """D12: those that were home by then, in their order, the others by how far they were; equals share a place."""
        home = [horse for horse in self.home if spaces[horse] >= self.options.track]
        behind = ranked((horse for horse in FIELD if horse not in home), lambda horse: -spaces[horse])
        taken = {horse: place for place, horse in enumerate(home, start=1)}
        return taken | {horse: len(home) + place for place, horse in behind}

    def pays(self, places: Mapping[int, int], horse: int, ticket: int) -> int:
        """D13: a ticket is good for its place and for better ones."""
        return self.options.payouts[ticket - 1] if ticket and places[horse] <= ticket else 0

    def total(self, places: Mapping[int, int], tickets: Sequence[int]) -> int:
        return sum(self.pays(places, horse, ticket) for horse, ticket in enumerate(tickets))

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

    def names(self, horses: Iterable[int]) -> list[str]:
        return [self.horses[horse] for horse in horses]

    def player(self, seat: Seat) -> Player | None:
        return next((player for player in self.players if player.seat == seat), None)


def payouts(table: Table) -> dict[Seat, int]:
    """D13: what everybody's tickets would pay if the race ended now."""
    return {each.seat: table.total(table.places, each.tickets) for each in table.players}


def winners(table: Table) -> list[Seat]:
    """D13: equal totals share the win."""
    return most(payouts(table)) if table.over else []


def asked(seat: Seat, turn: int) -> list[Decision]:
    """D15: a move, then perhaps an exchange; a standing order answers for either."""
    return [Decision(seat, key, turn, (stands,), optional=key == EXCHANGE) for key, stands in STANDING.items()]


def pending(table: Table) -> list[Decision]:
    move, exchange = asked(table.moving.seat, table.turn)
    return [] if table.over else [move if table.played is None else exchange]


def moves_a_turn(options: Options, players: int) -> int:
    """D14."""
    return players if options.pace == "round" else 1


def agenda(table: Table, seat: Seat, turn: int) -> list[Decision]:
    """D14: everybody moves once a round; or only one player in a turn of one move."""
    each = moves_a_turn(table.options, len(table.players))
    made, many = (0, table.left) if turn == table.turn else (table.left + (turn - table.turn - 1) * each, each)
    movers = {mover_after(table, moves)[1] for moves in range(made, made + many)}
    moves = turn >= table.turn and not table.over and any(table.players[mover].seat == seat for mover in movers)
    return asked(seat, turn) if moves else []


def mover_after(table: Table, moves: int) -> tuple[int, int]:
    """D5: who has begun the round after so many moves, and whose move it is then."""
    many = len(table.players)
    rounds, made = divmod((table.mover - table.first) % many + moves, many)
    first = (table.first + (rounds if table.options.lead == "pass" else 0)) % many
    return first, (first + made) % many
