"""All chance: streams drawn from a seed that anyone can recompute (fair play, point 4).

Most commands only carry the dice about; hashlib is loaded where they are thrown.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")
_SPAN = 2**32


def new_secret() -> str:
    """64 hex characters that nobody could have guessed."""
    import secrets

    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of the secret before anybody sends a lucky word."""
    return _sha256(secret)


def make_seed(secret: str, words: Mapping[str, str]) -> str:
    """The secret and everybody's lucky word, in order of the players' ids.

    >>> make_seed("a" * 64, {"bob": "marmalade", "ann": ""})[:16]
    '746567b2380647ec'
    """
    return _sha256(secret + "".join(f"\n{player}={words[player]}" for player in sorted(words)))


class Dice:
    """The chance of one game: a stream for each purpose, always the same for the same seed."""

    def __init__(self, seed: str):
        self.seed = seed

    def stream(self, purpose: str) -> "Stream":
        return Stream(self.seed, purpose)


class Stream:
    """Numbers drawn one after the other for one purpose."""

    def __init__(self, seed: str, purpose: str):
        self._numbers = _numbers(seed, purpose)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        fair = _SPAN - _SPAN % n
        return next(x for x in self._numbers if x < fair) % n

    def shuffle(self, items: list[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _numbers(seed: str, purpose: str) -> Iterator[int]:
    from hashlib import sha256

    block = 0
    while True:
        digest = sha256(f"{seed}:{purpose}:{block}".encode()).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def _sha256(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()
