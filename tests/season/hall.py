"""A season that is played in a hall: rounds as somebody drew them, and results as somebody wrote them down."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from gm.desk.desk import Desk as Opened
from gm.desk.desk import open_desk
from gm.desk.seasons import Tournament, open_season
from gm.store.seasons import DrawRow, ResultRow, Seasons
from tests.conftest import Desk

FILE = """season: tables
title: The Winter Cup
played: at the table
entrants: [{entrants}]
rounds: {rounds}
tables: {{best: 4, from: 3, to: 5}}
points: [10, 6, 3, 1]
"""


def found(desk: Desk, entrants: Sequence[str], rounds: int = 3, file: str = FILE, format: str = "tables") -> None:
    """A season of these people, of whom the players' file knows."""
    desk.write("players.yaml", "".join(f"{player}: {player.title()} Grey\n" for player in entrants))
    desk.gm("new", "cup", "--season", format)
    desk.write("seasons/cup.yaml", file.format(entrants=", ".join(entrants), rounds=rounds))


@contextmanager
def writing(desk: Desk) -> Iterator[Opened]:
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        yield at
        at.deeds.will("")


def drawn(desk: Desk, round: int, *tables: str, out: str = "") -> None:
    """A round, a word for each table with its people in it."""
    people = [each.split() for each in tables]
    seats = [{"table": number, "seats": each} for number, each in enumerate(people, start=1)]
    answer = {"round": round, "tables": seats, "out": out.split(), "again": [], "apart": [], "same_seat": []}
    roll = {"round": round, "players": {player: {} for each in [*people, out.split()] for player in each}}
    with writing(desk) as at:
        Seasons(at.store).add_draw("cup", DrawRow(round, 1, "7" * 64, "", roll, answer, [], 0), at.stamp)


def keyed(desk: Desk, round: int, table: int, places: Mapping[str, int | str]) -> None:
    with writing(desk) as at:
        result = ResultRow(round, table, {"places": dict(places), "scores": {}})
        Seasons(at.store).add_result("cup", result, at.stamp)


def tournament(desk: Desk) -> Tournament:
    with open_desk(desk.folder, desk.now) as at:
        return open_season(at, "cup")


def points(desk: Desk) -> dict[str, str]:
    return {line.player: str(line.points) for line in tournament(desk).table}
