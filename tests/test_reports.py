"""Reports: for whom they are, how wide they are, and that they are the same whenever they are shown."""

import html
import json
import re
import sqlite3
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gm.reports import render as reports
from gm.reports.languages import speaker_of
from gm.reports.layout import WIDTH, chunks, fit, paragraphs
from tests.conftest import Desk

Start = Callable[..., Desk]


@pytest.fixture
def tied(start: Start) -> Desk:
    """Foinavon and Crisp tie on 8; the richer one falls. Then Red Rum takes its second alternative."""
    desk = start(6, course="plain, water, plain, becher, plain")
    desk.order(
        "alice",
        1,
        "{1: 20, 2: [{when: {fallers: '>= 2'}, play: 50}, {when: {stumbled: Foinavon}, play: 30}, 40]}",
        "press: |\n  Hear, hear!\n",
    )
    desk.order("bob", 1, "{1: 8, 2: 9}")
    desk.order("carol", 1, "{1: 8, 2: 700}", "standing: {plain: 9}\n")
    desk.order("dave", 1, "{1: 30, 2: 5}")
    desk.order("erin", 1, "{1: 31, 2: 6}")
    desk.order("frank", 1, "{1: 32, 2: 40}")
    desk.gm("take")
    return desk


def test_the_prefilled_page_is_a_page(tied: Desk) -> None:
    tied.gm("run")
    private = json.loads(tied.gm("report", "--for", "alice", "--format", "json").out)["private"]
    page = private["page"]
    assert page in (tied.folder / "issues/race/turn-01/alice.txt").read_text(encoding="utf-8")
    path = tied.write("inbox/reply.yaml", page)
    assert "nothing is filled in" in tied.gm("check", path, code=1).out
    path.write_text(page.replace("3:", "3: 10").replace("4:", "4: all"), encoding="utf-8")
    assert tied.gm("take", "--json").lines[0]["verdict"] == "taken"


def test_json_for_a_player_tells_only_their_own_secrets(tied: Desk) -> None:
    tied.gm("run")
    public = json.loads(tied.gm("report", "--format", "json").out)
    assert set(public) == {
        "game",
        "turn",
        "deadline",
        "players",
        "receipts",
        "result",
        "case",
        "commitment",
        "revealed",
    }
    mine = json.loads(tied.gm("report", "--for", "Red Rum", "--format", "json").out)
    assert mine["player"] == "alice"
    assert mine["private"]["nonce"]
    assert "bob" not in json.dumps(mine["private"])


def test_every_line_of_every_text_report_fits(tied: Desk) -> None:
    tied.order("bob", 2, "{3: 1, 4: 1}", "press: " + "unbroken" * 40 + "\n")
    tied.write(
        "inbox/long.yaml",
        "game: race\nturn: 2\nplayer: alice\npress: |\n" + "  a long line of press that goes on and on, " * 6 + "\n",
    )
    tied.gm("run")
    tied.gm("take", code=None)
    tied.gm("run", "--now")
    texts = [path.read_text(encoding="utf-8") for path in (tied.folder / "issues").rglob("*.txt")]
    assert len(texts) >= 15
    assert all(len(line) <= WIDTH for text in texts for line in text.splitlines())
    assert all(line == line.rstrip() for text in texts for line in text.splitlines())


class Balanced(HTMLParser):
    VOID = ("meta", "br", "link", "img", "hr", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


def test_html_is_whole_self_contained_and_escaped(start: Start) -> None:
    desk = start(2, course="2 plain")
    desk.order("alice", 1, "{1: 3, 2: 3}", "press: <script>alert('x')</script> & <b>bold</b>\n")
    desk.gm("take")
    desk.gm("run", "--now")
    for path in (desk.folder / "issues").glob("*/turn-*/*.html"):
        text = path.read_text(encoding="utf-8")
        parser = Balanced()
        parser.feed(text)
        assert parser.open == []
        assert "<script" not in text
        assert not re.search(r"(src|href)=(?!\"#)|url\(|@import", text)  # but for a drawing elsewhere on the page
    assert html.escape("<b>bold</b>") in (desk.folder / "issues/race/turn-01/public.html").read_text(encoding="utf-8")


def test_a_zine_may_have_templates_of_its_own(start: Start) -> None:
    desk = start(2, course="2 plain")
    desk.write("templates/heading.txt", "*** {{ title }} ***\n")
    reports._environment.cache_clear()
    assert not desk.gm("report").out.startswith("***")  # what was published stays as it was
    desk.gm("report", "--save")
    assert desk.gm("report").out.startswith("*** The Race ***\n")


def test_a_report_is_the_same_whenever_it_is_shown(tied: Desk) -> None:
    tied.gm("run")
    for form in ("txt", "html", "json"):
        stored = (tied.folder / f"issues/race/turn-01/bob.{form}").read_text(encoding="utf-8")
        assert tied.gm("report", "--for", "bob", "--format", form).out == stored


def test_small_words() -> None:
    assert speaker_of("en").listed([]) == ""
    assert speaker_of("en").listed(["a"]) == "a"
    assert "".join(chunks("x y " * 50, 68)) == "x y " * 50
    assert not any(piece != piece.strip() for piece in chunks("word " * 60 + "end", 68)[:-1])
    assert paragraphs("short\nlines\n\n" + "long " * 30 + "\nruns on") == [
        "short\nlines",
        ("long " * 30).strip() + " runs on",
    ]
    assert fit("a  \n\n\n\nb\n") == "a\n\nb\n"


def test_templates_are_all_used_by_somebody() -> None:
    folder = Path(__file__).parent.parent / "templates"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    asked = "".join(
        path.read_text(encoding="utf-8") for path in [*folder.rglob("*.*"), *(folder.parent / "gm").rglob("*.py")]
    )
    kinds = (
        "body",
        "brief",
        "public",
        "private",
        "page",
        "game",
        "headline",
        "validity",
        "form",
        "lead",
        "end",
        "picture",
        "puzzle",
        "ride",
    )  # found by the game's name
    assert not {name for name in names if name not in asked and name.rpartition("/")[2].partition(".")[0] not in kinds}


def test_a_report_that_is_made_when_it_is_asked_for_waits_for_nobody(tied: Desk) -> None:
    tied.gm("run")
    wanted = tied.gm("report", "--for", "bob").out
    db = sqlite3.connect(tied.folder / "zine.db", isolation_level=None)
    db.execute("DELETE FROM reports")  # as in a zine that was written before reports were kept
    db.execute("BEGIN IMMEDIATE")  # another command is at work
    assert tied.gm("report", "--for", "bob").out == wanted
    db.execute("ROLLBACK")
    assert db.execute("SELECT count(*) FROM reports").fetchone() == (0,)
    tied.gm("report", "--for", "bob")
    assert {row for (row,) in db.execute("SELECT format FROM reports")} >= {"txt", "html", "json"}
    db.close()
