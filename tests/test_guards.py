"""What stops a run, and how to go on; and what must not stop one."""

import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk import guards
from tests.conftest import PLAYERS, Desk
from tests.examples import RACE
from tests.playing import one_turn

Start = Callable[..., Desk]
FIRST = "first: 2026-11-17 12:00, every: 1 week"
DUE = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)


def order(desk: Desk, turn: int, players: list[str], fences: str) -> None:
    for number, player in enumerate(players):
        desk.order(player, turn, f"{{{', '.join(f'{fence}: {30 + number}' for fence in fences.split())}}}")
    desk.gm("take")


def after(desk: Desk, turn: int) -> None:
    """Just past the deadline of that turn."""
    desk.now = DUE + timedelta(weeks=turn - 1, minutes=1)


def owed(desk: Desk, *turns: tuple[int, int]) -> None:
    """As if so many orders of so many had been missing in the turns before."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        (head,) = db.execute("SELECT head FROM games").fetchone()
        for missing, wanted in turns:
            inputs = f'{{"owed": {{"missing": {missing}, "wanted": {wanted}}}}}'
            names = "game, turn, parent, ran_at, inputs, position, version"
            query = (
                f"INSERT INTO turns ({names}) SELECT 'race', 0, ?, ran_at, ?, position, version FROM turns WHERE id = ?"
            )
            head = db.execute(query, (head, inputs, head)).lastrowid
        db.execute("UPDATE games SET head = ?", (head,))


# Missing orders


def test_what_is_missing_is_kept_with_each_turn(start: Start) -> None:
    desk = start(4, deadlines=FIRST)
    order(desk, 1, PLAYERS[:3], "1 2")
    after(desk, 1)
    desk.gm("run")
    with sqlite3.connect(desk.folder / "zine.db") as db:
        query = "SELECT json_extract(inputs, '$.owed') FROM turns WHERE turn = 1"
        assert db.execute(query).fetchall() == [('{"missing":1,"wanted":4}',)]


@pytest.mark.parametrize(
    ("before", "ordered", "stops"),
    [
        ([], 3, False),  # the first turns: half of them may be missing
        ([(0, 6)], 3, False),
        ([], 2, True),
        ([(0, 6), (0, 6)], 5, False),  # one alone is never far more
        ([(0, 6), (0, 6)], 4, True),  # everybody ordered so far
        ([(1, 6), (0, 6), (1, 6)], 4, False),
        ([(1, 6), (0, 6), (1, 6)], 3, True),
        ([(4, 6), (4, 6), (4, 6)], 2, False),  # they are always missing
        ([(4, 6), (4, 6), (4, 6)], 1, False),
        ([(0, 6), (0, 6), *[(4, 6)] * 6], 2, False),  # what was long ago does not count
    ],
)
def test_far_more_missing_than_usual_stops_a_run(
    start: Start, before: list[tuple[int, int]], ordered: int, stops: bool
) -> None:
    desk = start(6, deadlines=FIRST)
    owed(desk, *before)
    order(desk, 1, PLAYERS[:ordered], "1 2")
    after(desk, 1)
    ran = desk.gm("run", code=int(stops))
    if stops:
        assert "suspiciously many orders are missing for turn 1" in ran.err
        assert "gm run race --now" in ran.err
        desk.gm("run", "--now")


def test_a_standing_order_counts_as_an_order(start: Start) -> None:
    desk = start(6, deadlines=FIRST)
    owed(desk, (0, 6), (0, 6))
    for player in PLAYERS:
        desk.write(f"inbox/{player}.yaml", f"game: race\nturn: 1\nplayer: {player}\nstanding: {{plain: 3}}\n")
    desk.gm("take")
    after(desk, 1)
    desk.gm("run")


# The clock


def test_a_clock_that_was_set_back_stops_a_run_and_is_told_elsewhere(start: Start) -> None:
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.now -= timedelta(days=1)
    assert "The clock is wrong" in desk.gm("status", "--json").err
    refused = desk.gm("run", code=1)
    assert "the clock says Sunday 15 November 2026" in refused.err
    assert "gm run race --now" in refused.err
    assert "Passed over: the clock says" in desk.gm("run", "--now").err


def test_a_game_is_verified_whatever_the_clock_says(start: Start) -> None:
    desk = start()
    desk.now -= timedelta(days=2)
    assert "The clock is wrong" in desk.gm("status").err
    assert desk.gm("verify").err == ""


def test_a_clock_that_is_put_right_by_a_little_stops_nothing(start: Start) -> None:
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.now -= timedelta(seconds=5)
    assert not desk.gm("run").err


def test_once_the_game_master_has_insisted_the_clock_of_before_is_forgotten(start: Start) -> None:
    """It was wrong then, years ahead perhaps, and is right now."""
    desk = start(4)
    desk.now -= timedelta(days=300)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.gm("run", "--now")
    assert not desk.gm("run", "--now").err


# The game's file


def test_a_changed_file_stops_a_run_until_the_game_master_knows(start: Start) -> None:
    desk = start(4)
    path = desk.folder / "games/race.yaml"
    was = path.read_text()
    path.write_text(was + "# a note of mine\n")
    order(desk, 1, PLAYERS[:4], "1 2")
    refused = desk.gm("run", code=1)
    assert "games/race.yaml was changed after the start" in refused.err
    assert "gm run race --now" in refused.err
    path.write_text(was)
    desk.gm("run")
    desk.gm("undo")
    path.write_text(was + "# another note\n")
    assert "Passed over: games/race.yaml was changed" in desk.gm("run", "--now").err
    desk.gm("undo")
    assert not desk.gm("run").err, "it is known"
    desk.gm("undo")
    path.write_text(was + "# a third\n")
    desk.gm("run", code=1)


# A database that is older than the files beside it


@pytest.fixture(params=[guards.LONG, 0], ids=["short", "long"])
def of_any_length(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that are read, and those that are known by their digest."""
    monkeypatch.setattr(guards, "LONG", request.param)


