"""Handwritten orders: a line becomes an ordinary page, is stored, and is read back."""

import io
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from datetime import timedelta

import pytest

from gm.desk.commands import Place
from gm.desk.commands.key import Machine
from gm.desk.keying import NotKeyed
from tests.conftest import NOW, Desk
from tests.examples import cards_file, race_file

Start = Callable[..., Desk]


def order_of(desk: Desk, player: str) -> str:
    """What counts for a player in the open turn, as the run would play it; "" if nothing does."""
    query = "SELECT canonical FROM pages WHERE player = ? AND verdict = 'taken' ORDER BY counts_at DESC, id DESC"
    with sqlite3.connect(desk.folder / "zine.db") as db:
        found = db.execute(query, (player,)).fetchone()
    return str(found[0]) if found else ""


def said(desk: Desk, *lines: str, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in lines)))
    return desk.gm("key", code=code).out


# Who is meant


@pytest.mark.parametrize(
    "who",
    [
        "alice",
        "ALICE",
        "Alice Grey",
        "alice g",
        "Red Rum",
        "red rum",
        "red",
        "ag",
        "rr",
        "1b",
        "01B",
        "re",
        "alice:",
        "Red Rum,",
    ],
)
def test_a_line_begins_with_whoever_orders(start: Start, who: str) -> None:
    desk = start()
    ran = desk.gm("key", *who.split(), "22", "15")
    assert "1B Alice Grey, Red Rum: 1: 22 leaves 478, 2: 15 leaves 463" in ran.out
    assert "3 wanted" in ran.out
    assert order_of(desk, "alice") == '{"game":"race","orders":{"1":"22","2":"15"},"player":"alice","turn":1}'


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("2b", ["there is no 2B", "1B is Alice Grey", "2C is Bob Grey"]),
        ("1", ["1 does not say who it is", "1B"]),
        ("99", ["99 does not say who it is"]),
        ("xavier", ["nobody called xavier plays in race"]),
        ("alcie", ["did you mean alice?"]),
        ("u", ["u stands alone on its line", ".u"]),
        (".", ["22 does not say who it is"]),
        ("x" * 999, ["nobody called xxx"]),
    ],
)
def test_a_line_that_names_nobody_changes_nothing(start: Start, who: str, told: list[str]) -> None:
    desk = start()
    ran = desk.gm("key", who, "22", "15", code=1)
    assert all(each in ran.err for each in told), ran.err
    assert len(desk.gm("status", "--json").lines[0]["missing"]) == 4


def test_what_could_be_several_is_asked_again_and_a_tag_or_more_of_the_name_says_it(desk: Desk) -> None:
    desk.write(
        "players.yaml", "ann: {name: Ann Lee}\nanna: {name: Al Noon}\nbob: {name: Bob Stone}\ncarol: {name: Carol}\n"
    )
    desk.write("games/race.yaml", race_file({"ann": "Crisp", "anna": "Crocus", "bob": "Annabel", "carol": "Zed"}))
    desk.gm("start", "race")
    for word in ("an", "cr", "a", "al"):  # "an": three of them; "al": initials of one, the beginning of another
        assert "could be" in desk.gm("key", word, 1, 2, code=1).err, word
    assert "1B Ann Lee" in desk.gm("key", "ann", 1, 2).out  # a whole name is nobody's beginning
    assert "2C Al Noon" in desk.gm("key", "cro", 1, 2).out
    assert "3D Bob Stone" in desk.gm("key", "annab", 1, 2).out


def test_an_owner_of_two_horses_names_the_horse(desk: Desk) -> None:
    entrants = "[{player: alice, horse: Red Rum}, {player: alice, horse: Crisp}, {player: bob, horse: No}, {player: carol, horse: Zed}]"
    desk.write("games/race.yaml", race_file(entrants))
    desk.gm("start", "race")
    assert "alice could be 2" in desk.gm("key", "alice", 1, 2, code=1).err
    assert "2C Alice Grey, Crisp: 1: 1 leaves 499" in desk.gm("key", "crisp", 1, 2).out
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["alice.2"]


