"""Letters: mails in which a person wrote no order, and what the game master did about each."""

from typing import Literal, NamedTuple

from gm.store.database import Store

Done = Literal["answered", "printed", "away"]
_COLUMNS = "id, sender, subject, message_id, received_at, sealed, settled"
_PROSE = "outcome IN ('0 pages', 'unread')"  # what machines and lists sent, and what held a page, has another


class LetterRow(NamedTuple):
    """A letter without its content."""

    id: int
    sender: str  # an address; "" if nobody can tell
    subject: str
    message_id: str
    received_at: str
    sealed: int  # it may tell an order of a blind game
    settled: Done | Literal[""]  # what was done about it last


class Letters:
    def __init__(self, store: Store):
        self.store = store

    def late(self) -> list[tuple[int, str, str, bytes, str]]:
        """Mails whose pages came too late and have not been counted: number, digest, source, content, received."""
        query = """SELECT id, digest, source, content, received_at FROM letters l WHERE
            EXISTS (SELECT 1 FROM pages p WHERE p.letter = l.id AND p.late AND p.verdict = 'refused')
            AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.letter = l.id AND p.late AND p.verdict = 'taken')"""
        return self.store.rows(query)

    def count(self) -> int:
        """How many nobody has seen to."""
        return int(self.store.rows(f"SELECT count(*) FROM letters WHERE settled = '' AND {_PROSE}")[0][0])

    def all(self, settled: bool) -> list[LetterRow]:
        """Those that wait, the oldest first; or those that were seen to as well."""
        which = "" if settled else "settled = '' AND "
        return self._find(f"{which}{_PROSE} ORDER BY received_at, id")

    def find(self, number: int) -> LetterRow | None:
        return next(iter(self._find(f"id = ? AND {_PROSE}", number)), None)

    def content(self, number: int) -> bytes:
        return bytes(self.store.readable(self.store.rows("SELECT content FROM letters WHERE id = ?", number)[0][0]))

    def settle(self, number: int, done: Done) -> None:
        self.store.change("UPDATE letters SET settled = ? WHERE id = ?", done, number)

    def _find(self, where: str, *values: object) -> list[LetterRow]:
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM letters WHERE {where}", *values)
        found = [LetterRow(*row) for row in rows]
        return [row._replace(subject=self.store.readable(row.subject)) if row.sealed else row for row in found]
