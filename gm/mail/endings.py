"""What stands below a page and is none of it: a farewell, a name, a telephone's or a scanner's line."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from gm.mail.phrases import ENDINGS, FAREWELL, NAMED, SIGNED
from gm.mail.quotations import Line, sign_at

_DASHES = re.compile(r"--\s?$")
_ITEM = re.compile(r"[-–—•]\s")
_ANSWER = re.compile(r"[\"'“]?\d{1,4}[\"'”]?\s*:")
_SAYS_NOTHING = re.compile(r"[^\d:{}\[\]=<>#]+")  # that an order could be made of
_LONGEST = 60  # letters of a farewell
_FEW = 3  # lines of one
_LOOKS = 12


class Kind(Enum):
    """What a line looks like by itself."""

    ANY = auto()
    MACHINE = auto()  # no person typed it; or it is the two dashes above a signature
    FAREWELL = auto()
    DASHED = auto()  # `- Eve`


def _kind(text: str) -> Kind:
    if _DASHES.match(text) or ENDINGS.match(text[:200]):
        return Kind.MACHINE
    if len(text) > _LONGEST:
        return Kind.ANY
    return Kind.FAREWELL if FAREWELL.match(text) else Kind.DASHED if SIGNED.match(text) else Kind.ANY


class Tail:
    """Tells the last lines of a page from the first below it."""

    def __init__(self, lines: Sequence[Line]):
        self.lines = lines
        self._kinds: dict[int, Kind] = {}  # of lines that were looked at

    def takes_leave(self, start: int, number: int, in_press: bool) -> bool:
        """Is this the first line below a page?"""
        prose = not in_press and self.lines[number].margin > self.lines[start].margin and self.is_prose(start, number)
        return prose or self._kind(number) is Kind.MACHINE or self._signed(start, number, in_press)

    def _kind(self, number: int) -> "Kind":
        if number not in self._kinds:
            self._kinds[number] = _kind(self.lines[number].text.strip())
        return self._kinds[number]

    def _signed(self, start: int, number: int, in_press: bool) -> bool:
        """Does the writer take leave here? Nothing but names, and little of that, may stand below."""
        kind = self._kind(number)
        if kind is Kind.ANY or (self._first_of_press(number) and (in_press or kind is Kind.FAREWELL)):
            return False
        follows = not self.lines[number - 1].blank or self._double_spaced(start, number)
        if kind is Kind.DASHED and follows and self._in_list(start, number):
            return False
        return self._is_last(number, self.lines[start].margin)

    def is_prose(self, start: int, number: int) -> bool:
        """Words that are indented like orders and cannot be any; what might be is refused, not overlooked."""
        text = self.lines[number].text.strip()
        if not self.lines[number - 1].blank or not _SAYS_NOTHING.fullmatch(text[:1_000]) or _ITEM.match(text):
            return False
        return not self._waits(start, number) and not self._orders_below(number)

    def is_item(self, start: int, number: int) -> bool:
        """One more of a list that is not indented."""
        text = self.lines[number].text.lstrip()
        return bool(_ITEM.match(text)) and (self._waits(start, number) or self._in_list(start, number))

    def _first_of_press(self, number: int) -> bool:
        above = next((line for line in reversed(self.lines[max(0, number - _FEW) : number]) if not line.blank), None)
        return above is not None and above.key == "press" and above.text.strip().endswith((":", "|", ">", "|-", ">-"))

    def _nearest(self, start: int, number: int) -> int:
        return next(
            (n for n in range(number - 1, max(start, number - _LOOKS) - 1, -1) if not self.lines[n].blank), start
        )

    def _waits(self, start: int, number: int) -> bool:
        """Has the key above nothing behind it yet?"""
        return self.lines[self._nearest(start, number)].text.partition("#")[0].rstrip().endswith(":")

    def _in_list(self, start: int, number: int) -> bool:
        """Is an item above it? What is indented further may be the rest of one."""
        margin = self.lines[number].margin
        for n in range(number - 1, max(start, number - _LOOKS) - 1, -1):
            line = self.lines[n]
            if not line.blank and line.margin <= margin:
                return bool(_ITEM.match(line.text.lstrip()))
        return False

    def _double_spaced(self, start: int, number: int) -> bool:
        """Some programs put an empty line below each."""
        return number - start >= 2 and all(line.blank for line in self.lines[number - 1 : start : -2])

    def _is_last(self, number: int, margin: int) -> bool:
        """Are there only names below, and then no more of the page?"""
        for seen, line in enumerate(self._written_below(number)):
            if line.margin <= margin:
                return not line.key or line.key in ("game", "turn")
            if seen == _FEW or not NAMED.match(line.text.strip()[: _LONGEST + 1]):
                return False
        return True

    def _orders_below(self, number: int) -> bool:
        return any(_ANSWER.match(line.text.strip()) or line.key for line in self._written_below(number))

    def _written_below(self, number: int) -> Iterator[Line]:
        """As far as nobody else speaks."""
        for n in range(number + 1, min(len(self.lines), number + 1 + _LOOKS)):
            if self.lines[n].blank:
                continue
            if (
                self.lines[n].depth > self.lines[number].depth
                or self._kind(n) is Kind.MACHINE
                or sign_at(self.lines, n)
            ):
                return
            yield self.lines[n]
