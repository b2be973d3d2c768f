"""Events of one kind that stand in a row, one for each of many: a pattern, and what goes into its blanks.

A turn of a large field has hundreds of thousands of events that differ in a name and a number or two. As a series they
are kept column by column, and an event is made of it when somebody looks at one; for nearly all nobody ever does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from typing import Any, overload

from gm.core.play import Event, Json, Seat, quick

_event = quick(Event)
Column = Sequence[Any]


class _Several(Sequence[Event]):
    """Whatever is asked for by its number, or compared, is made; so are all the others, once."""

    @property
    def made(self) -> list[Event]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Event]:
        return iter(self.made)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        return self.made[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.made == list(other)

    __hash__ = None  # type: ignore[assignment] # as a list has none


class Series(_Several):
    """One event for each of many.

    >>> jumps = Series("jump", "H5", {"fence": 1, "horse": "", "played": 0}, horse=["Crisp", "Gay Trip"], played=[5, 7])
    >>> jumps[1]
    Event(kind='jump', data={'fence': 1, 'horse': 'Gay Trip', 'played': 7}, ruling='H5', audience=None)
    """

    def __init__(
        self,
        kind: str,
        ruling: str,
        pattern: Json | Sequence[Json],  # the same for all, or one for each; with all keys in their order
        alone: Sequence[Seat] | None = None,  # each is for the eyes of one seat; None: all are everybody's
        /,
        **blanks: Column,  # what is another in each
    ):
        self.kind, self.ruling, self.alone, self.blanks = kind, ruling, alone, blanks
        self._many, self._pattern = len(next(iter(blanks.values()))), pattern
        self.patterns: Sequence[Json] = [pattern] * self._many if isinstance(pattern, dict) else pattern

    def __len__(self) -> int:
        return self._many

    def data(self, at: int) -> Json:
        """What the event of that number tells."""
        return {**self.patterns[at], **{key: column[at] for key, column in self.blanks.items()}}

    @cached_property
    def made(self) -> list[Event]:
        keys, columns = tuple(self.blanks), zip(*self.blanks.values(), strict=True)
        filled = [
            {**pattern, **dict(zip(keys, each, strict=True))}
            for pattern, each in zip(self.patterns, columns, strict=True)
        ]
        audiences = repeat(None) if self.alone is None else [frozenset((seat,)) for seat in self.alone]
        return [_event(each) for each in zip(repeat(self.kind), filled, repeat(self.ruling), audiences)]

    def column(self, key: str) -> Column:
        """One thing that all of them tell."""
        return self.blanks[key] if key in self.blanks else [pattern[key] for pattern in self.patterns]

    def part(self, start: int, stop: int) -> "Series":
        """Some of them that stand together."""
        alone = None if self.alone is None else self.alone[start:stop]
        blanks = {key: column[start:stop] for key, column in self.blanks.items()}
        pattern = self._pattern if isinstance(self._pattern, dict) else self._pattern[start:stop]
        return Series(self.kind, self.ruling, pattern, alone, **blanks)

    @property
    def known_patterns(self) -> Mapping[int, Json]:
        """Each very pattern by its `id`, however many have it."""
        if isinstance(self._pattern, dict):
            return {id(self._pattern): self._pattern}
        return dict(zip(map(id, self.patterns), self.patterns, strict=True))


class Events(_Several):
    """All events of a turn, in their order: rows of them, and those in series stay so."""

    def __init__(self, *rows: Iterable[Event]):
        self.rows: list[Sequence[Event]] = []
        for row in rows:
            self += row

    def __iadd__(self, more: Iterable[Event]) -> "Events":
        vars(self).pop("made", None)
        for row in rows_of(more):
            if self.rows and isinstance(self.rows[-1], list) and isinstance(row, list):
                self.rows[-1] += row
            elif row:
                self.rows.append(row if isinstance(row, Series) else list(row))
        return self

    def __len__(self) -> int:
        return sum(map(len, self.rows))

    @cached_property
    def made(self) -> list[Event]:
        return [*chain.from_iterable(self.rows)]


def rows_of(events: Iterable[Event]) -> Sequence[Sequence[Event]]:
    """Any events as rows of them: series, and lists of what is none."""
    if isinstance(events, Events):
        return events.rows
    return [events if isinstance(events, Series) else list(events)]


def public_of(events: Iterable[Event]) -> Iterator[Sequence[Event]]:
    """Of the same rows what everybody may know."""
    for row in rows_of(events):
        if not isinstance(row, Series):
            yield [event for event in row if event.audience is None]
        elif row.alone is None:
            yield row


class ByName(Mapping[str, Json]):
    """What rows of events tell of each, by its name; of series it is made when it is asked for."""

    def __init__(self, key: str):
        self.key = key  # under which an event has the name
        self._rows: list[Sequence[Event]] = []
        self._columns: dict[str, dict[str, Any]] = {}

    def pour(self, row: Sequence[Event]) -> None:
        """What is told again of one takes the place of what was."""
        self._rows.append(row)
        self._columns.clear()
        vars(self).pop("_at", None)

    def column(self, key: str) -> Mapping[str, Any]:
        """One thing that is told of each."""
        if key not in self._columns:
            names_and_values = (zip(column(row, self.key), column(row, key), strict=True) for row in self._rows)
            self._columns[key] = dict(chain.from_iterable(names_and_values))
        return self._columns[key]

    @property
    def _names(self) -> Mapping[str, Any]:
        return self.column(next(iter(self._columns), self.key))

    @cached_property
    def _at(self) -> dict[str, Json | tuple[Series, int]]:
        """What is told, or in which series, and which of it."""
        found: dict[str, Json | tuple[Series, int]] = {}
        for row in self._rows:
            if isinstance(row, Series):
                found.update({name: (row, at) for at, name in enumerate(row.column(self.key))})
            else:
                found.update({event.data[self.key]: event.data for event in row})
        return found

    def __getitem__(self, name: str) -> Json:
        found = self._at[name]
        return found if isinstance(found, dict) else found[0].data(found[1])

    def get(self, name: str, default: Any = None) -> Any:  # every private report asks
        return self[name] if name in self._at else default

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def column(row: Sequence[Event], key: str) -> Column:
    """One thing that all events of a row tell."""
    return row.column(key) if isinstance(row, Series) else [event.data[key] for event in row]