def test_a_long_report_that_is_known_to_the_letter_is_not_read(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start(4)
    monkeypatch.setattr(guards, "LONG", 0)
    one_turn(desk, "race")
    read: list[Path] = []
    published = guards._published
    monkeypatch.setattr(guards, "_published", lambda folder, turn: [read.append(folder), published(folder, turn)][1])
    desk.gm("status")
    assert read == []
    report = desk.folder / "issues/race/turn-01/public.json"
    report.write_text(report.read_text() + "\n")
    desk.gm("status")
    assert read == [report.parent]


@pytest.mark.usefixtures("of_any_length")
def test_a_run_stops_where_later_turns_were_published(start: Start) -> None:
    desk = start(4)
    one_turn(desk, "race")
    first = desk.gm("backup", "--json").lines[0]["backup"]
    one_turn(desk, "race")
    published = {path.name: path.read_bytes() for path in (desk.folder / "issues/race/turn-02").glob("*.txt")}
    told = desk.gm("restore", first, "--yes")
    assert "issues/race/turn-02 is newer than this database." in told.out
    assert "gm run GAME --now" in told.out
    for path in sorted(desk.folder.glob("inbox/taken/race/turn-02/*")):
        desk.gm("take", path, code=None)
    assert "issues/race/turn-02 is newer than this database." in desk.gm("status").out
    refused = desk.gm("run", code=1)
    assert "it knows nothing of issues/race/turn-02" in refused.err
    assert "gm restore" in refused.err
    assert published == {path.name: path.read_bytes() for path in (desk.folder / "issues/race/turn-02").glob("*.txt")}
    assert "Passed over: zine.db is older" in desk.gm("run", "--now").err


@pytest.mark.usefixtures("of_any_length")
def test_a_run_stops_where_the_last_turn_was_corrected_later(start: Start) -> None:
    desk = start(4)
    one_turn(desk, "race")
    desk.gm("correct", "race", "--turn", 1, "--option", "nmr=repeat", "--because", "Agreed.", "--yes")
    desk.gm("undo")
    desk.gm("redo")
    assert "newer" not in desk.gm("status").out
    before = next((desk.folder / "backups").glob("*-correct-*.db"))
    assert "issues/race/turn-01 is newer than this database." in desk.gm("restore", before, "--yes").out
    assert "it knows nothing of issues/race/turn-01" in desk.gm("run", code=1).err
    desk.gm("run", "--now")


@pytest.mark.usefixtures("of_any_length")
def test_a_turn_that_was_taken_back_is_no_newer_file(start: Start) -> None:
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.gm("run")
    kept = desk.folder / "kept"
    shutil.copytree(desk.folder / "issues/race/turn-01", kept)
    desk.gm("undo")
    shutil.copytree(kept, desk.folder / "issues/race/turn-01", dirs_exist_ok=True)  # as after a killed undo
    assert not desk.gm("run").err


def test_other_folders_beside_the_turns_are_no_turns(start: Start) -> None:
    desk = start(4)
    for name in ("turn-09.undone-1", "turn-x", "my turn-10"):
        (desk.folder / "issues/race" / name).mkdir()
    desk.write("issues/race/turn-07", "a file")
    order(desk, 1, PLAYERS[:4], "1 2")
    assert not desk.gm("run").err


def test_what_the_game_master_wrote_where_a_turn_will_be_stops_nothing(start: Start) -> None:
    desk = start(4)
    for name, text in {"notes.txt": "mine", "public.txt": "mine, too", "public.json": '{"game": "race"}'}.items():
        desk.write(f"issues/race/turn-01/{name}", text)
    order(desk, 1, PLAYERS[:4], "1 2")
    assert "older" not in desk.gm("run").err


def test_a_turn_that_was_run_again_with_other_orders_is_known_by_its_receipts(start: Start) -> None:
    """The database of before the second run has a turn 1, too; but not the one that was published."""
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.gm("run")
    first = desk.gm("backup", "--json").lines[0]["backup"]
    desk.gm("undo")
    order(desk, 1, PLAYERS[3::-1], "1 2")
    desk.gm("run")
    told = desk.gm("restore", first, "--yes")
    assert "issues/race/turn-01 is newer than this database." in told.out
    assert "it knows nothing of issues/race/turn-01" in desk.gm("run", code=1).err


def test_a_game_that_was_dealt_already_is_not_dealt_again(start: Start, desk: Desk) -> None:
    desk.gm("new", "other", "--rules", RACE)
    desk.gm("backup")
    start(4)
    desk.gm("restore", "--yes")
    refused = desk.gm("start", "race", code=1)
    assert "it knows nothing of issues/race/turn-00" in refused.err
    assert "move issues/race elsewhere" in refused.err


def test_a_dry_run_is_stopped_likewise(start: Start) -> None:
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    desk.write("issues/race/turn-05/public.json", '{"game": "race", "turn": 5, "receipts": {}}')
    desk.gm("run", "--dry-run", code=1)
    desk.gm("run", "--dry-run", "--now")


def test_a_run_answers_scripts(start: Start) -> None:
    desk = start(4)
    order(desk, 1, PLAYERS[:4], "1 2")
    (answer,) = desk.gm("run", "--json").lines
    assert (answer["game"], answer["turn"]) == ("race", 1)


def test_the_limits_are_what_the_guide_says() -> None:
    guide = (Path(__file__).parent.parent / "docs/gm-guide.md").read_text(encoding="utf-8")
    assert guards.SUSPICIOUS == 0.5
    assert "more than half of them" in guide
    assert f"{guards.MORE * 100:.0f} in 100 above" in guide
