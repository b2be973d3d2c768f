"""A turn that was run is put right: played again with the change, told, kept in both versions, and taken back whole."""

import io
import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Desk

Start = Callable[..., Desk]
FIELD = ("alice", "bob", "carol", "dave")
SIX = (*FIELD, "erin", "frank")


def play(desk: Desk, turn: int, **numbers: tuple[int, int]) -> None:
    first = 2 * turn - 1
    for player, (one, two) in numbers.items():
        desk.order(player, turn, f"{{{first}: {one}, {first + 1}: {two}}}")
    desk.gm("take")
    desk.gm("run", "--now")


@pytest.fixture
def raced(start: Start) -> Desk:
    """Six horses and two turns: alice falls at fence 1, bob at fence 2, carol at 3, dave at 4."""
    desk = start(6, course="8 plain")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
    play(desk, 2, carol=(3, 9), dave=(10, 4), erin=(13, 13), frank=(14, 14))
    return desk


def page(desk: Desk, player: str, turn: int, orders: str, more: str = "") -> Path:
    return desk.write(f"{player}-{turn}.yaml", f"game: race\nturn: {turn}\nplayer: {player}\norders: {orders}\n{more}")


def correct(desk: Desk, turn: int, *args: object, code: int = 0) -> Any:
    ran = desk.gm(
        "correct", "race", "--turn", turn, "--because", "It was misread.", "--yes", "--json", *args, code=code
    )
    return ran.lines[0] if code == 0 else ran.err


def fell(desk: Desk, turn: int) -> list[list[str]]:
    return [fence["fell"] for fence in desk.result(turn=turn)["fences"]]


def told(desk: Desk, turn: int, *args: object) -> str:
    return desk.gm("report", "race", "--turn", turn, *args).out


# What is played


def test_an_amended_order_is_played_and_every_later_turn_after_it(raced: Desk) -> None:
    assert (fell(raced, 1), fell(raced, 2)) == ([["Red Rum"], ["Crisp"]], [["Foinavon"], ["Aldaniti"]])
    answer = correct(raced, 1, "--order", page(raced, "bob", 1, "{1: 10, 2: 20}"))
    assert fell(raced, 1) == [["Red Rum"], ["Foinavon"]]
    assert fell(raced, 2) == [["Crisp"], ["Aldaniti"]], "bob has no order for turn 2, so he plays nothing"
    assert answer == {
        "game": "race", "turn": 1, "because": "It was misread.",
        "turns": [{"turn": 1, "changed": ["bob", "carol"]}, {"turn": 2, "changed": ["bob", "carol"]}],
        "errata": list(SIX),
    }  # fmt: skip


def test_an_order_that_never_came_is_added_late_or_not(start: Start) -> None:
    desk = start(4, course="8 plain", deadlines="first: 2026-11-16 11:00, every: 1 week")
    desk.gm("run", "--now")
    assert fell(desk, 1) == [["Aldaniti", "Crisp", "Foinavon", "Red Rum"]]
    answer = correct(desk, 1, "--order", page(desk, "carol", 1, "{1: 10, 2: 20}"))
    assert desk.result(turn=1)["winners"] == ["Foinavon"]
    assert answer["turns"][0]["changed"] == ["carol"]


def test_a_struck_order_is_played_by_the_rules_for_missing_ones(raced: Desk) -> None:
    correct(raced, 1, "--strike", "frank")
    assert fell(raced, 1)[0] == ["Tipperary Tim"]
    assert raced.result(turn=1)["fences"][0]["played"]["Tipperary Tim"] == 0


def test_a_struck_order_is_not_played_from_a_standing_one_either(start: Start) -> None:
    desk = start(4, course="8 plain")
    desk.order("alice", 1, "{1: 50, 2: 50}", "standing: {plain: 40}\n")
    desk.gm("take")
    play(desk, 1, bob=(1, 2), carol=(3, 1), dave=(4, 4))
    correct(desk, 1, "--strike", "Red Rum")
    assert desk.result(turn=1)["fences"][0]["played"]["Red Rum"] == 0


def test_a_later_order_that_can_no_longer_stand_is_set_aside_and_told(raced: Desk) -> None:
    page(raced, "carol", 1, "{1: 0, 2: 11}")
    args = ("--turn", 1, "--because", "Misread", "--order", raced.folder / "carol-1.yaml", "--yes")
    out = " ".join(raced.gm("correct", "race", *args).out.split())
    assert "the order of carol can no longer stand: Foinavon fell at fence 1" in out
    report = " ".join(told(raced, 2, "--for", "carol").split())
    assert "could not stand any more: Foinavon fell at fence 1" in report


