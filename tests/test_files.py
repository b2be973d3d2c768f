"""What gm does with files: it removes what it made, replaces what it wrote, and keeps everything else."""

import ctypes
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk.commands import Place
from gm.desk.commands.turns import Redo, Run, Undo
from gm.desk.turns import Overtaken
from gm.store import files
from tests.conftest import Desk
from tests.examples import RACE, race_file

Start = Callable[..., Desk]

# A command in a process of its own, to which something happens at the n-th of these calls
FAULT = """
import errno, os, signal, sys
from gm.store import files
where, number, what = sys.argv[1], int(sys.argv[2]), sys.argv[3]
del sys.argv[1:4]
real, calls = getattr(os, where), iter(range(10**6))

def faulty(*given, **more):
    if next(calls) == number:
        if what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise KeyboardInterrupt if what == "ctrl-c" else OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return real(*given, **more)

setattr(os, where, faulty)
from gm.cli import main
main()
"""


def faulty(desk: Desk, where: str, number: int, what: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", FAULT, where, str(number), what, "-C", str(desk.folder), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def at_once(desk: Desk, *commands: list[str]) -> list[subprocess.Popen[str]]:
    run = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder)]
    started = [
        subprocess.Popen([*run, *each], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for each in commands
    ]
    for each in started:
        each.wait()
    return started


def rows(desk: Desk, query: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(desk.folder / "zine.db")
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def going_on(start: Start) -> Desk:
    """A race of many turns, for which everybody has ordered."""
    desk = start(course="20 plain, becher")
    for number in range(1, 5):
        desk.others(number, 2 * number - 1, but="nobody")
    desk.gm("take")
    return desk


def turn(desk: Desk, number: int) -> Path:
    return desk.folder / f"issues/race/turn-{number:02}"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


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


# Secrets


def test_nobody_else_on_the_machine_reads_what_is_private(start: Start) -> None:
    desk = start()
    assert mode(desk.folder / "zine.db") == 0o600
    assert mode(turn(desk, 0) / "alice.txt") == mode(turn(desk, 0) / "alice.html") == 0o600
    assert mode(turn(desk, 0) / "forms") == 0o700
    assert mode(turn(desk, 0) / "public.txt") & 0o044


def test_a_database_that_everybody_could_read_is_closed_to_them(start: Start) -> None:
    desk = start()
    (desk.folder / "zine.db").chmod(0o644)
    desk.gm("status")
    assert mode(desk.folder / "zine.db") == 0o600
    (desk.folder / "zine.db").chmod(0o664)  # two game masters share it
    desk.gm("status")
    assert mode(desk.folder / "zine.db") == 0o660


def test_a_site_is_for_everybody_whatever_the_umask(start: Start) -> None:
    desk = start()
    before = os.umask(0o077)
    try:
        desk.gm("site")
    finally:
        os.umask(before)
    for path in [desk.folder / "site", *(desk.folder / "site").rglob("*")]:
        assert mode(path) == (0o755 if path.is_dir() else 0o644), path


# Drafts


def test_a_draft_is_swept_at_once_when_its_command_is_gone_and_not_before(tmp_path: Path) -> None:
    dead = tmp_path / ".draft-dead"
    dead.mkdir()
    with files.fresh(tmp_path) as draft:
        files.write_file(draft / "secret.txt", b"a private report")
        assert not dead.exists()
        files.sweep(tmp_path)
        assert draft.exists()
        assert mode(draft) == 0o700
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_killed_run_leaves_no_draft_past_the_next_command(start: Start) -> None:
    desk = start()
    faulty(desk, "fsync", 3, "kill", "run", "--now")
    assert list(desk.folder.glob("issues/.draft-*"))
    desk.gm("status")
    assert not list(desk.folder.glob("issues/.draft-*"))
    assert not turn(desk, 1).exists()


# Files of the game master's own


def test_what_the_game_master_put_into_a_turns_folder_stays_there(start: Start) -> None:
    desk = start()
    desk.write("issues/race/turn-01/notes.txt", "who was late")
    desk.gm("run", "--now")
    (turn(desk, 1) / "public.txt").write_text("my own words")
    ran = desk.gm("report", "--save")
    assert "public.txt was not written by gm, or changed since; it is kept as" in ran.err
    kept = contents(turn(desk, 1))
    assert kept["notes.txt"] == b"who was late"
    assert kept["public.yours.txt"] == b"my own words"
    assert b"Turn 1" in kept["public.txt"]
    (turn(desk, 1) / "public.txt").write_text("once more")
    desk.gm("report", "--save")
    assert (turn(desk, 1) / "public.yours-2.txt").read_text() == "once more"
    assert desk.gm("report", "--save").err == ""


def test_a_report_that_gm_wrote_gives_way_to_a_new_one(start: Start) -> None:
    desk = start()
    desk.gm("run", "--now")
    desk.write(f"templates/{RACE}/public.txt", "Another template.\n")
    desk.gm("report", "--save")
    assert (turn(desk, 1) / "public.txt").read_text() == "Another template.\n"
    assert not list(turn(desk, 1).glob("*yours*"))


def test_so_does_one_that_an_earlier_version_wrote(start: Start) -> None:
    desk = start()
    desk.gm("run", "--now")
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("DELETE FROM files")
    desk.write(f"templates/{RACE}/public.txt", "Another template.\n")
    assert desk.gm("report", "--save").err == ""
    assert (turn(desk, 1) / "public.txt").read_text() == "Another template.\n"


def test_reports_that_an_older_database_does_not_know_are_kept(start: Start) -> None:
    desk = start()
    shutil.copyfile(desk.folder / "zine.db", desk.folder / "older")
    desk.order("alice", 1, "{1: 9, 2: 9}")
    desk.gm("take")
    desk.gm("run", "--now")
    published = contents(turn(desk, 1))
    os.replace(desk.folder / "older", desk.folder / "zine.db")
    ran = desk.gm("run", "--now")
    assert contents(desk.folder / "issues/race/turn-01.kept-1") == published
    assert "it is kept as issues/race/turn-01.kept-1" in ran.err
    assert contents(turn(desk, 1)) != published


def test_what_was_put_into_a_folder_is_set_aside_with_it(start: Start) -> None:
    desk = start()
    desk.gm("run", "--now")
    desk.write("issues/race/turn-01/notes.txt", "who was late")
    desk.gm("undo")
    assert (desk.folder / "issues/race/turn-01.undone-1/notes.txt").read_text() == "who was late"


def test_an_issue_that_was_changed_is_kept_beside(start: Start) -> None:
    desk = start()
    desk.gm("issue")
    desk.write("issues/issue-001/issue.txt", "with a word of mine")
    desk.write("issues/issue-001/cover.png", "mine")
    assert "issue.txt was not written by gm" in desk.gm("issue", "--number", 1).err
    kept = contents(desk.folder / "issues/issue-001")
    assert (kept["issue.yours.txt"], kept["cover.png"]) == (b"with a word of mine", b"mine")


def test_a_page_of_the_site_that_was_changed_is_not_overwritten(start: Start) -> None:
    desk = start()
    desk.gm("site")
    desk.gm("run", "--now")
    desk.gm("site")
    desk.write("site/index.html", "mine")
    before = contents(desk.folder / "site")
    assert "index.html, which was changed after gm site wrote it" in desk.gm("site", code=1).err
    assert contents(desk.folder / "site") == before
    (desk.folder / "site/index.html").unlink()
    desk.gm("site")


@pytest.mark.slow
def test_a_site_that_was_killed_half_way_is_written_again(start: Start) -> None:
    desk = start()
    desk.gm("site")
    desk.gm("run", "--now")
    faulty(desk, "replace", 3, "kill", "site")
    desk.gm("site")
    assert (desk.folder / "site/games/race/turn-01.html").exists()


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


# Templates of a zine's own


@pytest.mark.parametrize(
    "text", ["{{ ''.__class__.__mro__ }}", "{{ gettext.__globals__ }}", "{{ language.format_map }}"]
)
def test_a_template_of_the_zines_own_does_not_get_at_the_machine(start: Start, text: str) -> None:
    desk = start()
    desk.write(f"templates/{RACE}/public.txt", text + "{{ ''.__class__ }}")
    ran = desk.gm("report", "--save", code=1)
    assert "public.txt cannot be filled in" in ran.err
    assert "unsafe" in ran.err


def test_a_template_that_is_a_link_out_of_its_folder_is_not_read(start: Start, tmp_path: Path) -> None:
    desk = start()
    (tmp_path / "secret").write_text("not for templates")
    (desk.folder / "templates" / RACE).mkdir(parents=True)
    (desk.folder / "templates" / RACE / "public.txt").symlink_to(tmp_path / "secret")
    ran = desk.gm("report", "--save", code=1)
    assert "is a link to a file elsewhere" in ran.err
