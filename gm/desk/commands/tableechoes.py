"""What is answered to a line that was keyed for a season: a table's result or an entry, read back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import counted, sentence
from gm.desk.commands.echoes import Left
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.calling import Listed
    from gm.desk.tablekeying import KeyedTable, Table


class TablesLeft(Left):
    """How many tables are still wanted, and how many have been keyed in one pass only."""

    @property
    def told(self) -> str:
        if not self.wanted:
            wanted = sentence("no table wanted")
        else:
            wanted = counted("{n} table wanted", "{n} tables wanted", self.wanted)
        if not self.once:
            return wanted
        once = counted("{n} to be keyed again", "{n} to be keyed again", self.once)
        return sentence("{wanted}, {once}", wanted=wanted, once=once)


def _read(table: "Table", result: Json) -> list[str]:
    from gm.desk.tablekeying import spoken

    pattern = {False: "{place} {name}", True: "{place} {name} ({score})"}
    return [
        line(pattern[bool(score)], place=_in_words(place), name=who.name, score=score)
        for place, who, score in spoken(table, result)
    ]


def _in_words(place: str) -> str:
    words = {"no-show": sentence("no-show:"), "walk-over": sentence("walk-over:")}
    return words.get(place, place)


@dataclass(frozen=True)
class TableEcho(Outcome):
    """A result that was keyed, read back."""

    season: str
    keyed: "KeyedTable"
    left: Left

    def notes(self) -> Iterator[Note]:
        table, result = self.keyed.table, self.keyed.result
        values = {
            "table": line("t{table}", table=table.number),
            "result": _read(table, result),
            "wanted": self.left.told,
        }
        if self.keyed.same:
            text = sentence("{table}: {result} (in force already). {wanted}", **values)
        elif self.keyed.before:
            text = sentence("{table}: {result}, instead of what was keyed before. {wanted}", **values)
        else:
            text = sentence("{table}: {result}. {wanted}", **values)
        yield Note(text, toned={"table": "good"})
        if self.keyed.before and not self.keyed.same:
            before = _read(table, self.keyed.before.result)
            yield Note(sentence("before: {result}", result=before), "quiet", under=1)

    def as_json(self) -> Json:
        return _told(self.season, self.keyed, "unchanged" if self.keyed.same else "taken") | self.left.as_json()


def _told(season: str, keyed: "KeyedTable", verdict: str) -> Json:
    table = keyed.table
    about = {"season": season, "round": table.round, "table": table.number, "verdict": verdict}
    return about | {"places": keyed.result["places"], "scores": keyed.result["scores"]}


@dataclass(frozen=True)
class TableAgain(Outcome):
    """A line that was keyed to compare it with what counts: it changes nothing."""

    season: str
    keyed: "KeyedTable"
    left: Left
    twice: bool = False

    @property
    def good(self) -> bool:
        return self.keyed.same

    def notes(self) -> Iterator[Note]:
        table, before = self.keyed.table, self.keyed.before
        values = {"table": line("t{table}", table=table.number), "wanted": self.left.told}
        if self.good or before is None:
            yield Note(sentence("{table}: agrees. {wanted}", **values), toned={"table": "good"})
            return
        differs = sentence("{table}: differs from what counts; nothing is changed. {wanted}", **values)
        yield Note(differs, toned={"table": "bad"})
        yield Note(sentence("counts: {order}", order=_read(table, before.result)), under=1)
        yield Note(sentence("keyed now: {order}", order=_read(table, self.keyed.result)), "odd", under=1)
        if self.twice:
            hint = sentence("what is keyed twice in the same way counts; look at the sheet again")
            yield Note(hint, "quiet", under=1)

    def as_json(self) -> Json:
        return _told(self.season, self.keyed, "agrees" if self.good else "differs") | self.left.as_json()


@dataclass(frozen=True)
class TableBack(Outcome):
    """A result that does not count any more."""

    season: str
    table: "Table"
    again: bool
    left: Left

    def notes(self) -> Iterator[Note]:
        values = {"table": f"t{self.table.number}", "wanted": self.left.told}
        if self.again:
            yield Note(sentence("taken back: {table}; what was keyed before counts again. {wanted}", **values), "good")
        else:
            yield Note(sentence("taken back: {table}. {wanted}", **values), "good")

    def as_json(self) -> Json:
        about = {"season": self.season, "round": self.table.round, "table": self.table.number}
        return about | {"verdict": "withdrawn"} | self.left.as_json()


@dataclass(frozen=True)
class EntryBack(Outcome):
    """Somebody's coming or going, taken back."""

    season: str
    player: str
    name: str
    left: Left

    def notes(self) -> Iterator[Note]:
        yield Note(
            sentence("taken back: {name} is entered as before. {wanted}", name=self.name, wanted=self.left.told), "good"
        )

    def as_json(self) -> Json:
        return {"season": self.season, "player": self.player, "verdict": "withdrawn"} | self.left.as_json()


@dataclass(frozen=True)
class TablesWanted(Outcome):
    """Of which tables the result is wanted, and who sits there."""

    season: str
    round: int
    tables: "Sequence[Table]"
    once: "Sequence[Table]" = ()  # where two passes are wanted: those of one pass
    orders: "Mapping[str, Sequence[Listed]]" = field(default_factory=dict)  # of games that gm runs: who owes one

    def notes(self) -> Iterator[Note]:
        if not self.tables and not self.orders:
            yield Note(sentence("No table is missing."), "good")
        for game, people in self.orders.items():
            yield Note(sentence("wanted: {table} ({people})", table=game, people=[each.called for each in people]))
        for table in self.tables:
            values = {"table": f"t{table.number}", "people": [each.called for each in table.people]}
            yield Note(sentence("wanted: {table} ({people})", **values))
        if self.once:
            yield Note(sentence("to be keyed again: {who}", who=[f"t{table.number}" for table in self.once]))

    def as_json(self) -> Json:
        missing = [{"table": each.number, "players": [who.player for who in each.people]} for each in self.tables]
        orders = {game: [each.seat for each in people] for game, people in self.orders.items()}
        told = {"season": self.season, "round": self.round, "missing": missing, "orders": orders}
        return told | {"once": [each.number for each in self.once]}


@dataclass(frozen=True)
class TablesTwice(Outcome):
    """What is to be said in the end, where two passes were wanted."""

    season: str
    round: int
    once: "Sequence[Table]"
    differ: Sequence[int]

    @property
    def good(self) -> bool:
        return not self.differ

    def notes(self) -> Iterator[Note]:
        if self.differ:
            who = [f"t{number}" for number in self.differ]
            yield Note(sentence("keyed differently, and not settled: {who}", who=who), "bad")
        if self.once:
            yield Note(sentence("keyed only once: {who}", who=[f"t{each.number}" for each in self.once]), "odd")
        elif not self.differ:
            yield Note(sentence("Every result that was keyed was keyed twice."), "good")

    def as_json(self) -> Json:
        once = [each.number for each in self.once]
        return {"season": self.season, "round": self.round, "once": once, "differ": list(self.differ)}
