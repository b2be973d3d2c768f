"""What is different on Windows, as far as it can be tried elsewhere: a turn played without what that system has not."""

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from gm.cli.shared import Screen
from tests.conftest import Desk
from tests.examples import race_file
from tests.shelf import GM

# Everything that is not ours is loaded before the machine is called a Windows machine.
PRETENCE = """
import fcntl, getpass, io, os, shutil, sys, time, types
import babel.dates, click, imapclient, jinja2, markdown_it, sqlite_utils, typst, yaml
import concurrent.futures, email, smtplib, ssl, sqlite3, subprocess, tempfile, zoneinfo

def locking(file, mode, size):
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, size)

def opened(path, flags, mode=0o777, **given):
    if not isinstance(path, int) and os.path.isdir(path):
        raise PermissionError(13, "a folder cannot be opened here", str(path))
    return really(path, flags, mode, **given)

def renamed(old, new, **given):
    if os.path.lexists(new):
        raise FileExistsError(17, "there is one already", str(new))
    return renaming(old, new, **given)

sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
for name in ("fcntl", "termios", "resource", "pwd", "grp", "readline"):
    sys.modules[name] = None
for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "fork", "getuid", "geteuid", "sysconf", "fchmod", "chown"):
    if hasattr(os, name):
        delattr(os, name)
del time.CLOCK_BOOTTIME, time.clock_gettime
really, os.open = os.open, opened
renaming, os.rename = os.rename, renamed
shutil._use_fd_functions = False
sys.platform = "win32"

from datetime import UTC, datetime
from gm.cli import run
now = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
for line in sys.argv[2:]:
    assert run(["-C", sys.argv[1], *line.split()], now=now) == 0, line
"""


def test_a_turn_is_played_without_what_windows_has_not(start: Callable[..., Desk]):
    desk = start(4)
    desk.write("zine.yaml", "title: The Zine\nmail: {from: zine@example.org}\n")
    desk.write("players.yaml", "alice: {name: Alice, mail: alice@example.org}\nbob: Bob\ncarol: Carol\ndave: Dave\n")
    desk.order("alice", 1, "{1: 20, 2: 10}")
    desk.others(1, 1)
    lines = ["take", "status", "run race", "report race", "undo race", "redo race", "mail race --files", "remind race",
             "post race", "issue --pdf", "site", "backup", "history race", "restore --yes"]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", PRETENCE, str(desk.folder), *lines], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Turn 1 of race has been run." in done.stdout
    assert (desk.folder / "issues/race/turn-01/public.txt").is_file()
    assert list((desk.folder / "outbox").glob("*.eml"))
    assert not list(desk.folder.rglob(".draft-*"))


@pytest.mark.parametrize("encoding", ["cp1252", "cp850"])
def test_a_sign_that_the_terminal_has_not_stops_nothing(desk: Desk, encoding: str):
    desk.write("zine.yaml", "title: Zażółć gęślą jaźń\n")
    desk.write("players.yaml", "alice: {name: Świętopełk}\nbob: {name: Bob}\n")
    desk.write("games/race.yaml", race_file({"alice": "Gęś", "bob": "Crisp"}, "4 plain"))
    desk.gm("start", "race")
    args = [sys.executable, "-c", GM, "-C", str(desk.folder), "report", "race"]
    done = subprocess.run(args, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert "G??" in done.stdout.decode(encoding)


class Console(io.TextIOWrapper):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


def test_keys_are_unseen_on_windows_too(monkeypatch: pytest.MonkeyPatch):
    """The terminal cannot be told to show nothing there; a line is read by Python's own way for passwords."""
    lines = iter(["alice 22 15", "\x1a"])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdin", Console(io.BytesIO(b"this would be seen\n")))
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(lines))
    screen = Screen(str)
    with screen.unseen():
        assert screen.typed("> ") == "alice 22 15\n"
        assert screen.typed("> ") is None
