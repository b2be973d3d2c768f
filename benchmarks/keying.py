"""A slip keyed and read back, in a race of forty, and the result of a table of a season of forty.

Each is stored and safe on the disk before it is read back.

An answer is wanted within a tenth of a second.
"""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from benchmarks.table import WALL, Measurement, Round, spent
from benchmarks.zines import NOW, ids, quiet, race
from gm.core.tags import tag
from gm.desk.commands import Place
from gm.desk.commands.key import Machine
from gm.desk.commands.keyseason import SeasonMachine
from gm.desk.desk import open_desk
from gm.desk.seasons import open_season

SLIPS = 40
MOST = 0.1  # seconds until a line is answered


def measurements() -> Iterator[Measurement]:
    yield Measurement("gm key, a slip in a race of 40", "a second", MOST, slip)
    yield Measurement("gm key, the result of a table", "a second", MOST, result)


def keyed(folder: Path) -> Callable[[], None]:
    place, machine, rounds = Place(folder, datetime.now(UTC)), Machine("race"), count(1)
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


def slip() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as name:
        race(Path(name), ids(SLIPS))
        slips = keyed(Path(name))
        yield lambda: (spent(slips, clock=WALL) / SLIPS, 1.0)


def result() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as name:
        results = tables(Path(name) / "cup")
        yield lambda: (spent(results, clock=WALL) / (SLIPS // 4), 1.0)
