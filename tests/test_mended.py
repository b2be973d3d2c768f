"""Faults that were found by using the desk, and must not come back."""

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gm.cli import run
from gm.pages.page import read_page
from gm.reports import render as reports
from gm.reports.layout import columns
from tests.conftest import Desk
from tests.examples import RACE, race_file

Start = Callable[..., Desk]
TWO = race_file({"alice": "%s", "bob": "%s"})


def test_a_horse_named_like_another_player_is_refused_and_its_key_means_the_horse(desk: Desk) -> None:
    desk.write("games/race.yaml", TWO % ("Bob", "Alice"))
    assert "the horse Bob is called like another player" in desk.gm("start", "race", code=1).err
    desk.write("games/race.yaml", TWO % ("Alice", "No"))
    desk.gm("start", "race")
    desk.write("inbox/a.yaml", "game: race\nturn: 1\nhorse: no\norders: {1: 5, 2: 5}\n")
    assert desk.gm("take", "--json").lines[0]["player"] == "bob"


def test_markup_in_a_name_is_escaped_in_every_sentence(desk: Desk) -> None:
    desk.write("games/race.yaml", TWO % ('"Red <b>Rum</b>"', '"<i>Crisp</i>"'))
    desk.gm("start", "race")
    desk.gm("run", "--now")
    for path in (desk.folder / "issues").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<b>Rum" not in text
        assert "<i>Crisp" not in text
    assert "tied on 0 with &lt;i&gt;Crisp" in (desk.folder / "issues/race/turn-01/public.html").read_text(
        encoding="utf-8"
    )


def test_a_page_that_cannot_be_moved_is_taken_all_the_same(start: Start) -> None:
    desk = start()
    desk.write("inbox/taken", "in the way")
    os.utime(desk.folder / "inbox/taken", (0, 0))
    path = desk.order("alice", 1, "{1: 5, 2: 5}")
    ran = desk.gm("take", path)
    assert "taken" in ran.out
    assert "cannot be moved out of the inbox" in ran.err
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["alice"]


def test_going_back_to_an_earlier_page_says_that_a_later_one_is_in_force(start: Start) -> None:
    desk = start()
    first = desk.write("one.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 5, 2: 5}\n")
    second = desk.write("two.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 6, 2: 6}\n")
    desk.gm("take", first, second)
    assert "a later order is in force" in desk.gm("take", first).out
    assert "a later order" not in desk.gm("take", second).out


def test_a_file_name_that_is_no_text_blocks_nothing(start: Start) -> None:
    desk = start()
    path = os.path.join(os.fsencode(desk.folder), b"inbox", b"\xff.yaml")
    with open(path, "wb") as file:
        file.write(b"game: race\nturn: 1\nplayer: alice\norders: {1: 5, 2: 5}\n")
    assert desk.gm("take", "--json").lines[0]["verdict"] == "taken"


def test_every_file_in_the_inbox_is_looked_at(start: Start) -> None:
    desk = start()
    desk.write("inbox/alice.order", "game: race\nturn: 1\nplayer: alice\norders: {1: 5, 2: 5}\n")
    desk.write("inbox/photo.jpg", b"\xff\xd8\xff\x00\x01")
    assert "2 pages" in desk.gm("status").out
    verdicts = {each["page"]: each["verdict"] for each in desk.gm("take", "--json", code=1).lines}
    assert verdicts == {"inbox/alice.order": "taken", "inbox/photo.jpg": "refused"}


def test_a_deadline_past_the_end_of_the_calendar(start: Start) -> None:
    desk = start(deadlines="first: 9999-12-31 20:00, every: 3 weeks")
    desk.gm("extend", "--to", "30 days", code=1)
    desk.others(1, 1, but="")
    desk.gm("take")
    desk.gm("run", "--now")
    assert desk.gm("status", "--json").lines[0]["deadline"] is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE turns SET position = '{'",
        "UPDATE turns SET position = '{}'",
        "UPDATE turns SET position = '[1]'",
        "DELETE FROM turns",
        "UPDATE rosters SET roster = CAST(x'fffe' AS TEXT)",
        "DELETE FROM rosters",
        "UPDATE games SET settings = 'no'",
        "DROP TABLE pages",
    ],
)
def test_a_damaged_database_is_told_in_a_sentence(start: Start, damage: str) -> None:
    desk = start()
    db = sqlite3.connect(desk.folder / "zine.db")
    db.execute(damage)
    db.commit()
    db.close()
    for command in (["status"], ["report"], ["run", "--now"]):
        ran = desk.gm(*command, code=None)
        assert ran.code in (0, 1)
        if ran.code:
            assert "damaged" in ran.err or "cannot be read" in ran.err
            assert "unforeseen" not in ran.err


