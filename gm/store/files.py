"""Files on the disk: written whole and flushed where nobody looks, and private unless they are for everybody.

What gm status does not need is loaded where it is used.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".draft-"
PRIVATE, READABLE = 0o600, 0o666  # what the umask takes away is taken away
LONG_AGO = 3600  # seconds: no command takes that long; asked for only where nobody can say who is at work


def write_file(path: Path, data: bytes, mode: int = PRIVATE) -> str:
    """A new file, on the disk for good before anybody is told of it; answers with its digest."""
    import hashlib

    path.parent.mkdir(mode=0o700 if mode == PRIVATE else 0o777, parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return hashlib.sha256(data).hexdigest()


def digest_of(path: Path) -> str:
    """Of a file; "" if it is none, or cannot be read."""
    import hashlib

    try:
        return "" if path.is_symlink() or not path.is_file() else hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def flush_folder(folder: Path) -> None:
    """What was renamed in it stays renamed, whatever happens to the machine."""
    with suppress(OSError):  # not every system can
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def put_new(draft: Path, place: Path) -> None:
    """A finished file takes a place where there is none; FileExistsError if there is."""
    try:
        os.link(draft, place)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if os.path.lexists(place):
            raise FileExistsError(place) from None
        os.rename(draft, place)
    flush_folder(place.parent)


def tighten(path: Path) -> None:
    """Nobody but its owner reads it; and a group, if somebody lets the group write it, too."""
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(OSError):
            mode = stat.S_IMODE(each.stat().st_mode)
            wanted = mode & ~0o007 if mode & 0o020 else mode & ~0o077
            if wanted != mode:
                each.chmod(wanted)


# Drafts


@contextmanager
def fresh(home: Path, prefix: str = PREFIX) -> Iterator[Path]:
    """An empty folder that only its owner looks into, gone afterwards; of a killed command, at the next one.

    Folders that had to be made for it are gone as well, if nothing else has come into them.
    """
    import shutil

    made = [folder for folder in (home, *home.parents) if not folder.exists()]
    try:
        home.mkdir(parents=True, exist_ok=True)
        sweep(home, prefix)
        draft, lock = _locked(home, prefix)
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)
            os.close(lock)
    finally:
        for folder in made:
            with suppress(OSError):  # there is something in it, as there should be
                folder.rmdir()


def sweep(home: Path, prefix: str = PREFIX) -> None:
    """Away with the drafts of commands that were killed; those of commands at work are left alone."""
    import shutil

    with suppress(OSError):
        stale = [Path(each.path) for each in os.scandir(home) if each.name.startswith(prefix)]
        for draft in stale:
            lock = _lock(draft)
            if lock is not None:
                shutil.rmtree(draft, ignore_errors=True)
                os.close(lock)


def _locked(home: Path, prefix: str) -> tuple[Path, int]:
    """A new draft, and the lock by which others know that somebody is at work on it."""
    import tempfile

    while True:
        draft = Path(tempfile.mkdtemp(prefix=prefix, dir=home))
        lock = _lock(draft, mine=True)
        if lock is not None and draft.exists():  # else somebody swept just between
            return draft, lock
        if lock is not None:
            os.close(lock)


def _lock(draft: Path, mine: bool = False) -> int | None:
    """Held until it is closed, or its process is gone; None if another has it."""
    if sys.platform == "win32":  # a folder cannot be locked there: only time tells
        return os.open(os.devnull, os.O_RDONLY) if mine or time.time() - draft.stat().st_mtime > LONG_AGO else None
    import fcntl

    try:
        handle = os.open(draft, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
