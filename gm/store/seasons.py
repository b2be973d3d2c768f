"""Seasons: who is entered, what was drawn, results that were keyed, rulings. What is taken back is superseded."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from gm.core.names import did_you_mean, find
from gm.core.play import Json
from gm.core.words import sentence
from gm.store.database import Store
from gm.store.errors import NoSuchSeason
from gm.store.rows import dumps, loads

Entering = Literal["in", "out", "back"]
Ruled = Literal["penalty", "walk-over", "void"]


class SeasonRow(NamedTuple):
    name: str
    secret: str  # the last of the chain, from which all others follow
    deals: str  # from which the secrets of its games follow
    made_at: str


class EntryRow(NamedTuple):
    """Somebody comes or goes, from that round on."""

    player: str
    what: Entering
    round: int
    name: str | None = None  # of a guest, whom players.yaml does not know
    seat_at: int | None = None  # the table of one who is seated in a round that is drawn
    horse: str | None = None
    lucky_word: str | None = None
    at: str = ""
    id: int = 0


class DrawRow(NamedTuple):
    """One round as it was drawn; rounds that were drawn at once have the same attempt and the same roll call."""

    round: int
    attempt: int
    secret: str  # that of the round, which the draw opens
    word: str
    rests_on: Json  # the roll call
    answer: Json
    by_hand: list[Any]  # the swaps made afterwards
    insisted: int  # was it drawn while games were running?
    file: Json | None = None  # what of the season's file it rests on, and cannot be changed any more
    at: str = ""
    id: int = 0


class ResultRow(NamedTuple):
    """How a table ended that was not played here."""

    round: int
    number: int
    result: Json
    at: str = ""
    id: int = 0


class RulingRow(NamedTuple):
    kind: Ruled
    round: int | None
    number: int | None  # the table
    player: str | None
    points: str | None  # those that are taken off, as an exact fraction
    reason: str
    printed: int  # may the reason be read by everybody?
    at: str = ""
    id: int = 0


class GameOf(NamedTuple):
    """A game's place in its season."""

    game: str
    round: int
    number: int