def test_a_horse_that_runs_on_again_is_played_by_what_it_had_on_file(start: Start) -> None:
    desk = start(6, course="8 plain")
    desk.order("alice", 2, "{3: 33, 4: 44}")
    desk.order("bob", 1, "{1: 10, 2: 1}", "standing: {plain: 22}\n")
    play(desk, 1, alice=(1, 9), carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
    play(desk, 2, carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
    correct(desk, 1, "--ruling", "stands Red Rum", "--ruling", "stands Crisp")
    played = [fence["played"] for fence in desk.result(turn=2)["fences"]]
    assert [(each["Red Rum"], each["Crisp"]) for each in played] == [(33, 22), (44, 22)]


def test_an_option_holds_from_its_turn_on(raced: Desk) -> None:
    correct(raced, 2, "--option", "nmr=retire", "--option", "nmr_limit=1")
    assert "From this turn on nmr is retire." in told(raced, 2)
    raced.gm("run", "--now")
    assert raced.result()["over"], "nobody ordered, and everybody is taken out"


def test_a_ruling_is_told_with_its_reason(raced: Desk) -> None:
    correct(raced, 1, "--ruling", "set aside the fall of Red Rum at fence 1")
    text = " ".join(told(raced, 1).split())
    assert "RULINGS OF THE GAME MASTER" in text
    assert "The fall of Red Rum at fence 1 is set aside: it runs on with 499 points." in text
    for form in ("txt", "html"):
        assert "It was misread." in told(raced, 2, "--format", form, "--for", "erin")
    assert json.loads(told(raced, 1, "--format", "json"))["corrected"] == [{"turn": 1, "because": "It was misread."}]


def test_a_ruling_of_before_is_made_again_or_set_aside(raced: Desk) -> None:
    correct(raced, 2, "--ruling", "stands Foinavon")
    correct(raced, 1, "--ruling", "points Tipperary Tim +7")
    assert fell(raced, 2)[0] == []
    correct(raced, 1, "--order", page(raced, "carol", 1, "{1: 0, 2: 0}"))
    assert "Foinavon" not in str(fell(raced, 2)), "it was out before, so there is no fall to set aside"
    assert "is set aside" not in told(raced, 2)


def test_a_game_that_goes_on_longer_is_open_again(start: Start) -> None:
    desk = start(4, course="8 plain", deadlines="first: 2026-11-16 13:00, every: 1 week")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12))
    play(desk, 2, carol=(1, 9), dave=(10, 10))
    assert desk.result()["over"]
    correct(desk, 2, "--ruling", "stands Foinavon")
    (state,) = desk.gm("status", "--json").lines
    assert (state["turn"], state["over"], state["missing"]) == (3, False, ["carol", "dave"])
    assert state["deadline"].startswith("2026-11-30")
    desk.order("carol", 3, "{4: 1}")
    desk.order("dave", 3, "{4: 2}")
    desk.gm("take")
    desk.gm("run")
    assert desk.result()["winners"] == ["Aldaniti"]


def test_a_game_that_ends_sooner_has_turns_that_are_void(start: Start) -> None:
    desk = start(4, course="8 plain", options="free_fences: none")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12))
    play(desk, 2, carol=(9, 9), dave=(10, 10))
    out = desk.gm(
        "correct", "race", "--turn", 1, "--order", page(desk, "bob", 1, "{1: 1, 2: 9}"), "--because", "x", "--yes"
    )
    assert "The game ends sooner: turns 2 are void." in out.out
    assert desk.gm("status", "--json").lines[0]["over"]
    assert "has not run turn 2" in desk.gm("report", "--turn", 2, code=1).err
    assert not (desk.folder / "issues/race/turn-02").exists()
    desk.gm("undo")
    assert (desk.folder / "issues/race/turn-02/public.txt").exists()
    assert desk.result(turn=2)["winners"] == ["Aldaniti"]


# What is refused


