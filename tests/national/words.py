"""What people write for the Grand National board game, read for the second adjudicator: amounts, rides, conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.henn.written import by_name_compares, folded, horse_in, keyed, listed, number_compares
from tests.national.box import HORSES

Page = dict[str, Any]
LANDINGS = ("fence", "shoe", "clear")


@cache
def horse_of(written: str) -> str:
    return horse_in(HORSES, written)


def yes(written: Any) -> bool:
    return written is True or folded(written) in ("yes", "true")


def amount(written: Any) -> int:
    """N4: under 1,000 it means thousands."""
    pounds = int(re.sub("[£,. ]", "", str(written)))
    return pounds if pounds >= 1000 else pounds * 1000


def bet_of(written: Any) -> tuple[int, str]:
    """`20 win`."""
    stake, _, on = str(written).strip().rpartition(" ")
    return amount(stake), folded(on)


def by_horse(section: Any) -> dict[str, Any]:
    """A section of a page, by horse; a name with nothing after it counts as not written (N40)."""
    if not isinstance(section, dict):  # `bids: none`
        return {}
    return {horse_of(name): said for name, said in section.items() if said not in (None, "", [])}


@dataclass
class Ride:
    """N20: the words of a ride."""

    speeds: list[int]
    landings: list[str]
    lane: int | None = None
    retire: bool = False


def ride_of(written: Any) -> Ride:
    text = re.sub(r"\s*[-–—]\s*", "-", str(written).casefold().replace(",", " "))
    words = re.sub(r"\blane\s*(\d)", r"lane=\1", text).split()
    ride = Ride([], [])
    for word in words:
        if word.startswith("lane="):
            ride.lane = int(word[-1])
        elif word == "retire":
            ride.retire = True
        elif word in LANDINGS:
            ride.landings.append(word)
        elif word != "or":
            first, last = int(word.split("-")[0]), int(word.split("-")[-1])
            ride.speeds += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return ride


def holds(facts: Page, when: Page) -> bool:
    """All keys have to hold. A fact is a number, a list of names, a yes or no, or numbers by name."""
    return all(_key_holds(facts, key, wanted) for key, wanted in keyed(when).items())


def _key_holds(facts: Page, key: str, wanted: Any) -> bool:
    if key == "not":
        return not holds(facts, wanted)
    fact = facts[key]
    if isinstance(fact, bool):
        return fact == yes(wanted)
    if isinstance(fact, list):
        return all(horse_of(name) in fact for name in listed(wanted))
    return by_name_compares(HORSES, fact, wanted) if isinstance(fact, dict) else number_compares(fact, wanted)


def those_that_hold(facts: Page, written: Any, key: str) -> list[Any]:
    """N39: of the alternatives those whose `when` holds, in their order, each without its `when`."""
    found = []
    for each in listed(written):
        line = keyed(each) if isinstance(each, dict) else {key: each}
        if holds(facts, line.get("when") or {}):
            found.append(line[key])
    return found
