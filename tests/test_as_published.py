"""What is mailed is what was published, whatever happens to the templates in between."""

import email
import email.policy
import sqlite3
from collections.abc import Callable

import pytest

from gm.reports import render
from tests.conftest import Desk

Start = Callable[..., Desk]


@pytest.fixture
def zine(start: Start) -> Desk:
    desk = start(4)
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    desk.write(
        "players.yaml", "".join(f"{who}: {{mail: {who}@example.org}}\n" for who in ("alice", "bob", "carol", "dave"))
    )
    desk.order("alice", 1, "{1: 5, 2: 5}")
    desk.gm("take")
    desk.gm("run", "--now")
    return desk


def edited(desk: Desk) -> None:
    for name in ("heading.txt", "layout.html", "form.html"):
        desk.write(f"templates/{name}", "Something else altogether.\n")
    render._environment.cache_clear()


def lines(text: str) -> list[str]:
    """Mail has line ends of its own."""
    return text.strip().splitlines()


def test_text_page_and_form_are_mailed_as_they_were_published(zine: Desk) -> None:
    edited(zine)
    zine.gm("mail", "race")
    folder = zine.folder / "issues/race/turn-01"
    (mail,) = [path for path in (zine.folder / "outbox").glob("*.eml") if "alice" in path.name]
    message = email.message_from_bytes(mail.read_bytes(), policy=email.policy.default)
    assert lines(message.get_body(("plain",)).get_content()) == lines(
        (folder / "alice.txt").read_text(encoding="utf-8")
    )
    assert "Something else altogether" not in message.get_body(("html",)).get_content()
    files = [lines(part.get_content()) for part in message.iter_attachments()]
    pages = [*(folder / "forms").glob("alice.html"), folder / "alice.html"]
    assert files == [lines(path.read_text(encoding="utf-8")) for path in pages]


def test_what_is_made_anew_is_shown_from_then_on_and_who_has_the_old_one_is_said(zine: Desk) -> None:
    before = zine.gm("report").out
    edited(zine)
    assert zine.gm("report").out == before
    assert "mailed already" not in zine.gm("report", "--save").out
    after = zine.gm("report").out
    assert after.startswith("Something else altogether.")
    zine.gm("mail", "race")
    _sent(zine)
    assert "they were mailed already to alice, bob, carol, dave" in " ".join(zine.gm("report", "--save").out.split())


def test_a_turn_that_is_taken_back_and_brought_again_reads_as_it_did(zine: Desk) -> None:
    before = zine.gm("report", "--for", "alice").out
    edited(zine)
    zine.gm("undo")
    zine.gm("redo")
    assert zine.gm("report", "--for", "alice").out == before
    assert (zine.folder / "issues/race/turn-01/alice.txt").read_text(encoding="utf-8") == before


def _sent(desk: Desk) -> None:
    """As the outbox is left when the server has taken everything."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("UPDATE outbox SET state = 'sent' WHERE kind = 'report'")
