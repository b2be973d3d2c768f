"""Folders that are written whole or not at all: first where nobody looks, then into their place."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from gm.store import Store

T = TypeVar("T")
PREFIX = ".draft-"


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
    except BaseException:
        _sweep(draft, made)
        raise
    _put(draft, place)
    return place


def _fresh(home: Path, prefix: str) -> Path:
    """An empty folder; those of commands that were killed are swept away."""
    home.mkdir(parents=True, exist_ok=True)
    for stale in home.glob(f"{prefix}*"):
        shutil.rmtree(stale, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(prefix=prefix, dir=home))
    draft.chmod(0o755)
    return draft


def _sweep(draft: Path | None, made: list[Path]) -> None:
    """Leave no trace: the draft, and the folders that were made for it."""
    if draft:
        shutil.rmtree(draft, ignore_errors=True)
    for folder in made:
        with suppress(OSError):  # it was not made after all, or there is something else in it
            folder.rmdir()


def _put(draft: Path, place: Path) -> None:
    old = draft.with_name(draft.name + "-old")
    try:
        if place.exists():  # the same once more, perhaps by other templates
            os.replace(place, old)
        os.replace(draft, place)
    except OSError:
        if old.exists():
            os.replace(old, place)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
