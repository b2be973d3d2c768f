"""Who a mail is from: one address, written so that nobody can take it for another."""

import re
from collections.abc import Iterator, Sequence

_LONGEST = 2_000
_ADDRESS = r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+"
_MAILBOX = re.compile(rf"[^<>@,;:]*+<\s*({_ADDRESS})\s*>|({_ADDRESS})")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++"
_SENDABLE = re.compile(rf"{_ATOM}(?:\.{_ATOM})*+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_PIECE = re.compile(r"[^()\"\\]++|\\.|\"(?:[^\"\\]++|\\.)*+\"|[()]", re.DOTALL)
_IN_COMMENT = re.compile(r"[^()\\]++|\\.|[()]", re.DOTALL)


def sender_of(fields: Sequence[str]) -> str:
    """One address and no more, in lower case: of several authors nobody knows who ordered."""
    found = {address for field in fields for address in _addresses(field)}
    return found.pop() if len(found) == 1 else ""


def can_be_written_to(address: str) -> bool:
    """Is it an address that every mail server takes?"""
    return len(address) <= 254 and bool(_SENDABLE.fullmatch(address)) and ".." not in address


def _addresses(field: str) -> Iterator[str]:
    """Each that a From field names; "" where something else stands."""
    plain = without_comments(field, quotes='""') if len(field) <= _LONGEST else None
    for written in (plain or "").split(","):
        match = _MAILBOX.fullmatch(written.strip())
        yield (match[1] or match[2]).casefold()[:_LONGEST] if match else ""


def without_comments(text: str, quotes: str = "") -> str | None:
    """A header without its comments; None if they do not close. What stands in quotes can be replaced, too."""
    kept: list[str] = []
    depth = at = 0
    while at < len(text):
        piece = (_IN_COMMENT if depth else _PIECE).match(text, at)
        if piece is None:
            return None
        at, found = piece.end(), piece[0]
        depth += (found == "(") - (found == ")")
        if depth < 0:
            return None
        if not depth:
            kept.append(" " if found == ")" else quotes if quotes and found[0] == '"' else found)
    return None if depth else "".join(kept)
