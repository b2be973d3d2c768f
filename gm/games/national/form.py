"""What the order form asks of a player, phase by phase: a sale sheet, the ring, and the rides with their landings."""

from gm.core.asking import choice, choices, conditions, field
from gm.core.colours import coloured
from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.games.national.betting import offered
from gm.games.national.course import LANES
from gm.games.national.facts import facts as known
from gm.games.national.field import BOXES, CAPS, GOING, LOTS, STABLES, STEP, horse, name_of, on_the_day
from gm.games.national.landings import SPEEDS
from gm.games.national.meeting import ANTE_POST, BETS, BIDS, RACE, RIDE, SALE, STANDING, Meeting, Runner, keyed
from gm.games.national.outlook import pounds
from gm.games.national.pages import position

_THOUSAND = 1000
_GOING = {
    "firm": sentence("firm"),
    "good to firm": sentence("good to firm"),
    "good": sentence("good"),
    "good to soft": sentence("good to soft"),
    "soft": sentence("soft"),
    "heavy": sentence("heavy"),
}
_BIDS = sentence(
    "The most that you would pay, in thousands; what you leave out you do not bid for. "
    "Below each name: its handicap on every going, and what the going adds to it or takes from it."
)
_BETS = sentence("Stakes in thousands, to win or for a place, which is one of the first four. You need not bet at all.")
_ANTE_POST = sentence("One bet of £10,000, to win or for a place, which is one of the first four. You need not bet.")
_RIDE = sentence(
    "Tap how fast: each tile says where that speed lands if nobody is in the way. "
    "Tap several in order of preference, and where to land; or write it, such as 4-6 clear lane 2."
)
_REPHRASED = {
    "write an amount such as 60000, or just 60": sentence("an amount in thousands, such as 60"),
    "this is no amount of money": sentence("there is no amount here yet"),
    "write 10 win, or 10 place": sentence("a stake in thousands, such as 10"),
}
_STANDING = sentence("It is used on every turn for which you send no ride of that horse, until you send another.")


def form(meeting: Meeting, seat: Seat) -> Json:
    if meeting.phase == SALE:
        groups = [_sale(meeting, seat)]
    elif meeting.phase != RACE:
        groups = [_ring(meeting)]
    else:
        groups = _race(meeting, seat)
    facts = _facts(meeting, seat)
    asked = {"position": position(meeting, seat), "rephrased": _REPHRASED, "facts": facts, "groups": groups}
    return asked | ({"art": "course"} if meeting.phase == RACE else {})


def _facts(meeting: Meeting, seat: Seat) -> list[str]:
    at = meeting.seat(seat)
    money = 0 if at is None else meeting.money[at]
    purse = sentence("You have {money}.", money=pounds(money)) if money else sentence("Your purse is empty.")
    if meeting.phase == SALE:
        boxes = BOXES - len(meeting.own(seat))
        return [purse, sentence("Empty boxes: {boxes} of {all}.", boxes=boxes, all=BOXES)]
    return [*_ground(meeting), purse]


def _ground(meeting: Meeting) -> list[str]:
    if meeting.going is None:
        return []
    going = GOING[meeting.going]
    told = sentence("The going is {going}: {points} speed points.", going=_GOING[going.name], points=going.points)
    return [told, sentence("Round {round} of the race.", round=meeting.round)] if meeting.phase == RACE else [told]


def _cell(head: str, text: str, more: str = "") -> Json:
    return {"head": head, "text": text, "more": more}


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number < 0 else "\u00b10"


# The sale


def _sale(meeting: Meeting, seat: Seat) -> Json:
    terms = conditions(known(meeting, seat), choices(name_of(lot) for lot in LOTS))
    by_going = [choice(each.name, sentence("handicap if it is {going}", going=_GOING[each.name])) for each in GOING]
    sorts = [
        choice("lot", sentence("lot")),
        choice("reserve", sentence("reserve price")),
        choice("handicap", sentence("handicap")),
        *by_going,
        choice("name", sentence("name")),
    ]
    return {
        "title": sentence("Your bids"),
        "none": {"into": BIDS, "label": sentence("No bid this time")},
        "note": _BIDS,
        "sheet": {"find": sentence("Find a horse"), "sorts": sorts},
        "sections": [_lot(meeting, seat, lot) | terms for lot in meeting.lots],
    }


