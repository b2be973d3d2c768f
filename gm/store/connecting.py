"""The way to the database's file: a new one, one that is there, one that can only be read."""

import os
import sqlite3
from contextlib import ExitStack
from pathlib import Path

from gm.core.words import sentence
from gm.store.errors import Busy, StoreError
from gm.store.files import fresh, put_new, tighten, write_file

PAGE = 16_384  # bytes of a page in a new database: what it keeps is long, and is stored in a quarter of the writes
ROOM = 16_384  # kilobytes of pages kept at hand: with SQLite's own two, a large turn writes some of them twice


class Way:
    """A connection, and what has to be cleared away with it."""

    connection: sqlite3.Connection
    draft: Path | None = None  # a new database, until something is stored in it

    def __init__(self, path: Path, patience: float):
        self.path, self.patience, self._rubbish = path, patience, ExitStack()

    def to_new(self) -> "Way":
        """A database of its own, which takes its place with the first thing that is stored.

        So a command that fails has made nothing, and of two at once only one begins the zine.
        """
        refuse_half(self.path)
        self.draft = self._rubbish.enter_context(fresh(self.path.parent)) / self.path.name
        write_file(self.draft, b"")
        self._to(str(self.draft)).connection.execute(f"PRAGMA page_size = {PAGE}")
        return self

    def over(self, connection: sqlite3.Connection) -> "Way":
        """One that somebody has made."""
        self.connection = connection
        return self

    def to_old(self) -> "Way":
        tighten(self.path)
        return self._to(str(self.path))

    @property
    def settled(self) -> bool:
        """Is the database in its place, so that whatever was stored is stored for everybody?"""
        return self.draft is None or (self.path.exists() and self.path.samefile(self.draft))

    def settle(self) -> None:
        """Something is stored in the new database: it takes its place, or gives way to one that came first."""
        if self.draft is None:
            return
        self.connection.execute("PRAGMA journal_mode = WAL")  # readers need not wait for a writer
        self.connection.close()
        try:
            put_new(self.draft, self.path)
        except FileExistsError:
            made = sentence("another gm command has just made {name}", name=self.path.name)
            raise Busy(made, sentence("wait until it has finished, then try again")) from None
        self.draft = None
        self._rubbish.close()
        self._to(str(self.path))

    def to_read(self) -> "Way":
        """Where nothing can be written: as it is, or a copy of it if a part of it still waits in its log."""
        log = self.path.with_name(f"{self.path.name}-wal")
        try:
            return self._to_look(f"{self.path.resolve().as_uri()}?mode=ro")
        except sqlite3.OperationalError:
            return self._to_look(self._still(log))

    def _to_look(self, address: str) -> "Way":
        self._to(address, uri=True)
        try:
            self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            self.connection.close()
            raise
        return self

    def _still(self, log: Path) -> str:
        if not log.exists() or not log.stat().st_size:
            return f"{self.path.resolve().as_uri()}?immutable=1"
        import shutil
        import tempfile

        copy = Path(self._rubbish.enter_context(tempfile.TemporaryDirectory(prefix="gm-")))
        for each in (log, self.path):
            shutil.copyfile(each, copy / each.name)
        return (copy / self.path.name).as_uri()

    def _to(self, address: str, uri: bool = False) -> "Way":
        self.connection = sqlite3.connect(address, timeout=self.patience, isolation_level=None, uri=uri)
        self.connection.execute(f"PRAGMA cache_size = {-ROOM}")
        return self

    def close(self) -> None:
        self.connection.close()
        self._rubbish.close()


def refuse_half(path: Path) -> None:
    """What was stored last may be in the log; a new database under its name would make nonsense of it."""
    log = path.with_name(f"{path.name}-wal")
    if os.path.lexists(path) or (log.exists() and log.stat().st_size):
        half = sentence("there is {log} here, and no {name} that it belongs to", log=log.name, name=path.name)
        raise StoreError(half, sentence("put the two together again, wherever the other one is"))
