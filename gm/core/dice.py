"""All chance: streams drawn from a seed that anyone can recompute (fair play, point 4).

Most commands only carry the dice about; hashlib is loaded where they are thrown.
"""

from collections.abc import Iterable, Iterator, Mapping
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
    """The chance of one game: a stream for each purpose, always the same for the same seed.

    A stream goes on where it was, so nothing that was drawn comes again.

    >>> dice = Dice("seed").at(3, 1)
    >>> dice.now("die").below(6), dice.now("die").below(6), Dice("seed").stream("3.1:die").below(6)
    (1, 3, 1)
    """

    def __init__(self, seed: str, moment: str = ""):
        self.seed, self._moment = seed, moment
        self._streams: dict[str, Stream] = {}

    def at(self, turn: int, step: int) -> "Dice":
        """The dice of one step of a turn; both are counted from 1."""
        return Dice(self.seed, f"{turn}.{step}:")

    def stream(self, purpose: str) -> "Stream":
        """One that a ruling names, and that is drawn once in a game: `deck`, `jump:2`."""
        if purpose not in self._streams:
            self._streams[purpose] = Stream(self.seed, purpose)
        return self._streams[purpose]

    def now(self, purpose: str) -> "Stream":
        """One of this very turn and step, where a game needs chance again and again."""
        return self.stream(self._moment + purpose)


class Stream:
    """Numbers drawn one after the other for one purpose."""

    def __init__(self, seed: str, purpose: str):
        self._numbers = _numbers(seed, purpose)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        fair = _SPAN - _SPAN % n
        return next(x for x in self._numbers if x < fair) % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The same in another order."""
        found = list(items)
        self.shuffle(found)
        return found

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
