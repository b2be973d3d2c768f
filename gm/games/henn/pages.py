"""The game's own part of an order page: `moves`, `exchange`, and `standing` with the same two lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.core.colours import coloured, in_colours
from gm.core.dice import Dice
from gm.core.names import did_you_mean, fold
from gm.core.play import Book, Decision, Flaw, Json, Key, Line, NotNow, Raw, Refusal, Remark, Seat, refuse, remarked
from gm.core.sections import Read, Shape, attempt, by_key, is_blank, listed, one_of, read_horse, records, reviewed, spot
from gm.core.turn import answer
from gm.core.validity import signed
from gm.core.when import read_comparison
from gm.core.words import sentence, unpack
from gm.games.henn import validity
from gm.games.henn.cards import DECK, lines_of
from gm.games.henn.rules import Exchange, Move
from gm.games.henn.table import BLIND, EXCHANGE, FIELD, LEFT, MOVES, RIGHT, STANDING, Player, Table, agenda, asked

_A_MOVE = Shape(
    ("number", "favour", "least", "card"),
    lambda key: sentence("a move has no {key}", key=key),
    sentence("a move has when, card, number, favour and least"),
    sentence("this is no move"),
    sentence("write card: left, or favour: red"),
    *("", ""),
)
_AN_EXCHANGE = Shape(
    ("swap", "for", "least"),
    lambda key: sentence("an exchange has no {key}", key=key),
    sentence("an exchange has when, swap, for and least"),
    sentence("this is no exchange"),
    sentence("write {example}", example="{swap: red, for: open}"),
    *("", ""),
)
_CARDS = sentence("write left, right, blind, or the number of a card from 1 to 63")
_STANDING = sentence("standing has moves and exchange")


def lines(table: Table, part: Mapping[str, Raw]) -> Read:
    """D15: a line for each move and each exchange, those of a standing order under keys of their own."""

    def stays(key: Raw, value: Raw) -> Read:
        kind = one_of(key, list(STANDING), sentence("a standing order has no {key}", key=key), _STANDING)
        return _list(table, STANDING[kind], kind, value)

    own = [_list(table, name, name, part.get(name)) for name in STANDING]
    read = [*own, by_key(part.get("standing"), _STANDING, stays)]
    return [line for found, _ in read for line in found], [remark for _, wrong in read for remark in wrong]


def _list(table: Table, key: Key, kind: str, raw: Raw) -> Read:
    """One alone needs no dash; an exchange may be a word alone."""
    items = [] if is_blank(raw) else raw if isinstance(raw, list) else [raw]
    full = items if kind == MOVES else [_in_full(each) for each in items]
    shape = _A_MOVE if kind == MOVES else _AN_EXCHANGE
    no_list = Remark(shape.none, shape.write, raw, Flaw.UNREADABLE)
    return records(key, full, shape, no_list, lambda say: understood(kind, say, table.horses)[1])


def _in_full(raw: Raw) -> Raw:
    """D18: `better` is {swap: any, for: better}, and none keeps everything."""
    if not isinstance(raw, str) or is_blank(raw):
        return raw
    return {"swap": raw} if fold(raw) == "none" else {"swap": "any", "for": raw}


def understood(kind: str, say: Mapping[str, Raw], horses: Sequence[str]) -> tuple[Json, list[Remark]]:
    """A line as rules of validity have it, words and names properly spelt where they are known; and what is wrong."""
    row: Json = {"key": kind, "at": 0, "when": False, "least": "" if is_blank(say["least"]) else say["least"]}
    row |= {"card": [], "number": "", "favour": {}, "swap": [], "for": ""}
    remarks: list[Remark] = []
    for name, reading in _READ[kind].items():
        row[name], wrong = reading(say[name], horses)
        remarks += wrong
    bad = (validity.bad_move if kind == MOVES else validity.bad_exchange)(row)
    return row, remarks + [remarked(each, spot(say) if each["about"] == 0 else say[each["about"][1]]) for each in bad]


def _each(read: Callable[..., str], raws: Iterable[Raw], *more: Any) -> tuple[list[str], list[Remark]]:
    """All of them, an unknown one as it is written; and what is wrong."""
    tried = [(raw, *attempt(read, raw, *more)) for raw in raws]
    names = [str(raw) if name is None else name for raw, name, _ in tried]
    return names, [each for *_, wrong in tried for each in wrong]


def _cards(raw: Raw, horses: Sequence[str]) -> tuple[list[str], list[Remark]]:
    return _each(_card, listed(raw))


def _card(raw: Raw) -> str:
    """D16."""
    text = fold(raw) if isinstance(raw, str) else ""
    if text in (LEFT, RIGHT, BLIND):
        return text
    if (number := signed(text)) and int(number) in DECK:
        return number
    nothing = sentence("{card} is no card", card=text[:30]) if text else sentence("this is no card")
    raise Refusal(nothing, did_you_mean(text, (LEFT, RIGHT, BLIND), _CARDS), raw, Flaw.UNKNOWN)


def _number(raw: Raw, horses: Sequence[str]) -> tuple[str, list[Remark]]:
    """D6."""
    word = raw.strip()[:30] if isinstance(raw, str) else "…"
    other, hint = sentence("a number is open or next, and not {word}", word=word), sentence("write open or next")
    found, wrong = ("", []) if is_blank(raw) else attempt(one_of, raw, ("open", "next"), other, hint)
    return found or "", wrong


def _horse(raw: Raw, horses: Sequence[str]) -> str:
    return horses[read_horse(raw, horses)]


def _favour(raw: Raw, horses: Sequence[str]) -> tuple[Json, list[Remark]]:
    """D17: weights by name; a name alone weighs 1."""
    if isinstance(raw, (list, Mapping)) and not raw:
        return {}, [Remark(sentence("favour names no horse"), sentence("write favour: and a horse"), raw)]
    names, wrong = _each(_horse, raw if isinstance(raw, Mapping) else listed(raw), horses)
    weights = raw.values() if isinstance(raw, Mapping) else ["1"] * len(names)
    return dict(zip(map(str, names), weights, strict=True)), wrong


def _swap(raw: Raw, horses: Sequence[str]) -> tuple[list[str], list[Remark]]:
    """D18."""
    alone = isinstance(raw, str) and fold(raw) in ("any", "none")
    return ([fold(raw)], []) if alone else _each(_horse, listed(raw), horses)


def _wanted(raw: Raw, horses: Sequence[str]) -> tuple[Raw, list[Remark]]:
    return fold(raw) if isinstance(raw, str) else raw, []


_READ: Mapping[str, Mapping[str, Callable[[Raw, Sequence[str]], tuple[Any, list[Remark]]]]] = {
    MOVES: {"card": _cards, "number": _number, "favour": _favour},
    EXCHANGE: {"swap": _swap, "for": _wanted},
}


def read(table: Table, decision: Decision, say: Raw) -> Move | Exchange:
    """D16 to D18: what a line means, if it is possible now; what nobody can read never is."""
    kind, player = decision.key.rpartition(" ")[2], table.player(decision.seat)
    row, wrong = understood(kind, say, table.horses)
    refuse(wrong)
    if player is None or not (player.numbers or kind == EXCHANGE):
        raise NotNow(sentence("there is no number card to play"))
    return _possible_move(table, player, row) if kind == MOVES else _possible_exchange(table, player, row)


def _possible_move(table: Table, player: Player, row: Json) -> Move:
    cards, number = row["card"], row["number"]
    sides = tuple(side for side in map(table.side, cards or (LEFT, RIGHT)) if side)
    if not sides:
        raise NotNow(sentence("there is no such card now"))
    favour = {table.horses.index(name): int(signed(weight)) for name, weight in row["favour"].items()}
    if not favour or (cards == [BLIND] and number):  # D17: there is nothing left to choose
        return Move(sides[:1], turn=number == "next")
    least = int(signed(row["least"])) if row["least"] else None
    if cards == [BLIND] or number == "next":
        return Move(sides, number == "next", favour, least)
    side, most = validity.best(table.lines(sides), player.numbers[0], favour, table.home)
    if least is not None and most < least:
        wants = {"worth": most, "least": least}
        raise NotNow(sentence("the better card is worth {worth}, and you want {least} at least", **wants))
    return Move((side,))


def _possible_exchange(table: Table, player: Player, row: Json) -> Exchange:
    if row["swap"] == ["none"]:
        return Exchange(None)
    wished = FIELD if row["swap"] == ["any"] else [table.horses.index(name) for name in row["swap"]]
    free = [horse for horse in wished if horse in table.exchangeable]
    if not free:
        raise NotNow(sentence("nothing that it names can be exchanged after card {card}", card=table.played or 0))
    if row["for"] == "better":
        return Exchange(_better_ticket(table, player, free, int(signed(row["least"] or "1"))))
    wanted = read_comparison(row["for"])
    fits = [horse for horse in free if wanted is None or wanted.holds(table.stock[horse][0])]
    if not fits:
        raise NotNow(sentence("no open ticket that may be had is for place {place}", place=str(wanted)))
    return Exchange(fits[0], row["for"] == BLIND)


def _better_ticket(table: Table, player: Player, free: Sequence[int], least: int) -> int:
    """D18: the greatest gain if the race ended now; of equal ones the first."""
    tickets = {horse: (table.stock[horse][0], player.tickets[horse]) for horse in free}
    pay = {horse: [table.pays(table.places, horse, each) for each in tickets[horse]] for horse in free}
    gains = {horse: there - mine for horse, (there, mine) in pay.items()}
    best = max(gains, key=lambda horse: gains[horse])
    if gains[best] < least:
        raise NotNow(sentence("no open ticket that may be had pays {least} more than yours", least=least))
    return best


def position(table: Table, seat: Seat, turn: int) -> Json:
    """What the rules of validity look at."""
    player = table.player(seat)
    numbers = player.numbers if player else ()
    row: Json = {BLIND: {"card": None, "lines": []}} if table.deck else {}
    for side in (LEFT, RIGHT):
        if (card := table.card_on(side)) is not None:
            row[side] = {"card": card, "lines": [[table.horses[horse], far] for horse, far in lines_of(card)]}
    seen = {"row": row, "home": table.names(table.home), "out": _gone(table), "number": max(numbers[:1], default=0)}
    return seen | {"turn": turn, "moves": bool(agenda(table, seat, turn))}


def _gone(table: Table) -> list[int]:
    """Cards that nobody will see again; of a case page without a deck nothing is known."""
    there = {*table.deck, *table.row}
    return [card for card in DECK if card not in there] if table.deck else []


def rows(table: Table, found: Sequence[Line]) -> list[Json]:
    """Lines as rules of validity have them."""
    plain = [understood(line.key.rpartition(" ")[2], line.say, table.horses)[0] for line in found]
    own = ({"key": line.key, "at": at, "when": line.when is not None} for at, line in enumerate(found))
    return [row | here for row, here in zip(plain, own, strict=True)]


def review(table: Table, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """D20, of the order as a whole; of lines that cannot be read enough is said."""
    return reviewed(validity.review(position(table, seat, turn), rows(table, found)), found)


def foresee(table: Table, seat: Seat, found: Sequence[Line]) -> list[str]:
    """What each move would do as the table lies, and what would be exchanged after it."""
    at = position(table, seat, table.turn)
    told = [in_colours(unpack(validity.outlook(at, row))) for row in rows(table, found) if row["key"] == MOVES]
    moves = [sentence("move {n}: {outlook}", n=number, outlook=each) for number, each in enumerate(told, start=1)]
    book = {key: [line for line in found if line.key == key] for key in (*STANDING, *STANDING.values())}
    return [*moves, _foreseen(table, seat, book)] if moves else []


def _foreseen(table: Table, seat: Seat, book: Book) -> str:
    """Only from what lies open: what comes unseen stays so."""
    from gm.games.henn import GAME

    move, exchange = asked(seat, table.turn)
    mover = table.seats.index(seat)
    now = replace(table, mover=mover)
    made = answer(GAME, now, move, book).choice
    if made.favour or made.turn or made.sides[:1] in ((), (BLIND,)):
        return sentence("what you exchange depends on what is turned over then")
    after = GAME.resolve(now, {move: made}, Dice("")).state
    swap = answer(GAME, after, exchange, book).choice if after.played else Exchange(None)
    if swap.horse is None:
        return sentence("as the table lies, you would exchange nothing after that")
    values = {"horse": coloured(table.horses[swap.horse]), "gave": table.players[mover].tickets[swap.horse]}
    if swap.blind:
        return sentence("as the table lies, your ticket {horse} {gave} would go for an unseen one after that", **values)
    values["got"] = table.stock[swap.horse][0]
    return sentence("as the table lies, your ticket {horse} {gave} would go for the open {got} after that", **values)


def called(key: Key) -> str:
    own, stands = {MOVES: sentence("Move"), EXCHANGE: sentence("Exchange")}, sentence("Standing order")
    return own.get(key) or sentence("{order}, {what}", order=stands, what=own[key.rpartition(" ")[2]])