def test_what_makes_no_sense_is_refused_and_nothing_is_changed(raced: Desk) -> None:
    before = (raced.files(), raced.gm("status", "--json").out)
    good = page(raced, "bob", 1, "{1: 10, 2: 20}")
    refused = {
        "has not been run": (3, "--strike", "erin"),
        "no order of turn 2 to be struck": (2, "--strike", "alice"),
        "nobody called zoe": (1, "--strike", "zoe"),
        "there is no ruling": (1, "--ruling", "make it so"),
        "no option called": (1, "--option", "colour=red"),
        "settled when the game started": (1, "--option", "points=600"),
        "is no option with a value": (1, "--option", "points"),
        "two orders of bob": (1, "--order", good, "--order", good),
        "there is no file or folder": (1, "--order", raced.folder / "missing.yaml"),
        "such an order cannot be taken for turn 1": (1, "--order", page(raced, "erin", 1, "{1: 9999, 2: 1}")),
        "is for turn 2, not for turn 1": (1, "--order", page(raced, "erin", 2, "{3: 1, 4: 1}")),
    }
    for why, (turn, *args) in refused.items():
        err = " ".join(correct(raced, turn, *args, code=1).split())
        assert why in err, err
    for name in ("bob-1.yaml", "erin-1.yaml", "erin-2.yaml"):
        (raced.folder / name).unlink()
    assert (raced.files(), raced.gm("status", "--json").out) == before


def test_a_correction_needs_a_turn_a_change_and_a_reason(raced: Desk) -> None:
    assert "say which turn" in raced.gm("correct", "--because", "x", "--strike", "erin", code=2).err
    assert "say what is to be put right" in raced.gm("correct", "--turn", 1, "--because", "x", code=2).err
    assert "needs a reason" in raced.gm("correct", "--turn", 1, "--strike", "erin", "--yes", code=1).err
    long = raced.gm("correct", "--turn", 1, "--strike", "erin", "--yes", "--because", "x" * 300, code=1).err
    assert "at most 200 letters" in long


def test_the_rulings_that_there_are_can_be_listed(raced: Desk) -> None:
    out = raced.gm("correct", "race", "--rulings").out
    assert "set aside the fall of Red Rum at fence 5" in out
    (listed,) = raced.gm("correct", "race", "--rulings", "--json").lines
    assert len(listed["rulings"]) == 3


# Asking


ARGS = ("correct", "race", "--turn", 1, "--because", "Misread", "--strike", "frank")


