"""What became of people: who took over a seat or left a game, new addresses, new tokens. All of it is kept in order."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from gm.core.play import Seat
from gm.store.database import Store

Kind = Literal["replace", "retire", "return"]


class Change(NamedTuple):
    """Somebody came, or went."""

    game: str
    turn: int  # the one that was open: it holds from there on
    seat: Seat
    kind: Kind
    before: str  # the player who sat there
    after: str  # the player who sits there now; "" if nobody does
    name: str  # that player's own name
    because: str
    at: str


class Moved(NamedTuple):
    """A player's new address, and what stood in the players' file when it was noted."""

    address: str
    instead_of: tuple[str, ...]


class People:
    def __init__(self, store: Store):
        self.store = store

    def changes(self, game: str) -> tuple[Change, ...]:
        """All that happened to the seats of a game, in order."""
        columns = ", ".join(Change._fields)
        return tuple(
            Change(*row) for row in self.store.rows(f"SELECT {columns} FROM changes WHERE game = ? ORDER BY id", game)
        )

    def add(self, change: Change) -> None:
        self.store.insert("changes", change._asdict())

    def moved(self) -> Mapping[str, Moved]:
        """The last new address of each player."""
        rows = self.store.rows("SELECT player, address, instead_of FROM addresses ORDER BY id")
        return {player: Moved(address, tuple(json.loads(before))) for player, address, before in rows}

    def move(self, player: str, address: str, instead_of: Sequence[str], now: str) -> None:
        values = {"player": player, "address": address, "instead_of": json.dumps([*instead_of]), "at": now}
        self.store.insert("addresses", values)

    def renew_token(self, player: str, token: str) -> None:
        """The old one is dead at once."""
        self.store.write_all("INSERT OR REPLACE INTO tokens (player, token) VALUES (?, ?)", [(player, token)])

    def with_tokens(self) -> set[str]:
        return {player for (player,) in self.store.rows("SELECT player FROM tokens WHERE token != ''")}

    def add_tokens(self, tokens: Iterable[tuple[str, str]]) -> None:
        """Players and their tokens; a player who has one keeps it."""
        self.store.write_all("INSERT OR IGNORE INTO tokens (player, token) VALUES (?, ?)", tokens)

    def entered(self, game: str) -> int:
        """How many seats a game has."""
        found = self.store.rows("SELECT many FROM rosters WHERE game = ?", game)
        return int(found[0][0]) if found else 0
