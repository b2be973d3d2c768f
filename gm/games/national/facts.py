"""N39: what a condition reads when the lot is called, or when the horse's move comes."""

from collections.abc import Callable
from typing import Any

from gm.core.play import Fact, Facts, Kind, Seat
from gm.core.words import sentence
from gm.games.national.course import ELBOW, FINISH, RUN_IN, next_fence, to_fence
from gm.games.national.field import NAMES, name_of
from gm.games.national.meeting import RACE, SALE, Meeting, Runner

_SOLD = sentence("{names} have been sold", names="")
_MINE = sentence("{names} are mine", names="")
_AHEAD = sentence("{names} are ahead", names="")
_OUT = sentence("{names} are out", names="")


def facts(meeting: Meeting, seat: Seat) -> Facts:
    """In a sale those of the sale, and after it those of the race; no name is `me`, since a stable has four horses."""
    if meeting.phase == SALE:
        return Facts(_of_the_sale(meeting, seat), NAMES)
    lot = meeting.mover if meeting.phase == RACE else None
    own = lot is not None and meeting.names[meeting.stable_of[lot]] == seat
    known = _of_the_race(meeting) | _of_the_horse(meeting, lot if own else None)
    return Facts(known, NAMES)


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
