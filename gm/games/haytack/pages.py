"""The game's own part of an order page: `orders` and `standing`."""

import re
from collections.abc import Mapping, Sequence

from gm.games.haytack.course import PLACES
from gm.games.haytack.race import Horse, Race
from gm.games.haytack.rules import Bid, agenda
from gm.names import did_you_mean, find, fold
from gm.play import Flaw, Json, Kind, Line, Raw, Refusal, Remark, Seat, Terms, warning

_KEYS = ("when", "play")
_WRITE = "write a whole number such as 12, or all"
_TERMS = {
    "fell": Kind.NAMES, "stood": Kind.NAMES, "stumbled": Kind.NAMES,
    "fallers": Kind.NUMBER, "running": Kind.NUMBER, "points": Kind.NUMBER,
    "lowest": Kind.NUMBER, "highest": Kind.NUMBER, "free": Kind.FLAG,
}  # fmt: skip
_NUMBERS = ("lowest", "highest")  # H24: facts that tell what others played


def terms(race: Race, seat: Seat) -> Terms:
    """H18: what a condition may read. H24: less, where numbers are not revealed."""
    horse = race.horse_of(seat)
    hidden = () if race.options.reveal == "all" else _NUMBERS
    kinds = {key: kind for key, kind in _TERMS.items() if key not in hidden}
    return Terms(kinds, [each.name for each in race.horses], horse.name if horse else "")


def read_bid(say: Raw) -> Bid:
    """H16: a whole number, 0 or more, or `all`."""
    text = fold(say) if isinstance(say, str) else ""
    if text == "all":
        return Bid(None)
    if not re.fullmatch("[0-9]+", text):
        shown = text[:30] or "this"
        raise Refusal(f"{shown} cannot be played", _WRITE, say, Flaw.UNREADABLE)
    if len(text.lstrip("0")) > 9:
        raise Refusal("no horse will ever have that many points", _WRITE, say)
    return Bid(int(text))


