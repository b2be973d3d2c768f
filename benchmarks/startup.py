"""How long a command takes to start, beside a program of the same kind that does nothing."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.table import WALL, Measurement, Round, timed

GM = str(Path(sys.executable).with_name("gm"))
AS_INSTALLED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}  # compiled once
ROUNDS = 31
BARE = """
import click

@click.group()
def main():
    pass

@main.command()
def status():
    pass

main()
"""


def measurements() -> Iterator[Measurement]:
    for words in ("--help", "--version"):
        yield Measurement(f"gm {words}", "python -c 'import click'", 1.3, partial(empty, words), ROUNDS)
    yield Measurement("gm status, four games and a season", "a click program that does nothing", 3, status, ROUNDS)


def started(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run(words, check=True, capture_output=True, env=AS_INSTALLED)


def empty(words: str) -> Iterator[Round]:
    yield timed(started(GM, words), started(sys.executable, "-c", "import click"), clock=WALL)


def status() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as folder:
        demo, bare = Path(folder) / "demo", Path(folder) / "bare.py"
        bare.write_text(BARE)
        started(GM, "demo", str(demo))()
        for game in ("bloodstock", "derby"):  # two games that are under way
            started(GM, "-C", str(demo), "undo", game)()
        yield timed(started(GM, "-C", str(demo), "status"), started(sys.executable, str(bare), "status"), clock=WALL)
