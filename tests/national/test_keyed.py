"""Handwritten slips of a meeting: a line each for the limits, the bets and the rides, and read back."""

import io
import json
import sqlite3
import sys
from typing import Any

import pytest

from tests.conftest import Desk
from tests.national.atdesk import brought_to


def part_of(desk: Desk, player: str) -> dict[str, Any]:
    """What was stored last for a player, beside game, turn and name."""
    query = "SELECT canonical FROM pages WHERE player = ? AND verdict = 'taken' ORDER BY id DESC"
    with sqlite3.connect(desk.folder / "zine.db") as db:
        (found,) = db.execute(query, (player,)).fetchone()
    return {key: each for key, each in json.loads(found).items() if key not in ("game", "turn", "player")}


@pytest.mark.parametrize(
    "line",
    [
        "brown sugar 90, odd sock 10",
        "Brown Sugar 90; Odd Sock 10",
        "brown sugar 90 odd sock 10",
        "brown 90 odd 10",
        "1 90, 30 10",
        "1 90 30 10",
        "brown sugar £90,000, odd sock 10.000",
        "1 90 000; 30 10 000",
        "Brown Sugar: 90; Odd Sock: 10",
        "1 90; Odd Sock: 10",
        "bids: {Brown Sugar: 90, Odd Sock: 10}",
    ],
)
def test_limits_are_keyed_as_they_stand_on_the_slip(desk: Desk, line: str) -> None:
    brought_to(desk, "sale")
    out = desk.gm("key", f"alice {line}").out
    assert "Brown Sugar: up to £90,000, Odd Sock: up to £10,000" in out
    assert "if you buy the dearest 2 at your limits, £150,000 are left" in out
    bids = part_of(desk, "alice")["bids"]
    assert bids == {"Brown Sugar": "90", "Odd Sock": "10"}


@pytest.mark.parametrize("phase", ["ante-post", "betting"])
@pytest.mark.parametrize(
    "line",
    ["odd sock 10 place", "10 place odd sock", "odd 10,000 for a place", "Odd Sock: 10 place", "10 Platz auf odd sock"],
)
def test_a_bet_is_keyed_in_any_order(desk: Desk, phase: str, line: str) -> None:
    brought_to(desk, phase)
    assert "Odd Sock: £10,000 for a place at" in desk.gm("key", f"bob {line}").out
    assert part_of(desk, "bob")["bets"] in ({"Odd Sock": ["10 place"]}, {"Odd Sock": "10 place"})


def test_a_horse_may_be_backed_twice_on_one_line(desk: Desk) -> None:
    brought_to(desk, "betting")
    out = desk.gm("key", "bob gun metal 20 win, gun metal 10 place, late bus 10 win").out
    assert part_of(desk, "bob")["bets"] == {"Gun Metal": ["20 win", "10 place"], "Late Bus": ["10 win"]}
    assert "Late Bus: £10,000 to win at" in out
    assert "£50,000 stay in your purse" in out


@pytest.mark.parametrize(
    ("line", "rides"),
    [
        ("5; 4-6 clear; 8-1 fence; retire", {"Brown Sugar": "5", "Gun Metal": "4-6 clear", "Copper Kite": "8-1 fence", "Odd Sock": "retire"}),
        ("5 4 6 3", {"Brown Sugar": "5", "Gun Metal": "4", "Copper Kite": "6", "Odd Sock": "3"}),
        ("5 - 6", {"Brown Sugar": "5", "Copper Kite": "6"}),
        ("-; -; lane 2 5", {"Copper Kite": "lane 2 5"}),
        ("gun 4-6 clear; brown sugar 5, 4", {"Gun Metal": "4-6 clear", "Brown Sugar": "5 4"}),
        ("5; Gun Metal: [{when: {place: 1}, ride: 3}, 4]", {"Brown Sugar": "5", "Gun Metal": [{"ride": "3", "when": {"place": "1"}}, "4"]}),
        ("5 hindernis; gun metal 4 oder frei", {"Brown Sugar": "5 fence", "Gun Metal": "4 or clear"}),
    ],
)  # fmt: skip
def test_rides_go_by_name_or_in_the_order_of_the_boxes(desk: Desk, line: str, rides: Any) -> None:
    brought_to(desk, "race")
    assert "as the field stands" in desk.gm("key", f"alice {line}").out
    assert part_of(desk, "alice")["ride"] == rides