class Seasons:
    def __init__(self, store: Store):
        self.store = store

    def names(self) -> list[str]:
        return self.store.seasons()

    def row(self, name: str) -> SeasonRow:
        names = self.names()
        known = find(name, names)
        if known is None:
            have = sentence("there are {seasons}", seasons=names) if names else sentence("none has been made")
            missing = sentence("there is no season called {name}", name=repr(name))
            raise NoSuchSeason(missing, did_you_mean(name, names, have))
        return SeasonRow(*self.store.rows(f"SELECT {_columns(SeasonRow)} FROM seasons WHERE name = ?", known)[0])

    def add(self, row: SeasonRow) -> None:
        self.store.insert("seasons", row._asdict())

    def forget(self, name: str) -> None:
        """Nobody was told of its secrets."""
        self.store.change("DELETE FROM seasons WHERE name = ?", name)

    # Who comes and goes

    def guests(self) -> dict[str, str]:
        """The names of all who were entered by name alone, in whichever season, by id."""
        query = "SELECT player, name FROM season_entries WHERE name IS NOT NULL AND superseded_at IS NULL ORDER BY id"
        return dict(self.store.rows(query))

    def entries(self, season: str) -> list[EntryRow]:
        """All that were not taken back, in their order."""
        return [EntryRow(*row) for row in self._standing("entries", season, EntryRow)]

    def add_entry(self, season: str, row: EntryRow, now: str) -> int:
        return self._add("entries", season, row._asdict(), now)

    def supersede_entries(self, rows: Iterable[EntryRow], now: str) -> None:
        self._supersede("entries", rows, now)

    # Draws

    def draws(self, season: str) -> list[DrawRow]:
        """Every round that is drawn, the first one first."""
        rows = map(_draw, self._standing("draws", season, DrawRow))
        return sorted(rows, key=lambda row: (row.round, row.id))

    def attempts(self, season: str, round: int) -> list[DrawRow]:
        """All draws that there ever were of a round, those too that were taken back, in their order."""
        query = f"SELECT {_columns(DrawRow)} FROM season_draws WHERE season = ? AND round = ? ORDER BY id"
        return list(map(_draw, self.store.rows(query, season, round)))

    def add_draw(self, season: str, row: DrawRow, now: str) -> int:
        return self._add("draws", season, row._asdict(), now)

    def supersede_draws(self, rows: Iterable[DrawRow], now: str) -> None:
        self._supersede("draws", rows, now)

    # Results that were keyed

    def results(self, season: str) -> list[ResultRow]:
        rows = self._standing("results", season, ResultRow)
        return [row._replace(result=loads(str(row.result))) for row in map(ResultRow._make, rows)]

    def add_result(self, season: str, row: ResultRow, now: str) -> int:
        """A table that is keyed again takes the place of what was keyed before."""
        same = "season = ? AND round = ? AND number = ? AND superseded_at IS NULL"
        query = f"UPDATE season_results SET superseded_at = ? WHERE {same}"
        self.store.change(query, now, season, row.round, row.number)
        return self._add("results", season, row._asdict(), now)

    def result(self, number: int) -> ResultRow | None:
        """Any that there ever was, by its number."""
        rows = self.store.rows(f"SELECT {_columns(ResultRow)} FROM season_results WHERE id = ?", number)
        return next((row._replace(result=loads(str(row.result))) for row in map(ResultRow._make, rows)), None)

    def was_keyed_again(self, row: ResultRow) -> None:
        """A second pass said the same."""
        result = dumps(row.result | {"again": True})
        self.store.change("UPDATE season_results SET result = ? WHERE id = ?", result, row.id)

    def supersede_results(self, rows: Iterable[ResultRow], now: str) -> None:
        self._supersede("results", rows, now)

    # Rulings of the game master

    def rulings(self, season: str) -> list[RulingRow]:
        return [RulingRow(*row) for row in self._standing("rulings", season, RulingRow)]

    def add_ruling(self, season: str, row: RulingRow, now: str) -> int:
        return self._add("rulings", season, row._asdict(), now)

    def supersede_rulings(self, rows: Iterable[RulingRow], now: str) -> None:
        self._supersede("rulings", rows, now)

    # Its games

    def games_of(self, season: str) -> list[GameOf]:
        """By round and table."""
        where = "season = ? AND superseded_at IS NULL ORDER BY round, number, name"
        return [GameOf(*row) for row in self.store.rows(f"SELECT name, round, number FROM games WHERE {where}", season)]

    def of_game(self, game: str) -> tuple[str, int, int] | None:
        """Which season a game belongs to, its round and its table; None for a game of its own."""
        found = self.store.rows("SELECT season, round, number FROM games WHERE name = ? AND season IS NOT NULL", game)
        return found[0] if found else None

    def place_game(self, game: str, season: str, round: int, number: int) -> None:
        """A game that has been started belongs to a season from now on."""
        query = "UPDATE games SET season = ?, round = ?, number = ? WHERE name = ?"
        self.store.change(query, season, round, number, game)

    def take_back(self, game: str, now: str) -> None:
        """It never was: another game can have its name. All that was stored about it is kept under another."""
        (count,) = self.store.rows("SELECT count(*) FROM games WHERE instr(name, ?) = 1", f"{game}~")[0]
        aside = f"{game}~{count + 1}"  # no name that anybody can give to a game
        parted = "UPDATE pages SET digest = digest || '~' || id WHERE game = ?"
        self.store.change(parted, game)  # the same page is taken anew, if it is sent for the game that comes instead
        for table in _tables_of_games(self.store):
            self.store.change(f"UPDATE {table} SET game = ? WHERE game = ?", aside, game)
        self.store.change("UPDATE games SET name = ?, superseded_at = ? WHERE name = ?", aside, now, game)

    def files_taken_back(self, game: str) -> list[str]:
        """The file of each game of that name that was taken back."""
        return [file for (file,) in self.store.rows("SELECT file FROM games WHERE instr(name, ?) = 1", f"{game}~")]

    # What they share

    def _standing(self, table: str, season: str, kind: type[NamedTuple]) -> list[Any]:
        where = "season = ? AND superseded_at IS NULL ORDER BY id"
        return self.store.rows(f"SELECT {_columns(kind)} FROM season_{table} WHERE {where}", season)

    def _add(self, table: str, season: str, values: Json, now: str) -> int:
        plain = {key: dumps(value) if isinstance(value, (dict, list)) else value for key, value in values.items()}
        del plain["id"]
        return self.store.insert(f"season_{table}", plain | {"season": season, "at": now})

    def _supersede(self, table: str, rows: Iterable[Any], now: str) -> None:
        query = f"UPDATE season_{table} SET superseded_at = ? WHERE id = ? AND superseded_at IS NULL"
        self.store.write_all(query, [(now, row.id) for row in rows])


def _columns(kind: type[NamedTuple]) -> str:
    return ", ".join(kind._fields)


def _tables_of_games(store: Store) -> list[str]:
    """Those that say of which game something is."""
    query = "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'game'"
    return [name for (name,) in store.rows(query)]


def _draw(row: Any) -> DrawRow:
    made = DrawRow._make(row)
    return made._replace(
        rests_on=loads(str(made.rests_on)),
        answer=loads(str(made.answer)),
        by_hand=loads(str(made.by_hand)),
        file=loads(str(made.file or "{}")),
    )
