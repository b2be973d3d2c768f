"""A slip keyed and read back, in a race of forty, beside a bare row that is stored and safe on the disk.

An answer is wanted within a tenth of a second.
"""

import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from compare import compare

from gm.cli import run
from gm.core.tags import tag
from gm.desk.commands import Place
from gm.desk.commands.key import Machine

SLIPS = 40


def zine(folder: Path) -> None:
    (folder / "games").mkdir(parents=True)
    (folder / "zine.yaml").write_text("title: Bench\n")
    ids = [f"p{n}" for n in range(SLIPS)]
    (folder / "players.yaml").write_text("".join(f"{p}: {{name: {p} Grey}}\n" for p in ids))
    entrants = "".join(f"  - {{player: {p}, horse: Horse {p}}}\n" for p in ids)
    (folder / "games/race.yaml").write_text(f"rules: haytack\nentrants:\n{entrants}course: 31 plain\n")
    assert run(["-C", str(folder), "start", "race"]) == 0


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
        zine(folder)
        compare(f"{SLIPS} slips", {"bare rows": bare(folder), "keyed": keyed(folder)}, rounds=5)


if __name__ == "__main__":
    main()
