"""A mail taken apart: its headers, and every part that is no container, in time that grows only with its length."""

from __future__ import annotations  # Message takes its types only while they are checked

import email.errors
import email.header
import email.policy
import re
from collections.abc import Callable, Iterator
from email.message import Message
from functools import cached_property
from itertools import count
from typing import Any

from gm.core.words import Sentence, sentence
from gm.mail.charsets import decoded

MOST_DEPTH = 20  # of parts in parts
MOST_PARTS = 200
_LONGEST = 2_000  # letters of a header that mean something
_PARSER = email.policy.compat32.clone(linesep="\n")
_FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]*):[ \t]*([^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*+)(?:\r\n|\r|\n|\Z)")
_UNIX_FROM = re.compile(rb">?From [^\r\n]*(?:\r\n|\r|\n)")
_BLANK = re.compile(rb"\r\n|\r|\n")
_OF_A_PART = ("content-type", "content-disposition", "content-transfer-encoding")


class Tangled(Exception):
    """It is put together as nobody's mail is"""

    def __init__(self, why: Sentence):
        super().__init__(why)
        self.why = why


class Headers:
    """The fields at the top of a mail or a part, by their names in lower case, as they came."""

    def __init__(self, data: bytes):
        self._fields: dict[str, list[bytes]] = {}
        start = unix.end() if (unix := _UNIX_FROM.match(data)) else 0
        while field := _FIELD.match(data, start):
            self._fields.setdefault(field[1].decode("ascii").lower(), []).append(field[2])
            start = field.end()
        blank = _BLANK.match(data, start)
        self.end = blank.end() if blank else start  # where the body starts

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def raw(self, name: str) -> list[str]:
        """All fields of that name, the topmost first, with their line breaks."""
        return [decoded(value, None) for value in self._fields.get(name, ())]

    def first(self, name: str) -> str:
        """The topmost field of that name; what nobody would read of it is cut off."""
        found = self._fields.get(name)
        return decoded(found[0][:_LONGEST], None) if found else ""

    def line(self, name: str) -> str:
        """The same in one line, decoded as well as it can be."""
        return in_one_line(self.first(name))


def in_one_line(raw: str) -> str:
    """A header, or a name in one, as it is read."""
    try:
        pieces = email.header.decode_header(raw[:_LONGEST])
        text = "".join(decoded(piece, charset) if isinstance(piece, bytes) else piece for piece, charset in pieces)
    except (ValueError, LookupError, AssertionError, email.errors.MessageError):
        text = raw[:_LONGEST]
    return " ".join(text.split())


class Part:
    """One part of a mail; what cannot be made out about it is as if it were not said."""

    def __init__(self, headers: Headers, body: bytes, default: str = "text/plain", mails: int = 0):
        self._body = body
        self.mails = mails  # that it is in, beside the one that came
        self._message: Message[Any, Any] = Message(policy=_PARSER)
        self._message.set_default_type(default)
        written = {name: " ".join(headers.first(name).split()) for name in _OF_A_PART if name in headers}
        for name, value in written.items():
            self._message[name] = value
        self._written = " ".join(written.values()).casefold()  # most say little, and need not be taken apart

    @cached_property
    def kind(self) -> str:
        return self._message.get_content_type()

    @cached_property
    def file_name(self) -> str:
        name = _made_out(self._message.get_filename) if "name" in self._written else ""
        return in_one_line(name).casefold().strip()

    @property
    def is_attachment(self) -> bool:
        return "attachment" in self._written and _made_out(self._message.get_content_disposition) == "attachment"

    @property
    def size(self) -> int:
        return len(self._body)

    def says(self, name: str) -> str:
        """A parameter of its content type."""
        return _made_out(lambda: self._message.get_param(name)).casefold() if name in self._written else ""

    @property
    def text(self) -> str:
        self._message.set_payload(self._body.decode("ascii", "surrogateescape"))
        payload = self._message.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
        text = decoded(data, _made_out(self._message.get_content_charset))
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @property
    def inner(self) -> list[Part] | None:
        """What is in a container; None if it is none."""
        if self.kind == "message/delivery-status":
            return []
        within = "message/rfc822" if self.kind == "multipart/digest" else "text/plain"
        pieces = [self._body] if self.kind.startswith("message/") else self._pieces
        tops = None if pieces is None else [(Headers(piece), piece) for piece in pieces]
        mails = self.mails + self.kind.startswith("message/")
        return None if tops is None else [Part(top, piece[top.end :], within, mails) for top, piece in tops]

    @property
    def _pieces(self) -> list[bytes] | None:
        boundary = _made_out(self._message.get_boundary) if self.kind.startswith("multipart/") else ""
        return _between(boundary.encode("utf-8", "replace"), self._body) if boundary else None


def _made_out(ask: Callable[[], object]) -> str:
    """What the library makes of a header; it stumbles over some that nobody should have written."""
    try:
        return str(ask() or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def parts_of(data: bytes, headers: Headers) -> Iterator[Part]:
    """Every part that holds something itself, in their order; raises Tangled where there are too many."""
    waiting = [(Part(headers, data[headers.end :]), 0)]
    for seen in count(1):
        if not waiting:
            return
        part, depth = waiting.pop()
        if seen > MOST_PARTS:
            raise Tangled(sentence("it has more than {most} parts", most=MOST_PARTS))
        if depth > MOST_DEPTH:
            raise Tangled(sentence("its parts are nested more than {most} deep", most=MOST_DEPTH))
        inner = part.inner
        if inner is None:
            yield part
        else:
            waiting += [(each, depth + 1) for each in reversed(inner)]


def _between(boundary: bytes, body: bytes) -> list[bytes] | None:
    """The pieces that a boundary marks off; None if it is nowhere."""
    mark = rb"(?:\r\n|\r|\n|\A)--" + re.escape(boundary) + rb"(--)?[ \t]*+(?:(?=[\r\n])|\Z)"
    pieces: list[bytes] = []
    start = -1
    for line in re.finditer(mark, body):
        if start >= 0:
            pieces.append(_below(body[start : line.start()]))
        if line[1] or len(pieces) > MOST_PARTS:  # the last one; or more than anybody reads
            return pieces if start >= 0 else None
        start = line.end()
    return [*pieces, _below(body[start:])] if start >= 0 else None


def _below(piece: bytes) -> bytes:
    """Without the end of the line that the boundary stands in."""
    end = _BLANK.match(piece)
    return piece[end.end() :] if end else piece
