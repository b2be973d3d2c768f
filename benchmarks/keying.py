"""A slip keyed and read back, in a race of forty, beside a bare row that is stored and safe on the disk.

An answer is wanted within a tenth of a second.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from compare import compare, verdict
from zines import ids, race

from gm.core.tags import tag
from gm.desk.commands import Place
from gm.desk.commands.key import Machine

SLIPS = 40
MOST = 0.1  # seconds until a line is answered


def bare(folder: Path) -> Callable[[], None]:
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE pages (id INTEGER PRIMARY KEY, content TEXT)")

    def rows() -> None:
        for number in range(SLIPS):
            connection.execute("INSERT INTO pages (content) VALUES (?)", (f"{tag(number)} 22 15",))

    return rows


def keyed(folder: Path, **options: bool) -> Callable[[], None]:
    place, machine, rounds = Place(folder, datetime.now(UTC)), Machine("race", **options), count(1)
    machine.look(place)

    def slips() -> None:
        first = next(rounds)
        for number in range(1, SLIPS + 1):
            assert machine.feed(place, f"{tag(number)} {first} {number}").good

    return slips


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        race(folder, ids(SLIPS))
        slips = keyed(folder)
        compare(f"{SLIPS} slips", {"bare rows": bare(folder), "keyed": slips}, rounds=5)
        began = time.perf_counter()
        slips()
        print(f"  one slip: {verdict((time.perf_counter() - began) / SLIPS, MOST, 's')}")


if __name__ == "__main__":
    main()
