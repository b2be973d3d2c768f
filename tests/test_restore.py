"""A backup is put back whole or not at all, and nothing begins anew where games were played."""

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from gm.store import migrations
from tests.conftest import Desk
from tests.examples import RACE
from tests.playing import one_turn
from tests.shelf import GM, made, play, rows, turn

Start = Callable[..., Desk]


# Putting back


def test_a_backup_is_put_back_and_what_was_there_is_kept(start: Start) -> None:
    desk = start()
    play(desk)
    first = desk.gm("backup", "--json").lines[0]["backup"]
    desk.now += timedelta(hours=1)
    play(desk)
    answer = desk.gm("restore", first, "--yes", "--json").lines[0]
    assert answer["games"] == [{"game": "race", "turn": 1, "orders": 0}]
    assert answer["newer"] == ["issues/race/turn-02"]
    assert answer["pages"] > 0
    assert turn(desk) == 2
    desk.gm("restore", answer["kept"], "--yes")
    assert turn(desk) == 3


def test_the_newest_is_meant_if_none_is_named_and_a_beginning_is_enough(start: Start) -> None:
    desk = start()
    play(desk)
    desk.now += timedelta(hours=1)
    play(desk)
    desk.gm("restore", "--yes")
    assert turn(desk) == 2
    oldest = made(desk, "run")[0].name
    assert "several backups are called zine-" in desk.gm("restore", "zine-", "--yes", code=1).err
    desk.gm("restore", oldest[:24], "--yes")
    assert turn(desk) == 1
    assert "there is no backup called nonsense" in desk.gm("restore", "nonsense", "--yes", code=1).err


