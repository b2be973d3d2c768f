"""A zine as it lies there: what is in its database and its files, but for what was drawn by chance."""

import email
import email.policy
import re
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

Rows = list[tuple[Any, ...]]
# By chance, or made of what is: nonces, receipts, commitments, message ids; the numbers of mails in a mailbox, of files
_DRAWN = re.compile("[0-9a-f]{20,64}|(?<=INBOX/)[0-9]+|^[0-9]+:[0-9]+:[0-9]{19}$")
_TAKEN = re.compile("^inbox/taken/.*/")  # a letter that is taken a second time is nobody's in particular
_DRAFT = re.compile(r"(^|/)\.|^inbox/away-[0-9a-f]{8}\.")
_MARK = "/.under-orders-site"  # by this gm knows a site that it wrote
_SERVING = {"chores", "sqlite_sequence", "sqlite_stat1"}
_CLOCKS = {"stored_at", "claimed_at"}  # columns that are filled by the clock on the wall
_FATES = {"ready", "sending", "sent", "failed", "dropped", "joined"}


@dataclass(frozen=True)
class Portrait:
    tables: Mapping[str, Rows]
    files: Mapping[str, bytes]
    drafts: tuple[str, ...] = ()  # hidden files: none of them is left for good
    damage: str = ""
    pages: frozenset[bytes] = frozenset()  # every page and letter in the database, byte by byte
    inbox: tuple[bytes, ...] = ()  # what lies in the inbox, or below it
    outbox: tuple[tuple[str, str, str, int], ...] = ()  # message id, state, player, number

    @property
    def stored(self) -> tuple[Any, ...]:
        """Whatever the database says. A new one with nothing in it is as good as none, and chores are still to be done."""
        tables = self.without_fates.tables
        return {name: rows for name, rows in tables.items() if rows and name not in _SERVING}, self.outbox

    @property
    def chores(self) -> Rows:
        """What is to be done about files, still."""
        return self.tables.get("chores", [])

    @property
    def without_fates(self) -> "Portrait":
        """But for how far each message has come."""
        masked = [_without_fate(row) for row in self.tables.get("outbox", [])]
        return replace(self, tables={**self.tables, "outbox": masked}, outbox=())

    def files_but_of(self, state: str) -> dict[str, bytes]:
        """The files, but for those of messages that have come so far."""
        numbers = tuple(f"outbox/{number:06}-" for _, fate, _, number in self.outbox if fate == state)
        return {name: content for name, content in self.files.items() if not name.startswith(numbers)}


def _without_fate(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A message's row up to its state: what follows says how it went."""
    fate = next(number for number, value in enumerate(row) if value in _FATES)
    return row[:fate]


def portrait(folder: Path) -> Portrait:
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    drafts = tuple(name for name in files if _DRAFT.search(name) and not name.endswith(_MARK))
    kept = [name for name in files if name not in drafts and not name.startswith(("zine.db", "backups/"))]
    inbox = tuple(path.read_bytes() for name, path in files.items() if name.startswith("inbox/"))
    seen = {_TAKEN.sub("inbox/taken/", name): files[name].read_bytes() for name in kept}
    if "zine.db" not in files:
        return Portrait({}, seen, drafts, inbox=inbox)
    try:
        with _database(folder) as connection:
            return replace(_of_database(connection, seen), drafts=drafts, inbox=inbox)
    except sqlite3.Error as error:
        return Portrait({}, {}, drafts, f"{type(error).__name__}: {error}", inbox=inbox)


@contextmanager
def _database(folder: Path) -> Iterator[sqlite3.Connection]:
    """A copy, because to open a database may change it."""
    with tempfile.TemporaryDirectory(prefix="gm-storm-") as aside:
        for name in ("zine.db", "zine.db-wal"):
            if (folder / name).exists():
                shutil.copy(folder / name, Path(aside, name))
        connection = sqlite3.connect(Path(aside, "zine.db"))
        try:
            yield connection
        finally:
            connection.close()


def _of_database(connection: sqlite3.Connection, files: Mapping[str, bytes]) -> Portrait:
    (damage,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.execute("UPDATE journal SET stored_at = ''")  # by the clock on the wall
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]

    def rows(columns: str, table: str) -> Rows:
        return connection.execute(f"SELECT {columns} FROM {table}").fetchall() if table in names else []

    def lasting(table: str) -> Rows:
        """Its rows, but for what only the clock knows; in the order of their numbers, if they have any."""
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in _CLOCKS]
        found = [tuple(map(tidy.value, row)) for row in rows(", ".join(columns), table)]
        return found if "id" in columns else sorted(found, key=repr)

    codes = rows("code, player || ' new'", "moves") + rows("old_code, player || ' old'", "moves")
    tidy = _Tidy(dict(rows("token, player", "tokens") + codes))
    return Portrait(
        tables={name: lasting(name) for name in names},
        files={name: tidy.bytes(content) for name, content in files.items()},
        damage="" if damage == "ok" else damage,
        pages=frozenset(bytes(row[0]) for table in ("pages", "letters") for row in rows("content", table)),
        outbox=tuple(rows("message_id, state, player, id", "outbox")),
    )


class _Tidy:
    """Takes out of a value what was drawn by chance."""

    def __init__(self, tokens: Mapping[str, str]):
        self.tokens = tokens

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        return self.bytes(value) if isinstance(value, bytes) else value

    def bytes(self, content: bytes) -> bytes:
        if content[:1] == b"\x78":
            content = zlib.decompress(content)
        if b"MIME-Version:" in content[:4000]:
            content = _opened(content)
        return self._text(content.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _text(self, text: str) -> str:
        for token, player in self.tokens.items():
            text = text.replace(token, f"token-{player}")
        return _DRAWN.sub("#", text)


def _opened(content: bytes) -> bytes:
    """A mail without the wrapping of its parts."""
    mail = email.message_from_bytes(content, policy=email.policy.default)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    heads = [f"{key}: {value}" for key, value in mail.items() if key != "Content-Type"]
    return "\n".join([*heads, *(str(part.get_content()) for part in parts)]).encode("utf-8", "surrogateescape")
