"""`gm: address`: a new address counts once both ends have answered with their codes."""

import json
import re
import sqlite3
from datetime import timedelta
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller

from tests.conftest import Desk
from tests.test_asking import ask, said, wrote
from tests.test_asking import post as post
from tests.test_bounces import FREE
from tests.test_letters import outbox, with_header
from tests.test_mailing import handler
from tests.test_mailing import server as server  # fixtures
from tests.test_mailing import zine as zine
from tests.test_post import mail, page

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")  # the connection is encrypted from its first byte


def code_to(desk: Desk, address: str) -> str:
    found = re.search(r"gm: confirm (\w+)", said(desk, address, "notice"))
    assert found
    return found[1]


def test_a_new_address_counts_once_both_have_answered(post: Desk) -> None:
    post.gm("mail", "race")
    (line,) = ask(post, wrote("alice@example.org", "gm: address New@Example.org"))
    assert "A mail with a code goes to new@example.org, and one to alice@example.org." in said(post)
    old, new = code_to(post, "alice@example.org"), code_to(post, "new@example.org")
    assert old != new
    assert not {old, new} & set(re.findall(r"\w+", json.dumps(line)))
    to_stranger = said(post, "new@example.org", "notice")
    assert not any(word in to_stranger for word in ("alice", "Alice", "Race"))
    ask(post, wrote("new@example.org", f"gm: confirm {new}", number=2))
    assert "Now the mail to the other address has to be answered, too." in said(post, "new@example.org")
    assert "alice" not in said(post, "new@example.org")
    (held,) = ask(post, mail("new@example.org", page("alice", 20), number=3))
    assert held["verdict"] == "held"
    mails = [
        wrote("alice@example.org", f"Yes:\ngm: confirm {old.upper()}", number=4),
        mail("new@example.org", page("alice", 21), number=5),
    ]
    assert [each["verdict"] for each in ask(post, *mails)] == ["asked", "taken"]
    assert "Your mail goes to new@example.org from now on" in said(post, "alice@example.org", "notice")
    waiting = [at for kind, at, message in outbox(post) if kind == "report" and "Alice" in str(message["To"])]
    assert waiting == ["new@example.org"]
    assert "new@example.org" not in (post.folder / "players.yaml").read_text()
    assert "alice has a new address." in post.gm("history", "race").out
    (line,) = ask(post, wrote("alice@example.org", "gm: status", number=6))
    assert line["verdict"] == "empty"


