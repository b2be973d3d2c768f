"""New addresses that players asked for by mail, and that wait until both ends have answered."""

from typing import NamedTuple

from gm.store.database import Store


class Move(NamedTuple):
    id: int
    player: str
    address: str  # the new one
    old: str  # the one that has to agree
    code: str  # what the new one was sent
    old_code: str
    known: str  # the player's addresses when it was asked for, as JSON
    asked_at: str
    confirmed: str  # when the new one answered; "" if it has not
    old_confirmed: str

    @property
    def agreed(self) -> bool:
        return bool(self.confirmed and self.old_confirmed)


class Moves:
    def __init__(self, store: Store):
        self.store = store

    def ask(self, move: Move) -> Move:
        """The last one asked for is the one that is meant: those before are dead. Answers with it, and its number."""
        self.store.change("UPDATE moves SET settled = 'replaced' WHERE player = ? AND settled = ''", move.player)
        values = {key: value for key, value in move._asdict().items() if key != "id"} | {"settled": ""}
        return move._replace(id=self.store.insert("moves", values))

    def waiting(self, code: str) -> Move | None:
        """The one that has this code, at either end."""
        columns = ", ".join(Move._fields)
        query = f"SELECT {columns} FROM moves WHERE settled = '' AND ? IN (code, old_code) ORDER BY id DESC"
        found = self.store.rows(query, code)
        return Move(*found[0]) if found else None

    def confirm(self, move: Move, code: str, at: str) -> Move:
        column = "confirmed" if code == move.code else "old_confirmed"
        self.store.change(f"UPDATE moves SET {column} = ? WHERE id = ?", at, move.id)
        return move._replace(confirmed=at) if code == move.code else move._replace(old_confirmed=at)

    def settle(self, move: Move) -> None:
        self.store.change("UPDATE moves SET settled = 'done' WHERE id = ?", move.id)
