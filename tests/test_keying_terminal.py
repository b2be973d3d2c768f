"""gm key with somebody at the keys: forty orders at a pseudo-terminal, and a pulled plug."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.core.tags import tag
from tests.conftest import Desk
from tests.examples import race_file
from tests.shelf import GM


@pytest.fixture
def forty(desk: Desk) -> Desk:
    names = [f"{first}{second}" for first in ("an", "bo", "cy", "di", "ed") for second in "abcdefgh"]
    desk.write("players.yaml", "".join(f"{each}: {{name: {each.title()} Grey}}\n" for each in names))
    desk.write("games/race.yaml", race_file({each: f"{each.title()}'s horse" for each in names}, "31 plain"))
    desk.gm("start", "race")
    return desk


class Terminal:
    """gm key, with somebody at the keys."""

    def __init__(self, folder: Path):
        self.mine, theirs = pty.openpty()
        args = [sys.executable, "-c", GM, "-C", str(folder), "key"]
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


@pytest.fixture
def terminal(forty: Desk) -> Iterator[Terminal]:
    opened = Terminal(forty.folder)
    yield opened
    opened.process.kill()
    opened.process.wait()
    os.close(opened.mine)


@pytest.mark.slow
def test_forty_orders_are_keyed_at_a_terminal_in_a_dozen_strokes_and_a_tenth_of_a_second_each(
    forty: Desk, terminal: Terminal
) -> None:
    assert "race turn 1, 40 wanted > " in terminal.seen
    spans: list[float] = []
    for number in range(1, 41):
        line = f"{tag(number).lower()} {100 + number} {number}"
        assert len(line) + 1 <= 12
        began = time.perf_counter()
        shown = terminal.type(line)
        spans.append(time.perf_counter() - began)
        assert f"leaves {500 - 100 - 2 * number}" in shown
    assert sorted(spans)[len(spans) // 2] < 0.1
    assert "Nobody is missing" in terminal.type("?")
    assert "1 wanted" in terminal.type("u")
    os.write(terminal.mine, b"\x04")
    assert terminal.process.wait(20) == 0
    assert len(forty.gm("status", "--json").lines[0]["ordered"]) == 39


@pytest.mark.slow
def test_a_pulled_plug_loses_at_most_the_line_being_typed(forty: Desk, terminal: Terminal) -> None:
    for player in ("ana", "anb", "anc"):
        terminal.type(f"{player} 22 15")
    os.write(terminal.mine, b"and 22 1")
    terminal.process.kill()
    terminal.process.wait()
    assert forty.gm("status", "--json").lines[0]["ordered"] == ["ana", "anb", "anc"]
