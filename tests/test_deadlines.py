"""More time: days of grace, an extension for one turn or for all, its notice, and reminders that players ask for."""

import os
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tests.conftest import PLAYERS, Desk

Start = Callable[..., Desk]
EVERY = "first: 2026-12-01 20:00, every: 3 weeks"
GRACE = f"{EVERY}, grace: 2 days"


def due(desk: Desk) -> str:
    return str(desk.gm("status", "race", "--json").lines[0]["deadline"])[:16]


def run(desk: Desk, turn: int) -> None:
    for number, player in enumerate(PLAYERS[:4], start=5):
        desk.order(player, turn, f"{{{2 * turn - 1}: {number}, {2 * turn}: {number}}}")
    desk.gm("take", code=None)
    desk.gm("run", "race", "--turn", turn, "--now")


@pytest.mark.parametrize(
    ("to", "then"),
    [
        ("1 week", "2026-12-22T20:00"),
        ("20 days", "2026-12-22T20:00"),
        ("3 weeks", "2027-01-12T20:00"),  # the next one would be due at that very moment
        ("7 weeks", "2027-02-02T20:00"),
    ],
)
def test_an_extension_is_for_one_turn_and_later_ones_keep_their_rhythm(start: Start, to: str, then: str) -> None:
    desk = start(deadlines=EVERY)
    desk.gm("extend", "race", "--to", to)
    run(desk, 1)
    assert due(desk) == then
    run(desk, 2)
    assert due(desk) > then


def test_with_all_the_later_ones_move_along(start: Start) -> None:
    desk = start(deadlines=EVERY)
    desk.gm("extend", "race", "--to", "2026-12-03 21:00", "--all")
    run(desk, 1)
    assert due(desk) == "2026-12-24T21:00"


def test_two_extensions_of_one_turn_keep_the_rhythm_too(start: Start) -> None:
    desk = start(deadlines=EVERY)
    desk.gm("extend", "race", "--to", "1 day")
    desk.gm("extend", "race", "--to", "1 day")
    assert due(desk) == "2026-12-03T20:00"
    run(desk, 1)
    assert due(desk) == "2026-12-22T20:00"


def test_a_turn_is_due_at_the_end_of_its_days_of_grace(start: Start) -> None:
    desk = start(deadlines=GRACE)
    assert due(desk) == "2026-12-03T20:00"
    desk.now = datetime(2026, 12, 2, 20, 0, tzinfo=UTC)
    assert "not due until" in desk.gm("run", "race", code=1).err
    os.utime(desk.order("alice", 1, "{1: 5, 2: 5}"), (desk.now.timestamp(), desk.now.timestamp()))
    assert desk.gm("take", "--json").lines[0]["verdict"] == "taken"
    desk.now = datetime(2026, 12, 3, 20, 1, tzinfo=UTC)
    os.utime(desk.order("bob", 1, "{1: 5, 2: 5}"), (desk.now.timestamp(), desk.now.timestamp()))
    assert "too late" in desk.gm("take", code=1).out


def test_days_of_grace_are_told_and_follow_every_deadline(start: Start) -> None:
    desk = start(deadlines=GRACE)
    said = " ".join(desk.gm("report", "race").out.split())
    assert "1 December 2026, 20:00 (GMT) (with days of grace until Thursday 3 December 2026, 20:00 (GMT))" in said
    run(desk, 1)
    assert due(desk) == "2026-12-24T20:00"


@pytest.mark.parametrize("grace", ["soon", "0 days", "-1 day"])
def test_days_of_grace_that_make_no_sense_are_refused(start: Start, grace: str) -> None:
    with pytest.raises(AssertionError, match="is no length of time"):
        start(deadlines=f"{EVERY}, grace: {grace}")


def test_everybody_is_told_of_an_extension_and_only_of_the_last_one(desk: Desk, start: Start) -> None:
    addresses = "".join(f"{each}: {{name: {each.title()}, mail: {each}@example.org}}\n" for each in PLAYERS[:3])
    desk.write("players.yaml", addresses + "dave: {name: Dave}\n")
    desk.write("zine.yaml", "title: Test Zine\ntime_zone: Europe/London\nmail: {from: gm@example.org}\n")
    start(deadlines=EVERY)
    desk.gm("extend", "race", "--to", "1 day")
    assert "By post: Dave. To print it: gm post" in desk.gm("extend", "race", "--to", "1 hour").out
    (told,) = desk.gm("extend", "race", "--to", "23 hours", "--json").lines
    assert (told["told"], told["by_post"]) == (PLAYERS[:3], ["dave"])
    desk.gm("mail", "--files")
    mails = [path.read_text() for path in (desk.folder / "outbox").glob("*.eml")]
    assert len(mails) == 3
    assert all("3 December 2026, 20:00" in " ".join(mail.split()) for mail in mails)


def test_without_mail_nobody_is_told_by_mail(start: Start) -> None:
    assert start(deadlines=EVERY).gm("extend", "race", "--to", "1 day", "--json").lines[0]["told"] == []


def test_those_who_asked_for_it_are_reminded(desk: Desk, start: Start) -> None:
    wish = {"alice": "yes", "bob": "no"}
    rows = (f"{each}: {{mail: {each}@example.org, remind: {wish.get(each, 'no')}}}\n" for each in PLAYERS[:4])
    desk.write("players.yaml", "".join(rows))
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: gm@example.org}\n")
    start(deadlines=EVERY)
    assert desk.gm("remind", "race", "--asked", "--json").lines[0]["players"] == ["alice"]
    assert desk.gm("remind", "race", "--json").lines[0]["players"] == PLAYERS[1:4]


def test_a_wish_that_is_neither_yes_nor_no_is_refused(start: Start) -> None:
    desk = start()
    desk.write("players.yaml", "alice: {remind: perhaps}\n")
    assert "remind is yes or no" in desk.gm("away", "alice", "--until", "2026-12-24", code=1).err
