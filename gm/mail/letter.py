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
from gm.mail.plaintext import from_html, quoted, unflowed, unsigned

ATTACHED = (".yaml", ".yml", ".txt", ".json")
_PAGES = ("text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml", "application/json", "text/json")
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
    found = [part for part in parts if part.kind.startswith("text/") or _is_page(part)]
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


def _is_page(part: Part) -> bool:
    """A page sent as a file, whatever it is called."""
    plain = part.kind == "text/plain" and part.is_attachment
    return plain or part.kind in _PAGES or part.file_name.endswith(ATTACHED)


def _texts(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if part.kind == "text/plain" and not _is_page(part):
            text = unsigned(part.text)
            flowed = part.says("format") == "flowed"
            yield quoted(unflowed(text, part.says("delsp") == "yes") if flowed else text, part.mails)


def _attached(parts: Iterable[Part]) -> Iterator[str]:
    return (quoted(part.text, part.mails) for part in parts if _is_page(part))


def _html(parts: Iterable[Part]) -> Iterator[str]:
    pages = (part for part in parts if part.kind == "text/html" and not _is_page(part))
    return (quoted(from_html(part.text), part.mails) for part in pages)
