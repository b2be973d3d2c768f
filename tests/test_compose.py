"""Messages are put together fast, and read as those that the standard library puts together."""

import email
import email.policy
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm.mail.alike import MOST_KEPT, Alike
from gm.mail.compose import Composer, NoAddress, compose, redirected, whole
from gm.mail.headers import attachment, header, one_line, sender, words
from gm.mail.quoted import each_quoted
from gm.mail.settings import Addresses, addresses
from tests.letters_by_stdlib import composed

OWN = addresses({"from": "The Zine <zine@example.org>", "reply_to": "orders@example.org"})
NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
ID = "<1@example.org>"
CONTENT = ("content-type", "content-disposition", "content-transfer-encoding")  # what they say is read otherwise

WORDS = ["", " ", "  ", "\t", ".", "..", "From ", "=", "=20", "--", "--=_mixed_", "\n", "\r\n", "\r", "\n\n", "\n<table ",
         "\n<section>", "\n.\n.\n", "w" * 75 + ".", "v" * 74 + " \n", "u" * 73 + "  \n", "<p>", "Réd Rum", "レッドラム", "🐎", "—", "\x0b", "\x0c", "\x85", "\u2028", "\0", "x" * 75,
         "x" * 76, "y" * 77, "=" * 40, "é" * 40, "z" * 1000]  # fmt: skip
TEXTS = st.lists(
    st.sampled_from(WORDS) | st.text(max_size=20).filter(lambda text: text.isascii() or _is_text(text)), max_size=12
)
NAMES = st.text(max_size=30).filter(lambda text: _is_text(text) and "=?" not in text) | st.sampled_from(
    ["", "Alice Grey", "O'Neill", 'Bob "the Knife" Stone', "Smith, John", "J. R.", "Zoë", "Ὀδυσσεύς", "a\\b", "(c)", "x" * 90,
     "é" * 50, "two\nBcc: mallory@example.org", "tab\there", "@", "<b@example.org>", "Dr. A; B: C", "名前"]
)  # fmt: skip
PNGS = st.binary(max_size=200)
FILES = st.sampled_from(
    ["race-turn-1.html", "grand prix.html", "größe.html", "レース.html", "a" * 120 + ".html", 'q"uote.html']
)


def _is_text(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


def joined(texts: Any) -> Any:
    return texts.map("".join)


def facts(content: bytes) -> Any:
    """All that a reader's program can find out about a message; where it is cut is nobody's business."""
    return _facts(email.message_from_bytes(content, policy=email.policy.default), outermost=True)


def _facts(part: Any, outermost: bool = False) -> Any:
    headers = sorted(
        (name.lower(), str(value).strip())
        for name, value in part.items()
        if name.lower() not in CONTENT and (outermost or name.lower() != "mime-version")
    )
    own = (
        headers,
        part.get_content_type(),
        str(part.get_content_charset()),
        part.get_filename(),
        part.get_content_disposition(),
    )
    assert not part.defects
    if part.is_multipart():
        return own, [_facts(each) for each in part.iter_parts()]
    return own, part.get_payload(decode=True)


@settings(max_examples=300)
@given(
    to=NAMES, subject=NAMES, text=joined(TEXTS), html=joined(TEXTS), pages=st.lists(st.tuples(FILES, joined(TEXTS)), max_size=3),
    pictures=st.lists(PNGS, max_size=3), earlier=st.integers(0, 12),
)  # fmt: skip
@example("Bob", "S", "", "", [], [], 0)
def test_a_message_reads_as_the_standard_library_would_have_written_it(
    to: str, subject: str, text: str, html: str, pages: list[tuple[str, str]], pictures: list[bytes], earlier: int
) -> None:
    named = [(f"{number}@example.org", png) for number, png in enumerate(pictures)]
    thread = [f"<{number}-{'0' * 32}@example.org>" for number in range(earlier)]
    files = [(name, page.encode()) for name, page in pages]
    said: Any = (OWN, (to, "bob@example.org"), subject, text, ID, NOW, html, thread, "auto-generated", files, named)
    assert facts(compose(*said)) == facts(composed(*said))


@settings(max_examples=200)
@given(st.lists(joined(TEXTS), min_size=2, max_size=6))
def test_what_went_before_makes_no_difference(texts: list[str]) -> None:
    turn = Composer(OWN, NOW)
    for number, text in enumerate([*texts, *texts]):
        said: Any = (
            ("Bob", "bob@example.org"),
            "S",
            text,
            f"<{number}@example.org>",
            text or "x",
            (),
            [("page.html", text.encode())],
        )
        assert whole(turn.compose(*said)) == whole(Composer(OWN, NOW).compose(*said))


@settings(max_examples=200)
@given(joined(TEXTS), joined(TEXTS))
def test_what_travels_is_lines_that_every_mail_server_takes(text: str, page: str) -> None:
    content = compose(
        OWN, ("Zoë", "z@example.org"), "S" * 300, text, ID, NOW, page, attached=[("é.html", page.encode())]
    )
    head, body = content.split(b"\r\n\r\n", 1)
    assert content.isascii()
    assert b"\r\n.\r\n" not in content
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)|[ \t]\r\n", body)
    assert max(map(len, body.split(b"\r\n"))) <= 998
    assert max(map(len, head.split(b"\r\n"))) <= 998
    assert all(len(line) <= 76 for lines in each_quoted([f"{text}\n".encode()]) for line in lines.split(b"\r\n"))


