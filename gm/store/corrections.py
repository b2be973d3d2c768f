"""Corrections: from which version of a game to which, why, and whether it still holds; and the versions of a turn."""

import json
from typing import NamedTuple

from gm.core.play import Json
from gm.store.database import Store

_COLUMNS = "id, game, turn, because, what, at, old_head, new_head, undone_at"


class Correction(NamedTuple):
    id: int
    game: str
    turn: int
    because: str
    what: Json  # orders and strikes by seat, options, rulings; versions, pages and mails; who reads what differently
    at: str
    old_head: int  # the last turn as it was before
    new_head: int  # and as it is since
    undone_at: str | None

    @property
    def superseded(self) -> list[tuple[int, int]]:
        """Every turn that it concerns, as it was before."""
        return [(turn, old) for turn, old, *_ in (*self.what["versions"], *self.what["void"])]


class Corrections:
    """All of it within the caller's transaction."""

    def __init__(self, store: Store):
        self.store = store

    def add(self, game: str, turn: int, because: str, what: Json, at: str, heads: tuple[int, int]) -> int:
        values = {"game": game, "turn": turn, "because": because, "what": json.dumps(what, ensure_ascii=False)}
        old, new = heads
        return self.store.insert("corrections", values | {"at": at, "old_head": old, "new_head": new})

    def of(self, game: str) -> list[Correction]:
        """All that were ever made, in order."""
        return self._find("game = ? ORDER BY id", game)

    def made(self, head: int) -> Correction | None:
        """The one that led to this version of the last turn, if one did."""
        return next(iter(self._find("new_head = ? AND undone_at IS NULL ORDER BY id DESC", head)), None)

    def undone(self, head: int) -> Correction | None:
        """The one that was taken back last, and led on from here; unless a turn from here was taken back after it."""
        noted = "SELECT coalesce(max(id), 0) FROM journal WHERE game = corrections.game AND command = 'undo' AND detail"
        after = "SELECT 'turn ' || turn FROM turns WHERE parent = old_head AND undone_at IS NOT NULL"
        later = f"({noted} = 'correction of turn ' || turn) > ({noted} IN ({after}))"
        return next(
            iter(self._find(f"old_head = ? AND undone_at IS NOT NULL AND {later} ORDER BY id DESC", head)), None
        )

    def get(self, number: int) -> Correction:
        return self._find("id = ?", number)[0]

    def remember(self, number: int, more: Json) -> None:
        what = json.dumps(self.get(number).what | more, ensure_ascii=False)
        self.store.write_all("UPDATE corrections SET what = ? WHERE id = ?", [(what, number)])

    def mark(self, number: int, undone_at: str | None) -> None:
        self.store.write_all("UPDATE corrections SET undone_at = ? WHERE id = ?", [(undone_at, number)])

    def versions(self, game: str, turn: int) -> list[int]:
        """Every version of a turn that was ever run, the first one first."""
        query = "SELECT id FROM turns WHERE game = ? AND turn = ? ORDER BY id"
        return [number for (number,) in self.store.rows(query, game, turn)]

    def first_version(self, game: str, version: int) -> int:
        """What a turn was before any correction: the number of when it was run."""
        for correction in reversed(self.of(game)):
            version = next((old for _, old, new in correction.what["versions"] if new == version and old), version)
        return version

    def read_the_same(self, game: str, version: int) -> list[int]:
        """Earlier versions of a turn whose public report differs from this one by the notice alone."""
        found: list[int] = []
        for correction in reversed(self.of(game)):
            for turn, old, new in correction.what["versions"]:
                if new == version and turn in correction.what["told"]:
                    return found
                if new == version:
                    found.append(old)
                    version = old
        return found

    def slip(self, game: str, seat: str, canonical: str) -> Json:
        """What else is known of an order of which only its words were kept."""
        where = "game = ? AND turn = ? AND player = ? AND canonical = ?"
        query = f"SELECT id, receipt, nonce FROM pages WHERE {where} ORDER BY id DESC LIMIT 1"
        found = self.store.rows(query, game, json.loads(canonical)["turn"], seat, canonical)
        return dict(zip(("page", "receipt", "nonce"), found[0], strict=True)) if found else {}

    def counted_from(self, turn_id: int, seat: str) -> str:
        """From when the order of that turn counted that this seat had sent; from the run, if there was none."""
        query = """SELECT coalesce(max(counts_at), (SELECT ran_at FROM turns WHERE id = ?)) FROM pages
            WHERE verdict = 'taken' AND orders AND player = ?
            AND (game, turn) IN (SELECT game, turn FROM turns WHERE id = ?)"""
        return str(self.store.rows(query, turn_id, seat, turn_id)[0][0])

    def _find(self, where: str, *values: object) -> list[Correction]:
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM corrections WHERE {where}", *values)
        return [Correction._make([*row[:4], json.loads(row[4]), *row[5:]]) for row in rows]
