"""What gm does with files: it removes what it made, replaces what it wrote, and keeps everything else."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from gm.store import files
from tests.examples import RACE
from tests.faulty import Start, contents, faulty, mode, turn

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


def test_nobody_else_on_the_machine_looks_at_orders_that_were_put_away(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 9, 2: 9}")
    desk.gm("take")
    assert mode(desk.folder / "inbox/taken") == 0o700
    assert list((desk.folder / "inbox/taken/race/turn-01").iterdir())


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


def test_they_are_kept_together_though_some_of_them_would_read_the_same(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 9, 2: 9}")
    desk.order("bob", 1, "{1: 8, 2: 8}")
    desk.gm("take")
    shutil.copyfile(desk.folder / "zine.db", desk.folder / "older")
    desk.gm("run", "--now")
    published = contents(turn(desk, 1))
    os.replace(desk.folder / "older", desk.folder / "zine.db")
    desk.order("alice", 1, "{1: 10, 2: 10}")
    desk.gm("take")
    desk.gm("run", "--now")
    assert contents(desk.folder / "issues/race/turn-01.kept-1") == published
    assert not list(turn(desk, 1).glob("*.yours*"))


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
