"""What the backups cost that runs make by themselves: those of four times as many turns, beside those of a few.

Every turn adds as much to the database as a race of forty does. The turns are run one after the other, as when a game
master catches up; then the same once a day, where the most that a day can cost is what counts.
"""

import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path

from benchmarks.table import Measurement, Round, scratch
from benchmarks.zines import race
from gm.desk import backups
from gm.pages.zine import Zine, read_zine

NOW = datetime(2026, 11, 17, tzinfo=UTC)
A_TURN = 250_000  # bytes
FEW, TIMES = 50, 4
WANTED = 1.2  # times the turns, at most


def measurements() -> Iterator[Measurement]:
    for number, what in enumerate(("time", "bytes")):
        beside = f"of {FEW}, one after the other"
        yield Measurement(f"backups of {TIMES * FEW} turns, {what}", beside, TIMES * WANTED, partial(growth, number), 1)
    most = backups.MOST_A_DAY / 1e6
    yield Measurement("backups once a day, a day", "a megabyte", most, daily, 1)


def zine(folder: Path) -> Zine:
    race(folder, ["a", "b"], "4 plain", now=NOW)
    with sqlite3.connect(folder / "zine.db") as db:
        db.execute("CREATE TABLE ballast (x)")
    return read_zine(folder)


@cache
def cost(turns: int, apart: timedelta) -> tuple[float, int]:
    """Seconds and bytes of all backups of so many turns."""
    home, seconds, written = zine(scratch("backups") / f"{turns} {apart.days}"), 0.0, 0
    for turn in range(turns):
        with sqlite3.connect(home.database) as db:
            db.execute("INSERT INTO ballast SELECT randomblob(?)", (A_TURN,))
        before = set(backups.shelf(home))
        started = time.perf_counter()
        backups.keep(home, NOW + turn * apart, backups.RUN)
        backups.tidy(home)
        seconds += time.perf_counter() - started
        written += sum(each.path.stat().st_size for each in set(backups.shelf(home)) - before)
    return seconds, written


def growth(number: int) -> Iterator[Round]:
    minute = timedelta(minutes=1)
    yield lambda: (cost(TIMES * FEW, minute)[number], cost(FEW, minute)[number])


def daily() -> Iterator[Round]:
    yield lambda: (cost(FEW, timedelta(days=1))[1] / FEW / 1e6, 1.0)
