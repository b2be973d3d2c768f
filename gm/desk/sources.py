"""Where pages come from as files, and where they go once they are taken."""

import os
import re
import secrets
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count, groupby, islice
from pathlib import Path
from typing import NamedTuple

from gm.core.play import Flaw
from gm.core.problems import GmError, Problem
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.intake import Clerk, Ledger, Reading, Source, Verdict, take_page
from gm.desk.plainfile import NoPlainFile, PlainFile, Vanished, read_plain
from gm.mail.boxes import files_of_maildir, is_mail, is_maildir, letters_in
from gm.pages.zine import entries_in, shown_in
from gm.store.files import tighten
from gm.store.seals import Seals

AT_A_TIME = 200  # files
_ASIDE = re.compile(r"away-[0-9a-f]{8}\.")  # what a file in the inbox is called while it is put away


def find_files(paths: Sequence[Path], inbox: Path | None = None) -> list[str]:
    """Every file or Maildir that is meant, whatever it turns out to be; in a folder, the oldest first.

    By its plain path: to make a Path of each of thousands takes as long as to open them.
    """
    if paths and not any(os.path.lexists(path) for path in paths):
        raise GmError(sentence("there is no file or folder {path}", path=str(paths[0])))
    return [path for given in paths for path in _files(given, inbox)]


def _files(path: Path, inbox: Path | None) -> list[str]:
    if not path.is_dir() or is_maildir(path):
        return [str(path)]
    entries = entries_in(path, everything=inbox is not None and _same(path, inbox))
    return [each.path for each in sorted(entries, key=_age)]


def _same(path: Path, other: Path) -> bool:
    return path == other or path.resolve() == other.resolve()


def in_folder(path: Path, folder: Path) -> bool:
    return _same(path.parent, folder)


def _age(entry: "os.DirEntry[str]") -> tuple[int, str]:
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns, entry.name
    except OSError:  # it will be said when it is read
        return 0, entry.name


def source_of(file: PlainFile, now: datetime, inbox: bool = False) -> Source:
    """A file came when it was last written, at the latest now. In the inbox, one that was put away never comes back."""
    which = file.itself if inbox else file.in_place
    return Source(file.name, file.data, min(file.written, now), 0, "", None, which, "", file.digest)


class Lying(NamedTuple):
    """A file in the inbox, and the digest of what was read there."""

    path: Path
    name: str
    digest: str


class Handled(NamedTuple):
    """A file or Maildir, and what became of each page in it."""

    file: Lying | None  # none that could be put away
    verdicts: Sequence[Verdict]


class Opened(NamedTuple):
    """A file that was looked into, or why it could not be; and if it is a page, what it says."""

    path: str
    name: str
    inbox: bool
    file: PlainFile | NoPlainFile
    source: Source | None = None

    @property
    def lying(self) -> Lying | None:
        if not self.inbox or isinstance(self.file, NoPlainFile):
            return None
        return Lying(Path(self.path), self.name, self.file.digest)


