"""gm issue: what is gathered, what is kept, and that an issue stays as it was."""

import re
import sqlite3
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlite_utils import Database

from gm.reports import render as reports
from gm.reports.layout import columns
from gm.store.migrations import STEPS
from tests.conftest import Desk
from tests.examples import CARDS, RACE
from tests.playing import begin

Start = Callable[..., Desk]
ZINE = "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\n"


@pytest.fixture
def zine(start: Start) -> Desk:
    """A race after its first turn, an editorial, and a letter."""
    desk = start(4, deadlines="first: 2026-12-01 20:00, every: 3 weeks")
    desk.write("zine.yaml", ZINE + "waiting: {A night race: [alice, Zoe Quick], A table: []}\n")
    desk.write("next/editorial.md", "# Mud again\n\nIt *rained*. <b>A lot.</b>\n")
    desk.write("next/10-letter-from-carol.md", "Dear editor,\n\nthe oats are damp.\n")
    run_turn(desk, 1)
    return desk


def run_turn(desk: Desk, turn: int, alice: int = 9) -> None:
    fence = 2 * turn - 1
    desk.order("alice", turn, f"{{{fence}: {alice}, {fence + 1}: {alice}}}", "press: Hear, hear!\n")
    desk.others(turn, fence)
    desk.gm("take", code=None)
    desk.gm("run", "--now")


def issue(desk: Desk, number: int = 1, form: str = "txt") -> str:
    return (desk.folder / f"issues/issue-{number:03}/issue.{form}").read_text(encoding="utf-8")


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("</style>")[2]).split())


def test_an_issue_gathers_all_that_is_new(zine: Desk) -> None:
    assert zine.gm("issue").out.startswith("Issue 1 is written.\n  issues/issue-001/issue.txt\n")
    text = " ".join(issue(zine).split())
    for fact in (
        "TEST ZINE Issue 1 16 November 2026 Edited by The Editor",
        "MUD AGAIN",
        "It _rained_. <b>A lot.</b>",
        "LETTERS AND ARTICLES",
        "Letter from carol ~",
        "the oats are damp.",
        "THE RACE =",
        "The start ~",
        "Turn 1 ~",
        "Hear, hear! -- Alice Grey",
        "STANDINGS",
        "The Race: after turn 1 Fence 1, plain: Crisp fell",
        "The Race 2 Tuesday 22 December 2026, 20:00 (GMT)",
        "A night race: Alice Grey and Zoe Quick",
        "A table: nobody yet",
    ):
        assert fact in text, fact


def test_the_page_has_the_same_parts_in_the_same_order(zine: Desk) -> None:
    zine.gm("issue")
    page = words(issue(zine, form="html"))
    places = [page.index(part, 200) for part in ("the oats", "Fence 1", "Hear, hear!", "22 December", "nobody yet")]
    assert places == sorted(places)
    assert "&lt;b&gt;A lot.&lt;/b&gt;" in issue(zine, form="html")
    assert "&lt;section" not in issue(zine, form="html"), "a turn's headline is a heading, and no markup to be read"


def test_the_text_fits_any_mail_program(zine: Desk) -> None:
    zine.write("next/code.md", "```\n" + "wide " * 40 + "\n```\n\n" + "unbroken" * 30)
    zine.write("zine.yaml", ZINE + f"waiting: {{{'A very long title ' * 6}: [{'Bartholomew ' * 8}]}}\n")
    zine.gm("issue")
    assert all(columns(line) <= 72 and line == line.rstrip() for line in issue(zine).split("\n"))


def test_ids_are_unique_and_every_link_of_the_contents_leads_somewhere(zine: Desk) -> None:
    begin(zine, CARDS)
    zine.gm("issue")
    page = issue(zine, form="html")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) > 8
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_headings_nest(zine: Desk) -> None:
    zine.write("next/editorial.md", "# Title\n\n#### Deep\n\n# Up again\n")
    zine.gm("issue")
    levels = [int(level) for level in re.findall(r"<h(\d)", issue(zine, form="html"))]
    assert levels[:2] == [1, 2]
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


def test_the_next_issue_prints_only_what_is_new(zine: Desk) -> None:
    zine.gm("issue")
    run_turn(zine, 2)
    zine.write("next/editorial.md", "Sunshine at last.\n")
    said = zine.gm("issue").out
    assert "next/10-letter-from-carol.md is unchanged since issue 1 printed it; it is left out." in said
    text = issue(zine, 2)
    assert "Turn 2\n~" in text
    assert "Sunshine" in text
    assert "EDITORIAL" in text
    assert not any(old in text for old in ("Turn 1\n~", "Mud again", "oats"))


def test_a_turn_that_was_taken_back_and_run_anew_is_printed_again(zine: Desk) -> None:
    zine.gm("issue")
    assert "printed in issue 1" in zine.gm("undo").out
    zine.order("alice", 1, "{1: 44, 2: 44}")
    zine.gm("take", code=None)
    zine.gm("run", "--now")
    zine.gm("issue")
    assert "Turn 1, run again\n~" in issue(zine, 2)
    assert "The start\n~" not in issue(zine, 2)


