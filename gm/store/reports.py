"""Reports as they were published: made once, kept, and shown and mailed as they were kept."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence

from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.store.database import COPY, Damaged, Store
from gm.store.packing import Packer, unpacked

PUBLIC: Seat = ""
TEMPLATES = "templates"  # the zine's own as they were at the run, where reports are made later
SETTINGS = "settings"  # and its settings, as far as reports tell them
Shared = Mapping[str, Sequence[str]]  # by format: long parts of a report that others have word for word


class Reports:
    def __init__(self, store: Store):
        self.store, self.packer = store, Packer()

    def get(self, turn_id: int, seat: Seat, format: str) -> str | None:
        query = "SELECT content FROM reports WHERE turn_id = ? AND seat = ? AND format = ?"
        found = self.store.rows(query, turn_id, seat, format)
        return _unpacked(found[0][0]) if found else None

    def all_of(self, turn_id: int) -> Iterator[tuple[Seat, str, str]]:
        """Seat, format and text of every report of that turn that is kept."""
        query = "SELECT seat, format, content FROM reports WHERE turn_id = ? AND format NOT IN (?, ?)"
        for seat, format, content in self.store.rows(query, turn_id, TEMPLATES, SETTINGS):
            yield seat, format, _unpacked(content)

    def keep(self, turn_id: int, seat: Seat, texts: dict[str, str], now: str, shared: Shared | None = None) -> None:
        """All formats of one reader's report; those that were kept before give way. In the caller's transaction.

        What is long and the same in the reports of many readers need not be packed for each, if it is named.
        """
        parts = shared or {}
        packed = {format: self.packer.pack(text, parts.get(format, ())) for format, text in texts.items()}
        rows = [(turn_id, seat, format, now, content) for format, content in packed.items()]
        self.store.write_all("INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?, ?)", rows)

    def templates(self, turn_id: int) -> dict[str, str] | None:
        """The zine's own templates at that run, by their paths; None if nobody had to keep them."""
        return self._kept(turn_id, TEMPLATES)

    def settings(self, turn_id: int) -> Json:
        """The zine's settings at that run; none if nobody had to keep them."""
        return self._kept(turn_id, SETTINGS) or {}

    def keep_for_later(self, turn_id: int, templates: dict[str, str], settings: Json, now: str) -> None:
        """What reports that are made at first asking need, to be as they would have been at the run."""
        kept = {TEMPLATES: templates, SETTINGS: settings}
        self.keep(turn_id, PUBLIC, {key: json.dumps(each, ensure_ascii=False) for key, each in kept.items()}, now)

    def _kept(self, turn_id: int, what: str) -> Json | None:
        kept = self.get(turn_id, PUBLIC, what)
        return None if kept is None else dict(json.loads(kept))

    def forget(self, turn_id: int) -> None:
        """They are made anew; in the caller's transaction."""
        self.store.write_all("DELETE FROM reports WHERE turn_id = ?", [(turn_id,)])


def _unpacked(content: bytes) -> str:
    try:
        return unpacked(content)
    except (zlib.error, UnicodeDecodeError, TypeError):
        raise Damaged(sentence("zine.db is damaged: a report in it cannot be read"), COPY) from None
