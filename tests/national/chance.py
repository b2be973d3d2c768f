"""Chance worked out a second time, from the seed and with hashlib alone (fair play, point 4)."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from tests.national.box import DECKS, GOINGS


def numbers(seed: str, stream: str) -> Iterator[int]:
    for block in itertools.count():
        drawn = hashlib.sha256(f"{seed}:{stream}:{block}".encode()).digest()
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))


def below(limit: int, drawn: Iterator[int]) -> int:
    return next(number for number in drawn if number < 2**32 - 2**32 % limit) % limit


def shuffled(seed: str, stream: str, things: Sequence[Any]) -> list[Any]:
    pile, drawn = list(things), numbers(seed, stream)
    for last in range(len(pile) - 1, 0, -1):
        other = below(last + 1, drawn)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def going(seed: str) -> str:
    """N13."""
    return GOINGS[below(6, numbers(seed, "going"))]


def draw(seed: str, stables: Sequence[str]) -> list[str]:
    """N18: who lines up in lane 1, cap by cap."""
    drawn = numbers(seed, "draw")
    return [stables[below(len(stables), drawn)] for _ in range(4)]


def deck(seed: str, name: str, time: int = 1) -> list[str]:
    """N28: a whole deck, shuffled for the first, second … time."""
    return shuffled(seed, name if time == 1 else f"{name}:{time}", DECKS[name])
