"""`gm: address`: a new address counts once both ends have answered with their codes."""

import json
import re
from datetime import timedelta

import pytest

from tests.conftest import Desk
from tests.test_asking import ask, said, wrote
from tests.test_asking import post as post
from tests.test_letters import outbox
from tests.test_post import mail, page


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


@pytest.mark.parametrize("address", ["", "nonsense", "zine@example.org", "alice@example.org", "a@b@c.org"])
def test_what_cannot_be_a_new_address_is_said_so(post: Desk, address: str) -> None:
    ask(post, wrote("alice@example.org", f"gm: address {address}"))
    assert "no address for mail" in said(post) or "your address already" in said(post)
    assert [kind for kind, *_ in outbox(post)] == ["answer"]


def test_nobody_is_flooded_with_codes(post: Desk) -> None:
    for number in range(8):
        ask(post, wrote("alice@example.org", "gm: address victim@example.net", number=number))
    assert sum(at == "victim@example.net" for _, at, _ in outbox(post)) == 3
