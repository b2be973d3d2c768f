"""A move: a number card and a movement card, horses run, perhaps a ticket is exchanged (D5 to D11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gm.core.dice import Dice
from gm.core.play import Decision, Entrant, Event, Json, Step, put
from gm.games.henn.cards import DECK, HORSES, Card, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import (
    BLIND,
    EXCHANGE,
    FIELD,
    LEFT,
    RIGHT,
    Player,
    Round,
    Table,
    mover_after,
    moves_a_turn,
    payouts,
    winners,
)
from gm.games.henn.validity import best, worth

NUMBERS = {3: (2, 3, 3, 3, 3, 2), 4: (2, 2, 2, 2, 2, 2), 5: (1, 2, 2, 2, 2, 1)}  # D4: how many 1s, 2s, … 6s
Favour = Mapping[int, int]  # what a space of each horse is worth


@dataclass(frozen=True, slots=True)
class Move:
    """Which card, from where, and with which number; what is not seen yet is settled by what one favours (D17)."""

    sides: tuple[str, ...]  # the first is played, unless there is a favour to choose by; none if there is no card
    turn: bool = False  # over the next number
    favour: Favour = field(default_factory=dict)
    least: int | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """D10: which horse's ticket, and whether for the unseen one; no horse keeps everything."""

    horse: int | None
    blind: bool = False


def deal(entrants: Sequence[Entrant], options: Options, dice: Dice) -> Table:
    """D2 to D4: all that is random, before the first move."""
    many, deck, tickets, numbers = len(entrants), list(DECK), dice.stream("tickets"), dice.stream("numbers")
    dice.stream("deck").shuffle(deck)
    dealt = [list(range(1, len(HORSES) + 1)) for _ in HORSES]
    for of_horse in dealt:
        tickets.shuffle(of_horse)
    cards = [[number for number, copies in enumerate(NUMBERS[many], start=1) for _ in range(copies)] for _ in entrants]
    for of_player in cards:
        numbers.shuffle(of_player)
    players = tuple(
        Player(entrant.seat, tuple(cards[seat]), tuple(of_horse[seat] for of_horse in dealt))
        for seat, entrant in enumerate(entrants)
    )
    stock = tuple(tuple(of_horse[many:]) for of_horse in dealt)
    row, left = (deck[0], deck[1]), moves_a_turn(options, many)
    return opened(Table(options, players, tuple(deck[2:]), row, stock, left=left))


def opened(table: Table) -> Table:
    """The round that ends here is kept, for those who look back."""
    now = Round(table.spaces, tuple(player.tickets for player in table.players))
    return replace(table, rounds=(*table.rounds, now))


def default(table: Table, decision: Decision) -> Move | Exchange:
    """D21: it never looks at tickets; and without orders nothing is exchanged."""
    if decision.key == EXCHANGE:
        return Exchange(None)
    wished = (BLIND, LEFT, RIGHT) if table.options.nmr == "blind" else (LEFT, RIGHT, BLIND)
    return Move(tuple(side for side in wished if table.side(side)), auto=True)


def resolve(table: Table, choices: Mapping[Decision, Move | Exchange], dice: Dice) -> Step[Table]:
    (choice,) = choices.values()
    events: list[Event] = []
    if isinstance(choice, Exchange):
        return _ended(_exchanged(table, choice, events), events)
    if table.moving.numbers:  # on a case page somebody may have none, and is passed over
        table = _moved(table, choice, events)
    # D11: without a card nothing is exchanged; D12: nor when all are home
    return _ended(table, events) if table.played is None or table.over else Step(table, events)


def _moved(table: Table, move: Move, events: list[Event]) -> Table:
    side, turned = settled(table, move)
    held, card = table.moving.numbers, table.card_on(side) if side else None
    number, *rest = (*held[1:], held[0]) if turned else held  # D6
    numbers = {"number": number, "turned": turned, "under": held[0] if turned else None}
    data = {"player": table.moving.seat, "auto": move.auto, **numbers, "card": card, "from": side}
    events.append(Event("move", data, "D21" if move.auto else "D7"))
    table = _with_mover(_taken(table, side), replace(table.moving, numbers=tuple(rest)))
    return table if card is None else _run(replace(table, played=card, out=(*table.out, card)), card, number, events)


def settled(table: Table, move: Move) -> tuple[str | None, bool]:
    """D17: from where the card comes, and whether the open number goes under."""
    now, *others = table.moving.numbers
    if not move.favour:
        return next(iter(move.sides), None), move.turn and bool(others)
    lines = {side: lines_of(card) for side in move.sides if (card := table.card_on(side))}
    if move.sides == (BLIND,):
        return BLIND, bool(others) and worth(lines[BLIND], now, move.favour, table.home) < (move.least or 0)
    side, most = best(lines, others[0] if others else now, move.favour, table.home)
    poor = move.least is not None and most < move.least and table.deck
    return BLIND if poor else side, bool(others)


def _taken(table: Table, side: str | None) -> Table:
    """D7, D11: the card goes, and a gap is filled from the deck; sooner than at the table, but nothing can tell."""
    if side is None:
        return table
    top, (left, right) = next(iter(table.deck), None), table.row
    row = {LEFT: (top, right), RIGHT: (left, top), BLIND: table.row}
    return replace(table, row=row[side], deck=table.deck[1:])


def _run(table: Table, card: Card, number: int, events: list[Event]) -> Table:
    """D8: from line n up to line 1. D9: whoever is over the line takes the first free place at once."""
    spaces, home = list(table.spaces), list(table.home)
    for horse, far in reversed(lines_of(card)[:number]):
        if horse in home:
            continue
        spaces[horse] += far
        data: Json = {"horse": table.horses[horse], "spaces": far, "space": spaces[horse], "place": None}
        if spaces[horse] >= table.options.track:
            home.append(horse)
            data |= {"space": None, "place": len(home)}
        events.append(Event("run", data, "D9" if data["place"] else "D8"))
    return replace(table, spaces=tuple(spaces), home=tuple(home))


def _exchanged(table: Table, choice: Exchange, events: list[Event]) -> Table:
    """D10: the old ticket goes under, a refused open one below it; the next one lies open."""
    horse = choice.horse
    if horse is None:
        return table
    player, stock, gave = table.moving, table.stock[horse], table.moving.tickets[horse]
    after = (*stock[1:], gave, stock[0]) if choice.blind else (*stock, gave)
    seen, word = (None, BLIND) if choice.blind else (after[0], "open")
    data = {"player": player.seat, "horse": table.horses[horse], "for": word, "got": seen}
    events.append(Event("exchange", data | {"open": stock[0], "opens": after[1]}, "D10"))
    table = replace(table, stock=put(table.stock, horse, after[1:]))
    return _with_mover(table, replace(player, tickets=put(player.tickets, horse, after[0])))


def _ended(table: Table, events: list[Event]) -> Step[Table]:
    """D14: the next move, perhaps of the next turn."""
    (first, mover), left, turn = mover_after(table, 1), table.left - 1, table.turn
    if left == 0:
        left, turn = moves_a_turn(table.options, len(table.players)), turn + 1
    table = replace(table, first=first, mover=mover, left=left, turn=turn, played=None)
    table = opened(table) if mover == first or table.over else table
    if table.over:  # D12, D13
        final = {table.horses[horse]: table.places[horse] for horse in FIELD}
        events.append(Event("end", {"final": final, "payouts": payouts(table), "winners": winners(table)}, "D13"))
    return Step(table, events)


def _with_mover(table: Table, player: Player) -> Table:
    return replace(table, players=put(table.players, table.mover, player))
