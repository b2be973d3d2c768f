"""Where pages come from as files, and where they go once they are taken."""

import os
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from gm.core.play import Flaw
from gm.core.problems import GmError, Problem
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.intake import Clerk, Source, Verdict, take_page
from gm.desk.plainfile import NoPlainFile, PlainFile, Vanished, read_plain
from gm.desk.post import take_letters
from gm.mail.boxes import files_of_maildir, is_mail, is_maildir, letters_in
from gm.pages.zine import pages_in
from gm.store.files import tighten
from gm.store.seals import Seals

_ASIDE = re.compile(r"away-[0-9a-f]{8}\.")  # what a file in the inbox is called while it is put away


def find_files(paths: Sequence[Path], inbox: Path | None = None) -> list[Path]:
    """Every file or Maildir that is meant, whatever it turns out to be; in a folder, the oldest first."""
    if paths and not any(os.path.lexists(path) for path in paths):
        raise GmError(sentence("there is no file or folder {path}", path=str(paths[0])))
    return [path for given in paths for path in _files(given, inbox)]


def _files(path: Path, inbox: Path | None) -> list[Path]:
    if not path.is_dir() or is_maildir(path):
        return [path]
    return sorted(pages_in(path, everything=inbox is not None and _same(path, inbox)), key=_age)


def _same(path: Path, other: Path) -> bool:
    return path == other or path.resolve() == other.resolve()


def in_folder(path: Path, folder: Path) -> bool:
    return _same(path.parent, folder)


def _age(path: Path) -> tuple[int, str]:
    try:
        return path.lstat().st_mtime_ns, path.name
    except OSError:  # it will be said when it is read
        return 0, path.name


def source_of(file: PlainFile, now: datetime, inbox: bool = False) -> Source:
    """A file came when it was last written, at the latest now. In the inbox, one that was put away never comes back."""
    return Source(file.name, file.data, min(file.written, now), file=file.itself if inbox else file.in_place)


class Handled(NamedTuple):
    """A file or Maildir, as it was read, and what became of each page in it."""

    file: PlainFile | None  # none that could be put away
    verdicts: Sequence[Verdict]


def take_file(desk: Desk, clerk: Clerk, path: Path) -> Handled:
    """The page in a file, or every mail in it; within the caller's transaction. One that cannot be read is refused."""
    name = desk.zine.show(path)
    inbox = in_folder(path, desk.zine.inbox)
    if path.is_dir() and not (inbox and path.is_symlink()):
        return Handled(None, _take_maildir(desk, clerk, path))
    try:
        file = read_plain(path, name, follow=not inbox)
    except NoPlainFile as why:
        gone = inbox and isinstance(why, Vanished)  # another gm take was quicker
        return Handled(None, [] if gone else [unread(name, why)])
    if is_mail(path.name, file.data):
        mails = ((each, data, file.written) for each, data in letters_in(name, file.data))
        return Handled(file, list(take_letters(desk, clerk, mails)))
    return Handled(file, take_page(desk, clerk, source_of(file, desk.now, inbox)))


def _take_maildir(desk: Desk, clerk: Clerk, folder: Path) -> list[Verdict]:
    unreadable: list[Verdict] = []

    def mails() -> Iterator[tuple[str, bytes, datetime]]:
        for path in files_of_maildir(folder):
            name = desk.zine.show(path)
            try:
                file = read_plain(path, name)
            except NoPlainFile as why:
                unreadable.append(unread(name, why))
            else:
                yield name, file.data, file.written

    return [*take_letters(desk, clerk, mails()), *unreadable]


def unread(name: str, why: GmError) -> Verdict:
    """What is said of a file that is none, or cannot be read; nothing is stored of it."""
    return Verdict(name, "refused", problems=[Problem(name, 0, "", why.message, why.hint, Flaw.UNREADABLE)])


# Putting away


def put_away(desk: Desk, handled: Handled) -> str:
    """A file in the zine's own inbox moves out of sight once a page of it is taken; says so if it stays."""
    file, zine = handled.file, desk.zine
    kept = next((each for each in handled.verdicts if each.verdict != "refused"), None)
    if file is None or kept is None or not in_folder(file.path, zine.inbox):
        return ""
    folder = zine.inbox / "taken" / str(kept.game or "mail") / f"turn-{kept.turn or 0:02}"
    try:
        blind = any(each.blind for each in handled.verdicts)
        return _put(file, folder, Seals(desk.store).sealed_bytes if blind else None)
    except (FileNotFoundError, Vanished):  # another gm take was quicker
        return ""
    except NoPlainFile:
        return _changed(file)
    except OSError as error:
        return sentence(
            "{page} is taken, but cannot be moved out of the inbox: {error}.", page=file.name, error=error.strerror
        )


def _put(file: PlainFile, folder: Path, seal: Callable[[bytes], bytes] | None) -> str:
    """What is put away is what was read: it is taken aside, where nobody saves over it, and looked at once more.

    Killed at any point, whatever lies in the inbox is found again, and what has left it has been stored. What is for
    nobody's eyes yet is put away sealed.
    """
    name = _ASIDE.sub("", file.path.name, count=1)
    with _aside(file.path, name) as aside:
        if read_plain(aside, file.name, follow=False).digest == file.digest:
            _make_private(folder)
            if seal:
                _write(folder, f"{name}.sealed", seal(file.data))
                aside.unlink()
            else:
                _move(aside, folder, name)
            return ""
    return _changed(file)


def _make_private(folder: Path) -> None:
    """Orders are for nobody else on the machine: nobody else looks into `inbox/taken`."""
    taken = folder.parents[1]
    taken.mkdir(exist_ok=True)
    tighten(taken)
    folder.mkdir(parents=True, exist_ok=True)


def _write(folder: Path, name: str, data: bytes) -> None:
    """A file, all of it or none."""
    draft = folder / f".{secrets.token_hex(4)}.draft"
    try:
        draft.write_bytes(data)
        _move(draft, folder, name)
    finally:
        draft.unlink(missing_ok=True)


def _move(path: Path, folder: Path, name: str) -> None:
    """Into a folder, under the first name that nobody has there; nothing is ever replaced."""
    stem, suffix = Path(name).stem, Path(name).suffix
    for place in (folder / (name if n == 1 else f"{stem}-{n}{suffix}") for n in count(1)):
        try:
            os.link(path, place, follow_symlinks=False)
        except FileExistsError:
            if not os.path.samefile(path, place):  # else a command was stopped just here
                continue
        except OSError:  # not every disk has a second name for a file
            if os.path.lexists(place):
                continue
            os.rename(path, place)
            return
        path.unlink()
        return


def _changed(file: PlainFile) -> str:
    return sentence(
        "{page} was changed while it was taken in. What was read is stored; what is there now waits in the inbox.",
        page=file.name,
    )


@contextmanager
def _aside(path: Path, name: str) -> Iterator[Path]:
    """The file under a name that only we know, still in the same folder; put back if it is not taken from there."""
    aside = path.with_name(f"away-{secrets.token_hex(4)}.{name}")
    os.rename(path, aside)
    try:
        yield aside
    finally:
        with suppress(OSError):  # there is a new one by now: this one stays beside it, to be read the next time
            os.link(aside, path, follow_symlinks=False)
            aside.unlink()