def test_without_yes_it_shows_what_would_change_and_asks(raced: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = raced.gm("report", "--turn", 1).out
    asked = raced.gm(*ARGS, code=1)
    assert "frank: points 472 → 0" in asked.out
    assert "Is it to be corrected so?" in asked.out
    assert "nothing was changed" in asked.err
    assert "--yes" in asked.err
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    raced.gm(*ARGS, code=1)
    assert raced.gm("report", "--turn", 1).out == before
    assert raced.gm("report", "--turn", 1, "--version", 2, code=1).err
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    done = raced.gm(*ARGS).out
    assert done.count("frank: points 472 → 0") == 1, "what was shown is not shown again"
    assert "jump 1: 14 → 0" in done
    assert raced.gm("report", "--turn", 1).out != before


def test_what_was_shown_is_what_is_done_or_it_is_refused(raced: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another command takes the last turn back while the game master thinks."""

    class Meanwhile(io.StringIO):
        def readline(self, *args: Any) -> str:
            with sqlite3.connect(raced.folder / "zine.db") as db:
                db.execute("UPDATE games SET head = (SELECT parent FROM turns WHERE id = games.head)")
            return "y\n"

    monkeypatch.setattr("sys.stdin", Meanwhile())
    assert "another gm command has just been here" in raced.gm(*ARGS, code=1).err
    assert "Corrected" not in told(raced, 1)


# Versions, undo, redo


def test_both_versions_are_kept(raced: Desk) -> None:
    first = {turn: told(raced, turn, "--for", "erin") for turn in (1, 2)}
    correct(raced, 1, "--strike", "frank")
    for turn in (1, 2):
        assert told(raced, turn, "--for", "erin", "--version", 1) == first[turn]
        assert told(raced, turn, "--for", "erin", "--version", 2) == told(raced, turn, "--for", "erin") != first[turn]
        folder = raced.folder / f"issues/race/turn-{turn:02}"
        assert (folder / "erin.txt").read_text(encoding="utf-8") == told(raced, turn, "--for", "erin")
    assert "there is no version 3 of turn 1" in raced.gm("report", "--turn", 1, "--version", 3, code=1).err


def test_undo_takes_a_correction_back_as_a_whole_and_redo_brings_it_again(raced: Desk) -> None:
    def seen() -> Any:
        files = {
            name: data
            for name, data in raced.files().items()
            if name.startswith("issues/race/turn-0") and "undone" not in name
        }
        return files, raced.gm("status", "--json").out, [told(raced, turn, "--for", "erin") for turn in (0, 1, 2)]

    before = seen()
    correct(raced, 1, "--order", page(raced, "erin", 1, "{1: 20, 2: 20}", "standing: {plain: 9}\n"))
    corrected = seen()
    assert corrected != before
    raced.gm("undo", "race")
    assert seen() == before
    raced.gm("redo", "race")
    assert seen() == corrected
    raced.gm("undo")
    raced.gm("undo")
    assert raced.gm("status", "--json").lines[0]["turn"] == 2
    raced.gm("redo")
    assert raced.gm("status", "--json").lines[0]["turn"] == 3
    raced.gm("redo")
    assert seen() == corrected


def test_redo_brings_what_was_taken_back_last_whatever_the_clock_says(raced: Desk) -> None:
    def heading() -> list[str]:
        return raced.gm("report", "race").out.splitlines()[1:3]

    correct(raced, 2, "--strike", "erin")
    corrected = heading()
    raced.gm("undo")
    before = heading()
    raced.gm("undo")
    raced.gm("redo")
    assert heading() == before, "the turn as it was run, not as it was corrected"
    raced.gm("redo")
    assert heading() == corrected
    raced.gm("undo")
    play(raced, 3, erin=(15, 15), frank=(16, 16))
    third = heading()
    raced.gm("undo")
    raced.gm("redo")
    assert heading() == third, "it was taken back after the correction was"


def test_a_standing_order_that_came_with_a_correction_stands_from_its_turn_on(raced: Desk) -> None:
    correct(raced, 1, "--order", page(raced, "erin", 1, "{1: 13, 2: 13}", "standing: {plain: 9}\n"))
    raced.gm("run", "--now")
    assert raced.result()["fences"][0]["played"]["Golden Miller"] == 9
    raced.gm("undo")
    raced.gm("undo")
    raced.gm("run", "--now")
    assert raced.result()["fences"][0]["played"]["Golden Miller"] == 0


# The same, whichever way one comes to it


def test_a_correction_that_changes_nothing_leaves_every_event_as_it_was(raced: Desk) -> None:
    def events() -> Any:
        with sqlite3.connect(raced.folder / "zine.db") as db:
            chain = """WITH RECURSIVE c(id, parent) AS (SELECT t.id, t.parent FROM turns t JOIN games g ON g.head = t.id
                UNION ALL SELECT t.id, t.parent FROM turns t JOIN c ON t.id = c.parent)
                SELECT kind, ruling, audience, data FROM events JOIN c ON turn_id = c.id ORDER BY turn_id, n"""
            return db.execute(chain).fetchall()

    before = events()
    answer = correct(raced, 1, "--order", page(raced, "erin", 1, "{1: 13, 2: 13}"))
    assert events() == before
    assert all(not each["changed"] for each in answer["turns"])
    assert answer["errata"] == []


def test_an_order_put_right_leads_where_it_would_have_led_from_the_start(start: Start, tmp_path: Path) -> None:
    desk = start(6, course="8 plain")
    other = replace(desk, folder=tmp_path / "other")
    shutil.copytree(desk.folder, other.folder)
    for each, misread in ((desk, 1), (other, 30)):
        play(each, 1, alice=(misread, 30), bob=(10, 2), carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
        for player in SIX:
            each.order(player, 2, f"{{3: {len(player)}, 4: {ord(player[0])}}}")
        each.gm("take", code=None)
        for refused in (each.folder / "inbox").glob("*.yaml"):
            refused.unlink()
        each.gm("run", "--now")
    assert desk.result() != other.result()
    correct(desk, 1, "--order", page(desk, "alice", 1, "{1: 30, 2: 30}"))
    correct(desk, 2, "--order", page(desk, "alice", 2, "{3: 5, 4: 97}"))
    assert position(desk) == position(other)
    assert [fell(desk, turn) for turn in (1, 2)] == [fell(other, turn) for turn in (1, 2)]


def position(desk: Desk) -> str:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        ((found,),) = db.execute("SELECT position FROM turns JOIN games ON games.head = turns.id").fetchall()
    return str(found)
