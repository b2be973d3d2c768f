"""The game's own part of an order page: `moves` and `discard`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from gm.games.knizia.cards import Card, card_name, read_card, read_horse, read_play
from gm.games.knizia.rules import MOVE, Move, agenda
from gm.games.knizia.table import BETTING_FENCES, Player, Table
from gm.names import did_you_mean, find, fold
from gm.play import Flaw, Kind, Line, Raw, Refusal, Remark, Seat, Terms, warning

_KEYS = ("when", "bet", "play")
_TERMS = {
    "fence": Kind.NUMBER, "standing": Kind.NAMES, "fallen": Kind.NAMES, "gaps": Kind.NUMBER,
    "empty": Kind.NAMES, "top": Kind.NUMBERS, "free": Kind.NAMES,
}  # fmt: skip


def terms(table: Table, seat: Seat) -> Terms:
    """K13."""
    return Terms(_TERMS, table.horses)


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
    remarks.append(Remark("moves is a list", "write - play: red 7 under it", raw, Flaw.UNREADABLE))
    return []


def _fields(move: Raw, remarks: list[Remark]) -> dict[str, Raw] | None:
    if isinstance(move, str):
        return {"play": move}
    if not isinstance(move, Mapping):
        remarks.append(Remark("this is no move", "write play: red 7", move, Flaw.UNREADABLE))
        return None
    unknown = [key for key in move if find(key, _KEYS) is None]
    for key in unknown:
        hint = did_you_mean(key, _KEYS, "a move has when, bet and play")
        remarks.append(Remark(f"a move has no {key}", hint, key, Flaw.UNKNOWN))
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
        raise Refusal("this player does not sit here")
    if move.card is None:
        if table.can_play(player):
            raise Refusal("you can pass only when you can play no card", "add play: and a card")
    elif move.card not in player.hand:
        raise Refusal(f"{card_name(move.card, table.horses)} is not in your hand", about=say["play"])
    elif move.on not in table.standing:
        raise Refusal(f"{table.horses[move.on]} has fallen", about=say["play"])
    return move


def review(table: Table, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """K14, and what is odd about the order as a whole."""
    player = table.player(seat)
    if not found or player is None:
        return []
    if not agenda(table, seat, turn):
        return [Remark(f"you do not move on turn {turn}", "send press without moves", found[0].say["play"])]
    readable = [line for line in found if not _flaws(partial(_parse, line.say, table.horses))]
    moves = [(line, _parse(line.say, table.horses)) for line in readable]
    remarks: list[Remark] = []
    if turn == table.turn:
        for line, move in moves:
            remarks += _not_held(table, player, line, move)
        remarks += _odd(table, player, moves)
    if all(line.when is not None for line in found):
        message = "if none of these moves is possible, the tool moves for you"
        remarks.append(warning(message, "end the list with a move without a condition", found[-1].say["play"]))
    return remarks


def _not_held(table: Table, player: Player, line: Line, move: Move) -> list[Remark]:
    cards = [] if move.card is None else [(move.card, line.say["play"])]
    cards += [(card, line.say["discard"]) for card in move.discard or ()]
    return [
        Remark(f"{card_name(card, table.horses)} is not in your hand", _hand(table, player), about)
        for card, about in cards
        if card not in player.hand
    ]


def _odd(table: Table, player: Player, moves: Sequence[tuple[Line, Move]]) -> list[Remark]:
    remarks: list[Remark] = []
    for line, move in moves:
        if move.card is None and table.can_play(player):
            remarks.append(
                warning("a move without a card is a pass, and you can play a card", "add play:", line.say["bet"])
            )
        elif move.card is not None and move.on not in table.standing:
            remarks.append(warning(f"{table.horses[move.on]} has fallen", "choose another card", line.say["play"]))
        if move.bets and table.fence > BETTING_FENCES:
            remarks.append(warning("there is no betting at fence 5", "leave the bet out", line.say["bet"]))
        elif move.bets and not player.counters:
            remarks.append(warning("you have no counter left to bet with", "leave the bet out", line.say["bet"]))
    return remarks


def _hand(table: Table, player: Player) -> str:
    return "you hold " + (", ".join(card_name(card, table.horses) for card in player.hand) or "no cards")
