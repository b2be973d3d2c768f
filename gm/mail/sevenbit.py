"""Texts that travel as they are: plain ASCII in lines that every mail server takes.

On their way nobody breaks such lines, drops anything at their ends, or takes one for the end of a message or of a part
of it. All others are quoted-printable.
"""

import re
from collections.abc import Sequence

MOST = 998  # bytes of a line: what is longer no server needs to take
_PLAIN = b"\n" + bytes(range(32, 127))
_LINES = re.compile(rb"(?:(?!\.\n|--=_).{0,%d}+\n(?<! \n))*+" % MOST)


class NotSevenBit(Exception):
    """It has to be encoded"""


def seven_bit(texts: Sequence[bytes]) -> list[bytes]:
    """Lines, each with its end, ready to travel; raises NotSevenBit if one of them is not."""
    together = b"".join(texts)
    if together.translate(None, _PLAIN) or not _LINES.fullmatch(together):
        raise NotSevenBit
    return [text.replace(b"\n", b"\r\n") for text in texts]
