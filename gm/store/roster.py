"""Who sits where, as it was at the start: a row for each seat. That of a large field is kept column by column."""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.core import plain
from gm.core.columns import MANY, Columns, Rows, column
from gm.core.each import Each
from gm.core.play import Json, Seat


def seat_of(row: Json) -> Seat:
    """The id of a place on the roster; those of games from before places had one of their own are the players'."""
    seat: str = row["seat"] if "seat" in row else row["player"]
    return seat


def seats_of(rows: Rows) -> Sequence[Seat]:
    return rows.columns["seat"] if isinstance(rows, Columns) else [*map(seat_of, rows)]


def by_seat(rows: Rows) -> Mapping[Seat, Json]:
    if isinstance(rows, Columns):
        return Each(dict(zip(seats_of(rows), range(len(rows)), strict=True)), lambda _, at: rows[at])
    return dict(zip(seats_of(rows), rows, strict=True))


def written(rows: Rows) -> str:
    """As it is stored."""
    alike = len(rows) >= MANY and "seat" in rows[0] and all(row.keys() == rows[0].keys() for row in rows)
    return plain.write({key: column(rows, key) for key in rows[0]} if alike else [*rows])


def read(stored: Any) -> Rows:
    """What `written` wrote, as plain data."""
    return Columns(stored) if isinstance(stored, dict) else stored
