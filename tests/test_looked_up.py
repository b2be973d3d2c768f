"""Pages are looked up, however many there are: nothing that a turn asks of them goes through all of them."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from gm.store.connecting import Way
from tests.conftest import Desk
from tests.examples import CARDS, RACE, race_file
from tests.playing import MAIL, begin, one_turn, people
from tests.test_post import mail

COUNTED = "SELECT count(*) FROM pages"  # for a copy of all of it


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every statement about pages that a command carries out."""
    seen: set[str] = set()
    to = Way._to

    def overheard(self: Way, *args: object, **more: object) -> Way:
        way = to(self, *args, **more)  # type: ignore[arg-type]
        way.connection.set_trace_callback(lambda said: seen.add(said) if re.search(r"\bpages\b", said) else None)
        return way

    monkeypatch.setattr(Way, "_to", overheard)
    return seen


def plans(desk: Desk, statements: set[str]) -> Iterator[tuple[str, str]]:
    """How SQLite goes about each of them, step by step."""
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db:
        for each in sorted(statements):
            if each.lstrip().startswith(("SELECT", "UPDATE", "WITH")):
                yield from ((each, step[3]) for step in db.execute(f"EXPLAIN QUERY PLAN {each}"))


def through_all(desk: Desk, statements: set[str]) -> list[str]:
    few = "standing|held|late|sealed|press"  # indexes of only those pages that are it
    through = re.compile(rf"SCAN (?:pages|p)\b(?! VIRTUAL)(?!.* INDEX idx_pages_(?:{few})$)")
    return [f"{each}: {step}" for each, step in plans(desk, statements) if through.match(step) and each != COUNTED]


@pytest.mark.parametrize("rules", [RACE, CARDS])
def test_no_command_of_a_turn_goes_through_all_pages(rules: str, desk: Desk, asked: set[str]) -> None:
    people(desk)
    name = begin(desk, rules)
    asked.clear()  # a new database goes through all migrations
    one_turn(desk, name)
    standing = desk.write("inbox/alice.yaml", f"game: {name}\nturn: 2\nplayer: alice\nstanding: {{plain: 3}}\n")
    letter = desk.write("late.eml", mail(MAIL["bob"], f"game: {name}\nturn: 1\nplayer: bob\norders: {{1: 3}}\n"))
    desk.gm("take", standing, letter, code=None)
    desk.gm("take", "--late", code=None)
    for command in ("mail", "history", "undo", "redo", "run --now"):
        desk.gm(*command.split(), name, code=None)
    for command in ("status", "held", "letters"):
        desk.gm(command, code=None)
    assert len(asked) > 20
    assert through_all(desk, asked) == []


def test_the_orders_of_a_turn_are_read_as_the_index_has_them(desk: Desk, asked: set[str]) -> None:
    people(desk)
    one_turn(desk, begin(desk, RACE))
    orders = {each for each in asked if each.startswith("SELECT id, player, canonical, nonce")}
    assert orders
    assert not [step for _, step in plans(desk, orders) if "TEMP B-TREE" in step], "nothing is sorted"


def test_a_blind_game_opens_its_pages_without_going_through_all(desk: Desk, asked: set[str]) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "Red Rum"}, "4 plain", more="blind: true\n"))
    desk.gm("start", "race")
    asked.clear()
    one_turn(desk, "race")
    assert any("sealed" in each for each in asked)
    assert through_all(desk, asked) == []


def test_a_database_of_before_has_the_same_indexes_after_its_migration(desk: Desk, start: Callable[..., Desk]) -> None:
    start()
    new = indexes(desk)
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db:
        for name in new - {"idx_pages_digest", "idx_pages_counts_at", "idx_pages_game_turn_player_counts_at"}:
            db.execute(f"DROP INDEX {name}")
        for columns in ("game, turn", "game, turn, player", "game, player"):
            db.execute(f"CREATE INDEX idx_pages_{columns.replace(', ', '_')} ON pages ({columns})")
        db.execute("UPDATE games SET roster = (SELECT roster FROM rosters WHERE game = name)")
        db.execute("DROP TABLE rosters")
        db.execute("PRAGMA user_version = 26")
        db.commit()
    desk.gm("status")
    assert indexes(desk) == new


def indexes(desk: Desk) -> set[str]:
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE INDEX%pages%'")}
