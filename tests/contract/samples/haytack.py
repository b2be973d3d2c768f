"""Haytack's Grand National."""

from functools import partial
from typing import Any

from gm import games
from gm.core.play import Seat
from tests.contract.samples import SEATS, Secret, Secrets

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
