"""The outbox's own table: what is to be sent, and how far each message has come."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gm.core.play import Json
from gm.core.words import sentence
from gm.store.database import COPY, Damaged, Store

_COLUMNS = "id, kind, game, turn, turn_id, player, address, message_id, state, error, claim, sealed, seat"

_SHARED = re.compile(rb"\x00([0-9a-f]{64})\x00")  # in place of lines that are kept once: no mail has such bytes
_MOST = 1_000  # pieces that are known to be stored


class OutRow(NamedTuple):
    """A message without its content: thousands of those need not be in memory at once."""

    id: int
    kind: str  # report, again (one asked for), joined (several), answer, notice, reminder, extension, letter (by hand)
    game: str
    turn: int
    turn_id: int
    player: str
    address: str
    message_id: str
    state: str  # ready, sending, sent, failed; dropped when its turn was taken back, joined into another
    error: str  # why it failed; of a report that was joined into another message, that one's number
    claim: str = ""  # while it is being sent: by whom
    sealed: int = 0  # what it says is for its reader alone until the turn is run
    seat: str = ""  # whose report it is


class Outbox:
    def __init__(self, store: Store):
        self.store = store
        self._digests: dict[bytes, str] = {}  # of pieces that are stored already

    def add(self, values: Json, pieces: Sequence[tuple[bytes, bool]] = ()) -> int:
        """`pieces`: its content, and of each piece whether other messages have it, too; those are kept once."""
        if pieces:
            values = values | {
                "content": b"".join([self._kept(lines) if shared else lines for lines, shared in pieces])
            }
        new = {"state": "ready", "error": "", "sent_at": "", "claim": "", "claimed_at": 0.0}
        return self.store.insert("outbox", values | new)

    def get(self, number: int) -> OutRow:
        return self._find("id = ?", number)[0]

    def find(self, number: int) -> OutRow | None:
        return next(iter(self._find("id = ?", number)), None)

    def content(self, number: int) -> bytes:
        kept = self.store.readable(self.store.rows("SELECT content FROM outbox WHERE id = ?", number)[0][0])
        return _SHARED.sub(lambda found: self._shared(found[1].decode()), bytes(kept))

    def _kept(self, lines: bytes) -> bytes:
        """What stands in the content for lines that are kept elsewhere."""
        if len(self._digests) > _MOST:  # a large field has many that only some have in common
            self._digests.clear()
        if lines not in self._digests:
            import hashlib  # not for gm status

            digest = self._digests[lines] = hashlib.sha256(lines).hexdigest()
            self.store.write_all("INSERT OR IGNORE INTO enclosures VALUES (?, ?)", [(digest, lines)])
        return b"\0%b\0" % self._digests[lines].encode()

    def _shared(self, digest: str) -> bytes:
        found = self.store.rows("SELECT lines FROM enclosures WHERE digest = ?", digest)
        if not found:
            raise Damaged(sentence("zine.db is damaged: a piece of a message cannot be read"), COPY)
        return bytes(found[0][0])

    def in_state(self, *states: str) -> list[OutRow]:
        places = ", ".join("?" * len(states))
        return self._find(f"state IN ({places}) ORDER BY id", *states)

    def of_turn(self, turn_id: int, kind: str = "report") -> list[OutRow]:
        return self._find("turn_id = ? AND kind = ? ORDER BY id", turn_id, kind)

    def joined_into(self, number: int) -> list[OutRow]:
        """The reports that this message brings together."""
        return self._find("state = 'joined' AND error = ? ORDER BY id", str(number))

    def about(self, game: str, seat: str) -> list[OutRow]:
        """What tells of one seat, and is for nobody but whoever sits there."""
        return self._find("game = ? AND seat = ? AND kind IN ('report', 'again', 'reminder') ORDER BY id", game, seat)

    def last_to(self, game: str, player: str) -> list[OutRow]:
        """Earlier mails of a game to a player, for the thread."""
        return self._find("game = ? AND player = ? AND kind = 'report' ORDER BY id", game, player)

    def written_since(self, address: str, kind: str, since: str) -> int:
        query = "SELECT count(*) FROM outbox WHERE address = ? AND made_at >= ? AND kind = ?"
        return int(self.store.rows(query, address, since, kind)[0][0])

    def sent_as(self, message_id: str) -> list[OutRow]:
        """The message of that number, if it has left."""
        return self._find("message_id = ? AND state IN ('sent', 'sending')", message_id)

    def has_sent_to(self, address: str) -> bool:
        return bool(self._find("address = ? AND state = 'sent' LIMIT 1", address))

    def knows(self, message_id: str) -> bool:
        """Is this very message here, whatever became of it?"""
        return bool(self.store.rows("SELECT 1 FROM outbox WHERE message_id = ?", message_id))

    def reminded_since(self, player: str, since: str) -> bool:
        query = "SELECT 1 FROM outbox WHERE player = ? AND kind = 'reminder' AND made_at >= ?"
        return bool(self.store.rows(query, player, since))

    def note_absence(self, player: str, until: str, instead_of: str, now: str) -> None:
        """`instead_of`: what the player's line in the file says at that moment."""
        self.store.insert("away", {"player": player, "until": until, "instead_of": instead_of, "noted_at": now})

    def away_until(self, player: str) -> tuple[str, str]:
        """What was noted last, and what it was noted instead of."""
        found = self.store.rows("SELECT until, instead_of FROM away WHERE player = ? ORDER BY id DESC LIMIT 1", player)
        return (str(found[0][0]), str(found[0][1])) if found else ("", "")

    def redirect(self, number: int, address: str, content: bytes | None) -> None:
        """The same message to another address; of one that is sealed, only the envelope is written anew."""
        change = {"address": address} if content is None else {"address": address, "content": content}
        self.store.database.table("outbox").update(number, change)

    def mark(self, number: int, state: str, error: str = "", sent_at: str = "") -> None:
        self.store.database.table("outbox").update(
            number, {"state": state, "error": error, "sent_at": sent_at, "claim": ""}
        )

    def claim(self, number: int, claim: str, at: float) -> bool:
        """Take a message that waits, to send it; False if it does not wait any more."""
        values = {"state": "sending", "claim": claim, "claimed_at": at}
        return self._change(values, "id = ? AND state = 'ready'", number)

    def last_claim(self) -> float:
        """When a message was last taken to be sent, by anybody."""
        found = self.store.rows("SELECT claimed_at FROM outbox ORDER BY claimed_at DESC LIMIT 1")
        return float(found[0][0]) if found else 0.0

    def settle(self, number: int, claim: str, state: str, error: str = "", sent_at: str = "") -> bool:
        """What became of a message that was claimed; who claimed it no longer says nothing."""
        values = {"state": state, "error": error, "sent_at": sent_at, "claim": ""}
        return self._change(values, "id = ? AND state = 'sending' AND claim = ?", number, claim)

    def of_undone_turn(self, number: int) -> bool:
        """Does this message bring a report of a turn that was taken back, alone or with others?"""
        query = """SELECT 1 FROM outbox o JOIN turns t ON t.id = o.turn_id WHERE o.kind IN ('report', 'again')
            AND t.undone_at IS NOT NULL AND (o.id = ? OR (o.state = 'joined' AND o.error = ?))"""
        return bool(self.store.rows(query, number, str(number)))

    def _change(self, values: Json, where: str, *of: object) -> bool:
        places = ", ".join(f"{key} = ?" for key in values)
        return self.store.change(f"UPDATE outbox SET {places} WHERE {where}", *values.values(), *of) == 1

    def _find(self, where: str, *values: object) -> list[OutRow]:
        return [OutRow(*row) for row in self.store.rows(f"SELECT {_COLUMNS} FROM outbox WHERE {where}", *values)]
