"""Mails that would stop the others: each is read in time that grows with its length, and is on its own."""

import random
import sqlite3
import time
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest

from gm.desk.answers import answer
from gm.desk.enclosed import pages_of
from gm.mail.letter import MOST_TEXT, read_letter
from gm.mail.mime import Tangled
from gm.mail.requests import asked_in
from tests.conftest import NOW, Desk
from tests.hostile_mails import ALICE, HEAD, HOSTILE, PLAIN, in_text
from tests.test_mails import MAILS
from tests.test_post import mail, page
from tests.test_post import post as post  # a fixture


def looked_into(data: bytes) -> str:
    """What is wrong with a mail; whatever it is, it is told in a sentence."""
    letter = read_letter(data, NOW, "mx.example.org")
    try:
        pages_of(letter)
        asked_in(letter)
    except Tangled as tangled:
        return tangled.why
    return letter.trouble


def seconds(data: bytes) -> float:
    started = time.process_time()
    looked_into(data)
    return time.process_time() - started


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_reading_a_mail_takes_no_longer_than_it_is(name: str) -> None:
    """Eight times as long, and (with something to spare) eight times as slow; what is not linear would be sixty-four."""
    looked_into(HOSTILE[name](1_000).encode())
    short = max(seconds(HOSTILE[name](8_000).encode()) for _ in range(3))
    long = min(seconds(HOSTILE[name](64_000).encode()) for _ in range(3))
    assert long < 25 * max(short, 0.004), f"{short:.4f} s, and then {long:.4f} s"


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_mail_of_64_kib_is_read_at_once(name: str) -> None:
    """How fast is for benchmarks/hostile.py to say; here, that no single mail holds up the others, on a busy machine too."""
    data = HOSTILE[name](65_536).encode()
    assert min(seconds(data) for _ in range(3)) < 1


@pytest.mark.slow
def test_one_page_of_nothing_but_line_ends_is_read_at_once() -> None:
    text = "game: race\nturn: 1\nplayer: alice\norders: {1: 5}\n"
    short, long = (seconds((HEAD + ALICE + "\n" + text + "\n" * many + "# end\n").encode()) for many in (2_900, 23_000))
    assert long < 25 * max(short, 0.004)


def box(*mails: bytes) -> bytes:
    return b"".join(b"From x@example.org Mon Nov 16 12:00:00 2026\n" + each + b"\n\n" for each in mails)


def letter(sender: str, body: str = "Buy now!\n", more: str = "") -> bytes:
    return f"From: {sender}\nMessage-ID: <{sender}>\n{more}Content-Type: text/plain\n\n{body}".encode()


STRANGERS = {
    "two dots": letter("spam..bot@example.net"),
    "dot at the end": letter("spam.@example.net"),
    "not ASCII": letter("jürgen@example.net"),
    "no domain": letter("spam@"),
    "dots in the domain": letter("spam@example..net"),
    "null": b"From: sp\0am@example.net\n\nhello\n",
    "brackets": letter("(" * 5_000 + ")" * 5_000 + " spam@example.net"),
    "base64 that is none": letter("a@example.net", more="Subject: =?utf-8?b?A?=\n"),
    "charset": letter("b@example.net", more="Subject: =?\0?q?=ff?=\nX: y\n"),
    "year": letter("c@example.net", more="Date: Mon, 1 Jan 99999 00:00:00 +9999\n"),
    "received": letter("d@example.net", more="Received: by x; Fri, 31 Dec 9999 23:59:59 -2359\n"),
    "nested": HOSTILE["nested-multiparts"](60_000).encode(),
    "messages": HOSTILE["nested-messages"](60_000).encode(),
    "parts": HOSTILE["many-parts"](60_000).encode(),
    "digits": HOSTILE["html-references"](20_000).encode(),
    "nothing": b"",
    "rubbish": bytes(random.Random(1).choices(range(256), k=5_000)).replace(b"\nFrom ", b""),
    "surrogates": b"From: e@example.net\nContent-Type: text/plain; charset=utf-7\n\n+2D0-\n",
    "message id": b"From: f@example.net\nMessage-ID: <a\0b\x7f>\n\nhello\n",
}


@pytest.mark.parametrize("answers", ["", "mail: {from: Zine <zine@example.org>}\n"])
def test_no_strangers_mail_stops_the_others(post: Desk, answers: str) -> None:
    post.write("zine.yaml", f"title: T\n{answers}")
    strangers = list(STRANGERS.values())
    path = post.write(
        "all.mbox",
        box(mail("alice@example.org", page("alice", 20)), *strangers, mail("bob@example.org", page("bob", 21))),
    )
    lines = post.gm("take", "--json", path, code=1).lines
    assert [line["player"] for line in lines if line["verdict"] == "taken"] == ["alice", "bob"]
    assert len(lines) == len(strangers) + 2
    kept = sqlite3.connect(post.folder / "zine.db").execute("SELECT content FROM letters").fetchall()
    assert len(kept) == len(strangers) + 2, "and all of them are kept"
    assert "stumbles" not in post.gm("take", path, code=None).out
    post.gm("mail", "--files", code=None if not answers else 0)


