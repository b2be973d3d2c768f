"""Backups: made while others work, checked, and kept sensibly."""

import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk import backups
from gm.reports import render as reports
from gm.store import migrations
from tests.conftest import NOW, Desk
from tests.examples import RACE
from tests.shelf import GM, made, play, rows, run_and_undo, turn
from tests.test_zines import unpacked

Start = Callable[..., Desk]


# Making


def test_a_backup_is_for_the_game_master_alone_and_says_what_it_holds(start: Start) -> None:
    desk = start()
    play(desk)
    answer = desk.gm("backup", "--json").lines[0]
    path = desk.folder / answer["backup"]
    assert answer["games"] == [{"game": "race", "turn": 1, "orders": 0}]
    assert answer["bytes"] == path.stat().st_size
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert rows(path, "PRAGMA journal_mode") == [("delete",)], "it would need other files beside it"
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(".")] == []


def test_a_backup_goes_where_it_is_wanted_and_over_nothing(start: Start, tmp_path: Path) -> None:
    desk = start()
    file, folder = tmp_path / "copy.db", tmp_path / "disk"
    folder.mkdir()
    desk.gm("backup", "--to", file)
    desk.gm("backup", "--to", folder)
    assert rows(file, "SELECT name FROM games") == [("race",)]
    assert len(list(folder.glob("zine-*-asked-*.db"))) == 1
    before = file.read_bytes()
    assert "is there already" in desk.gm("backup", "--to", file, code=1).err
    assert "there is no folder" in desk.gm("backup", "--to", tmp_path / "no" / "where", code=1).err
    assert file.read_bytes() == before
    assert not (desk.folder / "backups").exists()


def test_the_list_tells_of_each_and_names_what_cannot_be_read(start: Start) -> None:
    desk = start()
    assert "There is no backup yet" in desk.gm("backup", "--list").out
    desk.gm("backup")
    desk.now += timedelta(minutes=1)
    play(desk)
    run, asked = desk.gm("backup", "--list", "--json").lines
    assert (run["why"], asked["why"]) == ("run", "asked")
    assert run["games"] == [{"game": "race", "turn": 0, "orders": 4}]
    (desk.folder / run["backup"]).write_bytes(b"no database at all, but long enough to look like one" * 99)
    assert [each["games"] is None for each in desk.gm("backup", "--list", "--json").lines] == [True, False]
    assert "It is damaged." in desk.gm("backup", "--list").out


WRITER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
db.execute("CREATE TABLE pairs (side, n)")
print("ready", flush=True)
for n in range(100_000):
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO pairs VALUES (?, ?)", [("left", n), ("right", n)])
    db.execute("COMMIT")
