"""Rows of the database as values, and the plain data in them as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, islice, repeat
from operator import mod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gm.core import plain
from gm.core.play import Event, Json
from gm.core.series import Series, rows_of
from gm.core.words import sentence
from gm.store.errors import COPY, Damaged
from gm.store.roster import read

if TYPE_CHECKING:
    from sqlite3 import Connection


class GameRow(NamedTuple):
    name: str
    rules: str
    title: str
    file: str  # the game's file as it was read at the start
    settings: Json
    roster: Sequence[Json]
    secret: str
    seed: str
    every: str
    head: int  # the turn after which the game stands now
    version: int = 1  # of the rules that it was started under

    @classmethod
    def of(cls, name: str, rules: str, title: str, file: str, settings: str, roster: str, *rest: Any) -> "GameRow":
        """As it is stored."""
        return cls(name, rules, title, file, loads(settings), read(_large(roster)), *rest)


class TurnRow(NamedTuple):
    id: int
    game: str
    turn: int
    parent: int | None
    inputs: Json
    position: Json
    version: int = 1  # of the rules that the position was written under


class OrderRow(NamedTuple):
    """As much of a page with an order as a turn is played from: of a large field the rest takes longer to read."""

    id: int
    player: str
    canonical: str
    nonce: str
    receipt: str
    verdict: str
    checked_at: int  # the position it was checked against
    counts_at: str
    sealed: int

    @property
    def order(self) -> Json:
        order: Json = loads(self.canonical)
        return order


class PageRow(NamedTuple):
    id: int
    game: str
    turn: int
    player: str
    arrived_at: str
    canonical: str
    nonce: str
    receipt: str
    press: str
    checked_at: int  # the position it was checked against
    sender: str  # the address it was mailed from; "" for a file
    held: str  # why it was held
    press_name: str
    taken_at: str
    sealed: int  # what it says is not to be read yet; in this row it is
    digest: str
    source: str
    file: str  # which very file it was; "" for a mail
    orders: int  # does it order something for its turn?
    standing: int  # does it bring a standing order?
    counts_at: str = ""  # from when on
    verdict: str = ""
    request: str = ""  # what was asked for by mail, where it is no page

    @classmethod
    def of(cls, number: int, row: Json) -> "PageRow":
        """The page that was just stored under that number."""
        defaults: Json = {"sealed": 0, "request": "", "verdict": ""}
        return cls(number, *(row[name] if name in row else defaults[name] for name in cls._fields[1:]))

    @property
    def order(self) -> Json:
        order: Json = loads(self.canonical)
        return order


LONG = 2**20  # characters
AT_A_TIME = 1_000  # events that are written, before any of them is stored
TOGETHER = 20  # events in one statement: more are no quicker
SERIES_AT_A_TIME = 10_000
SERIES_TOGETHER = 100  # the same of a series, of which there is less to say
P = TypeVar("P", PageRow, OrderRow)

EVENT = "kind, data, ruling, audience"  # the columns that `events_in` reads


def add_events(connection: "Connection", turn_id: int, events: Sequence[Event]) -> None:
    """Some in one statement: a statement for each alone takes half as long again; in the caller's transaction."""
    start = 0
    for row in rows_of(events):
        if isinstance(row, Series):
            _add_series(connection, turn_id, start, row)
        else:
            _add_some(connection, turn_id, start, row)
        start += len(row)


