"""Records over the years: games of before, rules that change, people who come and go, and a database that was doctored."""

import json
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core.play import Json
from gm.core.problems import GmError
from gm.desk.record import read_record
from gm.desk.verify import verified
from tests.conftest import HORSES, Desk
from tests.examples import RACE
from tests.playing import begin, one_turn, people, turns
from tests.test_correct import correct, page
from tests.test_correct import raced as raced  # a fixture
from tests.test_record import HERE, RECORDS, told_again
from tests.test_zines import zine as zine  # a fixture


def golden(name: str) -> Json:
    return read_record((HERE / f"{name}.json").read_bytes())


@pytest.fixture
def running(desk: Desk) -> Desk:
    """A race after its first turn."""
    people(desk)
    one_turn(desk, begin(desk, RACE, "race"))
    return desk


def recorded(desk: Desk) -> Json:
    found: Json = json.loads(desk.gm("record", "race").out)
    file = desk.write("r.json", json.dumps(found))
    assert desk.gm("verify", file, "--json").lines[0]["agrees"]
    return found


# Games of before


def test_a_game_that_an_earlier_version_began_is_checked_and_it_is_said_what_is_not(zine: Desk) -> None:
    told = zine.gm("verify", "--json").lines
    assert all(each["agrees"] for each in told)
    bare = {each["game"]: [turn["turn"] for turn in each["turns"] if turn["bare"]] for each in told}
    since = max((turn + 1 for kept in bare.values() for turn in kept), default=0)
    assert ("on: an earlier version of gm kept none before" in zine.gm("verify").out) == bool(since)
    assert not since or f"checked from turn {since} on" in zine.gm("verify").out


@pytest.mark.slow
def test_a_game_that_an_earlier_version_began_has_a_record_in_the_end(zine: Desk) -> None:
    (zine.folder / "inbox/x.yaml").unlink(missing_ok=True)
    for now in zine.gm("status", "--json").lines:
        assert [*turns(zine, now["game"])]
        record = zine.write("record.json", zine.gm("record", now["game"]).out)
        zine.gm("verify", record)


# Rules that change


@pytest.mark.parametrize("name", RECORDS)
def test_a_later_version_of_the_rules_still_plays_a_record_of_before(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = type(games.load(golden(name)["rules"]["name"]))
    monkeypatch.setattr(rules, "version", 7)
    assert [*verified(golden(name))]


def test_rules_that_do_something_else_keep_those_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    record = next(golden(name) for name in RECORDS if golden(name)["rules"]["name"] == RACE)
    rules: Any = type(games.load(RACE))
    before = type("Before", (rules,), {"pending": vars(rules)["pending"]})()
    monkeypatch.setattr(rules, "version", 2)
    monkeypatch.setattr(rules, "pending", lambda self, state: [])  # a race is over before it begins
    with pytest.raises(GmError, match="turn 1: the game was over before it"):
        list(verified(record))
    monkeypatch.setattr(rules, "under", lambda self, version: before if version == 1 else self)
    assert len([*verified(record)]) == len(record["turns"])


def test_a_game_under_way_goes_over_to_later_rules_and_its_record_says_where(
    running: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(games.load(RACE)), "version", 2)
    assert [*turns(running, "race")]
    assert [turn["version"] for turn in recorded(running)["turns"]] == [
        1,
        1,
        *[2] * (len(recorded(running)["turns"]) - 2),
    ]


# People who come and go, games that are given up


def test_whoever_came_and_went_is_in_the_record(running: Desk) -> None:
    running.write("players.yaml", (running.folder / "players.yaml").read_text() + "zoe: {name: Zoe Grey}\n")
    running.gm("replace", "race", "alice", "--by", "zoe", "--because", "moved away")
    running.gm("retire", "race", "bob", "--because", "no time")
    assert [*turns(running, "race")]
    record = recorded(running)
    told = [(each["turn"], each["seat"], each["kind"], each["after"]) for each in record["changes"]]
    assert told == [(2, "alice", "replace", "zoe"), (2, "bob", "retire", "")]
    assert record["turns"][2]["inputs"]["retired"] == ["bob"]
    assert record["roster"][0]["player"] == "alice"
    record["changes"][0]["because"] = "a quarrel"
    assert "seal" in running.gm("verify", running.write("r.json", json.dumps(record)), code=1).err


def test_a_game_that_was_given_up_has_a_record(running: Desk) -> None:
    running.gm("close", "race", "--because", "nobody orders any more")
    record = recorded(running)
    assert record["turns"][-1]["inputs"] == {"closed": "nobody orders any more"}
    report = json.loads(running.gm("report", "race", "--format", "json").out)
    assert report["revealed"]["record"] == record["turns"][-1]["hash"]
    del record["turns"][-1]
    told = running.gm("verify", running.write("r.json", json.dumps(record)), code=1).err
    assert "the game is not over after turn 1" in told


def test_a_turn_that_was_taken_back_and_run_otherwise_is_told_as_it_stands(running: Desk) -> None:
    running.gm("undo", "race")
    running.gm("redo", "race")
    running.gm("undo", "race")
    assert [*turns(running, "race")]
    assert [turn["turn"] for turn in recorded(running)["turns"]][:2] == [0, 1]


def test_a_record_tells_of_corrections_and_of_what_was_published_before(raced: Desk, tmp_path: Path) -> None:
    first = raced.write("first.json", raced.gm("report", "race", "--turn", 1, "--format", "json").out)
    correct(raced, 1, "--order", page(raced, "alice", 1, "{1: 20, 2: 9}"))
    correct(raced, 1, "--strike", "erin")
    correct(raced, 2, "--option", "water_bonus=70")
    correct(raced, 2, "--ruling", f"points {HORSES[5]} +10")
    correct(raced, 2, "--strike", "dave")
    raced.gm("undo", "race")
    raced.gm("verify", "race")
    raced.gm("close", "race", "--because", "enough")
    record = recorded(raced)
    assert [(each["turn"], each["orders"], each["strikes"]) for each in record["corrections"]] == [
        (1, ["alice"], []),
        (1, [], ["erin"]),
        (2, [], []),
        (2, [], []),
    ]
    assert record["turns"][2]["inputs"]["rulings"] == [f"points {HORSES[5]} +10"]
    assert record["corrections"][0]["before"][0]["receipts"] == json.loads(first.read_bytes())["receipts"]
    last = raced.write("last.json", raced.gm("report", "race", "--format", "json").out)
    raced.gm("verify", raced.folder / "r.json", "--with", first, "--with", last)
    told_again(raced, tmp_path)
    record["corrections"][0]["strikes"] = ["erin"]
    assert "seal" in raced.gm("verify", raced.write("r.json", json.dumps(record)), code=1).err


# A database that was doctored


def doctor(desk: Desk, query: str, change: Callable[[Any], Any]) -> None:
    """Change one value, as somebody with a tool for SQLite would."""
    table, column, where = query.split(" ", 2)
    with sqlite3.connect(desk.folder / "zine.db") as db:
        number, value = db.execute(f"SELECT rowid, {column} FROM {table} WHERE {where}").fetchone()
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (change(value), number))