def _lot(meeting: Meeting, seat: Seat, lot: int) -> Json:
    each = horse(lot)
    at = meeting.seat(seat)
    most = 0 if at is None else meeting.limit(at)
    days = [on_the_day(lot, going) for going in range(len(GOING))]
    sorts = {"lot": lot, "reserve": -each.reserve, "handicap": -each.handicap, "name": each.name}
    limit = {"by": STEP // _THOUSAND, "least": each.reserve // _THOUSAND, "most": most // _THOUSAND}
    return {
        "key": keyed(BIDS, lot),
        "into": [BIDS, each.name],
        "badge": str(lot),
        "title": each.name,
        "aside": sentence("reserve {money}, handicap {handicap}", money=pounds(each.reserve), handicap=each.handicap),
        "cells": _days(lot),
        "notes": [each.about],
        "sorts": sorts | {going.name: -day for going, day in zip(GOING, days, strict=True)},
        "bare": "bid",
        "rows": "otherwise",
        "add": sentence("Add an alternative"),
        "fields": [field("bid", "number", sentence("limit"), unit=sentence("thousand"), digits=3, **limit)],
    }


def _days(lot: int) -> list[Json]:
    """N43: the handicap on every going, and what that adds."""
    adds = enumerate(horse(lot).adjustments)
    return [_cell(_GOING[GOING[at].name], str(on_the_day(lot, at)), _signed(add)) for at, add in adds]


# The ring


def _ring(meeting: Meeting) -> Json:
    sorts = [
        choice("price", sentence("price")),
        choice("lot", sentence("lot")),
        choice("name", sentence("name")),
        choice("stable", sentence("stable")),
    ]
    by_price = sorted(meeting.field, key=lambda lot: (offered(meeting, lot).win, lot))
    return {
        "title": sentence("Your bets"),
        "none": {"into": BETS, "label": sentence("No bet this time")},
        "note": _ANTE_POST if meeting.phase == ANTE_POST else _BETS,
        "sheet": {"find": sentence("Find a horse"), "sorts": sorts},
        "sections": [_bet(meeting, lot) for lot in by_price],
    }


def _bet(meeting: Meeting, lot: int) -> Json:
    odds, stable = offered(meeting, lot), meeting.stable_of[lot]
    most = {"most": STEP // _THOUSAND} if meeting.phase == ANTE_POST else {"most": 990}
    stake = {"by": STEP // _THOUSAND, "least": STEP // _THOUSAND, "digits": 3, **most}
    win = sentence("to win, {odds}/1", odds=odds.win)
    place = sentence("for a place, {odds}/1", odds=odds.place)
    return {
        "key": keyed(BETS, lot),
        "into": [BETS, name_of(lot)],
        "badge": str(lot),
        "title": name_of(lot),
        "aside": _stable(meeting, stable),
        "cells": _form_of(meeting, lot),
        "sorts": {"price": odds.win, "lot": lot, "name": name_of(lot), "stable": stable},
        "plain": True,
        "fields": [
            field("win", "number", win, word="win", **stake),
            field("place", "number", place, word="place", **stake),
        ],
    }


def _stable(meeting: Meeting, at: int) -> str:
    return sentence("stable: {colour}", colour=coloured(STABLES[at]))


def _form_of(meeting: Meeting, lot: int) -> list[Json]:
    """What everybody knows of a horse before the race: by the going once it is drawn, else for every going."""
    if meeting.going is None:
        return _days(lot)
    handicap, lane = on_the_day(lot, meeting.going), meeting.runners[lot].lane
    return [_cell(sentence("handicap"), str(handicap)), _cell(sentence("lane"), str(lane))]


# The race


def _race(meeting: Meeting, seat: Seat) -> list[Json]:
    own = [lot for lot in meeting.own(seat) if meeting.runners[lot].running]
    terms = conditions(known(meeting, seat), choices(name_of(lot) for lot in meeting.field))
    rides = [_ridden(RIDE, lot) | _as_it_stands(meeting, lot) | terms for lot in own]
    standing = [_ridden(STANDING, lot) | terms for lot in own]
    return [
        {"title": sentence("Your rides"), "note": _RIDE, "sections": rides},
        {"title": sentence("Standing rides"), "note": _STANDING, "sections": standing, "folded": True},
    ]


def _ridden(section: str, lot: int) -> Json:
    return {
        "key": keyed(section, lot),
        "into": [section, name_of(lot)],
        "title": name_of(lot),
        "bare": "ride",
        "rows": "otherwise",
        "add": sentence("Add an alternative"),
        "fields": [field("ride", "text", sentence("ride"), taps=_taps(), strip=section == RIDE)],
    }


def _taps() -> list[Json]:
    """N20: the words of a ride."""
    ends = [choice("clear", sentence("clear")), choice("shoe", sentence("shoe")), choice("fence", sentence("fence"))]
    retire = [choice("retire", sentence("out of the race")) | {"alone": True}]
    return [
        {"label": sentence("Speed"), "many": True, "mark": "speeds", "choices": choices(map(str, SPEEDS))},
        {"label": sentence("Land on"), "many": True, "choices": ends},
        {"label": sentence("Lane"), "many": False, "choices": [choice(f"lane {lane}", str(lane)) for lane in LANES]},
        {"label": sentence("Retire"), "many": False, "choices": retire},
    ]


def _as_it_stands(meeting: Meeting, lot: int) -> Json:
    runner, running = meeting.runners[lot], meeting.running
    cells = [
        (sentence("place"), running.index(lot) + 1),
        (sentence("square"), runner.square),
        (sentence("lane"), runner.lane),
        (sentence("points"), runner.points),
        (sentence("handicap"), meeting.handicap(lot)),
    ]
    return {
        "aside": sentence("cap: {colour}", colour=coloured(CAPS[meeting.cap_of[lot]])),
        "cells": [_cell(head, str(number)) for head, number in cells],
        "notes": _hampered(runner),
    }


def _hampered(runner: Runner) -> list[str]:
    """N25, N30: what becomes of a ride that is written for it."""
    if runner.points == 0:
        return [sentence("It has no speed point left: in its next move it is pulled up.")]
    if runner.miss:
        return [sentence("It misses its next move, whatever you write.")]
    return [] if runner.hold is None else [sentence("It is held to speed {most} in this move.", most=runner.hold)]
