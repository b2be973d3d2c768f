"""The game's own part of an order page: `moves`, `exchange`, and `standing` with the same two lists."""

from collections.abc import Mapping, Sequence

from gm.core.names import did_you_mean, fold
from gm.core.play import Decision, Flaw, Json, Key, Line, NotNow, Raw, Refusal, Remark, Seat, remarked
from gm.core.sections import Read, Shape, attempt, by_key, is_blank, is_written, listed, one_of, records, reviewed
from gm.core.validity import signed
from gm.core.when import read_comparison
from gm.core.words import sentence
from gm.games.henn import validity
from gm.games.henn.cards import DECK, lines_of
from gm.games.henn.rules import Exchange, Move, better
from gm.games.henn.table import BLIND, EXCHANGE, FIELD, LEFT, MOVES, RIGHT, STANDING, Player, Table, agenda

A_MOVE = Shape(
    ("number", "favour", "least", "card"),
    lambda key: sentence("a move has no {key}", key=key),
    sentence("a move has when, card, number, favour and least"),
    sentence("this is no move"),
    sentence("write card: left, or favour: red"),
    silent="",
    add="",
)
AN_EXCHANGE = Shape(
    ("swap", "for", "least"),
    lambda key: sentence("an exchange has no {key}", key=key),
    sentence("an exchange has when, swap, for and least"),
    sentence("this is no exchange"),
    sentence("write {example}", example="{swap: red, for: open}"),
    silent="",
    add="",
)
_CARDS = sentence("write left, right, blind, or the number of a card from 1 to 63")
_STANDING = sentence("standing has moves and exchange")


def lines(table: Table, part: Mapping[str, Raw]) -> Read:
    """D15: a line for each move and each exchange, those of a standing order under keys of their own."""
    own = [_list(table, name, name, part.get(name)) for name in STANDING]

    def stays(key: Raw, value: Raw) -> Read:
        kind = one_of(key, list(STANDING), sentence("a standing order has no {key}", key=key), _STANDING)
        return _list(table, STANDING[kind], kind, value)

    found, remarks = by_key(part.get("standing"), _STANDING, stays)
    return [*own[0][0], *own[1][0], *found], [*own[0][1], *own[1][1], *remarks]


def _list(table: Table, key: Key, kind: str, raw: Raw) -> Read:
    """One alone needs no dash; an exchange may be a word alone (D18)."""
    shape = A_MOVE if kind == MOVES else AN_EXCHANGE
    items = [] if is_blank(raw) else raw if isinstance(raw, list) else [raw]
    no_list = Remark(shape.none, shape.write, raw, Flaw.UNREADABLE)
    return records(
        key,
        [each if kind == MOVES else _in_full(each) for each in items],
        shape,
        no_list,
        lambda say: understood(kind, say, table)[1],
    )


def _in_full(raw: Raw) -> Raw:
    """D18: `better` is {swap: any, for: better}, and none keeps everything."""
    if not isinstance(raw, str) or is_blank(raw):
        return raw
    return {"swap": raw} if fold(raw) == "none" else {"swap": "any", "for": raw}


def understood(kind: str, say: Mapping[str, Raw], table: Table) -> tuple[Json, list[Remark]]:
    """A line as rules of validity have it, words and names properly spelt; and what is wrong with it."""
    row, remarks = (_move if kind == MOVES else _exchange)(say, table.horses)
    if remarks:
        return row, remarks
    bad = (validity.bad_move if kind == MOVES else validity.bad_exchange)(row)
    return row, [remarked(each, say if each["about"] == row["at"] else say[each["about"][1]]) for each in bad]


def _move(say: Mapping[str, Raw], horses: Sequence[str]) -> tuple[Json, list[Remark]]:
    cards = [attempt(_card, card) for card in listed(say["card"])]
    number, odd = attempt(_number, say["number"])
    favour, unknown = attempt(_favour, say["favour"], horses)
    row: Json = {
        "key": MOVES, "at": 0, "when": False, "card": [card for card, _ in cards if card], "number": number or "",
        "favour": favour or {}, "least": say["least"] if is_written(say["least"]) else "",
    }  # fmt: skip
    return row, [*(remark for _, wrong in cards for remark in wrong), *odd, *unknown]


def _exchange(say: Mapping[str, Raw], horses: Sequence[str]) -> tuple[Json, list[Remark]]:
    swap, unknown = attempt(_swap, say["swap"], horses)
    wanted = say["for"]
    row: Json = {
        "key": EXCHANGE, "at": 0, "when": False, "swap": swap or [],
        "for": fold(wanted) if isinstance(wanted, str) else wanted,
        "least": say["least"] if is_written(say["least"]) else "",
    }  # fmt: skip
    return row, unknown


def _card(raw: Raw) -> str:
    """D16."""
    text = fold(raw) if isinstance(raw, str) else ""
    number = signed(text)
    if text in (LEFT, RIGHT, BLIND):
        return text
    if number and int(number) in DECK:
        return number
    nothing = sentence("{card} is no card", card=text[:30]) if text else sentence("this is no card")
    raise Refusal(nothing, did_you_mean(text, (LEFT, RIGHT, BLIND), _CARDS), raw, Flaw.UNKNOWN)


def _number(raw: Raw) -> str:
    """D6."""
    if is_blank(raw):
        return ""
    hint = sentence("write open or next")
    return one_of(raw, ("open", "next"), sentence("number is open or next, and nothing else"), hint)