def test_a_mail_that_cannot_be_read_is_told_and_answered(post: Desk) -> None:
    post.write("zine.yaml", "title: T\nmail: {from: Zine <zine@example.org>}\n")
    path = post.write("a.eml", HOSTILE["many-pages"](20_000).encode())
    (line,) = post.gm("take", "--json", path, code=1).lines
    assert line["verdict"] == "refused"
    assert line["problems"][0]["message"] == "this mail cannot be read: it has more than 50 order pages."
    (answer,) = sqlite3.connect(post.folder / "zine.db").execute("SELECT content FROM outbox").fetchone()
    assert b"more than 50 order pages" in answer


def test_over_whatever_gm_stumbles_the_next_mail_is_taken_and_nothing_half_is_left(
    post: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(desk: Any, letter: Any, *rest: Any) -> None:
        if letter.sender == "bob@example.org":
            raise RecursionError
        answer(desk, letter, *rest)

    monkeypatch.setattr("gm.desk.post.answer", stumble)
    mails = [mail(f"{each}@example.org", page(each, 20)) for each in ("alice", "bob", "carol")]
    path = post.write("all.mbox", box(*mails))
    lines = post.gm("take", "--json", path, code=1).lines
    assert [line["verdict"] for line in lines] == ["taken", "refused", "taken"]
    assert "RecursionError" in lines[1]["problems"][0]["message"]
    assert post.gm("status", "--json").lines[0]["ordered"] == ["alice", "carol"]
    db = sqlite3.connect(post.folder / "zine.db")
    (kept,) = db.execute("SELECT content FROM letters WHERE outcome = 'unread'").fetchall()
    assert kept[0].strip() == mails[1].strip()
    monkeypatch.undo()
    assert [line["verdict"] for line in post.gm("take", "--json", path).lines] == ["unchanged", "taken", "unchanged"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_mutated_and_hostile_mails_are_each_on_their_own(post: Desk, seed: int) -> None:
    rng = random.Random(seed)
    post.write("zine.yaml", "title: T\nmail: {from: Zine <zine@example.org>, trusted: mx.example.org}\n")
    seeds = [path.read_bytes()[:30_000] for path in MAILS] + [make(4_000).encode() for make in HOSTILE.values()]
    mails = [mutated(rng, rng.choice(seeds), rng.choice(seeds)) for _ in range(100)]
    path = post.write("all.mbox", box(*mails, mail("alice@example.org", page("alice", 20))))
    out = post.gm("take", path, code=None)
    assert "stumbles" not in out.out
    assert out.err == ""
    assert "all.mbox#101: held" in out.out, "nobody vouches for the last one"


def mutated(rng: random.Random, data: bytes, other: bytes) -> bytes:
    mail = bytearray(data)
    for _ in range(rng.randint(0, 30)):
        at = rng.randrange(len(mail) + 1)
        match rng.randrange(5):
            case 0:
                mail[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del mail[at : at + rng.randint(1, 60)]
            case 2:
                mail[at:at] = bytes(rng.choices(b'\n\r >:;{}[]()<@"\\&*!-=\x00\xff', k=rng.randint(1, 8)))
            case 3:
                cut = rng.randrange(len(other))
                mail[at:at] = other[cut : cut + rng.randint(1, 300)]
            case _:
                mail[at:at] = mail[at : at + rng.randint(1, 200)]
    return bytes(mail).replace(b"\n\nFrom ", b"\n\n>From ").replace(b"From ", b"from ", 1)


def test_a_mail_full_of_pictures_is_read_and_one_full_of_text_is_not() -> None:
    message = EmailMessage()
    message["From"] = "alice@example.org"
    message.set_content(page("alice", 20))
    message.add_alternative("<p>" + "x" * (MOST_TEXT + 1), subtype="html")
    assert looked_into(message.as_bytes()) == ""
    (found,) = pages_of(read_letter(message.as_bytes(), NOW))
    assert found.page.get("player") == "alice"
    assert looked_into(in_text("x\n")(MOST_TEXT + 1).encode()) == "it has more text than anybody reads"


def test_a_letter_that_is_all_in_one_long_line_is_no_page() -> None:
    assert looked_into(f"{HEAD}{ALICE}{PLAIN}\ngame{' ' * 60_000}\n".encode()) == ""


def test_what_comes_in_the_future_or_never_has_come_by_now(post: Desk) -> None:
    late = mail("alice@example.org", page("alice", 20), datetime(9998, 1, 1, tzinfo=UTC))
    post.gm("take", post.write("a.eml", late))
    (received,) = sqlite3.connect(post.folder / "zine.db").execute("SELECT received_at FROM letters").fetchone()
    assert datetime.fromisoformat(received) <= NOW
