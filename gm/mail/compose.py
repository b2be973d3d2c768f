"""Messages out: text and HTML, threaded, all in letters that every mail server takes.

The messages of a turn are much alike. What they have in common is encoded once: headers, pictures, and, of texts and
pages, whatever stands in several of them, since in quoted-printable every line is for itself.
"""

import hashlib
import re
from binascii import b2a_base64, b2a_qp
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import format_datetime, parseaddr
from typing import TypeVar

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.addressing import can_be_written_to
from gm.mail.headers import attachment, header, mailbox, number, one_line, threaded
from gm.mail.settings import Addresses

Said = TypeVar("Said")
Piece = tuple[bytes, bool]  # of a message: what stands there, and whether other messages have it, too
MOST_KEPT = 16_000_000  # bytes of what is encoded and may be wanted again
_BEGINNING, _WIDTH = 80, 76  # bytes
WORTH = 1_000  # bytes: a piece that is shorter is not worth being kept apart
_USUAL = b"\n" + bytes(range(32, 127))
_LONG = re.compile(rb"^.{77,}$", re.MULTILINE)
_ROOM = re.compile(rb".{1,75}(?<!=)(?<!=.)")  # as much as a line has room for, and nothing of it torn apart
_DOT = re.compile(rb"^\.(?=\r$)", re.MULTILINE)
_TO = re.compile(rb"^To:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*", re.MULTILINE | re.IGNORECASE)


class NoAddress(GmError):
    """Nobody can be written to there"""


def compose(
    addresses: Addresses,
    to: tuple[str, str],
    subject: str,
    text: str,
    message_id: str,
    now: datetime,
    html: str = "",
    thread: Sequence[str] = (),
    automatic: str = "auto-generated",
    attached: Sequence[tuple[str, bytes]] = (),
    pictures: Sequence[tuple[str, bytes]] = (),
) -> bytes:
    """One message by itself."""
    composer = Composer(addresses, now, automatic)
    return whole(composer.compose(to, subject, text, message_id, html, thread, attached, pictures))


def whole(pieces: Sequence[Piece]) -> bytes:
    return b"".join([lines for lines, _ in pieces])


class Once(dict[Said, bytes]):
    """What becomes of a text, worked out once."""

    def __init__(self, make: Callable[[Said], bytes]):
        super().__init__()
        self.make = make

    def __missing__(self, text: Said) -> bytes:
        made = self[text] = self.make(text)
        return made


class Alike:
    """Texts that are much alike: what stands between two cuts is the same in many of them, or one reader's own."""

    def __init__(self, cut: bytes):  # a line end, and how the line after it begins
        self.cut = cut
        self.lines = Once(_line)
        self.blocks: dict[bytes, bytes] = {}
        self.after: dict[bytes, bytes] = {}  # by how a block begins: the one that stood below it last time
        self.size = 0

    def encoded(self, text: bytes) -> list[Piece]:
        """In quoted-printable, every line with its end."""
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if not text.endswith(b"\n"):
            text += b"\n"
        pieces, at, above = [], 0, b""
        while at < len(text):
            block = self.after.get(above)
            if block is None or not text.startswith(block, at):
                block = self.after[above] = text[at : text.find(self.cut, at) + 1 or len(text)]
            lines = self.blocks.get(block)
            pieces.append((lines, len(lines) >= WORTH) if lines else (self._learned(block), False))
            at, above = at + len(block), block[:_BEGINNING]
        return pieces

    def _learned(self, block: bytes) -> bytes:
        """One like no other is encoded at once; one that begins as another did shares most of its lines with that."""
        if block[:_BEGINNING] in self.after:
            lines = b"".join(map(self.lines.__getitem__, block[:-1].split(b"\n")))
        else:
            lines = _encoded(block)
        self.size += len(lines)
        if self.size > MOST_KEPT:
            self._forget()
        self.blocks[block] = lines
        return lines

    def _forget(self) -> None:
        self.size = 0
        for each in (self.lines, self.blocks, self.after):
            each.clear()


