"""Records as files."""

import os
import stat
from pathlib import Path

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.record import LARGEST, NoRecord, read_record


def read_file(path: Path) -> Json:
    """The record in a file; what it says has still to be checked."""
    return read_record(read_bytes(path))


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """A file's bytes; what is no file, or larger than anything that is meant, is not even opened."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise NoRecord(sentence("{file} is no file", file=str(path)))
        if status.st_size > most:
            raise NoRecord(sentence("{file} is too large to be read", file=str(path)))
        return path.read_bytes()
    except FileNotFoundError:
        raise NoRecord(sentence("there is no file {name}", name=str(path))) from None
    except OSError as error:
        reason = str(error.strerror)
        raise NoRecord(sentence("{name} cannot be read: {reason}", name=str(path), reason=reason)) from None


def write_file(path: Path, text: str, game: str) -> None:
    """Whole or not at all; over nothing but a record of the same game."""
    if os.path.lexists(path) and not _is_record_of(path, game):
        there = sentence("{file} is there already, and it is no record of {game}", file=str(path), game=game)
        raise NoRecord(there, sentence("move it elsewhere, or name another file"))
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _is_record_of(path: Path, game: str) -> bool:
    try:
        return bool(read_file(path)["game"] == game)
    except GmError:
        return False
