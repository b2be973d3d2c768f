"""Bytes of a mail as text, by the charset that is declared or by the one that is meant."""

import codecs
import re

_NAME = re.compile(r"[a-z0-9][a-z0-9._:+-]{0,40}")
_OWN_WAYS = ("utf-16", "utf-32", "utf-7", "iso-2022", "hz")  # where ASCII letters mean something else
_LATIN = ("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii", "unknown-8bit")  # what is really meant by them
_NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined")  # Python's, and nobody's mail


def decoded(data: bytes, charset: str | None) -> str:
    """By the charset that is declared, unless it is plainly another: what is valid UTF-8 is UTF-8."""
    declared = (charset or "").casefold()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        declared = "utf-16"
    first = [declared] if declared.startswith(_OWN_WAYS) else ["utf-8", declared]
    for attempt in (*first, "utf-8", "cp1252"):
        if text := _read(data, "cp1252" if attempt in _LATIN else attempt):
            return text
    return data.decode("latin-1")


def _read(data: bytes, charset: str) -> str:
    """ "" if that cannot be."""
    if not _NAME.fullmatch(charset):
        return ""
    try:
        if codecs.lookup(charset).name.replace("_", "-") in _NO_CHARSETS:
            return ""
        text = data.decode(charset)
        if charset not in ("utf-8", "cp1252"):
            text.encode("utf-8")  # some bring what is no text
        return text
    except (LookupError, ValueError):
        return ""
