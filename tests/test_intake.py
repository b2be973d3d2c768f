"""Orders in: taken, superseded, unchanged, refused; early and late; and their receipts."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.conftest import NOW, Desk

Start = Callable[..., Desk]


def played(desk: Desk, horse: str = "Red Rum") -> list[int]:
    return [fence["played"][horse] for fence in desk.result()["fences"]]


def test_a_page_in_the_inbox_is_taken_and_put_away(start: Start) -> None:
    desk = start()
    path = desk.order("alice", 1, "{1: 22, 2: 10}")
    (taken,) = desk.gm("take", "--json").lines
    assert (taken["page"], taken["game"], taken["turn"], taken["player"]) == (f"inbox/{path.name}", "race", 1, "alice")
    assert taken["verdict"] == "taken"
    assert taken["problems"] == []
    assert not path.exists()
    assert (desk.folder / "inbox/taken/race/turn-01" / path.name).exists()


def test_the_receipt_can_be_recomputed_with_hashlib_alone(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 22, 2: [{when: {free: yes}, play: 0}, 10]}", "press: not part of the order\n")
    (taken,) = desk.gm("take", "--json").lines
    told = hashlib.sha256(f"{taken['nonce']}\n{taken['canonical']}".encode()).hexdigest()[:20]
    assert taken["receipt"] == told
    assert json.loads(taken["canonical"]) == {
        "game": "race", "turn": 1, "player": "alice",
        "orders": {"1": "22", "2": [{"when": {"free": "yes"}, "play": "0"}, "10"]},
    }  # fmt: skip
    desk.gm("run", "--now")
    report = json.loads(desk.gm("report", "--format", "json").out)
    assert report["receipts"] == {"alice": told, "bob": None, "carol": None, "dave": None}
    assert told in desk.gm("report").out
    private = desk.gm("report", "--for", "alice").out
    assert told in private
    assert taken["nonce"] in private
    assert taken["nonce"] not in desk.gm("report", "--for", "bob").out


def test_the_last_order_accepted_counts_and_a_refused_one_replaces_nothing(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 22, 2: 10}")
    desk.gm("take")
    desk.order("alice", 1, "{1: 33, 2: 11}")
    assert "instead of the one before" in desk.gm("take").out
    desk.order("alice", 1, "{1: 9999, 2: 11}")
    out = desk.gm("take", code=1).out
    assert "you play 9999 at fence 1, and you have 500." in out
    assert "not allowed" in out
    desk.others(1, 1)
    desk.gm("take", code=1)
    desk.gm("run")
    assert played(desk) == [33, 11]


def test_good_pages_beside_a_bad_one_are_taken_and_the_bad_one_stays(start: Start) -> None:
    desk = start()
    good, bad = desk.order("alice", 1, "{1: 22, 2: 10}"), desk.order("bob", 1, "{1: -3, 2: x}")
    verdicts = desk.gm("take", "--json", code=1).lines
    assert {each["player"]: each["verdict"] for each in verdicts} == {"alice": "taken", "bob": "refused"}
    assert bad.exists()
    assert not good.exists()
    problems = verdicts[1]["problems"]
    assert [problem["line"] for problem in problems] == [4, 4]
    assert all(set(problem) >= {"line", "level", "message", "hint"} for problem in problems)


def test_the_same_page_again_is_unchanged_whatever_its_turn(start: Start) -> None:
    desk = start()
    path = desk.order("alice", 1, "{1: 22, 2: 10}")
    text = path.read_bytes()
    (first,) = desk.gm("take", "--json").lines
    again = desk.write("elsewhere/again.yaml", text)
    desk.others(1, 1)
    desk.gm("take")
    for _ in range(2):
        (second,) = desk.gm("take", "--json", again).lines
        assert (second["verdict"], second["receipt"]) == ("unchanged", first["receipt"])
        desk.gm("run", "--turn", 1, "--now", code=None)
    assert again.exists(), "pages named elsewhere are left where they are"


def test_a_horse_may_be_named_instead_of_the_player(start: Start) -> None:
    desk = start()
    desk.write("a.yaml", "game: race\nturn: 1\nplayer: RED RUM\norders: {1: 22, 2: 10}\n")
    desk.write("b.yaml", "game: race\nturn: 1\nhorse: crisp\norders: {1: 22, 2: 10}\n")
    verdicts = desk.gm("take", "--json", desk.folder / "a.yaml", desk.folder / "b.yaml").lines
    assert [each["player"] for each in verdicts] == ["alice", "bob"]
    desk.write("c.yaml", "game: race\nturn: 1\nplayer: alice\nhorse: crisp\norders: {1: 22, 2: 10}\n")
    assert "not the same player" in desk.gm("take", desk.folder / "c.yaml", code=1).out


@pytest.mark.parametrize(
    ("page", "says", "line"),
    [
        ("game: rice\nturn: 1\nplayer: alice\norders: {1: 2}\n", "did you mean race?", 1),
        ("game: race\nturn: 1\nplayer: alicia\norders: {1: 2}\n", "did you mean alice?", 3),
        ("game: race\nturn: 1\nplayer: Red Rim\norders: {1: 2}\n", "did you mean Red Rum?", 3),
        ("game: race\nturn: 0\nplayer: alice\norders: {1: 2}\n", "turn: 1", 2),
        ("game: race\nturn: next\nplayer: alice\norders: {1: 2}\n", "no turn next", 2),
        ("game: race\nturn: 99\nplayer: alice\norders: {1: 2}\n", "there will be no turn 99", 2),
        ("game: race\nplayer: alice\norders: {1: 2}\n", "which turn", 0),
        ("game: race\nturn: 1\norders: {1: 2}\n", "who orders", 0),
        ("game: race\nturn: 1\nplayer: alice\nordrs: {1: 2}\n", "did you mean orders?", 4),
        ("game: race\nturn: 1\nplayer: alice\n", "no order on this page", 0),
        ("game: race\nturn: 1\nplayer: alice\norders:\n  1:\n  2:\n", "nothing is filled in", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {5: 2}\n", "fence 5 is not jumped on turn 1", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {one: 2}\n", "one is no fence", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {1: 2, 01: 3}\n", "1 is written twice", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: [1, 2]\n", "a line for each fence", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {1: 2, 2: [{whn: {free: yes}, play: 1}]}\n", "did you mean when?", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {1: 2, 2: [{when: {free: yes}}]}\n", "plays nothing", 4),
        ("game: race\nturn: 1\nplayer: alice\norders: {1: 2, 2: [[1]]}\n", "no alternative", 4),
        ("game: race\nturn: 1\nplayer: alice\nstanding: {plane: 2}\n", "did you mean plain?", 4),
        ("game: race\nturn: 1\nplayer: alice\nstanding: {plain: [2]}\n", "one number", 4),
    ],
)  # fmt: skip
def test_unknown_and_unallowed_say_so_with_the_line(start: Start, page: str, says: str, line: int) -> None:
    desk = start()
    path = desk.write("page.yaml", page)
    (refused,) = desk.gm("take", "--json", path, code=1).lines
    errors = [problem for problem in refused["problems"] if problem["level"] == "error"]
    assert any(says in problem["message"] + problem["hint"] and problem["line"] == line for problem in errors), errors


def test_what_checks_is_what_is_taken_and_checking_stores_nothing(start: Start) -> None:
    desk = start()
    path = desk.write(
        "page.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 600, 2: [{when: {fell: Krisp}, play: 3}]}\n"
    )
    before = desk.folder.joinpath("zine.db").read_bytes()
    checked = desk.gm("check", path, code=1).out
    assert desk.folder.joinpath("zine.db").read_bytes() == before
    taken = desk.gm("take", path, code=1).out
    assert checked.split("\n")[1:] == taken.split("\n")[1:]
    for piece in (
        ":4: you play 600 at fence 1, and you have 500.",
        "write a number from 0 to 500, or all",
        "did you mean Crisp?",
    ):
        assert piece in checked


def test_a_page_can_be_checked_away_from_the_zine_with_the_public_report(
    start: Start, tmp_path: "os.PathLike[str]"
) -> None:
    desk = start()
    away = Desk(desk.folder.parent / "player", desk.capsys, now=NOW)
    page = away.write("mine.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 600, 2: 10}\n")
    assert "no report of the game" in away.gm("check", page, code=1).err
    away.write("public.json", (desk.folder / "issues/race/turn-00/public.json").read_bytes())
    assert "you have 500" in away.gm("check", page, code=1).out
    page.write_text("game: race\nturn: 1\nplayer: Red Rum\norders: {1: 60, 2: 10}\n", encoding="utf-8")
    assert "would be taken" in away.gm("check", page).out
    assert "would be taken" in away.gm("check", "--with", desk.folder / "issues/race/turn-00/alice.json", page).out
    assert "made for bob" in away.gm("check", "--with", desk.folder / "issues/race/turn-00/bob.json", page, code=1).err


def test_an_early_order_is_kept_and_checked_again_when_its_turn_comes(start: Start) -> None:
    desk = start()
    desk.order("alice", 2, "{3: 30, 4: 10}")
    desk.order("bob", 2, "{3: 300, 4: 10}")
    for player in ("alice", "bob", "carol", "dave"):
        desk.order(player, 1, {"alice": "{1: 9, 2: 9}", "bob": "{1: 250, 2: 9}"}.get(player, "{1: 1, 2: 1}"))
    desk.gm("take")
    desk.gm("run")
    status = desk.gm("status").out
    assert "bob's order came early and no longer fits the position" in status
    assert "300" not in status
    assert "241" not in status
    (told,) = desk.gm("status", "--json").lines
    assert "alice" in told["ordered"]
    assert "bob" in told["missing"]
    desk.gm("run", "--now")
    assert played(desk)[0] == 30
    assert played(desk, "Crisp")[0] == 0
    assert "could not stand any more" in desk.gm("report", "--for", "bob").out


DEADLINES = "first: 2026-12-01 20:00, every: 3 weeks"


def test_a_late_order_is_kept_and_counts_only_if_the_game_master_says_so(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    desk.now = datetime(2026, 12, 1, 20, 1, tzinfo=UTC)
    path = desk.order("alice", 1, "{1: 22, 2: 10}")
    os.utime(path, (desk.now.timestamp(), desk.now.timestamp()))
    assert "too late: turn 1 was due on Tuesday 1 December 2026, 20:00 (GMT)." in desk.gm("take", code=1).out
    assert desk.gm("status", "--json").lines[0]["ordered"] == []
    (taken,) = desk.gm("take", "--late", "--json").lines
    assert taken["verdict"] == "taken"
    verdicts = sqlite3.connect(desk.folder / "zine.db").execute("SELECT verdict, late FROM pages").fetchall()
    assert verdicts == [("refused", 1), ("taken", 1)]


def test_a_file_that_came_in_time_is_not_late_because_it_is_read_late(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    path = desk.order("alice", 1, "{1: 22, 2: 10}")
    os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    desk.now = NOW + timedelta(days=60)
    assert desk.gm("take", "--json").lines[0]["verdict"] == "taken"


def test_a_standing_order_stays_until_replaced(start: Start) -> None:
    desk = start(many=6, course="4 plain, water, plain")
    desk.order("alice", 1, "{1: 22, 2: 10}", "standing: {plain: 8, water: 20}\n")
    for player in ("bob", "carol", "dave", "erin", "frank"):
        n = ord(player[0]) - ord("a")
        desk.order(player, 1, f"{{1: {n}, 2: {n}}}", f"standing: {{plain: {n}, water: {n}}}\n")
    desk.gm("take")
    desk.gm("run", "--now")
    (told,) = desk.gm("status", "--json").lines
    assert told["missing"] == []
    assert "alice (standing)" in desk.gm("status").out
    desk.gm("run")
    assert played(desk) == [8, 8]
    assert "standing order for plain fences" in desk.gm("report", "--for", "alice").out
    desk.order("alice", 3, "{6: 3}", "standing: none\n")
    desk.gm("take")
    desk.gm("run", "--now")
    assert played(desk)[0] == 0
    assert "There was no order for it." in desk.gm("report", "--for", "alice").out


def test_press_alone_or_a_standing_order_alone_replaces_no_order(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 22, 2: 10}", "press: first\n")
    desk.gm("take")
    desk.write("inbox/press.yaml", "game: race\nturn: 1\nplayer: alice\npress: second thoughts\n")
    desk.write("inbox/standing.yaml", "game: race\nturn: 1\nplayer: alice\nstanding: {plain: 1}\n")
    desk.others(1, 1)
    desk.gm("take")
    desk.gm("run", "--now")
    assert played(desk) == [22, 10]
    report = desk.gm("report").out
    assert "second thoughts" in report
    assert "first" not in report.split("PRESS")[1].split("NEXT")[0]


def test_a_fallen_horse_can_send_press_but_no_orders(start: Start) -> None:
    desk = start()
    desk.others(1, 1, but="dave")
    desk.gm("take")
    desk.gm("run", "--now")
    desk.order("dave", 2, "{3: 9, 4: 9}")
    assert "Aldaniti fell at fence 1" in desk.gm("take", code=1).out
    desk.write("inbox/press.yaml", "game: race\nturn: 2\nplayer: dave\npress: from the ditch\n")
    desk.gm("take", desk.folder / "inbox/press.yaml")


def test_every_page_is_kept_as_it_came(start: Start) -> None:
    desk = start()
    pages = [
        b"game: race\r\nturn: 1\r\nplayer: alice\r\norders: {1: 5, 2: 5}\r\n",
        b"\x00\x01 junk",
        b"game: nowhere\n",
    ]
    for number, page in enumerate(pages):
        desk.write(f"inbox/{number}.yaml", page)
    desk.gm("take", code=1)
    desk.gm("take", code=1)
    rows = (
        sqlite3.connect(desk.folder / "zine.db")
        .execute("SELECT content, verdict, source, arrived_at FROM pages")
        .fetchall()
    )
    assert sorted(row[0] for row in rows) == sorted(pages)
    assert all(row[2] and row[3] for row in rows)


def test_hostile_pages_leave_the_earlier_order_in_force(start: Start) -> None:
    from tests.test_pages import HOSTILE

    desk = start()
    desk.order("alice", 1, "{1: 22, 2: 10}")
    desk.gm("take")
    for number, text in enumerate(HOSTILE.values()):
        desk.write(f"hostile/{number}.yaml", text)
    verdicts = desk.gm("take", "--json", desk.folder / "hostile", code=1).lines
    assert len(verdicts) == len(HOSTILE)
    assert {each["verdict"] for each in verdicts} == {"refused"}
    desk.others(1, 1)
    desk.gm("take")
    desk.gm("run", "--now")
    assert played(desk) == [22, 10]
