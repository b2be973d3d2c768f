"""A turn is not run while orders that came in time lie in the inbox, or wait for a word."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tests.conftest import NOW, Desk
from tests.examples import race_file
from tests.test_post import mail, page, take
from tests.test_post import post as post  # a fixture

Start = Callable[..., Desk]
DUE = datetime.fromisoformat("2026-12-01T20:00:00+00:00")


@pytest.fixture
def race(start: Start) -> Desk:
    """Everybody has ordered; the turn could be run."""
    desk = start(deadlines="first: 2026-12-01 20:00, every: 3 weeks")
    desk.others(1, 1)
    desk.order("alice", 1, "{1: 9, 2: 9}")
    desk.gm("take")
    return desk


def at(path: "os.PathLike[str]", moment: datetime) -> None:
    os.utime(path, (moment.timestamp(), moment.timestamp()))


def stops(desk: Desk, *says: str) -> None:
    before = desk.files()
    for args in (["run"], ["run", "--dry-run"]):
        err = desk.gm(*args, code=1).err
        for each in (*says, "gm run race --now"):
            assert each in err
    assert desk.files() == before


def test_a_page_in_the_inbox_stops_the_run_until_it_is_taken(race: Desk) -> None:
    path = race.order("alice", 1, "{1: 22, 2: 10}")
    stops(race, "1 page that came in time lies in the inbox", f"inbox/{path.name}", "gm take")
    race.gm("take")
    race.gm("run")
    assert race.result()["fences"][0]["played"]["Red Rum"] == 22


def test_the_game_master_may_insist(race: Desk) -> None:
    race.order("alice", 1, "{1: 22, 2: 10}")
    race.gm("run", "--now")
    assert race.result()["fences"][0]["played"]["Red Rum"] == 9


@pytest.mark.parametrize("text", [b"\x00 no text", b"game: race\nturn: 1\nplayer: alice\norders: {1: 9999, 2: 1}\n"])
def test_a_refused_page_does_not_stop_the_run_as_long_as_it_is_the_same(race: Desk, text: bytes) -> None:
    path = race.write("inbox/alice.yaml", text)
    stops(race, "inbox/alice.yaml")
    race.gm("take", code=1)
    race.gm("run", "--dry-run")
    path.write_bytes(text + b"# mended?\n")
    stops(race, "inbox/alice.yaml")
    race.gm("take", code=1)
    race.gm("run")


def test_a_page_refused_as_too_late_stops_the_run_once_the_deadline_is_moved(race: Desk) -> None:
    path = race.order("alice", 1, "{1: 22, 2: 10}")
    at(path, DUE + timedelta(hours=1))
    race.now = DUE + timedelta(hours=2)
    race.gm("take", code=1)
    race.gm("run", "--dry-run")
    race.gm("extend", "race", "--to", "2026-12-05 20:00")
    stops(race, path.name)


def test_what_came_after_the_deadline_does_not_stop_the_run(race: Desk) -> None:
    path = race.order("alice", 1, "{1: 22, 2: 10}")
    race.now = DUE + timedelta(hours=2)
    at(path, DUE - timedelta(minutes=1))
    stops(race, path.name)
    at(path, DUE + timedelta(minutes=1))
    race.gm("run")


def test_pages_for_another_game_or_a_later_turn_do_not_stop_the_run(race: Desk) -> None:
    race.write("games/other.yaml", race_file({"alice": "Red Rum", "bob": "Crisp"}))
    race.gm("start", "other")
    race.order("alice", 1, "{1: 22, 2: 10}", game="other")
    race.order("alice", 2, "{3: 22, 4: 10}")
    race.gm("run", "race")


def test_a_page_that_was_taken_but_could_not_be_moved_does_not_stop_the_run(race: Desk) -> None:
    kept = race.folder / "inbox/taken"
    kept.rename(race.folder / "kept")
    kept.write_text("in the way", encoding="utf-8")
    race.order("alice", 1, "{1: 22, 2: 10}")
    race.gm("take", code=1)
    race.gm("run")


def test_a_mail_in_the_inbox_stops_the_run(post: Desk) -> None:
    people = ("alice", "bob", "carol", "dave")
    take(post, *(mail(f"{each}@example.org", page(each, n), number=n) for n, each in enumerate(people)))
    post.write("inbox/a.eml", mail("alice@example.org", page("alice", 33), number=9))
    stops(post, "inbox/a.eml")
    post.gm("take")
    post.gm("run")
    assert post.result()["fences"][0]["played"]["Red Rum"] == 33


def test_a_held_page_stops_the_run_until_a_word_is_said(post: Desk) -> None:
    people = ("alice", "bob", "carol", "dave")
    take(post, *(mail(f"{each}@example.org", page(each, n), number=n) for n, each in enumerate(people)))
    take(post, mail("al@new.example", page("alice", 22), NOW), mail("al@new.example", page("bob", 2, turn=2), number=2))
    stops(post, "1 page for turn 1 is held for your word", "gm held")
    first, _ = post.gm("held", "--json").lines
    post.gm("held", "--drop", first["number"])
    post.gm("run")
