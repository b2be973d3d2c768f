"""gm fetch, against a real IMAP server over TLS: pymap always, Dovecot where it is installed."""

import getpass
import os
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trustme
from imapclient import IMAPClient

from gm.mail.imap import Mailbox
from tests.conftest import NOW, Desk
from tests.hostile_mails import HOSTILE
from tests.test_mailing import free_port
from tests.test_post import GAME, mail, page

pytestmark = pytest.mark.slow
USER, PASSWORD = "orders", "sesame"


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("localhost", port)) == 0


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            if _answers(port):
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"{command[0]} did not start")
        yield
    finally:
        process.terminate()
        process.wait(10)
        if command[0] == "dovecot":
            shutil.rmtree(Path(command[-1]).parent, ignore_errors=True)


def pymap(folder: Path, port: int) -> list[str]:
    tool = str(Path(sys.executable).with_name("pymap"))
    tls = ["--cert", str(folder / "cert.pem"), "--key", str(folder / "key.pem")]
    # pymap speaks STARTTLS; TLS from the first byte is Dovecot's part
    return [
        tool,
        "--host",
        "localhost",
        "--port",
        str(port),
        *tls,
        "dict",
        "--demo-data",
        "--demo-user",
        USER,
        "--demo-password",
        PASSWORD,
    ]


def dovecot(folder: Path, port: int) -> list[str]:
    base = Path(tempfile.mkdtemp(prefix="gm-dovecot-"))  # its sockets want a short name
    (base / "home").mkdir()
    owner = "nobody" if getpass.getuser() == "root" else getpass.getuser()
    if owner == "nobody":
        shutil.chown(base / "home", owner)
    base.chmod(0o755)
    (base / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}\n")
    (base / "dovecot.conf").write_text(
        f"base_dir = {base}/run\nstate_dir = {base}/state\nlog_path = {base}/log\nprotocols = imap\nlisten = localhost\n"
        f"ssl = yes\nssl_cert = <{folder}/cert.pem\nssl_key = <{folder}/key.pem\nmail_location = maildir:{base}/home/Maildir\n"
        f"first_valid_uid = 1\nfirst_valid_gid = 1\nservice imap-login {{\n inet_listener imap {{\n port = 0\n }}\n inet_listener imaps {{\n port = {port}\n ssl = yes\n }}\n}}\n"
        f"passdb {{\n driver = passwd-file\n args = {base}/users\n}}\n"
        f"userdb {{\n driver = static\n args = uid={owner} gid=nogroup home={base}/home\n}}\n"
    )
    return ["dovecot", "-F", "-c", str(base / "dovecot.conf")]


