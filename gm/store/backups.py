"""Copies of the database: made while others work, checked, looked into, and put back in one transaction."""

import hashlib
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from gm.core.words import sentence
from gm.store import migrations
from gm.store.connecting import Way
from gm.store.database import PATIENCE, Store
from gm.store.errors import Busy, Damaged, StoreError, plain_words
from gm.store.files import flush_folder, put_new
from gm.store.witness import last_stored, tables

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite may have put next to a database, and belongs to it
OTHERS = sentence("gm backup --list shows what there is")


class NotOfAZine(StoreError):
    """The file is whole, but no zine's database"""


class Standing(NamedTuple):
    """How far one game has come in a copy."""

    game: str
    title: str
    turn: int  # the last that was run; 0 is the start
    orders: int  # how many seats have ordered for the next


class Contents(NamedTuple):
    """What a copy holds."""

    version: int  # of its shape
    games: list[Standing]
    pages: int  # taken in, whatever became of them
    last: str  # when the last thing in it was stored; "" if there is nothing
    secrets: frozenset[str]  # of its games: no two zines share one


def copy(source: Path, draft: Path) -> None:
    """The database as it was stored last, in a new file that needs no other beside it; whoever writes goes on writing.

    Within a transaction of another connection it is the state before that.
    """
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with plain_words(source), closing(_connect(source)) as whole, closing(_connect(draft)) as part:
        part.execute("PRAGMA journal_mode = MEMORY")
        part.execute("PRAGMA synchronous = OFF")  # it is brought to the disk as a whole
        whole.backup(part, progress=_patience())
        part.execute("PRAGMA journal_mode = DELETE")
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def gather(file: Path, draft: Path) -> None:
    """A copy of a file that may be changed meanwhile, or have its last changes in another one beside it."""
    for end in ("", "-wal", "-journal"):
        with suppress(FileNotFoundError), Path(f"{file}{end}").open("rb") as whole:
            part = os.open(f"{draft}{end}", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(part, "wb") as made:
                shutil.copyfileobj(whole, made)


def check(path: Path, name: str) -> None:
    """Refuse what is not whole, or no zine, or was written by a later version; what lies beside it is taken into it."""
    with _as(name), closing(_connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        refuse_damaged(connection, name)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        migrations.refuse_later(version)
        if not {"games", "turns", "pages"} <= tables(connection):
            raise NotOfAZine(sentence("{name} is no copy of a zine's database", name=name), OTHERS)
        for (position,) in connection.execute("SELECT position FROM games LEFT JOIN turns ON turns.id = head"):
            json.loads(position)


def check_copy(path: Path, name: str) -> None:
    """Is a copy that was just made what it should be?"""
    with _as(name), closing(_connect(path)) as connection:
        refuse_damaged(connection, name)


def refuse_damaged(connection: sqlite3.Connection, name: str) -> None:
    found = [said for (said,) in connection.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise _damaged(name, str(found[0]))


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def contents(path: Path, name: str) -> Contents:
    """What there is in a copy; read only, and nothing is written beside it."""
    with _as(name), closing(_connect(path, "mode=ro&immutable=1")) as connection:
        return _contents(connection)


def contents_of(store: Store) -> Contents:
    with plain_words():
        return _contents(store.connection)


def _contents(connection: sqlite3.Connection) -> Contents:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    ordered = (
        "SELECT count(DISTINCT player) FROM pages"
        " WHERE game = g.name AND turn = t.turn + 1 AND verdict = 'taken' AND orders"
    )
    games = connection.execute(
        f"SELECT g.name, g.title, t.turn, ({ordered}) FROM games g JOIN turns t ON t.id = g.head"
        " WHERE instr(g.name, '~') = 0 ORDER BY started_at, name"  # those with one were taken back with their draw
    ).fetchall()
    (pages,) = connection.execute("SELECT count(*) FROM pages").fetchone()
    kept = [table for table in ("games", "calls") if table in tables(connection)]
    secrets = connection.execute(" UNION ".join(f"SELECT secret FROM {table}" for table in kept)).fetchall()
    return Contents(
        version,
        [Standing(*row) for row in games],
        pages,
        last_stored(connection),
        frozenset(secret for (secret,) in secrets),
    )


# Putting back


def opened(database: Path) -> Store:
    """A database to put something else into, of whatever version it is."""
    with plain_words(database):
        return Store(Way(database, PATIENCE).over(_connect(database)))


def put_back(store: Store, draft: Path, keep: migrations.Keep, now: str, name: str) -> None:
    """All that is in a checked copy, in place of all that is stored: one transaction, beside whoever reads.

    `keep` is called once nobody else can write any more, and before anything is changed; what it kept stays, unless it
    is certain that nothing was put back.
    """
    with plain_words():
        store.connection.execute("ATTACH ? AS copy", (_uri(draft, "mode=ro&immutable=1"),))
    with store.writing():
        take_back = keep()
        try:
            _put_all(store)
            store.note(now, "restore", "", name)
        except BaseException:
            take_back()
            raise


def _put_all(store: Store) -> None:
    """A mail that went out in the meantime counts as sent afterwards, too."""
    sent = _sent(store.connection)
    _replace_all(store.connection)
    migrations.take_steps(store.database)
    query = "UPDATE outbox SET state = 'sent', sent_at = ? WHERE message_id = ? AND state != 'sent'"
    store.write_all(query, sent)


def _sent(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    if "outbox" not in tables(connection):
        return []
    return connection.execute("SELECT sent_at, message_id FROM main.outbox WHERE state = 'sent'").fetchall()


def _replace_all(connection: sqlite3.Connection) -> None:
    for kind, name, _ in _parts(connection, "main", "IN ('table', 'view')"):
        connection.execute(f"DROP {kind} main.[{name}]")
    for _, name, sql in _parts(connection, "copy", "= 'table'"):
        connection.execute(sql)
        connection.execute(f"INSERT INTO main.[{name}] SELECT * FROM copy.[{name}]")
    for _, _, sql in _parts(connection, "copy", "!= 'table'"):
        connection.execute(sql)
    (version,) = connection.execute("PRAGMA copy.user_version").fetchone()
    connection.execute(f"PRAGMA main.user_version = {version}")


def _parts(connection: sqlite3.Connection, where: str, kinds: str) -> list[tuple[str, str, str]]:
    """What a database is made of, without what SQLite makes by itself."""
    query = (
        f"SELECT type, name, sql FROM {where}.sqlite_master WHERE sql IS NOT NULL AND substr(name, 1, 7) != 'sqlite_'"
    )
    return connection.execute(f"{query} AND type {kinds}").fetchall()


def place(draft: Path, database: Path) -> None:
    """A checked copy where no database is: never over one that somebody else has put there meanwhile."""
    with plain_words(database), closing(_connect(draft)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    put_new(draft, database)


def set_aside(database: Path, aside: Path) -> None:
    """A damaged database, and all that belongs to it, under another name: none of it is applied to what comes next."""
    for end in ("", *BESIDE):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{end}", f"{aside}{end}")
    flush_folder(database.parent)


# SQLite


def _uri(path: Path, how: str) -> str:
    return f"file:{quote(os.path.abspath(path))}?{how}"


def _connect(path: Path, how: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(_uri(path, how), uri=True, timeout=PATIENCE, isolation_level=None)


def _patience() -> Callable[[int, int, int], None]:
    """SQLite would wait for ever for a database that is locked; we do not."""
    until = time.monotonic() + PATIENCE

    def look(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            hint = sentence("wait until it has finished, then try again")
            raise Busy(sentence("another gm command is at work in this zine"), hint)

    return look


@contextmanager
def _as(name: str) -> Iterator[None]:
    """Whatever is wrong with a copy, it is said of the copy."""
    try:
        with plain_words(Path(name)):
            yield
    except (ValueError, TypeError, RecursionError):
        raise _damaged(name, str(sentence("something in it cannot be read"))) from None
    except Damaged as error:
        raise Damaged(error.message, OTHERS) from None


def _damaged(name: str, reason: str) -> Damaged:
    return Damaged(sentence("{name} is damaged, or no database: {reason}", name=name, reason=reason), OTHERS)
