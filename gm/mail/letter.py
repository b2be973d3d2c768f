"""A mail as it came: who sent it, when the server had it, and the texts that may hold an order page."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypedDict

from gm.core.words import sentence
from gm.mail import authentication
from gm.mail.addressing import can_be_written_to, sender_of
from gm.mail.machines import is_automatic, is_bulk
from gm.mail.mime import Headers, Part, Tangled, parts_of
from gm.mail.plaintext import from_html, unflowed, unsigned

ATTACHED = (".yaml", ".yml", ".txt")
MOST_MAIL = 32 * 1024 * 1024  # bytes, pictures and all: most servers take less
MOST_TEXT = 1024 * 1024  # bytes: more than that nobody writes, however much is quoted
_LONGEST_DATE = 200


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
    bulk: bool  # sent by way of a list, or to many
    doubt: str  # why the sender may be another, by the word of the receiving server: a sentence
    texts: Sequence[str]  # where a page may stand
    attached: Sequence[str]  # pages sent as files
    html: Sequence[str]  # the same, for want of anything better
    trouble: str = ""  # why nobody can read what it says: a sentence

    @property
    def digest(self) -> str:
        """The same mail is the same, by whichever way it came; one without a number is told by when it was sent."""
        body = self.data.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
        if not body and not self.message_id:
            body = self.data  # there is nothing else to know it by
        number = self.message_id or (self.sent.isoformat() if self.sent else "")
        return hashlib.sha256(number.encode() + b"\n" + self.sender.encode() + b"\n" + body).hexdigest()


def read_letter(data: bytes, arrived: datetime, trusted: str = "") -> Letter:
    """Whatever these bytes are, a letter comes out; nothing in a mail may stop the others."""
    headers = Headers(data)
    sender = sender_of(headers.raw("from"))
    automatic = is_automatic(headers, sender)
    bulk = is_bulk(headers)
    return Letter(
        data,
        message_id=headers.line("message-id").strip()[:400],
        sender=sender,
        subject=headers.line("subject")[:200],
        sent=_moment(headers.line("date")),
        received=_received(headers) or arrived,
        automatic=automatic,
        answerable=not automatic and can_be_written_to(sender) and not bulk,
        bulk=bulk,
        doubt=authentication.doubt(headers.raw("authentication-results"), trusted, sender),
        **_content(data, headers),
    )


def too_large() -> str:
    return sentence("it is larger than {most} MiB", most=MOST_MAIL // 1024**2)


class _Content(TypedDict):
    texts: Sequence[str]
    attached: Sequence[str]
    html: Sequence[str]
    trouble: str


def _content(data: bytes, headers: Headers) -> _Content:
    """What it says; of a mail that is put together as nobody's is, only that."""
    if len(data) > MOST_MAIL:
        return _Content(texts=[], attached=[], html=[], trouble=too_large())
    try:
        parts = _readable(parts_of(data, headers))
        return _Content(texts=list(_texts(parts)), attached=list(_attached(parts)), html=list(_html(parts)), trouble="")
    except Tangled as tangled:
        return _Content(texts=[], attached=[], html=[], trouble=tangled.why)


def _readable(parts: Iterable[Part]) -> list[Part]:
    """The parts that are text; a web page that is all pictures only for want of anything else."""
    found = [part for part in parts if part.kind.startswith("text/") or part.file_name.endswith(ATTACHED)]
    plain = [part for part in found if part.kind != "text/html"]
    chosen = plain if plain and _size(found) > MOST_TEXT else found
    if _size(chosen) > MOST_TEXT:
        raise Tangled(sentence("it has more text than anybody reads"))
    return chosen


def _size(parts: Iterable[Part]) -> int:
    return sum(part.size for part in parts)


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text[-_LONGEST_DATE:])
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _received(headers: Headers) -> datetime | None:
    """The topmost Received header is the receiving server's own."""
    first = next(iter(headers.raw("received")), "")
    return _moment(first.rpartition(";")[2].strip())


def _texts(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if part.kind == "text/plain" and not part.file_name.endswith(ATTACHED) and not part.is_attachment:
            text = unsigned(part.text)
            yield unflowed(text, part.says("delsp") == "yes") if part.says("format") == "flowed" else text


def _attached(parts: Iterable[Part]) -> Iterator[str]:
    return (part.text for part in parts if part.file_name.endswith(ATTACHED))


def _html(parts: Iterable[Part]) -> Iterator[str]:
    return (from_html(part.text) for part in parts if part.kind == "text/html")