def test_a_long_text_of_one_reader_is_not_kept_for_the_others() -> None:
    alike, longest = Alike(each_quoted), 0
    for number in range(60):
        text = b"\n\n".join(b"%d %d" % (number, line) * 5_000 for line in range(20))
        longest = max(longest, sum(len(lines) for lines, _ in alike.encoded(text, b"%d" % (number % 2))))
    kept = [(block.text, block.piece[0]) for order in alike.orders.values() for block in order]
    assert sum(len(text) + len(lines) for text, lines in kept) <= MOST_KEPT + 2 * longest


def test_after_a_few_readers_little_but_the_lines_that_differ_is_encoded_for_each() -> None:
    """A table in which everybody finds another row marked; whoever has fallen has no order to give."""
    rows = [f"<tr><td>{number}</td><td>Horse {number} {'has run well ' * 6}</td></tr>\n" for number in range(40)]
    readers, encoded = 30, [0] * 30

    def counted(texts: Sequence[bytes]) -> list[bytes]:
        encoded[reader] += sum(map(len, texts))
        return each_quoted(texts)

    alike = Alike(counted)
    for reader in range(readers):
        marked = [f"<b>{row}</b>" if number == reader else row for number, row in enumerate(rows)]
        order = "" if reader % 4 else "<section>\nYour order is awaited.\n</section>\n" * 8
        page = f"<h1>For {reader}</h1>\n{order}<table>\n{''.join(marked)}</table>\n{'<p>The end</p>' * 200}\n"
        assert whole(alike.encoded(page.encode())) == whole(Alike(each_quoted).encoded(page.encode()))
    assert encoded[0] > 7_000
    assert sum(encoded[10:]) < 20 * encoded[0] / 2  # the block with the marked row, and that of the first reader


@pytest.mark.parametrize(
    "odd", ["é", "x" * 999, "at the end ", ".", "--=_mixed_1", "tab\there", "\0"], ids=lambda odd: repr(odd)[:12]
)
def test_plain_lines_travel_as_they_are_and_with_one_that_a_server_may_touch_all_are_encoded(odd: str) -> None:
    lines = ["<p>for Bob</p>", "--", "..", "w" * 998]
    plain, other = ("\n".join([*more, ""]) for more in (lines, [*lines, odd]))
    content = compose(OWN, ("Bob", "b@example.org"), "S", "é", ID, NOW, plain, attached=[("p.html", other.encode())])
    message: Any = email.message_from_bytes(content, policy=email.policy.default)
    encodings = {each.get_filename(): str(each["Content-Transfer-Encoding"]) for each in message.walk()}
    assert message.get_body(("html",))["Content-Transfer-Encoding"] == "7bit"
    assert message.get_body(("plain",))["Content-Transfer-Encoding"] == "quoted-printable"
    assert encodings["p.html"] == "quoted-printable"
    assert plain.replace("\n", "\r\n").encode() in content


