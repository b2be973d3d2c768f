"""Records as files."""

import os
from pathlib import Path

from gm.core.deeds import Deeds
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.plainfile import read_plain
from gm.desk.record import NoRecord, read_record
from gm.desk.seasonrecord import is_season, read_season
from gm.store.files import READABLE, flush_folder, fresh, put_new, write_file

LARGEST = 1 << 28  # bytes: what thirty thousand horses make of a race
_PREFIX = ".gm-record-"


def read_file(path: Path) -> Json:
    """The record in a file; what it says has still to be checked."""
    return read_record(read_bytes(path))


def read_either(path: Path) -> Json:
    """The same, of a game or of a season."""
    data = read_bytes(path)
    return read_season(data) if is_season(data) else read_record(data)


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """A file's bytes; of one that is larger than anything that is meant, nothing."""
    data = read_plain(path, str(path), most=most).data
    if len(data) > most:
        raise NoRecord(sentence("{file} is too large to be read", file=str(path)))
    return data


def write_out(path: Path, text: str, game: str, deeds: Deeds) -> None:
    """Whole or not at all; over nothing but a record of the same game."""
    _refuse_others(path, game)
    with fresh(path.parent, _PREFIX) as home:
        draft = home / "record.json"
        write_file(draft, text.encode(), READABLE)
        _refuse_others(path, game)  # somebody may have put it there meanwhile
        with deeds.partly(sentence("{file} may have been written", file=str(path)), ""):
            _put(draft, path)
        deeds.did(sentence("{file} is written", file=str(path)))


def _put(draft: Path, path: Path) -> None:
    if os.path.lexists(path):
        os.replace(draft, path)
        flush_folder(path.parent)
    else:
        put_new(draft, path)


def _refuse_others(path: Path, game: str) -> None:
    if os.path.lexists(path) and not _is_record_of(path, game):
        there = sentence("{file} is there already, and it is no record of {game}", file=str(path), game=game)
        raise NoRecord(there, sentence("move it elsewhere, or name another file"))
    if not path.parent.is_dir():
        raise NoRecord(sentence("there is no folder {folder}", folder=str(path.parent)))


def _is_record_of(path: Path, game: str) -> bool:
    try:
        found = read_either(path)
        return bool(found.get("game", found.get("season")) == game)
    except GmError:
        return False
