"""Running turns, the guards, taking them back, deadlines, and the record of it all."""

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest

from gm import games
from gm.core.game import Game
from tests.conftest import Desk
from tests.examples import RACE, race_file

Start = Callable[..., Desk]
DEADLINES = "first: 2026-12-01 20:00, every: 3 weeks"
AFTER = datetime(2026, 12, 1, 20, 30, tzinfo=UTC)


def all_order(desk: Desk, turn: int, fences: tuple[int, int], *players: str) -> None:
    for number, player in enumerate(players or ("alice", "bob", "carol", "dave")):
        desk.order(player, turn, f"{{{fences[0]}: {10 + number}, {fences[1]}: {5 + number}}}")
    desk.gm("take")


def test_before_the_deadline_a_turn_waits_for_missing_orders(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    all_order(desk, 1, (1, 2), "alice", "bob", "carol")
    err = desk.gm("run", code=1).err
    assert "not due until Tuesday 1 December 2026" in err
    assert "1 of 4 have not ordered: dave" in err
    all_order(desk, 1, (1, 2), "dave")
    desk.gm("run")


def test_after_the_deadline_a_few_may_be_missing_but_not_suspiciously_many(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    all_order(desk, 1, (1, 2), "alice")
    desk.now = AFTER
    assert "suspiciously many" in desk.gm("run", code=1).err
    desk.gm("run", "--now")


def test_after_the_deadline_one_missing_order_does_not_hold_up_the_others(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    all_order(desk, 1, (1, 2), "alice", "bob", "carol")
    desk.now = AFTER
    desk.gm("run")
    assert desk.result()["fences"][0]["fell"] == ["Aldaniti"]


def test_without_a_deadline_a_turn_waits_for_everybody(start: Start) -> None:
    desk = start()
    assert "no deadline" in desk.gm("run", code=1).err


def test_a_turn_that_has_been_run_is_not_run_again(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    desk.gm("run", "--turn", 1)
    assert "turn 1 of race has been run" in desk.gm("run", "--turn", 1, "--now", code=1).err
    assert "turn 2 of race comes first" in desk.gm("run", "--turn", 3, "--now", code=1).err
    assert desk.gm("status", "--json").lines[0]["turn"] == 2


def test_a_dry_run_shows_and_stores_nothing(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    before = desk.files()
    dry = desk.gm("run", "--dry-run").out
    assert desk.files() == before
    assert desk.gm("status", "--json").lines[0]["turn"] == 1
    desk.gm("run")
    assert dry.startswith(desk.gm("report").out)


def test_status_never_tells_what_anybody_ordered(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 123, 2: 77}", "standing: {plain: 88}\n")
    desk.gm("take")
    for out in (desk.gm("status").out, desk.gm("status", "--json").out):
        assert not any(number in out for number in ("123", "77", "88"))
    (told,) = desk.gm("status", "--json").lines
    assert told == {
        "game": "race", "rules": RACE, "turn": 1, "deadline": None, "over": False,
        "ordered": ["alice"], "missing": ["bob", "carol", "dave"],
    }  # fmt: skip


def test_of_a_field_that_would_fill_the_screen_the_first_are_told(desk: Desk) -> None:
    names = [f"p{number:03}" for number in range(250)]
    desk.write("players.csv", "id\n" + "".join(f"{each}\n" for each in names))
    desk.write("games/field.csv", "player,horse\n" + "".join(f"{each},Horse {each}\n" for each in names))
    (desk.folder / "players.yaml").unlink()
    desk.write("games/race.yaml", race_file("field.csv"))
    desk.gm("start", "race")
    assert desk.gm("status").out.splitlines()[3] == f"  missing (250): {', '.join(names[:50])}, and 200 more"
    assert desk.gm("status", "--json").lines[0]["missing"] == names
    assert desk.gm("run", "race", code=1).err.splitlines()[0].endswith(" p048, p049, and 200 more.")
    desk.gm("run", "race", "--now")
    righted = ("--ruling", "reinstate Horse p000 with 90 points", "--because", "A slip.")
    told = desk.gm("correct", "race", "--turn", 1, *righted, "--yes").out.splitlines()
    (by_hand,) = (line for line in told if line.startswith("By hand"))
    assert by_hand.endswith(" p048, p049, and 200 more.")


def test_undo_brings_back_the_turn_and_its_orders_and_redo_the_result(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    first = desk.gm("report", "--format", "json").out
    shown = {name: text for name, text in desk.files().items() if "turn-01/" in name}
    desk.gm("undo")
    (told,) = desk.gm("status", "--json").lines
    assert (told["turn"], told["missing"]) == (1, [])
    assert not (desk.folder / "issues/race/turn-01").exists()
    assert (desk.folder / "issues/race/turn-01.undone-1/public.txt").exists()
    desk.gm("redo")
    assert desk.gm("report", "--format", "json").out == first
    assert {name: text for name, text in desk.files().items() if "turn-01/" in name and "inbox" not in name} == {
        name: text for name, text in shown.items() if "inbox" not in name
    }
    assert "has been taken back" in desk.gm("redo", code=1).err


def test_an_undone_turn_can_be_run_differently_and_nothing_is_deleted(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    desk.gm("undo")
    desk.order("alice", 1, "{1: 50, 2: 50}")
    desk.gm("take")
    desk.gm("run")
    assert desk.result()["fences"][0]["played"]["Red Rum"] == 50
    rows = (
        sqlite3.connect(desk.folder / "zine.db")
        .execute("SELECT turn, undone_at IS NULL FROM turns ORDER BY id")
        .fetchall()
    )
    assert rows == [(0, 1), (1, 0), (1, 1)]
    desk.gm("undo")
    desk.gm("redo")
    assert desk.result()["fences"][0]["played"]["Red Rum"] == 50


def test_orders_for_a_later_turn_survive_an_undo_and_are_checked_again(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    desk.order("dave", 2, "{3: 470, 4: 1}")
    desk.gm("take")
    desk.gm("undo")
    desk.order("dave", 1, "{1: 300, 2: 50}")
    desk.gm("take")
    desk.gm("run")
    assert "dave's order came early and no longer fits" in desk.gm("status").out


def test_there_is_nothing_to_undo_before_the_first_turn(start: Start) -> None:
    assert "has not run a turn yet" in start().gm("undo", code=1).err


def test_a_whole_race_ends_and_then_nothing_can_be_run(start: Start) -> None:
    desk = start(course="3 plain")
    desk.gm("run", "--now")
    told = desk.result()
    assert told["over"]
    assert told["winners"] == []
    assert "over" in desk.gm("run", "--now", code=1).err
    assert desk.gm("status", "--json").lines[0]["over"] is True
    assert "It is over." in desk.gm("status").out
    report = desk.gm("report").out
    assert "there is no winner" in report
    assert "NEXT" not in report


def test_deadlines_follow_one_another_and_keep_their_rhythm_after_an_extension(start: Start) -> None:
    desk = start(deadlines=DEADLINES)
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2026-12-01T20:00:00+00:00"
    desk.gm("extend", "--to", "2026-12-03 21:00")
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2026-12-03T21:00:00+00:00"
    desk.gm("extend", "--to", "2 days")
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2026-12-05T21:00:00+00:00"
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2026-12-22T20:00:00+00:00"
    assert json.loads(desk.gm("report", "--format", "json").out)["deadline"] == "2026-12-22T20:00:00+00:00"


def test_a_deadline_keeps_its_hour_through_the_change_of_clocks(start: Start) -> None:
    desk = start(deadlines="first: 2027-03-20 20:00, every: 2 weeks")
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2027-04-03T20:00:00+01:00"


@pytest.mark.parametrize("to", ["yesterday", "2020-01-01", "0 days", ""])
def test_a_deadline_that_makes_no_sense_is_refused(start: Start, to: str) -> None:
    desk = start(deadlines=DEADLINES)
    desk.gm("extend", "--to", to, code=1)
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2026-12-01T20:00:00+00:00"


def test_a_changed_game_file_is_noticed_and_does_not_count(start: Start) -> None:
    desk = start()
    path = desk.folder / "games/race.yaml"
    path.write_text(path.read_text().replace("becher", "chair"))
    assert "was changed after the start" in desk.gm("status").out
    assert json.loads(desk.gm("report", "--format", "json").out)["case"]["course"][4] == "becher"


def test_inputs_events_and_position_are_kept_for_every_turn(start: Start) -> None:
    desk = start()
    all_order(desk, 1, (1, 2))
    desk.gm("run")
    db = sqlite3.connect(desk.folder / "zine.db")
    (inputs, position) = db.execute("SELECT inputs, position FROM turns WHERE turn = 1").fetchone()
    assert set(json.loads(inputs)["orders"]) == {"alice", "bob", "carol", "dave"}
    assert json.loads(position)["fence"] == 3
    assert db.execute("SELECT count(*) FROM events").fetchone()[0] > 20
    assert [row[0] for row in db.execute("SELECT command FROM journal ORDER BY id")] == ["start", "run"]


def test_what_need_not_be_ordered_is_awaited_until_the_deadline_and_not_missed_after_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, race = start(4, deadlines="first: 2026-12-01 20:00, every: 1 week"), games.load(RACE)
    owed = race.agenda
    monkeypatch.setitem(vars(race), "optional", True)
    monkeypatch.setitem(vars(race), "agenda", lambda *asked: [each._replace(optional=True) for each in owed(*asked)])
    monkeypatch.setitem(vars(race), "owing", partial(Game.owing, race))  # by the agenda of each
    assert desk.gm("status", "--json").lines[0]["missing"] == ["alice", "bob", "carol", "dave"]
    assert "is not due until" in desk.gm("run", code=1).err
    desk.now = datetime(2026, 12, 2, tzinfo=UTC)
    desk.gm("run")
