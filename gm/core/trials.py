"""Games by the thousand, to see what rules and settings do: a plan, and the tally of what came of it."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from gm.core.play import Raw


@dataclass(frozen=True)
class Plan:
    """What is tried: a game's settings, how many play, and how they play it."""

    entrants: int
    settings: Mapping[str, Raw] = field(default_factory=dict)
    tempers: Sequence[str] = ()  # dealt out over the field in turn; none: as the game's simple players do
    seed: str = ""


@dataclass
class Tally:
    """What so many games came to: how often each thing came about. Two of them can be added."""

    games: int = 0
    counts: dict[str, Counter[Hashable]] = field(default_factory=dict)

    def count(self, what: str, found: Mapping[Hashable, int]) -> None:
        self.counts.setdefault(what, Counter()).update(found)

    def __add__(self, other: "Tally") -> "Tally":
        total = Tally(self.games + other.games)
        for tally in (self, other):
            for what, found in tally.counts.items():
                total.count(what, found)
        return total

    def of(self, what: str) -> Counter[Hashable]:
        return self.counts.get(what, Counter())

    def mean(self, what: str) -> float:
        """Of numbers that were counted: how large they were.

        >>> tally = Tally(3, {"turns": Counter({15: 1, 16: 2})})
        >>> round(tally.mean("turns"), 2)
        15.67
        """
        numbers = [(value, many) for value, many in self.of(what).items() if isinstance(value, int)]
        return sum(value * many for value, many in numbers) / max(1, sum(many for _, many in numbers))
