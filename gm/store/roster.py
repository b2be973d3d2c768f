"""Who sits where, as it was at the start: a row for each seat. A large field is kept column by column."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from gm.core import plain
from gm.core.each import Each
from gm.core.play import Json, Seat

MANY = 1_000  # from there on
Rows = Sequence[Json]


class Roster(Sequence[Json]):
    """Rows with the same keys; one is made when somebody looks at it.

    >>> Roster({"seat": ["ann", "bob"], "entry": ["Red Rum", "Crisp"]})[1]
    {'seat': 'bob', 'entry': 'Crisp'}
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]):
        self.columns = columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @overload
    def __getitem__(self, at: int) -> Json: ...
    @overload
    def __getitem__(self, at: slice) -> "Roster": ...
    def __getitem__(self, at: int | slice) -> "Json | Roster":
        one = {key: column[at] for key, column in self.columns.items()}
        return Roster(one) if isinstance(at, slice) else one

    def __iter__(self) -> Iterator[Json]:
        return (dict(zip(self.columns, row, strict=True)) for row in zip(*self.columns.values(), strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment] # as a list has none


def seat_of(row: Json) -> Seat:
    """The id of a place on the roster; those of games from before places had one of their own are the players'."""
    seat: str = row["seat"] if "seat" in row else row["player"]
    return seat


def seats_of(rows: Rows) -> Sequence[Seat]:
    return rows.columns["seat"] if isinstance(rows, Roster) else [*map(seat_of, rows)]


def column(rows: Rows, key: str) -> Sequence[Any]:
    """One thing that all of them say."""
    return rows.columns[key] if isinstance(rows, Roster) else [row[key] for row in rows]


def by_seat(rows: Rows) -> Mapping[Seat, Json]:
    if isinstance(rows, Roster):
        return Each(dict(zip(seats_of(rows), range(len(rows)), strict=True)), lambda _, at: rows[at])
    return dict(zip(seats_of(rows), rows, strict=True))


def written(rows: Rows) -> str:
    """As it is stored."""
    alike = len(rows) >= MANY and "seat" in rows[0] and all(row.keys() == rows[0].keys() for row in rows)
    return plain.write({key: column(rows, key) for key in rows[0]} if alike else [*rows])


def read(stored: Any) -> Rows:
    """What `written` wrote, as plain data."""
    return Roster(stored) if isinstance(stored, dict) else stored
