"""Rows of one shape, such as the horses of a large field, kept column by column: a row is made when somebody looks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from gm.core.play import Json

MANY = 1_000  # from there on
Rows = Sequence[Json]


class Columns(Sequence[Json]):
    """
    >>> Columns({"seat": ["ann", "bob"], "entry": ["Red Rum", "Crisp"]})[1]
    {'seat': 'bob', 'entry': 'Crisp'}
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]):
        self.columns = columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @overload
    def __getitem__(self, at: int) -> Json: ...
    @overload
    def __getitem__(self, at: slice) -> "Columns": ...
    def __getitem__(self, at: int | slice) -> "Json | Columns":
        one = {key: column[at] for key, column in self.columns.items()}
        return Columns(one) if isinstance(at, slice) else one

    def __iter__(self) -> Iterator[Json]:
        return (dict(zip(self.columns, row, strict=True)) for row in zip(*self.columns.values(), strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment] # as a list has none


def rows_of(columns: Mapping[str, Sequence[Any]]) -> Rows:
    """A list of them, as long as they are few."""
    rows = Columns(columns)
    return rows if len(rows) >= MANY else [*rows]


def column(rows: Rows, key: str) -> Sequence[Any]:
    """One thing that all of them say."""
    return rows.columns[key] if isinstance(rows, Columns) else [row[key] for row in rows]


class InGroups(Sequence[Json]):
    """Rows group by group, and within a group by one thing that they say: found out as far as somebody looks.

    >>> rows = [{"horse": "Rubstic"}, {"horse": "Crisp"}, {"horse": "Aldaniti"}]
    >>> [each["horse"] for each in InGroups(rows, [[0, 1], [2]], "horse")]
    ['Crisp', 'Rubstic', 'Aldaniti']
    """

    def __init__(self, rows: Rows, groups: Sequence[Sequence[int]], by: str):
        self.rows, self._by, self._many = rows, column(rows, by), sum(map(len, groups))
        self._places, self._further = list[int](), iter(groups)

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, at: int) -> Json: ...
    @overload
    def __getitem__(self, at: slice) -> list[Json]: ...
    def __getitem__(self, at: int | slice) -> Json | list[Json]:
        wanted = range(self._many)[at]
        if isinstance(wanted, int):
            return self.rows[self._place(wanted)]
        return [self.rows[self._place(number)] for number in wanted]

    def _place(self, number: int) -> int:
        while number >= len(self._places):
            self._places += sorted(next(self._further), key=self._by.__getitem__)
        return self._places[number]


def in_groups(rows: Rows, groups: Sequence[Sequence[int]], by: str) -> Rows:
    """A list of them, as long as they are few."""
    found = InGroups(rows, groups, by)
    return found if len(rows) >= MANY else [*found]
