"""The game's own part of an order page: `orders` and `standing`."""

import re
from collections.abc import Mapping, Sequence

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Json, Kind, Line, Raw, Remark, Seat, Terms, refusal, remarked
from gm.core.words import sentence, unpack
from gm.games.haytack import validity
from gm.games.haytack.course import PLACES
from gm.games.haytack.race import Race
from gm.games.haytack.rules import Bid, agenda

_KEYS = ("when", "play")
_TERMS = {
    "fell": Kind.NAMES, "stood": Kind.NAMES, "stumbled": Kind.NAMES,
    "fallers": Kind.NUMBER, "running": Kind.NUMBER, "points": Kind.NUMBER,
    "lowest": Kind.NUMBER, "highest": Kind.NUMBER, "free": Kind.FLAG,
}  # fmt: skip
_NO_MAP = {
    "orders": sentence("orders needs a line for each fence, such as 5: 22"),
    "standing": sentence("standing needs a line for each kind of fence, such as plain: 8"),
}
_NUMBERS = ("lowest", "highest")  # H24: facts that tell what others played


def terms(race: Race, seat: Seat) -> Terms:
    """H18: what a condition may read."""
    horse = race.horse_of(seat)
    return Terms(kinds(race.options.reveal), [each.name for each in race.horses], horse.name if horse else "")


def kinds(reveal: str) -> dict[str, Kind]:
    """H24: less, where numbers are not revealed."""
    return {key: kind for key, kind in _TERMS.items() if reveal == "all" or key not in _NUMBERS}


def read_bid(say: Raw) -> Bid:
    """H16: a whole number, 0 or more, or `all`."""
    for plain in validity.bad_bid(say, None):
        raise refusal(plain, say)
    return Bid(None if fold(say) == "all" else validity.price(say, 0))


def lines(part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
    """Every number on the page, each with the fence (or kind of fence) it is for."""
    found: list[Line] = []
    remarks: list[Remark] = []
    for section, read in (("orders", _fence_lines), ("standing", _standing_lines)):
        raw = part.get(section)
        if raw is None or (isinstance(raw, str) and fold(raw) in ("", "none")):
            continue
        if not isinstance(raw, Mapping):
            remarks.append(Remark(_NO_MAP[section], about=raw, flaw=Flaw.UNREADABLE))
            continue
        for key, value in raw.items():
            more, wrong = read(key, value)
            remarks += _written_twice(found, more, key) + wrong
            remarks += [remarked(plain, line.say) for line in more for plain in validity.bad_bid(line.say, None)]
            found += more
    return found, remarks


def _written_twice(found: Sequence[Line], more: Sequence[Line], key: Raw) -> list[Remark]:
    twice = {line.key for line in found} & {line.key for line in more}
    return [
        Remark(sentence("{key} is written twice", key=each), sentence("keep one of the two"), key, Flaw.UNREADABLE)
        for each in twice
    ]


def _fence_lines(key: Raw, value: Raw) -> tuple[list[Line], list[Remark]]:
    fence = re.fullmatch(r"(?:fence\s*)?0*([0-9]{1,4})", fold(key))
    if not fence:
        message, hint = sentence("{key} is no fence", key=key), sentence("write the number of a fence")
        return [], [Remark(message, hint, key, Flaw.UNKNOWN)]
    if _blank(value):
        return [], []  # H20: left out
    if isinstance(value, str):
        return [Line(fence[1], value)], []
    alternatives = value if isinstance(value, list) else [value]
    return _alternatives(fence[1], [each for each in alternatives if not _blank(each)])


def _alternatives(fence: str, values: Sequence[Raw]) -> tuple[list[Line], list[Remark]]:
    """H18: tried from the top; a list of which none holds plays 0."""
    found: list[Line] = []
    remarks: list[Remark] = []
    for value in values:
        if isinstance(value, str):
            found.append(Line(fence, value))
            continue
        wrong = _alternative_flaws(value)
        remarks += wrong
        if not wrong:
            fields = {fold(key): each for key, each in value.items()}
            found.append(Line(fence, fields["play"], fields.get("when")))
    implied = validity.last_word([_plain(line, at) for at, line in enumerate(found)])
    return [*found, *(Line(fence, line["play"], implied=True) for line in implied)], remarks


def _alternative_flaws(value: Raw) -> list[Remark]:
    if not isinstance(value, Mapping):
        hint = sentence("write {example}, or just a number", example='{when: {fallers: ">= 2"}, play: 10}')
        return [Remark(sentence("this is no alternative"), hint, value, Flaw.UNREADABLE)]
    unknown = [key for key in value if find(key, _KEYS) is None]
    if unknown:
        return [_no_such_key(key) for key in unknown]
    if find("play", value) is None:
        return [Remark(sentence("this alternative plays nothing"), sentence("add play: and a number"), value)]
    return []


def _no_such_key(key: Raw) -> Remark:
    hint = did_you_mean(key, _KEYS, sentence("it has when and play"))
    return Remark(sentence("an alternative has no {key}", key=key), hint, key, Flaw.UNKNOWN)


def _standing_lines(key: Raw, value: Raw) -> tuple[list[Line], list[Remark]]:
    kind = find(key, PLACES)
    if kind is None:
        hint = did_you_mean(key, PLACES, sentence("a standing order is for {kinds}", kinds=list(PLACES)))
        return [], [Remark(sentence("there is no kind of fence called {key}", key=key), hint, key, Flaw.UNKNOWN)]
    if _blank(value):
        return [], []
    if not isinstance(value, str):
        message = sentence("a standing order is one number for each kind of fence")
        return [], [Remark(message, unpack(validity.WRITE), value)]
    return [Line(kind, value)], []


def _blank(value: Raw) -> bool:
    return isinstance(value, str) and not value.strip()


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


def _plain(line: Line, at: int) -> Json:
    return {"key": line.key, "play": line.say, "when": line.when is not None, "implied": line.implied, "at": at}


def review(race: Race, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """What the check on arrival says of the order as a whole."""
    plain = [_plain(line, at) for at, line in enumerate(found)]
    said = validity.review(position(race, seat, turn), plain)
    return [remarked(each, found[each["about"]].say) for each in said]


def foresee(race: Race, seat: Seat, found: Sequence[Line]) -> list[Json]:
    """What every line leaves in points, and under which condition."""
    plain = [_plain(line, at) for at, line in enumerate(found)]
    return [
        {
            "key": each["line"]["key"],
            "say": each["line"]["play"],
            "when": [str(test) for test in found[each["line"]["at"]].condition],
            "left": each["left"],
        }
        for each in validity.foresee(position(race, seat, race.turn), plain)
    ]
