"""What the backups cost that runs make by themselves: those of four times as many turns, beside those of a few.

Every turn adds as much to the database as a race of forty does. The turns are run one after the other, as when a game
master catches up; then the same once a day, where the most that a day can cost is what counts.
"""

import sqlite3
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from compare import verdict
from zines import race

from gm.desk import backups
from gm.pages.zine import Zine, read_zine

NOW = datetime(2026, 11, 17, tzinfo=UTC)
A_TURN = 250_000  # bytes
FEW, TIMES = 50, 4
WANTED = 1.2  # times the turns, at most


def zine(folder: Path) -> Zine:
    race(folder, ["a", "b"], "4 plain", now=NOW)
    with sqlite3.connect(folder / "zine.db") as db:
        db.execute("CREATE TABLE ballast (x)")
    return read_zine(folder)


def cost(home: Zine, turns: int, apart: timedelta) -> tuple[float, int, float]:
    """Seconds and bytes of all backups of so many turns, and the longest that a run had to wait for one."""
    seconds, written, longest = 0.0, 0, 0.0
    for turn in range(turns):
        with sqlite3.connect(home.database) as db:
            db.execute("INSERT INTO ballast SELECT randomblob(?)", (A_TURN,))
        before = set(backups.shelf(home))
        started = time.perf_counter()
        backups.keep(home, NOW + turn * apart, backups.RUN)
        backups.tidy(home)
        took = time.perf_counter() - started
        seconds, longest = seconds + took, max(longest, took)
        written += sum(each.path.stat().st_size for each in set(backups.shelf(home)) - before)
    return seconds, written, longest


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        few = cost(zine(Path(name) / "few"), FEW, timedelta(minutes=1))
        many = cost(zine(Path(name) / "many"), TIMES * FEW, timedelta(minutes=1))
        daily = cost(zine(Path(name) / "daily"), FEW, timedelta(days=1))
    print(f"\nBackups of {TIMES * FEW} turns, beside those of {FEW}")
    for what, one, other in (("time", few[0], many[0]), ("bytes", few[1], many[1])):
        print(f"  {what:6} {verdict(other / one, TIMES * WANTED)}")
    print(f"  a run waits {1000 * few[0] / FEW:.0f} ms for its backup, {1000 * many[2]:.0f} ms at most")
    print(
        f"  once a day: {daily[1] / FEW / 1e6:.1f} MB a day, {backups.MOST_A_DAY / 1e6:.0f} at most, whatever there is"
    )


if __name__ == "__main__":
    main()
