"""The game's own part of an order page: `moves` and `discard`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Json, Kind, Line, Raw, Refusal, Remark, Seat, Terms, remarked
from gm.core.words import sentence, unpack
from gm.games.knizia import validity
from gm.games.knizia.cards import Card, card_name, read_card, read_horse, read_play
from gm.games.knizia.rules import MOVE, Move, agenda
from gm.games.knizia.table import BETTING_FENCES, Table

_KEYS = ("when", "bet", "play")
TERMS = {
    "fence": Kind.NUMBER, "standing": Kind.NAMES, "fallen": Kind.NAMES, "gaps": Kind.NUMBER,
    "empty": Kind.NAMES, "top": Kind.NUMBERS, "free": Kind.NAMES,
}  # fmt: skip


def terms(table: Table, seat: Seat) -> Terms:
    """K13."""
    return Terms(TERMS, table.horses)


def lines(table: Table, part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
    """One line for each move, each with the page's discards."""
    found: list[Line] = []
    discard = part.get("discard", "")
    remarks = _flaws(partial(_discards, discard, table.horses))
    for move in _moves(part.get("moves"), remarks):
        fields = _fields(move, remarks)
        if fields is None or _left_blank(fields):
            continue
        say = {"bet": fields.get("bet", ""), "play": fields.get("play", ""), "discard": discard}
        for name in _names(say["bet"]):
            remarks += _flaws(partial(read_horse, name, table.horses))
        if _written(say["play"]):
            remarks += _flaws(partial(read_play, say["play"], table.horses))
        when = fields.get("when")
        found.append(Line(MOVE, say, when if when is not None and _written(when) else None))
    return found, remarks


def _moves(raw: Raw, remarks: list[Remark]) -> list[Raw]:
    if raw is None or not _written(raw):
        return []
    if isinstance(raw, list):
        return raw
    if isinstance(raw, Mapping):
        return [raw]
    remarks.append(Remark(sentence("moves is a list"), sentence("write - play: red 7 under it"), raw, Flaw.UNREADABLE))
    return []


def _fields(move: Raw, remarks: list[Remark]) -> dict[str, Raw] | None:
    if isinstance(move, str):
        return {"play": move}
    if not isinstance(move, Mapping):
        remarks.append(Remark(sentence("this is no move"), sentence("write play: red 7"), move, Flaw.UNREADABLE))
        return None
    unknown = [key for key in move if find(key, _KEYS) is None]
    for key in unknown:
        hint = did_you_mean(key, _KEYS, sentence("a move has when, bet and play"))
        remarks.append(Remark(sentence("a move has no {key}", key=key), hint, key, Flaw.UNKNOWN))
    return None if unknown else {fold(key): value for key, value in move.items()}


def _left_blank(fields: Mapping[str, Raw]) -> bool:
    """A pre-filled move that nobody filled in; a move that leaves `play` out altogether is a pass."""
    return "play" in fields and not any(_written(fields.get(key)) for key in ("bet", "play"))


def _written(value: Raw) -> bool:
    return bool(value.strip()) if isinstance(value, str) else bool(value)


def _flaws(read: Callable[[], object]) -> list[Remark]:
    try:
        read()
    except Refusal as refusal:
        return [refusal.remark]
    return []


def _parse(say: Mapping[str, Raw], horses: Sequence[str]) -> Move:
    """What a move says, in whatever position (K14: unknown horses, and `on`)."""
    bets = tuple(read_horse(name, horses) for name in _names(say["bet"]))
    discard = _discards(say["discard"], horses)
    if not _written(say["play"]):
        return Move(None, bets=bets, discard=discard)
    card, on = read_play(say["play"], horses)
    return Move(card, on, bets, discard)


def _names(raw: Raw) -> list[Raw]:
    if not _written(raw) or (isinstance(raw, str) and fold(raw) == "none"):
        return []
    return raw if isinstance(raw, list) else [raw]


def _discards(raw: Raw, horses: Sequence[str]) -> tuple[Card, ...] | None:
    """K13: all (the default), none, or a list of cards."""
    if isinstance(raw, str) and fold(raw) in ("", "all"):
        return None
    return tuple(read_card(card, horses) for card in _names(raw))


def read(table: Table, seat: Seat, say: Raw) -> Move:
    """K13: a move is possible if the card is in the hand and its horse is standing."""
    move, player = _parse(say, table.horses), table.player(seat)
    if player is None:
        raise Refusal(sentence("this player does not sit here"))
    if move.card is None:
        if table.can_play(player):
            raise Refusal(sentence("you can pass only when you can play no card"), sentence("add play: and a card"))
    elif move.card not in player.hand:
        raise Refusal(unpack(validity.missing(card_name(move.card, table.horses))), about=say["play"])
    elif move.on not in table.standing:
        raise Refusal(sentence("{horse} has fallen", horse=table.horses[move.on]), about=say["play"])
    return move


def position(table: Table, seat: Seat, turn: int) -> Json:
    """What the rules of validity look at."""
    player = table.player(seat)
    return {
        "seated": player is not None,
        "turn": turn,
        "open": turn == table.turn,
        "moves": bool(agenda(table, seat, turn)),
        "hand": [card_name(card, table.horses) for card in player.hand] if player else [],
        "can_play": player is not None and table.can_play(player),
        "fallen": [table.horses[fall.row] for fall in table.fallen],
        "betting": table.fence <= BETTING_FENCES,
        "counters": player.counters if player else 0,
    }


def review(table: Table, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """K14, and what is odd about the order as a whole."""
    moves = [_plain(table, line, at) for at, line in enumerate(found)]
    said = validity.review(position(table, seat, turn), moves)
    return [remarked(each, found[each["about"][0]].say[each["about"][1]]) for each in said]


def _plain(table: Table, line: Line, at: int) -> Json:
    readable = not _flaws(partial(_parse, line.say, table.horses))
    move = _parse(line.say, table.horses) if readable else Move(None)
    return {
        "card": None if move.card is None else card_name(move.card, table.horses),
        "on": table.horses[move.on],
        "bets": [table.horses[row] for row in move.bets],
        "discard": None if move.discard is None else [card_name(card, table.horses) for card in move.discard],
        "when": line.when is not None,
        "read": readable,
        "at": at,
    }