def test_commands_go_before_names_and_a_full_stop_before_a_player(desk: Desk) -> None:
    desk.write("players.yaml", "u: {name: Uma}\nbob: {name: Bob}\n")
    desk.write("games/race.yaml", race_file({"u": "Crisp", "bob": "No"}))
    desk.gm("start", "race")
    desk.gm("key", "bob", 1, 2)
    desk.gm("key", ".u", 3, 4)
    assert desk.gm("key", "u").out.startswith("taken back: 1B Uma, Crisp")
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["bob"]


def test_the_first_word_may_name_the_game(start: Start) -> None:
    desk = start()
    desk.write("games/other.yaml", race_file({"alice": "Bach", "bob": "Race"}))
    desk.gm("start", "other")
    assert "say which game" in desk.gm("key", "alice", 22, 15, code=1).err
    assert "leaves 463" in desk.gm("key", "race", "alice", 22, 15).out
    assert "2C Bob Grey, Race" in desk.gm("key", "other", ".race", 22, 15).out
    assert desk.gm("status", "other", "--json").lines[0]["ordered"] == ["bob"]


# What is ordered


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("22 all", '{"1":"22","2":"all"}'),
        ("22, tout", '{"1":"22","2":"all"}'),
        ("22; 15", '{"1":"22","2":"15"}'),
        ("- 15", '{"2":"15"}'),
        ("1: 22; 2: 15", '{"1":"22","2":"15"}'),
        ("22; 2: [{when: {fell: Crisp}, play: 10}, 15]", '{"1":"22","2":[{"play":"10","when":{"fell":"Crisp"}},"15"]}'),
        ("orders: {1: 22, 2: 15}", '{"1":"22","2":"15"}'),
    ],
)
def test_answers_come_in_the_order_of_the_turn_or_in_the_words_of_a_page(start: Start, line: str, orders: str) -> None:
    desk = start()
    desk.gm("key", f"alice {line}")
    assert order_of(desk, "alice") == f'{{"game":"race","orders":{orders},"player":"alice","turn":1}}'


def test_press_is_the_rest_of_the_line(start: Start) -> None:
    desk = start()
    desk.gm("key", "alice 22 15; press: He bites; so: beware!")
    desk.gm("run", "--now")
    assert "He bites; so: beware!" in desk.gm("report").out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("alice 600 15", "you play 600 at fence 1, and you have 500"),
        ("alice 22 fast", "fast"),
        ("alice 22 -5", "-5"),
        ("alice 1 2 3", "3 answers are too many"),
        ("alice 22 15; player: bob", "player"),
        ("alice 22 15; [", "["),
        ("alice", "there is no order after 1B Alice Grey, Red Rum"),
        ("alice frobs: 3", "frobs"),
    ],
)
def test_a_bad_order_has_the_ordinary_refusal_and_what_counted_counts(start: Start, line: str, told: str) -> None:
    desk = start()
    desk.gm("key", "alice", 1, 2)
    before = order_of(desk, "alice")
    ran = desk.gm("key", *line.split(" "), code=1)
    assert told in ran.out + ran.err
    assert order_of(desk, "alice") == before


def test_a_horse_that_fell_has_the_ordinary_refusal_and_its_press_is_kept(start: Start) -> None:
    desk = start()
    for player, number in zip(("alice", "bob", "carol"), (9, 8, 7), strict=True):
        desk.gm("key", player, number, number)
    desk.gm("run", "--now")
    ran = desk.gm("key", "dave 5 5; press: I was pushed.", code=1)
    assert "Aldaniti" in ran.out
    assert "fell" in ran.out
    for player in ("alice", "bob"):
        desk.gm("key", player, 5, 5)
    desk.gm("run", "--now")
    assert "I was pushed." in desk.gm("report").out


