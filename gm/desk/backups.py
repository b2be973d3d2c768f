"""Backups: checked copies of zine.db in the zine's backups folder, made by hand and by themselves, and put back."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from gm.core.deeds import Deeds
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, stamp_of
from gm.pages.zine import Zine
from gm.store import backups
from gm.store.backups import Contents
from gm.store.database import Damaged, Store, StoreError
from gm.store.files import fresh, put_new

ASKED, RUN, CORRECT, MIGRATION, RESTORE = "asked", "run", "correct", "migration", "restore"
PASSING = (RUN, CORRECT)  # of these some are kept, the others give way; all other backups stay
LARGE = 8_000_000  # bytes: a larger database is copied by itself at most once a day
MOST_A_DAY = 64_000_000  # bytes: one that is larger than this in as many days as it takes
A_DAY = timedelta(days=1)
LAST, DAYS, WEEKS = 5, 7, 12  # kept: the last few, the last of each of so many days, and of so many weeks
_STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"zine-([0-9]{8}-[0-9]{6})-([a-z]+)-([0-9a-f]{12})\.db")


class NoBackup(GmError):
    """No backup could be made, or there is none of that name"""

    reason = ""  # why none could be made


class OfAnother(GmError):
    """The backup is of another zine"""


class Gone(StoreError):
    """There was a database here once"""


class Backup(NamedTuple):
    """One in the backups folder, by its name: when it was made, why, and the beginning of its SHA-256."""

    path: Path
    made: datetime
    why: str
    digest: str


def shelf(zine: Zine) -> list[Backup]:
    """All that gm has put there, the newest first; anything else that lies there is the game master's own."""
    try:
        names = sorted(os.listdir(zine.backups), reverse=True)
    except OSError:
        return []
    return [found for name in names if (found := _backup(zine.backups / name))]


def _backup(path: Path) -> Backup | None:
    match = _NAME.fullmatch(path.name)
    if not match:
        return None
    try:
        made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(path, made, match[2], match[3])


# Making


def make(zine: Zine, now: datetime, why: str, to: Path | None = None) -> Path:
    """A checked copy of the database as it was stored last, under a name that says when it was made, and why."""
    home = _home(zine) if to is None else to if to.is_dir() else to.parent
    if not home.is_dir():
        raise NoBackup(sentence("there is no folder {name}", name=str(home)))
    with fresh(home) as folder:
        draft = folder / zine.database.name
        backups.copy(zine.database, draft)
        backups.check_copy(draft, zine.database.name)
        name = f"zine-{now.astimezone(UTC):{_STAMP}}-{why}-{backups.digest(draft)[:12]}.db"
        place = home / name if to in (None, home) else Path(str(to))
        try:
            put_new(draft, place)
        except FileExistsError:
            if place == to:
                there = sentence("{file} is there already", file=zine.show(place))
                raise NoBackup(there, sentence("choose another name")) from None
    return place  # one of that name, made at that moment, has the same in it


def _home(zine: Zine) -> Path:
    """The zine's own folder for backups: what players may not know is in them."""
    try:
        zine.backups.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        in_the_way = sentence("{name} is in the way: it is no folder", name=zine.backups.name)
        raise NoBackup(in_the_way, sentence("move it elsewhere, then try again")) from None
    return zine.backups


# By themselves


def before(desk: Desk, why: str) -> None:
    """One by itself before a change, within the transaction and before anything is written: gone again if that fails.

    Without it the change is not made.
    """
    take_back = keep(desk.zine, desk.now, why)
    desk.store.when_settled(lambda: tidy(desk.zine), take_back)


