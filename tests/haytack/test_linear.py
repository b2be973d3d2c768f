"""What a fence costs grows with the field and no faster, whatever is played: counted, never timed."""

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from gm.core.dice import Dice
from gm.core.play import Entrant, Line
from gm.core.turn import run_turn
from gm.core.when import read_when
from gm.games.haytack import GAME
from gm.games.haytack.race import Race
from gm.games.haytack.rules import Bid

FEW, MANY = 1_000, 10_000
NOTHING = Dice("")
COMPARED: Counter[str] = Counter()


def counting(kind: type, signs: str) -> type:
    """The same kind, but each time that two of it are compared, or one is looked up, is counted."""

    def counted(sign: str) -> Callable[..., Any]:
        method = getattr(kind, sign)

        def compare(*both: Any) -> Any:
            COMPARED[sign] += 1
            return method(*both)

        return compare

    return type(kind.__name__, (kind,), {sign: counted(sign) for sign in signs.split()})


SIGNS = "__lt__ __le__ __gt__ __ge__ __eq__ __ne__ __hash__"
Number, Name = counting(int, SIGNS), counting(str, SIGNS)
for sign in ("__add__", "__sub__", "__floordiv__"):  # what is made of a number that is counted is counted, too
    setattr(Number, sign, lambda self, other, sign=sign: Number(getattr(int, sign)(self, other)))


@contextmanager
def calls() -> Iterator[Counter[str]]:
    """Everything that is called in here."""
    seen: Counter[str] = Counter()

    def called(frame: Any, event: str, arg: Any) -> None:
        seen[event] += 1

    sys.setprofile(called)
    try:
        yield seen
    finally:
        sys.setprofile(None)


Numbers = Callable[[int, int], tuple[int, int]]  # of the horse of that number, in a field: its points, what it plays
TIES: Mapping[str, Numbers] = {
    "all equal": lambda n, many: (500, 7),
    "all equal but in what they keep": lambda n, many: (500 + n, 7),
    "all different": lambda n, many: (5 * many, n * 7919 % many),
    "pairs": lambda n, many: (5 * many + n % 2, n // 2),
    "two groups": lambda n, many: (500 + n % 3, 3 + n % 2),
    "nobody has anything": lambda n, many: (0, 7),
}
LEVEL = TIES["all equal but in what they keep"]
HOUSE_RULES: list[dict[str, Any]] = [{"last_stands": True}, {"reveal": "fallers"}, {"nmr": "retire", "nmr_limit": 1}]


def field(many: int, kind: str, tie: Numbers, free: int = 0, **options: Any) -> tuple[Race, dict[Any, Bid]]:
    """So many horses in front of that fence, in no order of their names, and what each of them plays."""
    names = [Name(f"horse {number * 7919 % many}") for number in range(many)]
    race = GAME.setup([Entrant(name, name) for name in names], {"course": f"{kind}, 3 plain"}, NOTHING).state
    horses = tuple(horse._replace(points=Number(tie(number, many)[0])) for number, horse in enumerate(race.horses))
    race = replace(race, horses=horses, free=free, until=2, options=replace(race.options, **options))
    bids = [Bid(Number(tie(number, many)[1])) for number in range(many)]
    return race, dict(zip(GAME.pending(race), bids, strict=True))


def compared(many: int, *fence: Any, **more: Any) -> tuple[float, float]:
    """How often a horse's name and numbers are looked at there, and how often two are put in order for it."""
    race, choices = field(many, *fence, **more)
    COMPARED.clear()
    assert len(GAME.resolve(race, choices, NOTHING).events) > many
    in_order = COMPARED.pop("__lt__", 0)
    return COMPARED.total() / many, in_order / many


def grows_no_faster(*fence: Any, **more: Any) -> None:
    (few, _), (many, in_order) = compared(FEW, *fence, **more), compared(MANY, *fence, **more)
    assert many < 1.1 * few < 60
    assert in_order < 1.5 * math.log2(MANY)  # a position has the fallen by their names, and an order has its price


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("kind", ["plain", "becher", "chair", "water"])
def test_a_horse_is_looked_at_as_often_in_a_field_ten_times_as_large(kind: str, tie: str) -> None:
    grows_no_faster(kind, TIES[tie])


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("tie", ["all equal", "all equal but in what they keep", "two groups"])
def test_so_it_is_under_house_rules(tie: str, options: dict[str, Any]) -> None:
    grows_no_faster("chair", TIES[tie], **options)


@pytest.mark.parametrize("tie", TIES)
def test_so_it_is_at_a_free_fence(tie: str) -> None:
    grows_no_faster("plain", TIES[tie], free=2)


def test_what_is_said_of_a_tie_does_not_grow_with_it() -> None:
    """Of the thousands that are level, each is told of a few."""
    race, choices = field(FEW, "plain", LEVEL)
    told = [event.data for event in GAME.resolve(race, choices, NOTHING).events if event.kind == "stumble"]
    assert len(told) == FEW - 1
    assert {len(each["others"]) for each in told} == {6}
    assert {each["tied"] for each in told} == {FEW - 1}


def turn(many: int) -> float:
    """What a horse costs on a turn where all are level at the first fence and each then asks who stumbled: calls."""
    race, _ = field(many, "plain", LEVEL)
    names = [str(horse.name) for horse in race.horses]
    horses = tuple(horse._replace(name=name, seat=name) for name, horse in zip(names, race.horses, strict=True))
    race = replace(race, horses=tuple(horse._replace(points=int(horse.points)) for horse in horses))
    known = GAME.facts(race, names[0])
    asks = [read_when({"stumbled": name, "points": "> 5"}, known)[0] for name in reversed(names)]
    books = {
        name: {"1": [Line("1", "7")], "2": [Line("2", "8", condition=ask), Line("2", "9")]}
        for name, ask in zip(names, asks, strict=True)
    }
    with calls() as seen:
        step = run_turn(GAME, race, 1, books, NOTHING)
    orders = [event.data for event in step.events if event.kind == "order"]
    assert Counter(each["number"] for each in orders) == {1: 2 * many - 2, 2: 1}
    return seen.total() / many


def test_orders_that_ask_for_a_crowd_cost_no_more_in_a_larger_one() -> None:
    assert turn(FEW) < 1.1 * turn(FEW // 10) < 250


def asked_of_the_fallen(many: int) -> float:
    """How often names are compared where everybody asks for one of thousands that stumbled."""
    race, choices = field(many, "plain", LEVEL)
    after = GAME.resolve(race, choices, NOTHING).state
    facts = [GAME.facts(after, horse.seat) for horse in after.running]
    asks = [read_when({"stumbled": horse.name}, facts[0])[0] for horse in after.running]
    COMPARED.clear()
    assert all(test.holds(known) for known, (test,) in zip(facts, asks, strict=True))
    return COMPARED.total() / many


def test_whoever_stumbled_is_looked_up_not_searched_for() -> None:
    assert asked_of_the_fallen(MANY) < 1.1 * asked_of_the_fallen(FEW) < 10
