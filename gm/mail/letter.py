"""A mail as it came: who sent it, when the server had it, and the texts that may hold an order page."""

from __future__ import annotations  # Message takes its types only while they are checked

import email
import email.header
import email.policy
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any

from gm.mail.plaintext import from_html, unflowed, unsigned

ATTACHED = (".yaml", ".yml", ".txt")
_PARSER = email.policy.compat32.clone(linesep="\n")
_AUTOMATIC = ("x-autoreply", "x-autorespond")
_LISTS = ("list-id", "list-unsubscribe", "list-post")
_BULK = ("bulk", "junk", "list", "auto_reply")
_DAEMONS = ("mailer-daemon", "postmaster", "noreply", "no-reply", "double-bounce")
_OWN_WAYS = ("utf-16", "utf-32", "utf-7", "iso-2022", "hz")  # where ASCII letters mean something else
_LATIN = ("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii", "unknown-8bit")  # what is really meant by them
_ASIDE = re.compile(r"\([^()]*\)|\"[^\"]*\"")  # comments and reasons, which may say anything
_VERDICT = re.compile(r"\b(dkim|spf)\s*=\s*(fail|softfail|permerror)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Letter:
    """One mail, taken apart."""

    data: bytes
    message_id: str
    sender: str  # the address it is from, in lower case; "" if nobody can tell
    subject: str
    sent: datetime | None  # what its own header says
    received: datetime  # what counts for the deadline
    automatic: bool  # a bounce or an auto-reply
    answerable: bool  # RFC 3834: from a person, and not by way of a list
    doubt: str  # why the receiving server doubts the sender
    texts: Sequence[str]  # where a page may stand
    attached: Sequence[str]  # pages sent as files
    html: Sequence[str]  # the same, for want of anything better

    @property
    def digest(self) -> str:
        """The same mail is the same, by whichever way it came; one without a number is told by when it was sent."""
        body = self.data.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
        number = self.message_id or (self.sent.isoformat() if self.sent else "")
        return hashlib.sha256(number.encode() + b"\n" + self.sender.encode() + b"\n" + body).hexdigest()


def read_letter(data: bytes, arrived: datetime, trusted: str = "") -> Letter:
    """Whatever these bytes are, a letter comes out; nothing in a mail may stop the others."""
    message = email.message_from_bytes(data, policy=_PARSER)
    return Letter(
        data,
        message_id=_header(message, "message-id").strip()[:400],
        sender=_sender(message),
        subject=_header(message, "subject")[:200],
        sent=_moment(_header(message, "date")),
        received=_received(message) or arrived,
        automatic=_is_automatic(message),
        answerable=_is_answerable(message),
        doubt=_doubt(message, trusted),
        texts=list(_texts(message)),
        attached=list(_attached(message)),
        html=list(_html(message)),
    )


def _header(message: Message[Any, Any], name: str) -> str:
    """A header in one line, decoded as well as it can be."""
    raw = message.get(name)
    return "" if raw is None else _unfolded(str(raw))


def _unfolded(raw: str) -> str:
    try:
        pieces = email.header.decode_header(raw)
        text = "".join(_decoded(piece, charset) if isinstance(piece, bytes) else piece for piece, charset in pieces)
    except (ValueError, LookupError, AssertionError):
        text = raw
    return " ".join(text.split())


def _sender(message: Message[Any, Any]) -> str:
    """One address and no more: of several authors nobody knows who ordered."""
    found = {
        address.casefold() for _, address in getaddresses([str(h) for h in message.get_all("from", [])]) if address
    }
    address = found.pop() if len(found) == 1 else ""
    return address if re.fullmatch(r"[^@\s<>\"]+@[^@\s<>\"]+", address) else ""


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _received(message: Message[Any, Any]) -> datetime | None:
    """The topmost Received header is the receiving server's own."""
    first = next(iter(message.get_all("received", [])), "")
    return _moment(str(first).rpartition(";")[2].strip())


def _is_automatic(message: Message[Any, Any]) -> bool:
    """A bounce or an auto-reply: no person wrote it, so it orders nothing."""
    submitted = _header(message, "auto-submitted").casefold()
    return (
        (bool(submitted) and not submitted.startswith("no"))
        or any(name in message for name in _AUTOMATIC)
        or message.get_content_type() == "multipart/report"
        or str(message.get("return-path", "")).strip() == "<>"
        or _sender(message).partition("@")[0].startswith(_DAEMONS)
    )


def _is_answerable(message: Message[Any, Any]) -> bool:
    """RFC 3834: neither a machine nor a list is ever answered."""
    bulk = _header(message, "precedence").casefold() in _BULK or any(name in message for name in _LISTS)
    return bool(_sender(message)) and not bulk and not _is_automatic(message)


def _doubt(message: Message[Any, Any], trusted: str) -> str:
    """A failed verdict, if the server that the settings trust has written one."""
    for header in message.get_all("authentication-results", []) if trusted else []:
        server, _, verdicts = " ".join(str(header).split()).partition(";")
        if server.split(" ")[0].casefold() == trusted.casefold() and (
            match := _VERDICT.search(_ASIDE.sub("", verdicts))
        ):
            return f"{match[1].upper()} {match[2].lower()}"
    return ""


def _parts(message: Message[Any, Any]) -> Iterator[Message[Any, Any]]:
    return (part for part in message.walk() if not part.is_multipart())


def _file_name(part: Message[Any, Any]) -> str:
    name = str(part.get_filename() or "")
    return _unfolded(name).casefold().strip()


def _texts(message: Message[Any, Any]) -> Iterator[str]:
    for part in _parts(message):
        if part.get_content_type() == "text/plain" and not _file_name(part).endswith(ATTACHED):
            if part.get_content_disposition() == "attachment":
                continue
            flowed = str(part.get_param("format", "")).casefold() == "flowed"
            text = unsigned(_text(part))
            yield unflowed(text, str(part.get_param("delsp", "")).casefold() == "yes") if flowed else text


def _attached(message: Message[Any, Any]) -> Iterator[str]:
    return (_text(part) for part in _parts(message) if _file_name(part).endswith(ATTACHED))


def _html(message: Message[Any, Any]) -> Iterator[str]:
    for part in _parts(message):
        if part.get_content_type() == "text/html":
            yield from_html(_text(part))


def _text(part: Message[Any, Any]) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    return _decoded(data, part.get_content_charset()).replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, charset: str | None) -> str:
    """By the charset that is declared, unless it is plainly another: what is valid UTF-8 is UTF-8."""
    declared = (charset or "").casefold()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        declared = "utf-16"
    first = [declared] if declared.startswith(_OWN_WAYS) else ["utf-8", declared]
    for attempt in (*first, "utf-8", "cp1252"):
        try:
            return data.decode("cp1252" if attempt in _LATIN else attempt)
        except (LookupError, UnicodeError):
            continue
    return data.decode("latin-1")