@pytest.fixture(params=["pymap", "dovecot"])
def imap(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, str]]:
    if request.param == "dovecot" and not shutil.which("dovecot"):
        if os.environ.get("GM_DEMAND_SERVERS"):
            pytest.fail("Dovecot is wanted here")
        pytest.skip("Dovecot is not installed")
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    certificate.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    certificate.private_key_pem.write_to_path(tmp_path / "key.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    monkeypatch.setenv("GM_IMAP_PASSWORD", PASSWORD)
    port = free_port()
    make = {"pymap": pymap, "dovecot": dovecot}[request.param]
    with running(make(tmp_path, port), port):
        yield port, "yes" if request.param == "dovecot" else "starttls"


@contextmanager
def client(imap: tuple[int, str]) -> Iterator[Any]:
    port, tls = imap
    context = ssl.create_default_context()
    connection: Any = IMAPClient("localhost", port, ssl=tls == "yes", ssl_context=context)
    if tls == "starttls":
        connection.starttls(context)
    connection.login(USER, PASSWORD)
    try:
        yield connection
    finally:
        connection.logout()


@pytest.fixture
def zine(desk: Desk, imap: tuple[int, str]) -> Desk:
    people = ("alice", "bob", "carol", "dave")
    desk.write(
        "players.yaml", "".join(f"{each}: {{name: {each.title()}, mail: {each}@example.org}}\n" for each in people)
    )
    desk.write("games/race.yaml", GAME)
    settings(desk, imap)
    desk.gm("start", "race")
    with client(imap) as box:
        box.select_folder("INBOX")
        old = box.search("ALL")
        if old:
            box.delete_messages(old)
            box.expunge()
    return desk


def settings(desk: Desk, imap: tuple[int, str], more: str = "") -> None:
    server = f"{{host: localhost, port: {imap[0]}, user: {USER}, tls: {imap[1]}{more}}}"
    desk.write("zine.yaml", f"title: T\nmail: {{imap: {server}}}\n")


def put(imap: tuple[int, str], *mails: bytes) -> None:
    with client(imap) as box:
        for data in mails:
            box.append("INBOX", data, msg_time=NOW)


def test_mail_is_taken_flagged_and_not_read_again(zine: Desk, imap: tuple[int, str]) -> None:
    put(imap, mail("alice@example.org", page("alice", 20)), mail("bob@example.org", page("bob", 21), number=2))
    assert [line["verdict"] for line in zine.gm("fetch", "--json").lines] == ["taken", "taken"]
    assert zine.gm("status", "--json").lines[0]["ordered"] == ["alice", "bob"]
    assert "nothing to take in" in zine.gm("fetch").out
    with client(imap) as box:
        box.select_folder("INBOX")
        assert len(box.search("FLAGGED")) == 2
        assert box.search("SEEN") == []


def test_what_players_ask_for_is_seen_to_and_the_mail_put_away(zine: Desk, imap: tuple[int, str]) -> None:
    put(
        imap,
        mail("alice@example.org", page("alice", 20)),
        mail("bob@example.org", page("bob", 21), number=2),
        mail("bob@example.org", "gm: withdraw\ngm: away until 3 May\n", number=3),
        mail("mallory@example.net", "gm: withdraw\n", number=4),
    )
    lines = zine.gm("fetch", "--json").lines
    assert [line["verdict"] for line in lines] == ["taken", "taken", "asked", "asked", "empty"]
    assert [line["request"] for line in lines[2:4]] == ["withdraw", "away"]
    assert zine.gm("status", "--json").lines[0]["ordered"] == ["alice"]
    assert "nothing to take in" in zine.gm("fetch").out


def test_mail_moves_to_the_folder_that_is_named(zine: Desk, imap: tuple[int, str]) -> None:
    settings(zine, imap, ", done: Taken")
    put(imap, mail("alice@example.org", page("alice", 20)), b"From: x\n\nno page\n")
    zine.gm("fetch")
    with client(imap) as box:
        box.select_folder("INBOX")
        assert box.search("ALL") == []
        box.select_folder("Taken")
        assert len(box.search("ALL")) == 2


def test_a_mail_that_is_not_put_away_is_taken_once_all_the_same(
    zine: Desk, imap: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(imap, mail("alice@example.org", page("alice", 20)))
    monkeypatch.setattr("gm.mail.imap.Mailbox.put_away", lambda *args: None)
    assert zine.gm("fetch", "--json").lines[0]["verdict"] == "taken"
    assert zine.gm("fetch", "--json").lines[0]["verdict"] == "unchanged"


def test_a_wrong_password_and_a_silent_server_are_told(
    zine: Desk, imap: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_IMAP_PASSWORD", "wrong")
    assert "does not let orders in" in zine.gm("fetch", code=1).err
    settings(zine, (free_port(), imap[1]))
    assert "cannot be read" in zine.gm("fetch", code=1).err
    zine.write("zine.yaml", "title: T\n")
    assert "no imap server" in zine.gm("fetch", code=1).err


def test_killed_while_fetching_no_mail_is_lost(zine: Desk, imap: tuple[int, str]) -> None:
    put(
        imap,
        *(mail(f"{p}@example.org", page(p, 10 + n), number=n) for n, p in enumerate(("alice", "bob", "carol", "dave"))),
    )
    command = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(zine.folder), "fetch"]
    for round_ in range(8):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.2 + round_ * 0.06)
        process.send_signal(signal.SIGKILL)
        process.wait()
    zine.gm("fetch", code=None)
    rows = (
        sqlite3.connect(zine.folder / "zine.db")
        .execute("SELECT player FROM pages WHERE verdict = 'taken' ORDER BY player")
        .fetchall()
    )
    assert [row[0] for row in rows] == ["alice", "bob", "carol", "dave"]


def test_a_turn_is_not_run_while_mail_that_came_in_time_waits(zine: Desk, imap: tuple[int, str]) -> None:
    put(imap, mail("alice@example.org", page("alice", 20)))
    zine.others(1, 1)
    zine.order("alice", 1, "{1: 9, 2: 9}")
    zine.gm("take")
    assert "1 mail that came in time waits in the mailbox" in zine.gm("run", code=1).err
    zine.gm("fetch")
    zine.gm("run")


def test_one_bad_mail_stops_none_of_the_others(zine: Desk, imap: tuple[int, str]) -> None:
    bad = b"From: spam..bot@example.net\r\nSubject: =?utf-8?b?A?=\r\n\r\n" + b"(" * 5_000 + b"\r\n"
    tangled = HOSTILE["many-pages"](20_000).replace("\n", "\r\n").encode()
    good = [mail(f"{each}@example.org", page(each, 20)) for each in ("alice", "bob")]
    put(imap, good[0], bad, tangled, good[1])
    lines = zine.gm("fetch", "--json", code=1).lines
    assert [line["verdict"] for line in lines] == ["taken", "empty", "refused", "taken"]
    assert "nothing to take in" in zine.gm("fetch").out


def test_a_mail_that_is_too_large_is_told_and_stays(
    zine: Desk, imap: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as small:
        small.setattr("gm.mail.imap.MOST_MAIL", 2_000)
        fetched_too_large(zine, imap)
    assert [line["player"] for line in zine.gm("fetch", "--json", code=None).lines] == ["bob"]


def fetched_too_large(zine: Desk, imap: tuple[int, str]) -> None:
    put(imap, mail("alice@example.org", page("alice", 20)), mail("bob@example.org", page("bob", 20) + "x" * 4_000))
    lines = zine.gm("fetch", "--json", code=1).lines
    assert [line["verdict"] for line in lines] == ["taken", "refused"]
    assert "larger than" in lines[1]["problems"][0]["message"]


def test_if_the_mailbox_fails_midway_what_was_stored_is_told_and_the_rest_comes_next_time(
    zine: Desk, imap: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm.mail.imap._AT_ONCE", 1)
    put(imap, *(mail(f"{each}@example.org", page(each, 20)) for each in ("alice", "bob", "carol")))
    put_away, calls = Mailbox.put_away, iter(range(9))

    def failing(self: Any, numbers: Any) -> None:
        if next(calls) == 1:
            raise ConnectionResetError("gone")
        put_away(self, numbers)

    with monkeypatch.context() as broken:
        broken.setattr(Mailbox, "put_away", failing)
        ran = zine.gm("fetch", code=1)
    assert "alice" in ran.out
    assert "bob" in ran.out
    assert "cannot be read: gone. What is listed here is stored." in ran.err
    lines = zine.gm("fetch", "--json").lines
    assert [line["verdict"] for line in lines] == ["unchanged", "taken"]
    assert zine.gm("status", "--json").lines[0]["ordered"] == ["alice", "bob", "carol"]


def test_mails_that_somebody_takes_away_meanwhile_are_passed_over(
    zine: Desk, imap: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(imap, *(mail(f"{each}@example.org", page(each, 20)) for each in ("alice", "bob", "carol")))
    search = IMAPClient.search
    deleted: list[int] = []

    def and_then_somebody_deletes(self: Any, *given: Any) -> Any:
        found = search(self, *given)
        if found and not deleted:
            deleted.extend(found[:1])
            with client(imap) as other:
                other.select_folder("INBOX")
                other.delete_messages(found[:1])
                other.expunge()
        return found

    monkeypatch.setattr(IMAPClient, "search", and_then_somebody_deletes)
    zine.gm("fetch")
    assert set(zine.gm("status", "--json").lines[0]["ordered"]) >= {"bob", "carol"}
