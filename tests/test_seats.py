"""A seat has an id of its own: people come and go, and may ride two horses."""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from gm.desk.desk import match_of, open_desk
from tests.conftest import Desk

Start = Callable[..., Desk]


def reseat(desk: Desk, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Change the roster, as a later version of the program may have written it."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        (roster,) = db.execute("SELECT roster FROM rosters").fetchone()
        rows = json.loads(roster)
        change(rows)
        db.execute("UPDATE rosters SET roster = ?", (json.dumps(rows),))


@pytest.fixture
def two_horses(start: Start) -> Desk:
    """Bob's seat has gone to alice, who rides two horses now."""
    desk = start(4)
    desk.write(
        "players.yaml",
        "alice: {name: Alice Grey, mail: alice@example.org}\nbob: {name: Bob}\ncarol: {name: Carol}\ndave: {name: Dave}\n",
    )
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    reseat(desk, lambda rows: rows[1].update({"player": "alice", "name": "Alice Grey"}))
    return desk


def test_a_roster_of_before_has_the_players_for_its_seats(start: Start) -> None:
    desk = start(4)
    reseat(desk, lambda rows: [row.pop("seat") for row in rows] and None)
    with open_desk(desk.folder, desk.now) as at:
        match = match_of(at, "race")
        assert dict(match.players) == {each: each for each in ("alice", "bob", "carol", "dave")}


def test_each_horse_is_ordered_for_by_its_name(two_horses: Desk) -> None:
    for horse, number in (("Red Rum", 5), ("Crisp", 7)):
        two_horses.write(f"inbox/{horse}.yaml", f"game: race\nturn: 1\nhorse: {horse}\norders: {{1: {number}, 2: 1}}\n")
    taken = {line["player"]: line["verdict"] for line in two_horses.gm("take", "--json").lines}
    assert taken == {"alice": "taken", "bob": "taken"}
    two_horses.gm("run", "--now")
    report = json.loads(two_horses.gm("report", "--format", "json").out)
    assert report["players"]["bob"] == "alice"
    assert set(report["receipts"]) == {"alice", "bob", "carol", "dave"}
    assert report["result"]["fences"][0]["played"]["Crisp"] == 7


def test_whoever_sits_there_gets_the_report_and_may_order_by_mail(two_horses: Desk) -> None:
    mail = "From: alice@example.org\nMessage-ID: <1@x>\n\ngame: race\nturn: 1\nhorse: Crisp\norders: {1: 5, 2: 5}\n"
    (taken,) = two_horses.gm("take", two_horses.write("a.eml", mail), "--json").lines
    assert (taken["verdict"], taken["player"]) == ("taken", "bob")
    two_horses.gm("run", "--now")
    two_horses.gm("mail", "race")
    mails = sorted((two_horses.folder / "outbox").glob("*.eml"))
    assert len(mails) == 3  # the answer, and a report for each horse
    assert all(b"alice@example.org" in mail.read_bytes() for mail in mails)


def test_an_owner_of_two_horses_is_named_once_where_a_mailed_turn_is_taken_back(two_horses: Desk) -> None:
    two_horses.gm("run", "--now")
    two_horses.gm("mail", "race")
    with sqlite3.connect(two_horses.folder / "zine.db") as db:
        db.execute("UPDATE outbox SET state = 'sent', sent_at = made_at")
    assert "Turn 1 is mailed to 1 player." in two_horses.gm("history").out
    assert "It was mailed already to alice." in two_horses.gm("undo").out
