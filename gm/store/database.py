"""Everything that happened, in one SQLite file. Nothing is ever deleted: what is taken back is superseded.

Rows are read over the bare connection; sqlite-utils is loaded only where something is written, because
loading it takes longer than everything else that `gm status` does.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.core.deeds import Deeds
from gm.core.names import did_you_mean, find
from gm.core.play import Event, Json, quick
from gm.core.words import sentence
from gm.store import migrations
from gm.store.connecting import Way
from gm.store.errors import (
    COPY,
    Busy,
    Damaged,
    DiskFull,
    NoSuchGame,
    NoSuchTurn,
    ReadOnly,
    StoreError,
    asked,
    in_words,
    in_words_at_commit,
    is_read_only,
    plain_words,
)
from gm.store.roster import written
from gm.store.rows import EVENT, GameRow, P, PageRow, TurnRow, add_events, dumps, events_in, insertion, loads, texts
from gm.store.sealing import opened

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = [
    "COPY", "Busy", "Damaged", "DiskFull", "GameRow", "NoSuchGame", "NoSuchTurn", "PageRow", "ReadOnly", "Store",
    "StoreError", "TurnRow",
]  # fmt: skip

PATIENCE = 10.0  # seconds to wait for another command


class Store:
    def __init__(self, way: Way):
        self._way = way
        self._database: Database | None = None
        self._noted: list[int] = []
        self._settling: list[tuple[Callable[[], None], Callable[[], None]]] = []
        self.deeds = Deeds()

    @property
    def connection(self) -> sqlite3.Connection:
        """For those in this room who need more than rows."""
        return self._way.connection

    @classmethod
    def open(cls, path: Path, create: bool = False, keep: migrations.Keep = migrations.keep_nothing) -> "Store":
        """The database, brought up to date; `keep` is called before anything in it is changed for that."""
        way = Way(path, PATIENCE)
        if path.exists():
            return cls._opened(way, keep)
        if not create:
            missing = sentence("there is no {name} here yet", name=path.name)
            raise StoreError(missing, sentence("start a game first: gm start GAME"))
        with plain_words(path):
            return cls(way.to_new())._brought_up_to_date(keep)

    @classmethod
    def _opened(cls, way: Way, keep: migrations.Keep) -> "Store":
        """To write, or only to read where nothing can be written."""
        with plain_words(way.path):
            try:
                return cls(way.to_old())._brought_up_to_date(keep)
            except sqlite3.OperationalError as error:
                if not is_read_only(error):
                    raise
                migrations.refuse_old(way.to_read().connection)
                return cls(way)

    def _brought_up_to_date(self, keep: migrations.Keep) -> "Store":
        try:
            migrations.bring_up_to_date(self.connection, lambda: self.database, keep, self._way.draft is None)
        except BaseException:
            self._way.close()
            raise
        return self

    @property
    def database(self) -> "Database":
        if self._database is None or self._database.conn is not self.connection:
            from sqlite_utils import Database

            self._database = Database(self.connection)
        return self._database

    def close(self) -> None:
        self._way.close()

    @contextmanager
    def writing(self, patient: bool = True) -> Iterator[None]:
        """One transaction: all of it is stored, or nothing. If another command is at work, a patient one waits."""
        with plain_words():
            self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE) if patient else 0}")
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._date_journal()
                self.deeds.storing()
                self._commit()
                self._way.settle()
            except BaseException as error:
                self._settle(self._stored_in_spite_of(error))
                raise
        self._settle(stored=True)

    def _commit(self) -> None:
        try:
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise in_words_at_commit(error, "zine.db") from error

    def _stored_in_spite_of(self, error: BaseException) -> bool:
        """Somebody may have pressed Ctrl-C just after it was; else it is rolled back."""
        failed = isinstance(error, (sqlite3.Error, StoreError))
        stored = self.deeds.may_be_stored and not failed and self._way.settled
        with suppress(sqlite3.Error):  # it is rolled back already, or there is no connection any more
            if self.connection.in_transaction:
                stored = False
                self.connection.execute("ROLLBACK")
        return stored

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """A part of a transaction: if it fails, nothing of it is left, and the others stand."""
        self.connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException as fault:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK TO part")
                self.connection.execute("RELEASE part")
            if isinstance(fault, sqlite3.Error):
                raise in_words(fault, "zine.db") from fault
            raise
        self.connection.execute("RELEASE part")

    def when_settled(self, stored: Callable[[], None], failed: Callable[[], None]) -> None:
        """What is to be done beside the database once this transaction is stored, or once it has failed."""
        self._settling.append((stored, failed))

    def _settle(self, stored: bool) -> None:
        if stored:
            self.deeds.stored()
        else:
            self.deeds.withdrawn()
        waiting, self._settling = self._settling, []
        for if_stored, if_failed in waiting:
            (if_stored if stored else if_failed)()

    # Games

    def games(self) -> list[str]:
        standing = "SELECT name FROM games WHERE superseded_at IS NULL ORDER BY started_at, name"
        return [name for (name,) in self.rows(standing)]

    def seasons(self) -> list[str]:
        """Which share one list of names with the games."""
        return [name for (name,) in self.rows("SELECT name FROM seasons ORDER BY made_at, name")]

    def known(self, name: str) -> str:
        """The game that is meant, as it is called."""
        known = find(name, self.games())
        if known is None:
            games = self.games()
            have = sentence("started are {games}", games=games) if games else sentence("none has been started")
            missing = sentence("no game called {name} has been started", name=repr(name))
            raise NoSuchGame(missing, did_you_mean(name, [*games, *self.seasons()], have))
        return known

    def game(self, name: str) -> GameRow:
        roster = "(SELECT roster FROM rosters WHERE game = name)"
        columns = f"name, rules, title, file, settings, coalesce({roster}, ''), secret, seed, every, head, version"
        return GameRow.of(*self.rows(f"SELECT {columns} FROM games WHERE name = ?", self.known(name))[0])

    def file_of(self, name: str) -> str:
        """The game's file as it was read at the start."""
        return str(self.rows("SELECT file FROM games WHERE name = ?", self.known(name))[0][0])

    def stands(self, name: str) -> tuple[int, int]:
        """After which turn, by its number in the database and in the game."""
        rows = self.rows("SELECT id, turn FROM turns WHERE id = (SELECT head FROM games WHERE name = ?)", name)
        if not rows:
            raise Damaged(sentence("zine.db is damaged: a turn is missing"), COPY)
        return rows[0][0], rows[0][1]

    def add_game(self, row: GameRow, now: str) -> None:
        values = row._asdict() | {"settings": dumps(row.settings), "roster": "", "started_at": now}
        self.database.table("games").insert(values)
        roster = (row.name, len(row.roster), written(row.roster))
        self.write_all("INSERT OR REPLACE INTO rosters (game, many, roster) VALUES (?, ?, ?)", [roster])

    def secret(self, game: str) -> str | None:
        """The secret that was drawn when the game was called."""
        found = self.rows("SELECT secret FROM calls WHERE game = ?", game)
        return found[0][0] if found else None

    def add_secret(self, game: str, secret: str, now: str) -> None:
        self.database.table("calls").insert({"game": game, "secret": secret, "called_at": now})

    def forget_secret(self, game: str) -> None:
        self.write_all("DELETE FROM calls WHERE game = ?", [(game,)])

    # Turns

    def turn_at(self, turn_id: int) -> TurnRow:
        columns = "id, game, turn, parent, inputs, position, version"
        rows = self.rows(f"SELECT {columns} FROM turns WHERE id = ?", turn_id)
        if not rows:
            raise Damaged(sentence("zine.db is damaged: a turn is missing"), COPY)
        row_id, game, turn, parent, inputs, position, version = rows[0]
        return TurnRow(row_id, game, turn, parent, loads(inputs), loads(position), version)

    def ran_at(self, turn_id: int) -> str:
        """When a turn was run, or the game started."""
        return str(self.rows("SELECT ran_at FROM turns WHERE id = ?", turn_id)[0][0])

    def turn(self, game: GameRow, number: int) -> TurnRow:
        """That turn as it stands now, not as it stood before it was taken back."""
        return self.turn_at(self.turn_id(game.name, number))

    def turn_id(self, game: str, number: int) -> int:
        chain = """WITH RECURSIVE chain(id, turn, parent) AS (
            SELECT id, turn, parent FROM turns WHERE id = (SELECT head FROM games WHERE name = ?)
            UNION ALL SELECT t.id, t.turn, t.parent FROM turns t JOIN chain c ON t.id = c.parent)
            SELECT id FROM chain WHERE turn = ?"""
        found = self.rows(chain, game, number)
        if not found:
            raise NoSuchTurn(sentence("{game} has not run turn {turn}", game=game, turn=number))
        return int(found[0][0])

    def add_turn(
        self,
        game: str,
        turn: int,
        parent: int | None,
        inputs: Json,
        position: Json,
        events: Sequence[Event],
        now: str,
        version: int,
    ) -> int:
        played_from, stands = texts([inputs, position])
        values = {
            "game": game, "turn": turn, "parent": parent, "ran_at": now, "undone_at": None,
            "inputs": played_from, "position": stands, "version": version,
        }  # fmt: skip
        turn_id = self.insert("turns", values)
        add_events(self.connection, turn_id, events)
        self.set_head(game, turn_id)
        return turn_id

    def events(self, turn_id: int) -> list[Event]:
        return events_in(self.rows(f"SELECT {EVENT} FROM events WHERE turn_id = ? ORDER BY n", turn_id))

    def events_up_to(self, turn_id: int, kinds: Sequence[str] = ()) -> list[Event]:
        """Of that turn and of all those that it follows, the first turn first; of these kinds, or of all."""
        wanted = f"WHERE kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        rows = self.rows(
            "WITH RECURSIVE line(id, parent) AS (SELECT id, parent FROM turns WHERE id = ?"
            " UNION ALL SELECT turns.id, turns.parent FROM turns JOIN line ON turns.id = line.parent)"
            f" SELECT {EVENT} FROM events JOIN line ON turn_id = line.id {wanted} ORDER BY turn_id, n",
            turn_id,
            *kinds,
        )
        return events_in(rows)

    def set_head(self, game: str, turn_id: int) -> None:
        self.change("UPDATE games SET head = ? WHERE name = ?", turn_id, game)

    def mark_undone(self, turn_id: int, when: str | None) -> None:
        self.database.table("turns").update(turn_id, {"undone_at": when})

    def undone_after(self, turn_id: int) -> TurnRow | None:
        """The turn that was taken back last and could follow this one again, whatever the clock said meanwhile.

        What a correction made of a turn is brought again by nothing but the correction.
        """
        by_correction = "SELECT json_extract(value, '$[2]') FROM corrections, json_each(what, '$.versions')"
        query = f"parent = ? AND undone_at IS NOT NULL AND id NOT IN ({by_correction}) ORDER BY id DESC"
        found = self.rows(f"SELECT id FROM turns WHERE {query}", turn_id)
        return self.turn_at(found[0][0]) if found else None

    # Pages

    def add_page(self, values: Json) -> int:
        return self.insert("pages", values)

    def page_like(self, digest: str, verdict: str) -> PageRow | None:
        found = self.pages("digest = ? AND verdict = ? ORDER BY id LIMIT 1", digest, verdict)
        return found[0] if found else None

    def pages(self, where: str, *values: Any) -> list[PageRow]:
        return self.pages_as(PageRow, where, *values)

    def pages_as(self, kind: type[P], where: str, *values: Any) -> list[P]:
        """No more of them than a row of that kind has."""
        rows = self.rows(f"SELECT {', '.join(kind._fields)} FROM pages WHERE {where}", *values)
        pages = list(map(quick(kind), rows))
        sealed = any(page.sealed for page in pages)
        return pages if not sealed else [kind(*map(self.readable, each)) if each.sealed else each for each in pages]

    def readable(self, value: Any) -> Any:
        """A value of a column as it was before it was sealed."""
        return value if self.seal_key is None else opened(self.seal_key, value)

    @property
    def seal_key(self) -> bytes | None:
        """What blind games are sealed with, if anything is."""
        found = self.rows("SELECT key FROM sealing")
        return found[0][0] if found else None

    def settle(self, page: int, verdict: str) -> None:
        """Let a held page count, or drop it; it is kept in any case."""
        self.database.table("pages").update(page, {"verdict": verdict})

    # Letters

    def has_letter(self, digest: str) -> bool:
        return bool(self.rows("SELECT 1 FROM letters WHERE digest = ?", digest))

    def add_letter(self, values: Json) -> int:
        return self.insert("letters", values)

    def token(self, player: str) -> str:
        found = self.rows("SELECT token FROM tokens WHERE player = ?", player)
        return str(found[0][0]) if found else ""

    def player_with(self, token: str) -> str:
        """Whose token it is; "" if it is nobody's."""
        found = self.rows("SELECT player FROM tokens WHERE token = ? AND token != ''", token)
        return str(found[0][0]) if found else ""

    # Deadlines

    def deadline(self, game: str, turn: int) -> str | None:
        found = self.rows("SELECT at FROM deadlines WHERE game = ? AND turn = ? ORDER BY id DESC", game, turn)
        return found[0][0] if found else None

    def rhythm(self, game: str, turn: int) -> str | None:
        """When that turn would have been due, without what was moved for it alone."""
        regular = "SELECT at FROM deadlines WHERE game = ? AND turn = ? ORDER BY once, id DESC"
        found = self.rows(regular, game, turn)
        return found[0][0] if found else None

    def set_deadline(self, game: str, turn: int, at: str, now: str, once: bool = False) -> None:
        """`once`: for this turn alone; those after it do not follow."""
        self.insert("deadlines", {"game": game, "turn": turn, "at": at, "set_at": now, "once": int(once)})

    # Journal

    def note(self, now: str, command: str, game: str, detail: str) -> None:
        """What the game master did, for later questions."""
        values = {"at": now, "command": command, "game": game, "detail": detail, "stored_at": ""}
        self._noted.append(self.insert("journal", values))

    def _date_journal(self) -> None:
        """By the clock on the wall, as late as can be: only so is it known who was quicker."""
        stamp = datetime.now(UTC).isoformat(timespec="microseconds")
        self.write_all("UPDATE journal SET stored_at = ? WHERE id = ?", [(stamp, number) for number in self._noted])
        self._noted = []

    def last_stored(self, game: str, commands: Sequence[str]) -> str:
        """When one of these commands was last stored for that game; "" if none was."""
        places = ", ".join("?" * len(commands))
        query = f"SELECT max(stored_at) FROM journal WHERE game = ? AND command IN ({places})"
        return str(self.rows(query, game, *commands)[0][0] or "")

    def insert(self, table: str, values: Json) -> int:
        """Straight over the connection: thousands of mails may come at once."""
        return int(self.connection.execute(insertion(table, tuple(values)), tuple(values.values())).lastrowid or 0)

    def write_all(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same statement for each of these rows; within the caller's transaction."""
        self.connection.executemany(query, rows)

    def change(self, query: str, *values: Any) -> int:
        """How many rows it changed; within the caller's transaction."""
        return self.connection.execute(query, values).rowcount

    def rows(self, query: str, *values: Any) -> list[Any]:
        return asked(self.connection, query, values)
