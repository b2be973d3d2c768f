"""Seasons for tests: drawn and played at real tables, so that no game has to be run."""

from collections.abc import Mapping, Sequence

from gm.desk.desk import open_desk
from gm.store.seasons import DrawRow, EntryRow, ResultRow, RulingRow, Seasons
from tests.conftest import Desk

CUP = """season: tables
title: "The <Winter> Cup"
played: at the table
entrants: [alice, bob, {player: carol, apart: secret-club, lucky_word: gin}, {player: dave, apart: secret-club}, erin]
rounds: %s
tables: {best: 4, from: 2, to: 5}
points: [10, 6, 3, 1]
"""
LATER = "2026-11-17T12:00:00+00:00"


def make(desk: Desk, name: str = "cup", rounds: int = 3, text: str = CUP) -> None:
    desk.gm("new", name, "--season", "tables")
    desk.write(f"seasons/{name}.yaml", text % rounds)


def draw(
    desk: Desk, number: int, tables: Mapping[int, Sequence[str]], out: Sequence[str] = (), name: str = "cup"
) -> None:
    seats = [{"table": table, "seats": list(people)} for table, people in tables.items()]
    answer = {"round": number, "tables": seats, "out": list(out), "again": [], "apart": [["carol", "dave"]]}
    people = {player: {} for seated in [*tables.values(), out] for player in seated}
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        row = DrawRow(number, 1, "00", "", {"players": people}, answer | {"same_seat": []}, [], 0)
        Seasons(at.store).add_draw(name, row, at.stamp)


def played(desk: Desk, number: int, table: int, places: Mapping[str, int | str], name: str = "cup") -> None:
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        Seasons(at.store).add_result(name, ResultRow(number, table, {"places": dict(places), "scores": {}}), at.stamp)


def ruled(desk: Desk, player: str, points: str, reason: str, printed: bool, name: str = "cup") -> None:
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        row = RulingRow("penalty", None, None, player, points, reason, int(printed))
        Seasons(at.store).add_ruling(name, row, at.stamp)


def guest(desk: Desk, player: str, called: str, since: int, name: str = "cup") -> None:
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        Seasons(at.store).add_entry(name, EntryRow(player, "in", since, called), at.stamp)


def two_rounds(desk: Desk, name: str = "cup", rounds: int = 3) -> None:
    """Tables of two and three; Erin wins twice."""
    make(desk, name, rounds)
    draw(desk, 1, {1: ["alice", "bob"], 2: ["carol", "dave", "erin"]}, name=name)
    played(desk, 1, 1, {"alice": 1, "bob": 2}, name)
    played(desk, 1, 2, {"erin": 1, "carol": 2, "dave": 2}, name)
    draw(desk, 2, {1: ["erin", "alice"], 2: ["bob", "carol", "dave"]}, name=name)
    played(desk, 2, 1, {"erin": 1, "alice": 2}, name)
    played(desk, 2, 2, {"bob": 1, "carol": 2, "dave": "no-show"}, name)