class Composer:
    """The messages of one turn, from one sender at one moment."""

    def __init__(self, addresses: Addresses, now: datetime, automatic: str = "auto-generated"):
        self._from, self._reply_to = (
            header(name, one_line(value))
            for name, value in (("From", addresses.sender), ("Reply-To", addresses.reply_to))
        )
        self._date = header("Date", format_datetime(now))
        self._automatic = header("Auto-Submitted", automatic)
        self._subjects: Once[str] = Once(lambda subject: header("Subject", one_line(subject)))
        self._files = Once(attachment)
        self._texts, self._shown = Alike(b"\n\n"), Alike(b"\n<table ")
        self._pages: defaultdict[str, Alike] = defaultdict(lambda: Alike(b"\n<s"))
        self._pictures: dict[tuple[int, str, bytes], tuple[bytes, bytes]] = {}

    def compose(
        self,
        to: tuple[str, str],  # name and address
        subject: str,
        text: str,
        message_id: str,
        html: str = "",
        thread: Sequence[str] = (),
        attached: Sequence[tuple[str, bytes]] = (),  # web pages: their names, and what they hold, in UTF-8
        pictures: Sequence[tuple[str, bytes]] = (),  # PNG, by the names that the HTML has for them: cid:NAME
    ) -> list[Piece]:
        """One message, ready to travel; raises NoAddress if it cannot."""
        if not can_be_written_to(to[1]):
            raise NoAddress(sentence("{address} is no address that mail can be sent to", address=to[1]))
        headers = (
            self._from,
            mailbox("To", *to),
            self._reply_to,
            self._subjects[subject],
            self._date,
            number("Message-ID", message_id),
            self._automatic,
            threaded(thread),
            b"MIME-Version: 1.0\r\n",
        )
        key = hashlib.sha256(message_id.encode()).hexdigest()[:24]
        body = self._text("plain", text.encode(), self._texts)
        if html:
            shown = _several("related", key, [self._text("html", html.encode(), self._shown), *self._painted(pictures)])
            body = _several("alternative", key, [body, shown])
        files = [
            self._text("html", page, self._pages.setdefault(name, Alike(b"\n<s")), self._files[name])
            for name, page in attached
        ]
        return [(b"".join(headers), False), *_several("mixed", key, [body, *files])]

    def _text(self, kind: str, text: bytes, alike: "Alike", disposition: bytes = b"") -> list[Piece]:
        top = f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n'
        return [(b"%b%b\r\n" % (top.encode("ascii"), disposition), False), *alike.encoded(text)]

    def _painted(self, pictures: Sequence[tuple[str, bytes]]) -> list[list[Piece]]:
        """Beside the HTML that shows them, so that nobody takes them for attachments."""
        return [self._picture(place, *picture) for place, picture in enumerate(pictures, 1)]

    def _picture(self, place: int, name: str, png: bytes) -> list[Piece]:
        known = self._pictures.get((place, name, png))
        if known is None:
            top = (
                f"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
                f'Content-Disposition: inline; filename="picture-{place}.png"\r\n'
            )
            top += f"Content-ID: <{one_line(name)}>\r\n\r\n"
            known = top.encode("ascii"), _base64(png)
            self._pictures[place, name, png] = known
        return [(known[0], False), (known[1], True)]


def _line(line: bytes) -> bytes:
    if len(line) > 2 * _WIDTH:
        return _encoded(line + b"\n")
    return _without_dots(b2a_qp(line).replace(b"\n", b"\r\n") + b"\r\n")


def _encoded(lines: bytes) -> bytes:
    """Lines in quoted-printable; those that need no more than to be broken, in a fraction of the time."""
    if lines.translate(None, _USUAL) or b" \n" in lines:
        return _without_dots(b2a_qp(lines.replace(b"\n", b"\r\n")))
    return _without_dots(_LONG.sub(_broken, lines.replace(b"=", b"=3D")).replace(b"\n", b"\r\n"))


def _without_dots(lines: bytes) -> bytes:
    """A dot that has a line to itself ends the message, for some who send it on."""
    alone = lines.startswith(b".\r\n") or b"\n.\r\n" in lines
    return _DOT.sub(b"=2E", lines) if alone else lines


def _broken(line: re.Match[bytes]) -> bytes:
    return b"=\n".join(_ROOM.findall(line[0]))


def _base64(data: bytes) -> bytes:
    letters = b2a_base64(data, newline=False)
    return b"".join([letters[at : at + _WIDTH] + b"\r\n" for at in range(0, len(letters), _WIDTH)])


def _several(kind: str, key: str, parts: Sequence[list[Piece]]) -> list[Piece]:
    """Parts in one; one alone stays as it is. No line of a part begins as a boundary does: after "=" there is no "_"
    in quoted-printable, and in base64 there is neither."""
    if len(parts) == 1:
        return parts[0]
    boundary = f"=_{kind}_{key}"
    pieces = [(f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n'.encode(), False)]
    between = f"\r\n--{boundary}\r\n".encode()
    for part in parts:
        pieces += [(between, False), *part]
    return [*pieces, (f"\r\n--{boundary}--\r\n".encode(), False)]


def redirected(content: bytes, address: str) -> bytes:
    """The same message to another address."""
    end = content.index(b"\r\n\r\n") + 2
    name, _ = parseaddr(str(BytesHeaderParser(policy=default).parsebytes(content[:end])["To"]))
    return _TO.sub(lambda _: mailbox("To", name, address), content[:end], count=1) + content[end:]
