"""Backups, asked for: make one, list them, put one back."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from gm.core.deeds import Deeds
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk import backups
    from gm.pages.zine import Zine
    from gm.store.backups import Contents, Standing

WHY = {
    "asked": sentence("asked for"),
    "run": sentence("before a run"),
    "correct": sentence("before a correction"),
    "migration": sentence("before the database was brought up to date"),
    "restore": sentence("before another one was put back"),
}


@dataclass(frozen=True)
class Backup(Command):
    """Make a checked copy of the database, or list those that there are."""

    to: Path | None = None  # a file or a folder; the zine's own backups folder, if it is left out
    list: bool = False

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import backups
        from gm.pages.zine import find_zine, read_zine

        if self.list and self.to:
            raise Misuse(sentence("--list shows what is in backups/; leave out --to"))
        if self.list:
            zine = read_zine(find_zine(at.folder))
            return BackupList([Listed.of(zine, each) for each in backups.shelf(zine)])
        with at.desk() as desk:
            made = backups.make(desk.zine, at.now, backups.ASKED, self.to)
            desk.deeds.did(sentence("{backup} is made", backup=desk.zine.show(made)))
            from gm.store.backups import contents

            inside = contents(made, made.name)
            return BackupMade(desk.zine.show(made), made.stat().st_size, inside.games)


def _games(games: "Sequence[Standing]") -> list[Json]:
    return [{"game": each.game, "turn": each.turn, "orders": each.orders} for each in games]


def _standing(each: "Standing") -> Note:
    far = sentence("turn {turn} is the last that was run", turn=each.turn) if each.turn else sentence("it has begun")
    came = counted("{n} order for the next", "{n} orders for the next", each.orders)
    return Note(line("{title} ({game}): {far}; {came}", title=each.title, game=each.game, far=far, came=came), under=1)


@dataclass(frozen=True)
class BackupMade(Outcome):
    backup: str
    bytes: int
    games: "Sequence[Standing]"

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{backup} is made, and checked.", backup=self.backup), "good")
        yield from map(_standing, self.games)

    def as_json(self) -> Json:
        return {**vars(self), "games": _games(self.games)}


@dataclass(frozen=True)
class Listed:
    """A backup as it lies there; a look at it, not a check."""

    backup: str
    made: datetime
    why: str
    bytes: int
    games: "Sequence[Standing] | None"  # None: it cannot be read

    @classmethod
    def of(cls, zine: "Zine", found: "backups.Backup") -> Self:
        from gm.store.backups import contents

        games: Sequence[Standing] | None = None
        size = 0
        try:
            size = found.path.stat().st_size
            games = contents(found.path, found.path.name).games
        except (GmError, OSError):
            pass
        return cls(zine.show(found.path), found.made.astimezone(zine.zone), found.why, size, games)

    def notes(self) -> Iterator[Note]:
        why = WHY.get(self.why, self.why)
        yield Note(line("{backup}  ({made}, {why})", backup=self.backup, made=self.made, why=why))
        if self.games is None:
            yield Note(sentence("It is damaged."), "bad", under=1)
        yield from map(_standing, self.games or ())

    def as_json(self) -> Json:
        games = None if self.games is None else _games(self.games)
        return {**vars(self), "made": self.made.isoformat(), "games": games}


@dataclass(frozen=True)
class BackupList(Outcome):
    backups: Sequence[Listed]

    def notes(self) -> Iterator[Note]:
        for each in self.backups:
            yield from each.notes()
        if not self.backups:
            yield Note(sentence("There is no backup yet. To make one: gm backup"))

    def as_json(self) -> list[Json]:
        return [each.as_json() for each in self.backups]


@dataclass(frozen=True)
class Restore(Command):
    """Put a backup in the place of the database; what was there is kept. Or put a game back from its record."""

    backup: str | None = None  # by its name or path, or a record; the newest backup, if it is left out
    yes: bool = False  # without asking

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import backups
        from gm.desk.rebuilding import is_record
        from gm.pages.zine import find_zine, read_zine

        zine = read_zine(find_zine(at.folder))
        file = backups.which(zine, self.backup)
        if is_record(file):
            return _rebuilt(at, zine, file)
        with backups.found(zine, file) as found:
            present = backups.present(zine)
            shown = Looked(found.name, found.contents, _moment(zine, found.contents), present)
            if not self.yes and not at.watch.agrees(shown, sentence("Put it in the place of zine.db?")):
                raise GmError(sentence("nothing was put back, and nothing was changed"))
            kept = backups.restore(zine, at.now, found, at.deeds or Deeds())
        return _restored(zine, found, present, kept)


def _moment(zine: "Zine", inside: "Contents") -> datetime | None:
    return datetime.fromisoformat(inside.last).astimezone(zine.zone) if inside.last else None


def _restored(zine: "Zine", found: "backups.Found", before: "Contents | None", kept: Path | None) -> "Restored":
    from gm.desk.guards import unknown_files
    from gm.desk.rebuilding import lost_games
    from gm.store.database import Store

    with closing(Store.open(zine.database)) as store:
        newer = [zine.show(path) for path in unknown_files(zine, store)]
        lost = {game: zine.show(path) for game, path in lost_games(zine, store.games()).items()}
    return Restored(
        restored=found.name,
        last=_moment(zine, found.contents),
        kept=zine.show(kept) if kept else None,
        games=found.contents.games,
        newer=newer,
        pages=max(0, before.pages - found.contents.pages) if before else 0,
        records=lost,
    )


def _rebuilt(at: Place, zine: "Zine", file: Path) -> "Rebuilt":
    """A game out of its record, in what database there is; in a new one, if neither it nor a backup is left."""
    from gm.desk import backups
    from gm.desk.desk import open_desk
    from gm.desk.rebuilding import read_true_record, rebuild

    name = zine.show(file)
    record = read_true_record(file, name)
    anew = not backups.shelf(zine)
    with open_desk(at.folder, at.now, create=True, deeds=at.deeds, anew=anew) as desk:
        return Rebuilt(name, rebuild(desk, record, name), len(record["turns"]) - 1)


@dataclass(frozen=True)
class Rebuilt(Outcome):
    """A game that was put back from its record."""

    restored: str
    game: str
    turns: int

    def notes(self) -> Iterator[Note]:
        done = sentence("{game} is in the database again, out of {file}.", game=self.game, file=self.restored)
        yield Note(done, "good")
        again = sentence("To write its reports again: gm report {game} --turn N --save", game=self.game)
        yield Note(again, "quiet")


@dataclass(frozen=True)
class Looked(Outcome):
    """What a backup holds, and what there is now, to compare."""

    name: str
    inside: "Contents"
    last: datetime | None
    present: "Contents | None"

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{name} holds:", name=self.name), "title")
        yield from map(_standing, self.inside.games)
        if self.last:
            yield Note(sentence("The last thing in it was stored {moment}.", moment=self.last), under=1)
        if self.present is None:
            yield Note(sentence("There is no zine.db now, or it cannot be read."), "odd")
        else:
            yield Note(sentence("zine.db now holds:"), "title")
            yield from map(_standing, self.present.games)


@dataclass(frozen=True)
class Restored(Outcome):
    restored: str
    last: datetime | None  # when the last thing in it was stored
    kept: str | None  # what was there before; None if there was nothing
    games: "Sequence[Standing]"
    newer: Sequence[str]  # published, and not known to this database
    pages: int  # that were taken in since, and are not in it
    records: Mapping[str, str]  # of games that it does not have: in which file

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{name} is put back.", name=self.restored), "good")
        yield from map(_standing, self.games)
        if self.kept:
            yield Note(sentence("What was there before is kept: {kept}", kept=self.kept))
        if self.pages:
            since = counted(
                "{n} page that was taken in since is not in it.",
                "{n} pages that were taken in since are not in it.",
                self.pages,
            )
            again = sentence("To take in again what came as files: gm take inbox/taken/GAME/turn-NN")
            yield Note(line("{since} {again}", since=since, again=again), "odd")
        for game, file in self.records.items():
            yield Note(sentence("{game} can be made again from its record: gm restore {file}", game=game, file=file))
        yield from (Note(sentence("{file} is newer than this database.", file=each), "odd") for each in self.newer)
        if self.newer:
            yield Note(_go_on(self.kept), "odd")

    def as_json(self) -> Json:
        last = self.last.isoformat() if self.last else None
        return {**vars(self), "last": last, "games": _games(self.games)}


def _go_on(kept: str | None) -> str:
    if not kept:
        return sentence("Is there a later backup? If not, gm run GAME --now plays such a turn anew.")
    return sentence(
        "To go back: gm restore {kept}. To play such a turn anew all the same: gm run GAME --now", kept=kept
    )