def _horse(raw: Raw, horses: Sequence[str]) -> str:
    nobody = sentence("there is no horse called that")
    if isinstance(raw, str):
        nobody = sentence("there is no horse called {name}", name=raw.strip()[:40])
    return one_of(raw, horses, nobody, sentence("the horses are {horses}", horses=list(horses)))


def _favour(raw: Raw, horses: Sequence[str]) -> Json:
    """D17: weights by name; a name alone weighs 1."""
    if isinstance(raw, (list, Mapping)) and not raw:
        raise Refusal(sentence("favour names no horse"), sentence("write favour: and a horse"), raw)
    if isinstance(raw, Mapping):
        return {_horse(name, horses): weight for name, weight in raw.items()}
    return {_horse(name, horses): "1" for name in listed(raw)}


def _swap(raw: Raw, horses: Sequence[str]) -> list[str]:
    """D18."""
    if isinstance(raw, str) and fold(raw) in ("any", "none"):
        return [fold(raw)]
    return [_horse(name, horses) for name in listed(raw)]


def read(table: Table, decision: Decision, say: Raw) -> Move | Exchange:
    """D16 to D18: what a line means, if it is possible now; what nobody can read never is."""
    kind, player = decision.key.rpartition(" ")[2], table.player(decision.seat)
    if player is None:
        raise Refusal(sentence("this player does not sit here"))
    row, wrong = understood(kind, say, table)
    for remark in wrong:
        raise Refusal(remark.message, remark.hint, remark.about, remark.flaw)
    return _possible_move(table, player, row) if kind == MOVES else _possible_exchange(table, player, row)


def _possible_move(table: Table, player: Player, row: Json) -> Move:
    cards, number = row["card"], row["number"]
    if not player.numbers:
        raise NotNow(sentence("you have no number card left"))
    named = [int(card) if card.isdigit() else card for card in cards or (LEFT, RIGHT)]
    sides = tuple(side for side in map(table.side, named) if side)
    if not sides:
        raise NotNow(sentence("there is no such card now"))
    favour = {table.horses.index(name): int(signed(weight)) for name, weight in row["favour"].items()}
    if not favour or (cards == [BLIND] and number):  # D17: there is nothing left to choose
        return Move(sides[:1], turn=number == "next")
    least = int(signed(row["least"])) if row["least"] else None
    if cards == [BLIND] or number == "next":
        return Move(sides, number == "next", favour, least)
    best, points = better(table, sides, player.numbers[0], favour)
    if least is not None and points < least:
        worth = {"worth": points, "least": least}
        raise NotNow(sentence("the better card is worth {worth}, and you want {least} at least", **worth))
    return Move((best,))


def _possible_exchange(table: Table, player: Player, row: Json) -> Exchange:
    if row["swap"] == ["none"]:
        return Exchange(None)
    wished = FIELD if row["swap"] == ["any"] else [table.horses.index(name) for name in row["swap"]]
    free = [horse for horse in wished if horse in table.exchangeable]
    if not free:
        raise NotNow(sentence("nothing that it names can be exchanged after card {card}", card=table.played or 0))
    if row["for"] == "better":
        return Exchange(_better_ticket(table, player, free, int(signed(row["least"])) if row["least"] else 1))
    if row["for"] in ("open", BLIND):
        return Exchange(free[0], row["for"] == BLIND)
    wanted = read_comparison(row["for"])
    fits = [horse for horse in free if wanted and wanted.holds(table.stock[horse][0])]
    if not fits:
        raise NotNow(sentence("no open ticket that may be had is for place {place}", place=str(wanted)))
    return Exchange(fits[0])


def _better_ticket(table: Table, player: Player, free: Sequence[int], least: int) -> int:
    """D18: the greatest gain if the race ended now; of equal ones the first."""
    gains = {
        horse: table.pays(horse, table.stock[horse][0]) - table.pays(horse, player.tickets[horse]) for horse in free
    }
    best = max(gains, key=lambda horse: gains[horse])
    if gains[best] < least:
        raise NotNow(sentence("no open ticket that may be had pays {least} more than yours", least=least))
    return best


def position(table: Table, seat: Seat, turn: int) -> Json:
    """What the rules of validity look at."""
    player = table.player(seat)
    return {
        "turn": turn,
        "moves": bool(agenda(table, seat, turn)),
        "number": player.numbers[0] if player and player.numbers else 0,
        "home": table.names(table.home),
        "deck": len(table.deck),
        "row": {side: _shown(table, side) for side in (LEFT, RIGHT)},
        "out": list(table.out),
    }


def _shown(table: Table, side: str) -> Json | None:
    card = table.card_on(side)
    lines = [] if card is None else [[table.horses[line.horse], line.spaces] for line in lines_of(card)]
    return None if card is None else {"card": card, "lines": lines}


def rows(table: Table, found: Sequence[Line]) -> list[Json]:
    """Lines as rules of validity have them."""
    plain = [understood(line.key.rpartition(" ")[2], line.say, table)[0] for line in found]
    return [
        row | {"key": line.key, "at": at, "when": line.when is not None}
        for at, (line, row) in enumerate(zip(found, plain, strict=True))
    ]


def review(table: Table, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """D20, of the order as a whole."""
    return reviewed(validity.review(position(table, seat, turn), rows(table, found)), found)


CALLED: Mapping[Key, str] = {
    MOVES: sentence("Move"),
    EXCHANGE: sentence("Exchange"),
    STANDING[MOVES]: sentence("Standing order, move"),
    STANDING[EXCHANGE]: sentence("Standing order, exchange"),
}


def called(key: Key) -> str:
    return CALLED[key]
