"""Order pages in the text of a mail: under quote marks, above a signature, beside a quoted report or an older order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from gm.core.sections import is_end
from gm.core.words import sentence
from gm.mail.endings import Tail, is_surely_a_machines
from gm.mail.mime import Tangled
from gm.mail.quotations import Sign, is_of_a_mail, places, sign_at

_QUOTE = re.compile(r"^ ?(?:>(?!=) ?)+")  # but >= is none
_KEY = re.compile(r"[\"'“]?([^\W\d][\w ]*?)[\"'”]?\s*:")
_NUMBER = re.compile(r"[\"'“]?\d{1,4}[\"'”]?\s*:(?:\s|$)")  # at the margin: of a fence, say
_ANSWER = re.compile(r"\d{1,4}\s*:|- [{\[\d]")  # what nobody else says
_ITEM = ("- ", "– ", "— ", "• ")
_LONGEST_KEY = 80
_MOST_LINES = 3_000
_LOOKS = 40_000  # at lines, over and over
_LONGEST_END = 20
_NEAR = 40  # lines
_HEADED = 6  # lines
_NARROWEST = 60  # letters of a line before a mail program breaks it
MOST_PAGES = 50  # in one mail

Words = Mapping[str, str]  # the keys of order pages in every language, each with its English one


@dataclass(frozen=True, slots=True)
class Found:
    """A page's text, and where it stood: how deep in quotations, and below how many rules across the page."""

    text: str
    depth: int
    parted: int = 0  # how many rules stand above it


class _Line(NamedTuple):
    """A line, and what tells whether it belongs to a page."""

    text: str  # without quote marks, and with plain spaces
    depth: int  # of quotation
    margin: int
    key: str  # of an order page; "" if it has none
    opened: int  # brackets, less those that are closed
    blank: bool
    end: bool  # does it say that a page ends?


_EMPTY = _Line("", 0, 0, "", 0, True, False)


def find_pages(text: str, words: Words, signers: Sequence[str] = ("player",)) -> list[Found]:
    """Every stretch of lines that reads like an order page: it says for which game and turn, or who orders."""
    finder = _Finder([_line(line, words) for line in text.split("\n")], {"game", *signers}, words)
    found: list[tuple[int, int]] = []
    start = 0
    while start < len(finder.lines):
        end = finder.end_of_page(start)
        if end is None:
            start += 1
            continue
        if len(found) == MOST_PAGES:
            raise Tangled(sentence("it has more than {most} order pages", most=MOST_PAGES))
        found.append((start, end))
        start = end
    return _placed(finder.lines, found, words)


def _placed(lines: "Sequence[_Line]", found: Sequence[tuple[int, int]], words: Words) -> list[Found]:
    depths = [min(line.depth for line in lines[start:end] if not line.blank) for start, end in found]
    where = places(lines, [(*page, depth) for page, depth in zip(found, depths, strict=True)])
    return [Found(_joined(lines[start:end], words), *place) for (start, end), place in zip(found, where, strict=True)]


def _line(raw: str, words: Words) -> _Line:
    if not raw:
        return _EMPTY
    marks = _QUOTE.match(raw) if ">" in raw[:2] else None
    text = (raw[marks.end() :] if marks else raw).replace("\xa0", " ")
    stripped = text.lstrip()
    depth = marks[0].count(">") if marks else 0
    margin, end = len(text) - len(stripped), len(stripped) < _LONGEST_END and is_end(stripped)
    return _Line(text, depth, margin, _key(stripped, words), _opened(text), not stripped, end)


def _opened(text: str) -> int:
    return text.count("[") + text.count("{") - text.count("]") - text.count("}")


def _key(line: str, words: Words) -> str:
    """The key of an order page that a line begins with; "" if there is none."""
    match = _KEY.match(line.lstrip()[:_LONGEST_KEY]) if ":" in line else None
    return words.get(match[1].strip().casefold(), "") if match else ""


