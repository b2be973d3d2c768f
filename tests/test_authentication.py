"""Whose word counts for a mail's sender: the trusted server's, as DMARC looks at it; and the player's token."""

import json

import pytest

from gm.mail.addressing import can_be_written_to, sender_of
from gm.mail.authentication import aligned
from gm.mail.letter import read_letter
from tests.conftest import NOW, Desk
from tests.test_post import mail, page
from tests.test_post import post as post  # a fixture

MX = "mx.example.org"


def verdict(desk: Desk, *results: str, sender: str = "alice@example.org", token: str = "") -> str:
    """What becomes of a page by Alice, if that is what the servers say."""
    body = page("alice", 20, f"token: {token}\n" if token else "")
    plain = mail("alice@example.org", body, number=hash(results) % 10**9).replace(
        b"From: alice@example.org", f"From: {sender}".encode()
    )
    said = "".join(f"Authentication-Results: {each}\n" for each in results)
    (line,) = desk.gm("take", "--json", desk.write("m.eml", said.encode() + plain), code=None).lines
    return str(line["verdict"])


@pytest.fixture
def trusting(post: Desk) -> Desk:
    post.write("zine.yaml", f"title: T\nmail: {{trusted: {MX}}}\n")
    return post


GOOD = [
    f"{MX}; dmarc=pass header.from=example.org",
    f"{MX}; dmarc=pass",
    f"{MX} 1; dmarc=pass (p=reject dis=none) header.from=example.org",
    f"{MX}; spf=fail smtp.mailfrom=list.example.net; dkim=fail header.d=list.example.net; dmarc=pass header.from=example.org",
    f"{MX}; spf=pass smtp.mailfrom=alice@example.org",
    f"{MX}; spf=pass smtp.mailfrom=example.org",
    f"{MX}; spf=pass smtp.mailfrom=bounces@mail.example.org",
    f"{MX}; dkim=pass header.d=example.org",
    f"{MX}; dkim=pass header.i=@example.org header.s=2026",
    f"{MX}; dkim=pass header.d=EXAMPLE.org header.b=\"abc=\"; dmarc=none",
    f"{MX}; dkim=pass header.d=list.example.net; dkim=pass header.d=example.org",
    f"{MX}; spf=softfail smtp.mailfrom=x@forwarder.example.net; dkim=pass header.d=example.org",
    f"{MX.upper()};\n\tdkim = pass\n (it is (all) good; really)\n header.d = example.org",
    f'"{MX}"; dkim/1=pass reason="dmarc=fail" header.d=example.org',
    f"(the server) {MX} (again) 1; dkim=pass header.d=example.org",
]  # fmt: skip

BAD = [
    f"{MX}; dmarc=fail header.from=example.org",
    f"{MX}; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=alice@example.org",
    f"{MX}; dmarc=pass header.from=example.net",
    f"{MX}; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
    f"{MX}; none",
    f"{MX};",
    MX,
    "",
    f"{MX}; spf=pass smtp.mailfrom=mallory@example.net; dkim=pass header.d=example.net",
    f"{MX}; spf=pass smtp.helo=example.org",
    f"{MX}; spf=pass",
    f"{MX}; dkim=pass",
    f"{MX}; dkim=pass header.d=org",
    f"{MX}; dkim=pass header.d=notexample.org",
    f"{MX}; dkim=pass header.d=example.org.evil.net",
    f"{MX}; dkim=pass header.d=evil.net header.d=example.org",
    f"{MX}; dkim=pass header.i=header.d=example.org=@evil.net",
    f'{MX}; spf=pass smtp.mailfrom="alice@example.org"@evil.net',
    f"{MX}; spf=pass smtp.mailfrom=evil.net (smtp.mailfrom=example.org)",
    f'{MX}; spf=none reason="; dkim=pass header.d=example.org"',
    f"{MX}; spf=none (; dkim=pass header.d=example.org)",
    f"{MX}; dkim=pass header.d=example.org (never closed",
    f"{MX}; auth=pass smtp.auth=alice@example.org",
    f"{MX}; arc=pass header.d=example.org",
    f"{MX}; dkim=policy header.d=example.org",
    f"{MX}; spf=neutral smtp.mailfrom=alice@example.org; dkim=none",
    f"{MX}.evil.net; dmarc=pass header.from=example.org",
    f"evil.net ({MX}); dmarc=pass header.from=example.org",
    f"evil.net; dmarc=pass ({MX}; dmarc=pass)",
]  # fmt: skip


@pytest.mark.parametrize("result", GOOD)
def test_an_order_counts_whose_sender_the_trusted_server_vouches_for(trusting: Desk, result: str) -> None:
    assert verdict(trusting, result) == "taken"


@pytest.mark.parametrize("result", BAD)
def test_an_order_is_held_unless_the_trusted_server_vouches_for_its_sender(trusting: Desk, result: str) -> None:
    assert verdict(trusting, result) == "held"


