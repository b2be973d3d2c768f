"""A move: perhaps a bet, one card, perhaps a score inside it, discards, draw (K5)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm.core.dice import Dice
from gm.core.play import Decision, Entrant, Event, Step, put
from gm.core.table import moves_a_turn
from gm.games.knizia.cards import BLACK, DECK, Card, card_name, row_of, speed
from gm.games.knizia.options import Options
from gm.games.knizia.table import EMPTY, FENCES, HAND, Bet, Fall, Player, Table


class Move(NamedTuple):
    """What a player does: the card and where it goes; None is a pass (K10)."""

    card: Card | None
    on: int = 0
    bets: tuple[int, ...] = ()  # rows, the first that K6 allows
    discard: tuple[Card, ...] | None = None  # None: every card of a fallen horse
    auto: bool = False


def deal(entrants: Sequence[Entrant], options: Options, dice: Dice) -> Table:
    """K3, K4: eight cards each, one at a time in seat order, from the front of the shuffled list."""
    many, deck = len(entrants), dice.stream("deck").shuffled(DECK)
    counters = 5 if many <= 3 else 4
    players = tuple(
        Player(entrant.seat, tuple(sorted(deck[n : many * HAND : many])), counters)
        for n, entrant in enumerate(entrants)
    )
    return Table(options, players, tuple(deck[many * HAND :]), left=moves_a_turn(options, many))


def default(table: Table, decision: Decision) -> Move:
    """K15: the lowest (or highest) card that can be played; a black one last, on the highest row."""
    player = table.player(decision.seat)
    cards = table.choice(player) if player else []
    if not cards:
        return Move(None, auto=True)
    spared = table.backed_by(decision.seat) if table.options.nmr == "kind" else set()
    others = [row for row in table.standing if row not in spared]
    harmless = [card for card in cards if (others if row_of(card) == BLACK else row_of(card) in others)]  # K20
    sign = -1 if table.options.nmr == "highest" else 1
    card = min(harmless or cards, key=lambda card: (sign * speed(card), row_of(card)))
    on = (others or table.standing)[0] if row_of(card) == BLACK else row_of(card)
    return Move(card, on, auto=True)


def resolve(table: Table, choices: Mapping[Decision, Move], dice: Dice) -> Step[Table]:
    (move,) = choices.values()
    seat = table.moving.seat
    events = [
        Event("move", {"player": seat, "auto": move.auto, "passed": move.card is None}, "K15" if move.auto else "K5")
    ]
    table = _bet(table, move, events)
    table = _play(table, move, events)
    if table.fence <= FENCES:
        table = _discard(table, move, events)
        table = _draw(table, events)
    table = table.passed_on()
    if table.over:
        events.append(Event("end", table.outcome, "K11"))
    return Step(table, events)


def _bet(table: Table, move: Move, events: list[Event]) -> Table:
    player = table.moving
    row = next((row for row in move.bets if table.can_bet(player, row)), None)
    if row is None:
        return table
    bet = Bet(player.seat, row, table.fence)
    events.append(Event("bet", {"player": player.seat, "horse": table.horses[row], "fence": table.fence}, "K6"))
    return table.with_mover(player._replace(counters=player.counters - 1), bets=(*table.bets, bet))


def _play(table: Table, move: Move, events: list[Event]) -> Table:
    """K7: it covers what lies there. K8: the last gap filled scores the fence at once."""
    if move.card is None:
        return table
    player, row, covered = table.moving, move.on, table.column[move.on]
    data = {
        "player": player.seat,
        "card": card_name(move.card, table.horses),
        "on": table.horses[row],
        "covers": covered,
    }
    events.append(Event("play", data, "K7"))
    table = table.with_mover(
        player.holding([card for card in player.hand if card != move.card]),
        columns=(*table.columns[:-1], put(table.column, row, speed(move.card))),
        laid=put(table.laid, row, (*table.laid[row], move.card)),
    )
    return table if table.gaps else _score(table, events)


def _score(table: Table, events: list[Event]) -> Table:
    """K8: the lowest top card falls. K1: of tied ones, the one furthest from the fence card."""
    tops = {row: top for row in table.standing if (top := table.column[row]) is not None}
    lowest = min(tops.values())
    tied = [row for row, top in tops.items() if top == lowest]
    row = max(tied)
    lost = [bet.seat for bet in table.bets if bet.row == row]
    data = {
        "fence": table.fence,
        "fell": table.horses[row],
        "card": lowest,
        "tied": table.names(other for other in tied if other != row),
        "lost": lost,
    }
    events.append(Event("score", data, "K1" if len(tied) > 1 else "K8"))
    return table.but(
        fence=table.fence + 1,
        fallen=(*table.fallen, Fall(table.fence, row)),
        columns=(*table.columns, EMPTY),
        laid=put(table.laid, row, ()),
        out=(*table.out, *table.laid[row]),
        bets=tuple(bet for bet in table.bets if bet.row != row),
    )


def _discard(table: Table, move: Move, events: list[Event]) -> Table:
    """K9: any cards of fallen horses; a listed card that cannot be discarded is kept."""
    player = table.moving
    gone = table.useless(player)
    if move.discard is not None:
        gone = [card for card in gone if card in move.discard]
    if not gone:
        return table
    events.append(Event("discard", {"player": player.seat, "cards": table.cards(gone)}, "K9"))
    hand = [card for card in player.hand if card not in gone]
    return table.with_mover(player.holding(hand), out=(*table.out, *gone))


def _draw(table: Table, events: list[Event]) -> Table:
    player = table.moving
    many = min(max(0, HAND - len(player.hand)), len(table.deck))
    if not many:
        return table
    drawn = table.deck[:many]
    events.append(Event("draw", {"player": player.seat, "count": many}, "K16"))
    own = {"player": player.seat, "cards": table.cards(drawn)}
    events.append(Event("drew", own, "K16", frozenset({player.seat})))
    return table.with_mover(player.holding(sorted(player.hand + drawn)), deck=table.deck[many:])
