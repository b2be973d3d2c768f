"""What the database refuses, and SQLite's errors as sentences."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gm.core.problems import GmError
from gm.core.words import sentence

COPY = sentence("put back a backup of it: gm restore")


class StoreError(GmError):
    """The database cannot do what was asked of it"""


class Busy(StoreError):
    """Another command is writing, and did not finish in time"""


class Damaged(StoreError):
    """The file is no database, or not a whole one"""


class DiskFull(StoreError):
    """There is no room left to write"""


class ReadOnly(StoreError):
    """It can be read here, and not be written"""


class Unsure(StoreError):
    """Nobody knows whether it is stored"""


class NoSuchGame(StoreError):
    """No game of that name has been started"""


class NoSuchSeason(StoreError):
    """No season of that name has been made"""


class NoSuchTurn(StoreError):
    """The game has not run that turn"""


@contextmanager
def plain_words(path: Path | None = None) -> Iterator[None]:
    """SQLite's errors as sentences."""
    name = path.name if path else "zine.db"
    try:
        yield
    except UnicodeDecodeError:
        raise Damaged(sentence("{name} is damaged: it holds what is no text", name=name), COPY) from None
    except sqlite3.Error as error:
        raise in_words(error, name) from error


def asked(connection: sqlite3.Connection, query: str, values: Sequence[Any]) -> list[Any]:
    """The rows that answer; thousands may be asked for one by one, so words are looked for only where there is none."""
    try:
        return connection.execute(query, values).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        with plain_words():
            raise


def in_words(error: sqlite3.Error, name: str) -> StoreError:
    said = str(error)
    if "locked" in said or "busy" in said:
        hint = sentence("wait until it has finished, then try again")
        return Busy(sentence("another gm command is at work in this zine"), hint)
    if "full" in said:
        return DiskFull(sentence("the disk is full"), sentence("make room, then try again"))
    if is_read_only(error) or "I/O" in said:
        message = sentence("{name} cannot be opened or written: {reason}", name=name, reason=said)
        return ReadOnly(message, sentence("is the disk full, or the folder read-only?"))
    if isinstance(error, sqlite3.OperationalError) and not _is_damage(said):
        return StoreError(sentence("{name} cannot be used: {reason}", name=name, reason=said))
    return Damaged(sentence("{name} is damaged, or no database: {reason}", name=name, reason=said), COPY)


def in_words_at_commit(error: sqlite3.Error, name: str) -> StoreError:
    """The last step is different: what is in the log already may be found there again, by whoever opens it next."""
    if "I/O" not in str(error):
        return in_words(error, name)
    unsure = sentence(
        "{name} could not be written to its end: {reason}; what was to be stored may be there, or not",
        name=name,
        reason=str(error),
    )
    return Unsure(unsure, sentence("look at the disk first, then at gm status"))


def is_read_only(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("readonly", "unable to open"))


def _is_damage(said: str) -> bool:
    return any(word in said for word in ("malformed", "not a database", "decode", "no such table", "no such column"))