def test_it_asks_and_a_no_changes_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    play(desk)
    before = (desk.files(), turn(desk))
    for answer in ("n\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        asked = desk.gm("restore", code=1)
        assert "turn 1 is the last that was run" in asked.out
        assert (desk.files(), turn(desk)) == before
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    desk.gm("restore")
    assert turn(desk) == 1


@pytest.mark.parametrize("at", [0, 18, 100, 5000, -1])
def test_a_backup_that_was_changed_is_refused(start: Start, at: int) -> None:
    desk = start()
    play(desk)
    (path,) = made(desk)
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    before = (desk.files(), turn(desk))
    assert "is damaged" in desk.gm("restore", "--yes", code=1).err
    assert (desk.files(), turn(desk)) == before


def test_what_is_no_backup_of_this_zine_is_refused(start: Start, tmp_path: Path) -> None:
    desk = start()
    desk.gm("backup", "--to", tmp_path / "good.db")
    good = (tmp_path / "good.db").read_bytes()
    strange = {
        "cut.db": (good[: len(good) // 2], "is damaged"),
        "empty.db": (b"", "is no copy of a zine's database"),
        "text.db": (b"title: a zine\n" * 500, "is damaged, or no database"),
    }
    for name, (data, said) in strange.items():
        (tmp_path / name).write_bytes(data)
        assert said in desk.gm("restore", tmp_path / name, "--yes", code=1).err
    (tmp_path / "later.db").write_bytes(good)
    with sqlite3.connect(tmp_path / "later.db") as db:
        db.execute(f"PRAGMA user_version = {len(migrations.STEPS) + 1}")
    assert "a later version of gm" in desk.gm("restore", tmp_path / "later.db", "--yes", code=1).err
    (tmp_path / "another.db").write_bytes(good)
    with sqlite3.connect(tmp_path / "another.db") as db:
        db.execute("UPDATE games SET secret = 'x'")
        db.execute("DELETE FROM calls")
    assert "of another zine" in desk.gm("restore", tmp_path / "another.db", "--yes", code=1).err
    assert "the database itself" in desk.gm("restore", desk.folder / "zine.db", "--yes", code=1).err
    assert turn(desk) == 1


def test_a_mail_that_went_out_since_is_not_sent_again(start: Start) -> None:
    desk = start()
    with sqlite3.connect(desk.folder / "zine.db") as db:
        values = "(1, 'report', 'race', 0, 1, 'alice', 'a@b', '<1@x>', x'00', '2026-01-01', 'ready', '', '', 0)"
        names = "id, kind, game, turn, turn_id, player, address, message_id, content, made_at, state, error, sent_at"
        db.execute(f"INSERT INTO outbox ({names}, sealed) VALUES {values}")
    desk.gm("backup")
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("UPDATE outbox SET state = 'sent', sent_at = '2026-01-02'")
    desk.gm("restore", "--yes")
    assert rows(desk.folder / "zine.db", "SELECT state, sent_at FROM outbox") == [("sent", "2026-01-02")]


def test_a_copy_with_its_log_beside_it_is_read_with_its_log(start: Start, tmp_path: Path) -> None:
    """As when somebody copied the whole folder while gm was at work."""
    desk = start()
    db = sqlite3.connect(desk.folder / "zine.db")
    db.execute("UPDATE games SET title = 'In the log'")
    db.commit()
    for end in ("", "-wal"):
        (tmp_path / f"zine.db{end}").write_bytes((desk.folder / f"zine.db{end}").read_bytes())
    db.execute("UPDATE games SET title = 'Later'")
    db.commit()
    db.close()
    desk.gm("restore", tmp_path / "zine.db", "--yes")
    assert "In the log" in desk.gm("status").out


def test_another_command_at_work_is_waited_for_and_its_order_is_kept(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = start()
    desk.gm("backup")
    db = sqlite3.connect(desk.folder / "zine.db", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("gm.store.database.PATIENCE", 0.1)
    monkeypatch.setattr("gm.store.backups.PATIENCE", 0.1)
    assert "another gm command is at work" in desk.gm("restore", "--yes", code=1).err
    assert len(made(desk)) == 1
    db.execute("ROLLBACK")
    db.close()


@pytest.mark.slow
def test_a_restore_that_is_killed_has_happened_or_not(start: Start) -> None:
    desk = start()
    desk.gm("backup", "--to", desk.folder / "old.db")
    play(desk)
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("CREATE TABLE ballast AS SELECT randomblob(20000000) AS x")
    command = [sys.executable, "-c", GM, "-C", str(desk.folder), "restore", str(desk.folder / "old.db"), "--yes"]
    for moment in (0.1, 0.2, 0.25, 0.3, 0.35, 0.4):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        tables = rows(desk.folder / "zine.db", "SELECT count(*) FROM sqlite_master WHERE name = 'ballast'")[0][0]
        assert turn(desk) == 1 + int(str(tables)), "half of one and half of the other"


# A database that is gone


def lose(desk: Desk) -> None:
    for path in desk.folder.glob("zine.db*"):
        path.unlink()


@pytest.mark.parametrize(
    "command", ["start race", "start other", f"new other --rules {RACE}", "issue", "status", "take"]
)
def test_nothing_begins_anew_where_games_were_played(start: Start, command: str) -> None:
    desk = start()
    desk.write("games/other.yaml", (desk.folder / "games/race.yaml").read_bytes())
    play(desk)
    lose(desk)
    before = desk.files()
    refused = desk.gm(*command.split(), code=1).err
    assert "zine.db is gone" in refused
    assert "gm restore" in refused
    assert desk.files() == before
    assert not list(desk.folder.glob("zine.db*"))


@pytest.mark.parametrize("name", ["zine.db-wal", "zine.db-shm", "zine.db-journal"])
def test_what_is_left_of_a_database_is_named_where_there_is_nothing_else_of_it(desk: Desk, name: str) -> None:
    desk.write(name, "left over")
    assert f"to begin anew, move {name} elsewhere" in desk.gm("start", "race", code=1).err
    assert (desk.folder / name).read_text() == "left over"


def test_a_database_that_is_gone_is_made_again_from_the_last_backup(start: Start) -> None:
    desk = start()
    play(desk)
    desk.now += timedelta(hours=1)
    play(desk)
    lose(desk)
    answer = desk.gm("restore", "--yes", "--json").lines[0]
    assert (answer["kept"], answer["newer"]) == (None, ["issues/race/turn-02"])
    assert turn(desk) == 2
    assert rows(desk.folder / "zine.db", "PRAGMA journal_mode") == [("wal",)]


def test_without_a_backup_it_is_said_what_can_be_done(start: Start) -> None:
    desk = start()
    lose(desk)
    assert "put back a copy of it: gm restore FILE" in desk.gm("status", code=1).err
    assert "there is no backup in this zine" in desk.gm("restore", code=1).err


def test_a_database_that_cannot_be_read_is_set_aside(start: Start) -> None:
    desk = start()
    play(desk)
    junk = b"not a database, for sure; and long enough to be looked into" * 50
    (desk.folder / "zine.db").write_bytes(junk)
    assert "gm restore" in desk.gm("status", code=1).err
    kept = desk.gm("restore", "--yes", "--json").lines[0]["kept"]
    assert turn(desk) == 1
    assert (desk.folder / kept).read_bytes() == junk


@pytest.mark.parametrize("empty", [True, False])
def test_the_log_of_a_database_that_is_gone_is_not_applied_to_another(start: Start, empty: bool) -> None:
    desk = start()
    play(desk)
    db = sqlite3.connect(desk.folder / "zine.db")
    db.execute("UPDATE games SET title = 'In the log'")
    db.commit()
    log = (desk.folder / "zine.db-wal").read_bytes()
    assert log
    db.close()
    lose(desk)
    (desk.folder / "zine.db-wal").write_bytes(log)
    if empty:
        (desk.folder / "zine.db").touch()
    assert "zine.db is gone" in desk.gm("start", "race", code=1).err
    desk.gm("restore", "--yes")
    assert "In the log" not in desk.gm("status").out
    assert log in [path.read_bytes() for path in desk.folder.glob("backups/*.db-wal")]


def test_a_new_zine_may_begin(desk: Desk) -> None:
    for folder in ("issues", "backups", "issues/preview"):
        (desk.folder / folder).mkdir()
    desk.write("issues/preview/issue.txt", "a preview")
    desk.gm("new", "race", "--rules", RACE)
    assert os.listdir(desk.folder / "backups") == []


# Games out of their records


def recorded(desk: Desk) -> Path:
    """A race that is over, and its record beside the zine's files."""
    while one_turn(desk, "race"):
        pass
    desk.gm("record", "race", "--out", desk.folder / "race.json")
    return desk.folder / "race.json"


def test_a_game_that_is_over_is_made_again_from_its_record(start: Start) -> None:
    desk = start()
    record = recorded(desk)
    before = desk.gm("report", "race", "--format", "json").out
    lose(desk)
    shutil.rmtree(desk.folder / "backups")
    assert "can be made again from race.json" in desk.gm("status", code=1).err
    answer = desk.gm("restore", record, "--json").lines[0]
    assert answer["game"] == "race"
    assert desk.result() == json.loads(before)["result"]
    assert desk.gm("record", "race").out == record.read_text(encoding="utf-8")
    desk.gm("verify", "race")
    assert "race is in this zine already" in desk.gm("restore", record, code=1).err


def test_a_backup_comes_before_a_record_and_says_what_else_there_is(start: Start) -> None:
    desk = start()
    (desk.folder / "other").mkdir()
    desk.gm("backup", "--to", desk.folder / "early.db")
    with sqlite3.connect(desk.folder / "early.db") as db:
        db.execute("DELETE FROM games")
        db.execute("DELETE FROM turns")
    record = recorded(desk)
    lose(desk)
    assert "put back the last backup" in desk.gm("restore", record, code=1).err
    told = desk.gm("restore", desk.folder / "early.db", "--yes").out
    assert "race can be made again from its record: gm restore race.json" in told
    desk.gm("restore", record)
    assert desk.gm("status", "--json").lines[0]["over"]


def test_a_record_that_does_not_agree_is_not_put_back(start: Start) -> None:
    desk = start()
    record = recorded(desk)
    record.write_text(record.read_text(encoding="utf-8").replace('"The Race"', '"The Rice"'), encoding="utf-8")
    lose(desk)
    shutil.rmtree(desk.folder / "backups")
    assert "race.json is not put back: the seal of the record" in desk.gm("restore", record, code=1).err
    assert not (desk.folder / "zine.db").exists()
