"""Which order counts: what is said of a page when it is taken is what is played."""

import os
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from gm.store import migrations
from tests.conftest import NOW, Desk
from tests.test_post import mail, page, played, take
from tests.test_post import post as post  # a fixture

A, B = page("alice", 10), page("alice", 20)
Start = Callable[..., Desk]


def from_alice(text: str, hours: float = 0, number: int = 1) -> bytes:
    return mail("alice@example.org", text, NOW + timedelta(hours=hours), number)


def said(desk: Desk, *paths: Path) -> str:
    return desk.gm("take", *paths, code=None).out


# By whom the clock goes


def test_with_the_clock_set_back_the_file_taken_later_counts_and_is_said_to(post: Desk) -> None:
    post.write("inbox/a.yaml", A)
    said(post)
    post.now -= timedelta(days=3)
    post.write("inbox/b.yaml", B)
    assert "taken instead of the one before" in said(post)
    assert played(post) == 20


def test_with_the_clock_set_back_the_mail_taken_later_counts_if_it_was_received_later(post: Desk) -> None:
    assert take(post, from_alice(A)) == ["taken"]
    post.now -= timedelta(days=3)
    path = post.write("b.eml", from_alice(B, hours=1, number=2))
    assert "taken instead of the one before" in said(post, path)
    assert played(post) == 20


def test_a_mail_received_before_a_file_was_taken_does_not_replace_it_and_is_not_said_to(post: Desk) -> None:
    post.write("inbox/a.yaml", A)
    said(post)
    post.now += timedelta(hours=2)
    told = said(post, post.write("b.eml", from_alice(B, hours=-1)))
    assert "instead" not in told
    assert "taken (race, turn 1, alice)" in told
    assert "but a later order is in force" in told
    assert played(post) == 10


def test_a_mail_from_the_future_beats_nobody_who_comes_later(post: Desk) -> None:
    assert take(post, from_alice(A, hours=24 * 400)) == ["taken"]
    post.now += timedelta(hours=1)
    post.write("inbox/b.yaml", B)
    assert "taken instead of the one before" in said(post)
    post.now += timedelta(hours=1)
    third = post.write("c.eml", from_alice(page("alice", 30), hours=2, number=3))
    assert "taken instead of the one before" in said(post, third)
    assert played(post) == 30


def test_the_answer_by_mail_says_which_order_is_in_force(post: Desk) -> None:
    post.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    take(post, from_alice(B, hours=-1, number=2), from_alice(A, hours=-2))
    post.gm("mail", "--files")
    late, early = sorted((post.folder / "outbox").iterdir())[-2:]
    assert "is in force, and stays so" not in " ".join(late.read_text(encoding="utf-8").split())
    assert "is in force, and stays so" in " ".join(early.read_text(encoding="utf-8").split())
    assert played(post) == 20


def test_after_a_refusal_the_answer_shows_the_order_that_counts(post: Desk) -> None:
    post.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    take(post, from_alice(B, hours=-1, number=2), from_alice(A, hours=-2), from_alice(page("alice", 9999), number=3))
    post.gm("mail", "--files")
    answer = sorted((post.folder / "outbox").iterdir())[-1].read_text(encoding="utf-8")
    assert '"1":"20"' in answer


# The same page again


def test_a_then_b_then_a_by_mail_leaves_a_in_force(post: Desk) -> None:
    mails = [from_alice(text, number, number) for number, text in enumerate([A, B, A, A])]
    post.now += timedelta(days=1)
    assert take(post, *mails) == ["taken", "taken", "taken", "unchanged"]
    assert take(post, mails[1]) == ["unchanged"], "this very letter was taken before"
    assert played(post) == 10


def test_two_mails_without_an_id_are_two_if_they_were_sent_at_two_times(post: Desk) -> None:
    def sent(text: str, hour: int) -> bytes:
        bare = b"\n".join(line for line in from_alice(text, hour).split(b"\n") if not line.startswith(b"Message-ID"))
        return f"Date: Mon, 16 Nov 2026 {12 + hour}:00:00 +0000\n".encode() + bare

    post.now += timedelta(days=1)
    assert take(post, sent(A, 0), sent(B, 1), sent(A, 2), sent(A, 2)) == ["taken", "taken", "taken", "unchanged"]
    assert played(post) == 10


@pytest.mark.parametrize("name", ["a.yaml", "again.yaml"])
def test_a_then_b_then_a_as_files_leaves_a_in_force(post: Desk, name: str) -> None:
    verdicts = []
    for file, text in (("a.yaml", A), ("b.yaml", B), (name, A)):
        path = post.write(f"inbox/{file}", text)
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))  # whatever the clock says, it is a new file
        verdicts += [line["verdict"] for line in post.gm("take", "--json").lines]
    assert verdicts == ["taken", "taken", "taken"]
    assert played(post) == 10


