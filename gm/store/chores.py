"""What gm wrote where; and what is still to be done with files after a change that is stored."""

from collections.abc import Mapping
from typing import NamedTuple

from gm.store.database import Store


class Chore(NamedTuple):
    """Something about files that follows from the database: done twice, it is done once."""

    kind: str  # turn, issue, outdated (a message's file)
    game: str
    number: int
    detail: str = ""


class Chores:
    """All of it within the caller's transaction."""

    def __init__(self, store: Store):
        self.store = store

    def add(self, chore: Chore) -> None:
        self.store.write_all("INSERT OR REPLACE INTO chores VALUES (?, ?, ?, ?)", [chore])

    def all(self) -> list[Chore]:
        return [Chore(*row) for row in self.store.rows("SELECT kind, game, number, detail FROM chores ORDER BY rowid")]

    def done(self, chore: Chore) -> None:
        self.store.write_all("DELETE FROM chores WHERE kind = ? AND game = ? AND number = ?", [chore[:3]])


class Written:
    """The digests of all that gm ever wrote to a path; within the caller's transaction."""

    def __init__(self, store: Store):
        self.store = store

    def add(self, folder: str, digests: Mapping[str, str]) -> None:
        """The files of a folder, and the digest of each."""
        rows = [(f"{folder}/{name}", digest) for name, digest in digests.items()]
        self.store.write_all("INSERT OR IGNORE INTO files VALUES (?, ?)", rows)

    def under(self, folder: str) -> dict[str, set[str]]:
        """The digests of each file in that folder."""
        start = f"{folder}/"
        query = "SELECT path, digest FROM files WHERE path >= ? AND path < ?"
        found: dict[str, set[str]] = {}
        for path, digest in self.store.rows(query, start, f"{folder}0"):  # 0 comes just after /
            found.setdefault(path[len(start) :], set()).add(digest)
        return found
