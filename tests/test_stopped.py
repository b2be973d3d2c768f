"""Commands that fail, are stopped or killed, or run at once: nothing is lost, and what is said is what happened."""

import ctypes
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk.commands import Place
from gm.desk.commands.turns import Redo, Run, Undo
from gm.desk.turns import Overtaken
from tests.conftest import Desk
from tests.examples import RACE, race_file
from tests.faulty import Start, at_once, contents, faulty, going_on, rows, turn

# The database


@pytest.mark.parametrize("args", [("start", "nope"), ("new", "spring", "--rules", "nope"), ("issue",)])
def test_a_command_that_fails_makes_no_database_and_touches_no_copy_of_one(desk: Desk, args: tuple[str, ...]) -> None:
    desk.write("zine.db.bak", "the only copy there is")
    before = sorted(desk.folder.rglob("*"))
    desk.gm(*args, code=1)
    assert sorted(desk.folder.rglob("*")) == before


def test_a_log_without_its_database_is_left_alone(desk: Desk) -> None:
    desk.write("zine.db-wal", "what was stored last")
    desk.gm("new", "spring", "--rules", RACE, code=1)
    assert (desk.folder / "zine.db-wal").read_text() == "what was stored last"
    assert not (desk.folder / "zine.db").exists()


@pytest.mark.slow
def test_two_that_begin_a_zine_at_once_lose_nothing(desk: Desk) -> None:
    names = ["one", "two"]
    for name in names:
        desk.write(f"games/{name}.yaml", race_file({"alice": "Red Rum", "bob": "Crisp"}, "4 plain", "Race", ""))
    for _ in range(2):
        ran = at_once(desk, *(["start", name] for name in names))
        begun = [name for name, each in zip(names, ran, strict=True) if each.returncode == 0]
        assert begun
        assert {name for (name,) in rows(desk, "SELECT name FROM games")} == set(begun)
        for each in ran:
            assert each.returncode == 0 or "zine.db" in str(each.stderr and each.stderr.read())
        for path in [*desk.folder.glob("zine.db*"), *desk.folder.glob("issues/*")]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def test_a_new_game_that_cannot_be_written_has_drawn_no_secret(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(draft: Path, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gm.desk.opening.put_new", full)
    assert "the disk is full; nothing was changed." in desk.gm("new", "spring", "--rules", RACE, code=1).err
    assert rows(desk, "SELECT * FROM calls") == []
    assert not list(desk.folder.glob("games/*"))


@pytest.mark.slow
def test_a_new_game_that_was_killed_can_be_asked_for_again(desk: Desk) -> None:
    faulty(desk, "link", 1, "kill", "new", "spring", "--rules", RACE)
    ((secret,),) = rows(desk, "SELECT secret FROM calls")
    desk.gm("new", "spring", "--rules", RACE)
    assert rows(desk, "SELECT secret FROM calls") == [(secret,)]
    assert not list(desk.folder.rglob(".*"))


@pytest.mark.slow
def test_what_can_only_be_read_is_read(start: Start) -> None:
    desk = going_on(start)
    desk.gm("run", "--now")
    page = desk.order("dave", 2, "{3: 1, 4: 1}")
    reader = _somebody_who_may_only_read(desk)
    for args, said in (("status",), "turn 2"), (("report",), "Turn 1"), (("check", str(page)), "would be taken"):
        ran = reader(*args)
        assert said in ran.stdout, ran.stderr
    assert "nothing was changed" in reader("run", "--now").stderr


@pytest.mark.slow
def test_so_is_what_waits_in_the_log(start: Start) -> None:
    desk = going_on(start)
    open_still = sqlite3.connect(desk.folder / "zine.db")
    open_still.execute("SELECT count(*) FROM games").fetchall()
    desk.gm("run", "--now")
    assert (desk.folder / "zine.db-wal").stat().st_size
    assert "turn 2" in _somebody_who_may_only_read(desk)("status").stdout
    open_still.close()


def _somebody_who_may_only_read(desk: Desk) -> Callable[..., subprocess.CompletedProcess[str]]:
    for path in [desk.folder, *desk.folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder), *args]
        return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=_no_more_than_others)

    return run


