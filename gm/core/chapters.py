"""What the chapters and pictures of any race are made of: events gathered by fence or move, fields, and numbers."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any, TypeVar

from gm.core.play import Event, Json, View
from gm.core.series import Events, Series, rows_of

A = TypeVar("A")  # events, or a view
T = TypeVar("T")
Fill = Callable[[Json, Event], None]  # what an event adds to the chapter that it belongs to
Pour = Callable[[Json, Sequence[Event]], None]  # the same for all of one kind that stand in a row
LEADERS = 3
BARS = 12  # at most, of a distribution in characters
PILLARS = 40  # and of the picture of one


class Told(Events):
    """Events that much is made of: whatever is found in all of them is looked for once."""

    def __init__(self, *rows: Iterable[Event]):
        super().__init__(*rows)
        self.found: dict[Any, Any] = {}


class Shown(dict[str, Any]):
    """A view that much is made of, likewise."""

    def __init__(self, view: View):
        super().__init__(view)
        self.found: dict[Any, Any] = {}


def once(among: A, find: Callable[[A], T]) -> T:
    found = among.found if isinstance(among, Told | Shown) else {}
    if find not in found:
        found[find] = find(among)
    answer: T = found[find]
    return answer


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """Those of one kind."""
    return [event for each, row in in_rows(events) if each == kind for event in row]


def in_rows(events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
    """In their order, those of one kind that stand in a row together: a large field has few rows, and long ones."""
    return once(events, _in_rows)


def _in_rows(events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
    return [each for row in rows_of(events) for each in _by_kind(row)]


def _by_kind(events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
    if isinstance(events, Series):
        return [(events.kind, events)]
    return [(kind, list(row)) for kind, row in groupby(events, itemgetter(0))]


def gathered(
    events: Sequence[Event],
    opens: str,
    begin: Callable[[Json], Json],
    fill: Mapping[str, Fill],
    pour: Mapping[str, Pour] | None = None,
) -> list[Json]:
    """A chapter for each event of the kind that opens one; those after it fill it in, each kind in its own way.

    Where a large field has hundreds of thousands of a kind in a row, they are poured in, all at once.
    """
    chapters: list[Json] = []
    for kind, row in in_rows(events):
        if kind == opens:
            chapters += [begin(event.data) for event in row]
        elif chapters and pour and kind in pour:
            pour[kind](chapters[-1], row)
        elif chapters and kind in fill:
            for event in row:
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
