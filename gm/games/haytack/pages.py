"""The game's own part of an order page: `orders` and `standing`."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from gm.core.clauses import clauses
from gm.core.names import fold
from gm.core.play import (
    Decision,
    Facts,
    Flaw,
    Json,
    Key,
    Line,
    Raw,
    Refusal,
    Remark,
    Seat,
    refusal,
    remarked,
)
from gm.core.sections import PLAY, Read, alternatives, by_key, is_blank, one_of, reviewed, rows, together
from gm.core.words import sentence, unpack
from gm.games.haytack import validity
from gm.games.haytack.course import PLACES
from gm.games.haytack.facts import facts
from gm.games.haytack.race import Race, agenda
from gm.games.haytack.rules import Bid

_MOST_DIGITS = 99  # of all numbers of an order
_NO_ORDERS = sentence("orders needs a line for each fence, such as 5: 22")
_NUMBER = PLAY._replace(
    write=sentence("write {example}, or just a number", example='{when: {fallers: ">= 2"}, play: 10}'),
    add=sentence("add play: and a number"),
)
_NO_STANDING = sentence("standing needs a line for each kind of fence, such as plain: 8")


def read(race: Race, decision: Decision, say: Raw) -> Bid:
    """H16: a whole number, 0 or more, or `all`."""
    return _known_bid(say) if isinstance(say, str) and len(say) <= validity.MOST_DIGITS else _bid(say)


def _bid(say: Raw) -> Bid:
    for plain in validity.bad_bid(say, None):
        raise refusal(plain, say)
    return Bid(None if fold(say) == "all" else validity.price(say, 0))


_known_bid = lru_cache(4096)(_bid)  # a large field plays few numbers, each of them often


def lines(race: Race, part: Mapping[str, Raw]) -> Read:
    """Every number on the page, each with the fence (or kind of fence) it is for."""
    orders = by_key(part.get("orders"), _NO_ORDERS, _fence)
    found, wrong = together([orders, by_key(part.get("standing"), _NO_STANDING, _kind)])
    bad = [remarked(each, line.say) for line in found for each in validity.bad_bid(line.say, None)]  # whoever ordered
    return found, [*wrong, *bad]


def _fence(key: Raw, value: Raw) -> Read:
    fence = re.fullmatch(r"(?:fence\s*)?0*([0-9]{1,4})", fold(key))
    if not fence:
        raise Refusal(
            sentence("{key} is no fence", key=key), sentence("write the number of a fence"), key, Flaw.UNKNOWN
        )
    if isinstance(value, str):
        return ([] if is_blank(value) else [Line(fence[1], value)]), []  # H20: left out
    found, remarks = alternatives(fence[1], value, _NUMBER)
    implied = validity.last_word(rows(found))  # H18
    return [*found, *(Line(fence[1], line["play"], implied=True) for line in implied)], remarks


def _kind(key: Raw, value: Raw) -> Read:
    """H20."""
    hint = sentence("a standing order is for {kinds}", kinds=list(PLACES))
    kind = one_of(key, list(PLACES), sentence("there is no kind of fence called {key}", key=key), hint)
    if not isinstance(value, str):
        message = sentence("a standing order is one number for each kind of fence")
        return [], [Remark(message, unpack(validity.WRITE), value)]
    return ([] if is_blank(value) else [Line(kind, value)]), []


def position(race: Race, seat: Seat, turn: int) -> Json:
    """What the rules of validity look at."""
    horse = race.horse_of(seat)
    return {
        "horse": horse.name if horse else "",
        "points": horse.points if horse else 0,
        "turn": turn,
        "open": turn == race.turn,
        "fences": [decision.key for decision in agenda(race, seat, turn)],
        "kinds": list(PLACES),
        "out": _out(race, seat),
        "out_at": horse.out_at if horse else 0,
    }


def _out(race: Race, seat: Seat) -> str:
    """Why this seat has nothing to order; "" if it has."""
    horse = race.horse_of(seat)
    if horse and not horse.running:
        return "retired" if horse.retired else "fell"
    return "over" if horse is None or race.over else ""


def review(race: Race, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """What the check on arrival says of the order as a whole."""
    return reviewed(validity.review(position(race, seat, turn), rows(found)), found)


def sound(race: Race, seat: Seat, turn: int, part: Mapping[str, Raw]) -> bool:
    """A number for every fence of the open turn, one after the other, and points enough for all of them (H16, H17)?"""
    horse, orders = race.horse_of(seat), part.get("orders")
    if len(part) > 1 or not isinstance(orders, dict) or horse is None or not horse.running or race.over:
        return False
    if turn != race.turn or [*orders] != race.asked:
        return False
    total = _total(orders.values())
    return total is not None and total <= horse.points


def _total(said: Collection[Raw]) -> int | None:
    """Of plain numbers; None if anything else is said, or more than anybody has."""
    try:
        digits = "".join(said)
        plain = digits.isascii() and digits.isdigit() and len(digits) < _MOST_DIGITS
        return sum(map(int, said)) if plain else None
    except (TypeError, ValueError):
        return None


def called(key: Key) -> str:
    """A fence of the turn, or a kind of fence in a standing order."""
    if key.isdigit():
        return sentence("Fence {fence}", fence=key)
    return sentence("Standing order, {kind}", kind=key)


def foresee(race: Race, seat: Seat, found: Sequence[Line]) -> list[str]:
    """What every line leaves in points, and under which condition."""
    leaves = validity.foresee(position(race, seat, race.turn), rows(found))
    known = facts(race, seat)
    return [_leaves(found[each["line"]["at"]], each["left"], known) for each in leaves]


def _leaves(line: Line, left: int, known: Facts) -> str:
    values = {"key": line.key, "play": line.say, "left": str(left)}
    if not line.condition:
        return sentence("{key}: {play} leaves {left}", **values)
    condition = clauses(line.condition, known)
    return sentence("{key}: {play} (if {condition}) leaves {left}", condition=condition, **values)
