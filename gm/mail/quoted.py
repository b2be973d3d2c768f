"""Quoted-printable, where every line is for itself: what stands around it makes no difference."""

import codecs
import re
from binascii import b2a_qp
from functools import lru_cache

_WIDTH = 76  # bytes of a line
_PLAIN = b"\n" + bytes(range(32, 127)) + bytes(range(128, 256))  # all but control characters
_ROOM = re.compile(rb".{73}[^=]{0,2}|.+")  # what a line has room for beside an =, and nothing of it torn apart
_DOT, _NO_DOT = b".", b"=2E"  # a dot that has a line to itself ends the message, for some who send it on
_ESCAPES = "gm.quoted"


def quoted(lines: bytes) -> bytes:
    """Lines, each with its end, ready to travel: what most of them need is done to all of them at once."""
    if lines.translate(None, _PLAIN):
        return b"".join(map(_odd, lines[:-1].split(b"\n")))
    lines = lines.replace(b"=", b"=3D")
    if not lines.isascii():
        lines = lines.decode("utf-8", "surrogateescape").encode("ascii", _ESCAPES)
    each = lines.split(b"\n")
    if _DOT in each:
        each = [_NO_DOT if line == _DOT else line for line in each]
    return b"\r\n".join([line if len(line) <= _WIDTH and line[-1:] != b" " else _broken(line) for line in each])


def _odd(line: bytes) -> bytes:
    """One that may have control characters in it."""
    if not line.translate(None, _PLAIN):
        return quoted(line + b"\n")
    *most, last = b2a_qp(line).split(b"\n")
    return b"\r\n".join([*most, _NO_DOT if last == _DOT else last]) + b"\r\n"


def _broken(line: bytes) -> bytes:
    """One that is too long, or ends in a space, which might be lost."""
    if line[-1:] == b" ":
        line = line[:-1] + b"=20"
    if len(line) <= _WIDTH:
        return line
    *most, last = _ROOM.findall(line)
    return b"=\r\n".join([*most, _NO_DOT if last == _DOT else last])


def _escaped(error: UnicodeError) -> tuple[bytes, int]:
    """What is not ASCII, byte by byte."""
    assert isinstance(error, UnicodeEncodeError)
    return _in_bytes(error.object[error.start : error.end]), error.end


@lru_cache(4096)  # letters of few languages, over and over
def _in_bytes(letters: str) -> bytes:
    return b"".join([b"=%02X" % byte for byte in letters.encode("utf-8", "surrogateescape")])


codecs.register_error(_ESCAPES, _escaped)
