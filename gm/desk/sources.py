"""Where pages come from as files, and where they go once they are taken."""

import os
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.intake import Clerk, Source, Verdict, take_page
from gm.desk.post import take_letters
from gm.mail.boxes import is_mail, letters_in
from gm.pages.zine import Zine, pages_in

MOST_KEPT = 16 * 1024 * 1024  # what nobody could have written is not kept either


def find_files(paths: Iterable[Path], inbox: Path = Path()) -> list[Path]:
    """Every file or Maildir that is meant; in a folder, the oldest first."""
    return [path for given in paths for path in _files(given, inbox)]


def _files(path: Path, inbox: Path) -> list[Path]:
    if not path.exists():
        raise GmError(sentence("there is no file or folder {path}", path=str(path)))
    if not path.is_dir() or is_mail(path):
        return [path]
    pages = pages_in(path, everything=path.resolve() == inbox.resolve())
    return sorted(pages, key=lambda page: (page.stat().st_mtime_ns, page.name))


def page_source(path: Path, name: str, now: datetime) -> Source:
    """A file counts as arrived when it was last written, at the latest now."""
    if not path.is_file():
        raise GmError(sentence("{name} is no file", name=name))
    with path.open("rb") as file:
        data = file.read(MOST_KEPT)
    return Source(name, data, min(datetime.fromtimestamp(path.stat().st_mtime, UTC), now), path)


def take_file(desk: Desk, clerk: Clerk, path: Path) -> list[Verdict]:
    """The page in a file, or every mail in it; within the caller's transaction."""
    name = desk.zine.show(path)
    try:
        if is_mail(path):
            verdicts = list(take_letters(desk, clerk, letters_in(path, name)))
            return [replace(verdict, path=path) for verdict in verdicts]
        return [take_page(desk, clerk, page_source(path, name, desk.now))]
    except OSError as error:
        raise GmError(sentence("{name} cannot be read: {error}", name=name, error=error.strerror)) from None


def put_away(zine: Zine, verdict: Verdict) -> str:
    """A page in the zine's own inbox moves out of sight once it is taken; says so if it cannot."""
    path = verdict.path
    if path is None or not path.exists() or verdict.verdict == "refused":
        return ""
    if path.resolve().parent != zine.inbox.resolve():
        return ""
    kept = zine.inbox / "taken" / str(verdict.game or "mail") / f"turn-{verdict.turn or 0:02}"
    try:
        os.replace(path, _free_name(kept, path))
    except OSError as error:
        return sentence(
            "{page} is taken, but cannot be moved out of the inbox: {error}.", page=verdict.page, error=error.strerror
        )
    return ""


def _free_name(folder: Path, path: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target, number = folder / path.name, 1
    while target.exists():
        number += 1
        target = folder / f"{path.stem}-{number}{path.suffix}"
    return target
