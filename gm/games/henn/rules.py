"""A move: a number card and a movement card, horses run, perhaps a ticket is exchanged (D5 to D11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gm.core.dice import Dice
from gm.core.play import Decision, Entrant, Event, Json, Step, put
from gm.core.table import moves_a_turn
from gm.games.henn.cards import DECK, HORSES, Card, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import BLIND, EXCHANGE, LEFT, RIGHT, Player, Round, Table
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
    many, (left, right, *deck) = len(entrants), dice.stream("deck").shuffled(DECK)
    dealt = [dice.stream("tickets").shuffled(range(1, len(HORSES) + 1)) for _ in HORSES]
    held, stock = list(zip(*dealt, strict=True))[:many], tuple(tuple(of_horse[many:]) for of_horse in dealt)
    each = [number for number, copies in enumerate(NUMBERS[many], start=1) for _ in range(copies)]
    numbers = [tuple(dice.stream("numbers").shuffled(each)) for _ in entrants]
    players = tuple(map(Player, (entrant.seat for entrant in entrants), numbers, held))
    return opened(Table(options, players, tuple(deck), (left, right), stock, left=moves_a_turn(options, many)))


def opened(table: Table) -> Table:
    """The round that ends here is kept, for those who look back."""
    now = Round(table.spaces, tuple(player.tickets for player in table.players))
    return table.but(rounds=(*table.rounds, now))


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
    table = _taken(table, side).with_mover(table.moving._replace(numbers=tuple(rest)))
    return table if card is None else _run(table.but(played=card, out=(*table.out, card)), card, number, events)


def settled(table: Table, move: Move) -> tuple[str | None, bool]:
    """D17: from where the card comes, and whether the open number goes under."""
    now, *others = table.moving.numbers
    if not move.favour:
        return next(iter(move.sides), None), move.turn and bool(others)
    lines = table.lines(move.sides)
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
    return table.but(row=row[side], deck=table.deck[1:])


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
    return table.but(spaces=tuple(spaces), home=tuple(home))


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
    ticketed = player._replace(tickets=put(player.tickets, horse, after[0]))
    return table.with_mover(ticketed, stock=put(table.stock, horse, after[1:]))


def _ended(table: Table, events: list[Event]) -> Step[Table]:
    """D14: the next move, perhaps of the next turn."""
    table = table.passed_on(first=table.after(1)[0], played=None)
    table = opened(table) if table.is_round_over else table
    if table.over:  # D12, D13
        events.append(Event("end", {"final": table.by_name(table.places), **table.outcome}, "D13"))
    return Step(table, events)