def _add_some(connection: "Connection", turn_id: int, start: int, events: Sequence[Event]) -> None:
    values = chain.from_iterable(_event_rows(turn_id, start, events))
    while some := tuple(islice(values, 6 * TOGETHER)):
        connection.execute(_insertions(len(some) // 6), some)


@lru_cache
def _insertions(many: int) -> str:
    """OR FAIL: a statement that fails takes its transaction with it, so SQLite need keep nothing to undo it alone."""
    return f"INSERT OR FAIL INTO events VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * many)}"


def _event_rows(turn_id: int, start: int, events: Sequence[Event]) -> Iterator[tuple[int, int, str, str, str, str]]:
    """Events as they are stored, some of them at a time: there may be a million."""
    for begin in range(0, len(events), AT_A_TIME):
        kinds, data, rulings, audiences = zip(*events[begin : begin + AT_A_TIME], strict=True)
        told = iter(texts([sorted(each) for each in audiences if each is not None]))
        whom = ["" if each is None else next(told) for each in audiences]
        yield from zip(repeat(turn_id), count(start + begin), kinds, rulings, whom, texts(data), strict=False)


def _add_series(connection: "Connection", turn_id: int, start: int, series: Series) -> None:
    """What all of them have is said once in a statement."""
    wide, forms = 1 if series.alone is None else 2, _forms(series)
    for begin in range(0, len(series), SERIES_AT_A_TIME):
        part = series.part(begin, begin + SERIES_AT_A_TIME)
        data, alone = series_texts(part, forms), part.alone
        values = iter(data) if alone is None else chain.from_iterable(zip(_lists_of(alone), data, strict=True))
        while some := tuple(islice(values, wide * SERIES_TOGETHER)):
            many = len(some) // wide
            connection.execute(_series_insertions(many, wide), (turn_id, start, series.kind, series.ruling, *some))
            start += many


@lru_cache
def _series_insertions(many: int, wide: int) -> str:
    """The first four values are those that all have; then comes the data of each, with its audience before it."""
    own = ["'', ?"] if wide == 1 else ["?, ?"]
    return (
        f"INSERT OR FAIL INTO events VALUES {', '.join(f'(?1, ?2 + {each}, ?3, ?4, {own[0]})' for each in range(many))}"
    )


def series_texts(series: Series, forms: Mapping[int, str] | None = None) -> list[str]:
    """The data of each as `dumps` writes it, to the letter: a pattern is written once, and what is in its blanks."""
    known, columns = forms or _forms(series), zip(*map(_written, series.blanks.values()), strict=True)
    if len(known) == 1:
        return [*map(next(iter(known.values())).__mod__, columns)]
    return [*map(mod, map(known.__getitem__, map(id, series.patterns)), columns)]


def _forms(series: Series) -> dict[int, str]:
    return {which: _form(pattern, series.blanks) for which, pattern in series.known_patterns.items()}


def _form(pattern: Json, blanks: Iterable[str]) -> str:
    """A pattern with a place for each of what goes into its blanks."""
    pieces = (f"{_literal(key)}:{'%s' if key in blanks else _literal(value)}" for key, value in pattern.items())
    return f"{{{','.join(pieces)}}}"


def _literal(value: Any) -> str:
    return dumps(value).replace("%", "%%")


def _written(column: Sequence[Any]) -> Sequence[Any]:
    """Plain numbers are written as they are."""
    kinds = {*map(type, column)}
    if kinds == {int}:
        return column
    return [*map(plain.quoted, column)] if kinds == {str} else texts(column)


def _lists_of(seats: Sequence[str]) -> list[str]:
    """Audiences of one."""
    return [f"[{seat}]" for seat in map(plain.quoted, seats)]


def texts(values: Sequence[Any]) -> list[str]:
    """Each as `dumps` writes it, to the letter, in a quarter of the time. (But 1e-05 is 1e-5.)

    >>> texts([{"horse": "Crème brûlée", "fences": (1, 2)}])
    ['{"horse":"Crème brûlée","fences":[1,2]}']
    """
    try:
        import orjson  # only a turn that is stored pays for it

        plain_data = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
        return [orjson.dumps(value, None, plain_data).decode() for value in values]
    except (ImportError, TypeError):  # there are Pythons that it is not built for; and it knows no numbers as keys,
        return [dumps(value) for value in values]  # no named tuples, no huge numbers and no half letters


def events_in(rows: Iterable[tuple[str, str, str, str]]) -> list[Event]:
    return [
        Event(kind, loads(data), ruling, frozenset(loads(audience)) if audience else None)
        for kind, data, ruling, audience in rows
    ]


def loads(stored: str) -> Any:
    try:
        return plain.read(stored)
    except (ValueError, TypeError, RecursionError):
        raise Damaged(sentence("zine.db is damaged: something in it cannot be read"), COPY) from None


def _large(stored: str) -> Any:
    """A roster: a large one in half the time. (It has no numbers, which orjson may round.)"""
    if len(stored) < LONG:
        return loads(stored)
    try:
        import orjson

        return orjson.loads(stored)
    except (ImportError, ValueError):  # there are Pythons that it is not built for; and it knows no half letters
        return loads(stored)


dumps = plain.write


@lru_cache
def insertion(table: str, columns: tuple[str, ...]) -> str:
    """The statement that adds a row with these columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
