"""What stands below a page and is none of it: a farewell, a name, a telephone's or a scanner's line."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import takewhile

from gm.mail.phrases import DEVICE, FAREWELL, FOOTERS, NAMED, PHONES, SCANNERS, SENT, SIGNED
from gm.mail.quotations import Line, sign_at

_DASHES = re.compile(r"--\s?$")
_SHORT_RULE = re.compile(r"(?:[-_=~+*]{2,4}|[—ᐧ]|[_,.]{4,12})$")
_ITEM = re.compile(r"[-–—•]\s")
_BULLET = re.compile(r"[-–—•*]\s")
_ANSWER = re.compile(r"[\"'“]?\d{1,4}[\"'”]?\s*:")
_SAYS_NOTHING = re.compile(r"[^\d:{}\[\]=<>#]+")  # that an order could be made of
_SENTENCE = re.compile(r"[^\W\d][^\s:{}\[\]#]*(?: [^\s:{}\[\]#]+){3}")  # four words, and no colon before the last
_CONTACT = re.compile(r"(?:\d[ .()/-]?){6,}|\S@\S|https?:|www\.", re.IGNORECASE)  # how else to reach somebody
_ADDRESSED = re.compile(r"\S@\S|https?:|www\.", re.IGNORECASE)
_LONGEST = 60  # letters of a farewell
_LONG = 200
_FEW = 3  # lines of one
_LOOKS = 12
_LEAST = 5  # letters of what a machine says
_WORDS = 6  # of what a telephone says
_FOOTER = 6  # lines


class Kind(Enum):
    """What a line looks like by itself."""

    ANY = auto()
    MACHINE = auto()  # no person typed it; or it is the two dashes above a signature
    LIKELY = auto()  # the same, unless it is press
    FAREWELL = auto()
    DASHED = auto()  # `- Eve`


def _kind(text: str) -> Kind:
    if _DASHES.match(text) or is_surely_a_machines(text):
        return Kind.MACHINE
    if _SHORT_RULE.match(text) or is_a_machines(text):
        return Kind.LIKELY
    if len(text) > _LONGEST:
        return Kind.ANY
    return Kind.FAREWELL if FAREWELL.match(text) else Kind.DASHED if SIGNED.match(text) else Kind.ANY


def is_surely_a_machines(text: str) -> bool:
    """A scanner's line, or a telephone's that names the telephone."""
    short = text[:_LONG]
    return len(text) >= _LEAST and bool(SCANNERS.match(short) or (PHONES.match(short) and DEVICE.search(short)))


def is_a_machines(text: str) -> bool:
    """What no person typed: a telephone's line, in any language and order of words; a scanner's; a list's."""
    if len(text) < _LEAST or FOOTERS.match(text[:_LONG]) or is_surely_a_machines(text):
        return len(text) >= _LEAST
    few = len(text) <= _LONGEST and len(text.split()) <= _WORDS and text[-1] not in ".!?" and not text[0].islower()
    return few and bool(PHONES.match(text) or (DEVICE.search(text) and SENT.search(text)))


class Tail:
    """Tells the last lines of a page from the first below it."""

    def __init__(self, lines: Sequence[Line]):
        self.lines = lines
        self._kinds: dict[int, Kind] = {}  # of lines that were looked at

    def takes_leave(self, start: int, number: int, in_press: bool) -> bool:
        """Is this the first line below a page?"""
        inner = self.lines[number].margin > self.lines[start].margin
        prose = not in_press and inner and self.is_prose(start, number)
        return prose or self._is_a_machines(start, number, in_press and inner) or self._signed(start, number, in_press)

    def _is_a_machines(self, start: int, number: int, indented_press: bool) -> bool:
        kind = self._kind(number)
        if not indented_press or kind not in (Kind.MACHINE, Kind.LIKELY):
            return kind in (Kind.MACHINE, Kind.LIKELY)
        sure = kind is Kind.MACHINE or self._is_a_footer(number) or self._stands_apart(number)
        return sure and self._is_near_the_end(number, self.lines[start].margin)

    def _stands_apart(self, number: int) -> bool:
        """A telephone's line below an empty one, or a rule above a scanner's."""
        text = self.lines[number].text.strip()
        if _SHORT_RULE.match(text):
            return number + 1 < len(self.lines) and self._kind(number + 1) is Kind.MACHINE
        return self.lines[number - 1].blank and bool(DEVICE.search(text[:_LONG])) and not FOOTERS.match(text[:_LONG])

    def _is_a_footer(self, number: int) -> bool:
        """Even in press, for it says where to write to."""
        if not FOOTERS.match(self.lines[number].text.strip()[:_LONG]):
            return False
        rest = takewhile(lambda line: line.margin and not line.blank, self.lines[number : number + _FEW])
        return any(_ADDRESSED.search(line.text[:_LONG]) for line in rest)

    def _kind(self, number: int) -> "Kind":
        if number not in self._kinds:
            self._kinds[number] = _kind(self.lines[number].text.strip())
        return self._kinds[number]

    def _signed(self, start: int, number: int, in_press: bool) -> bool:
        """Does the writer take leave here? Nothing but names, and little of that, may stand below."""
        kind = self._kind(number)
        if kind not in (Kind.FAREWELL, Kind.DASHED) or (
            self._first_of_press(number) and (in_press or kind is Kind.FAREWELL)
        ):
            return False
        follows = not self.lines[number - 1].blank or self._double_spaced(start, number)
        if in_press and follows and self.lines[number].text.strip()[0].islower():
            return False  # for the sentence above goes on
        if kind is Kind.DASHED and follows and self._in_list(start, number):
            return False
        return self._is_last(number, self.lines[start].margin)

    def is_prose(self, start: int, number: int) -> bool:
        """Words that are indented like orders and cannot be any; what might be is refused, not overlooked."""
        text = self.lines[number].text.strip()
        if not self.lines[number - 1].blank or _ITEM.match(text) or self._waits(start, number):
            return False
        told = _SENTENCE.match(text) or (text[0].isalpha() and _CONTACT.search(text[:_LONG]))
        wordy = bool(told) and not self._double_spaced(start, number)
        return (wordy or bool(_SAYS_NOTHING.fullmatch(text[:1_000]))) and not self._orders_below(number)

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
                return bool(_BULLET.match(line.text.lstrip()))
        return False

    def _double_spaced(self, start: int, number: int) -> bool:
        """Some programs put an empty line below each."""
        return number - start >= 2 and all(line.blank for line in self.lines[number - 1 : start : -2])

    def _is_last(self, number: int, margin: int) -> bool:
        """Are there only names below, and then no more of the page?"""
        for seen, line in enumerate(self._written_below(number)):
            if line.margin <= margin:
                return not line.key or line.key in ("game", "turn")
            text = line.text.strip()[: _LONGEST + 1]
            if seen == _FEW or not (NAMED.match(text) or _CONTACT.search(text)):
                return False
        return True

    def _is_near_the_end(self, number: int, margin: int) -> bool:
        """Is there little below, and then no more of the page?"""
        for seen, line in enumerate(self._written_below(number)):
            if line.margin <= margin:
                return True
            if seen == _FOOTER:
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
                or self._kind(n) in (Kind.MACHINE, Kind.LIKELY)
                or sign_at(self.lines, n)
            ):
                return
            yield self.lines[n]
