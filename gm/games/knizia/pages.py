"""The game's own part of an order page: `moves` and `discard`."""

from collections.abc import Mapping, Sequence

from gm.core.names import find, fold
from gm.core.play import Decision, Flaw, Json, Line, NotNow, Raw, Refusal, Remark, Seat
from gm.core.sections import Read, Shape, attempt, is_written, named, records, reviewed
from gm.core.words import sentence, unpack
from gm.games.knizia import validity
from gm.games.knizia.cards import BLACK, LOWEST, NO_ROW, Card, card_name, read_card, read_play, row_of
from gm.games.knizia.facts import facts as known
from gm.games.knizia.rules import Move
from gm.games.knizia.table import BETTING_FENCES, MOVE, Table, agenda
from gm.games.knizia.wagers import read_wager, rows_of

MOVES = Shape(
    ("bet", "play"),
    lambda key: sentence("a move has no {key}", key=key),
    sentence("a move has when, bet and play"),
    sentence("this is no move"),
    sentence("write play: red 7"),
)


def lines(table: Table, part: Mapping[str, Raw]) -> Read:
    """One line for each move, each with the page's discards."""
    moves, discard = part.get("moves"), part.get("discard", "")
    hint = sentence("write - play: red 7 under it")
    no_list = Remark(sentence("moves is a list"), hint, moves, Flaw.UNREADABLE)
    found, remarks = records(MOVE, moves, MOVES, no_list, lambda move: _flaws(move, table))
    discards = [line._replace(say=line.say | {"discard": discard}) for line in found]
    return discards, [*attempt(_discards, discard, table.horses)[1], *remarks]


def _flaws(move: Json, table: Table) -> list[Remark]:
    """K14: everything in it that nobody knows."""
    facts = known(table)
    bets = [flaw for raw in named(move["bet"]) for flaw in read_wager(raw, table.horses, facts)[1]]
    play = attempt(read_play, move["play"], table.horses)[1] if is_written(move["play"]) else []
    return [*bets, *play]


def _parse(say: Mapping[str, Raw], table: Table, seat: Seat = "") -> Move:
    """What a move says (K14: unknown horses, and `on`); its bets are those whose conditions hold now (K19)."""
    bets, discard = rows_of(named(say["bet"]), table, seat), _discards(say["discard"], table.horses)
    if not is_written(say["play"]):
        return Move(None, bets=bets, discard=discard)
    card, on = read_play(say["play"], table.horses)
    return Move(card, on, bets, discard)


def _discards(raw: Raw, horses: Sequence[str]) -> tuple[Card, ...] | None:
    """K13: all (the default), none, or a list of cards."""
    if isinstance(raw, str) and fold(raw) in ("", "all"):
        return None
    return tuple(read_card(card, horses) for card in named(raw))


def read(table: Table, decision: Decision, say: Raw) -> Move:
    """K13: a move is possible if the card is in the hand and its horse is standing.

    K14: a card that is not in the hand never will be on this turn; what is in the hand of a later one, nobody knows.
    """
    move, player = _parse(say, table, decision.seat), table.player(decision.seat)
    if player is None:
        raise Refusal(sentence("this player does not sit here"))
    if move.card is None:
        if table.can_play(player):
            raise NotNow(sentence("you can pass only when you can play no card"), sentence("add play: and a card"))
    elif move.card not in player.hand:
        missing = unpack(validity.missing(card_name(move.card, table.horses)))
        raise (Refusal if decision.turn == table.turn else NotNow)(missing, unpack(validity.look()), say["play"])
    elif move.on == NO_ROW:
        return move._replace(on=_lowest(table, say["play"]))
    elif move.on not in table.standing:
        raise NotNow(sentence("{horse} has fallen", horse=table.horses[move.on]), about=say["play"])
    return move


def _lowest(table: Table, about: Raw) -> int:
    """K18: without such a horse the move is not possible."""
    row = table.lowest()
    if row is None:
        raise NotNow(sentence("no horse has a card at this fence yet"), about=about)
    return row


def legal(table: Table, decision: Decision) -> list[str]:
    """K7: the cards that can be played, a black one on any horse that stands."""
    player = table.player(decision.seat)
    return [
        f"{card_name(card, table.horses)} on {table.horses[row]}"
        if row_of(card) == BLACK
        else card_name(card, table.horses)
        for card in (table.choice(player) if player else ())
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
        "hand": table.cards(player.hand) if player else [],
        "can_play": player is not None and table.can_play(player),
        "fallen": table.names(fall.row for fall in table.fallen),
        "betting": table.fence <= BETTING_FENCES,
        "counters": player.counters if player else 0,
        "first": turn == table.turn and table.moving.seat == seat,
        "tops": bool(table.tops) or find(LOWEST, table.horses) is not None,
    }


def review(table: Table, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """K14, and what is odd about the order as a whole."""
    moves = [_plain(table, line, at) for at, line in enumerate(found)]
    return reviewed(validity.review(position(table, seat, turn), moves), found)


def _plain(table: Table, line: Line, at: int) -> Json:
    move = attempt(_parse, line.say, table)[0]
    said = move or Move(None)
    return {
        "card": None if said.card is None else card_name(said.card, table.horses),
        "on": LOWEST if said.on == NO_ROW else table.horses[said.on],
        "bets": bool(named(line.say["bet"])),
        "discard": None if said.discard is None else table.cards(said.discard),
        "when": line.when is not None,
        "read": move is not None,
        "at": at,
    }
