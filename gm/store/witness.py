"""What the database can tell of itself: how late it is, how far each game has ever come, what is usual in it."""

import json
import sqlite3
from typing import Any

from gm.store.database import Store

# Of each table the column that says when a row was stored, and the one that grows with each row.
_STAMPS = {
    "journal": ("at", "id"),
    "turns": ("ran_at", "id"),
    "pages": ("taken_at", "id"),
    "letters": ("taken_at", "id"),
    "outbox": ("made_at", "id"),
    "issues": ("made_at", "number"),
}
CHANGED_FILE = "file"  # the journal's word for a changed file that the game master knows of


def tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")}


def last_stored(connection: sqlite3.Connection) -> str:
    """When the last thing was stored, by the clock of then; "" if there is nothing."""
    known = tables(connection)
    parts = (
        f"SELECT {column} AS at FROM {table} WHERE {key} = (SELECT max({key}) FROM {table})"
        for table, (column, key) in _STAMPS.items()
        if table in known
    )
    return str(connection.execute(f"SELECT max(at) FROM ({' UNION ALL '.join(parts)})").fetchone()[0] or "")


class Witness:
    def __init__(self, store: Store):
        self.store = store

    def last_stored(self) -> str:
        return last_stored(self.store.connection)

    def last_turn(self, game: str) -> int:
        """The highest that was ever run, even if it was taken back; 0 is the start, and -1 says that there is none."""
        found = self.store.rows("SELECT max(turn) FROM turns WHERE game = ?", game)[0][0]
        return -1 if found is None else int(found)

    def receipts(self, game: str, turn: int) -> set[str]:
        """Those of all pages for that turn, and for those before it."""
        rows = self.store.rows("SELECT receipt FROM pages WHERE game = ? AND turn <= ?", game, turn)
        return {each for (each,) in rows}

    def has_receipt(self, receipt: str) -> bool:
        """In whatever game; it takes as long as there are pages."""
        return bool(self.store.rows("SELECT 1 FROM pages WHERE receipt = ? LIMIT 1", receipt))

    def corrected(self, game: str, turn: int) -> list[Any]:
        """What each version of that turn says of its corrections."""
        query = "SELECT json_extract(inputs, '$.corrected') FROM turns WHERE game = ? AND turn = ?"
        return [json.loads(told) for (told,) in self.store.rows(query, game, turn) if told]

    def owed(self, head: int, most: int) -> list[tuple[int, int]]:
        """Of the last turns up to that one, how many orders were missing, and how many were wanted."""
        rows = self.store.rows(
            "WITH RECURSIVE line(parent, inputs) AS (SELECT parent, inputs FROM turns WHERE id = ?"
            " UNION ALL SELECT t.parent, t.inputs FROM turns t JOIN line ON t.id = line.parent LIMIT ?)"
            " SELECT json_extract(inputs, '$.owed') FROM line",
            head,
            most,
        )
        found = [json.loads(owed) for (owed,) in rows if owed]
        return [(owed["missing"], owed["wanted"]) for owed in found]

    def knows_file(self, game: str, digest: str) -> bool:
        """Has the game master gone on although the game's file reads like this now?"""
        query = "SELECT detail FROM journal WHERE game = ? AND command = ? ORDER BY id DESC LIMIT 1"
        return self.store.rows(query, game, CHANGED_FILE) == [(digest,)]