def test_nothing_new_is_no_issue(zine: Desk) -> None:
    zine.gm("issue")
    before = zine.files()
    ran = zine.gm("issue", code=1)
    assert "there is nothing new for issue 2." in ran.err
    assert "next/10-letter-from-carol.md is unchanged since issue 1 printed it" in ran.err
    assert zine.files() == before
    zine.write("next/a-call.md", "Come and play.\n")
    zine.gm("issue")
    assert "A CALL" not in issue(zine, 2)
    assert "A call\n~" in issue(zine, 2)


def test_an_editorial_alone_is_an_issue_before_any_game(desk: Desk) -> None:
    assert "write next/editorial.md" in desk.gm("issue", code=1).err
    assert not (desk.folder / "zine.db").exists()
    assert not (desk.folder / "issues").exists()
    desk.write("next/editorial.md", "Who wants to ride?\n")
    desk.gm("issue")
    assert "Who wants to ride?" in issue(desk)


def test_an_issue_is_the_same_for_ever(zine: Desk) -> None:
    zine.gm("issue", "--pdf")
    kept = {path.name: path.read_bytes() for path in (zine.folder / "issues/issue-001").iterdir()}
    assert set(kept) == {"issue.txt", "issue.html", "issue.pdf"}
    zine.gm("extend", "--to", "5 days")
    zine.gm("undo")
    zine.write("zine.yaml", "title: Another Name\neditor: Somebody Else\ntime_zone: Asia/Tokyo\nlanguages: [de]\n")
    zine.write("players.yaml", "alice: Not Alice\n")
    zine.write(f"templates/{RACE}/body.txt", "Something else altogether.\n")
    reports._environment.cache_clear()
    (zine.folder / "next/editorial.md").unlink()
    zine.now = zine.now.replace(year=2031)
    for path in (zine.folder / "issues/issue-001").iterdir():
        path.unlink()
    zine.gm("issue", "--number", 1, "--pdf")
    assert {path.name: path.read_bytes() for path in (zine.folder / "issues/issue-001").iterdir()} == kept


def test_writing_an_issue_again_leaves_what_else_lies_there(zine: Desk) -> None:
    zine.gm("issue", "--pdf")
    zine.write("issues/issue-001/cover/notes.txt", "mine")
    zine.gm("issue", "--number", 1)
    assert sorted(path.name for path in (zine.folder / "issues/issue-001").iterdir()) == [
        "cover", "issue.html", "issue.pdf", "issue.txt",
    ]  # fmt: skip


def test_a_preview_has_no_number_and_is_replaced_each_time(zine: Desk) -> None:
    assert "issues/preview/issue.html" in zine.gm("issue", "--preview", "--pdf").out
    assert (zine.folder / "issues/preview/issue.pdf").exists()
    zine.write("next/editorial.md", "Second thoughts.\n")
    ran = zine.gm("issue", "--preview", "--json")
    assert ran.lines == [
        {
            "number": 1,
            "preview": True,
            "files": ["issues/preview/issue.txt", "issues/preview/issue.html"],
            "left_out": [],
        }
    ]
    assert not (zine.folder / "issues/preview/issue.pdf").exists()
    assert "Second thoughts." in (zine.folder / "issues/preview/issue.txt").read_text(encoding="utf-8")
    assert zine.gm("issue", "--json").lines[0]["number"] == 1


def test_an_issue_that_cannot_be_written_has_not_been_made(zine: Desk) -> None:
    before = zine.files()
    zine.write("templates/issue.html", "{{ nobody.knows }}")
    assert "the template issue.html cannot be filled in" in zine.gm("issue", code=1).err
    (zine.folder / "templates/issue.html").unlink()
    (zine.folder / "templates").rmdir()
    assert zine.files() == before
    assert not list((zine.folder / "issues").glob(".draft-*"))
    assert zine.gm("issue", "--json").lines[0]["number"] == 1


def test_numbers_go_on_from_where_the_zine_was(zine: Desk) -> None:
    zine.write("zine.yaml", ZINE + "first_issue: 42\n")
    assert zine.gm("issue", "--json").lines[0]["files"][0] == "issues/issue-042/issue.txt"
    run_turn(zine, 2)
    assert zine.gm("issue", "--json").lines[0]["number"] == 43
    assert "issue 7 has not been made." in zine.gm("issue", "--number", 7, code=1).err
    assert "the last is 43" in zine.gm("issue", "--number", 7, code=1).err


def test_a_folder_that_gm_did_not_make_is_not_overwritten(zine: Desk) -> None:
    zine.write("issues/issue-001/precious.txt", "mine")
    assert "issues/issue-001 is there already, and issue 1 has not been made." in zine.gm("issue", code=1).err
    assert zine.files()["issues/issue-001/precious.txt"] == b"mine"


