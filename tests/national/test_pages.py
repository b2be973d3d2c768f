"""Order pages as people write them, through the desk: what is clear is taken, and all else is refused in plain words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.conftest import Desk
from tests.national.atdesk import STABLES, TURNS, brought_to, page

# N41, one by one: a page, and what is said of it
REFUSED = {
    "sale": [
        ("bids: {Sir Toby: 60}", "there is no horse called Sir Toby"),
        ("bids: {Brown Sugr: 60}", "did you mean Brown Sugar?"),
        ("bids: {Brown Sugar: 65}", "65 is no multiple of £10,000"),
        ("bids: {Brown Sugar: lots}", "lots is no amount of money"),
        ("bids: {Brown Sugar: -60}", "-60 is no amount of money"),
        ("bids: Brown Sugar 60", "bids go by horse"),
        ("bets: {Brown Sugar: 10 win}", "turn 1 has no use for bets"),
        ("ride: {Brown Sugar: 5}", "turn 1 has no use for ride"),
        ("standing: {Brown Sugar: 5}", "turn 1 has no use for standing"),
        ("Brown Sugar: 60", "add bids: and what you order"),
    ],
    "ante-post": [
        ("bets: {Northern Proof: 10 win}", "Northern Proof does not run"),
        ("bets: {Odd Sock: 10 win, Late Bus: 10 win}", "you place 2 bets, and before the going is known there is one"),
        ("bets: {Odd Sock: 20 win}", "an ante-post bet is of £10,000, and yours is of £20,000"),
        ("bids: {Odd Sock: 10}", "turn 2 has no use for bids"),
        ("Odd Sock: 10 win", "add bets: and what you order"),
    ],
    "betting": [
        ("bets: {Sir Toby: 10 win}", "there is no horse called Sir Toby"),
        ("bets: {Odd Sock: 10}", "this bet does not say whether it is to win or for a place"),
        ("bets: {Odd Sock: win}", "this bet does not say how much"),
        ("bets: {Odd Sock: 5 win}", "a bet is of £10,000 or more, and this one is of £5,000"),
        ("bets: {Odd Sock: 25 win}", "25 win is no multiple of £10,000"),
        ("bets: {Odd Sock: 10 win place}", "a bet is to win or for a place, and this one says both"),
        ("bets: {Odd Sock: 10 each way}", "write two of them: [10 win, 10 place]"),
        ("bets: {Odd Sock: 60 win, Late Bus: 40 place}", "you bet £100,000, and you have £90,000"),
        ("bets: {}", "nothing is filled in under bets"),
    ],
    "race": [
        ("ride: {Northern Proof: 5}", "Northern Proof does not run"),
        ("ride: {Late Bus: 5}", "Late Bus is not yours"),
        ("standing: {Late Bus: 5}", "Late Bus is not yours"),
        ("bids: {Brown Sugar: 10}", "turn 4 has no use for bids"),
        ("bets: none", "turn 4 has no use for bets"),
        ("ride: {Brown Sugar: 9}", "a ride has no 9"),
        ("ride: {Brown Sugar: 5 fense}", "did you mean fence?"),
        ("ride: {Brown Sugar: 5 lane 7}", "a ride has no lane 7"),
        ("ride: {Brown Sugar: 5 lane 2 lane 3}", "this ride names two lanes"),
        ("ride: {Brown Sugar: 5 retire}", "retire stands alone"),
        ("ride: {Brown Sugar: clear}", "this ride does not say how fast"),
        ("ride: 5", "rides go by horse"),
    ],
}
WARNED = {
    "sale": [
        ("bids: {Brown Sugar: 50}", "you bid £50,000 for Brown Sugar, which is not sold under £60,000"),
        ("bids: {Brown Sugar: 230}", "you bid £230,000 for Brown Sugar, and can pay £220,000 at most"),
        ("bids: {Brown Sugar: [{when: {horses: 0}, bid: 60}]}", "if no condition of this list holds"),
    ],
    "race": [
        ("ride: {Brown Sugar: 5, Gun Metal: 5, Copper Kite: 5}", "you do not name Odd Sock"),
        ("standing: {Odd Sock: 5 6}", "of several speeds the first is taken"),
        ("standing: {Odd Sock: [{when: {round: 3}, ride: 5}]}", "if no condition of this list holds"),
    ],
}

# As people write, in four languages: a page, and what the desk makes of it
TAKEN = {
    "sale": [
        ("Bids:\n  brown sugar: 90k\n  ODD SOCK: £10,000", ["Brown Sugar: up to £90,000", "Odd Sock: up to £10,000"]),
        ("gebote:\n  Brown Sugar: 90.000 £", ["Brown Sugar: up to £90,000"]),
        ("enchères:\n  Brown Sugar: 90 000", ["Brown Sugar: up to £90,000"]),
        ("offerte:\n  Brown Sugar: 90 mila", ["Brown Sugar: up to £90,000"]),
        ("bids:\n  Brown Sugar: 90 pounds", ["Brown Sugar: up to £90,000"]),
        ("bids:\n  1: 90\n  30: 10", ["Brown Sugar: up to £90,000", "Odd Sock: up to £10,000"]),
        ("bids:\n  - Brown Sugar: 90\n  - Odd Sock: 10", ["Brown Sugar: up to £90,000", "Odd Sock: up to £10,000"]),
        ("bids:\n  Ferryman’s Fee: 30\n  Parsons Folly: 50", ["Ferryman's Fee: up to £30,000", "Parson's Folly: up to £50,000"]),
        ("gebote:\n  Brown Sugar: [{wenn: {pferde: 0}, gebot: 90}, 60]", ["Brown Sugar: up to £90,000 (if your horses are 0)"]),
        ("bids:\n  Brown Sugar:\n  Odd Sock: 10\n  Gun Metal:", ["Odd Sock: up to £10,000"]),
        ("bids: none", ["bids: none"]),
        ("gebote: keine", ["bids: none"]),
    ],
    "ante-post": [
        ("bets: {Odd Sock: 10 place}", ["Odd Sock: £10,000 for a place at 25/1 would bring £260,000"]),
        ("wetten:\n  Odd Sock: 10 auf Platz", ["Odd Sock: £10,000 for a place at 25/1"]),
        ("Wette: {Odd Sock: 10 Sieg}", ["Odd Sock: £10,000 to win at 100/1"]),
        ("paris:\n  Odd Sock: 10 placé", ["Odd Sock: £10,000 for a place at 25/1"]),
        ("scommesse:\n  Odd Sock: 10 piazzato", ["Odd Sock: £10,000 for a place at 25/1"]),
        ("bet:\n  - Odd Sock: £10,000 to win", ["Odd Sock: £10,000 to win at 100/1"]),
        ("bets: none", ["bets: none"]),
        ("standing: {Odd Sock: 5 6 4 fence}", ["Odd Sock: 5 6 4 fence"]),
    ],
    "betting": [
        ("bets: {Odd Sock: [20 win, 10 place]}", ["Odd Sock: £20,000 to win", "Odd Sock: £10,000 for a place"]),
        ("bets:\n  Odd Sock: 20 win, 10 place", ["Odd Sock: £20,000 to win", "Odd Sock: £10,000 for a place"]),
        ("bets:\n  Odd Sock: 20 win and 10 place", ["Odd Sock: £20,000 to win", "Odd Sock: £10,000 for a place"]),
        ("wetten:\n  Odd Sock: 20 Sieg und 10 Platz", ["Odd Sock: £20,000 to win", "Odd Sock: £10,000 for a place"]),
        ("bets: {Odd Sock: 90 win}", ["£0 stay in your purse"]),
    ],
    "race": [
        ("Ride:\n  brown sugar: 5 Clear LANE 3", ["Brown Sugar: 5 Clear LANE 3; as the field stands"]),
        ("rides:\n  Brown Sugar: 5 or 6 clear.", ["Brown Sugar: 5 or 6 clear"]),
        ("ride:\n  Brown Sugar: 4/5/6 shoe/clear", ["Brown Sugar: 4/5/6 shoe/clear"]),
        ("ride:\n  Brown Sugar: 4 – 6, horseshoe", ["Brown Sugar: 4 – 6, shoe"]),
        ("ritte:\n  Brown Sugar: 5, 4, 6 hufeisen oder frei, spur 2", ["Brown Sugar: 5, 4, 6 shoe or clear, lane 2"]),
        ("monte:\n  Brown Sugar: 5 libre couloir 3", ["Brown Sugar: 5 clear lane 3"]),
        ("monta:\n  Brown Sugar: 4-6 siepe o ferro", ["Brown Sugar: 4-6 fence or shoe"]),
        ("ritt:\n  Odd Sock: aufgeben", ["Odd Sock: retired"]),
        ("monte:\n  Odd Sock: abandon", ["Odd Sock: retired"]),
        ("ride:\n  Brown Sugar:\n    - {when: {lead: >= 3}, ride: 1}\n    - 5", ["(if its lead is at least 3)"]),
        ("standing:\n  Gun Metal: [{when: {fence: '> 28'}, ride: 8}, 4 5 clear]", ["Gun Metal: 8 (if the next fence is more than 28)"]),
    ],
}  # fmt: skip


def taken(desk: Desk, phase: str, part: str) -> dict[str, Any]:
    """What `gm take` says of a page; the inbox is empty afterwards."""
    page(desk, "alice", TURNS[phase], part)
    (said,) = desk.gm("take", "--show", "--json", code=None).lines
    for left in (desk.folder / "inbox").glob("*.yaml"):
        left.unlink()
    return dict(said)


def problems(said: dict[str, Any], level: str) -> str:
    return "\n".join(f"{each['message']} {each['hint']}" for each in said["problems"] if each["level"] == level)


@pytest.mark.parametrize("phase", REFUSED)
def test_every_refusal_of_n41_is_a_plain_sentence(desk: Desk, phase: str) -> None:
    brought_to(desk, phase)
    for part, told in REFUSED[phase]:
        said = taken(desk, phase, part)
        assert said["verdict"] == "refused", part
        assert told in problems(said, "error"), (part, said)
    assert "alice" in desk.gm("status", "--json").lines[0]["missing"]


@pytest.mark.parametrize("phase", WARNED)
def test_every_warning_of_n41_is_a_plain_sentence(desk: Desk, phase: str) -> None:
    brought_to(desk, phase)
    for part, told in WARNED[phase]:
        said = taken(desk, phase, part)
        assert said["verdict"] == "taken", (part, said)
        assert told in problems(said, "warning"), (part, said)


@pytest.mark.parametrize("phase", TAKEN)
def test_what_is_clear_is_taken_however_it_is_written(desk: Desk, phase: str) -> None:
    brought_to(desk, phase)
    for part, told in TAKEN[phase]:
        said = taken(desk, phase, part)
        assert said["verdict"] in ("taken", "unchanged"), (part, said)
        order = "\n".join(said["order"])
        assert all(each in order for each in told), (part, order)


def test_who_retires_one_of_the_first_four_is_warned(desk: Desk) -> None:
    brought_to(desk, "race")
    desk.gm("run", "aintree", "--now")
    said = {horse: taken_in(desk, 5, f"ride: {{{horse}: retire}}") for horse in STABLES["alice"]}
    lines = desk.result("aintree")["horses"]
    first = sorted(lines, key=lambda name: (-lines[name]["square"], lines[name]["lane"]))[:4]
    for horse, each in said.items():
        assert (f"{horse} is one of the first four" in problems(each, "warning")) == (horse in first), horse


def taken_in(desk: Desk, turn: int, part: str) -> dict[str, Any]:
    page(desk, "alice", turn, part)
    return dict(desk.gm("take", "--show", "--json").lines[0])


DUE = "deadlines: {first: 2026-12-01 20:00, every: 1 week}\n"


def test_a_betting_turn_without_a_page_is_not_taken_for_lost_post(desk: Desk) -> None:
    """N12: nobody has to bet. In a race turn that nobody answers, something is wrong."""
    brought_to(desk, "ante-post", DUE)
    for turn, day in ((2, 9), (3, 16)):
        desk.now = datetime(2026, 12, day, 12, tzinfo=UTC)
        ran = desk.gm("run", "aintree")
        assert f"Turn {turn} of aintree has been run" in ran.out
    status = desk.gm("status", "--json").lines[0]
    assert "silent" not in status  # nothing was owed on either turn
    desk.now = datetime(2026, 12, 23, 12, tzinfo=UTC)
    assert "4 of 4" in desk.gm("run", "aintree", code=1).err


def test_a_full_stable_is_not_silent_in_the_second_sale(desk: Desk) -> None:
    desk.write("games/aintree.yaml", "rules: national\nentrants: [alice, bob]\noptions: {sales: 2}\n")
    desk.gm("start", "aintree")
    bids = "".join(f"  {horse}: 60\n" for horse in STABLES["alice"])
    page(desk, "alice", 1, f"bids:\n{bids}")
    desk.gm("take")
    for _ in range(4):
        desk.gm("run", "aintree", "--now")
    assert desk.gm("status", "--json").lines[0]["silent"] == ["bob"]
