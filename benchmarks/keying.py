"""A slip keyed and read back, in a race of forty, and the result of a table of a season of forty, beside a bare row.

Each is stored and safe on the disk before it is read back.

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
from zines import NOW, ids, quiet, race

from gm.core.tags import tag
from gm.desk.commands import Place
from gm.desk.commands.key import Machine
from gm.desk.commands.keyseason import SeasonMachine
from gm.desk.desk import open_desk
from gm.desk.seasons import open_season

SLIPS = 40
MOST = 0.1  # seconds until a line is answered


def bare(folder: Path, many: int = SLIPS) -> Callable[[], None]:
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE pages (id INTEGER PRIMARY KEY, content TEXT)")

    def rows() -> None:
        for number in range(many):
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


def tables(folder: Path) -> Callable[[], None]:
    """Ten tables of four, played in a room; keyed again and again, each time with other places."""
    folder.mkdir()
    (folder / "zine.yaml").write_text("title: Bench\n")
    (folder / "players.yaml").write_text("".join(f"{each}: Player {each}\n" for each in ids(SLIPS)))
    assert quiet(folder, "new", "cup", "--season", "tables") == 0
    entered = f"entrants: [{', '.join(ids(SLIPS))}]\nrounds: 3\ntables: {{best: 4}}\n"
    (folder / "seasons/cup.yaml").write_text(f"season: tables\ntitle: Cup\nplayed: at the table\n{entered}")
    assert quiet(folder, "draw", "cup") == 0
    with open_desk(folder, NOW) as desk:
        sheets = open_season(desk, "cup").rounds[1].tables
    place, machine, rounds = Place(folder, datetime.now(UTC)), SeasonMachine("cup"), count()
    machine.look(place)

    def results() -> None:
        first = next(rounds)
        for number, people in sheets.items():
            told = " ".join(f"{each} {(at + first) % 4 + 1}" for at, each in enumerate(people))
            assert machine.feed(place, f"r1 t{number} {told}").good

    return results


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        race(folder, ids(SLIPS))
        slips = keyed(folder)
        compare(f"{SLIPS} slips", {"bare rows": bare(folder), "keyed": slips}, rounds=5)
        began = time.perf_counter()
        slips()
        print(f"  one slip: {verdict((time.perf_counter() - began) / SLIPS, MOST, 's')}")
        results = tables(folder / "cup")
        compare(
            f"{SLIPS // 4} results of tables",
            {"bare rows": bare(folder / "cup", SLIPS // 4), "keyed": results},
            rounds=5,
        )
        began = time.perf_counter()
        results()
        print(f"  one result: {verdict((time.perf_counter() - began) / (SLIPS // 4), MOST, 's')}")


if __name__ == "__main__":
    main()