def test_a_table_of_cards_is_keyed_as_a_bet_and_a_card(desk: Desk) -> None:
    desk.write("games/derby.yaml", cards_file(["alice", "bob", "carol"]))
    desk.gm("start", "derby")
    hand = json.loads(desk.gm("report", "derby", "--for", "bob", "--format", "json").out)["private"]["view"]["hand"]
    card = next(each for each in hand if not each.startswith("black"))
    refused = desk.gm("key", "bob red 0; blue 0", code=1).out
    assert "not in your hand" in refused
    assert not [each for each in hand if each in refused]
    ran = desk.gm("key", f"bob bet red green; {card}; discard none")
    assert f"2C Bob Grey: move: bet red, green, play {card}" in ran.out
    moves = f'"moves":[{{"bet":["red","green"],"play":"{card}"}}]'
    assert moves in order_of(desk, "bob")
    assert '"discard":"none"' in order_of(desk, "bob")
    assert "unchanged" not in desk.gm("key", f"bob wette rot; {card}").out
    assert '"bet":["red"]' in order_of(desk, "bob")
    assert "no horse called brown" in desk.gm("key", f"bob bet brown; {card}", code=1).out


def test_a_keyed_order_has_its_receipt_and_is_the_one_that_is_played(start: Start) -> None:
    desk = start()
    (answer,) = desk.gm("key", "--json", "alice", 22, 15).lines
    assert (answer["verdict"], answer["wanted"], answer["tag"]) == ("taken", 3, "1B")
    desk.gm("run", "--now")
    report = desk.gm("report", "--format", "json").lines
    assert report[0]["receipts"]["alice"] == answer["receipt"]


def test_what_is_keyed_too_late_is_counted_only_by_the_game_masters_word(start: Start) -> None:
    desk = start(deadlines="first: 2026-11-17 20:00, every: 1 week")
    desk.now = NOW + timedelta(days=3)
    ran = desk.gm("key", "alice", 22, 15, code=1)
    assert "too late" in ran.out
    assert "gm key --late" in ran.out
    assert "leaves 463" in desk.gm("key", "--late", "alice", 22, 15).out


# Taken back


def test_what_is_taken_back_is_kept_and_what_counted_before_counts_again(start: Start) -> None:
    desk = start()
    desk.order("alice", 1, "{1: 7, 2: 7}")
    desk.gm("take")
    assert "instead of the one before" in desk.gm("key", "alice", 22, 15).out
    assert "the order before it counts again" in desk.gm("key", "u").out
    assert '"1":"7"' in order_of(desk, "alice")
    assert "nothing that was keyed" in desk.gm("key", "u", code=1).err
    assert '"1":"7"' in order_of(desk, "alice")
    assert "A keyed order for turn 1 is taken back" in desk.gm("history").out
    assert "leaves 463" in desk.gm("key", "alice", 22, 15).out  # keyed again, it counts again
    assert '"1":"22"' in order_of(desk, "alice")


def test_a_later_order_stays_in_force_when_a_keyed_one_is_taken_back(start: Start) -> None:
    desk = start()
    desk.gm("key", "alice", 22, 15)
    desk.order("alice", 1, "{1: 7, 2: 7}")
    desk.gm("take")
    assert "a later order stays in force" in desk.gm("key", "u").out
    assert '"1":"7"' in order_of(desk, "alice")


