"""A turn of a hundred thousand horses: gm run from the stored orders to the stored turn and the public report.

The floor is what nobody can do without: a bare loop over lists that judges the two fences by the rulings, and SQLite
storing the very rows that the run has stored, in one transaction, into a file with the same tables and indexes. What
is stored of it all is the run's own work, so the floor stores what it finds there. The orders are put into the
database as gm take leaves them; how fast that is stands in other lines. No backup is made, on either side.
"""

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.alone import alone
from benchmarks.table import Measurement, Round, scratch
from benchmarks.zines import few_collections, ids, quiet
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.proof import receipt
from gm.core.turn import run_turn
from gm.desk import backups
from gm.games.haytack import GAME
from gm.games.haytack.race import Race
from gm.pages.book import read_books
from gm.pages.page import canonical

FIELD, MILLION = 100_000, 1_000_000
WANTED, GIGABYTES = 2, 4
NOW = datetime(2026, 11, 17, tzinfo=UTC)
COURSE = "20 plain, water, 10 plain"
STORED = ("turns", "events", "reports")  # where a run stores what grows with the field


def measurements() -> Iterator[Measurement]:
    floor = "judging over lists, storing the same rows"
    yield Measurement(f"gm run of {FIELD:,} horses, stored and told", floor, WANTED, a_run, 3)
    yield Measurement(f"a turn of {MILLION:,} horses, memory", "a gigabyte", GIGABYTES, a_million, 1)


# A run


def a_run() -> Iterator[Round]:
    folder = ordered(FIELD)

    def a_round() -> tuple[float, float]:
        copy = folder.parent / "run"
        shutil.copytree(folder, copy)
        ours = alone("benchmarks.running:run", copy).seconds
        floor = alone("benchmarks.running:bare", copy).answer
        shutil.rmtree(copy)
        return ours, floor

    yield a_round


@cache
def ordered(many: int) -> Path:
    """A zine with a race that has been started, and an order from every jockey."""
    folder = scratch("running") / str(many)
    (folder / "games").mkdir(parents=True)
    (folder / "zine.yaml").write_text("title: A run\n")
    (folder / "players.csv").write_text("id,name\n" + "".join(f"{each},Jockey {each}\n" for each in ids(many)))
    (folder / "games/field.csv").write_text("player,horse\n" + "".join(f"{each},Horse {each}\n" for each in ids(many)))
    (folder / "games/race.yaml").write_text(f"rules: haytack\nentrants: field.csv\ncourse: {COURSE}\n")
    assert quiet(folder, "start", "race", now=NOW) == 0
    with sqlite3.connect(folder / "zine.db") as database:
        rows = [page(each, part) for each, part in orders(start(many))]
        places = ", ".join(f":{column}" for column in rows[0])
        database.executemany(f"INSERT INTO pages ({', '.join(rows[0])}) VALUES ({places})", rows)
    database.close()
    return folder


def orders(race: Race) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of simple jockeys, who know a little about racing."""
    return ((horse.seat, GAME.improvise(race, horse.seat, Dice("orders"))) for horse in race.horses)


def start(many: int) -> Race:
    return GAME.setup([Entrant(each, f"Horse {each}") for each in ids(many)], {"course": COURSE}, Dice("field")).state


def page(player: str, part: dict[str, Any]) -> dict[str, Any]:
    """An order as gm take leaves it in the database."""
    written, nonce = canonical("race", 1, player, part), os.urandom(16).hex()
    came, none = NOW.isoformat(timespec="microseconds"), dict.fromkeys(("press", "press_name", "sender", "held"), "")
    counted = {"late": 0, "orders": 1, "standing": 0, "letter": 0, "checked_at": 1, "turn": 1}
    told = {"game": "race", "player": player, "verdict": "taken", "problems": "[]", "source": player, "file": player}
    times = {"arrived_at": came, "taken_at": came, "counts_at": came}
    slip = {"canonical": written, "nonce": nonce, "receipt": receipt(nonce, written)}
    return {"digest": nonce, "content": json.dumps(part).encode(), **slip, **told, **counted, **times, **none}


def run(folder: str) -> float:
    """gm run, in a process of its own, without the backup before it."""
    few_collections()
    backups.before = lambda desk, why: None
    began = time.process_time()
    assert quiet(Path(folder), "run", "race", "--now", now=NOW) == 0
    return time.process_time() - began


def bare(folder: str) -> float:
    """The same turn judged over plain lists, and what the run has stored of it stored once more."""
    path = Path(folder) / "zine.db"
    with sqlite3.connect(path) as found:
        rows = {name: found.execute(f"SELECT * FROM {name} WHERE {_ID[name]} = 2").fetchall() for name in STORED}
        shapes = "SELECT sql FROM sqlite_master WHERE tbl_name IN (?, ?, ?) AND sql != ''"
        tables = [sql for (sql,) in found.execute(shapes, STORED)]
        numbers = [json.loads(text)["orders"] for (text,) in found.execute("SELECT canonical FROM pages ORDER BY id")]
    bids = [[first(order[fence]) for order in numbers] for fence in ("1", "2")]
    copy = sqlite3.connect(path.with_name("bare.db"), isolation_level=None)
    copy.execute("PRAGMA journal_mode = WAL")
    for sql in tables:
        copy.execute(sql)
    few_collections()
    began = time.process_time()
    judge(bids)
    copy.execute("BEGIN IMMEDIATE")
    for name, those in rows.items():
        copy.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(those[0]))})", those)
    copy.execute("COMMIT")
    return time.process_time() - began


_ID = {"turns": "id", "events": "turn_id", "reports": "turn_id"}


def first(order: Any) -> int:
    """The number that is played, as far as a bare loop cares."""
    return int(order if isinstance(order, str) else order[-1])


def judge(bids: list[list[int]]) -> list[int]:
    """Two plain fences over lists: who is left, with how many points. No events, nothing kept, nobody told."""
    points, running = [500] * len(bids[0]), list(range(len(bids[0])))
    for numbers in bids:
        left = [points[horse] - min(numbers[horse], points[horse]) for horse in running]
        lowest = min(numbers[horse] for horse in running)
        tied = [unused for horse, unused in zip(running, left, strict=True) if numbers[horse] == lowest]
        most = max(tied)
        stay: list[int] = []
        for horse, unused in zip(running, left, strict=True):
            if numbers[horse] == lowest:
                if unused == most:
                    continue
                unused -= 5 if unused >= 10 else unused // 2
            points[horse] = unused
            stay.append(horse)
        running = stay
    return running


# A million


def a_million() -> Iterator[Round]:
    yield lambda: (alone("benchmarks.running:in_memory", MILLION).megabytes / 1024, 1.0)


def in_memory(many: str) -> None:
    """The position, everybody's order as lines, and the turn by the rules and the loop, with all its events."""
    few_collections()
    race = start(int(many))
    books = read_books(GAME, race, ((seat, [part]) for seat, part in orders(race)))
    step = run_turn(GAME, race, 1, books, Dice("turn"))
    assert len(step.events) > int(many)
