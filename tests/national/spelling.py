"""Orders for the Grand National board game by chance: amounts, bets, rides and conditions as people might spell them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.henn.positions import by_name, comparison, names, odd, written
from tests.national.words import LANDINGS

Page = dict[str, Any]
Rng = random.Random
NOTHING = ["", [], ""]


def pounds(rng: Rng, amount: int) -> Any:
    """N4."""
    if amount < 1000:
        return amount
    thousands = amount // 1000
    return rng.choice(
        [amount, thousands, thousands, str(thousands), f"{amount:,}", f"£{amount:,}", f"{amount:,}".replace(",", ".")]
    )


def bet(rng: Rng, most: int) -> str:
    stake = 10_000 * rng.choice([1, 1, 1, 2, 3, max(1, most // 10_000)])
    return f"{pounds(rng, stake)} {rng.choice(['win', 'place', 'Win', 'PLACE'])}"


# Conditions: near the truth as the turn begins


def when(rng: Rng, facts: Page, horses: list[str], depth: int = 0) -> Page:
    """Conditions over any facts, of all kinds, about these horses."""
    found: Page = {}
    for key in rng.sample([*facts, "not", "not"], rng.choice([1, 1, 1, 2, 3])):
        if key == "not":
            found["not"] = when(rng, facts, horses, depth + 1) if depth < 2 else {next(iter(facts)): ">= 900"}
        else:
            found[key] = asked(rng, facts[key], horses)
    return found


def asked(rng: Rng, fact: Any, horses: list[str]) -> Any:
    if isinstance(fact, bool):
        return rng.choice(["yes", "no", True, False, "Yes", "true"])
    if isinstance(fact, list):
        return names(rng, fact, horses)
    return by_name(rng, fact, horses) if isinstance(fact, dict) else comparison(rng, fact)


def alternatives(rng: Rng, key: str, facts: Page, horses: list[str], make: Callable[[], Any]) -> Any:
    """One thing, or a list of which some have a condition."""
    if rng.random() < 0.5:
        return make()
    found: list[Any] = []
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        line = {"when": when(rng, facts, horses), key: make()} if rng.random() < 0.75 else {key: make()}
        found.append(line if "when" in line or rng.random() < 0.2 else line[key])
    return [*found, make()] if rng.random() < 0.5 else found


# Rides


def speeds(rng: Rng) -> str:
    some = [str(rng.randint(1, 8)) for _ in range(rng.choice([1, 1, 2, 3]))]
    ranges = [f"{rng.randint(1, 8)}-{rng.randint(1, 8)}", "8-1", "1-8", "4-6"]
    ranges[0] = ranges[0].replace("-", rng.choice(["-", "-", " - ", "–"]))
    return rng.choice([*some[:1], " ".join(some), ", ".join(some), *ranges, f"{some[0]} {ranges[0]}"])


def ride(rng: Rng) -> Any:
    """N20: words in any order."""
    if rng.random() < 0.05:
        return rng.choice(["retire", "Retire"])
    said = [speeds(rng)] if rng.random() < 0.98 else []  # without a number it is no ride
    if rng.random() < 0.15:
        return written(rng, rng.randint(1, 8))
    if rng.random() < 0.55:
        landings = rng.sample(LANDINGS, rng.choice([1, 1, 2, 3]))
        said.append(rng.choice([" ", " or ", ", "]).join(landings))
    if rng.random() < 0.4:
        said.append(f"lane {rng.randint(1, 6)}")
    rng.shuffle(said)
    text = rng.choice([" ", " ", ", "]).join(said or ["clear"])
    return rng.choice([text, text, text.upper(), text.capitalize()])


def rides(rng: Rng, mine: list[str], facts: Callable[[str], Page], every: list[str], chance: float) -> Page:
    """For some of one's horses; now and then a name with nothing after it."""
    found: Page = {}
    for horse in mine:
        if rng.random() < chance:
            said = alternatives(rng, "ride", facts(horse), every, lambda: ride(rng))
            found[odd(rng, horse)] = said if rng.random() < 0.95 else rng.choice(NOTHING)
    return found
