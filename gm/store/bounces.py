"""Addresses from which mail came back. One counts as dead until a mail comes from it again."""

from typing import NamedTuple

from gm.store.database import Store


class Dead(NamedTuple):
    address: str
    why: str
    at: str


class Bounces:
    def __init__(self, store: Store):
        self.store = store

    def add(self, address: str, message: int, why: str, at: str) -> None:
        self.store.insert("bounces", {"address": address, "message": message, "why": why, "at": at})

    def dead(self) -> list[Dead]:
        """Each address once, with what was said of it last."""
        rows = self.store.rows("SELECT address, why, at FROM bounces ORDER BY id")
        last = {address: Dead(address, why, at) for address, why, at in rows}
        return [each for each in last.values() if not self._alive(each)]

    def _alive(self, dead: Dead) -> bool:
        query = "SELECT 1 FROM letters WHERE sender = ? AND received_at > ? LIMIT 1"
        return bool(self.store.rows(query, dead.address, dead.at))
