"""How long a command takes to start, beside a program of the same kind that does nothing."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.alone import AS_INSTALLED
from benchmarks.table import WALL, Measurement, Round, timed
from benchmarks.zines import ids, order, quiet, race, start

GM = str(Path(sys.executable).with_name("gm"))
ROUNDS, FIELD, SEATS, ZONE = 31, 40, 4, "time_zone: Europe/London\n"
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


def started(*words: str, at: Path | None = None) -> Callable[[], object]:
    return lambda: subprocess.run(words, check=True, capture_output=True, env=AS_INSTALLED, cwd=at)


def empty(words: str) -> Iterator[Round]:
    yield timed(started(GM, words), started(sys.executable, "-c", "import click"), clock=WALL)


def status() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as folder:
        zine, bare = Path(folder) / "zine", Path(folder) / "bare.py"
        bare.write_text(BARE)
        under_way(zine)
        program = started(sys.executable, str(bare), "status", at=zine)
        yield timed(started(GM, "status", at=zine), program, clock=WALL)


def under_way(folder: Path) -> None:
    """Four games of four kinds, everybody's page taken in; and a season beside them, whose first round is drawn."""
    race(folder, ids(FIELD), course="4 plain, becher, 3 plain, water, 4 plain, chair, 17 plain", settings=ZONE)
    order(folder, "race")
    for rules in ("henn", "knizia", "national"):
        start(folder, rules, f"rules: {rules}\nentrants: [{', '.join(ids(SEATS))}]\n")
        order(folder, rules)
    assert quiet(folder, "new", "cup", "--season", "tables") == 0
    entered = f"game: {{rules: knizia}}\nentrants: [{', '.join(ids(SEATS))}]\nrounds: 3\ntables: {{best: 4}}\n"
    (folder / "seasons/cup.yaml").write_text(f"season: tables\ntitle: Cup\n{entered}")
    assert quiet(folder, "draw", "cup") == 0
