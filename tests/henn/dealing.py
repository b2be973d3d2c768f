"""The deal of Henn's Derby worked out a second time, from the seed and with hashlib alone (D2 to D5)."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from typing import Any

from tests.henn.box import COLOURS, NUMBERS

Page = dict[str, Any]


def stream(seed: str, name: str) -> Iterator[int]:
    """Fair play, point 4."""
    for block in itertools.count():
        drawn = hashlib.sha256(f"{seed}:{name}:{block}".encode()).digest()
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))


def shuffled(cards: list[int], numbers: Iterator[int]) -> list[int]:
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        other = next(number for number in numbers if number < limit) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def deal(seed: str, players: list[str], horses: list[str] | None = None) -> Page:
    """A new game as a case page."""
    cards = shuffled(list(range(1, 64)), stream(seed, "deck"))
    from_tickets, from_numbers = stream(seed, "tickets"), stream(seed, "numbers")
    piles = {horse: shuffled(list(range(1, 10)), from_tickets) for horse in horses or COLOURS}
    own = [number for number, many in enumerate(NUMBERS[len(players)], start=1) for _ in range(many)]
    return {
        "rules": "henn",
        "players": list(players),
        **({"horses": list(horses)} if horses else {}),
        "row": {"left": cards[0], "right": cards[1]},
        "deck": cards[2:],
        "numbers": {player: shuffled(own, from_numbers) for player in players},
        "tickets": {p: {horse: pile[seat] for horse, pile in piles.items()} for seat, p in enumerate(players)},
        "stock": {horse: pile[len(players) :] for horse, pile in piles.items()},
    }


def movers(players: list[str], turn: int, pace: str = "round", lead: str = "stay") -> list[str]:
    """D5, D14: who moves on this turn, in their order, while everybody has number cards."""
    many = len(players)
    number = turn if pace == "round" else (turn - 1) // many + 1
    first = number - 1 if lead == "pass" else 0
    around = [players[(first + seat) % many] for seat in range(many)]
    return around if pace == "round" else [around[(turn - 1) % many]]
