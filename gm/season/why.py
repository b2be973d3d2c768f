"""Why somebody stands where they stand: whom each tie-break put above or below them, with the numbers compared (S5)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gm.season.results import Player, Season
from gm.season.standings import Line, book_of, in_final
from gm.season.ties import TIE_BREAKS, Book, Key

POINTS, FINAL = "points", "final"


class Numbers(NamedTuple):
    """What decided between two: the first numbers that differ, and what they count."""

    mine: Fraction | None  # None: played with nobody
    theirs: Fraction | None
    at: int | None = None  # the place that was counted, or the round
    struck_too: bool = False  # counted over all results


@dataclass(frozen=True)
class Compared:
    """One of those nearby in the table, seen from the one who asks."""

    other: Player
    above: bool | None  # does the one who asks stand above them? None: they share the place
    by: str  # points, a tie-break, or the final; "" if nothing parts them
    numbers: Numbers


def why(season: Season, table: Sequence[Line], player: Player) -> list[Compared]:
    """Against the nearest on other points, and against everybody on the same, in the order of the table.

    Whoever was in the final stands by that alone, and before all others.
    """
    book, mine = book_of(season), next(line for line in table if line.player == player)
    own, final = [line for line in table if line.division == mine.division], in_final(season)
    if player in final:
        return [_by_final(mine, line, final) for line in own if line.player in final and line is not mine]
    rivals = [line for line in own if line.player not in final]
    equals = [line.player for line in rivals if line.points == mine.points]
    everybody = [line.player for line in own if line.points == mine.points]
    parted = {each.other: each for each in _parted(book, everybody, season.ties, player)}
    above = [line for line in rivals if line.points > mine.points][-1:]
    below = [line for line in rivals if line.points < mine.points][:1]
    return [
        *(_by_final(mine, line, final) for line in own if line.player in final),
        *(_by_points(mine, line) for line in above),
        *(parted[each] for each in equals if each != player),
        *(_by_points(mine, line) for line in below),
    ]


def _by_points(mine: Line, other: Line) -> Compared:
    return Compared(other.player, mine.points > other.points, POINTS, Numbers(mine.points, other.points))


def _by_final(mine: Line, other: Line, final: Mapping[Player, int]) -> Compared:
    """By the places there; whoever had none stands behind."""
    own, theirs = (Fraction(line.place) if line.player in final else None for line in (mine, other))
    above = None if mine.place == other.place else mine.place < other.place
    return Compared(other.player, above, FINAL, Numbers(own, theirs))


def _parted(book: Book, group: Sequence[Player], ties: Sequence[str], player: Player) -> Iterator[Compared]:
    """Tie-break after tie-break: whoever it parts from the player is out of the group that goes on."""
    for name in ties:
        keys = TIE_BREAKS[name](book, group) if len(group) > 1 else {}
        if not keys:
            continue
        for other in (each for each in group if keys[each] != keys[player]):
            numbers = NUMBERS[name](keys[player], keys[other], book)
            yield Compared(other, keys[player] > keys[other], name, numbers)
        group = [each for each in group if keys[each] == keys[player]]
    yield from (Compared(other, None, "", Numbers(None, None)) for other in group if other != player)


def _counted(mine: Key, theirs: Key, book: Book) -> Numbers:
    """How many of the first place that they have not equally often."""
    for struck_too, pair in enumerate(zip(mine, theirs, strict=True)):
        for place, (one, other) in enumerate(zip(*pair, strict=True), start=1):
            if one != other:
                return Numbers(Fraction(one), Fraction(other), place, bool(struck_too))
    raise AssertionError("equal keys part nobody")


def _single(mine: Key, theirs: Key, book: Book) -> Numbers:
    return Numbers(mine, theirs)


def _mean(mine: Key, theirs: Key, book: Book) -> Numbers:
    return Numbers(mine[0] if mine else None, theirs[0] if theirs else None)


def _latest(mine: Key, theirs: Key, book: Book) -> Numbers:
    at = next(i for i, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
    return Numbers(mine[at], theirs[at], book.round - at)


NUMBERS: Mapping[str, Callable[[Key, Key, Book], Numbers]] = {
    "countback": _counted,
    "met": _single,
    "opposition": _mean,
    "score": _single,
    "recent": _latest,
}
