"""The game's own part of an order page: `moves`, `exchange`, and `standing` with the same two lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gm.core.colours import coloured, in_colours
from gm.core.dice import Dice
from gm.core.names import did_you_mean, fold
from gm.core.play import Book, Decision, Flaw, Json, Key, Line, NotNow, Raw, Refusal, Remark, Seat, refuse
from gm.core.sections import (
    Gatherer,
    Read,
    Shape,
    by_key,
    is_blank,
    listed,
    one_of,
    read_horse,
    records,
    reviewed,
    together,
)
from gm.core.turn import answer
from gm.core.validity import signed
from gm.core.when import read_comparison
from gm.core.words import sentence, unpack
from gm.games.henn import validity
from gm.games.henn.cards import DECK
from gm.games.henn.rules import Exchange, Move
from gm.games.henn.table import BLIND, EXCHANGE, FIELD, LEFT, MOVES, RIGHT, STANDING, Player, Table, agenda, asked

_A_MOVE = Shape(
    ("number", "favour", "least", "card"),
    lambda key: sentence("a move has no {key}", key=key),
    sentence("a move has when, card, number, favour and least"),
    sentence("this is no move"),
    sentence("write card: left, or favour: red"),
)
_AN_EXCHANGE = Shape(
    ("swap", "for", "least"),
    lambda key: sentence("an exchange has no {key}", key=key),
    sentence("an exchange has when, swap, for and least"),
    sentence("this is no exchange"),
    sentence("write {example}", example="{swap: red, for: open}"),
)
_CARDS = sentence("write left, right, blind, or the number of a card from 1 to 63")
_STANDING = sentence("standing has moves and exchange")


def lines(table: Table, part: Mapping[str, Raw]) -> Read:
    """D15: a line for each move and each exchange, those of a standing order under keys of their own."""

    def stays(key: Raw, value: Raw) -> Read:
        kind = one_of(key, list(STANDING), sentence("a standing order has no {key}", key=key), _STANDING)
        return _list(table, STANDING[kind], kind, value)

    own = (_list(table, name, name, part.get(name)) for name in STANDING)
    return together([*own, by_key(part.get("standing"), _STANDING, stays)])


def _list(table: Table, key: Key, kind: str, raw: Raw) -> Read:
    """One alone needs no dash; an exchange may be a word alone."""
    shape = _A_MOVE if kind == MOVES else _AN_EXCHANGE
    items = [_in_full(each) if kind == EXCHANGE else each for each in listed(raw)]
    no_list = Remark(shape.none, shape.write, raw, Flaw.UNREADABLE)
    return records(key, items, shape, no_list, lambda say: understood(kind, say, table.horses)[1])


def _in_full(raw: Raw) -> Raw:
    """D18: `better` is {swap: any, for: better}, and none keeps everything."""
    if not isinstance(raw, str):
        return raw
    return {"swap": raw} if fold(raw) == "none" else {"swap": "any", "for": raw}


def understood(kind: str, say: Mapping[str, Raw], horses: Sequence[str]) -> tuple[Json, list[Remark]]:
    """A line as rules of validity have it, words and names properly spelt where they are known; and what is wrong."""
    reader = _Fields(horses)
    said = {"least": "" if is_blank(say["least"]) else say["least"], "key": kind, "at": 0, "when": False}
    row = {**validity.BLANK, **(reader.move(say) if kind == MOVES else reader.exchange(say)), **said}
    bad = validity.bad_move(row) if kind == MOVES else validity.bad_exchange(row)
    return row, reader.remarks + reviewed(bad, [Line(kind, say)])


class _Fields(Gatherer):
    """The fields of a line; what is unknown stays as it is written."""

    def __init__(self, horses: Sequence[str]):
        super().__init__()
        self.horses = horses

    def move(self, say: Mapping[str, Raw]) -> Json:
        cards = [self.read(_card, raw, default=str(raw)) for raw in listed(say["card"])]
        return {"card": cards, "number": self._number(say["number"]), "favour": self._favour(say["favour"])}

    def exchange(self, say: Mapping[str, Raw]) -> Json:
        """D18."""
        swap, wanted = (fold(raw) if isinstance(raw, str) else raw for raw in (say["swap"], say["for"]))
        return {"swap": [swap] if swap in ("any", "none") else self._names(listed(say["swap"])), "for": wanted}

    def _number(self, raw: Raw) -> str:
        """D6."""
        word = raw.strip()[:30] if isinstance(raw, str) else "…"
        other, hint = sentence("a number is open or next, and not {word}", word=word), sentence("write open or next")
        return "" if is_blank(raw) else self.read(one_of, raw, ("open", "next"), other, hint, default="")

    def _favour(self, raw: Raw) -> Json:
        """D17: weights by name; a name alone weighs 1."""
        if isinstance(raw, (list, Mapping)) and not raw:
            self.wrong(sentence("favour names no horse"), sentence("write favour: and a horse"), raw)
        if isinstance(raw, Mapping):
            return dict(zip(self._names(raw), raw.values(), strict=True))
        return dict.fromkeys(self._names(listed(raw)), "1")

    def _names(self, raws: Iterable[Raw]) -> list[str]:
        return [self.read(_horse, raw, self.horses, default=str(raw)) for raw in raws]


def _horse(raw: Raw, horses: Sequence[str]) -> str:
    return horses[read_horse(raw, horses)]


def _card(raw: Raw) -> str:
    """D16."""
    text = fold(raw) if isinstance(raw, str) else ""
    if text in (LEFT, RIGHT, BLIND):
        return text
    if (number := signed(text)) and int(number) in DECK:
        return number
    nothing = sentence("{card} is no card", card=text[:30]) if text else sentence("this is no card")
    raise Refusal(nothing, did_you_mean(text, (LEFT, RIGHT, BLIND), _CARDS), raw, Flaw.UNKNOWN)


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

    def gain(horse: int) -> int:
        there, mine = table.stock[horse][0], player.tickets[horse]
        return table.pays(table.places, horse, there) - table.pays(table.places, horse, mine)

    best = max(free, key=gain)
    if gain(best) < least:
        raise NotNow(sentence("no open ticket that may be had pays {least} more than yours", least=least))
    return best


def position(table: Table, seat: Seat, turn: int) -> Json:
    """What the rules of validity look at; of a case page without a deck nobody knows which cards have left the game."""
    player, names, there = table.player(seat), table.horses, {*table.deck, *table.row}
    row: Json = {BLIND: {"card": None, "lines": []}} if table.deck else {}
    for side, lines in table.lines((LEFT, RIGHT)).items():
        row[side] = {"card": table.card_on(side), "lines": [[names[line.horse], line.spaces] for line in lines]}
    return {
        "row": row,
        "home": table.names(table.home),
        "out": [card for card in DECK if card not in there] if table.deck else [],
        "number": max(player.numbers[:1], default=0) if player else 0,
        "turn": turn,
        "moves": bool(agenda(table, seat, turn)),
    }


def rows(table: Table, found: Sequence[Line]) -> list[Json]:
    """Lines as rules of validity have them."""
    return [
        understood(line.key.rpartition(" ")[2], line.say, table.horses)[0]
        | {"key": line.key, "at": at, "when": line.when is not None}
        for at, line in enumerate(found)
    ]


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
    now = replace(table, mover=table.seats.index(seat))
    made = answer(GAME, now, move, book).choice
    if made.favour or made.turn or made.sides[:1] in ((), (BLIND,)):
        return sentence("what you exchange depends on what is turned over then")
    after = GAME.resolve(now, {move: made}, Dice("")).state
    swap = answer(GAME, after, exchange, book).choice if after.played else Exchange(None)
    if swap.horse is None:
        return sentence("as the table lies, you would exchange nothing after that")
    values = {"horse": coloured(table.horses[swap.horse]), "gave": now.moving.tickets[swap.horse]}
    if swap.blind:
        return sentence("as the table lies, your ticket {horse} {gave} would go for an unseen one after that", **values)
    values["got"] = table.stock[swap.horse][0]
    return sentence("as the table lies, your ticket {horse} {gave} would go for the open {got} after that", **values)


def called(key: Key) -> str:
    own, stands = {MOVES: sentence("Move"), EXCHANGE: sentence("Exchange")}, sentence("Standing order")
    return own.get(key) or sentence("{order}, {what}", order=stands, what=own[key.rpartition(" ")[2]])
