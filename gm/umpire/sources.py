"""Where pages come from as files, and where they go once they are taken."""

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from gm.problems import GmError
from gm.umpire.intake import Source, Verdict
from gm.zine import Zine, pages_in

MOST_KEPT = 16 * 1024 * 1024  # what nobody could have written is not kept either


def gather(paths: Iterable[Path], show: Callable[[Path], str], now: datetime, inbox: Path = Path()) -> list[Source]:
    """Every page in these files and folders; in a folder, the oldest first."""
    return [_source(path, show(path), now) for given in paths for path in _files(given, inbox)]


def _files(path: Path, inbox: Path) -> list[Path]:
    if not path.exists():
        raise GmError(f"there is no file or folder {path}")
    if not path.is_dir():
        return [path]
    pages = pages_in(path, everything=path.resolve() == inbox.resolve())
    return sorted(pages, key=lambda page: (page.stat().st_mtime_ns, page.name))


def _source(path: Path, name: str, now: datetime) -> Source:
    """A file counts as arrived when it was last written, at the latest now."""
    if not path.is_file():
        raise GmError(f"{name} is no file")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_KEPT)
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError as error:
        raise GmError(f"{name} cannot be read: {error.strerror}") from None
    return Source(name, data, min(written, now), path)


def put_away(zine: Zine, verdict: Verdict) -> str:
    """A page in the zine's own inbox moves out of sight once it is taken; says so if it cannot."""
    path = verdict.path
    if path is None or verdict.verdict == "refused" or path.resolve().parent != zine.inbox.resolve():
        return ""
    try:
        os.replace(path, _free_name(zine.inbox / "taken" / str(verdict.game) / f"turn-{verdict.turn or 0:02}", path))
    except OSError as error:
        return f"{verdict.page} is taken, but cannot be moved out of the inbox: {error.strerror}."
    return ""


def _free_name(folder: Path, path: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target, number = folder / path.name, 1
    while target.exists():
        number += 1
        target = folder / f"{path.stem}-{number}{path.suffix}"
    return target