def test_a_file_elsewhere_is_taken_again_only_if_it_was_saved_again(post: Desk) -> None:
    first, second = post.write("pages/a.yaml", A), post.write("pages/b.yaml", B)
    assert [line["verdict"] for line in post.gm("take", "--json", first, second).lines] == ["taken", "taken"]
    told = post.gm("take", first, second).out
    assert told.count("unchanged") == 2
    assert told.count("a later order is in force") == 1
    first.write_text(A, encoding="utf-8")
    os.utime(first, (NOW.timestamp() - 60, NOW.timestamp() - 60))
    assert "taken instead of the one before" in said(post, first)
    assert played(post) == 10


def test_a_page_that_is_in_force_is_unchanged_however_it_comes_again(post: Desk) -> None:
    assert take(post, from_alice(A)) == ["taken"]
    copy = post.write("copy.yaml", A)
    assert [line["verdict"] for line in post.gm("take", "--json", copy).lines] == ["unchanged"]


def test_a_page_whose_turn_has_been_run_is_unchanged_until_the_turn_is_taken_back(post: Desk) -> None:
    take(post, from_alice(A), from_alice(B, 1, 2))
    post.gm("run", "--now")
    copy = post.write("copy.yaml", A)
    assert [line["verdict"] for line in post.gm("take", "--json", copy).lines] == ["unchanged"]
    assert "later order" not in said(post, copy)
    post.gm("undo")
    post.now += timedelta(hours=2)
    assert "taken instead of the one before" in said(post, copy)
    assert played(post) == 10


@pytest.mark.parametrize("again", [True, False])
def test_standing_orders_and_press_follow_the_same_order_of_time(start: Start, again: bool) -> None:
    desk = start()
    texts = ["standing: {plain: 3}\npress: three\n", "standing: {plain: 4}\npress: four\n"]
    for number, text in enumerate([*texts, *texts[:again]]):
        desk.write(f"inbox/{number}.yaml", f"game: race\nturn: 1\nplayer: alice\n{text}")
        assert [line["verdict"] for line in desk.gm("take", "--json").lines] == ["taken"]
        desk.now -= timedelta(minutes=5)
    desk.gm("run", "--now")
    assert desk.result()["fences"][0]["played"]["Red Rum"] == (3 if again else 4)
    assert ("three" if again else "four") in desk.gm("report").out


def test_a_page_that_no_longer_fits_is_not_said_to_be_replaced(start: Start) -> None:
    desk = start()
    desk.order("alice", 2, "{3: 300, 4: 10}")
    desk.others(1, 1)
    desk.order("alice", 1, "{1: 250, 2: 9}")
    desk.gm("take")
    desk.gm("run")
    desk.order("alice", 2, "{3: 3, 4: 1}")
    assert "instead" not in desk.gm("take").out


def test_a_page_of_an_earlier_version_counts_from_when_it_was_taken_at_the_latest(post: Desk) -> None:
    """The step that brought the order of time: a mail from the future was stored as it said."""
    take(post, from_alice(A))
    database = Database(sqlite3.connect(post.folder / "zine.db"))
    database.execute("DROP INDEX idx_pages_counts_at")
    database.execute("ALTER TABLE pages DROP COLUMN file")
    database.execute("UPDATE pages SET counts_at = '2099-01-01T00:00:00+00:00'")
    next(step for step in migrations.STEPS if step.__name__.endswith("what_counts"))(database)
    database.conn.commit()
    post.write("inbox/b.yaml", B)
    assert "taken instead of the one before" in said(post)
    post.now += timedelta(hours=1)
    assert take(post, from_alice(page("alice", 30), hours=1, number=3)) == ["taken"]
    assert played(post) == 30


# Held pages


def test_a_held_page_counts_from_when_it_was_received(post: Desk) -> None:
    take(post, mail("al@new.example", A, NOW - timedelta(hours=2)))
    take(post, from_alice(B, hours=-1, number=2))
    told = post.gm("held", "--accept", 1).out
    assert "a later order is in force" in told
    assert played(post) == 20


def test_a_held_page_that_was_received_last_replaces_the_one_before(post: Desk) -> None:
    take(post, from_alice(B, hours=-2), mail("al@new.example", A, NOW - timedelta(hours=1)))
    assert "counts now, instead of the one before" in post.gm("held", "--accept", 2).out
    assert played(post) == 10


def test_a_held_page_whose_turn_has_been_run_comes_too_late(post: Desk) -> None:
    take(post, mail("al@new.example", A))
    post.gm("run", "--now")
    ran = post.gm("held", "--accept", 1, code=1)
    assert "too late" in ran.err
    assert "gm undo race" in ran.err
    assert "gm correct race --turn 1" in ran.err
    assert len(post.gm("held", "--json").lines) == 1, "nothing was changed"
    post.gm("undo")
    assert "counts now" in post.gm("held", "--accept", 1).out
    assert played(post) == 10
