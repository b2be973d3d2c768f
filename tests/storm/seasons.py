"""Zines of seasons: tables of cards that gm draws and runs, and a hall whose results are keyed."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing

from tests.examples import CARDS
from tests.storm.zines import DEADLINES, Zines

CUP, CLUB, HALL = "cup", "club", "hall"
PLAYERS = ("alice", "bob", "carol", "dave", "erin", "fay")
GAMES = f"game: {{rules: {CARDS}}}\n{DEADLINES}entrants: [{', '.join(PLAYERS)}]\ntables: {{best: 3, from: 2, to: 4}}\n"
ONE_GAME = GAMES.replace("best: 3", "best: 5").replace("to: 4", "to: 5").replace(", fay", "")
AT_THE_TABLE = """played: at the table
entrants: [alice, bob, carol, dave]
tables: {best: 2, from: 2, to: 3}
"""
SECRET = "5" * 64  # of the hall: by this one, in its first round Alice and Carol have table 1, Bob and Dave table 2
FIRST, SECOND, OTHERWISE = "t1 alice 1 carol 2", "t2 dave 1 bob 2", "t1 carol 1 alice 2"
PENALTY = ("correct", HALL, "--ruling", "penalty bob 3/2", "--because", "Late.")


class SeasonZines(Zines):
    """A zine of seasons, at every step that one of their commands starts from."""

    def _steps(self) -> Sequence[tuple[str, Callable[[], None]]]:
        return (
            ("called", self._call), ("founded", self._found), ("drawn", self._draw), ("ordered", self._order),
            ("run", self._run), ("keyed", self._key), ("played", self._play), ("busy", self._hurry),
        )  # fmt: skip

    def _call(self) -> None:
        self._settings()
        self._people((*PLAYERS, "zoe"))
        (self.yard.folder / "inbox").mkdir()

    def _found(self) -> None:
        """Two tables of cards, and two in a hall."""
        self._season(CUP, GAMES)
        self._season(HALL, AT_THE_TABLE)

    def _season(self, name: str, play: str) -> None:
        self._gm("new", name, "--season", "tables")
        with closing(sqlite3.connect(self.yard.folder / "zine.db")) as db, db:
            db.execute("UPDATE seasons SET secret = ? WHERE name = ?", (SECRET, HALL))
        self._file(f"seasons/{name}.yaml", f"season: tables\ntitle: The {name.title()}\nrounds: 3\n{play}")

    def _draw(self) -> None:
        for name in (CUP, HALL):
            self._gm("draw", name)

    def _order(self) -> None:
        """Turn 1 of both games can be run."""
        for game in ("cup-r1-t1", "cup-r1-t2"):
            self._order_in(game)

    def _order_in(self, game: str) -> None:
        for player, page in self._pages(game).items():
            self._file(f"inbox/{game}-{player}.yaml", page)
        self._gm("take")

    def _run(self) -> None:
        self._gm("run", CUP)

    def _key(self) -> None:
        self._gm("key", HALL, FIRST)

    def _play(self) -> None:
        """The first round of the hall is over, and somebody was ruled on."""
        self._gm("key", HALL, SECOND)
        self._gm(*PENALTY)

    def _hurry(self) -> None:
        """The one game of the cup can be run, a table of the hall is keyed, and the club has not been drawn yet."""
        self.put("called")
        self._season(CUP, ONE_GAME)
        self._season(HALL, AT_THE_TABLE)
        self._season(CLUB, GAMES)
        self._draw()
        self._order_in("cup-r1-t1")
        self._key()
