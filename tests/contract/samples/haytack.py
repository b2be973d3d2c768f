"""Haytack's Grand National."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from gm import games
from gm.core.play import Seat
from tests.contract.samples import NUMBERS, SEATS, Call, Secret, Secrets

MANY = 6
SETTINGS: dict[str, Any] = {"course": "6 plain, water, 3 plain", "options": {"reveal": "fallers"}}
HORSES = ("Red Rum", "Crisp", "Foinavon", "Aldaniti")


def race(reveal: str = "all", points: int = 0) -> Any:
    page = {
        "course": ["plain", "water", "plain"],
        "options": {"reveal": reveal},
        "horses": {
            "Red Rum": str(points + 100),
            "Crisp": str(points + 90),
            "Foinavon": "80",
            "Aldaniti": str(points + 300),
        },
        "players": dict(zip(HORSES, SEATS, strict=False)),
    }
    return games.load("haytack").case(page).state  # type: ignore[union-attr]


def orders(**changed: Any) -> dict[Seat, Any]:
    numbers = {"alice": ("10", "12"), "bob": ("8", "9"), "carol": ("8", "7"), "dave": ("30", "5")}
    plain = {seat: {"orders": {"1": first, "2": second}} for seat, (first, second) in numbers.items()}
    return plain | changed


def _alice(part: Any, reveal: str = "all", told: bool = True) -> Secret:
    state = race(reveal)
    return Secret(("alice",), (state, orders()), (state, orders(alice=part)), told)


SECRETS: Secrets = {
    "an alternative that was not taken": partial(
        _alice, {"orders": {"1": "10", "2": [{"when": {"fell": "Aldaniti"}, "play": "77"}, "12"]}}
    ),
    "a standing order": partial(
        _alice, {"orders": {"1": "10", "2": "12"}, "standing": {"plain": "66", "becher": "55"}}, told=False
    ),
    "whether a number was ordered or standing": partial(_alice, {"orders": {"1": "10"}, "standing": {"water": "12"}}),
    "a number that changes nothing": partial(_alice, {"orders": {"1": "45", "2": "14"}}, "fallers"),
}


def calls(draw: random.Random) -> Iterator[Call]:
    fences = draw.choice([["1", "2"], ["7"], ["10", "11"], []])
    position = {
        "horse": "Red Rum", "points": draw.choice([0, 3, 50, 478]), "turn": 3, "open": draw.random() < 0.8, "fences": fences,
        "kinds": ["plain", "becher"], "out": draw.choice(["", "", "", "over", "fell", "retired"]), "out_at": 4,
    }  # fmt: skip
    rows = [
        {
            "key": draw.choice([*fences, *fences, "2", "plain", "99"]), "play": draw.choice(NUMBERS), "when": draw.random() < 0.4,
            "implied": draw.random() < 0.1, "at": f"row-{number}",
        }
        for number in range(draw.randint(0, 5))
    ]  # fmt: skip
    yield "bad_bid", [draw.choice([*NUMBERS, ["5"], {"a": "b"}, None]), "here"]
    yield "price", [draw.choice(NUMBERS), draw.choice([0, 7, 478])]
    yield "last_word", [rows]
    yield "review", [position, rows]
    yield "foresee", [position, rows]
    if fences:
        yield "check", [position, rows]