class _Finder:
    """Looks at a text line by line, and not for ever: who writes so that it would take long has to write anew."""

    def __init__(self, lines: Sequence[_Line], marks: set[str], words: Words):
        self.lines, self.marks, self.words = lines, marks, words
        self._looks = _LOOKS + 2 * len(lines)
        self._below: dict[int, Sign] = {}
        self.tail = Tail(lines)

    def _stretch(self, start: int) -> Iterator[tuple[int, _Line]]:
        """The lines from there on, as far as a page may reach."""
        for number in range(start, min(len(self.lines), start + _MOST_LINES)):
            self._looks -= 1
            if self._looks < 0:
                raise Tangled(sentence("nobody can tell where its order pages begin and end"))
            yield number, self.lines[number]

    def end_of_page(self, start: int) -> int | None:
        """Where the page that starts here ends; None if none does."""
        first = self.lines[start]
        if first.text.lstrip().startswith("{"):
            return self._end_of_json(start)
        if first.key in ("", "press"):
            return None
        heads: set[str] = set()
        end, balance, in_press = start, 0, False
        for number, line in self._stretch(start):
            key = line.key if line.margin <= first.margin else ""
            if (key in heads and balance <= 0) or (line.end and line.margin <= first.margin):
                break  # the next page begins, or this one says that it ends
            if line.depth > first.depth and (in_press or self._complete(heads)):
                break
            if not (line.blank or key or balance > 0 or self._goes_on(start, number, in_press)):
                break
            if key:
                heads.add(key)
                in_press = key == "press"
            balance = 0 if in_press else balance + line.opened
            if not line.blank:
                end = number + 1
        return end if self._complete(heads) else None

    def _complete(self, heads: set[str]) -> bool:
        return "turn" in heads and bool(heads & self.marks)

    def _goes_on(self, start: int, number: int, in_press: bool) -> bool:
        """Is this still the page, or what stands below it?"""
        margin, line = self.lines[start].margin, self.lines[number]
        inner, stripped = line.margin > margin, line.text.lstrip()
        if inner and not in_press and _ANSWER.match(stripped):
            return True
        if self._ends(number, inner) and not (in_press and inner and self._is_told(start, number)):
            return False
        if self.tail.takes_leave(start, number, in_press) and not self._says_where_it_ends(start, number):
            return False
        follows = not self.lines[number - 1].blank
        if in_press:
            return inner or stripped.startswith(("#", *_ITEM)) or (follows and self._was_wrapped(start, number))
        if inner:
            return True
        kept = stripped.startswith("#") or bool(_NUMBER.match(stripped)) or self.tail.is_item(start, number)
        return kept or (follows and self._is_misspelt(number, margin))

    def _was_wrapped(self, start: int, number: int) -> bool:
        """Did a mail program break the line above? Only where no more would go in it; and not where nothing of the
        press is indented, for then people break their lines themselves."""
        margin, text = self.lines[start].margin, self.lines[number].text
        if len(f"{self.lines[number - 1].text.rstrip()} {text.split(maxsplit=1)[0]}") > _NARROWEST:
            return any(map(str.isalnum, text))
        if is_of_a_mail(text):
            return False
        for line in reversed(self.lines[max(start, number - _NEAR) : number]):
            if line.margin > margin and not line.blank:
                return False
            if line.key == "press":
                return True
        return True

    def _is_misspelt(self, number: int, margin: int) -> bool:
        """A key that no page has, with more of the page right below it: better refused than overlooked."""
        below = self.lines[number + 1] if number + 1 < len(self.lines) else _EMPTY
        more = below.key not in ("", "game") if below.margin <= margin else bool(_NUMBER.match(below.text.lstrip()))
        return (
            more
            and below.depth == self.lines[number].depth
            and bool(_KEY.match(self.lines[number].text.lstrip()[:_LONGEST_KEY]))
        )

    def _is_told(self, start: int, number: int) -> bool:
        """In press, somebody may well have written something, without an address and without marks of quotation."""
        below = next((line for line in self.lines[number + 1 : number + 3] if not line.blank), _EMPTY)
        text = self.lines[number].text.rstrip()
        told = text.endswith(":") and "@" not in text and below.depth <= self.lines[number].depth
        return told or self._divides(start, number) or self._says_where_it_ends(start, number)

    def _divides(self, start: int, number: int) -> bool:
        """Is it a rule or a heading in the press, with more of it below, and none of that a mail's?"""
        if self._below[number] is not Sign.PARTS:
            return False
        written = [line for line in self.lines[number + 1 : number + _HEADED] if not line.blank]
        inner = list(takewhile(lambda line: line.margin > self.lines[start].margin, written))
        return bool(inner) and not any("@" in line.text or is_surely_a_machines(line.text.strip()) for line in inner)

    def _ends(self, number: int, inner: bool) -> bool:
        """Does somebody else speak from here on?"""
        if number not in self._below:
            self._below[number] = sign_at(self.lines, number)
        sign = self._below[number]
        ruled = sign is Sign.PARTS and (not inner or self.lines[number].text.strip()[0] in "-_=*")
        return sign is Sign.QUOTES or ruled

    def _says_where_it_ends(self, start: int, number: int) -> bool:
        """Does the page have an end of its own further down? Then all above it is the page, whatever it looks like."""
        first = self.lines[start]
        for at in range(number + 1, min(len(self.lines), number + _NEAR)):
            line = self.lines[at]
            outer = line.margin <= first.margin
            if line.end and outer:
                return line.depth == first.depth
            if line.key == "game" or line.depth > first.depth or (outer and self._ends(at, inner=False)):
                return False
        return False

    def _end_of_json(self, start: int) -> int | None:
        balance = 0
        for number, line in self._stretch(start):
            balance += line.text.count("{") - line.text.count("}")
            if balance <= 0:
                text = "\n".join(each.text for each in self.lines[start : number + 1])
                turn = "|".join(word for word, english in self.words.items() if english == "turn")
                return number + 1 if re.search(rf"(?:{turn})[\"'”]?\s*:", text) else None
        return None


def _joined(lines: Sequence[_Line], words: Words) -> str:
    """The page's own lines; what a mail program wrapped is put together again."""
    return "\n".join(_rewrapped([line.text.rstrip() for line in lines], words)) + "\n"


def _rewrapped(lines: Sequence[str], words: Words) -> Iterator[str]:
    balance, in_press = 0, False
    held: list[str] = []
    for line in lines:
        key = _key(line, words)
        if key and not line[:1].isspace():
            in_press = key == "press"
        if in_press:
            yield line if key or not line.strip() or line[0].isspace() else "  " + line
            continue
        held.append(line.strip() if balance > 0 else line)
        balance += _opened(line)
        if balance <= 0:
            yield " ".join(held)
            held, balance = [], 0
    if held:
        yield " ".join(held)
