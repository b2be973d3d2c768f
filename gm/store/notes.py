"""What the game master has to say in a game's next report: kept until it is printed, and told from what has been."""

import json
from typing import NamedTuple

from gm.core.play import Json, Seat
from gm.store.database import Store

# The versions of turns that led to one, that one included
_LINE = (
    "WITH RECURSIVE line(parent, turn, inputs) AS (SELECT parent, turn, inputs FROM turns WHERE id = ?"
    " UNION ALL SELECT t.parent, t.turn, t.inputs FROM turns t JOIN line ON t.id = line.parent)"
)


class NoteRow(NamedTuple):
    id: int
    game: str
    seat: Seat  # whose report it stands in; "" for everybody's
    player: str  # who sat there when it was written
    name: str  # under which it is press; "" if it is none
    text: str
    at: str


class Notes:
    def __init__(self, store: Store):
        self.store = store

    def add(self, row: NoteRow) -> int:
        """Its number; in the caller's transaction."""
        values = {key: value for key, value in row._asdict().items() if key != "id"}
        return self.store.insert("notes", values | {"withdrawn_at": ""})

    def of(self, game: str) -> list[NoteRow]:
        """All that were not taken back, printed or not, in their order."""
        columns = ", ".join(NoteRow._fields)
        query = f"SELECT {columns} FROM notes WHERE game = ? AND withdrawn_at = '' ORDER BY id"
        return [NoteRow(*row) for row in self.store.rows(query, game)]

    def withdraw(self, number: int, now: str) -> None:
        """It is not printed any more; in the caller's transaction."""
        self.store.change("UPDATE notes SET withdrawn_at = ? WHERE id = ?", now, number)

    def printed(self, head: int) -> list[Json]:
        """All that the turns up to that one have said, the first of them first."""
        rows = self.store.rows(f"{_LINE} SELECT json_extract(inputs, '$.notes') FROM line ORDER BY turn", head)
        return [note for (notes,) in rows if notes for note in json.loads(notes)]
