"""gm key with somebody at the keys: forty orders at a pseudo-terminal, and a pulled plug."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gm.core.tags import tag
from tests.conftest import Desk
from tests.examples import race_file
from tests.shelf import GM

PATIENCE = 120  # seconds: a machine may stand still for a while


@pytest.fixture
def forty(desk: Desk) -> Desk:
    names = [f"{first}{second}" for first in ("an", "bo", "cy", "di", "ed") for second in "abcdefgh"]
    desk.write("players.yaml", "".join(f"{each}: {{name: {each.title()} Grey}}\n" for each in names))
    desk.write("games/race.yaml", race_file({each: f"{each.title()}'s horse" for each in names}, "31 plain"))
    desk.gm("start", "race")
    return desk


class Terminal:
    """gm key, with somebody at the keys."""

    def __init__(self, folder: Path, *options: str):
        self.mine, theirs = pty.openpty()
        args = [sys.executable, "-c", GM, "-C", str(folder), "key", *options]
        env = {key: value for key, value in os.environ.items() if not key.startswith("GM_")}
        self.process: Any = subprocess.Popen(args, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        self.seen = ""
        self.until("> ")

    def until(self, sign: str) -> str:
        """What is shown until that comes."""
        got = ""
        while not got.endswith(sign):
            got += os.read(self.mine, 4096).decode()
        self.seen += got
        return got

    def type(self, line: str) -> str:
        os.write(self.mine, f"{line}\n".encode())
        return self.until("\n> ")

    def ended(self) -> int:
        """The exit code; if there is none after a long while, what is shown by then."""
        try:
            return int(self.process.wait(PATIENCE))
        except subprocess.TimeoutExpired:
            os.set_blocking(self.mine, False)
            with suppress(BlockingIOError):
                self.seen += os.read(self.mine, 4096).decode()
            state = Path(f"/proc/{self.process.pid}/status")
            pytest.fail(f"it goes on: {self.seen!r}\n{state.read_text() if state.exists() else ''}")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.mine)


@pytest.fixture
def terminal(forty: Desk) -> Iterator[Terminal]:
    opened = Terminal(forty.folder)
    yield opened
    opened.close()


@pytest.mark.slow
def test_forty_orders_are_keyed_at_a_terminal_in_a_dozen_strokes_each(forty: Desk, terminal: Terminal) -> None:
    assert "race turn 1, 40 wanted > " in terminal.seen
    for number in range(1, 41):
        line = f"{tag(number).lower()} {100 + number} {number}"
        assert len(line) + 1 <= 12
        assert f"leaves {500 - 100 - 2 * number}" in terminal.type(line)
    assert "Nobody is missing" in terminal.type("?")
    assert "1 wanted" in terminal.type("u")
    os.write(terminal.mine, b"\x04")
    assert terminal.ended() == 0
    assert len(forty.gm("status", "--json").lines[0]["ordered"]) == 39


@pytest.mark.slow
def test_a_pulled_plug_loses_at_most_the_line_being_typed(forty: Desk, terminal: Terminal) -> None:
    for player in ("ana", "anb", "anc"):
        terminal.type(f"{player} 22 15")
    os.write(terminal.mine, b"and 22 1")
    terminal.process.kill()
    terminal.process.wait()
    assert forty.gm("status", "--json").lines[0]["ordered"] == ["ana", "anb", "anc"]


@pytest.mark.slow
def test_two_keyboards_key_into_one_zine_at_once(forty: Desk, terminal: Terminal) -> None:
    other = Terminal(forty.folder)
    try:
        for one, two in zip(range(1, 41, 2), range(2, 41, 2), strict=True):
            os.write(terminal.mine, f"{tag(one)} 22 15\n".encode())
            os.write(other.mine, f"{tag(two)} 33 16\n".encode())
            assert "22 leaves 478" in terminal.until("\n> ")
            assert "33 leaves 467" in other.until("\n> ")
        assert "Nobody is missing" in other.type("?")
        assert f"taken back: {tag(39)}" in terminal.type("u")
    finally:
        other.close()
    assert len(forty.gm("status", "--json").lines[0]["ordered"]) == 39


@pytest.mark.slow
def test_blind_not_even_the_keys_are_seen_and_the_terminal_is_left_as_it_was(forty: Desk) -> None:
    terminal = Terminal(forty.folder, "--blind")
    try:
        before = termios.tcgetattr(terminal.mine)[3] & termios.ECHO
        assert "39 wanted" in terminal.type("1b 137 61")
        assert "it is not clear who orders" in terminal.type("137 61")
        assert "137" not in terminal.seen
        assert "61" not in terminal.seen
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ended() == 1
        after = termios.tcgetattr(terminal.mine)[3] & termios.ECHO
        assert not before  # while it waits for a line
        assert after
    finally:
        terminal.close()
    assert forty.gm("status", "--json").lines[0]["ordered"] == ["ana"]
