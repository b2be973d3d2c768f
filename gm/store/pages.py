"""Pages in the order in which they count."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, repeat
from operator import attrgetter
from typing import Any

from gm.core.play import Json
from gm.store.database import PageRow, Store
from gm.store.rows import OrderRow, insertion

WITHDRAWAL = "withdrawal"  # the verdict of a row that says: no order this turn
_WHEN = attrgetter("counts_at")
_COUNTING = f"verdict IN ('taken', '{WITHDRAWAL}') AND orders"


class Pages:
    def __init__(self, store: Store):
        self.store = store

    def last_count(self) -> str:
        """The last moment from which a page counts; "" if there is none."""
        return str(self.store.rows("SELECT coalesce(max(counts_at), '') FROM pages")[0][0])

    def get(self, number: int) -> PageRow:
        return self.store.pages("id = ?", number)[0]

    def add(self, columns: Mapping[str, Sequence[Any]], shared: Json) -> None:
        """Many at once, column by column, and what all of them have; within the caller's transaction."""
        rows = zip(*columns.values(), *map(repeat, shared.values()))  # noqa: B905 - some are endless
        self.store.write_all(insertion("pages", (*columns, *shared)), rows)

    def known(self, digests: Sequence[str]) -> set[str]:
        """Those of them of which a page was taken."""
        among = f"digest IN ({', '.join('?' * len(digests))})"
        found = self.store.rows(f"SELECT digest FROM pages WHERE {among} AND verdict = 'taken'", *digests)
        return {digest for (digest,) in found}

    def spoken(self, game: str, turn: int, seats: Sequence[str]) -> set[str]:
        """Those of them that have sent anything for that turn."""
        among = f"player IN ({', '.join('?' * len(seats))})"
        found = self.store.rows(f"SELECT DISTINCT player FROM pages WHERE game = ? AND turn = ? AND {among}",
                                game, turn, *seats)  # fmt: skip
        return {seat for (seat,) in found}

    def held(self) -> list[PageRow]:
        """Those that wait for the game master's word, the oldest first."""
        return self.store.pages("verdict = 'held' ORDER BY counts_at, id")

    def taken_like(self, digest: str) -> list[PageRow]:
        """Every time that this very page was taken, the last one first."""
        return self.store.pages("digest = ? AND verdict = 'taken' ORDER BY id DESC", digest)

    def by_source(self, source: str, game: str, turn: int) -> list[PageRow]:
        """Pages for that turn that were taken, and came neither as a file nor by mail; the latest first."""
        where = "source = ? AND file = '' AND letter = 0 AND game = ? AND turn = ? AND verdict = 'taken'"
        return self.store.pages(f"{where} ORDER BY id DESC", source, game, turn)

    def keyed_again(self, game: str, turn: int) -> set[int]:
        """Those of that turn that were keyed a second time in the same way."""
        rows = self.store.rows("SELECT id FROM pages WHERE game = ? AND turn = ? AND keyed_again", game, turn)
        return {number for (number,) in rows}

    def was_keyed_again(self, number: int) -> None:
        """In the caller's transaction."""
        self.store.change("UPDATE pages SET keyed_again = 1 WHERE id = ?", number)

    def orders(self, game: str, turn: int, seat: str | None = None) -> list[PageRow]:
        """Accepted orders for that turn (of that seat alone), and where they were withdrawn, the latest first."""
        return self._latest(f"turn = ? AND {_COUNTING}", game, turn, seat)

    def to_play(self, game: str, turn: int) -> list[OrderRow]:
        """The same of all seats, as far as a turn is played from them; read in the order in which they lie there."""
        which = "id IN (SELECT id FROM pages WHERE game = ? AND turn = ?)"
        found = self.store.pages_as(OrderRow, f"{which} AND {_COUNTING} ORDER BY id", game, turn)
        return sorted(found, key=_WHEN)[::-1]

    def taken_after(self, game: str, turn: int, moment: str) -> set[int]:
        """Pages for that turn that were taken in later."""
        rows = self.store.rows("SELECT id FROM pages WHERE game = ? AND turn = ? AND taken_at > ?", game, turn, moment)
        return {number for (number,) in rows}

    def standing(self, game: str, turn: int, seat: str | None = None) -> list[PageRow]:
        """Accepted standing orders up to that turn, the latest first."""
        return self._latest("+turn <= ? AND verdict = 'taken' AND standing", game, turn, seat)  # +: by its own index

    def press(self, game: str, turn: int, seat: str | None = None) -> list[PageRow]:
        """Pages with press for that turn, the latest first: it is not lost when the order is refused."""
        said = "turn = ? AND player != '' AND verdict IN ('taken', 'refused') AND press != ''"
        return self._latest(said, game, turn, seat)

    def last_orders(self, game: str, turn: int, seat: str) -> Iterator[PageRow]:
        """The same of one seat, as many as somebody looks at: of thousands, the first two tell which counts."""
        most = 2
        for start in count(step=most):
            where = f"game = ? AND turn = ? AND player = ? AND {_COUNTING}"
            latest = f"{where} ORDER BY counts_at DESC, id DESC LIMIT {most} OFFSET {start}"
            found = self.store.pages(latest, game, turn, seat)
            yield from found
            if len(found) < most:
                return

    def _latest(self, where: str, game: str, turn: int, seat: str | None) -> list[PageRow]:
        whose, seats = ("", ()) if seat is None else (" AND player = ?", (seat,))
        return self.store.pages(f"game = ? AND {where}{whose} ORDER BY counts_at DESC, id DESC", game, turn, *seats)
