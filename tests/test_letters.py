"""What people wrote that is no order reaches a person, and is answered, printed, or put away."""

import email
import email.policy
import io
import sqlite3
import sys
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from gm.mail.prose import own_words
from tests.conftest import NOW, Desk
from tests.test_post import GAME, mail, page, take

QUESTION = """Dear editor,

may I ride *two* horses? My friend eve@elsewhere.example says so.
# Not a heading

Alice

On 14 Nov 2026 Test Zine <zine@example.org> wrote:
> The Race
"""


@pytest.fixture
def post(desk: Desk) -> Desk:
    people = ("alice", "bob", "carol", "dave")
    lines = (f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in people)
    desk.write("players.yaml", "".join(lines))
    desk.write("zine.yaml", "title: Test Zine\neditor: The Editor\nmail: {from: Test Zine <zine@example.org>}\n")
    desk.write("games/race.yaml", GAME)
    desk.gm("start", "race")
    return desk


def letters(desk: Desk, *args: object) -> list[Any]:
    return desk.gm("letters", *args, "--json").lines


def outbox(desk: Desk) -> list[tuple[str, str, Any]]:
    db = sqlite3.connect(desk.folder / "zine.db")
    rows = db.execute("SELECT kind, address, content FROM outbox ORDER BY id").fetchall()
    db.close()
    return [(kind, to, email.message_from_bytes(data, policy=email.policy.default)) for kind, to, data in rows]


def with_header(data: bytes, name: str, value: str) -> bytes:
    return f"{name}: {value}\n".encode() + data


def test_what_people_wrote_is_listed_and_orders_and_machines_are_not(post: Desk) -> None:
    question = mail("alice@example.org", QUESTION)
    order = mail("bob@example.org", page("bob", 9))
    machine = with_header(mail("carol@example.org", "I am away.", number=3), "Auto-Submitted", "auto-replied")
    advert = with_header(mail("shop@example.net", "Buy!", number=4), "List-Unsubscribe", "<mailto:x@example.net>")
    by_list = with_header(mail("dave@example.org", "Who won?", number=5), "List-Id", "<zine.example.org>")
    ours = mail("zine@example.org", "A copy for me.", number=6)
    take(post, question, order, machine, advert, by_list, ours)
    assert [(each["from"], each["player"]) for each in letters(post)] == [
        ("alice@example.org", "alice"),
        ("dave@example.org", "dave"),
    ]
    assert "To read: 2 letters. See gm letters." in post.gm("status").out


def test_a_letter_is_shown_and_its_writer_is_told_that_a_person_will_read_it(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION))
    shown = post.gm("letters", 1).out
    assert "Alice Grey (alice@example.org)" in shown
    assert "may I ride *two* horses?" in shown
    assert shown.endswith("\n")
    [(_, to, answer)] = outbox(post)
    assert to == "alice@example.org"
    assert "A person will read it." in answer.get_content()


def test_a_letter_is_answered_once_with_the_same_words(post: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    take(post, mail("alice@example.org", QUESTION))
    assert "alice@example.org" in post.gm("letters", 1, "--answer", "One, I fear.").out
    assert "these very words" in post.gm("letters", 1, "--answer", "One, I fear.", code=1).err
    answers = [(to, message) for kind, to, message in outbox(post) if kind == "letter"]
    [(to, message)] = answers
    assert (to, message["Subject"], message["In-Reply-To"]) == (
        "alice@example.org",
        "Re: orders",
        "<1.alice@example.org>",
    )
    assert message["Auto-Submitted"] == "no"
    assert message.get_content().replace("\r", "") == "One, I fear.\n\n-- \nThe Editor\n"
    assert letters(post) == []
    assert letters(post, "--all")[0]["done"] == "answered"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"And by pipe.\n")))
    post.gm("letters", 1, "--answer")
    last = [message for kind, _, message in outbox(post) if kind == "letter"][-1]
    assert last.get_content().splitlines()[0] == "And by pipe."


def test_an_empty_answer_is_none(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION))
    assert "nothing in the answer" in post.gm("letters", 1, "--answer", "  ", code=1).err
    assert len(letters(post)) == 1


def test_a_letter_is_printed_under_its_writers_name_and_without_addresses(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION))
    assert "next/letter-1-from-alice.md is written" in post.gm("letters", 1, "--print").out
    text = (post.folder / "next/letter-1-from-alice.md").read_text(encoding="utf-8")
    assert text.startswith("# orders\n\nDear editor,\n\n")
    assert text.endswith("\nAlice\n\n— Alice Grey\n")
    assert "@" not in text
    assert "wrote" not in text
    assert "may I ride \\*two\\* horses?" in text
    assert "\n\\# Not a heading" in text
    post.gm("issue", "--preview")
    printed = (post.folder / "issues/preview/issue.txt").read_text(encoding="utf-8")
    assert "may I ride *two* horses?" in printed
    assert "# Not a heading" in " ".join(printed.split())
    assert "Alice Grey" in printed


def test_a_stranger_is_printed_under_the_name_they_give(post: Desk) -> None:
    take(post, mail("Mabel Moss <mabel@example.net>", "Lovely zine."), mail("x@example.net", "Hm.", number=2))
    post.gm("letters", 1, 2, "--print")
    assert (post.folder / "next/letter-1.md").read_text(encoding="utf-8").endswith("Lovely zine.\n\n— Mabel Moss\n")
    assert (post.folder / "next/letter-2.md").read_text(encoding="utf-8").endswith("Hm.\n\n— a reader\n")


