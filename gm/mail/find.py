"""Order pages in the text of a mail: under quote marks, above a signature, beside a quoted report."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gm.core.sections import is_end

_QUOTE = re.compile(r"^ ?(?:>(?!=) ?)+")  # but >= is none
_KEY = re.compile(r"^(\s*)[\"'“]?([^\W\d][\w ]*?)[\"'”]?\s*:(?:\s|$|\S)")
_ENDS = re.compile(r"^(--\s?$|_{5,}|-{5,}|={5,}|\*{5,})")
_SAYS = r"(?:wrote|a écrit|ha scritto|schrieb|escribió|schreef|skrev)"
_ATTRIBUTION = re.compile(rf"^(?=.*(?:@|\b20\d\d\b)).*\b{_SAYS}\b.{{0,80}}:\s*$", re.IGNORECASE)
_MOST_LINES = 3_000

Words = Mapping[str, str]  # the keys of order pages in every language, each with its English one


@dataclass(frozen=True, slots=True)
class Found:
    """A page's text, and how deep it stood in quotations."""

    text: str
    depth: int


def find_pages(text: str, words: Words, signers: Sequence[str] = ("player",)) -> list[Found]:
    """Every stretch of lines that reads like an order page: it says for which game and turn, or who orders."""
    lines = [_unquoted(line) for line in text.split("\n")]
    found: list[Found] = []
    start = 0
    while start < len(lines):
        end = _page_end(lines, start, words, {"game", *signers})
        if end is None:
            start += 1
            continue
        depth = min(depth for line, depth in lines[start:end] if line.strip())
        found.append(Found(_joined(lines[start:end], words), depth))
        start = end
    return found


def _unquoted(line: str) -> tuple[str, int]:
    marks = _QUOTE.match(line)
    if not marks:
        return line, 0
    return line[marks.end() :], marks[0].count(">")


def _key(line: str, words: Words) -> str | None:
    match = _KEY.match(line.replace("\xa0", " "))
    return words.get(match[2].strip().casefold()) if match else None


def _page_end(lines: Sequence[tuple[str, int]], start: int, words: Words, marks: set[str]) -> int | None:
    """Where the page that starts here ends; None if none does."""
    first = lines[start][0]
    if first.strip().startswith("{"):
        return _json_end(lines, start, words)
    if _key(first, words) in (None, "press"):
        return None
    margin = len(first) - len(first.lstrip())
    heads: set[str] = set()
    end, balance, in_press = start, 0, False
    for number in range(start, min(len(lines), start + _MOST_LINES)):
        line = lines[number][0].replace("\xa0", " ")
        key = _key(line, words) if len(line) - len(line.lstrip()) <= margin else None
        if (key in heads and balance <= 0) or is_end(line, margin):
            break  # the next page begins, or this one says that it ends
        if not _belongs(line, key, margin, balance, in_press and lines[number - 1][0].strip() != ""):
            break
        if key:
            heads.add(key)
            in_press = key == "press"
        balance = 0 if in_press else balance + sum(line.count(c) for c in "[{") - sum(line.count(c) for c in "]}")
        if line.strip():
            end = number + 1
    return end if "turn" in heads and heads & marks else None


def _belongs(line: str, key: str | None, margin: int, balance: int, press_goes_on: bool) -> bool:
    """Is this still the page, or what stands below it?"""
    stripped = line.strip()
    if not stripped or key or balance > 0:
        return True
    if _ENDS.match(stripped) or _ATTRIBUTION.match(stripped):
        return False
    indented = len(line) - len(line.lstrip()) > margin
    return indented or stripped.startswith(("#", "- ", "– ", "• ")) or press_goes_on


def _json_end(lines: Sequence[tuple[str, int]], start: int, words: Words) -> int | None:
    balance = 0
    for number in range(start, min(len(lines), start + _MOST_LINES)):
        line = lines[number][0]
        balance += line.count("{") - line.count("}")
        if balance <= 0:
            text = "\n".join(each for each, _ in lines[start : number + 1])
            turn = "|".join(word for word, english in words.items() if english == "turn")
            return number + 1 if re.search(rf"[\"'“]?(?:{turn})[\"'”]?\s*:", text) else None
    return None


def _joined(lines: Sequence[tuple[str, int]], words: Words) -> str:
    """The page's own lines; what a mail program wrapped is put together again."""
    return "\n".join(_rewrapped([line.replace("\xa0", " ").rstrip() for line, _ in lines], words)) + "\n"


def _rewrapped(lines: Sequence[str], words: Words) -> Iterator[str]:
    balance, in_press, held = 0, False, ""
    for line in lines:
        key = _key(line, words)
        if key and not line[:1].isspace():
            in_press = key == "press"
        if in_press:
            yield line if key or not line.strip() or line[0].isspace() else "  " + line
            continue
        held = f"{held} {line.strip()}" if balance > 0 else line
        balance = sum(held.count(c) for c in "[{") - sum(held.count(c) for c in "]}")
        if balance <= 0:
            yield held
            held, balance = "", 0
    if held:
        yield held
