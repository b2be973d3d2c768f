"""Who sits where: row by row, or of a large field column by column, and the same to whoever looks."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.columns import Columns, InGroups, column, in_groups
from gm.core.play import Json
from gm.store import roster
from gm.store.roster import by_seat, read, seats_of, written
from tests.conftest import Desk

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
KEYS = ("player", "name", "entry", "word")


@st.composite
def fields(draw: st.DrawFn) -> list[Json]:
    """As game files make them: a seat of its own for each; some say what their horse wears."""
    seats = draw(st.lists(TEXTS, min_size=1, max_size=6, unique=True))
    rows = [{"seat": seat, **{key: draw(TEXTS) for key in KEYS}} for seat in seats]
    for row in rows:
        if draw(st.booleans()):
            row["silks"] = {"ground": draw(TEXTS)}
    return rows


@given(fields())
def test_a_roster_is_read_as_it_was_written(rows: list[Json]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for many in (1, 1_000):
            patch.setattr(roster, "MANY", many)
            found = read(json.loads(written(rows)))
            assert isinstance(found, Columns) == (many == 1 and len({tuple(row) for row in rows}) == 1)
            assert [*found] == rows
            assert found == rows
            assert found[-1] == rows[-1]
            assert [*found[1:3]] == rows[1:3]
            assert len(found) == len(rows)
            assert [*seats_of(found)] == [row["seat"] for row in rows]
            assert [*column(found, "entry")] == [row["entry"] for row in rows]
            assert dict(by_seat(found)) == {row["seat"]: row for row in rows}


def test_those_of_games_from_before_seats_had_ids_are_called_after_their_players() -> None:
    rows = [{"player": "ann", "entry": "Crisp"}, {"player": "bob", "entry": "Red Rum"}]
    assert seats_of(rows) == ["ann", "bob"]
    assert [*by_seat(read(rows))] == ["ann", "bob"]


@pytest.fixture
def by_column(monkeypatch: pytest.MonkeyPatch, start: Callable[..., Desk]) -> Desk:
    """A race whose roster is kept as that of a large field."""
    monkeypatch.setattr(roster, "MANY", 2)
    return start(4)


def stored(desk: Desk) -> tuple[int, Any]:
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db:
        ((many, text),) = db.execute("SELECT many, roster FROM rosters").fetchall()
    return many, json.loads(text)


def test_a_large_field_is_stored_column_by_column_and_a_stand_in_takes_a_seat_in_it(by_column: Desk) -> None:
    many, columns = stored(by_column)
    assert many == 4
    assert len(columns["seat"]) == 4
    first, *_ = columns["seat"]
    by_column.write("players.yaml", (by_column.folder / "players.yaml").read_text() + "zoe: {name: Zoe}\n")
    by_column.gm("replace", "race", first, "--by", "zoe")
    by_column.gm("run", "--now")
    assert "Zoe" in by_column.gm("report", "--for", "zoe").out
    told = json.loads(by_column.gm("report", "--format", "json").out)
    assert told["players"][first] == "zoe"
    assert [told["players"][seat] for seat in columns["seat"][1:]] == columns["player"][1:]
    assert stored(by_column) == (many, columns)


@given(fields(), st.data())
def test_rows_in_groups_are_the_same_however_far_somebody_looks(rows: list[Json], data: st.DataObject) -> None:
    keys = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    groups = [[at for at, key in enumerate(keys) if key == group] for group in range(3)]
    wanted = [rows[at] for group in groups for at in sorted(group, key=lambda at: rows[at]["entry"])]
    found, at = InGroups(rows, groups, "entry"), data.draw(st.slices(len(rows)))
    assert found[at] == wanted[at]
    assert len(found) == len(wanted)
    assert [found[number] for number in range(len(rows))] == wanted
    assert InGroups(rows, groups, "entry")[-1] == wanted[-1]
    assert [*InGroups(rows, groups, "entry")] == in_groups(rows, groups, "entry") == wanted