@pytest.mark.parametrize(
    "change",
    [
        {"turn": "x"},
        {"case": 5},
        {"case": {"rules": 5}},
        {"game": None},
        {"deadline": "foo"},
        {"case": {"rules": RACE}},
    ],
)
def test_a_report_that_is_none_is_told_in_a_sentence(start: Start, change: dict[str, object]) -> None:
    desk = start()
    report = json.loads((desk.folder / "issues/race/turn-00/public.json").read_text(encoding="utf-8")) | change
    path = desk.write("bad.json", json.dumps(report))
    page = desk.write("a.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 5, 2: 5}\n")
    ran = desk.gm("check", "--with", path, page, code=1)
    assert "unforeseen" not in ran.err
    desk.write("bad.json", "[" * 100_000)
    assert "no report" in desk.gm("check", "--with", path, page, code=1).err


@pytest.mark.parametrize(
    "template", ["{{ {}.popitem() }}", "{{ [].pop() }}", f'{{% include "{RACE}/body.txt" %}}', "{{ nothing }}"]
)
def test_a_template_that_fails_is_told_in_a_sentence(start: Start, template: str) -> None:
    desk = start()
    desk.write(f"templates/{RACE}/body.txt", template)
    reports._environment.cache_clear()
    assert f"{RACE}/body.txt cannot be filled in" in desk.gm("report", "--save", code=1).err


@pytest.mark.parametrize(
    "title", ["Foo: bar", "*star", "&a", "@x", "%x", "#1 zine", "[x]", "a #b", '"quoted"', "l'été"]
)
def test_any_title_makes_a_zine(tmp_path: Path, capsys: pytest.CaptureFixture[str], title: str) -> None:
    desk = Desk(tmp_path, capsys)
    desk.gm("init", tmp_path / "z", "--title", title)
    desk.folder = tmp_path / "z"
    desk.write("players.yaml", "alice: {name: A}\nbob: {name: B}\n")
    desk.write("games/race.yaml", TWO % ("No", "Yes"))
    desk.gm("start", "race")
    assert desk.gm("report").out.startswith(title.upper())


