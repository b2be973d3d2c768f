"""Blind games: what players sent is kept sealed until its turn is opened.

A seal keeps a game master who plays too from reading an order by chance or in passing: in a file, on the screen, in the
database (see sealing.py).
"""

import os

from gm.core.play import Json
from gm.store.database import Store
from gm.store.sealing import closed, seal

SEALED = {  # what of a row would tell an order
    "pages": ("content", "problems", "canonical", "nonce", "press", "press_name"),
    "letters": ("content", "subject"),
    "outbox": ("content",),
}


class Seals:
    """What of the database is sealed, and when each turn was opened."""

    def __init__(self, store: Store):
        self.store = store

    def closed(self, table: str, values: Json) -> Json:
        """The same row with all that would tell an order sealed; within the caller's transaction."""
        return values | {column: closed(self._key, values[column]) for column in SEALED[table]} | {"sealed": 1}

    def close_letter(self, number: int) -> None:
        """A mail whose pages are sealed says no more than they do; within the caller's transaction."""
        columns = SEALED["letters"]
        (values,) = self.store.rows(f"SELECT {', '.join(columns)} FROM letters WHERE id = ? AND NOT sealed", number)
        change = ", ".join(f"{column} = ?" for column in columns)
        sealed = [closed(self._key, value) for value in values]
        self.store.write_all(f"UPDATE letters SET {change}, sealed = 1 WHERE id = ?", [(*sealed, number)])

    def sealed_bytes(self, data: bytes) -> bytes:
        """For a file beside the database."""
        return seal(self._key, data)

    @property
    def _key(self) -> bytes:
        """The zine's own; made with the first page that is sealed."""
        if self.store.seal_key is None:
            self.store.insert("sealing", {"key": os.urandom(32)})
        assert self.store.seal_key is not None
        return self.store.seal_key

    def opened_at(self, game: str, turn: int) -> str:
        """When the orders of that turn were opened for the first time; "" if they never were."""
        found = self.store.rows("SELECT opened_at FROM openings WHERE game = ? AND turn = ? ORDER BY id", game, turn)
        return str(found[0][0]) if found else ""

    def any_closed(self, game: str, turn: int) -> bool:
        query = "SELECT 1 FROM pages WHERE game = ? AND turn <= ? AND sealed LIMIT 1"
        return bool(self.store.rows(query, game, turn))

    def open(self, game: str, turn: int, now: str) -> None:
        """All that was sealed for that turn or an earlier one can be read from now on; in the caller's transaction."""
        due = "game = ? AND turn <= ?"
        letters = self.store.rows(f"SELECT DISTINCT letter FROM pages WHERE {due} AND sealed", game, turn)
        self._open("pages", due, game, turn)
        self._open("outbox", due, game, turn)
        for (letter,) in letters:  # one that holds pages of a later turn, too, waits for that
            self._open("letters", "id = ? AND id NOT IN (SELECT letter FROM pages WHERE sealed)", letter)
        self.store.insert("openings", {"game": game, "turn": turn, "opened_at": now})

    def _open(self, table: str, where: str, *values: object) -> None:
        columns = SEALED[table]
        found = self.store.rows(f"SELECT id, {', '.join(columns)} FROM {table} WHERE {where} AND sealed", *values)
        change = ", ".join(f"{column} = ?" for column in columns)
        rows = [(*map(self.store.readable, held), number) for number, *held in found]
        self.store.write_all(f"UPDATE {table} SET {change}, sealed = 0 WHERE id = ?", rows)