def test_no_game_takes_the_folders_of_issues(desk: Desk, zine: Desk) -> None:
    for name in ("preview", "issue-001", "Preview"):
        assert "is kept for gm issue" in desk.gm("new", name, "--rules", RACE, code=1).err
    db = sqlite3.connect(zine.folder / "zine.db")  # a game that was started before the name was taken
    for table, column in (("games", "name"), ("rosters", "game"), ("turns", "game"), ("deadlines", "game")):
        db.execute(f"UPDATE {table} SET {column} = 'preview'")
    db.commit()
    db.close()
    zine.write("issues/preview/turn-00/public.txt", "a report")
    assert "issues/preview is the folder of a game" in zine.gm("issue", "--preview", code=1).err
    assert zine.files()["issues/preview/turn-00/public.txt"] == b"a report"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("waiting: alice", "waiting has the title of a game, and after it who waits for it."),
        ("waiting: {A race: [a@b.example]}", "a@b.example is an address, and the waiting list is printed."),
        ("waiting: {A race: [Zoe, zoe]}", "zoe waits twice for A race."),
        ("waiting: {A race: [{name: Zoe}]}", "somebody who waits for A race has no name."),
        ("waiting: {A race: {zoe: yes}}", "somebody who waits for A race has no name."),
        ("first_issue: soon", "soon is no number of an issue."),
        ("site: my page", "my page is no address on the web."),
        ("site: javascript:alert(1)", "is no address on the web."),
    ],
)
def test_settings_that_cannot_be_used_are_told_with_their_line(zine: Desk, written: str, said: str) -> None:
    zine.write("zine.yaml", ZINE + written + "\n")
    ran = zine.gm("issue", code=1)
    assert said in ran.err
    assert "zine.yaml:4:" in ran.err


def test_a_file_that_is_no_text_is_named(zine: Desk) -> None:
    zine.write("next/picture.md", b"\x00\x01\x02")
    assert "next/picture.md cannot be printed: this is no text." in zine.gm("issue", code=1).err


def test_what_the_game_master_wrote_is_never_touched(zine: Desk) -> None:
    zine.write("next/notes.txt", "not for print")
    zine.write("next/.hidden.md", "not for print")
    zine.write("next/blank.md", "\n \n")
    before = {name: data for name, data in zine.files().items() if name.startswith("next/")}
    zine.gm("issue")
    assert "not for print" not in issue(zine)
    assert "Blank" not in issue(zine)
    assert {name: data for name, data in zine.files().items() if name.startswith("next/")} == before


def test_misuse_is_told(zine: Desk) -> None:
    assert "leave out --preview or --number" in zine.gm("issue", "--preview", "--number", 1, code=2).err
    assert "add --pdf or --booklet" in zine.gm("issue", "--paper", "a4", code=2).err


def test_the_booklet_tells_the_same_and_can_be_folded(zine: Desk) -> None:
    files = zine.gm("issue", "--booklet", "--json").lines[0]["files"]
    assert [Path(file).name for file in files] == ["issue.txt", "issue.html", "issue.pdf", "issue-booklet.pdf"]
    pages = PdfReader(BytesIO((zine.folder / files[2]).read_bytes()))
    told_in_print = " ".join(" ".join(page.extract_text() for page in pages.pages).split())
    for fact in ("Test Zine", "Mud again", "the oats are damp", "The Race", "Hear, hear!", "Zoe Quick", "22 December"):
        assert fact in told_in_print, fact
    sheets = PdfReader(BytesIO((zine.folder / files[3]).read_bytes()))
    assert len(sheets.pages) == 2 * -(-len(pages.pages) // 4)
    assert float(sheets.pages[0].mediabox.width) > float(pages.pages[0].mediabox.width) * 1.9


def test_paper_may_be_larger(zine: Desk) -> None:
    zine.gm("issue", "--preview", "--pdf")
    small = PdfReader(BytesIO((zine.folder / "issues/preview/issue.pdf").read_bytes())).pages[0].mediabox.width
    zine.gm("issue", "--preview", "--pdf", "--paper", "a4")
    large = PdfReader(BytesIO((zine.folder / "issues/preview/issue.pdf").read_bytes())).pages[0].mediabox.width
    assert 1.3 < float(large) / float(small) < 1.5


def test_an_issue_is_in_the_language_of_the_zine(zine: Desk) -> None:
    zine.write("zine.yaml", ZINE + "languages: [de]\n")
    zine.gm("issue")
    assert '<html lang="de">' in issue(zine, form="html")
    assert "16. November 2026" in issue(zine)
    assert "Dienstag, 22. Dezember 2026, 20:00 Uhr" in issue(zine)


def test_a_zine_of_before_gets_its_shelf(desk: Desk) -> None:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        for step in STEPS[:6]:
            step(Database(db))
        db.execute("PRAGMA user_version = 6")
    desk.write("next/editorial.md", "# Hello\n\nThe first one.\n")
    assert desk.gm("issue", "--json").lines[0]["number"] == 1
