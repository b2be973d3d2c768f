"""The game's own part of an order page: `orders` and `standing`."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from gm.core.clauses import clauses
from gm.core.names import fold
from gm.core.play import (
    Decision,
    Fact,
    Facts,
    Flaw,
    Json,
    Key,
    Kind,
    Line,
    Raw,
    Refusal,
    Remark,
    Seat,
    refusal,
    remarked,
)
from gm.core.sections import PLAY, Read, alternatives, by_key, is_blank, one_of, reviewed, rows, together
from gm.core.words import counted, sentence, unpack
from gm.games.haytack import validity
from gm.games.haytack.course import PLACES
from gm.games.haytack.race import Outcome, Race, agenda
from gm.games.haytack.rules import Bid

_NO_ORDERS = sentence("orders needs a line for each fence, such as 5: 22")
_NUMBER = PLAY._replace(
    write=sentence("write {example}, or just a number", example='{when: {fallers: ">= 2"}, play: 10}'),
    add=sentence("add play: and a number"),
)
_NO_STANDING = sentence("standing needs a line for each kind of fence, such as plain: 8")


_SAID = {  # H18: a condition in words
    "fell": counted("{names} fell", "{names} fell", 1, names=""),
    "stood": counted("{names} stood", "{names} stood", 1, names=""),
    "stumbled": counted("{names} stumbled", "{names} stumbled", 1, names=""),
    "fallers": sentence("the number of fallers is {number}", number=""),
    "running": sentence("the number of horses still running is {number}", number=""),
    "points": sentence("your points are {number}", number=""),
    "lowest": sentence("the lowest number is {number}", number=""),
    "highest": sentence("the highest number is {number}", number=""),
    "free": sentence("the second fence is free"),
}
_NOT_FREE = sentence("the second fence is not free")


@lru_cache
def _labels(fence: int) -> Mapping[str, str]:
    """What each fact is called on the order form: the same for everybody who orders."""
    return {
        "fell": sentence("fell at fence {fence}:", fence=fence),
        "stood": sentence("still running after fence {fence}:", fence=fence),
        "stumbled": sentence("stumbled at fence {fence}:", fence=fence),
        "fallers": sentence("how many fell at fence {fence}:", fence=fence),
        "running": sentence("how many are still running:"),
        "points": sentence("my own points by then:"),
        "lowest": sentence("the lowest number at fence {fence}:", fence=fence),
        "highest": sentence("the highest number at fence {fence}:", fence=fence),
        "free": sentence("fence {fence} is free:", fence=fence + 1),
    }


def facts(race: Race, seat: Seat) -> Facts:
    """H18: the outcome of the turn's first fence. H24: of that, what the option reveals."""
    horse, outcome = race.horse_of(seat), race.first
    first = race.fence if outcome is None else race.fence - 1

    def fact(kind: Kind, key: str, value: Callable[[Outcome], Any], denied: str = "") -> Fact:
        def now() -> Any:
            return None if outcome is None or horse is None else value(outcome)

        return Fact(kind, labels[key], now, _SAID[key], denied)

    labels = _labels(first)
    table = {
        "fell": fact(Kind.NAMES, "fell", lambda o: o.fell),
        "stood": fact(Kind.NAMES, "stood", lambda o: race.stood),
        "stumbled": fact(Kind.NAMES, "stumbled", lambda o: o.stumbled),
        "fallers": fact(Kind.NUMBER, "fallers", lambda o: len(o.fell)),
        "running": fact(Kind.NUMBER, "running", lambda o: len(race.running)),
        "points": fact(Kind.NUMBER, "points", lambda o: horse.points if horse else None),
        "lowest": fact(Kind.NUMBER, "lowest", lambda o: o.lowest),
        "highest": fact(Kind.NUMBER, "highest", lambda o: o.highest),
        "free": fact(Kind.FLAG, "free", lambda o: race.is_free, _NOT_FREE),
    }
    if race.options.reveal != "all":
        del table["lowest"], table["highest"]  # H24: they tell what others played
    return Facts(table, race.names, horse.name if horse else "")


def read(race: Race, decision: Decision, say: Raw) -> Bid:
    """H16: a whole number, 0 or more, or `all`."""
    for plain in validity.bad_bid(say, None):
        raise refusal(plain, say)
    return Bid(None if fold(say) == "all" else validity.price(say, 0))


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