def lines(part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
    """Every number on the page, each with the fence (or kind of fence) it is for."""
    found: list[Line] = []
    remarks: list[Remark] = []
    for section, read in (("orders", _fence_lines), ("standing", _standing_lines)):
        raw = part.get(section)
        if raw is None or (isinstance(raw, str) and fold(raw) in ("", "none")):
            continue
        if not isinstance(raw, Mapping):
            such = {"orders": "fence, such as 5: 22", "standing": "kind of fence, such as plain: 8"}[section]
            remarks.append(Remark(f"{section} needs a line for each {such}", about=raw, flaw=Flaw.UNREADABLE))
            continue
        for key, value in raw.items():
            more, wrong = read(key, value)
            remarks += _written_twice(found, more, key) + wrong
            remarks += [remark for line in more if (remark := _bad_bid(line))]
            found += more
    return found, remarks


def _written_twice(found: Sequence[Line], more: Sequence[Line], key: Raw) -> list[Remark]:
    twice = {line.key for line in found} & {line.key for line in more}
    return [Remark(f"{each} is written twice", "keep one of the two", key, Flaw.UNREADABLE) for each in twice]


def _fence_lines(key: Raw, value: Raw) -> tuple[list[Line], list[Remark]]:
    fence = re.fullmatch(r"(?:fence\s*)?0*([0-9]{1,4})", fold(key))
    if not fence:
        return [], [Remark(f"{key} is no fence", "write the number of a fence", key, Flaw.UNKNOWN)]
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
    if found and not any(line.when is None for line in found):
        found.append(Line(fence, "0", implied=True))
    return found, remarks


def _alternative_flaws(value: Raw) -> list[Remark]:
    if not isinstance(value, Mapping):
        hint = 'write {when: {fallers: ">= 2"}, play: 10}, or just a number'
        return [Remark("this is no alternative", hint, value, Flaw.UNREADABLE)]
    unknown = [key for key in value if find(key, _KEYS) is None]
    remarks = [
        Remark(
            f"an alternative has no {key}",
            did_you_mean(key, _KEYS, "it has when and play"),
            key,
            Flaw.UNKNOWN,
        )
        for key in unknown
    ]
    if find("play", value) is None and not unknown:
        remarks.append(Remark("this alternative plays nothing", "add play: and a number", value))
    return remarks


def _standing_lines(key: Raw, value: Raw) -> tuple[list[Line], list[Remark]]:
    kind = find(key, PLACES)
    if kind is None:
        hint = did_you_mean(key, PLACES, "a standing order is for " + ", ".join(PLACES))
        return [], [Remark(f"there is no kind of fence called {key}", hint, key, Flaw.UNKNOWN)]
    if _blank(value):
        return [], []
    if not isinstance(value, str):
        return [], [Remark("a standing order is one number for each kind of fence", _WRITE, value)]
    return [Line(kind, value)], []


def _blank(value: Raw) -> bool:
    return isinstance(value, str) and not value.strip()


def review(race: Race, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """What the check on arrival says of the order as a whole."""
    horse = race.horse_of(seat)
    if horse is None or not horse.running or race.over:
        return _out(horse, found)
    orders = [line for line in found if line.key not in PLACES]
    fences = [decision.key for decision in agenda(race, seat, turn)]
    remarks = _wrong_fences(orders, fences, turn)
    if orders and fences:
        remarks += _alternatives_flaws(orders, fences)
        remarks += _left_out(orders, fences)
        if turn == race.turn:
            remarks += _cost(horse, orders, fences)
    return remarks


def _out(horse: Horse | None, found: Sequence[Line]) -> list[Remark]:
    if not found:
        return []
    if horse is None or horse.running:
        return [Remark("the race is over", "send press without orders", found[0].say)]
    how = "was taken out after" if horse.retired else "fell at"
    return [Remark(f"{horse.name} {how} fence {horse.out_at}", "send press without orders", found[0].say)]


def _bad_bid(line: Line) -> Remark | None:
    try:
        read_bid(line.say)
    except Refusal as refusal:
        return refusal.remark
    return None


def _wrong_fences(orders: Sequence[Line], fences: Sequence[str], turn: int) -> list[Remark]:
    if not fences:
        return [Remark(f"no fence is jumped on turn {turn}", about=line.say) for line in orders[:1]]
    listed = " and ".join(fences)
    return [
        Remark(f"fence {line.key} is not jumped on turn {turn}", f"it has {listed}", line.say, Flaw.UNKNOWN)
        for line in orders
        if line.key not in fences and not line.implied
    ]


def _alternatives_flaws(orders: Sequence[Line], fences: Sequence[str]) -> list[Remark]:
    """H18: alternatives belong to the second fence and want a last word."""
    remarks: list[Remark] = []
    for fence in fences:
        here = [line for line in orders if line.key == fence]
        if fence == fences[0] and (len(here) > 1 or any(line.when is not None for line in here)):
            message = f"fence {fence} is the first of the turn: nothing has happened that it could depend on"
            remarks.append(Remark(message, "write one number; alternatives are for the second", here[0].say))
            continue
        certain = [i for i, line in enumerate(here) if line.when is None]
        if certain and here[certain[0]].implied and certain[0]:
            message = f"if none of the alternatives for fence {fence} holds, you play 0"
            remarks.append(warning(message, "end the list with a number alone", here[0].say))
        elif certain and certain[0] < len(here) - 1:
            message = f"fence {fence}: what stands after {here[certain[0]].say} is never reached"
            remarks.append(warning(message, "put the number without a condition last", here[certain[0] + 1].say))
    return remarks


def _left_out(orders: Sequence[Line], fences: Sequence[str]) -> list[Remark]:
    """H20."""
    named = {line.key for line in orders}
    return [
        warning(
            f"there is no number for fence {fence}",
            "a standing order is used if you have one, else what the house rules say",
            orders[0].say,
        )
        for fence in fences
        if fence not in named
    ]


def _cost(horse: Horse, orders: Sequence[Line], fences: Sequence[str]) -> list[Remark]:
    """H17: the first fence has to be affordable; both together had better be."""
    first = [line for line in orders if line.key == fences[0]]
    rest = [line for line in orders if line.key != fences[0]]
    paid = [_price(line, horse.points) for line in first]
    if paid and paid[0] > horse.points:
        message = f"you play {paid[0]} at fence {fences[0]}, and you have {horse.points}"
        return [Remark(message, f"write a number from 0 to {horse.points}, or all", first[0].say)]
    left = horse.points - sum(paid)
    dear = max(rest, key=lambda line: _price(line, left), default=None)
    if dear is None or _price(dear, left) <= left:
        return []
    total = sum(paid) + _price(dear, left)
    message = f"fences {' and '.join(fences)} together cost up to {total}, and you have {horse.points}"
    return [warning(message, "what you do not have is cut off", dear.say)]


def _price(line: Line, points: int) -> int:
    """What the line costs; one that cannot be read has been complained of before."""
    if _bad_bid(line):
        return 0
    number = read_bid(line.say).number
    return points if number is None else number


def foresee(race: Race, seat: Seat, found: Sequence[Line]) -> list[Json]:
    """What every line leaves in points, if it comes to that and nobody stumbles or wins anything."""
    horse = race.horse_of(seat)
    fences = [decision.key for decision in agenda(race, seat, race.turn)]
    told: list[Json] = []
    left = horse.points if horse else 0
    for fence in fences:
        here = [line for line in found if line.key == fence]
        for line in here:
            when = [str(test) for test in line.condition]
            told.append({"key": fence, "say": line.say, "when": when, "left": left - min(left, _price(line, left))})
        left -= min(left, _price(here[0], left)) if here else 0
    return told
