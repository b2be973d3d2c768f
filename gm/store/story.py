"""What the database can tell of a game's past: when, and how many; never what a page said."""

from typing import NamedTuple

from gm.store.database import Store


class Noted(NamedTuple):
    """What the game master did."""

    at: str
    command: str
    detail: str


class Came(NamedTuple):
    """Pages of one command, for one turn, that were judged alike."""

    at: str
    turn: int
    verdict: str
    many: int


class Posted(NamedTuple):
    """Mails of one command, of one turn."""

    at: str
    turn: int
    many: int


class Story:
    def __init__(self, store: Store):
        self.store = store

    def called_at(self, game: str) -> str:
        """When the secret was drawn; "" if that was at the start."""
        found = self.store.rows("SELECT called_at FROM calls WHERE game = ?", game)
        return str(found[0][0]) if found else ""

    def journal(self, game: str) -> list[Noted]:
        query = "SELECT at, command, detail FROM journal WHERE game = ? ORDER BY id"
        return [Noted(*row) for row in self.store.rows(query, game)]

    def intake(self, game: str) -> list[Came]:
        """Without the pages that came with a correction."""
        query = """SELECT taken_at, turn, verdict, count(*) FROM pages WHERE game = ? AND id NOT IN
            (SELECT p.value FROM corrections c, json_each(c.what, '$.pages') p)
            GROUP BY taken_at, turn, verdict ORDER BY min(id)"""
        return [Came(*row) for row in self.store.rows(query, game)]

    def mails(self, game: str) -> list[Posted]:
        """Reports and errata that have left, alone or with those of other games."""
        query = """SELECT c.sent_at, o.turn, count(DISTINCT o.player) FROM outbox o
            JOIN outbox c ON c.id = CASE o.state WHEN 'joined' THEN CAST(o.error AS INTEGER) ELSE o.id END
            WHERE o.game = ? AND o.kind = 'report' AND c.state = 'sent' GROUP BY c.sent_at, o.turn ORDER BY min(c.id)"""
        return [Posted(*row) for row in self.store.rows(query, game)]

    def printed(self, game: str) -> list[tuple[str, int, int]]:
        """When an issue was made, its number, and how many turns of this game it printed."""
        query = """SELECT i.made_at, i.number, count(*) FROM issues i, json_each(i.turns) t
            WHERE t.value IN (SELECT id FROM turns WHERE game = ?) GROUP BY i.number ORDER BY i.number"""
        return [tuple(row) for row in self.store.rows(query, game)]