def _no_more_than_others() -> None:
    """Root may write anywhere, until it gives that up for good."""
    if os.geteuid() == 0:
        for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            ctypes.CDLL(None).prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP


# What is said is what happened


@pytest.mark.slow
@pytest.mark.parametrize("what", ["ctrl-c", "full"])
def test_after_the_turn_is_stored_nobody_says_that_nothing_was_changed(start: Start, what: str) -> None:
    desk = start()
    ran = faulty(desk, "replace", 2, what, "run", "--now")
    assert ran.returncode == 1
    assert "turn 1 of race has been run" in ran.stderr
    assert "gm report race --turn 1 --save" in ran.stderr
    assert "nothing was changed" not in ran.stderr
    assert "its reports are now in issues/race/turn-01/" in desk.gm("status").err
    assert (turn(desk, 1) / "public.txt").exists()
    assert "reports" not in desk.gm("status").err


@pytest.mark.slow
@pytest.mark.parametrize("what", ["ctrl-c", "full"])
def test_before_it_is_stored_nothing_was_changed(start: Start, what: str) -> None:
    desk = start()
    before = desk.files()
    ran = faulty(desk, "fsync", 5, what, "run", "--now")
    assert (ran.returncode, "nothing was changed" in ran.stderr) == (1, True)
    assert desk.files() == before
    assert desk.gm("status", "--json").lines[0]["turn"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("what", ["kill", "ctrl-c"])
def test_the_reports_of_an_undo_that_was_stopped_are_set_aside_by_the_next_command(start: Start, what: str) -> None:
    desk = start()
    desk.gm("run", "--now")
    ran = faulty(desk, "rename", 0, what, "undo")
    assert what == "kill" or "turn 1 of race has been taken back" in ran.stderr
    assert turn(desk, 1).exists()
    assert "its reports are now in issues/race/turn-01.undone-1/" in desk.gm("status").err
    assert not turn(desk, 1).exists()
    desk.gm("run", "--now")
    assert turn(desk, 1).exists()


@pytest.mark.slow
def test_an_issue_that_was_killed_after_it_was_stored_is_written_by_the_next_command(start: Start) -> None:
    desk = start()
    faulty(desk, "replace", 1, "kill", "issue")
    assert "Issue 1 had been made" in desk.gm("status").err
    assert sorted(contents(desk.folder / "issues/issue-001")) == ["issue.html", "issue.txt"]


@pytest.mark.slow
def test_an_answer_that_cannot_be_shown_is_no_reason_to_say_that_nothing_happened(start: Start) -> None:
    desk = start()
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder), "run", "--now"]
        ran = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert "turn 1 of race has been run" in ran.stderr
    assert "Exception" not in ran.stderr


# Two at once


@pytest.mark.parametrize("again", [Run("race", now=True), Undo("race"), Redo("race")])
def test_a_command_that_was_typed_before_another_was_done_acts_on_nothing_it_has_not_seen(
    start: Start, again: Run | Undo | Redo
) -> None:
    desk = going_on(start)
    for first in (Run("race", now=True), Run("race", now=True), Undo("race")):
        first.carry_out(Place(desk.folder, desk.now))
    head = rows(desk, "SELECT head FROM games")
    typed = datetime.now(UTC) - timedelta(seconds=1)
    with pytest.raises(Overtaken, match="race now stands after turn 1"):
        again.carry_out(Place(desk.folder, desk.now, started=typed))
    assert rows(desk, "SELECT head FROM games") == head
    again.carry_out(Place(desk.folder, desk.now, started=datetime.now(UTC)))
    assert rows(desk, "SELECT head FROM games") != head


@pytest.mark.slow
@pytest.mark.parametrize("args", [["run", "--now"], ["undo"]])
def test_the_same_twice_at_once_is_done_once(start: Start, args: list[str]) -> None:
    desk = going_on(start)
    desk.gm("run", "--now")
    ran = at_once(desk, args, args)
    assert sorted(each.returncode for each in ran) == [0, 1], [each.stderr.read() for each in ran if each.stderr]
    after = {"run": 3, "undo": 1}[args[0]]
    assert desk.gm("status", "--json").lines[0]["turn"] == after