def replaced(old: str, new: str) -> Callable[[Any], Any]:
    def change(value: Any) -> Any:
        assert old in value
        return value.replace(old, new, 1)

    return change


def first(value: Any, key: str) -> Callable[[Any], Any]:
    """The first of these by name, set to that."""

    def change(text: Any) -> str:
        told = json.loads(text)
        told["orders"]["alice"][key] = value
        return json.dumps(told)

    return change


@pytest.mark.parametrize(
    ("where", "change", "said"),
    [
        ("games secret 1", lambda _: "0" * 64, "the seed is not that of the secret"),
        ("games seed 1", lambda _: "0" * 64, "the seed is not that of the secret"),
        ("turns inputs turn=1", first("0" * 32, "nonce"), "turn 1: the receipt of alice is not that"),
        ("turns inputs turn=1", first("{}", "canonical"), "turn 1: what alice ordered is no order for this turn"),
        ("turns position turn=1", replaced('"points":', '"points":1'), "turn 1: the hash is not that of the position"),
        ("turns position turn=0", replaced('"points":', '"points":1'), "turn 0: the hash is not that of the position"),
        ("turns inputs turn=1", lambda _: '{"orders": [3]}', "race is not kept as it should be"),
        ("turns inputs turn=1", lambda _: '{"orders": {"alice": {}}}', "turns.1.inputs.orders.alice.receipt is missing"),
        ("rosters roster 1", lambda _: '[{"player": 3}]', "race is not kept as it should be"),
        ("events ruling kind!='order'", lambda _: "H99", "is not what happened by the rules"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_was_changed_in_the_database_is_found_and_named(
    running: Desk, where: str, change: Callable[[Any], Any], said: str
) -> None:
    running.gm("verify", "race")
    doctor(running, where, change)
    assert said in running.gm("verify", "race", code=1).err


def test_a_receipt_that_was_published_otherwise_is_found(running: Desk) -> None:
    report = json.loads(running.gm("report", "race", "--format", "json").out)

    def other(kept: bytes) -> bytes:
        return zlib.compress(zlib.decompress(kept).replace(report["receipts"]["alice"].encode(), b"0" * 20))

    doctor(running, "reports content seat='' AND format='json' ORDER BY turn_id DESC", other)
    assert "turn 1: the receipt published for alice is not" in running.gm("verify", "race", code=1).err


def test_nobody_but_the_game_master_learns_anything_from_it(running: Desk) -> None:
    """What is told of a running game tells no order."""
    told = running.gm("verify", "race").out + running.gm("verify", "race", "--json").out
    with sqlite3.connect(running.folder / "zine.db") as db:
        secrets = [row[0] for row in db.execute("SELECT canonical FROM pages UNION SELECT nonce FROM pages")]
    assert not any(secret and secret in told for secret in secrets)
