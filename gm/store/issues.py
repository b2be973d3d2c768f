"""The shelf: the issues that have been made, and the turns that could go into one."""

import json
from typing import Any, NamedTuple

from gm.core.play import Json
from gm.core.words import sentence
from gm.store.database import COPY, Damaged, Store


class IssueRow(NamedTuple):
    number: int
    made_at: str
    day: str
    content: Json  # all that the issue was made of


class TurnMade(NamedTuple):
    """A turn that stands, and when it was run."""

    id: int
    turn: int
    ran_at: str


class Issues:
    def __init__(self, store: Store):
        self.store = store

    def numbers(self) -> list[int]:
        return [number for (number,) in self.store.rows("SELECT number FROM issues ORDER BY number")]

    def issue(self, number: int) -> IssueRow | None:
        found = self.store.rows("SELECT number, made_at, day, content FROM issues WHERE number = ?", number)
        if not found:
            return None
        number, made_at, day, content = found[0]
        return IssueRow(number, made_at, day, _loads(content))

    def add(self, row: IssueRow, turns: list[int], pages: dict[str, str]) -> None:
        """Keep an issue; `turns` and `pages` (file and digest) are what it printed."""
        kept = {name: json.dumps(value, ensure_ascii=False) for name, value in (("turns", turns), ("pages", pages))}
        content = json.dumps(row.content, ensure_ascii=False, separators=(",", ":"))
        self.store.insert("issues", row._asdict() | kept | {"content": content})

    def printed_turns(self) -> dict[int, tuple[str, int]]:
        """Game and turn by the turn's own number in the database: one that was run again is another."""
        rows = self.store.rows("SELECT id, game, turn FROM turns")
        printed = {number for (turns,) in self.store.rows("SELECT turns FROM issues") for number in _loads(turns)}
        return {number: (game, turn) for number, game, turn in rows if number in printed}

    def issues_with(self, turn_id: int) -> list[int]:
        """The issues that printed that turn."""
        rows = self.store.rows("SELECT number, turns FROM issues ORDER BY number")
        return [number for number, turns in rows if turn_id in _loads(turns)]

    def printed_pages(self) -> dict[str, tuple[int, str]]:
        """Every file that was printed: in which issue it was last, and its digest."""
        rows = self.store.rows("SELECT number, pages FROM issues ORDER BY number")
        return {file: (number, digest) for number, pages in rows for file, digest in _loads(pages).items()}

    def turns(self, head: int) -> list[TurnMade]:
        """The turns that lead up to that one, the start first; none that was taken back."""
        rows = self.store.rows(
            "WITH RECURSIVE line(id, turn, parent, ran_at) AS ("
            " SELECT id, turn, parent, ran_at FROM turns WHERE id = ?"
            " UNION ALL SELECT t.id, t.turn, t.parent, t.ran_at FROM turns t JOIN line ON t.id = line.parent)"
            " SELECT id, turn, ran_at FROM line ORDER BY turn",
            head,
        )
        return [TurnMade(*row) for row in rows]

    def beginning(self) -> str:
        """When the zine's first game was started or its first issue made, whichever came first."""
        stamps = "SELECT started_at AS at FROM games UNION SELECT made_at FROM issues"
        return str(self.store.rows(f"SELECT min(at) FROM ({stamps})")[0][0] or "")


def _loads(stored: str) -> Any:
    try:
        return json.loads(stored)
    except (ValueError, TypeError, RecursionError):
        raise Damaged(sentence("zine.db is damaged: an issue in it cannot be read"), COPY) from None