def test_what_the_game_master_edited_is_not_written_over(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION))
    post.gm("letters", 1, "--print")
    post.gm("letters", 1, "--print")
    edited = post.write("next/letter-1-from-alice.md", "# Edited\n")
    assert "says something else" in post.gm("letters", 1, "--print", code=1).err
    assert edited.read_text(encoding="utf-8") == "# Edited\n"


def test_letters_are_put_away_and_kept(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION), mail("bob@example.org", "I give up.", number=2))
    post.gm("letters", 1, 2, "--away")
    assert "There are no letters" in post.gm("letters").out
    assert "letters" not in post.gm("status").out
    assert [each["done"] for each in letters(post, "--all")] == ["away", "away"]
    assert "I give up." in post.gm("letters", 2).out


def test_what_is_no_letter_is_refused_and_nothing_changes(post: Desk) -> None:
    take(post, mail("alice@example.org", QUESTION), mail("bob@example.org", page("bob", 9)))
    assert "no letter number 2" in post.gm("letters", 1, 2, "--away", code=1).err
    assert "no letter number 9" in post.gm("letters", 9, code=1).err
    assert len(letters(post)) == 1
    post.gm("letters", 1, "--away", "--print", code=2)
    post.gm("letters", "--away", code=2)
    post.gm("letters", 1, 2, "--answer", "Yes.", code=2)


def test_a_mail_that_cannot_be_read_is_a_letter_too(post: Desk) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "alice@example.org", "pieces"
    message.set_content("first")
    for number in range(300):
        message.add_attachment(f"piece {number}")
    take(post, message.as_bytes())
    assert letters(post)[0]["subject"] == "pieces"
    assert "piece 7" in post.gm("letters", 1).out


def test_in_a_blind_game_a_letter_is_opened_only_when_asked_for(post: Desk) -> None:
    post.write("games/dark.yaml", GAME + "blind: yes\n")
    post.gm("start", "dark")
    secret = mail("alice@example.org", "Let me play 77 at the first fence.")
    take(post, secret, mail("mail@example.net", "Who are you?", number=2))
    listed = post.gm("letters").out
    assert "orders" not in listed
    assert "dark is blind" in listed
    refused = post.gm("letters", 1, code=1)
    assert "77" not in refused.out + refused.err
    assert not (post.folder / "next").exists()
    assert "blind" in post.gm("letters", 1, "--print", code=1).err
    assert b"77 at the first" not in (post.folder / "zine.db").read_bytes()
    assert "77" in post.gm("letters", 1, "--open").out


@pytest.mark.parametrize(
    "header",
    ["Auto-Submitted: auto-generated", "Precedence: bulk", "Precedence: auto_reply", "List-Id: <a.b>", "X-Autoreply: yes",
     "X-Auto-Response-Suppress: All", "Feedback-ID: 1:2:3", "List-Help: <mailto:a@b.example>", "Return-Path: <>"],
)  # fmt: skip
def test_no_machine_is_answered(post: Desk, header: str) -> None:
    name, _, value = header.partition(": ")
    take(post, with_header(mail("alice@example.org", "Hello."), name, value))
    assert outbox(post) == []


def test_nobody_is_answered_without_end_but_an_order_always_is(post: Desk) -> None:
    take(post, *(mail("alice@example.org", "Hello?", number=number) for number in range(8)))
    assert len(outbox(post)) == 5
    take(post, *(mail("alice@example.org", page("alice", 30 + number), number=50 + number) for number in range(3)))
    assert len(outbox(post)) == 8


def test_a_few_dozen_answers_a_day_are_enough_for_anybody_and_the_next_day_it_begins_anew(post: Desk) -> None:
    for hour in range(10):
        post.now = NOW + timedelta(hours=hour, minutes=hour)
        take(post, *(mail("alice@example.org", "Hello?", number=10 * hour + n) for n in range(5)))
    assert len(outbox(post)) == 36
    post.now = NOW + timedelta(days=2)
    take(post, mail("alice@example.org", "Hello?", number=999), mail("bob@example.org", "And I?", number=1000))
    assert len(outbox(post)) == 38


def test_notices_have_a_limit_of_their_own(post: Desk) -> None:
    strangers = (mail(f"m{number}@example.net", page("alice", 9 + number), number=number) for number in range(6))
    take(post, *strangers)
    kinds = [(kind, to) for kind, to, _ in outbox(post)]
    assert kinds.count(("notice", "alice@example.org")) == 3
    assert len([kind for kind, _ in kinds if kind == "answer"]) == 6


def test_the_zine_does_not_answer_itself(post: Desk) -> None:
    take(post, mail("Zine@example.org", "Is anybody there?", NOW))
    assert outbox(post) == []


@pytest.mark.parametrize(
    "below",
    [
        "Von: Test Zine <zine@example.org>\nGesendet: Montag, 16. November 2026 12:00\nAn: Alice\nBetreff: Das Rennen\n\nAlt.",
        "Le lun. 16 nov. 2026 à 12:00, Test Zine <zine@example.org> a écrit :\n> Vieux.",
        "On Monday Hector wrote:\n> Old.\n> So old.",
        "Sent from my iPhone",
        "-- \nAlice, 1 High Street",
        "-----Original Message-----\nOld.",
    ],
)
def test_only_what_the_writer_wrote_is_printed(below: str) -> None:
    assert own_words(f"Who won?\n\nI did not see it.\n\n{below}\n") == "Who won?\n\nI did not see it."
