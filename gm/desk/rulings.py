"""The game master's own rulings on a season: penalties, walk-overs, void games (S9, S13)."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from gm.core.names import did_you_mean, find
from gm.core.problems import GmError
from gm.core.words import sentence, write
from gm.desk.desk import Desk
from gm.desk.seasons import Tournament, open_season
from gm.season.results import Player
from gm.season.settings import read_fraction
from gm.season.standings import Line
from gm.store.seasons import RulingRow, Seasons

FORMS = {  # as they are written, and what each does
    "penalty bob 3/2": sentence("takes 1½ points off bob's total; a negative number gives points"),
    "walk-over ann round 2": sentence("ann has won a game of round 2 without playing; the others did not come"),
    "void round 2 table 3": sentence("that game never was: nobody has a result, nobody has met anybody"),
    "drop 4": sentence("takes ruling 4 back"),
}


class NoRuling(GmError):
    """It cannot be ruled so"""


class Moved(NamedTuple):
    """One in the table, before and after."""

    player: Player
    before: tuple[str, Fraction]  # place and points
    after: tuple[str, Fraction]


class Ruled(NamedTuple):
    rows: Sequence[RulingRow]  # that were added
    dropped: Sequence[RulingRow]
    standing: Sequence[str]  # what was ruled so already
    moved: Sequence[Moved]


def listed(desk: Desk, season: str) -> list[RulingRow]:
    """Those that stand, in their order."""
    return Seasons(desk.store).rulings(Seasons(desk.store).row(season).name)


def rule(desk: Desk, season: str, texts: Sequence[str], because: str, printed: bool) -> Ruled:
    """All of them or none; within the caller's transaction."""
    kept, before = Seasons(desk.store), open_season(desk, season)
    rows: list[RulingRow] = []
    dropped: list[RulingRow] = []
    standing: list[str] = []
    for text in texts:
        found = _read(before, text, kept.rulings(before.name))
        if isinstance(found, RulingRow) and found.id:
            kept.supersede_rulings([found], desk.stamp)
            dropped.append(found)
        elif isinstance(found, RulingRow):
            row = found._replace(reason=because, printed=int(printed))
            rows.append(row._replace(id=kept.add_ruling(before.name, row, desk.stamp)))
        else:
            standing.append(found)
    for row in rows:
        desk.store.note(desk.stamp, "ruling", before.name, f"{row.id} {in_words(row)}: {because}")
    for row in dropped:
        desk.store.note(desk.stamp, "ruling dropped", before.name, f"{row.id} {in_words(row)}")
    desk.deeds.will(sentence("the rulings on {season} are stored", season=before.name) if rows or dropped else "")
    return Ruled(rows, dropped, standing, moved(before.table, open_season(desk, season).table))


def in_words(row: RulingRow) -> str:
    """As it is written."""
    if row.kind == "penalty":
        return f"penalty {row.player} {row.points}"
    table = f" table {row.number}" if row.number else ""
    return f"{row.kind} {row.player} round {row.round}{table}" if row.player else f"void round {row.round}{table}"


def moved(before: Sequence[Line], after: Sequence[Line]) -> list[Moved]:
    """Whose place or points are not what they were."""
    old = {line.player: _stands(line) for line in before}
    new = {line.player: _stands(line) for line in after}
    return [Moved(each, old[each], new[each]) for each in new if each in old and old[each] != new[each]]


def _stands(line: Line) -> tuple[str, Fraction]:
    return f"{line.place}{'=' if line.tied else ''}", line.points


# How a ruling is read


def _read(at: Tournament, text: str, stand: Sequence[RulingRow]) -> RulingRow | str:
    """The row that it would be; one that stands, to be dropped; or, if it is ruled so already, that."""
    words = " ".join(text.split())
    for pattern, read in _READERS:
        found = re.fullmatch(pattern, words, re.IGNORECASE)
        if found:
            return read(at, stand, **found.groupdict())
    wrong = sentence("{text} is no ruling on a season", text=repr(words[:80]))
    raise NoRuling(wrong, write(", ".join(f'"{each}"' for each in FORMS)))


