"""Fair play of seasons, asked for: the record of one, and whether it is true."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.core.play import Json
from gm.core.problems import GmError, full_stop
from gm.core.words import counted, sentence
from gm.desk.commands.records import Checked
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.seasoncheck import Held


def record_now(desk: "Desk", season: str) -> Json:
    from gm.desk.seasonrecording import season_record
    from gm.desk.seasons import open_season

    return season_record(desk, open_season(desk, season))


def recorded(desk: "Desk", season: str, out: Path | None) -> "SeasonRecorded":
    from gm.desk.recordfile import write_out
    from gm.desk.seasonrecord import write_season

    record = record_now(desk, season)
    text = write_season(record)
    if out:
        write_out(out, text, record["season"], desk.deeds)
    return SeasonRecorded(record["season"], text, str(out or ""), record["deals"]["secret"] is not None)


@dataclass(frozen=True)
class SeasonRecorded(Outcome):
    season: str
    text: str
    file: str  # where it was written; "" if it is to be shown
    over: bool

    def notes(self) -> Iterator[Note]:
        if not self.file:
            yield Note(self.text, whole=True)
            return
        yield Note(sentence("The record of {game} is in {file}.", game=self.season, file=self.file), "good")
        yield Note(sentence("Anybody can check it with gm verify."), "quiet")
        if not self.over:
            later = sentence("{season} goes on: the secret of its deals is not in it yet.", season=self.season)
            yield Note(later, "quiet")


def checked(name: str, record: Json, published: Sequence[Path]) -> "SeasonChecked":
    from gm.desk.seasoncheck import compare, held

    found: list[Held] = []
    try:
        for each in held(record):
            found.append(each)  # those before the first that does not agree are told, too
        for path in published:
            compare(record, _read(path), str(path))
    except GmError as wrong:
        return SeasonChecked(name, record["season"], found, wrong.message, wrong.hint)
    return SeasonChecked(name, record["season"], found, published=len(published))


def _read(path: Path) -> Any:
    """What was published; None, if it is nothing that gm wrote."""
    from gm.desk.recordfile import read_bytes

    try:
        return json.loads(read_bytes(path))
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class SeasonChecked(Checked):
    """One season: what agrees, round by round, and the first thing that does not."""

    name: str
    season: str
    held: "Sequence[Held]"
    wrong: str = ""
    hint: str = ""
    published: int = 0  # draws or records that it was held against

    @property
    def good(self) -> bool:
        return not self.wrong

    def notes(self) -> Iterator[Note]:
        yield Note(line("{name}", name=self.name), "title")
        for each in self.held:
            yield Note(each.text, "odd" if each.odd else "quiet", under=1)
        if self.wrong:
            yield Note(line("{name}: {wrong}.", name=self.name, wrong=self.wrong), "bad", aside=True)
            if self.hint:
                yield Note(self.hint, "quiet", under=1, aside=True)
            return
        if self.published:
            files = counted("it agrees with {n} file", "it agrees with {n} files", self.published)
            yield Note(files, "good", under=1)
        yield Note(sentence("all of it agrees, from the first draw on"), "good", under=1)

    def as_json(self) -> Json:
        return {
            "name": self.name,
            "season": self.season or None,
            "agrees": self.good,
            "told": [str(each.text) for each in self.held],
            "problem": full_stop(self.wrong) if self.wrong else None,
        }