def test_one_goes_back_as_far_as_one_likes_but_not_beyond_the_open_turn(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = start()
    out = said(desk, "alice 1 1", "bob 2 2", "alice 3 3", "u", "u", "?", monkeypatch=monkeypatch)
    back = [line for line in out.splitlines() if line.startswith("taken back")]
    assert [line.partition(",")[0] for line in back] == ["taken back: 1B Alice Grey", "taken back: 2C Bob Grey"]
    assert out.splitlines()[-1] == "wanted: 2C Bob Grey, 3D Carol Grey, 4E Dave Grey"
    assert '"1":"1"' in order_of(desk, "alice")
    desk.others(1, 1, but="nobody")
    desk.gm("take")
    desk.gm("run", "--now")
    assert "turn 2" in desk.gm("key", "u", code=1).err


# Line after line


def test_a_bad_line_stops_none_of_the_others(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    out = said(desk, "alice 22 15", "", "2b 1 1", "bob 9999 1", "carol 3 3", monkeypatch=monkeypatch, code=1)
    assert out.count("(receipt") == 2
    assert "there is no 2B" in out
    assert "you play 9999" in out
    assert ">" not in out  # nobody sits there who would need a prompt


def test_a_line_that_was_meant_for_a_turn_that_is_over_is_not_taken_for_the_next(start: Start) -> None:
    desk = start()
    place = Place(desk.folder, NOW)
    machine = Machine("race")
    machine.look(place)
    assert str(machine.prompt) == "race turn 1, 4 wanted > "
    machine.feed(place, "alice 22 15")
    assert machine.prompt == "> "
    desk.order("bob", 1, "{1: 9, 2: 9}")
    desk.order("carol", 1, "{1: 8, 2: 8}")
    desk.gm("take")
    desk.gm("run", "--now")
    with pytest.raises(NotKeyed, match="turn 1 of race is no longer open"):
        machine.feed(place, "bob 22 15")
    assert str(machine.prompt).startswith("race turn 2, ")
    assert desk.gm("status", "--json").lines[0]["ordered"] == []
    machine.feed(place, "bob 22 15")
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["bob"]


def test_of_two_keyboards_each_takes_back_its_own(start: Start) -> None:
    desk = start()
    place, one, other = Place(desk.folder, NOW), Machine("race"), Machine("race")
    for machine in (one, other):
        machine.look(place)
    one.feed(place, "alice 1 1")
    other.feed(place, "bob 2 2")
    one.feed(place, "u")
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["bob"]


def test_a_game_that_is_over_is_not_keyed(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "No"}, "2 plain"))
    desk.gm("start", "race")
    desk.gm("close", "race", "--because", "rain", "--yes", code=None)
    desk.gm("run", "--now", code=None)
    assert "race is over" in desk.gm("key", "alice", 1, 2, code=1).err


# Blind games


def test_in_a_blind_game_the_echo_tells_nothing(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "No"}, more="blind: true\n"))
    desk.gm("start", "race")
    for args in (
        ["alice", "137", "61"],
        ["alice", "137", "61"],
        ["--json", "alice", "61", "137"],
        ["bob", "137999", "1"],
    ):
        ran = desk.gm("key", *args, code=None)
        told = f"{ran.out} {ran.err}".replace(",", " ").replace('"', " ").split()
        assert not {"137", "61", "137:", "363", "302", "137999"} & set(told), ran.out
        assert args[-3] in ran.out.lower()
    desk.write("page.yaml", "game: race\nturn: 1\nplayer: bob\norders: {1: 137, 2: 61}\n")
    for command in ("check", "take"):
        ran = desk.gm(command, "--show", desk.folder / "page.yaml", code=1)
        assert not re.search(r"\b137\b", ran.out + ran.err)
        assert "blind" in ran.err
    assert desk.gm("status", "--json").lines[0]["missing"] == ["bob"]


# Read back when asked


@pytest.mark.parametrize("command", ["check", "take"])
def test_an_order_is_read_back_only_when_asked(start: Start, command: str) -> None:
    desk = start()
    page = desk.write("a.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 22, 2: 15}\nstanding: {plain: 8}\n")
    quiet = desk.gm(command, page).out
    assert "22" not in quiet.partition("receipt")[0]
    asked = desk.gm(command, "--show", page).out  # of a page that is in force already, too
    assert [each.strip() for each in asked.splitlines()[1:]] == ["1: 22 leaves 478", "2: 15 leaves 463", "plain: 8"]
    (answer,) = desk.gm(command, "--show", "--json", page).lines
    assert answer["order"] == ["1: 22 leaves 478", "2: 15 leaves 463", "plain: 8"]