def test_standing_rides_may_come_along(desk: Desk) -> None:
    brought_to(desk, "race")
    desk.gm("key", "alice 5; standing: {Gun Metal: 4 clear}")
    assert part_of(desk, "alice") == {"ride": {"Brown Sugar": "5"}, "standing": {"Gun Metal": "4 clear"}}


@pytest.mark.parametrize(
    ("phase", "line", "told"),
    [
        ("sale", "sir toby 20", ["there is no horse called sir toby"]),
        ("sale", "browm sugar 20", ["there is no horse called browm sugar", "did you mean Brown Sugar?"]),
        ("sale", "s 20", ["s could be Saltmarsh Sam, Slate Roof, Sixpenny March, Second Post"]),
        ("sale", "odd sock 10, odd sock 20", ["Odd Sock is written twice"]),
        ("sale", "odd sock 15", ["15 is no multiple of £10,000"]),
        ("ante-post", "10 win", ["10 win names no horse"]),
        ("ante-post", "brown shugar 10 win", ["there is no horse called brown shugar", "did you mean Brown Sugar?"]),
        ("ante-post", "odd sock 20 win", ["an ante-post bet is of £10,000, and yours is of £20,000"]),
        ("ante-post", "odd sock 10", ["this bet does not say whether it is to win or for a place"]),
        ("betting", "odd sock 990 win", ["you bet £990,000, and you have £90,000"]),
        ("race", "5 4 3 2 1", ["5 rides are too many: Brown Sugar, Gun Metal, Copper Kite, Odd Sock still run"]),
        ("race", "late bus 5", ["Late Bus is not yours"]),
        ("race", "5; 9", ["a ride has no 9"]),
        ("race", "5; brown sugar 4", ["Brown Sugar is written twice"]),
    ],
)
def test_a_line_that_cannot_stand_is_refused_and_nothing_counts(
    desk: Desk, phase: str, line: str, told: list[str]
) -> None:
    brought_to(desk, phase)
    ran = desk.gm("key", f"alice {line}", code=1)
    assert all(each in ran.out + ran.err for each in told), ran.out + ran.err
    assert "alice" in desk.gm("status", "--json").lines[0]["missing"]


@pytest.mark.parametrize(
    ("phase", "line", "again", "other"),
    [
        ("sale", "brown sugar 90, odd sock 10", "30 10000; 1 £90,000", "brown sugar 80, odd sock 10"),
        ("betting", "odd sock 10 place", "10,000 place odd", "odd sock 10 win"),
        ("race", "5; 4-6 clear", "gun 4 – 6, clear; brown 5", "5; 4-6 shoe"),
    ],
)
def test_a_second_pass_agrees_however_it_is_typed(desk: Desk, phase: str, line: str, again: str, other: str) -> None:
    brought_to(desk, phase)
    desk.gm("key", f"alice {line}")
    assert "agrees" in desk.gm("key", f"= alice {again}").out
    assert "differs from what counts" in desk.gm("key", f"= alice {other}", code=1).out


def test_two_passes_are_asked_for_and_end_when_both_agree(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    brought_to(desk, "betting")
    for line, last in (
        ("alice odd sock 10 place", "keyed only once: 1B Alice Grey"),
        ("alice odd 10,000 place", "keyed twice."),
    ):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\n"))
        assert desk.gm("key", "--twice").out.splitlines()[-1].endswith(last)


@pytest.mark.parametrize(
    ("phase", "line"), [("sale", "brown sugar 90"), ("betting", "odd sock 10 place"), ("race", "7 fence")]
)
def test_in_a_blind_game_nothing_is_read_back(desk: Desk, phase: str, line: str) -> None:
    brought_to(desk, phase, "blind: true\n")
    ran = desk.gm("key", f"alice {line}")
    assert "1B Alice Grey: taken" in ran.out
    assert not any(word in ran.out + ran.err for word in ("Sugar", "Sock", "fence", "£"))


def test_who_wants_nothing_is_keyed_with_one_word(desk: Desk) -> None:
    brought_to(desk, "sale")
    desk.gm("key", "alice none")
    assert part_of(desk, "alice") == {"bids": "none"}
    desk.gm("run", "aintree", "--now")
    desk.gm("key", "alice rien")
    assert part_of(desk, "alice") == {"bets": "none"}
