"""Quoted-printable, where every line is for itself: what stands around it makes no difference."""

import codecs
import re
from binascii import b2a_qp
from functools import lru_cache

_PLAIN = b"\n" + bytes(range(32, 127)) + bytes(range(128, 256))  # all but control characters
# Lines of 76 bytes at most, and then what a longer one has room for beside an =, with nothing of it torn apart.
_RUNS = re.compile(rb"(?:.{0,76}+\n)*+(?:.{73}[^=\n]{0,2}+|\Z)")
_SPACE, _DOT = b" \n", b"\n.\n"  # a space at the end might be lost; a dot that is alone ends the message for some
_ESCAPES = "gm.quoted"


def quoted(lines: bytes) -> bytes:
    """Lines, each with its end, ready to travel: what most of them need is done to all of them at once."""
    if lines.translate(None, _PLAIN):
        return b"".join(map(_odd, lines[:-1].split(b"\n")))
    lines = lines.replace(b"=", b"=3D")
    if not lines.isascii():
        lines = lines.decode("utf-8", "surrogateescape").encode("ascii", _ESCAPES)
    if _SPACE in lines:
        lines = lines.replace(_SPACE, b"=20\n")
    if _DOT in lines or lines.startswith(_DOT[1:]):
        lines = b"\n".join([b"=2E" if line == b"." else line for line in lines.split(b"\n")])
    return b"=\n".join(_RUNS.findall(lines)[:-1]).replace(b"\n", b"\r\n")  # the last one is what is left: nothing


def _odd(line: bytes) -> bytes:
    """One that may have control characters in it."""
    if not line.translate(None, _PLAIN):
        return quoted(line + b"\n")
    *most, last = b2a_qp(line).split(b"\n")
    return b"\r\n".join([*most, b"=2E" if last == b"." else last]) + b"\r\n"


def _escaped(error: UnicodeError) -> tuple[bytes, int]:
    """What is not ASCII, byte by byte."""
    assert isinstance(error, UnicodeEncodeError)
    return _in_bytes(error.object[error.start : error.end]), error.end


@lru_cache(4096)  # letters of few languages, over and over
def _in_bytes(letters: str) -> bytes:
    return b"".join([b"=%02X" % byte for byte in letters.encode("utf-8", "surrogateescape")])


codecs.register_error(_ESCAPES, _escaped)