def test_it_counts_for_the_next_mail_in_the_same_box(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: address new@example.org"))
    old, new = code_to(post, "alice@example.org"), code_to(post, "new@example.org")
    mails = (
        wrote("alice@example.org", f"gm: confirm {old}", number=2), wrote("new@example.org", "", f"gm: confirm {new}", number=3),
        mail("new@example.org", page("alice", 21), number=4),
    )  # fmt: skip
    box = b"".join(b"From x\n" + each + b"\n\n" for each in mails)
    lines = post.gm("take", "--json", post.write("box.mbox", box)).lines
    assert [line["verdict"] for line in lines] == ["asked", "asked", "taken"]


def test_whoever_has_only_one_of_the_two_changes_nothing(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: address mallory@example.net"))  # anybody can write a sender
    new = code_to(post, "mallory@example.net")
    for number, (sender, code) in enumerate(
        (("mallory@example.net", new), ("alice@example.org", new), ("alice@example.org", "aaaaaaaaaa")), 2
    ):
        ask(post, wrote(sender, f"gm: confirm {code}", number=number))
    (line,) = ask(post, mail("mallory@example.net", page("alice", 20), number=9))
    assert line["verdict"] == "held"


def test_a_code_dies_with_time_with_another_request_and_with_a_change_in_the_file(post: Desk) -> None:
    def pair(number: int) -> tuple[str, str]:
        ask(post, wrote("alice@example.org", f"gm: address new{number}@example.org", received=post.now, number=number))
        return code_to(post, "alice@example.org"), code_to(post, f"new{number}@example.org")

    def confirmed(number: int, *codes: str) -> bool:
        ask(
            post,
            *(
                wrote("alice@example.org", f"gm: confirm {code}", received=post.now, number=number + n)
                for n, code in enumerate(codes)
            ),
        )
        return "goes to new" in said(post) and "Once both" not in said(post)

    first = pair(1)
    second = pair(2)
    assert not confirmed(10, *first)
    post.now += timedelta(days=31)
    assert not confirmed(20, *second)
    third = pair(3)
    post.write(
        "players.yaml",
        (post.folder / "players.yaml").read_text().replace("alice@example.org", "al@example.org, alice@example.org"),
    )
    assert not confirmed(30, *third)


def test_a_code_that_comes_back_is_sent_to_nobody_else(post: Desk) -> None:
    people = (post.folder / "players.yaml").read_text()
    post.write("players.yaml", people.replace("mail: alice@example.org", "mail: [alice@example.org, al@example.org]"))
    ask(post, wrote("alice@example.org", "gm: address nobody@example.net"))
    db = sqlite3.connect(post.folder / "zine.db")
    with db:
        db.execute("UPDATE outbox SET state = 'sent'")
    back = FREE.replace("alice@example.org", "nobody@example.net").replace("TEXT", "550 5.1.1 no such user here")
    (line,) = ask(post, back.encode())
    assert line["verdict"] == "automatic"
    code = code_to(post, "nobody@example.net")
    assert [at for _, at, message in outbox(post) if code in message.get_content()] == ["nobody@example.net"]


@pytest.mark.parametrize("address", ["", "nonsense", "zine@example.org", "alice@example.org", "a@b@c.org"])
def test_what_cannot_be_a_new_address_is_said_so(post: Desk, address: str) -> None:
    ask(post, wrote("alice@example.org", f"gm: address {address}"))
    assert "no address for mail" in said(post) or "your address already" in said(post)
    assert [kind for kind, *_ in outbox(post)] == ["answer"]


def test_nobody_is_flooded_with_codes(post: Desk) -> None:
    for number in range(8):
        ask(post, wrote("alice@example.org", "gm: address victim@example.net", number=number))
    assert sum(at == "victim@example.net" for _, at, _ in outbox(post)) == 3


def reply(to: EmailMessage, sender: str, text: str) -> bytes:
    """An answer as mail programs write it, with all that was said before below it."""
    said = "".join(f"> {line}\n" for line in to.get_content().splitlines())
    about = f"{text}\n\nOn Mon, 16 Nov 2026 at 12:00, {to['From']} wrote:\n{said}"
    data = wrote(sender, about, f"Re: {to['Subject']}", number=len(text))
    return with_header(data, "In-Reply-To", str(to["Message-ID"]))


def test_it_works_over_a_real_mail_server(zine: Desk, server: Controller) -> None:
    taken = handler(server).taken
    ask(zine, wrote("alice@example.org", "", "gm: address alice@new.example"))
    zine.gm("mail", "--send")
    mails = {each["To"].addresses[0].addr_spec: each for each in taken if "confirm" in each["Subject"]}
    assert sorted(mails) == ["alice@example.org", "alice@new.example"]
    for sender, sent in mails.items():
        ask(
            zine, reply(sent, sender, "It was not me, leave it as it is." + "!" * len(sender))
        )  # what is quoted does not count
    for sender, sent in mails.items():
        (code,) = re.findall(r"gm: confirm \w+", sent.get_content())
        ask(zine, reply(sent, sender, f"Hello,\n\n{code}\n" + "\n" * len(sender)))
    zine.gm("mail", "race", "--send")
    last = {each["To"].addresses[0].addr_spec: each["Subject"] for each in taken}
    assert last["alice@new.example"] == "The Race: the start"
    assert "Your new address" in [
        each["Subject"] for each in taken if each["To"].addresses[0].addr_spec == "alice@example.org"
    ]