def test_a_refused_start_leaves_no_database(desk: Desk) -> None:
    desk.write("games/race.yaml", TWO % ("A", "a"))
    desk.gm("start", "race", code=1)
    assert not list(desk.folder.glob("zine.db*"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: cup\nturn: 1\nplayer: ann\norders: {1: 5, 2: 6\n", 4),
        ('game: cup\nturn: 1\nplayer: ann\norders:\n  1: "5\n  2: 6\n', 5),
        ("game: cup\nturn: 1\nplayer: ann\norders:\n  1: 5\n 2: 6\n", 6),
        ("game: cup\nturn: 1\nplayer: ann\norders: {1: {play: 3, Play: 4}}\n", 4),
    ],
)
def test_the_line_that_is_blamed_is_the_one_to_mend(text: str, line: int) -> None:
    (problem,) = read_page(text.encode(), "ann.yaml")[1]
    assert problem.line == line
    assert problem.text.strip()


def test_a_colon_without_a_space_is_understood() -> None:
    page, problems = read_page(b"game:cup\nturn:1\nplayer:ann\norders:\n  1:22\n  2:10\n", "ann.yaml")
    assert not problems
    assert (page.get("game"), page.fields["orders"]) == ("cup", {"1": "22", "2": "10"})


def test_an_apostrophe_that_opens_a_name_is_no_quotation_mark() -> None:
    page, problems = read_page("player: ’Tis Pity\n".encode(), "ann.yaml")
    assert not problems
    assert page.get("player") == "’Tis Pity"


def test_json_may_write_an_emoji_in_two_halves() -> None:
    page, problems = read_page(json.dumps({"game": "cup", "press": "hooray 😀"}).encode(), "ann.json")
    assert not problems
    assert page.press == "hooray 😀"


def test_an_unknown_player_does_not_hide_the_other_problems(start: Start) -> None:
    desk = start()
    path = desk.write(
        "a.yaml",
        "game: race\nturn: 77\nplayer: nobody\norders: {1: x, 2: [{when: {fell: Krisp}, play: 3}]}\nstanding: {plian: 4}\n",
    )
    out = desk.gm("check", path, code=1).out
    assert all(
        told in out
        for told in ("nobody called nobody", "x cannot be played", "did you mean Crisp?", "did you mean plain?")
    )


@pytest.mark.parametrize("rest", ["standing: {plain: 3}\n", "press: hello\n"])
def test_there_is_no_such_turn_for_anybody(start: Start, rest: str) -> None:
    desk = start()
    path = desk.write("a.yaml", f"game: race\nturn: 9999\nplayer: alice\n{rest}")
    assert "there will be no turn 9999" in desk.gm("check", path, code=1).out


def test_problems_of_a_csv_file_are_told_at_its_own_lines(desk: Desk) -> None:
    desk.write("games/e.csv", "player,horse\nalice,Red\nbob,RED\n")
    desk.write("games/race.yaml", race_file("e.csv"))
    err = desk.gm("start", "race", code=1).err
    assert "games/e.csv:3: the horse RED is entered twice." in err
    assert "bob,RED" in err


def test_a_standing_order_that_was_not_used_has_no_receipt(start: Start) -> None:
    desk = start()
    desk.write("inbox/a.yaml", "game: race\nturn: 1\nplayer: alice\nstanding: {becher: 20}\n")
    desk.write("inbox/b.yaml", "game: race\nturn: 1\nplayer: bob\nstanding: {plain: 20}\n")
    desk.gm("take")
    desk.gm("run", "--now")
    receipts = json.loads(desk.gm("report", "--format", "json").out)["receipts"]
    assert receipts["alice"] is None
    assert receipts["bob"]


def test_a_deadline_moved_while_a_turn_was_taken_back_moves_the_next_one(start: Start) -> None:
    desk = start(deadlines="first: 2026-12-01 20:00, every: 3 weeks")
    desk.others(1, 1, but="")
    desk.gm("take")
    desk.gm("run", "--now")
    desk.gm("undo")
    desk.gm("extend", "--to", "2027-02-10 20:00")
    desk.gm("redo")
    assert desk.gm("status", "--json").lines[0]["deadline"] == "2027-02-23T20:00:00+00:00"


def test_one_faulty_case_does_not_spoil_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = f"rules: {RACE}\ncourse: 2 plain\nhorses: {{A: 5, B: 5}}\norders: {{A: {{1: 3}}}}\n"
    (tmp_path / "cases.yaml").write_text(
        f"{good}---\nrules: {RACE}\nrules: twice\n---\n{good}---\n{good}fences: 0\n", encoding="utf-8"
    )
    assert run(["adjudicate", "--json", str(tmp_path / "missing.yaml"), str(tmp_path / "cases.yaml")]) == 1
    out, err = capsys.readouterr()
    results = [json.loads(line) for line in out.splitlines()]
    assert [("problems" in result) for result in results] == [True, False, True, False, True]
    assert "cases.yaml:7: rules is written twice" in err


def test_wide_letters_count_twice(start: Start) -> None:
    desk = start()
    desk.write(
        "inbox/a.yaml", "game: race\nturn: 1\nplayer: alice\npress: " + "競馬は楽しい" * 20 + " and 競馬 again\n"
    )
    desk.gm("take")
    desk.gm("run", "--now")
    text = desk.gm("report").out
    assert "競馬は楽しい" in text
    assert max(columns(line) for line in text.splitlines()) <= 72


def test_long_ids_keep_their_receipts_apart(desk: Desk) -> None:
    long = "a.very-long.id-of-a-player"
    desk.write("players.yaml", f"{long}: {{name: A}}\nbob: {{name: B}}\n")
    desk.write("games/race.yaml", (TWO % ("A", "B")).replace("alice", long))
    desk.gm("start", "race")
    desk.order(long, 1, "{1: 5, 2: 5}")
    desk.gm("take")
    desk.gm("run", "--now")
    assert f"  {long}  " in desk.gm("report").out


def test_an_unforeseen_fault_is_a_sentence_too(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = start()
    monkeypatch.setattr("gm.desk.publish.render", lambda *args: 1 / 0)
    ran = desk.gm("report", "--save", code=1)
    assert "something unforeseen went wrong" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("text", ["bob: {name: B, mial: x}\n", "bob: {name: B}\nalice: {nam: A}\n"])
def test_a_misspelt_key_of_a_player_is_told(desk: Desk, text: str) -> None:
    desk.write("players.yaml", text)
    desk.write("games/race.yaml", TWO % ("A", "B"))
    assert "a player has no" in desk.gm("start", "race", code=1).err
