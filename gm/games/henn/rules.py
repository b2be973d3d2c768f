"""A move: a number card and a movement card, horses run, perhaps a ticket is exchanged (D5 to D11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gm.core.dice import Dice
from gm.core.play import Decision, Entrant, Event, Step, put
from gm.games.henn.cards import DECK, HORSES, Card, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import (
    BLIND,
    EXCHANGE,
    FIELD,
    LEFT,
    RIGHT,
    Player,
    Swap,
    Table,
    mover_after,
    moves_a_turn,
    payouts,
    winners,
)
from gm.games.henn.validity import worth

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
    deck, tickets, numbers = list(DECK), dice.stream("tickets"), dice.stream("numbers")
    dice.stream("deck").shuffle(deck)
    dealt: list[list[int]] = []
    for _ in HORSES:
        dealt.append(list(range(1, len(HORSES) + 1)))
        tickets.shuffle(dealt[-1])
    many = len(entrants)
    players = []
    for seat, entrant in enumerate(entrants):
        cards = [number for number, copies in enumerate(NUMBERS[many], start=1) for _ in range(copies)]
        numbers.shuffle(cards)
        players.append(Player(entrant.seat, tuple(cards), tuple(of_horse[seat] for of_horse in dealt)))
    stock = tuple(tuple(of_horse[many:]) for of_horse in dealt)
    left, right, *rest = deck
    return Table(options, tuple(players), tuple(rest), (left, right), stock, left=moves_a_turn(options, many))


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
    if not table.moving.numbers:  # on a case page: passed over
        return _ended(table, events)
    table = _moved(table, choice, events)
    # D11: without a card nothing is exchanged; D12: nor when all are home
    return _ended(table, events) if table.played is None or table.over else Step(table, events)


def _moved(table: Table, move: Move, events: list[Event]) -> Table:
    side, turned = settled(table, move)
    number, *rest = _turned(table.moving.numbers) if turned else table.moving.numbers
    card = table.card_on(side) if side else None
    data = {
        "player": table.moving.seat, "auto": move.auto, "number": number, "turned": turned,
        "under": table.moving.numbers[0] if turned else None, "card": card, "from": side,
    }  # fmt: skip
    events.append(Event("move", data, "D21" if move.auto else "D7"))
    table = _with_mover(_taken(table, side), replace(table.moving, numbers=tuple(rest)))
    if card is None:
        return table
    return _run(replace(table, played=card, out=(*table.out, card)), card, number, events)


def settled(table: Table, move: Move) -> tuple[str | None, bool]:
    """D17: from where the card comes, and whether the open number goes under."""
    open_number, can_turn = table.moving.numbers[0], len(table.moving.numbers) > 1  # D6
    if not move.sides:
        return None, False
    if not move.favour:
        return move.sides[0], move.turn and can_turn
    if move.sides == (BLIND,):
        return BLIND, can_turn and value(table, BLIND, open_number, move.favour) < (move.least or 0)
    number = table.moving.numbers[1] if can_turn else open_number
    best, points = better(table, move.sides, number, move.favour)
    poor = move.least is not None and points < move.least and table.deck
    return BLIND if poor else best, can_turn


def value(table: Table, side: str, number: int, favour: Favour) -> int:
    """D17: what the card there is worth with this number."""
    card = table.card_on(side)
    return 0 if card is None else worth(lines_of(card), number, favour, table.home)


def better(table: Table, sides: Sequence[str], number: int, favour: Favour) -> tuple[str, int]:
    """D17: the card that is worth more, the left one if they are equal; and its worth."""
    worths = {side: value(table, side, number, favour) for side in sorted(sides)}
    best = max(worths, key=lambda side: worths[side])
    return best, worths[best]


def _turned(numbers: Sequence[int]) -> Sequence[int]:
    """D6: the open card goes under the others."""
    return (*numbers[1:], numbers[0])


def _taken(table: Table, side: str | None) -> Table:
    """D7, D11: the card goes, and a gap is filled from the deck; sooner than at the table, but nothing can tell."""
    if side is None:
        return table
    top, deck = (table.deck[0], table.deck[1:]) if table.deck else (None, ())
    left, right = table.row
    row = {LEFT: (top, right), RIGHT: (left, top), BLIND: table.row}
    return replace(table, row=row[side], deck=deck)


def _run(table: Table, card: Card, number: int, events: list[Event]) -> Table:
    """D8: from line n up to line 1. D9: whoever is over the line takes the first free place at once."""
    spaces, home = list(table.spaces), list(table.home)
    for line in reversed(lines_of(card)[:number]):
        if line.horse in home:
            continue
        spaces[line.horse] += line.spaces
        finished = spaces[line.horse] >= table.options.track
        if finished:
            home.append(line.horse)
        data = {
            "horse": table.horses[line.horse], "spaces": line.spaces,
            "space": None if finished else spaces[line.horse], "place": len(home) if finished else None,
        }  # fmt: skip
        events.append(Event("run", data, "D9" if finished else "D8"))
    return replace(table, spaces=tuple(spaces), home=tuple(home))


def _exchanged(table: Table, choice: Exchange, events: list[Event]) -> Table:
    """D10: the old ticket goes under, a refused open one below it; the next one lies open."""
    horse = choice.horse
    if horse is None:
        return table
    player, stock = table.moving, table.stock[horse]
    gave = player.tickets[horse]
    unseen = int(choice.blind)
    got, *rest = [*stock[unseen:], gave, *stock[:unseen]]
    data = {
        "player": player.seat, "horse": table.horses[horse], "for": BLIND if choice.blind else "open",
        "got": None if choice.blind else got, "refused": stock[0] if choice.blind else None, "opens": rest[0],
    }  # fmt: skip
    events.append(Event("exchange", data, "D10"))
    swap = Swap(player.seat, horse, choice.blind, gave, got, len(table.out))
    table = replace(table, stock=put(table.stock, horse, tuple(rest)), swaps=(*table.swaps, swap))
    return _with_mover(table, replace(player, tickets=put(player.tickets, horse, got)))


def _ended(table: Table, events: list[Event]) -> Step[Table]:
    """D14: the next move, perhaps of the next turn."""
    first, mover = mover_after(table, 1)
    left, turn = table.left - 1, table.turn
    if left == 0:
        left, turn = moves_a_turn(table.options, len(table.players)), turn + 1
    table = replace(table, first=first, mover=mover, left=left, turn=turn, played=None)
    if table.over:
        events.append(Event("end", ending(table), "D13"))
    return Step(table, events)


def ending(table: Table) -> dict[str, object]:
    """D12, D13: where every horse came, and what the tickets pay."""
    final = {table.horses[horse]: table.places[horse] for horse in FIELD}
    return {"final": final, "payouts": payouts(table), "winners": winners(table)}


def _with_mover(table: Table, player: Player) -> Table:
    return replace(table, players=put(table.players, table.mover, player))
