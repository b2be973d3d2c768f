"""The game master speaks: a note at the top of the next report, press of the editor's, a letter with the mails."""

import email
import email.policy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import PLAYERS, Desk
from tests.examples import cards_file

Start = Callable[..., Desk]
ADDRESSES = "".join(f"{name}: {{name: {name.title()}, mail: {name}@example.org}}\n" for name in ("alice", "bob"))


def run(desk: Desk, turn: int) -> None:
    """With an order from each of four, so that the race goes on."""
    for number, player in enumerate(PLAYERS[:4], start=5):
        desk.order(player, turn, f"{{{2 * turn - 1}: {number}, {2 * turn}: {number}}}")
    desk.gm("take", code=None)
    desk.gm("run", "race", "--turn", turn, "--now")


def told(desk: Desk, turn: int, reader: str = "", format: str = "txt") -> str:
    whose = ["--for", reader] if reader else []
    return desk.gm("report", "race", "--turn", turn, "--format", format, *whose).out


def test_a_note_in_the_games_file_stands_once_at_the_top_of_the_next_report(start: Start) -> None:
    desk = start()
    desk.write("notes/race.md", "I am *away* until May. <script>alert(1)</script>\n")
    run(desk, 1)
    run(desk, 2)
    text = told(desk, 1)
    assert text.index("I am _away_ until May.") < text.index("FENCE 1")
    assert "until May" in told(desk, 1, "alice")
    assert "until May" in told(desk, 1, "bob")
    assert "<em>away</em>" in told(desk, 1, format="html")
    assert "<script>alert(1)" not in told(desk, 1, "alice", "html")
    assert json.loads(told(desk, 1, format="json"))["notes"] == ["I am *away* until May. <script>alert(1)</script>"]
    assert "until May" not in told(desk, 2)
    assert "notes" not in json.loads(told(desk, 2, format="json"))


def test_a_note_that_is_changed_is_printed_anew(start: Start) -> None:
    desk = start()
    desk.write("notes/race.md", "One.")
    run(desk, 1)
    desk.write("notes/race.md", "Another one.")
    run(desk, 2)
    assert "Another one." in told(desk, 2)
    assert "Another one." not in told(desk, 1)


def test_the_start_packet_and_the_last_word_on_a_game_have_the_note_too(desk: Desk, start: Start) -> None:
    desk.write("notes/race.md", "Welcome!")
    start()
    desk.gm("note", "race", "Sorry, all of you.")
    desk.gm("close", "race", "--because", "Nobody wants to play")
    assert "Welcome!" in told(desk, 0)
    assert "Welcome!" not in told(desk, 1)
    assert "Sorry, all of you." in told(desk, 1)


def test_what_is_said_to_one_player_stands_in_that_players_report_alone(start: Start) -> None:
    desk = start()
    desk.gm("note", "race", "Your cheque bounced.", "--for", "alice")
    run(desk, 1)
    assert "Your cheque bounced." in told(desk, 1, "alice")
    assert json.loads(told(desk, 1, "alice", "json"))["private"]["notes"] == ["Your cheque bounced."]
    folder = desk.folder / "issues/race/turn-01"
    mine = {path.name for path in folder.rglob("*") if path.is_file() and b"cheque" in path.read_bytes()}
    assert mine == {"alice.txt", "alice.html", "alice.json"}


def test_whoever_takes_over_a_seat_does_not_read_what_was_said_to_the_one_before(start: Start) -> None:
    desk = start()
    desk.gm("note", "race", "Between us two.", "--for", "alice")
    run(desk, 1)
    desk.gm("note", "race", "Once more between us.", "--for", "alice")
    desk.gm("replace", "race", "alice", "--by", "erin")
    run(desk, 2)
    assert "Between us" not in told(desk, 1, "alice")
    assert "between us" not in told(desk, 2, "alice")


def test_a_note_belongs_to_the_run_that_printed_it(start: Start) -> None:
    desk = start()
    desk.write("notes/race.md", "From the file.")
    desk.gm("note", "race", "From the desk.")
    run(desk, 1)
    before = told(desk, 1)
    desk.gm("undo", "race")
    assert len(desk.gm("note", "race", "--json").lines) == 2
    desk.gm("redo", "race")
    assert told(desk, 1) == before
    assert not desk.gm("note", "race", "--json").lines
    desk.gm("undo", "race")
    run(desk, 1)
    assert "From the file." in told(desk, 1)
    assert "From the desk." in told(desk, 1)


def test_a_corrected_turn_says_what_it_said(start: Start) -> None:
    desk = start()
    desk.gm("note", "race", "Mind the ditch.")
    run(desk, 1)
    run(desk, 2)
    desk.gm("correct", "race", "--turn", 1, "--strike", "alice", "--because", "It was no order", "--yes")
    assert "Mind the ditch." in told(desk, 1)
    assert "Mind the ditch." not in told(desk, 2)
    assert not desk.gm("note", "race", "--json").lines


