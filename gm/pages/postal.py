"""Postal addresses, and who is written to on paper."""

import re
from collections.abc import Mapping

from gm.core.names import fold
from gm.core.play import Flaw, Raw, Remark
from gm.core.words import sentence, write

MOST_LINES, LONGEST_LINE = 8, 60  # what a label has room for
_WAYS = ("mail", "post")


def read_postal(raw: Raw, remarks: list[Remark]) -> tuple[str, ...]:
    """The lines of an address; one that is written on a single line is divided at its commas.

    >>> read_postal("7 Mill Lane, Oxford", []), read_postal("Am Markt 3\\n\\n79098 Freiburg, Baden\\n", [])
    (('7 Mill Lane', 'Oxford'), ('Am Markt 3', '79098 Freiburg, Baden'))
    """
    if raw is None or raw == "":
        return ()
    if isinstance(raw, Mapping) or (isinstance(raw, list) and not all(isinstance(each, str) for each in raw)):
        remarks.append(
            Remark(sentence("a postal address is written in lines"), write("post: [7 Mill Lane, Oxford]"), raw)
        )
        return ()
    written = [str(each) for each in raw] if isinstance(raw, list) else str(raw).strip().split("\n")
    pieces = written[0].split(",") if len(written) == 1 else written
    lines = tuple(line for each in pieces if (line := " ".join(each.split())))
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        room = sentence("it has up to {lines} lines of {letters} letters", lines=MOST_LINES, letters=LONGEST_LINE)
        remarks.append(Remark(sentence("this postal address is too long for a label"), room, raw))
    return lines


def read_by_post(raw: Raw, remarks: list[Remark]) -> bool:
    """Is this player written to on paper, whatever addresses there are?"""
    way = fold(raw) if isinstance(raw, str) else ""
    if raw not in (None, "") and way not in _WAYS:
        message = sentence("a player is written to by mail or by post, not by {way}", way=re.sub(r"\s+", " ", str(raw)))
        remarks.append(Remark(message, write("by: post"), raw, Flaw.UNKNOWN))
    return way == "post"