class Porter:
    """Takes files in, in their order, within the caller's transaction; asks once what many of them share."""

    def __init__(self, desk: Desk, clerk: Clerk):
        self.desk, self.clerk = desk, clerk
        self._ledger = Ledger(desk)
        self._folders: dict[str, tuple[str, bool]] = {}

    def take_all(self, paths: Iterable[str]) -> tuple[list[Verdict], list[Handled]]:
        """What became of every page, and the files that can be put away; of the others no more is kept."""
        verdicts, lying = list[Verdict](), list[Handled]()
        for each in self.take(paths):
            verdicts += each.verdicts
            if each.file:
                lying.append(each)
        return verdicts, lying

    def take(self, paths: Iterable[str]) -> Iterator[Handled]:
        """The page in each file, or every mail in it. One that cannot be read is refused.

        Some at a time, and these step by step: all are opened, all are read, all are stored. What a processor has just
        done it does again in half the time.
        """
        rest = iter(paths)
        while some := [self._open(path) for path in islice(rest, AT_A_TIME)]:
            read = [self.clerk.read(each.source) if each.source else [] for each in some]
            fresh = self._ledger.fresh([each.source for each in some if each.source])
            pages = zip(some, read, strict=True)
            for plain, lot in groupby(pages, key=lambda page: self._is_plain(page[0], page[1], fresh)):
                yield from (self._store if plain else self._one_by_one)(list(lot))

    def _is_plain(self, it: Opened, readings: Sequence[Reading], fresh: Container[str]) -> bool:
        """Is nothing to be said of it but that it is taken?"""
        sound = len(readings) == 1 and readings[0].judged is None and not readings[0].blind
        return sound and not self.clerk.aloud and it.source is not None and it.source.digest in fresh

    def _store(self, lot: Sequence[tuple[Opened, Sequence[Reading]]]) -> list[Handled]:
        verdicts = self._ledger.store([(it.source, readings[0]) for it, readings in lot if it.source])
        return [Handled(it.lying, [verdict]) for (it, _), verdict in zip(lot, verdicts, strict=True)]

    def _one_by_one(self, lot: Sequence[tuple[Opened, Sequence[Reading]]]) -> list[Handled]:
        handled = []
        for it, readings in lot:
            handled.append(self._handle(it, readings))
            self._ledger.forget(readings)
        return handled

    def _open(self, path: str) -> Opened:
        within, sep, file_name = path.rpartition(os.sep)
        folder, inbox = self._folders.get(within + sep) or self._folder(within + sep)
        name = shown_in(folder, file_name)
        try:
            file = read_plain(path, name, follow=not inbox)
        except NoPlainFile as why:
            return Opened(path, name, inbox, why)
        mail = is_mail(file_name, file.data)
        return Opened(path, name, inbox, file, None if mail else source_of(file, self.desk.now, inbox))

    def _handle(self, it: Opened, readings: Sequence[Reading]) -> Handled:
        file = it.file
        if isinstance(file, NoPlainFile):
            return Handled(None, self._no_file(it, file))
        if it.source:
            return Handled(it.lying, take_page(self.desk, self.clerk, it.source, readings))
        mails = ((name, data, file.written) for name, data in letters_in(it.name, file.data))
        return Handled(it.lying, self._letters(mails))

    def _folder(self, folder: str) -> tuple[str, bool]:
        """How its files are shown, and is it the inbox?"""
        zine, path = self.desk.zine, Path(folder)
        found = self._folders[folder] = zine.shown_folder(path), _same(path, zine.inbox)
        return found

    def _no_file(self, it: Opened, why: NoPlainFile) -> list[Verdict]:
        path = Path(it.path)
        if path.is_dir() and not (it.inbox and path.is_symlink()):
            return self._maildir(path)
        gone = it.inbox and isinstance(why, Vanished)  # another gm take was quicker
        return [] if gone else [unread(it.name, why)]

    def _maildir(self, folder: Path) -> list[Verdict]:
        unreadable: list[Verdict] = []

        def mails() -> Iterator[tuple[str, bytes, datetime]]:
            for path in files_of_maildir(folder):
                name = self.desk.zine.show(path)
                try:
                    file = read_plain(path, name)
                except NoPlainFile as why:
                    unreadable.append(unread(name, why))
                else:
                    yield name, file.data, file.written

        return [*self._letters(mails()), *unreadable]

    def _letters(self, mails: Iterable[tuple[str, bytes, datetime]]) -> list[Verdict]:
        from gm.desk.post import take_letters  # only those who get mail wait for all that reads and answers it

        return list(take_letters(self.desk, self.clerk, mails))


def unread(name: str, why: GmError) -> Verdict:
    """What is said of a file that is none, or cannot be read; nothing is stored of it."""
    return Verdict(name, "refused", problems=[Problem(name, 0, "", why.message, why.hint, Flaw.UNREADABLE)])


# Putting away


def put_away(desk: Desk, handled: Handled) -> str:
    """A file in the zine's own inbox moves out of sight once a page of it is taken; says so if it stays."""
    file = handled.file
    if file is None:
        return ""
    kept = next((each for each in handled.verdicts if each.verdict != "refused"), None)
    if kept is None:
        return ""
    folder = desk.zine.inbox / "taken" / str(kept.game or "mail") / f"turn-{kept.turn or 0:02}"
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


def _put(file: Lying, folder: Path, seal: Callable[[bytes], bytes] | None) -> str:
    """What is put away is what was read: it is taken aside, where nobody saves over it, and looked at once more.

    Killed at any point, whatever lies in the inbox is found again, and what has left it has been stored. What is for
    nobody's eyes yet is put away sealed.
    """
    name = _ASIDE.sub("", file.path.name, count=1)
    with _aside(file.path, name) as aside:
        there = read_plain(aside, file.name, follow=False)
        if there.digest == file.digest:
            _make_private(folder)
            if seal:
                _write(folder, f"{name}.sealed", seal(there.data))
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


def _changed(file: Lying) -> str:
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
