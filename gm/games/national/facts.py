"""N39: what a condition reads when the lot is called, or when the horse's move comes."""

from collections.abc import Callable
from typing import Any

from gm.core.play import Fact, Facts, Kind, Seat
from gm.core.words import counted, sentence
from gm.games.national.course import ELBOW, FINISH, RUN_IN, next_fence, to_fence
from gm.games.national.field import NAMES, name_of
from gm.games.national.meeting import RACE, SALE, Meeting, Runner

_SOLD = counted("{names} is sold", "{names} are sold", 1, names="")
_MINE = counted("{names} is yours", "{names} are yours", 1, names="")
_AHEAD = counted("{names} is ahead of it", "{names} are ahead of it", 1, names="")
_OUT = counted("{names} is out", "{names} are out", 1, names="")
_SAID = {  # behind an `if`; {number} may be `at least 3`
    "money": sentence("your money, in thousands, is {number}", number=""),
    "horses": sentence("your horses are {number}", number=""),
    "price": sentence("the price of {name}, in thousands, is {number}", name="", number=""),
    "round": sentence("the round is {number}", number=""),
    "running": sentence("the horses still running are {number}", number=""),
    "finished": sentence("the horses at home are {number}", number=""),
    "at": sentence("the square of {name} is {number}", name="", number=""),
    "home": sentence("Go for Home cards are drawn"),
    "place": sentence("its place is {number}", number=""),
    "lead": sentence("its lead is {number}", number=""),
    "behind": sentence("it is {number} behind the first", number=""),
    "square": sentence("its square is {number}", number=""),
    "lane": sentence("its lane is {number}", number=""),
    "fence": sentence("the next fence is {number}", number=""),
    "to_fence": sentence("the next fence is {number} away", number=""),
    "room": sentence("the free squares ahead are {number}", number=""),
    "points": sentence("its speed points are {number}", number=""),
    "handicap": sentence("its handicap is {number}", number=""),
}


def facts(meeting: Meeting, seat: Seat) -> Facts:
    """In a sale those of the sale, and after it those of the race; no name is `me`, since a stable has four horses."""
    if meeting.phase == SALE:
        return Facts(_in_words(_of_the_sale(meeting, seat)), NAMES)
    lot = meeting.mover if meeting.phase == RACE else None
    own = lot is not None and meeting.names[meeting.stable_of[lot]] == seat
    known = _of_the_race(meeting) | _of_the_horse(meeting, lot if own else None)
    return Facts(_in_words(known), NAMES)


def _in_words(known: dict[str, Fact]) -> dict[str, Fact]:
    denied = {"home": sentence("no Go for Home cards are drawn yet")}
    return {
        key: fact._replace(said=_SAID.get(key, fact.said), denied=denied.get(key, "")) for key, fact in known.items()
    }


def _of_the_sale(meeting: Meeting, seat: Seat) -> dict[str, Fact]:
    at = meeting.seat(seat)
    mine = [name_of(lot) for lot in meeting.own(seat)]
    sold = {name_of(each.horse): each.price // 1000 for each in meeting.sold}
    money = None if at is None else meeting.money[at] // 1000
    return {
        "money": Fact(Kind.NUMBER, sentence("my money left, in thousands:"), lambda: money),
        "horses": Fact(Kind.NUMBER, sentence("how many horses I have:"), lambda: len(mine)),
        "mine": Fact(Kind.NAMES, sentence("I have bought:"), lambda: mine, _MINE),
        "sold": Fact(Kind.NAMES, sentence("sold in this turn:"), lambda: list(sold), _SOLD),
        "price": Fact(Kind.NUMBERS, sentence("the price, in thousands, of"), lambda: sold),
    }


def _of_the_horse(meeting: Meeting, lot: int | None) -> dict[str, Fact]:
    """Of the horse whose move it is; of one that waits nothing can be said."""

    def of(value: Callable[[int, Runner], Any]) -> Callable[[], Any]:
        return lambda: None if lot is None else value(lot, meeting.runners[lot])

    def number(label: str, value: Callable[[int, Runner], int]) -> Fact:
        return Fact(Kind.NUMBER, label, of(value))

    return {
        "place": number(sentence("its place in running:"), lambda lot, _: meeting.running.index(lot) + 1),
        "lead": number(sentence("squares to the second, if it is first:"), lambda lot, _: _lead(meeting, lot)),
        "behind": number(
            sentence("squares to the first:"), lambda _, it: meeting.runners[meeting.running[0]].square - it.square
        ),
        "square": number(sentence("its square:"), lambda _, it: it.square),
        "lane": number(sentence("its lane:"), lambda _, it: it.lane),
        "fence": number(sentence("the next fence in front of it:"), lambda _, it: next_fence(it.square)),
        "to_fence": number(sentence("squares to that fence:"), lambda _, it: to_fence(it.square)),
        "room": number(sentence("free squares straight ahead:"), lambda _, it: _room(meeting, it)),
        "points": number(sentence("its speed points:"), lambda _, it: it.points),
        "handicap": number(sentence("its handicap now:"), lambda lot, _: meeting.handicap(lot)),
        "ahead": Fact(Kind.NAMES, sentence("ahead of it, or home:"), of(lambda lot, _: _ahead(meeting, lot)), _AHEAD),
    }


def _of_the_race(meeting: Meeting) -> dict[str, Fact]:
    runs = meeting.phase == RACE

    def out() -> list[str]:
        return [name_of(lot) for lot, each in meeting.runners.items() if each.out]

    def at() -> dict[str, int]:
        return {name_of(lot): meeting.runners[lot].square for lot in meeting.running}

    return {
        "round": Fact(Kind.NUMBER, sentence("the round of the race:"), lambda: meeting.round if runs else None),
        "running": Fact(Kind.NUMBER, sentence("how many horses still run:"), lambda: len(meeting.running)),
        "finished": Fact(Kind.NUMBER, sentence("how many horses are home:"), lambda: len(meeting.finishers)),
        "home": Fact(Kind.FLAG, sentence("Go for Home cards are drawn:"), lambda: meeting.home),
        "out": Fact(Kind.NAMES, sentence("out of the race:"), out, _OUT),
        "at": Fact(Kind.NUMBERS, sentence("the square of"), at),
    }


def _lead(meeting: Meeting, lot: int) -> int:
    first, *others = meeting.running
    if lot != first or not others:
        return 0
    return meeting.runners[first].square - meeting.runners[others[0]].square


def _room(meeting: Meeting, runner: Runner) -> int:
    """Up to the next horse, the Elbow or the line."""
    end = FINISH if runner.lane in RUN_IN or runner.square >= ELBOW else ELBOW
    ahead = [meeting.runners[lot] for lot in meeting.running]
    stops = [each.square for each in ahead if each.lane == runner.lane and each.square > runner.square]
    return min([*stops, end]) - runner.square - 1


def _ahead(meeting: Meeting, lot: int) -> list[str]:
    before = meeting.running[: meeting.running.index(lot)]
    return [name_of(each) for each in (*meeting.finishers, *before)]
