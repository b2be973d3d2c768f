"""A mail server that keeps what it takes, and a mailbox: real ones, in processes of their own."""

import asyncio
import email
import email.policy
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

USER, PASSWORD = "orders", "sesame"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: Sequence[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + 20
        while not _answers(port):
            assert time.monotonic() < limit, f"{command} did not start"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("localhost", port)) == 0


# Mail out


class PostOffice:
    """What an SMTP server took, since it was emptied."""

    def __init__(self, port: int, folder: Path):
        self.port, self.folder = port, folder

    def taken(self) -> list[str]:
        """The numbers of all messages, in the order in which they came."""
        with smtplib.SMTP("localhost", self.port, timeout=10) as line:  # whatever came before has been seen to now
            for _ in range(3):
                line.noop()
        files = sorted(self.folder.iterdir(), key=lambda path: int(path.name))
        return [_message_id(path.read_bytes()) for path in files]

    def empty(self) -> None:
        self.taken()
        for path in self.folder.iterdir():
            path.unlink()


def _message_id(content: bytes) -> str:
    return str(email.message_from_bytes(content, policy=email.policy.default)["Message-ID"])


@contextmanager
def post_office(home: Path) -> Iterator[PostOffice]:
    folder, port = home / "taken", free_port()
    folder.mkdir(parents=True)
    with running([sys.executable, "-m", "tests.storm.servers", str(port), str(folder)], port):
        yield PostOffice(port, folder)


class _Clerk:
    def __init__(self, folder: Path):
        self.folder, self.number = folder, 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.number += 1
        (self.folder / str(self.number)).write_bytes(envelope.content)
        return "250 OK"


async def _serve(port: int, folder: Path) -> None:
    from aiosmtpd.smtp import SMTP

    clerk, loop = _Clerk(folder), asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(clerk, enable_SMTPUTF8=True), "localhost", port)
    await server.serve_forever()


# Mail in


class Mailbox:
    """An IMAP mailbox, and the mails that lie in it unread."""

    def __init__(self, port: int):
        self.port = port

    def fill(self, mails: Sequence[bytes], when: Any) -> None:
        with self._open() as box:
            old = box.search("ALL")
            if old:
                box.delete_messages(old)
                box.expunge()
            for mail in mails:
                box.append("INBOX", mail, msg_time=when)

    def waiting(self) -> list[bytes]:
        """What no command has put away yet."""
        with self._open() as box:
            numbers = box.search("UNFLAGGED")
            found = box.fetch(numbers, ["BODY.PEEK[]"]) if numbers else {}
            return [bytes(found[number][b"BODY[]"]) for number in sorted(found)]

    @contextmanager
    def _open(self) -> Iterator[Any]:
        from imapclient import IMAPClient

        client: Any = IMAPClient("localhost", self.port, ssl=False, timeout=10)
        client.login(USER, PASSWORD)
        client.select_folder("INBOX")
        try:
            yield client
        finally:
            client.logout()


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    port = free_port()
    tool = str(Path(sys.executable).with_name("pymap"))
    who = ["--demo-user", USER, "--demo-password", PASSWORD]
    with running([tool, "--host", "localhost", "--port", str(port), "dict", "--demo-data", *who], port):
        yield Mailbox(port)


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), Path(sys.argv[2])))