def keep(zine: Zine, now: datetime, why: str) -> Callable[[], None]:
    """One by itself, if it is time for one; answers with how to take it back."""
    if not _due(zine, now, why):
        return lambda: None
    first = not zine.backups.exists()
    try:
        made = make(zine, now, why)
    except (GmError, OSError) as error:
        _forget(zine, None, first)
        reason = error.message if isinstance(error, GmError) else error.strerror or str(error)
        message = sentence("no backup of zine.db can be made, so nothing was changed: {reason}", reason=reason)
        refused = NoBackup(message, sentence("make room, or see what is wrong with {folder}/", folder="backups"))
        refused.reason = reason
        raise refused from error
    return lambda: _forget(zine, made, first)


def _due(zine: Zine, now: datetime, why: str) -> bool:
    """A small database is copied every time; a large one at most once a day, and always before its shape changes.

    So what all copies cost grows with the turns, and not with their square.
    """
    size = zine.database.stat().st_size
    if why not in PASSING or size <= LARGE:
        return True
    pause = A_DAY * max(1, size / MOST_A_DAY)
    return not any(abs(now - each.made) < pause for each in shelf(zine))


def _forget(zine: Zine, made: Path | None, first: bool) -> None:
    with suppress(OSError):
        if made:
            made.unlink()
        if first:
            zine.backups.rmdir()


def tidy(zine: Zine) -> None:
    """Take away what need not be kept of those that were made by themselves."""
    passing = [each for each in shelf(zine) if each.why in PASSING]
    kept = worth_keeping(passing)
    for each in passing:
        if each not in kept:
            with suppress(OSError):
                each.path.unlink()


def worth_keeping(made: Iterable[Backup]) -> set[Backup]:
    """Of these, the newest first: the last few, the last of each of the last days, and of each of the last weeks."""
    found = list(made)
    kept = set(found[:LAST])
    for count, form in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V")):
        newest: dict[str, Backup] = {}
        for each in found:
            newest.setdefault(each.made.strftime(form), each)
        kept.update(list(newest.values())[:count])
    return kept


# Putting back


class Found(NamedTuple):
    """A backup that has been checked, and could be put back."""

    name: str  # as the game master would name it
    draft: Path  # a copy of its own
    contents: Contents


@contextmanager
def found(zine: Zine, file: Path) -> Iterator[Found]:
    """A backup to be put back; refused if it is damaged, or not this zine's."""
    name = zine.show(file)
    with fresh(zine.folder) as folder:
        draft = folder / zine.database.name
        backups.gather(file, draft)
        known = _backup(file)
        if known and not backups.digest(draft).startswith(known.digest):
            changed = sentence("{name} is damaged: it was changed after it was made", name=name)
            raise Damaged(changed, backups.OTHERS)
        backups.check(draft, name)
        inside = backups.contents(draft, name)
        _refuse_another(zine, name, inside)
        yield Found(name, draft, inside)


def which(zine: Zine, what: str | None) -> Path:
    """The file that is meant: a backup by the beginning of its name, any other by its path; else the newest backup."""
    made = shelf(zine)
    if what is None:
        if not made:
            raise NoBackup(sentence("there is no backup in this zine"), sentence("name a file: gm restore FILE"))
        return made[0].path
    paths = [path for path in (Path(what), zine.folder / what, zine.backups / what) if path.is_file()]
    begin = [each.path for each in made if each.path.name.startswith(what)] if what else []
    if not paths and len(begin) != 1:
        message = sentence("there is no backup called {name}", name=what)
        if begin:
            message = sentence("several backups are called {name}", name=what)
        raise NoBackup(message, backups.OTHERS)
    file = (paths or begin)[0]
    if zine.database.exists() and file.samefile(zine.database):
        raise NoBackup(sentence("{name} is the database itself", name=what), backups.OTHERS)
    return file


def _refuse_another(zine: Zine, name: str, inside: Contents) -> None:
    known = _secrets(zine)
    if known and inside.secrets and not known & inside.secrets:
        another = sentence("{name} is of another zine: no game in it is one of this zine's", name=name)
        hint = sentence("if it is this zine's all the same, move {file} elsewhere, then try again", file="zine.db")
        raise OfAnother(another, hint)


