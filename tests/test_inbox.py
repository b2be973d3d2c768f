"""The inbox: what is put away is what was read, each file is on its own, and nothing hangs or is followed out of it."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gm.desk import sources
from tests.conftest import Desk
from tests.test_post import mail, page
from tests.test_post import post as post  # a fixture

Start = Callable[..., Desk]
ALICE = "game: race\nturn: 1\nplayer: alice\norders: {1: %d, 2: 5}\n"


@pytest.fixture
def race(start: Start) -> Desk:
    return start()


def saved_meanwhile(monkeypatch: pytest.MonkeyPatch, save: Callable[[Path], None]) -> None:
    """Somebody saves once more, after the file was read and stored and before it is put away."""
    put_away = sources.put_away

    def later(zine: object, handled: sources.Handled) -> str:
        assert handled.file
        save(handled.file.path)
        return put_away(zine, handled)  # type: ignore[arg-type]

    monkeypatch.setattr(sources, "put_away", later)


def in_place(path: Path) -> None:
    path.write_text(ALICE % 33, encoding="utf-8")


def by_rename(path: Path) -> None:
    new = path.with_name(".alice.tmp")
    new.write_text(ALICE % 33, encoding="utf-8")
    os.replace(new, path)


@pytest.mark.parametrize("save", [in_place, by_rename])
def test_a_page_saved_over_its_file_meanwhile_waits_in_the_inbox(
    race: Desk, monkeypatch: pytest.MonkeyPatch, save: Callable[[Path], None]
) -> None:
    path = race.write("inbox/alice.yaml", ALICE % 22)
    with monkeypatch.context() as meanwhile:
        saved_meanwhile(meanwhile, save)
        ran = race.gm("take")
    assert "taken (race, turn 1, alice)" in ran.out
    assert "was changed while it was taken in" in ran.err
    assert path.read_text(encoding="utf-8") == ALICE % 33
    assert [each.name for each in (race.folder / "inbox").iterdir() if each.is_file()] == ["alice.yaml"]
    assert "instead of the one before" in race.gm("take").out
    race.gm("run", "--now")
    assert race.result()["fences"][0]["played"]["Red Rum"] == 33
    assert (race.folder / "inbox/taken/race/turn-01/alice.yaml").read_text(encoding="utf-8") == ALICE % 33


def test_a_mail_that_is_appended_to_a_box_meanwhile_waits_in_the_inbox(
    post: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxed = [
        b"From x Mon Nov 16 12:00:00 2026\n" + mail(f"{p}@example.org", page(p, 9)) + b"\n" for p in ("bob", "dave")
    ]
    path = post.write("inbox/box.mbox", boxed[0])
    with monkeypatch.context() as meanwhile:
        saved_meanwhile(meanwhile, lambda path: path.write_bytes(b"".join(boxed)) and None)
        post.gm("take")
    assert path.read_bytes() == b"".join(boxed)
    assert [line["verdict"] for line in post.gm("take", "--json").lines] == ["unchanged", "taken"]
    assert not path.exists()


def test_what_was_being_put_away_when_the_command_was_killed_is_found_again(race: Desk) -> None:
    race.write("inbox/away-0123abcd.alice.yaml", ALICE % 22)
    race.gm("take")
    assert [each.name for each in (race.folder / "inbox/taken/race/turn-01").iterdir()] == ["alice.yaml"]


def test_a_page_put_away_replaces_none_that_lies_there(race: Desk) -> None:
    for number in (22, 33, 44):
        race.write("inbox/alice.yaml", ALICE % number)
        race.gm("take")
    kept = race.folder / "inbox/taken/race/turn-01"
    assert {each.name: each.read_text(encoding="utf-8") for each in kept.iterdir()} == {
        "alice.yaml": ALICE % 22,
        "alice-2.yaml": ALICE % 33,
        "alice-3.yaml": ALICE % 44,
    }


@pytest.mark.slow
def test_while_two_commands_take_and_a_third_writes_nothing_is_lost(race: Desk) -> None:
    """Every page that was saved is in the database, or in the inbox, at the end."""
    path, done = race.folder / "inbox/alice.yaml", threading.Event()

    def save() -> None:
        for number in range(1, 300):
            path.write_text(ALICE % number, encoding="utf-8")
            time.sleep(0.01)
        done.set()

    writer = threading.Thread(target=save)
    writer.start()
    command = f"cli.run(['-C', {str(race.folder)!r}, 'take'], now={race.now!r})"
    script = f"import datetime; from gm import cli; raise SystemExit({command})"
    while not done.is_set():
        both = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL) for _ in range(2)]
        assert {each.wait() for each in both} <= {0, 1}, "1 is for a file that was just being written"
    writer.join()
    race.gm("take")
    race.gm("run", "--now")
    assert race.result()["fences"][0]["played"]["Red Rum"] == 299
    assert [each for each in (race.folder / "inbox").iterdir() if each.is_file()] == []


# Each on its own


def test_whatever_else_lies_in_the_inbox_is_said_and_the_pages_are_taken(race: Desk) -> None:
    inbox = race.folder / "inbox"
    outside = race.write("elsewhere.yaml", ALICE % 99)
    os.mkfifo(inbox / "a-pipe.yaml")
    (inbox / "a-link.yaml").symlink_to(outside)
    (inbox / "a-dangling.yaml").symlink_to(race.folder / "nowhere")
    for name in ("cur", "new"):
        (race.folder / "Maildir" / name).mkdir(parents=True)
    race.write("Maildir/new/1", b"From: a@example.org\n\n" + (ALICE % 99).encode())
    (inbox / "a-box").symlink_to(race.folder / "Maildir")
    plug = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(inbox)  # the name of a socket may not be long
    plug.bind("a-socket.yaml")
    os.chdir(here)
    (inbox / "a-folder.yaml").mkdir()
    race.write("inbox/z.yaml", ALICE % 22)
    verdicts = {each["page"]: each for each in race.gm("take", "--json", code=1).lines}
    plug.close()
    assert {name: each["verdict"] for name, each in verdicts.items()} == {
        "inbox/a-pipe.yaml": "refused",
        "inbox/a-link.yaml": "refused",
        "inbox/a-dangling.yaml": "refused",
        "inbox/a-box": "refused",
        "inbox/a-socket.yaml": "refused",
        "inbox/z.yaml": "taken",
    }
    assert "is no file" in verdicts["inbox/a-pipe.yaml"]["problems"][0]["message"]
    assert "links in the inbox are not followed" in verdicts["inbox/a-link.yaml"]["problems"][0]["message"]
    assert (inbox / "a-link.yaml").is_symlink()
    assert "not followed" in race.gm("check", inbox / "a-link.yaml", code=1).out
    assert outside.exists()


@pytest.mark.parametrize("command", ["take", "check"])
def test_a_pipe_that_is_named_does_not_hang(race: Desk, command: str) -> None:
    pipe = race.folder / "pipe.yaml"
    os.mkfifo(pipe)
    good = race.write("good.yaml", ALICE % 22)
    verdicts = race.gm(command, "--json", pipe, good, race.folder / "missing.yaml", code=1).lines
    assert [each["verdict"] for each in verdicts] == ["refused", "taken", "refused"]
    assert "there is no file" in verdicts[2]["problems"][0]["message"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read_is_named_and_the_others_are_taken(race: Desk) -> None:
    race.write("inbox/a.yaml", ALICE % 9).chmod(0)
    race.write("inbox/b.yaml", ALICE % 22)
    verdicts = race.gm("take", "--json", code=1).lines
    assert sorted(each["verdict"] for each in verdicts) == ["refused", "taken"]
    assert "Permission denied" in race.gm("take", code=1).out


def test_a_file_that_vanishes_from_the_inbox_was_taken_by_somebody_else(
    race: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, there = race.write("inbox/a.yaml", ALICE % 9), race.write("inbox/b.yaml", ALICE % 22)
    monkeypatch.setattr(sources, "find_files", lambda *_: [str(gone), str(there)])
    gone.unlink()
    (verdict,) = race.gm("take", "--json").lines
    assert (verdict["page"], verdict["verdict"]) == ("inbox/b.yaml", "taken")


def test_a_page_whose_putting_away_was_stopped_halfway_is_put_away_once(start: Start) -> None:
    desk = start()
    page = desk.order("alice", 1, "{1: 5, 2: 5}")
    desk.gm("take")
    (taken,) = (desk.folder / "inbox" / "taken").rglob("*.yaml")
    os.link(taken, page)  # it has its new name, and still the old one
    desk.gm("take")
    assert list((desk.folder / "inbox").rglob("*.yaml")) == [taken]