def test_what_several_readers_have_is_known_to_be_shared() -> None:
    turn = Composer(OWN, NOW)
    page = "<p>for {}</p>\n<section>\n" + "<p>all the same</p>\n" * 100 + "</section>\n"
    pieces = [
        turn.compose(
            (name, "a@example.org"),
            "S",
            "text",
            f"<{name}@example.org>",
            "",
            (),
            [("p.html", page.format(name).encode())],
        )
        for name in ("Alice", "Bob", "Carol")
    ]
    shared = [[lines for lines, again in each if again] for each in pieces]
    assert shared[0] == []
    assert shared[1] == shared[2]
    assert b"all the same" in shared[1][0]


@pytest.mark.parametrize("name", ["Eve\r\nBcc: all@example.org", "Eve\nX: y", "Eve\0", "Eve\u2028Bcc: a@example.org"])
def test_nobody_writes_a_header_by_their_name(name: str) -> None:
    content = compose(OWN, (name, "eve@example.org"), name, "text", ID, NOW, attached=[(name, b"page")])
    message: EmailMessage = email.message_from_bytes(content, policy=email.policy.default)  # type: ignore[assignment]
    assert message["Bcc"] is None
    assert message["X"] is None
    assert [each.addr_spec for each in message["To"].addresses] == ["eve@example.org"]


@pytest.mark.parametrize("number", ["<1@example.org>\r\nBcc: all@example.org", "<1@example.org>\n X"])
def test_nobody_writes_a_header_by_the_number_of_a_message(number: str) -> None:
    with pytest.raises(ValueError, match="linefeed"):
        compose(OWN, ("Eve", "eve@example.org"), "S", "text", number, NOW)


@pytest.mark.parametrize(
    "address", ["", "eve", "eve@example.org\nBcc: all@example.org", "é@example.org", "a b@example.org"]
)
def test_a_bad_address_is_refused(address: str) -> None:
    with pytest.raises(NoAddress):
        compose(OWN, ("Eve", address), "S", "text", ID, NOW)


@given(NAMES)
def test_a_message_to_another_address_is_the_same_otherwise(name: str) -> None:
    before = compose(OWN, (name, "old@example.org"), "To: nobody", "To: text", ID, NOW, "<p>x</p>", [ID])
    after = redirected(before, "new@example.org")
    assert after.replace(b"new@example.org", b"old@example.org") == before
    assert facts(after) == facts(
        compose(OWN, (name, "new@example.org"), "To: nobody", "To: text", ID, NOW, "<p>x</p>", [ID])
    )


@given(NAMES)
@example("a" * 70)
@example("Red Rum, =?utf-8?q?x?=")
def test_a_header_that_is_written_here_is_as_the_library_writes_it(said: str) -> None:
    said = one_line(said) or "x"
    assert words("Subject", said) == header("Subject", said)


@given(
    st.from_regex(
        r"(?:[A-Za-z0-9]{1,9} ){1,3}<[a-z0-9._-]{1,9}@[a-z0-9.-]{1,9}>|[a-z0-9._-]{1,9}@[a-z0-9.-]{1,9}", fullmatch=True
    )
)
@example("The Zine <zine@example.org>")
@example("zine@example.org")
def test_a_sender_who_is_written_here_is_as_the_library_writes_them(said: str) -> None:
    try:
        expected = header("From", said)
    except (ValueError, IndexError):  # no address, and gm's settings refuse it
        return
    assert sender("From", said) == expected


@given(FILES | NAMES)
def test_a_file_is_named_as_the_library_names_it(name: str) -> None:
    message = EmailMessage()
    message["Content-Disposition"] = "attachment"
    message.set_param("filename", one_line(name), header="Content-Disposition")
    got = email.message_from_bytes(attachment(name), policy=email.policy.default)
    assert got.get_filename() == message.get_filename()


def test_a_sender_is_written_once_for_all() -> None:
    own = Addresses('"The Zine, Ltd." <zine@example.org>', "orders@example.org")
    assert facts(compose(own, ("B", "b@example.org"), "S", "x", ID, NOW)) == facts(
        composed(own, ("B", "b@example.org"), "S", "x", ID, NOW)
    )
