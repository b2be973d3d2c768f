"""Equal points, parted by one tie-break after the other (S5)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from gm.season.points import added
from gm.season.results import Player, Result


@dataclass(frozen=True)
class Book:
    """What the tie-breaks look into: everybody's results, and everybody's total."""

    results: Mapping[Player, Sequence[Result]]
    totals: Mapping[Player, Fraction]
    round: int

    @cached_property
    def heights(self) -> Mapping[Player, int]:
        """Everybody's total by how many there are below it: whole numbers are compared in a fraction of the time."""
        below = {total: i for i, total in enumerate(sorted(set(self.totals.values())))}
        return {player: below[total] for player, total in self.totals.items()}


Key = Any  # whatever can be compared; the higher comes first
TieBreak = Callable[[Book, Sequence[Player]], dict[Player, Key]]


def countback(book: Book, group: Sequence[Player]) -> dict[Player, Key]:
    """More first places among what counts, then seconds, and so on; if all that is equal, among everything."""
    most = max((result.place or 0 for player in group for result in book.results[player]), default=0)

    def tally(player: Player, struck: bool) -> tuple[int, ...]:
        found = Counter(result.place for result in book.results[player] if struck or result.counts)
        return tuple(found[place] for place in range(1, most + 1))

    return {player: (tally(player, False), tally(player, True)) for player in group}


def met(book: Book, group: Sequence[Player]) -> dict[Player, Key]:
    """The mean of one's points in the games with others of the group, if all of them have met."""
    keys: dict[Player, Key] = {}
    for player in group:
        others = {each for each in group if each != player}
        games = [result for result in book.results[player] if not others.isdisjoint(result.company)]
        if not others.issubset(each for result in games for each in result.company):
            return {}
        keys[player] = mean([result.points for result in games])
    return keys


def opposition(book: Book, group: Sequence[Player]) -> dict[Player, Key]:
    """The mean total of those one has played with, each as often as one met them, the lowest left out."""

    def strength(player: Player) -> tuple[Fraction, ...]:
        met = [each for result in book.results[player] for each in result.company if each != player]
        if len(met) > 1:
            met.remove(min(met, key=book.heights.__getitem__))
        return (mean([book.totals[each] for each in met]),) if met else ()  # who played with nobody comes last

    return {player: strength(player) for player in group}


def score(book: Book, group: Sequence[Player]) -> dict[Player, Key]:
    """The games' own scores, in what counts."""
    return {
        player: sum((result.score for result in book.results[player] if result.counts), Fraction(0)) for player in group
    }


def recent(book: Book, group: Sequence[Player]) -> dict[Player, Key]:
    """The points of the last round, then of the one before."""

    def backwards(player: Player) -> list[Fraction]:
        points = {result.round: result.points for result in book.results[player]}
        return [points.get(number, Fraction(0)) for number in range(book.round, 0, -1)]

    return {player: backwards(player) for player in group}


TIE_BREAKS: dict[str, TieBreak] = {
    "countback": countback,
    "met": met,
    "opposition": opposition,
    "score": score,
    "recent": recent,
}


@dataclass(frozen=True)
class Parted:
    """Players who share a place, and what put them below the group before; None where points did."""

    players: Sequence[Player]
    decided: str | None


def part(book: Book, group: Sequence[Player], ties: Sequence[str], decided: str | None = None) -> list[Parted]:
    """A group of equals, in smaller ones; each goes on with the next tie-break, never back to the first."""
    if len(group) == 1 or not ties:
        return [Parted(sorted(group), decided)]
    keys = TIE_BREAKS[ties[0]](book, group) or dict.fromkeys(group, 0)
    ranked = sorted(group, key=lambda player: keys[player], reverse=True)
    found: list[Parted] = []
    for _, equals in groupby(ranked, key=lambda player: keys[player]):
        found += part(book, list(equals), ties[1:], ties[0] if found else decided)
    return found


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return added(numbers) / len(numbers)
