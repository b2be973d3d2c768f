"""Rows of the database as values, and the plain data in them as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, count, islice, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gm.core import plain
from gm.core.play import Event, Json
from gm.core.words import sentence
from gm.store.errors import COPY, Damaged

if TYPE_CHECKING:
    from sqlite3 import Connection


class GameRow(NamedTuple):
    name: str
    rules: str
    title: str
    file: str  # the game's file as it was read at the start
    settings: Json
    roster: list[Json]
    secret: str
    seed: str
    every: str
    head: int  # the turn after which the game stands now
    version: int = 1  # of the rules that it was started under


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
    taken_at: str
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


AT_A_TIME = 1_000  # events that are written, before any of them is stored
TOGETHER = 20  # events in one statement: more are no quicker
P = TypeVar("P", PageRow, OrderRow)

EVENT = "kind, data, ruling, audience"  # the columns that `events_in` reads


def add_events(connection: "Connection", turn_id: int, events: Sequence[Event]) -> None:
    """Some in one statement: a statement for each alone takes half as long again; in the caller's transaction."""
    values = chain.from_iterable(event_rows(turn_id, events))
    while some := tuple(islice(values, 6 * TOGETHER)):
        connection.execute(_insertions(len(some) // 6), some)


@lru_cache
def _insertions(many: int) -> str:
    return f"INSERT INTO events VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * many)}"


def event_rows(turn_id: int, events: Sequence[Event]) -> Iterator[tuple[int, int, str, str, str, str]]:
    """A turn's events as they are stored, some of them at a time: there may be a million."""
    for start in range(0, len(events), AT_A_TIME):
        kinds, data, rulings, audiences = zip(*events[start : start + AT_A_TIME], strict=True)
        told = iter(texts([sorted(each) for each in audiences if each is not None]))
        whom = ["" if each is None else next(told) for each in audiences]
        yield from zip(repeat(turn_id), count(start), kinds, rulings, whom, texts(data), strict=False)


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


dumps = plain.write


@lru_cache
def insertion(table: str, columns: tuple[str, ...]) -> str:
    """The statement that adds a row with these columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
