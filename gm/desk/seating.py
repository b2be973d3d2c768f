"""Who sits where, from the roster of the start and all that happened to it since: pure, for records too."""

from collections.abc import Mapping, Sequence

from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.store.people import Change


def seated(roster: Mapping[Seat, Json], changes: Sequence[Change]) -> Mapping[Seat, Json]:
    """The roster with the player of now in each seat; a stand-in is named with whom they stand in for."""
    last = {change.seat: change for change in changes if change.kind == "replace"}
    if not last:
        return roster
    return {seat: _with(row, last[seat]) if seat in last else row for seat, row in roster.items()}


def _with(row: Json, change: Change) -> Json:
    if change.after == row["player"]:
        return row
    return row | {"player": change.after, "name": sentence("{one} for {other}", one=change.name, other=row["name"])}


def retired(changes: Sequence[Change]) -> list[Seat]:
    """Seats that were left, and that nobody took over since."""
    last = {change.seat: change.kind for change in changes}
    return [seat for seat, kind in last.items() if kind == "retire"]


def told(roster: Mapping[Seat, Json], changes: Sequence[Change]) -> list[str]:
    """Who took over a seat, or left, as far as it still is so: a sentence each."""
    now, gone = seated(roster, changes), retired(changes)
    last = {change.seat: change.turn for change in changes}
    return [
        _told(now[seat], turn, seat in gone) for seat, turn in last.items() if seat in gone or now[seat] != roster[seat]
    ]


def _told(row: Json, turn: int, gone: bool) -> str:
    values = {"name": row["name"], "entry": row["entry"], "turn": turn}
    if gone:
        return sentence("{entry}: {name} left before turn {turn}.", **values)
    return sentence("{entry}: {name} since turn {turn}.", **values)
