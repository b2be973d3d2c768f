"""Whatever is wrong: a sentence, exit code 1 or 2, and nothing changed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm.desk import publish
from gm.reports import render as reports
from gm.store import database as store
from gm.store import migrations
from tests.conftest import Desk
from tests.examples import RACE, race_file

Start = Callable[..., Desk]
GOOD = race_file({"alice": "Red Rum", "bob": "Crisp"})


def snapshot(desk: Desk) -> tuple[dict[str, bytes], list[str]]:
    path = desk.folder / "zine.db"
    return desk.files(), list(sqlite3.connect(path).iterdump()) if path.exists() else []


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["status", "rase"], 1), (["run", "rase"], 1), (["report", "rase"], 1), (["undo", "nope"], 1),
        (["report", "race", "--turn", "9"], 1), (["report", "race", "--for", "zoe"], 1),
        (["report", "race", "--format", "pdf"], 2), (["start", "race"], 1), (["start", "nope"], 1),
        (["new", "race", "--rules", RACE], 1), (["new", "other", "--rules", "chess"], 1),
        (["new", "../evil", "--rules", RACE], 1), (["new", "other"], 2), (["course", "1"], 2),
        (["course", "many"], 2), (["take", "no-such-file"], 1), (["check", "no-such-file"], 1), (["check"], 2),
        (["adjudicate", "no-such-file"], 1), (["frobnicate"], 2), (["stauts"], 2), (["run", "--turn", "x"], 2),
        (["init", "."], 1), (["extend", "race"], 2), (["course", "40", "--rules", "chess"], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)  # fmt: skip
def test_a_bad_command_says_so_and_changes_nothing(
    start: Start, args: list[str], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = start()
    monkeypatch.chdir(desk.folder)
    before = snapshot(desk)
    ran = desk.gm(*args, code=code)
    assert len(ran.err.strip()) > 10
    assert "Traceback" not in ran.err
    assert snapshot(desk) == before


@pytest.mark.parametrize(
    ("text", "says", "line"),
    [
        (GOOD.replace("bob, horse: Crisp", "bob, horse: RED RUM"), "the horse RED RUM is entered twice", 4),
        (GOOD.replace("player: bob", "player: Alice"), "the player alice is entered twice", 4),
        (GOOD.replace("player: bob", "player: bobby"), "did you mean bob?", 4),
        (GOOD.replace(", horse: Crisp", ""), "bob enters no horse", 4),
        (GOOD.replace("Crisp", "me"), "no horse can be called me", 4),
        (GOOD.replace("Crisp", "x" * 50), "at most 40", 4),
        (GOOD.replace("course: 2 plain", "course:"), "the course is empty", 5),
        (GOOD.replace("course: 2 plain", "course: []"), "the course is empty", 5),
        (GOOD.replace("2 plain", "2 plane"), "did you mean plain?", 5),
        (GOOD.replace("2 plain", "9000 plain"), "too long", 5),
        (GOOD + "options: {pionts: 3}\n", "did you mean points?", 6),
        (GOOD + "options: {points: lots}\n", "whole number", 6),
        (GOOD + "options: {nmr: sometimes}\n", "zero or repeat or retire", 6),
        (GOOD + "options: {last_stands: 3}\n", "true or false", 6),
        (GOOD + "deadlines: {first: soon, every: 3 weeks}\n", "soon is no date", 6),
        (GOOD + "deadlines: {first: 2026-12-01 20:00, every: often}\n", "often is no length of time", 6),
        (GOOD + "deadlines: tomorrow\n", "a first and an every", 6),
        (GOOD + "cuorse: 2 plain\n", "did you mean course?", 6),
        (GOOD.replace(RACE, "chess"), "no rules called 'chess'", 0),
        (GOOD.replace(f"rules: {RACE}\n", ""), "by which rules", 0),
        (f"rules: {RACE}\ncourse: 2 plain\n", "there are no entrants", 0),
        (GOOD + "  bad: [indent\n", "cannot be read", 0),
        (GOOD.replace("Crisp}", "Crisp, lucky_word: " + "x" * 65 + "}"), "lucky word", 4),
    ],
)  # fmt: skip
def test_a_bad_game_file_is_told_line_by_line_and_starts_nothing(desk: Desk, text: str, says: str, line: int) -> None:
    desk.write("games/race.yaml", text)
    before = desk.files()
    err = desk.gm("start", "race", code=1).err
    assert says in err
    if line:
        assert f"race.yaml:{line}: " in err
    assert desk.files() == before
    desk.write("games/race.yaml", GOOD)
    desk.gm("start", "race")


def test_all_problems_of_a_game_file_are_told_at_once(desk: Desk) -> None:
    desk.write(
        "games/race.yaml", GOOD.replace("2 plain", "2 plane").replace("bob,", "bobby,") + "options: {pionts: 3}\n"
    )
    err = desk.gm("start", "race", code=1).err
    assert all(says in err for says in ("plane", "bobby", "pionts"))


def test_entrants_and_players_may_be_csv_files(desk: Desk) -> None:
    (desk.folder / "players.yaml").unlink()
    desk.write("players.csv", "id;name;mail\nalice;Alice Grey;a@example.org\nbob;Bob Stone;b@example.org\n")
    desk.write("games/field.csv", "player,horse,lucky_word\nalice,Red Rum,\nbob,No,marmalade\n")
    desk.write("games/race.yaml", race_file("field.csv"))
    desk.gm("start", "race")
    assert "Bob Stone" in desk.gm("report").out


def start_with(desk: Desk, players: str) -> str:
    """What is said of such a players.csv."""
    (desk.folder / "players.yaml").unlink()
    desk.write("players.csv", players)
    desk.write("games/race.yaml", race_file("field.csv"))
    desk.write("games/field.csv", "player,horse\nalice,Red Rum\nbob,No\n")
    return desk.gm("start", "race", code=1).err


def test_a_heading_that_is_wrong_is_told_once_where_it_stands(desk: Desk) -> None:
    err = start_with(desk, "id,name,email\nalice,Alice Grey,a@example.org\nbob,Bob Stone,b@example.org\n")
    told = "players.csv:1: a player has no email.\n    id,name,email\n  did you mean mail?\n"
    assert err == f"gm: players.csv cannot be used as it is.\n{told}"


def test_of_what_is_wrong_in_a_long_file_the_first_twenty_are_told(desk: Desk) -> None:
    rows = "".join(f"p{number},elvish\n" for number in range(1_000))
    _, first, *_, last = (told := start_with(desk, f"id,language\n{rows}").splitlines())
    assert (first.split()[0], last) == ("players.csv:2:", "and 980 more")
    assert sum(each.startswith("players.csv:") for each in told) == 20


def test_a_folder_that_is_no_zine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    away = Desk(tmp_path, capsys)
    assert "no zine" in away.gm("status", code=1).err
    assert "no folder" in Desk(tmp_path / "nowhere", capsys).gm("status", code=1).err
    assert list(tmp_path.iterdir()) == []


def test_a_zine_without_games_says_what_to_do(desk: Desk) -> None:
    assert "gm start GAME" in desk.gm("status", code=1).err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: [a\n", "zine.yaml:"), ("titel: x\n", "did you mean title?"), ("- a\n", "keys and values"),
        ("time_zone: Middle/Earth\n", "no time zone Middle/Earth"), (b"\x00\x01", "zine.yaml"), ("a: 1\n---\nb: 2\n", "pages"),
    ],
)  # fmt: skip
def test_a_broken_zine_yaml(desk: Desk, text: str | bytes, says: str) -> None:
    desk.write("zine.yaml", text)
    assert says in desk.gm("status", code=1).err


@pytest.mark.parametrize("text", ["alice: {name: A}\nALICE: {name: B}\n", "../x: {name: A}\n", "public: {name: A}\n"])
def test_a_broken_players_yaml(desk: Desk, text: str) -> None:
    desk.write("players.yaml", text)
    desk.write("games/race.yaml", GOOD)
    assert "players.yaml:" in desk.gm("start", "race", code=1).err


def test_a_corrupt_database(start: Start) -> None:
    desk = start()
    path = desk.folder / "zine.db"
    path.write_bytes(b"this is no database at all, but long enough to look at" * 100)
    assert "damaged, or no database" in desk.gm("status", code=1).err
    assert "damaged, or no database" in desk.gm("take", code=1).err


def test_a_database_of_a_later_version(start: Start) -> None:
    desk = start()
    db = sqlite3.connect(desk.folder / "zine.db")
    db.execute(f"PRAGMA user_version = {len(migrations.STEPS) + 1}")
    db.close()
    assert "later version" in desk.gm("status", code=1).err


def test_two_commands_at_once_wait_or_say_so(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    monkeypatch.setattr(store, "PATIENCE", 0.1)
    other = sqlite3.connect(desk.folder / "zine.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    path = desk.order("alice", 1, "{1: 5, 2: 5}")
    assert "another gm command is at work" in desk.gm("take", code=1).err
    assert path.exists()
    desk.gm("status")
    other.execute("ROLLBACK")
    desk.gm("take")


def test_a_full_disk_while_storing(start: Start) -> None:
    desk = start()
    db = sqlite3.connect(desk.folder / "zine.db")
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.close()
    before = snapshot(desk)
    original = store.Store.open

    def cramped(*how: Any) -> store.Store:
        opened = original(*how)
        opened.connection.execute(f"PRAGMA max_page_count = {pages}")
        return opened

    store.Store.open = cramped  # type: ignore[method-assign,assignment]
    try:
        desk.order("alice", 1, "{1: 5, 2: 5}", "press: |\n" + "  much to say\n" * 4000)
        assert "disk is full" in desk.gm("take", code=1).err
    finally:
        store.Store.open = original  # type: ignore[method-assign]
    assert snapshot(desk)[1] == before[1]
    desk.gm("take")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_run_that_fails_while_writing_reports_leaves_no_trace(
    start: Start, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    desk = start()
    before = snapshot(desk)
    calls = iter(range(1000))

    def failing(*args: object) -> str:
        if next(calls) == 5:
            raise error
        return "text"

    monkeypatch.setattr(publish, "render", failing)
    ran = desk.gm("run", "--now", code=1)
    assert "nothing was changed" in ran.err
    assert snapshot(desk) == before


@pytest.mark.slow
def test_killed_in_the_middle_a_run_is_whole_or_not_there(start: Start) -> None:
    """SIGKILL at twenty moments: the turn is stored with all its events, or not at all."""
    desk = start()
    for delay in range(20):
        process = subprocess.Popen([sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder), "run", "--now"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        time.sleep(0.08 + delay * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        (told,) = desk.gm("status", "--json").lines
        db = sqlite3.connect(desk.folder / "zine.db")
        stored = db.execute("SELECT max(turn) FROM turns WHERE undone_at IS NULL").fetchone()[0]
        assert told["turn"] == stored + 1
        if stored:
            assert desk.result()["fences"]
            desk.gm("undo")


def test_reports_lost_to_a_kill_can_be_written_again(start: Start) -> None:
    desk = start()
    desk.gm("run", "--now")
    folder = desk.folder / "issues/race/turn-01"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    os.rename(folder, desk.folder / "lost")
    desk.gm("report", "--save")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_template_with_a_mistake_is_named_with_its_line(start: Start) -> None:
    desk = start()
    desk.write(f"templates/{RACE}/body.txt", "fine\n{% if %}\n")
    before = snapshot(desk)
    reports._environment.cache_clear()
    assert f"{RACE}/body.txt is wrong at line 2" in desk.gm("run", "--now", code=1).err
    assert snapshot(desk) == before