def test_reports_made_anew_say_what_they_said_whatever_the_file_says_now(start: Start) -> None:
    desk = start()
    desk.write("notes/race.md", "As it was.")
    run(desk, 1)
    desk.write("notes/race.md", "As it is.")
    desk.gm("report", "race", "--turn", 1, "--save")
    assert "As it was." in told(desk, 1)
    assert "As it is." not in told(desk, 1)


def test_a_dry_run_shows_the_note_and_does_not_use_it_up(start: Start) -> None:
    desk = start()
    desk.gm("note", "race", "Hear, hear.")
    assert "Hear, hear." in desk.gm("run", "race", "--now", "--dry-run").out
    run(desk, 1)
    assert "Hear, hear." in told(desk, 1)


def test_the_editor_sends_press(start: Start) -> None:
    desk = start()
    desk.gm("note", "race", "The going is soft.", "--press")
    run(desk, 1)
    text = told(desk, 1)
    assert text.index("PRESS") < text.index("The going is soft.") < text.index("-- The Editor")
    assert "soft" not in told(desk, 0)


def test_press_of_an_editor_without_a_name_is_refused(start: Start) -> None:
    desk = start()
    desk.write("zine.yaml", "title: Test Zine\ntime_zone: Europe/London\n")
    assert "names no editor" in desk.gm("note", "race", "The going is soft.", "--press", code=1).err


def test_a_note_that_waits_can_be_taken_back(start: Start) -> None:
    desk = start()
    number = desk.gm("note", "race", "Nobody ought to read this.", "--json").lines[0]["number"]
    desk.gm("note", "--drop", number)
    assert "no note" in desk.gm("note", "race", "--drop", number, code=1).err
    run(desk, 1)
    assert "ought to" not in told(desk, 1)


@pytest.mark.parametrize("text", ["", "  \n", "x" * 20_001])
def test_what_cannot_be_printed_is_refused_and_not_kept(start: Start, text: str) -> None:
    desk = start()
    desk.gm("note", "race", text, code=1)
    assert not desk.gm("note", "race", "--json").lines


@pytest.mark.parametrize("given", [["race"], ["race", "one", "two"], ["race", "a b", "--press", "--for", "alice"]])
def test_what_makes_no_sense_is_misuse(start: Start, given: list[str]) -> None:
    options = ["--press"] if given == ["race"] else []
    start().gm("note", *given, *options, code=2)


def test_a_file_of_notes_that_cannot_be_read_stops_the_run_and_nothing_is_stored(start: Start) -> None:
    desk = start()
    desk.write("notes/race.md", b"\x00\x01 no text")
    assert "notes/race.md" in desk.gm("run", "race", "--now", code=1).err
    (desk.folder / "notes/race.md").unlink()
    (desk.folder / "notes/race.md").mkdir()
    assert "notes/race.md" in desk.gm("run", "race", "--now", code=1).err
    assert desk.gm("status", "race", "--json").lines[0]["turn"] == 1


def test_a_note_is_in_no_record(start: Start, tmp_path: Path) -> None:
    desk = start(course="2 plain")
    desk.gm("note", "race", "Your cheque bounced.", "--for", "alice")
    run(desk, 1)
    desk.gm("record", "race", "--out", tmp_path / "race.json")
    assert "cheque" not in (tmp_path / "race.json").read_text()
    desk.gm("verify", tmp_path / "race.json")


def test_every_game_has_the_note(desk: Desk) -> None:
    desk.write("games/race.yaml", cards_file(["alice", "bob", "carol"]))
    desk.gm("start", "race")
    desk.gm("note", "race", "Good luck.")
    run(desk, 1)
    for reader in ("", "bob"):
        assert "Good luck." in told(desk, 1, reader)
        assert "Good luck." in told(desk, 1, reader, "html")


def test_a_covering_letter_stands_above_the_reports_of_that_turn(desk: Desk, start: Start) -> None:
    desk.write("players.yaml", ADDRESSES)
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: gm@example.org}\n")
    start(many=2)
    run(desk, 1)
    letter = desk.write("letter.md", "Dear all, *hold on* to <your> hats.\n")
    desk.gm("mail", "race", "--with", letter)
    for path in (desk.folder / "outbox").glob("*.eml"):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        text, html = message.get_body(("plain",)), message.get_body(("html",))
        assert text is not None
        assert html is not None
        assert text.get_content().startswith("Dear all, _hold on_ to <your> hats.")
        assert "<em>hold on</em> to &lt;your&gt; hats" in html.get_content()
    assert len(list((desk.folder / "outbox").glob("*.eml"))) == 2
    assert "hold on" not in told(desk, 1, "alice")
    assert "no file" in desk.gm("mail", "race", "--again", "--with", "nowhere.md", code=1).err
    desk.gm("mail", "--send", "--with", letter, code=2)
