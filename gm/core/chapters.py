"""What the chapters and pictures of any race are made of: events gathered by fence or move, fields, and numbers."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any, TypeVar

from gm.core.play import Event, Json

T = TypeVar("T")
Fill = Callable[[Json, Event], None]  # what an event adds to the chapter that it belongs to
Pour = Callable[[Json, Iterable[Event]], None]  # the same for all of one kind that stand in a row
LEADERS = 3
BARS = 12  # at most, of a distribution in characters
PILLARS = 40  # and of the picture of one


class Told(list[Event]):
    """Events that much is made of: whatever is found in all of them is looked for once."""

    def __init__(self, events: Iterable[Event] = ()):
        super().__init__(events)
        self.found: dict[Any, Any] = {}


def once(events: Sequence[Event], find: Callable[[Sequence[Event]], T]) -> T:
    found = events.found if isinstance(events, Told) else {}
    if find not in found:
        found[find] = find(events)
    answer: T = found[find]
    return answer


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """Those of one kind: there are none of most kinds, which is found out once for all of them."""
    return [event for event in events if event[0] == kind] if kind in once(events, _kinds) else []


def _kinds(events: Sequence[Event]) -> frozenset[str]:
    return frozenset(map(_KIND, events))


_KIND = itemgetter(0)


def gathered(
    events: Iterable[Event],
    opens: str,
    begin: Callable[[Json], Json],
    fill: Mapping[str, Fill],
    pour: Mapping[str, Pour] | None = None,
) -> list[Json]:
    """A chapter for each event of the kind that opens one; those after it fill it in, each kind in its own way.

    Where a large field has hundreds of thousands of a kind in a row, they are poured in, all at once.
    """
    chapters: list[Json] = []
    for kind, run in groupby(events, _KIND):
        if kind == opens:
            chapters += [begin(event.data) for event in run]
        elif chapters and pour and kind in pour:
            pour[kind](chapters[-1], run)
        elif chapters and kind in fill:
            for event in run:
                fill[kind](chapters[-1], event)
    return chapters


def sets(**keys: str) -> Fill:
    """The chapter's `bet` is what the event calls `horse`: sets(bet="horse")."""
    return lambda chapter, event: chapter.update({key: event.data[source] for key, source in keys.items()})


def pick(data: Mapping[str, Any], *keys: str) -> Json:
    """These of its fields, in this order."""
    return {key: data[key] for key in keys}


def those(flags: Mapping[str, bool]) -> set[str]:
    """The names of what is so, such as what a legend has to explain."""
    return {name for name, is_so in flags.items() if is_so}


def spread(values: Iterable[int], out: Iterable[int] = ()) -> Json | None:
    """Numbers as a distribution: what a page says of a field that is too large to list; `out` are those that fell."""
    numbers, gone = Counter(values), Counter(out)
    if not numbers:
        return None
    many, bars = numbers.total(), _bars(numbers, gone, BARS)
    return {
        "many": many,
        "lowest": min(numbers),
        "median": _middle(numbers, many),
        "highest": max(numbers),
        "most": max(bar["many"] for bar in bars),
        "bars": bars,
        "pillars": _bars(numbers, gone, PILLARS),
    }


def _bars(numbers: Mapping[int, int], gone: Mapping[int, int], most: int) -> list[Json]:
    """Neighbours stand together, so that there are no more bars than that."""
    low, high = min(numbers), max(numbers)
    wide = (high - low) // most + 1
    bars = [{"low": at, "high": min(high, at + wide - 1), "many": 0, "out": 0} for at in range(low, high + 1, wide)]
    for number, times in numbers.items():
        bar = bars[(number - low) // wide]
        bar["many"] += times
        bar["out"] += gone.get(number, 0)
    return bars


def _middle(numbers: Mapping[int, int], many: int) -> int:
    """Half of them are that or less."""
    ordered = sorted(numbers)
    below = accumulate(numbers[number] for number in ordered)
    return next(number for number, so_far in zip(ordered, below, strict=True) if 2 * so_far >= many)


def leading(ordered: Sequence[T]) -> Sequence[T]:
    """The first of those who run on, whom a picture shows before all others: no more than a quarter of them."""
    return ordered[: min(LEADERS, max(1, len(ordered) // 4))]


def abreast(items: Iterable[T], place: Callable[[T], Hashable]) -> list[tuple[T, tuple[float, int]]]:
    """Equals are marked side by side: each so many places off the middle, of so many.

    >>> abreast(["ann", "bob", "cy"], len)
    [('ann', (-0.5, 2)), ('bob', (0.5, 2)), ('cy', (0.0, 1))]
    """
    equals: dict[Hashable, list[T]] = {}
    for item in items:
        equals.setdefault(place(item), []).append(item)
    return [
        (item, (number - (len(group) - 1) / 2, len(group)))
        for group in equals.values()
        for number, item in enumerate(group)
    ]
