"""Messages out: text and HTML, threaded, all in letters that every mail server takes.

The messages of a turn are much alike. What they have in common is encoded once: headers, pictures, and, of texts and
pages, whatever stands in several of them.
"""

import hashlib
import re
import struct
from binascii import b2a_base64
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import format_datetime, parseaddr
from typing import TypeVar

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.addressing import can_be_written_to
from gm.mail.alike import Alike, Piece
from gm.mail.headers import attachment, mailbox, number, one_line, sender, threaded, words
from gm.mail.quoted import each_quoted
from gm.mail.settings import Addresses
from gm.mail.sevenbit import NotSevenBit, seven_bit

Said = TypeVar("Said")
_WIDTH = 76  # bytes of a line
_BEGINNING = 40  # bytes of a page: the language that it is in is among them
_TOP = b'Content-Type: text/%b; charset="utf-8"\r\nContent-Transfer-Encoding: %b\r\n%b\r\n'
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


class Texts:
    """What the messages of a turn have in one place: as it is, if all of it may travel so."""

    def __init__(self) -> None:
        self.plain, self.quoted = Alike(seven_bit), Alike(each_quoted)

    def encoded(self, text: bytes, language: bytes) -> tuple[bytes, list[Piece]]:
        """How it is encoded, and so it is."""
        if text.isascii():
            with suppress(NotSevenBit):
                return b"7bit", self.plain.encoded(text, language)
        return b"quoted-printable", self.quoted.encoded(text, language)


class Composer:
    """The messages of one turn, from one sender at one moment."""

    def __init__(self, addresses: Addresses, now: datetime, automatic: str = "auto-generated"):
        self._from, self._reply_to = (
            sender(name, one_line(value))
            for name, value in (("From", addresses.sender), ("Reply-To", addresses.reply_to))
        )
        self._date = words("Date", format_datetime(now))
        self._automatic = words("Auto-Submitted", automatic)
        self._subjects: Once[str] = Once(lambda subject: words("Subject", one_line(subject)))
        self._files = Once(attachment)
        self._texts, self._shown = Texts(), Texts()
        self._pages: defaultdict[str, Texts] = defaultdict(Texts)
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
        page = html.encode()
        language = page[:_BEGINNING]
        body = self._text(b"plain", text.encode(), language, self._texts)
        if html:
            shown = self._text(b"html", page, language, self._shown)
            body = _several("alternative", key, [body, _several("related", key, [shown, *self._painted(pictures)])])
        files = [
            self._text(b"html", file, file[:_BEGINNING], self._pages[name], self._files[name])
            for name, file in attached
        ]
        return [(b"".join(headers), False), *_several("mixed", key, [body, *files])]

    def _text(self, kind: bytes, text: bytes, language: bytes, alike: Texts, disposition: bytes = b"") -> list[Piece]:
        encoding, pieces = alike.encoded(text, language)
        return [(_TOP % (kind, encoding, disposition), False), *pieces]

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


def _base64(data: bytes) -> bytes:
    letters = b2a_base64(data, newline=False)
    whole, last = divmod(len(letters), _WIDTH)
    lines = struct.unpack(f"{_WIDTH}s" * whole + f"{last}s" * bool(last), letters)
    return b"\r\n".join([*lines, b""])


def _several(kind: str, key: str, parts: Sequence[list[Piece]]) -> list[Piece]:
    """Parts in one; one alone stays as it is. No line of a part begins as a boundary does: what does is not left as it
    is, after "=" there is no "_" in quoted-printable, and in base64 there is neither."""
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
