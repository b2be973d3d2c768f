"""The tag on a slip of paper: the entrant's number in the game's file, and a letter that gives away a slip of the pen.

It catches every single wrong digit, and every swap of two that stand side by side.
"""

import re

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # 23, a prime; none of them looks like a figure
_TAG = re.compile(r"0*([1-9][0-9]{0,8})([A-Za-z])", re.ASCII)


def check_letter(number: int) -> str:
    return LETTERS[number % len(LETTERS)]


def tag(number: int) -> str:
    """The tag of the entrant who stands at that place in the game's file, from 1 on.

    >>> tag(4), tag(12), tag(13)
    ('4E', '12N', '13P')
    """
    return f"{number}{check_letter(number)}"


def written_tag(written: str) -> tuple[int, str] | None:
    """The number and the letter of what looks like a tag, right or wrong; None for any other word.

    >>> written_tag("12n"), written_tag("13N"), written_tag("ann")
    ((12, 'N'), (13, 'N'), None)
    """
    found = _TAG.fullmatch(written.strip())
    return (int(found[1]), found[2].upper()) if found else None


def number_of(written: str) -> int | None:
    """The number on a tag, if its letter is the right one.

    >>> number_of("12n"), number_of("13n"), number_of("12")
    (12, None, None)
    """
    found = written_tag(written)
    return found[0] if found and check_letter(found[0]) == found[1] else None
