"""Order pages in the text of a mail: under quote marks, above a signature, beside a quoted report."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gm.core.sections import is_end
from gm.core.words import sentence
from gm.mail.mime import Tangled

_QUOTE = re.compile(r"^ ?(?:>(?!=) ?)+")  # but >= is none
_KEY = re.compile(r"[\"'“]?([^\W\d][\w ]*?)[\"'”]?\s*:")
_ENDS = re.compile(r"^(--\s?$|_{5,}|-{5,}|={5,}|\*{5,})")
_SAYS = r"(?:wrote|a écrit|ha scritto|schrieb|escribió|schreef|skrev)"
_ATTRIBUTION = re.compile(rf"^(?=.*(?:@|\b20\d\d\b)).*\b{_SAYS}\b.{{0,80}}:\s*$", re.IGNORECASE)
_LONGEST_KEY = 80
_LONGEST_ATTRIBUTION = 300
_MOST_LINES = 3_000
_LOOKS = 40_000  # at lines, over and over
MOST_PAGES = 50  # in one mail

Words = Mapping[str, str]  # the keys of order pages in every language, each with its English one


@dataclass(frozen=True, slots=True)
class Found:
    """A page's text, and how deep it stood in quotations."""

    text: str
    depth: int


class _Line(NamedTuple):
    """A line, and what tells whether it belongs to a page."""

    text: str  # without quote marks, and with plain spaces
    depth: int  # of quotation
    margin: int
    key: str  # of an order page; "" if it has none
    opened: int  # brackets, less those that are closed
    blank: bool


_EMPTY = _Line("", 0, 0, "", 0, True)


def find_pages(text: str, words: Words, signers: Sequence[str] = ("player",)) -> list[Found]:
    """Every stretch of lines that reads like an order page: it says for which game and turn, or who orders."""
    finder = _Finder([_line(line, words) for line in text.split("\n")], {"game", *signers}, words)
    found: list[Found] = []
    start = 0
    while start < len(finder.lines):
        end = finder.end_of_page(start)
        if end is None:
            start += 1
            continue
        if len(found) == MOST_PAGES:
            raise Tangled(sentence("it has more than {most} order pages", most=MOST_PAGES))
        lines = finder.lines[start:end]
        depth = min(line.depth for line in lines if not line.blank)
        found.append(Found(_joined(lines, words), depth))
        start = end
    return found


def _line(raw: str, words: Words) -> _Line:
    if not raw:
        return _EMPTY
    marks = _QUOTE.match(raw) if ">" in raw[:2] else None
    text = (raw[marks.end() :] if marks else raw).replace("\xa0", " ")
    stripped = text.lstrip()
    depth = marks[0].count(">") if marks else 0
    return _Line(text, depth, len(text) - len(stripped), _key(stripped, words), _opened(text), not stripped)


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
        self._below: dict[int, bool] = {}

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
            if (key in heads and balance <= 0) or is_end(line.text, first.margin):
                break  # the next page begins, or this one says that it ends
            if not (line.blank or key or balance > 0 or self._goes_on(number, first.margin, in_press)):
                break
            if key:
                heads.add(key)
                in_press = key == "press"
            balance = 0 if in_press else balance + line.opened
            if not line.blank:
                end = number + 1
        return end if "turn" in heads and heads & self.marks else None

    def _goes_on(self, number: int, margin: int, in_press: bool) -> bool:
        """Is this still the page, or what stands below it?"""
        line = self.lines[number]
        if number not in self._below:
            stripped = line.text.strip()
            self._below[number] = bool(
                _ENDS.match(stripped) or (len(stripped) <= _LONGEST_ATTRIBUTION and _ATTRIBUTION.match(stripped))
            )
        if self._below[number]:
            return False
        press_goes_on = in_press and not self.lines[number - 1].blank
        return line.margin > margin or press_goes_on or line.text.lstrip().startswith(("#", "- ", "– ", "• "))

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
