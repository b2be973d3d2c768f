"""The game's own part of an order page: `moves` and `discard`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from gm.core.names import fold
from gm.core.play import Decision, Fact, Facts, Flaw, Json, Kind, Line, NotNow, Raw, Refusal, Remark, Seat, remarked
from gm.core.sections import WHEN, Read, Shape, fields_of
from gm.core.words import sentence, unpack
from gm.games.knizia import validity
from gm.games.knizia.cards import BLACK, Card, card_name, read_card, read_horse, read_play, row_of
from gm.games.knizia.rules import Move
from gm.games.knizia.table import BETTING_FENCES, MOVE, Player, Table, agenda

MOVES = Shape(
    ("bet", "play"),
    lambda key: sentence("a move has no {key}", key=key),
    sentence("a move has when, bet and play"),
    sentence("this is no move"),
    sentence("write play: red 7"),
    silent="",  # a move without a card is a pass (K10)
    add="",
)


def facts(table: Table, seat: Seat) -> Facts:
    """K13: what a condition reads when the move comes."""
    player = table.player(seat)

    def names(rows: Iterable[int]) -> frozenset[str]:
        return frozenset(table.horses[row] for row in rows)

    def free() -> frozenset[str]:
        return names(row for row in table.standing if player and table.can_bet(player, row))

    known = {
        "fence": Fact(Kind.NUMBER, sentence("the number of the fence:"), lambda: table.fence),
        "standing": Fact(Kind.NAMES, sentence("still standing:"), lambda: names(table.standing)),
        "fallen": Fact(Kind.NAMES, sentence("has fallen:"), lambda: names(fall.row for fall in table.fallen)),
        "gaps": Fact(Kind.NUMBER, sentence("how many horses have no card at this fence:"), lambda: len(table.gaps)),
        "empty": Fact(Kind.NAMES, sentence("has no card at this fence:"), lambda: names(table.gaps)),
        "top": Fact(Kind.NUMBERS, sentence("the top card at this fence of"), lambda: table.tops),
        "free": Fact(Kind.NAMES, sentence("I can bet on:"), free),
    }
    return Facts(known, table.horses)


def lines(table: Table, part: Mapping[str, Raw]) -> Read:
    """One line for each move, each with the page's discards."""
    found: list[Line] = []
    discard = part.get("discard", "")
    remarks = _flaws(partial(_discards, discard, table.horses))
    for move in _moves(part.get("moves"), remarks):
        fields, wrong = fields_of(move, MOVES)
        remarks += wrong
        if wrong or _left_blank(fields):
            continue
        say = {"bet": fields.get("bet", ""), "play": fields.get("play", ""), "discard": discard}
        for name in _names(say["bet"]):
            remarks += _flaws(partial(read_horse, name, table.horses))
        if _written(say["play"]):
            remarks += _flaws(partial(read_play, say["play"], table.horses))
        when = fields.get(WHEN)
        found.append(Line(MOVE, say, when if when is not None and _written(when) else None))
    return found, remarks


def _moves(raw: Raw, remarks: list[Remark]) -> list[Raw]:
    if raw is None or not _written(raw):
        return []
    if isinstance(raw, list):
        return raw
    if isinstance(raw, Mapping):
        return [raw]
    hint = sentence("write - play: red 7 under it")
    remarks.append(Remark(sentence("moves is a list"), hint, raw, Flaw.UNREADABLE))
    return []


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


def read(table: Table, decision: Decision, say: Raw) -> Move:
    """K13: a move is possible if the card is in the hand and its horse is standing.

    K14: a card that is not in the hand never will be on this turn; what is in the hand of a later one, nobody knows.
    """
    move, player = _parse(say, table.horses), table.player(decision.seat)
    if player is None:
        raise Refusal(sentence("this player does not sit here"))
    if move.card is None:
        if table.can_play(player):
            raise NotNow(sentence("you can pass only when you can play no card"), sentence("add play: and a card"))
    elif move.card not in player.hand:
        missing = unpack(validity.missing(card_name(move.card, table.horses)))
        raise (Refusal if decision.turn == table.turn else NotNow)(missing, _held(table, player), say["play"])
    elif move.on not in table.standing:
        raise NotNow(sentence("{horse} has fallen", horse=table.horses[move.on]), about=say["play"])
    return move


def _held(table: Table, player: Player) -> str:
    cards = [card_name(card, table.horses) for card in player.hand]
    return unpack(validity.held(cards))


def legal(table: Table, decision: Decision) -> list[str]:
    """K7: the cards that can be played, a black one on any horse that stands."""
    player = table.player(decision.seat)
    cards = [card for card in player.hand if table.playable(card)] if player else []
    return [
        f"{card_name(card, table.horses)} on {table.horses[row]}"
        if row_of(card) == BLACK
        else card_name(card, table.horses)
        for card in cards
        for row in (table.standing if row_of(card) == BLACK else (row_of(card),))
    ]


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
