"""Orders that are keyed again: to compare, in two passes, and where nobody is to see it."""

import io
import re
import sqlite3
import sys
from collections.abc import Callable

import pytest

from gm.desk.commands import Place
from gm.desk.commands.key import Machine
from tests.conftest import NOW, Desk
from tests.examples import race_file
from tests.test_keying import order_of

Start = Callable[..., Desk]


# Keyed again


def everything(desk: Desk) -> list[str]:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        return list(db.iterdump())


def test_a_line_that_is_keyed_again_agrees_or_differs_and_changes_nothing(start: Start) -> None:
    desk = start()
    desk.gm("key", "alice", 22, 15)
    before = everything(desk)
    for words in (["=", "alice", "22", "15"], ["=1b", "22,", "15"], ["= alice 1: 22; 2: 15"]):
        assert desk.gm("key", *words).out == "1B Alice Grey, Red Rum: agrees. 3 wanted\n"
    ran = desk.gm("key", "=", "alice", 22, 51, code=1)
    assert [each.strip() for each in ran.out.splitlines()] == [
        "1B Alice Grey, Red Rum: differs from what counts; nothing is changed. 3 wanted",
        "counts: Fence 2: 15.",
        "keyed now: Fence 2: 51.",
    ]
    assert "you play 600" in desk.gm("key", "=", "alice", 600, 15, code=1).out
    assert "no order of 2C Bob Grey, Crisp counts" in desk.gm("key", "=", "bob", 22, 15, code=1).err
    assert "there is no 2B" in desk.gm("key", "=", "2b", 22, 15, code=1).err
    desk.gm("key", "=", code=1)
    assert everything(desk) == before


def test_what_is_read_is_compared_and_not_how_it_is_written(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 022, 2: [{when: {fell: crisp}, play: 007}, ALL]}")
    desk.gm("take")
    line = "= alice 22; 2: [{when: {fell: Crisp}, play: 7}, all]"
    assert ": agrees" in desk.gm("key", line).out
    ran = desk.gm("key", line.replace("7", "8"), code=1)
    assert "Fence 1" not in ran.out
    assert "keyed now: Fence 2: all, or 8 if Crisp fell." in ran.out
    assert "differs" in desk.gm("key", line.replace("Crisp", "Foinavon"), code=1).out
    assert "differs" in desk.gm("key", "= alice 22 all", code=1).out
    assert "differs" in desk.gm("key", "= alice 220 all", code=1).out


def test_two_passes_agree_if_they_say_the_same(start: Start) -> None:
    desk = start()
    assert "once more" not in desk.gm("key", "--twice", "alice", 22, 15).err
    assert "agrees" in desk.gm("key", "--twice", "alice", "022", "0015").out


def test_what_came_on_a_page_is_compared_too_and_so_is_press_if_it_is_keyed(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 22, 2: [{when: {fell: Crisp}, play: 10}, 15]}", "press: He bites.\n")
    desk.gm("take")
    line = "alice 22; 2: [{when: {fell: Crisp}, play: 10}, 15]"
    assert ": agrees" in desk.gm("key", f"= {line}").out
    assert ": agrees" in desk.gm("key", f"= {line}; press: He bites.").out
    differs = desk.gm("key", f"= {line}; press: She bites.", code=1).out
    assert "counts: Press: He bites." in differs
    assert "keyed now: Press: She bites." in differs
    assert "Fence" not in differs


def test_in_a_blind_game_it_is_said_that_it_differs_and_not_how(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "No"}, more="blind: true\n"))
    desk.gm("start", "race")
    desk.gm("key", "alice", 137, 61)
    assert ": agrees" in desk.gm("key", "=", "alice", 137, 61).out
    ran = desk.gm("key", "=", "alice", 137, 62, code=1)
    assert "differs" in ran.out
    assert not re.search(r"\b(137|61|62)\b", ran.out + ran.err)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("+ Zoe Quick, Foinavon", "gm key enters nobody"),
        ("+zoe", "gm key enters nobody"),
        ("- bob", "gm key takes nobody out"),
        ("t3 dan 1 zoe 2= bob 2= ann 4", "gm key takes no results of tables"),
    ],
)
def test_what_is_kept_for_evenings_is_said_to_be_none_of_this_and_changes_nothing(
    start: Start, line: str, told: str
) -> None:
    desk = start()
    before = everything(desk)
    assert told in desk.gm("key", *line.split(), code=1).err
    assert everything(desk) == before


