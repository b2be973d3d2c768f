"""Quoted-printable, where every line is for itself: what stands around it makes no difference."""

import codecs
import re
from binascii import b2a_qp
from collections.abc import Sequence
from typing import Any

_PLAIN = b"\n" + bytes(range(32, 127)) + bytes(range(128, 256))  # all but control characters
# Lines of 76 bytes at most, and then what a longer one has room for beside an =, with nothing of it torn apart. But
# where one ends in a space, which might be lost, or is a dot, which ends the message for some, all the rest is one run,
# up to the very last line end.
_RUNS = re.compile(rb"(?:(?!\.\n).{0,76}+\n(?<! \n))*+(?:.{73}[^=\n]{0,2}+(?!\n)|\Z|(?s:.)+(?=\n\Z))")
_AT_THE_END, _DOT = re.compile(rb" $", re.MULTILINE), re.compile(rb"^\.$", re.MULTILINE)
_BETWEEN = b"\0\n"  # texts that are done together: a line that none of them has
_ESCAPES = "gm.quoted"


def quoted(lines: bytes) -> bytes:
    """Lines, each with its end, ready to travel: what most of them need is done to all of them at once."""
    if lines.translate(None, _PLAIN):
        return b"".join(map(_odd, lines[:-1].split(b"\n")))
    return _plainly(lines)


def each_quoted(texts: Sequence[bytes]) -> list[bytes]:
    """The same of several texts, in one go if they are no odd ones."""
    together = _BETWEEN.join(texts)
    if len(together.translate(None, _PLAIN)) >= max(1, len(texts)):
        return [quoted(text) for text in texts]
    first, *others = _plainly(together).split(b"\0")
    return [first, *[each[2:] for each in others]] if texts else []


def _plainly(lines: bytes) -> bytes:
    lines = lines.replace(b"=", b"=3D")
    if not lines.isascii():
        lines = lines.decode("utf-8", "surrogateescape").encode("ascii", _ESCAPES)
    runs = _RUNS.findall(lines)  # the last one is what is left: nothing
    if lines and (runs[-2] == b"\n" or not runs[-2].endswith(b"\n")):
        runs = _RUNS.findall(_AT_THE_END.sub(b"=20", _DOT.sub(b"=2E", lines)))
    return b"=\n".join(runs[:-1]).replace(b"\n", b"\r\n")


def _odd(line: bytes) -> bytes:
    """One that may have control characters in it."""
    if not line.translate(None, _PLAIN):
        return _plainly(line + b"\n")
    *most, last = b2a_qp(line).split(b"\n")
    return b"\r\n".join([*most, b"=2E" if last == b"." else last]) + b"\r\n"


class _InBytes(dict[str, bytes]):
    """Letters of few languages, over and over, as they are written."""

    def __missing__(self, letter: str) -> bytes:
        self[letter] = written = b"".join([b"=%02X" % byte for byte in letter.encode("utf-8", "surrogateescape")])
        return written


_in_bytes = _InBytes()


def _escaped(error: Any) -> tuple[bytes, int]:
    """What is not ASCII, letter by letter."""
    place = error.start
    return _in_bytes[error.object[place]], place + 1


codecs.register_error(_ESCAPES, _escaped)