def test_without_a_word_from_the_trusted_server_it_is_held(trusting: Desk) -> None:
    assert verdict(trusting) == "held"
    assert f"{MX} says nothing about its sender" in trusting.gm("held").out


def test_the_topmost_word_of_the_trusted_server_counts_whatever_stands_above_and_below(trusting: Desk) -> None:
    good, other = f"{MX}; dmarc=pass header.from=example.org", "evil.net; dmarc=pass header.from=example.org"
    assert verdict(trusting, f"{MX}; dmarc=fail", good) == "held"
    assert verdict(trusting, f"{MX}; spf=none", good) == "held"
    assert verdict(trusting, f"{MX}; spf=pass (never closed", good) == "held"
    assert verdict(trusting, other) == "held"
    assert verdict(trusting, other, good, other) == "taken"


@pytest.mark.parametrize(
    "sender",
    [
        "mallory@example.net (alice@example.org)", '"alice@example.org" <mallory@example.net>',
        "alice@example.org <mallory@example.net>", "alice@example.org, mallory@example.net",
        "<alice@example.org> <mallory@example.net>", "mallory@example.net\nFrom: alice@example.org",
        '"alice@example.org', "(alice@example.org", "alice@example.org)", "alice@example.org <>",
        "friends: alice@example.org;", "=?utf-8?q?alice=40example=2Eorg?=", "mallory@example.net(\n <alice@example.org>)",
        "alice@example.org\\", '"x" alice@example.org', "alice@example.org mallory@example.net",
    ],
)  # fmt: skip
def test_an_address_that_only_looks_like_the_senders_is_not(trusting: Desk, sender: str) -> None:
    assert verdict(trusting, f"{MX}; dmarc=pass", sender=sender) == "held"


def test_the_token_vouches_for_a_mail_that_nobody_else_does(trusting: Desk) -> None:
    token = json.loads(trusting.gm("report", "--for", "alice", "--format", "json").out)["private"]["token"]
    assert verdict(trusting, f"{MX}; dmarc=fail", token=token) == "taken"


def test_without_a_trusted_server_the_address_is_believed(post: Desk) -> None:
    assert verdict(post, f"{MX}; dmarc=fail") == "taken"


def test_a_zine_can_demand_the_token(post: Desk) -> None:
    token = json.loads(post.gm("report", "--for", "alice", "--format", "json").out)["private"]["token"]
    post.write("zine.yaml", f"title: T\nmail: {{token: required, trusted: {MX}}}\n")
    assert verdict(post, f"{MX}; dmarc=pass") == "held"
    assert "it does not bear the token of alice" in post.gm("held").out
    assert verdict(post, f"{MX}; dmarc=pass", token="aaaaaaaaaa") == "held"
    assert verdict(post, token=token) == "taken"
    post.order("bob", 1, "{1: 5, 2: 5}")
    assert post.gm("take", "--json").lines[0]["verdict"] == "taken", "files are the game master's own business"


def test_a_demand_that_gm_does_not_know_is_refused(post: Desk) -> None:
    post.write("zine.yaml", "title: T\nmail: {token: perhaps}\n")
    told = post.gm("status", code=1).err
    assert "token cannot be perhaps" in told
    assert "zine.yaml:2" in told


@pytest.mark.parametrize(
    ("one", "other", "good"),
    [
        ("example.org", "example.org", True), ("mail.example.org", "example.org", True), ("example.org", "a.b.example.org", True),
        ("org", "example.org", False), ("org", "org", False), ("ample.org", "example.org", False), ("", "example.org", False),
    ],
)  # fmt: skip
def test_a_domain_is_aligned_with_itself_and_those_inside_it(one: str, other: str, good: bool) -> None:
    assert aligned(one, other) is good


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ("Alice <Alice@Example.org>", "alice@example.org"), ("alice@example.org (Alice (Ali) Grey)", "alice@example.org"),
        ('"Grey, Alice" <alice@example.org>', "alice@example.org"), ("<alice@example.org>", "alice@example.org"),
        ("alice@example.org, alice@example.org", "alice@example.org"), ("spam..bot@example.net", "spam..bot@example.net"),
        ('(he said ") <x@example.net> (") alice@example.org', ""), ("Alice", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_sender_is_one_address_or_nobody(field: str, sender: str) -> None:
    assert sender_of([field]) == sender


def test_only_an_address_that_every_server_takes_is_written_to() -> None:
    assert all(map(can_be_written_to, ["a@b.example", "a.b+c@example.org", "o'leary@example.org", "root@localhost"]))
    bad = [
        "",
        "a",
        "a@",
        "@b",
        "a..b@c.example",
        ".a@c.example",
        "a.@c.example",
        "ü@c.example",
        "a@c..example",
        "a b@c",
        "a\0@c",
    ]
    assert not any(map(can_be_written_to, bad))


def test_nobody_is_answered_where_no_answer_can_arrive() -> None:
    assert not read_letter(b"From: spam..bot@example.net\n\nhello\n", NOW).answerable
    assert read_letter(b"From: spam.bot@example.net\n\nhello\n", NOW).answerable
