"""For tests of backups: what lies in the backups folder, and quick ways to fill it."""

import sqlite3
from pathlib import Path

from tests.conftest import Desk
from tests.playing import one_turn

GM = "from gm.cli import main; main()"  # as a process of its own


def made(desk: Desk, why: str = "*") -> list[Path]:
    return sorted(desk.folder.glob(f"backups/zine-*-{why}-*.db"))


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute(query).fetchall()


def turn(desk: Desk) -> int:
    return int(desk.gm("status", "--json").lines[0]["turn"])


def play(desk: Desk) -> None:
    one_turn(desk, "race")


def run_and_undo(desk: Desk) -> None:
    desk.gm("run", "--now")
    desk.gm("undo")
