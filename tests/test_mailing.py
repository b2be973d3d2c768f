"""Mail out, against a real SMTP server with TLS and login, and with every kind of failure."""

import email
import email.policy
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from tests.conftest import Desk
from tests.examples import race_file
from tests.test_post import mail, page, take


class Handler:
    """A server that keeps what it takes, and fails as it is told."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.replies: list[str] = []
        self.delay = 0.0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        reply = self.replies.pop(0) if self.replies else "250 OK"
        if self.delay:
            import asyncio

            await asyncio.sleep(self.delay)
        if reply.startswith("250") or reply == "lost":
            self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))  # type: ignore[arg-type]
        if reply == "lost":
            server.transport.abort()
        return reply

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address.startswith("carol"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")  # the connection is encrypted from its first byte


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Controller]:
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate.configure_cert(context)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    monkeypatch.setenv("GM_SMTP_PASSWORD", "sesame")

    def let_in(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = data.password == b"sesame"
        return AuthResult(success=good, handled=good)

    controller = Controller(
        Handler(), hostname="localhost", port=free_port(), ssl_context=context, auth_required=True, authenticator=let_in,
        auth_require_tls=False,
    )  # fmt: skip
    controller.start()
    yield controller
    controller.stop()


@pytest.fixture
def zine(desk: Desk, server: Controller) -> Desk:
    people = ("alice", "bob", "dave", "erin")
    desk.write(
        "players.yaml", "".join(f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in people)
    )
    desk.write("games/race.yaml", race_file({each: f"Horse {each}" for each in people}, "6 plain", "The Race"))
    desk.write(
        "zine.yaml",
        f"title: Test Zine\nmail:\n  from: Test Zine <zine@example.org>\n  reply_to: orders@example.org\n"
        f"  smtp: {{host: localhost, port: {server.port}, user: zine, tls: yes, rate: 0}}\n",
    )
    desk.gm("start", "race")
    return desk


def handler(server: Controller) -> Handler:
    found: Handler = server.handler
    return found


def test_a_turn_leaves_with_one_command_each_message_once(zine: Desk, server: Controller) -> None:
    zine.gm("mail", "race")
    assert len(list((zine.folder / "outbox").glob("*.eml"))) == 4
    assert "4 messages were sent" in zine.gm("mail", "--send").out
    assert "0 messages were sent" in zine.gm("mail", "--send").out
    sent = handler(server).taken
    assert sorted(message["To"].addresses[0].addr_spec for message in sent) == [
        f"{p}@example.org" for p in ("alice", "bob", "dave", "erin")
    ]
    for message in sent:
        assert message["Reply-To"] == "orders@example.org"
        assert message["Auto-Submitted"] == "auto-generated"
        body, form, page = message.iter_parts()
        assert [part.get_content_type() for part in body.iter_parts()] == ["text/plain", "multipart/related"]
        assert (form.get_content_type(), form.get_filename()) == ("text/html", "race-turn-1.html")
        assert (page.get_content_type(), page.get_filename()) == ("text/html", "race-turn-0-report.html")
        assert message.get_body(("plain",)).get_content().startswith("TEST ZINE")  # type: ignore[union-attr]


def test_a_turn_is_not_mailed_a_second_time_unless_asked_for(zine: Desk, server: Controller) -> None:
    zine.gm("mail", "race", "--send")
    assert "in the outbox already (4 of 4 sent)" in zine.gm("mail", "race", code=1).err
    zine.gm("mail", "race", "--again", "--send")
    assert len(handler(server).taken) == 8
    assert len({message["Message-ID"] for message in handler(server).taken}) == 8


def test_later_turns_are_threaded_with_the_earlier(zine: Desk, server: Controller) -> None:
    zine.gm("mail", "race", "--send")
    zine.gm("run", "--now")
    zine.gm("mail", "race", "--send")
    first, second = [m for m in handler(server).taken if "alice" in str(m["To"])]
    assert second["In-Reply-To"] == first["Message-ID"]
    assert "turn 1" in second["Subject"]


def test_nobody_gets_anothers_report(zine: Desk, server: Controller) -> None:
    tokens = dict(sqlite3.connect(zine.folder / "zine.db").execute("SELECT player, token FROM tokens").fetchall())
    zine.gm("mail", "race", "--send")
    for message in handler(server).taken:
        owner = message["To"].addresses[0].addr_spec.partition("@")[0]
        text = message.as_string()
        assert tokens[owner] in text
        assert not [player for player, token in tokens.items() if player != owner and token in text]


def test_names_and_titles_cannot_write_headers(zine: Desk, server: Controller) -> None:
    zine.write(
        "players.yaml",
        'alice: {name: "Eve\\nBcc: all@example.org", mail: alice@example.org}\n'
        + "".join(f"{p}: {{name: X, mail: {p}@example.org}}\n" for p in ("bob", "dave", "erin")),
    )
    zine.gm("mail", "race", "--send")
    for message in handler(server).taken:
        assert message["Bcc"] is None


def test_a_permanent_failure_is_listed_and_the_others_go(zine: Desk, server: Controller) -> None:
    zine.write("players.yaml", (zine.folder / "players.yaml").read_text().replace("bob@", "carol@"))
    ran = zine.gm("mail", "race", "--send", code=1)
    assert "carol@example.org: 550 no such mailbox" in ran.err
    assert "3 messages were sent" in ran.out


def test_a_temporary_failure_is_tried_again(zine: Desk, server: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.mail.send._PAUSES", (0.0, 0.0))
    handler(server).replies = ["451 later", "451 later"]
    zine.gm("mail", "race", "--send")
    assert len(handler(server).taken) == 4


def test_a_server_that_puts_us_off_leaves_the_rest_for_later(
    zine: Desk, server: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm.mail.send._PAUSES", (0.0,))
    handler(server).replies = ["250 OK", "451 later", "451 later"]
    assert "puts us off" in zine.gm("mail", "race", "--send", code=1).err
    zine.gm("mail", "--send")
    assert len(handler(server).taken) == 4


def test_an_answer_that_never_comes_is_said_and_not_guessed(zine: Desk, server: Controller) -> None:
    handler(server).replies = ["250 OK", "lost"]
    assert "it may have left, or not" in zine.gm("mail", "race", "--send", code=1).err
    told = zine.gm("mail", "--send").out
    assert "may have left when sending was stopped" in told
    assert len(handler(server).taken) == 4, "nothing was sent twice"
    number = told.split("--resend ")[1].split()[0]
    zine.gm("mail", "--send", "--resend", number)
    assert len(handler(server).taken) == 5
    zine.gm("mail", "--send", "--resend", number, code=1)


def test_a_turn_taken_back_is_not_sent_and_what_was_mailed_is_listed(zine: Desk, server: Controller) -> None:
    zine.gm("run", "--now")
    zine.gm("mail", "race")
    zine.gm("undo")
    assert "0 messages were sent" in zine.gm("mail", "--send").out
    zine.gm("redo")
    zine.gm("mail", "race", "--send")
    assert "It was mailed already to alice, bob, dave, erin." in zine.gm("undo").out


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("{}", "from whom"), ("{from: nobody}", "from whom"), ("{form: a@example.org}", "did you mean from?"),
        ("{from: a@example.org}", "no smtp server"), ("{from: a@example.org, smtp: {host: h, tls: maybe}}", "starttls"),
        ("{from: a@example.org, smtp: {host: mail.example.org, tls: no}}", "without TLS"),
        ("{from: a@example.org, smtp: {host: h, port: x}}", "port cannot be"),
        ("{from: a@example.org, smtp: {host: h, user: u, password_env: NOT_SET}}", "NOT_SET"),
        ("{from: a@example.org, smtp: {host: h, password: secret}}", "no password"),
    ],
)  # fmt: skip
def test_bad_settings_are_told_in_a_sentence(zine: Desk, settings: str, says: str) -> None:
    zine.write("zine.yaml", f"title: T\nmail: {settings}\n")
    assert says in zine.gm("mail", "race", "--send", code=1).err


def test_a_wrong_password_is_told(zine: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_SMTP_PASSWORD", "wrong")
    assert "does not let zine in" in zine.gm("mail", "race", "--send", code=1).err


def test_show_prints_one_message(zine: Desk) -> None:
    zine.gm("mail", "race")
    assert "To: Alice Grey <alice@example.org>" in zine.gm("mail", "--show", "alice").out
    zine.gm("mail", "--show", "nobody", code=1)


def answers(desk: Desk) -> list[EmailMessage]:
    rows = sqlite3.connect(desk.folder / "zine.db").execute(
        "SELECT content FROM outbox WHERE kind != 'report' ORDER BY id"
    )
    return [email.message_from_bytes(row[0], policy=email.policy.default) for row in rows]  # type: ignore[misc]


def body(message: EmailMessage) -> str:
    return " ".join(str(message.get_body(("plain",)).get_content()).split())  # type: ignore[union-attr]


def test_every_mail_gets_one_answer_in_plain_words(zine: Desk) -> None:
    good, bad = mail("alice@example.org", page("alice", 20)), mail("bob@example.org", page("bob", 9999), number=2)
    assert take(zine, good, bad, mail("dave@example.org", "Dear editor, hello!", number=3)) == [
        "taken",
        "refused",
        "empty",
    ]
    taken, refused, empty = answers(zine)
    assert "Fence 1: 20. Fence 2: 5. Taken: your order for The Race, turn 1." in body(taken)
    assert '"orders":{"1":"20","2":"5"}' in body(taken)
    assert "1: 20 leaves 480 2: 5 leaves 475" in body(taken)
    assert taken["In-Reply-To"] == "<1.alice@example.org>"
    assert taken["Auto-Submitted"] == "auto-replied"
    assert "you play 9999 at fence 1, and you have 500." in body(refused)
    assert "What was on file before still counts." in body(refused)
    assert "There is no order page" in body(empty)
    assert "player: dave" in body(empty)


def test_a_refusal_tells_what_is_still_on_file(zine: Desk) -> None:
    take(zine, mail("alice@example.org", page("alice", 20)), mail("alice@example.org", page("alice", 9999), number=2))
    assert '"orders":{"1":"20","2":"5"}' in body(answers(zine)[1])
    assert "| player: alice" in body(answers(zine)[0])


def test_all_games_of_a_player_can_go_in_one_message(zine: Desk, server: Controller) -> None:
    zine.write("games/second.yaml", (zine.folder / "games/race.yaml").read_text().replace("The Race", "The Other Race"))
    zine.gm("start", "second")
    zine.gm("mail", "race")
    zine.gm("mail", "second")
    zine.gm("mail", "--together", "--send")
    assert len(handler(server).taken) == 4
    text = body(handler(server).taken[0])
    assert "The Race" in text
    assert "The Other Race" in text
    html = handler(server).taken[0].get_body(("html",)).get_content()
    assert html.count("<h1") == 2
    for name in ("race-turn-0-report.html", "second-turn-0-report.html"):
        assert name in html
        assert name in [each.get_filename() for each in handler(server).taken[0].iter_attachments()]
    assert "in the outbox already" in zine.gm("mail", "race", code=1).err


def test_a_turn_taken_back_is_taken_out_of_joined_messages(zine: Desk, server: Controller) -> None:
    zine.write("games/second.yaml", (zine.folder / "games/race.yaml").read_text().replace("The Race", "The Other Race"))
    zine.gm("start", "second")
    zine.gm("mail", "second")
    zine.gm("run", "race", "--now")
    zine.gm("mail", "race")
    zine.gm("mail", "--together")
    zine.gm("undo", "race")
    zine.gm("mail", "--send")
    assert {str(message["Subject"]) for message in handler(server).taken} == {"The Other Race: the start"}
    assert len(handler(server).taken) == 4


def test_a_stranger_gets_a_neutral_answer_and_the_player_is_told(zine: Desk) -> None:
    take(zine, mail("mallory@example.net", page("alice", 9999)))
    neutral, notice = answers(zine)
    assert neutral["To"].addresses[0].addr_spec == "mallory@example.net"
    assert "will look at this mail" in body(neutral)
    assert not any(word in body(neutral) for word in ("alice", "500", "9999"))
    assert notice["To"].addresses[0].addr_spec == "alice@example.org"


def test_nobody_gets_more_than_a_few_answers_an_hour(zine: Desk) -> None:
    take(zine, *(mail("alice@example.org", f"hello {n}", number=n) for n in range(12)))
    assert len(answers(zine)) == 5


def test_an_answer_that_is_quoted_back_is_no_order(zine: Desk) -> None:
    take(zine, mail("alice@example.org", page("alice", 20)))
    quoted = "\n".join("> " + line for line in str(answers(zine)[0].get_body(("plain",)).get_content()).split("\n"))  # type: ignore[union-attr]
    assert take(zine, mail("alice@example.org", f"Thanks!\n\n{quoted}", number=9)) == ["empty"]
    trimmed = "\n".join(line.replace("> ", "").strip() for line in quoted.split("\n"))
    assert take(zine, mail("alice@example.org", f"Thanks!\n\n{trimmed}", number=10)) == ["empty"]


@pytest.mark.slow
def test_killed_while_sending_nothing_is_lost_and_nothing_sent_twice_unsaid(zine: Desk, server: Controller) -> None:
    handler(server).delay = 0.05
    command = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(zine.folder), "mail"]
    zine.gm("mail", "race")
    for round_ in range(12):
        process = subprocess.Popen(
            [*command, "--send"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
        )
        time.sleep(0.25 + round_ * 0.03)
        process.send_signal(signal.SIGKILL)
        process.wait()
    handler(server).delay = 0.0
    zine.gm("mail", "--send", code=None)
    time.sleep(0.3)
    states = Counter(
        row[0]
        for row in sqlite3.connect(zine.folder / "zine.db").execute("SELECT state FROM outbox WHERE kind = 'report'")
    )
    counted = Counter(str(message["Message-ID"]) for message in handler(server).taken)
    assert max(counted.values(), default=0) <= 1
    assert states["ready"] == 0
    assert states["sent"] + states["sending"] == 4
    assert len(counted) >= states["sent"]


def test_reminders_go_once_a_day_to_those_who_owe_an_order(zine: Desk, server: Controller) -> None:
    zine.order("alice", 1, "{1: 5, 2: 5}")
    zine.write("inbox/b.yaml", "game: race\nturn: 1\nplayer: bob\nstanding: {plain: 3}\n")
    zine.gm("take")
    zine.gm("away", "dave", "--until", "2026-11-20")
    assert "outbox for erin." in zine.gm("remind").out
    assert "nobody to remind" in zine.gm("remind").out
    zine.now = zine.now + timedelta(days=2)
    assert "outbox for erin." in zine.gm("remind").out
    zine.now = zine.now + timedelta(days=9)
    assert "outbox for dave, erin." in zine.gm("remind").out
    zine.gm("mail", "--send")
    reminder = handler(server).taken[0]
    assert reminder["Subject"] == "The Race: your order is awaited"
    assert "player: erin" in body(reminder)
    assert [part.get_filename() for part in reminder.iter_attachments()] == ["race-turn-1.html"]
    db = sqlite3.connect(zine.folder / "zine.db")
    *alone, _, second = [size for (size,) in db.execute("SELECT length(content) FROM outbox WHERE kind = 'reminder'")]
    assert 2 * second < min(alone), "of two that are written together, what both have is kept once"
    zine.gm("away", "nobody", "--until", "2026-11-20", code=1)
    zine.gm("away", "dave", "--until", "someday", code=1)