def test_a_player_who_is_called_like_a_table_is_named_after_a_full_stop(desk: Desk) -> None:
    desk.write("players.yaml", "t3: {name: Tess}\nbob: {name: Bob}\n")
    desk.write("games/race.yaml", race_file({"t3": "Crisp", "bob": "No"}))
    desk.gm("start", "race")
    assert "write .t3" in desk.gm("key", "t3", 1, 2, code=1).err
    assert "1B Tess" in desk.gm("key", ".t3", 1, 2).out


# Two passes


def twice(desk: Desk, *lines: str, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in lines)))
    return desk.gm("key", "--twice", code=code).out.splitlines()


def test_every_slip_is_wanted_from_two_passes(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    first = twice(desk, "alice 22 15", "bob 3 4", "carol 5 6", monkeypatch=monkeypatch)
    assert first[0].endswith("3 wanted, 1 to be keyed again")
    assert first[-1] == "keyed only once: 1B Alice Grey, 2C Bob Grey, 3D Carol Grey"
    second = twice(desk, "bob 3 4", "alice 22 51", "dave 7 8", "?", monkeypatch=monkeypatch, code=1)
    assert second[0] == "2C Bob Grey, Crisp: agrees. 1 wanted, 2 to be keyed again"
    assert "differs from what counts" in second[1]
    assert "to be keyed again: 1B Alice Grey, 3D Carol Grey, 4E Dave Grey" in second
    assert second[-2] == "keyed differently, and not settled: 1B Alice Grey"
    assert second[-1] == "keyed only once: 1B Alice Grey, 3D Carol Grey, 4E Dave Grey"
    assert '"2":"15"' in order_of(desk, "alice")  # a second pass changes nothing
    third = twice(desk, "alice 22 15", "carol 5 6", "dave 7 8", monkeypatch=monkeypatch)
    assert third[-1] == "Every order that was keyed was keyed twice."


def test_what_is_keyed_twice_in_the_same_way_counts(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    out = twice(desk, "alice 22 15", "alice 22 51", "alice 22 51", monkeypatch=monkeypatch, code=1)
    assert "2: 51 leaves 427, instead of the one before" in out[-2]
    assert out[-1] == "Every order that was keyed was keyed twice."
    assert '"2":"51"' in order_of(desk, "alice")


def test_a_slip_of_the_second_pass_that_slips_again_is_still_open(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = start()
    out = twice(desk, "alice 22 15", "alice 22 51", "alice 22 52", "u", "?", monkeypatch=monkeypatch, code=1)
    assert sum("differs from what counts" in each for each in out) == 2
    assert "taken back: 1B Alice Grey, Red Rum. 4 wanted" in out
    assert out[-1] == "Every order that was keyed was keyed twice."
    assert order_of(desk, "alice") == ""


def test_the_second_pass_may_be_at_another_keyboard(start: Start) -> None:
    desk = start()
    place, one, other = Place(desk.folder, NOW), Machine("race", twice=True), Machine("race", twice=True)
    for machine in (one, other):
        machine.look(place)
    for line in ("alice 1 1", "bob 2 2"):
        one.feed(place, line)
    other.feed(place, "alice 1 1")
    assert other.left == (2, 1)
    (told,) = one.two_passes(place).notes()
    assert str(told) == "keyed only once: 2C Bob Grey"


# Unseen


def test_blind_shows_a_tick_and_what_is_left_to_do(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    lines = ("alice 137 61", "= alice 137 61", "= alice 137 62", "2b 137 61", "137 61", "bob 137 fast", "bob 613 1",
             "bob 1 2 3", "bob", "u")  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in lines)))
    out = desk.gm("key", "--blind", code=1).out
    assert out.splitlines() == [
        "✓ 3 wanted", "✓ 3 wanted", "✗ 3 wanted", "it is not clear who orders", "it is not clear who orders",
        "✗ 3 wanted", "✗ 3 wanted", "this order cannot be read", "this order cannot be read", "✓ 4 wanted",
    ]  # fmt: skip
    assert desk.gm("key", "--blind", "--json", "alice", 137, 61).lines == [{"good": True, "wanted": 3}]
    assert "137" not in desk.gm("key", "--blind", 137, 61, code=1).err
