"""Folders that are written whole or not at all: first where nobody looks, then into their place."""

import glob
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.store.database import Store

T = TypeVar("T")
PREFIX = ".draft-"
LONG_AGO = 3600  # seconds: no command takes that long


class NoFolder(GmError):
    """Something else lies where a folder would go"""


def written(
    store: Store, home: Path, change: Callable[[], T], write: Callable[[Path, T], Path], prefix: str = PREFIX
) -> Path:
    """Store a change and write a folder in `home`: all of it, or nothing.

    `write` fills the draft from what was changed, and answers with the place that it is meant for.
    """
    made = [folder for folder in (home, *home.parents) if not folder.exists()]
    draft: Path | None = None
    try:
        with store.writing():
            changed = change()
            draft = _fresh(home, prefix)
            place = write(draft, changed)
            _refuse_what_is_no_folder(place)
    except BaseException:
        _sweep(draft, made)
        raise
    _put(draft, place)
    return place


def _fresh(home: Path, prefix: str) -> Path:
    """An empty folder; those of commands that were killed are swept away, but none that may still be at work."""
    home.mkdir(parents=True, exist_ok=True)
    for stale in home.glob(f"{glob.escape(prefix)}*"):
        with suppress(OSError):  # somebody was quicker
            if time.time() - stale.stat().st_mtime > LONG_AGO:
                shutil.rmtree(stale, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(prefix=prefix, dir=home))
    draft.chmod(0o755)
    return draft


def _refuse_what_is_no_folder(place: Path) -> None:
    if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
        in_the_way = sentence("{name} is in the way: it is no folder", name=place.name)
        raise NoFolder(in_the_way, sentence("move it elsewhere, then try again"))


def _sweep(draft: Path | None, made: list[Path]) -> None:
    """Leave no trace: the draft, and the folders that were made for it."""
    if draft:
        shutil.rmtree(draft, ignore_errors=True)
    for folder in made:
        with suppress(OSError):  # it was not made after all, or there is something else in it
            folder.rmdir()


def _put(draft: Path, place: Path) -> None:
    """Into its place, where there may be the same once more; what was there waits beside it until that is done."""
    old = place.with_name(f".{place.name}.old")
    if old.exists() and not place.exists():  # a command was killed just here
        os.replace(old, place)
    shutil.rmtree(old, ignore_errors=True)
    try:
        if place.exists():
            os.replace(place, old)
        os.replace(draft, place)
    except OSError:
        if old.exists() and not place.exists():
            os.replace(old, place)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