def _secrets(zine: Zine) -> frozenset[str]:
    """Of this zine's games; if its database cannot tell, its newest backup can."""
    now = present(zine)
    if now:
        return now.secrets
    for each in shelf(zine):
        with suppress(StoreError, OSError):
            return backups.contents(each.path, each.path.name).secrets
    return frozenset()


def present(zine: Zine) -> Contents | None:
    """What the database holds now; None if it is gone or cannot be read."""
    if not is_there(zine):
        return None
    with suppress(StoreError, OSError), closing(backups.opened(zine.database)) as store:
        return backups.contents_of(store)
    return None


def restore(zine: Zine, now: datetime, found: Found, deeds: Deeds) -> Path | None:
    """Put a checked backup in the place of what is stored; answers with where that is kept, if there was anything."""
    stamp = now.astimezone(UTC)
    aside = _home(zine) / f"zine-{stamp:{_STAMP}}-unread-{found.draft.parent.name.rpartition('-')[2]}.db"
    if is_there(zine):
        with suppress(Damaged), closing(backups.opened(zine.database)) as store:
            store.deeds = deeds
            return _put_into(zine, store, now, found)
    known = is_there(zine)
    _put_file(zine, found, aside, stamp, deeds)
    return aside if known else None


def _put_into(zine: Zine, store: Store, now: datetime, found: Found) -> Path:
    kept: list[Path] = []

    def keep() -> Callable[[], None]:
        store.deeds.will(put_back_is(found.name))
        kept.append(make(zine, now, RESTORE))
        return lambda: _forget(zine, kept[0], first=False)

    backups.put_back(store, found.draft, keep, stamp_of(now), found.name)
    return kept[0]


def put_back_is(name: str) -> str:
    return sentence("{name} has been put back", name=name)


def _put_file(zine: Zine, found: Found, aside: Path, now: datetime, deeds: Deeds) -> None:
    """Where there is no database, or none that can be used: that one is set aside, with all that belongs to it."""
    with closing(Store.open(found.draft)) as store, store.writing():  # it is brought up to date
        store.note(stamp_of(now), RESTORE, "", found.name)
    with deeds.partly(sentence("zine.db has been set aside"), sentence("type it again: gm restore")):
        backups.set_aside(zine.database, aside)
        try:
            backups.place(found.draft, zine.database)
        except FileExistsError:
            raise NoBackup(sentence("another command has made a new zine.db meanwhile; it is left as it is")) from None
    deeds.did(put_back_is(found.name))


# A database that is gone


def is_there(zine: Zine) -> bool:
    try:
        return zine.database.stat().st_size > 0
    except OSError:
        return False


def refuse_gone(zine: Zine) -> None:
    """Nobody begins anew, without a word, in a zine that has been played."""
    made, hint = shelf(zine), ""
    if made:
        hint = sentence("put back the last backup, of {moment}: gm restore", moment=made[0].made.astimezone(zine.zone))
    elif traces := _traces(zine):
        hint = _from_elsewhere(zine, traces)
    else:
        return
    raise Gone(sentence("zine.db is gone, but games have been played in this zine"), hint)


def _traces(zine: Zine) -> list[str]:
    """What only a database that was there once can have left."""
    beside = [f"{zine.database.name}{end}" for end in backups.BESIDE]
    return ["issues/"] * _published(zine) + [name for name in beside if (zine.folder / name).exists()]


def _from_elsewhere(zine: Zine, traces: list[str]) -> str:
    from gm.desk.rebuilding import records_in

    records = [zine.show(path) for path in records_in(zine)]
    hint = sentence("put back a copy of it: gm restore FILE; or, to begin anew, move {names} elsewhere", names=traces)
    if not records:
        return hint
    return sentence("{hint}; games that are over can be made again from {records}", hint=hint, records=records)


def _published(zine: Zine) -> bool:
    """Is there anything in the issues folder that only a database can have told?"""
    return any(not path.name.startswith(".") for path in zine.issues.glob("[!.]*/*") if path.parent.name != "preview")
