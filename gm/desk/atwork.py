"""Who is at work: a sign in a folder that comes down with the process that hung it out, however that ends."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_SIGN = ".at-work-"


@contextmanager
def at_work(folder: Path) -> Iterator[str]:
    """Hang out a sign, and answer with its name; signs of those who are gone are swept away.

    Enter it while nobody else can, within a transaction: a sign is made first and held after.
    """
    made = not folder.exists()
    folder.mkdir(exist_ok=True)
    _sweep(folder)
    name = secrets.token_hex(8)
    path = folder / f"{_SIGN}{name}"
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    _hold(file)
    try:
        yield name
    finally:
        os.close(file)
        with suppress(OSError):
            path.unlink()
        if made:
            with suppress(OSError):  # something lies there now
                folder.rmdir()


def is_at_work(folder: Path, name: str) -> bool:
    """Is whoever hung out that sign still there?"""
    try:
        file = os.open(folder / f"{_SIGN}{name}", os.O_RDWR)
    except OSError:
        return False
    try:
        return not _hold(file)
    finally:
        os.close(file)


def _sweep(folder: Path) -> None:
    for path in folder.glob(f"{_SIGN}*"):
        if not is_at_work(folder, path.name.removeprefix(_SIGN)):
            with suppress(OSError):
                path.unlink()


def _hold(file: int) -> bool:
    """Hold a file until it is closed, or its process ends; False if somebody else does."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