"""


@pytest.mark.slow
def test_a_backup_beside_a_writer_is_whole_and_holds_nobody_up(start: Start) -> None:
    """Every transaction of the other is in it as a whole, or not at all."""
    desk = start()
    command = [sys.executable, "-c", WRITER, str(desk.folder / "zine.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
        for minute in range(8):
            desk.now += timedelta(minutes=minute)
            desk.gm("backup")
        assert writer.poll() is None
        writer.kill()
    counts = [rows(path, "SELECT side, count(*) FROM pairs GROUP BY side") for path in made(desk)]
    assert len(counts) == 8
    assert all(len({count for _, count in each}) <= 1 for each in counts)
    assert len({str(each) for each in counts}) > 1, "the other one was at work"


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_no_half_of_one(start: Start) -> None:
    desk = start()
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("CREATE TABLE ballast AS SELECT randomblob(60000000) AS x")
    command = [sys.executable, "-c", GM, "-C", str(desk.folder), "backup"]
    for moment in (0.15, 0.25, 0.35, 0.45):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
    for path in made(desk):
        assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert not list(desk.folder.glob("backups/.draft-*")), "what the killed ones left is swept away"


# By themselves


def test_every_run_makes_one_of_what_was_before(start: Start) -> None:
    desk = start()
    play(desk)
    (path,) = made(desk)
    assert "-run-" in path.name
    assert rows(path, "SELECT max(turn), (SELECT count(*) FROM pages) FROM turns") == [(0, 4)]


def test_a_run_that_is_refused_or_fails_leaves_none(start: Start) -> None:
    desk = start()
    desk.gm("run", code=1)
    assert not (desk.folder / "backups").exists()
    desk.write(f"templates/{RACE}/body.txt", "{{ [].pop() }}")
    reports._environment.cache_clear()
    desk.gm("run", "--now", code=1)
    assert not (desk.folder / "backups").exists()
    assert turn(desk) == 1


def test_a_zine_of_an_earlier_version_is_kept_before_it_is_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = unpacked("before-the-refit", tmp_path / "zine", capsys)
    (version,) = rows(desk.folder / "zine.db", "PRAGMA user_version")[0]
    assert version < len(migrations.STEPS)
    desk.gm("status")
    (path,) = made(desk, "migration")
    assert rows(path, "PRAGMA user_version") == [(version,)]
    desk.gm("status")
    assert made(desk) == [path]
    before = turn(desk)
    desk.gm("run", "race", "--now")
    desk.gm("restore", path.name, "--yes")
    assert turn(desk) == before
    assert rows(desk.folder / "zine.db", "PRAGMA user_version") == [(len(migrations.STEPS),)]


def test_a_run_stops_if_no_backup_can_be_made_and_now_runs_without(start: Start) -> None:
    desk = start()
    desk.write("backups", "a file of my own")
    for player in ("alice", "bob", "carol", "dave"):
        desk.order(player, 1, "{1: 1, 2: 1}")
    desk.gm("take")
    refused = desk.gm("run", code=1)
    assert "no backup of zine.db can be made, so nothing was changed: backups is in the way" in refused.err
    assert "gm run race --now" in refused.err
    assert turn(desk) == 1
    assert "No backup was made: backups is in the way" in desk.gm("run", "--now").err
    assert turn(desk) == 2
    assert (desk.folder / "backups").read_text() == "a file of my own"


def test_a_large_database_is_copied_by_itself_once_a_day(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    monkeypatch.setattr(backups, "LARGE", 1)
    for _ in range(3):
        run_and_undo(desk)
        desk.now += timedelta(hours=2)
    assert len(made(desk)) == 1
    desk.now += timedelta(days=1)
    run_and_undo(desk)
    assert len(made(desk)) == 2
    monkeypatch.setattr(backups, "MOST_A_DAY", 1)
    desk.now += timedelta(days=30)
    run_and_undo(desk)
    assert len(made(desk)) == 2, "a very large one is copied even less often"


def kept(moments: list[datetime]) -> list[datetime]:
    found = [backups.Backup(Path(str(moment)), moment, "run", "") for moment in sorted(moments, reverse=True)]
    return sorted(each.made for each in backups.worth_keeping(found))


def test_the_last_few_are_kept_and_one_of_each_day_and_week() -> None:
    hourly = [NOW - timedelta(hours=hour) for hour in range(24 * 200)]
    left = kept(hourly)
    assert set(hourly[: backups.LAST]) <= set(left)
    assert {(NOW - timedelta(days=day)).date() for day in range(backups.DAYS)} <= {each.date() for each in left}
    assert len({each.strftime("%G-%V") for each in left}) == backups.WEEKS
    assert len(left) <= backups.LAST + backups.DAYS + backups.WEEKS


def test_what_is_kept_today_has_no_gap_later() -> None:
    """One hour after the other, tidied each time, leaves as much as all at once."""
    left: list[datetime] = []
    for hour in range(24 * 30):
        left = kept([*left, NOW + timedelta(hours=hour)])
    assert len({each.date() for each in left}) >= backups.DAYS
    assert len({each.strftime("%G-%V") for each in left}) >= 4


def test_only_what_runs_made_gives_way(start: Start) -> None:
    desk = start()
    desk.gm("backup")
    mine = desk.write("backups/notes.txt", "mine")
    for _ in range(8):
        desk.now += timedelta(seconds=1)
        run_and_undo(desk)
    assert len(made(desk, "run")) == backups.LAST
    assert len(made(desk, "asked")) == 1
    assert mine.read_text() == "mine"


def test_the_moment_in_a_name_is_the_one_of_greenwich(start: Start) -> None:
    desk = start()
    desk.now = datetime(2026, 12, 1, 0, 30, tzinfo=UTC).astimezone()
    assert "zine-20261201-003000-asked-" in desk.gm("backup").out
