"""Mail that came back: whose it was, which address is dead, and where it goes instead."""

import sqlite3
from datetime import timedelta

import pytest

from tests.conftest import NOW, Desk
from tests.test_letters import outbox
from tests.test_letters import post as post
from tests.test_post import mail, take

REPORT = """From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: zine@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <b1@mx.example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ALICE@example.org
Action: ACTION
Status: STATUS
Diagnostic-Code: smtp; 550 5.1.1 no such user here

--b
Content-Type: text/rfc822-headers

From: Test Zine <zine@example.org>
To: Alice Grey <alice@example.org>
Message-ID: NUMBER

--b--
"""
FREE = """Return-Path: <>
From: MAILER-DAEMON@mail.example.net
To: zine@example.org
Subject: failure notice
Message-ID: <b2@mail.example.net>

Hi. This is the mail program at mail.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<alice@example.org>:
TEXT
"""


@pytest.fixture
def sent(post: Desk) -> Desk:
    """The start has been mailed to everybody; Alice has two addresses."""
    players = (post.folder / "players.yaml").read_text(encoding="utf-8")
    post.write(
        "players.yaml", players.replace("mail: alice@example.org", "mail: [alice@example.org, ann@work.example]")
    )
    post.gm("mail", "race")
    with sqlite3.connect(post.folder / "zine.db") as db:
        db.execute("UPDATE outbox SET state = 'sent'")
    return post


def report(desk: Desk, action: str = "failed", status: str = "5.1.1") -> bytes:
    number = next(message["Message-ID"] for _, to, message in outbox(desk) if to == "alice@example.org")
    return REPORT.replace("ACTION", action).replace("STATUS", status).replace("NUMBER", number).encode()


def ready(desk: Desk) -> list[str]:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        return [address for (address,) in db.execute("SELECT address FROM outbox WHERE state = 'ready' ORDER BY id")]


def test_what_came_back_goes_to_the_players_other_address_and_the_dead_one_is_named(sent: Desk) -> None:
    path = sent.write("back.eml", report(sent))
    assert "mail to alice@example.org came back" in sent.gm("take", path).out
    assert "Mail to alice@example.org comes back: 550 5.1.1 no such user here" in sent.gm("status").out
    assert ready(sent) == ["ann@work.example"]
    assert next(message["To"] for _, to, message in outbox(sent) if to == "ann@work.example") == (
        "Alice Grey <ann@work.example>"
    )
    sent.gm("mail", "race", "--again")
    assert "alice@example.org" not in ready(sent)
    sent.now = NOW + timedelta(days=1)
    take(sent, mail("alice@example.org", "I am back.", sent.now, number=7))
    assert "comes back" not in sent.gm("status").out


@pytest.mark.parametrize("text", ["550 5.1.1 User unknown", "Sorry, no mailbox here by that name: it doesn't exist."])
def test_a_mail_server_may_say_it_in_its_own_words(sent: Desk, text: str) -> None:
    take(sent, FREE.replace("TEXT", text).encode())
    assert "Mail to alice@example.org comes back" in sent.gm("status").out


def test_who_has_no_other_address_is_named_and_not_tried_again(sent: Desk) -> None:
    take(sent, FREE.replace("alice@", "bob@").replace("TEXT", "user unknown").encode())
    assert "bob@example.org" in sent.gm("mail", "race", "--again", code=1).err
    assert "bob@example.org" not in ready(sent)


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.2.2"), ("failed", "5.2.2")])
def test_what_may_arrive_yet_is_no_dead_address(sent: Desk, action: str, status: str) -> None:
    take(sent, report(sent, action, status))
    assert "comes back" not in sent.gm("status").out


def test_nobody_is_cut_off_by_what_was_never_sent(post: Desk) -> None:
    take(post, FREE.replace("TEXT", "user unknown").encode())
    assert "comes back" not in post.gm("status").out