def _penalty(at: Tournament, stand: Sequence[RulingRow], who: str, points: str) -> RulingRow:
    try:
        off = read_fraction(points)
    except ValueError as wrong:
        raise NoRuling(sentence("{given} is no number of points", given=points), wrong.args[0]) from None
    if not off:
        raise NoRuling(sentence("a penalty of 0 points changes nothing"), write('"penalty bob 3/2"'))
    return RulingRow("penalty", None, None, _player(at, who), str(off), "", 0)


def _walk_over(at: Tournament, stand: Sequence[RulingRow], who: str, round: str, table: str | None) -> RulingRow | str:
    player, number = _player(at, who), _round(at, round)
    tables = at.rounds[number].tables if number in at.rounds else {}
    there = next((each for each, people in tables.items() if player in people), None)
    if there is None or (table and int(table) != there):
        nowhere = sentence("{player} does not sit at that table in round {round}", player=player, round=number)
        raise NoRuling(nowhere, sentence("they sit at table {table}", table=there) if there else "")
    _refuse_void(stand, number, there)
    for row in stand:
        if row.kind == "walk-over" and (row.round, row.number) == (number, there):
            if row.player == player:
                return _already(row)
            other = sentence("table {table} of round {round} was won by {player} without playing",
                             table=there, round=number, player=row.player)  # fmt: skip
            raise NoRuling(other, write(f'"drop {row.id}"'))
    return RulingRow("walk-over", number, there, player, None, "", 0)


def _void(at: Tournament, stand: Sequence[RulingRow], round: str, table: str) -> RulingRow | str:
    number, there = _round(at, round), int(table)
    tables = {*(at.rounds[number].tables if number in at.rounds else ()), *(t for r, t in at.games if r == number)}
    if there not in tables:
        none = sentence("round {round} has no table {table}", round=number, table=there)
        raise NoRuling(none, sentence("there are {tables}", tables=list(map(str, sorted(tables)))))
    for row in stand:
        if (row.round, row.number) == (number, there):
            if row.kind == "void":
                return _already(row)
            ruled = sentence("there is a ruling on that table: {ruling}", ruling=in_words(row))
            raise NoRuling(ruled, write(f'"drop {row.id}"'))
    return RulingRow("void", number, there, None, None, "", 0)


def _drop(at: Tournament, stand: Sequence[RulingRow], number: str) -> RulingRow:
    for row in stand:
        if row.id == int(number):
            return row
    none = sentence("{season} has no ruling {number}", season=at.name, number=number)
    have = sentence("there are {numbers}", numbers=[str(row.id) for row in stand]) if stand else ""
    raise NoRuling(none, have)


def _player(at: Tournament, who: str) -> Player:
    known = [each.player for each in at.entrants]
    player = find(who, known) or next((id for id, name in at.names.items() if find(who, [name])), None)
    if player is None:
        nobody = sentence("nobody called {name} is entered in {season}", name=who, season=at.name)
        raise NoRuling(nobody, did_you_mean(who, known))
    return player


def _round(at: Tournament, round: str) -> int:
    drawn = sorted({*at.rounds, *(number for number, _ in at.games)})
    if int(round) not in drawn:
        none = sentence("round {round} of {season} is not drawn", round=round, season=at.name)
        raise NoRuling(none, sentence("drawn are {rounds}", rounds=list(map(str, drawn))) if drawn else "")
    return int(round)


def _refuse_void(stand: Sequence[RulingRow], round: int, table: int) -> None:
    for row in stand:
        if row.kind == "void" and (row.round, row.number) == (round, table):
            void = sentence("table {table} of round {round} is void", table=table, round=round)
            raise NoRuling(void, write(f'"drop {row.id}"'))


def _already(row: RulingRow) -> str:
    return sentence("It is ruled so already ({number}): {ruling}.", number=row.id, ruling=in_words(row))


_READERS: Sequence[tuple[str, Callable[..., RulingRow | str]]] = (
    (r"penalty (?P<who>.+) (?P<points>\S+)", _penalty),
    (r"walk-?over (?P<who>.+?) round (?P<round>\d{1,3})(?: table (?P<table>\d{1,3}))?", _walk_over),
    (r"void round (?P<round>\d{1,3}) table (?P<table>\d{1,3})", _void),
    (r"drop (?P<number>\d{1,9})", _drop),
)
