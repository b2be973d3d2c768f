"""Where the writer's own words end: the signs of a quotation, whatever mail program and language set them.

A sure sign (somebody wrote; the top of another mail; "Original Message") puts what stands below one level deeper, as
marks of quotation do. A rule across the page may also part two pages of the writer's own: what is below is parted, and
so is what stands below an address, a day or a signature, in whatever words a mail program may have put them.
"""

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from gm.mail.phrases import FOOTERS, KINDS, ORIGINAL, PHONES, SAYS, SCANNERS

_LONGEST = 400  # letters of what announces a quotation
_SHORT = 40
_MOST_WRAPPED = 4  # lines of it
_MOST_HEADERS = 8
_RULES = "-_=*~#‐‑‒–—―─━•·"
_UNSEEN = " \t\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"  # which way letters run
_RULE = re.compile(rf"[{_RULES}](?:\s?[{_RULES}]){{4,}}")
_FRAMED = re.compile(rf"[{_RULES}<\[]{{2,}}\s*([^{_RULES}\s].*?)\s*[{_RULES}>\]]{{2,}}")
_HEADER = re.compile(r"[*_\s]*([^\W\d_][^\d:：<>@,;!?\"(){}\[\]]{0,24}?)[*_\s]*[:：]")
_INLINE = re.compile(r"([^\W\d_]+)\*?\s?[:：]")
_COLONS = (":", "：", ":*", ":_")
_YEAR = r"(?:19|20)\d\d"
_DATED = re.compile(rf"\b{_YEAR}\b|{_YEAR}\s?[年년]|\b\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}\b|\b\d{{1,2}}[:.h]\d\d\b")
_DAY = re.compile(rf"\b{_YEAR}\b|{_YEAR}\s?[年년]|\b\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}\b")

_MOMENT = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? +\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[APap]\.?[Mm]\.?)?")


class Sign(IntEnum):
    """How sure it is that what stands below is another's, or older."""

    NONE = 0
    PARTS = 1  # a rule, or a line that may be meant so
    QUOTES = 2


class Line(Protocol):
    """A line without its marks of quotation."""

    @property
    def text(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def margin(self) -> int: ...
    @property
    def blank(self) -> bool: ...
    @property
    def key(self) -> str: ...


class Place(NamedTuple):
    """How deep in quotations a line stands, and below how many rules."""

    depth: int
    parted: int


def places(lines: Sequence[Line], pages: Iterable[tuple[int, int, int]]) -> list[Place]:
    """Of each page, told by its first line, the line below it and its marks: what stands above it counts, if it is no
    more marked, and nothing inside another page."""
    found: list[Place] = []
    opened: list[int] = []  # the marks before each sure sign, never less than before the one above
    parted = at = 0
    sign = Sign.NONE
    for start, end, depth in pages:
        for number in range(at, start):
            if lines[number].blank:
                continue
            _close(opened, lines[number].depth)
            above, sign = sign, sign_at(lines, number)
            if sign is Sign.QUOTES and not (opened and above):  # a header below a header is no second quotation
                opened.append(lines[number].depth)
            parted += bool(sign) or (bool(found) and is_of_a_mail(lines[number].text))
        at = end
        _close(opened, depth)
        found.append(Place(depth + len(opened), parted))
    return found


def is_of_a_mail(text: str) -> bool:
    """Does it say what nobody says between two orders of their own: an address, a day, or the last line of a mail?"""
    short = text[:_LONGEST].strip()
    return "@" in text or short == "--" or any(sign.search(short) for sign in (_DAY, PHONES, SCANNERS, FOOTERS))


def _close(opened: list[int], depth: int) -> None:
    """A quotation inside marks is over where there are fewer of them."""
    while opened and opened[-1] > depth:
        opened.pop()


def sign_at(lines: Sequence[Line], number: int) -> Sign:
    """Does a quotation begin with this line?"""
    text = lines[number].text.strip(_UNSEEN)
    if not text or lines[number].key:
        return Sign.NONE
    if (text[0] in _RULES or text[0] in "<[") and (ruled := _ruled(text)):
        return ruled
    colon = text.find(":", 0, 40) if ":" in text else text.find("：", 0, 40)
    if colon > 0 and (header := _header(lines, number, text)):
        return header
    return _announcement(lines, number, text)


def _ruled(text: str) -> Sign:
    if _RULE.fullmatch(text[:_LONGEST]):
        return Sign.PARTS
    framed = _FRAMED.match(text[:_LONGEST])
    if framed and (_known(framed[1]) or _somebody_wrote(framed[1]) or "@" in text[framed.end() :]):
        return Sign.QUOTES
    return Sign.PARTS if framed and framed.end() == len(text) else Sign.NONE


def _known(text: str) -> bool:
    return text.strip(" *_:：<>[]").casefold().replace(",", "") in ORIGINAL


def _somebody_wrote(text: str) -> bool:
    return len(text) <= _LONGEST and bool(("@" in text or _DATED.search(text)) and SAYS.search(text))


# The top of another mail


def _kind(text: str) -> str | None:
    """Which line of a mail's top it is, in any language; "" if of none that is listed, None if it looks like none."""
    return _kind_of(text[:60])


@lru_cache(1024)  # each line is looked at from those above it, too
def _kind_of(start: str) -> str | None:
    match = _HEADER.match(start)
    return KINDS.get(match[1].casefold().strip(), "") if match else None


def _header(lines: Sequence[Line], number: int, text: str) -> Sign:
    first = _kind(text)
    if first is None or (not first and number and _kind(lines[number - 1].text) is not None):
        return Sign.NONE  # or it would have been the line above
    block = _block(lines, number, first)
    kinds = ({kind for kind, _ in block} | _kinds_in(text)) - {""}
    if len(kinds - {"cc"}) < 2 if first else len(block) < 4:
        return Sign.NONE
    said = " ".join(text for _, text in block)
    addressed, dated = "@" in said, bool(_DAY.search(said))
    if addressed and dated:
        return Sign.QUOTES
    if not first or not (len(kinds) >= 3 or "from" in kinds):  # in a language that nobody has listed, say
        return Sign.NONE
    return Sign.QUOTES if addressed or dated else Sign.PARTS


def _kinds_in(text: str) -> set[str]:
    """All of the top in one line, as it becomes of some web pages."""
    return {KINDS.get(word.casefold(), "") for word in _INLINE.findall(text[:_LONGEST])}


def _block(lines: Sequence[Line], number: int, first: str) -> list[tuple[str, str]]:
    """The lines from there on that are each a word with something behind it, as at the top of a mail."""
    depth, found, gap = lines[number].depth, [(first, lines[number].text[:_LONGEST])], 0
    for line in lines[number + 1 : number + _MOST_HEADERS]:
        kind = _kind(line.text) if not (line.blank or line.key or line.depth != depth) else None
        if kind is not None:
            found.append((kind, line.text[:_LONGEST]))
            gap = 0
        elif line.blank and not gap:
            gap = 1
        else:
            break
    return found


# Somebody wrote


def _announcement(lines: Sequence[Line], number: int, text: str) -> Sign:
    """Such as `On … wrote:`, all of it in this line or in the next few."""
    last = _last_of_it(lines, number, text)
    if last is None:
        return _without_colon(text)
    if last > number and not (_DATED.search(text[:_LONGEST]) or "@" in text):
        return Sign.NONE  # it begins further down
    said = " ".join(line.text.strip() for line in lines[number : last + 1])
    if len(said) > _LONGEST:
        return Sign.NONE
    if (_known(said) and " " in said) or _somebody_wrote(said):
        return Sign.QUOTES
    return _perhaps(lines, last, said)


def _without_colon(text: str) -> Sign:
    """Some programs have none: an address and `wrote`, or a day."""
    if "@" not in text or len(text) > _LONGEST:
        return Sign.PARTS if text[0].isdigit() and _MOMENT.fullmatch(text[:_SHORT]) else Sign.NONE
    if any(not text[said.end() :].strip() or text[said.end()] in ":：" for said in SAYS.finditer(text)):
        return Sign.QUOTES if _DATED.search(text) else Sign.NONE
    return Sign.PARTS if text[0].isdigit() and text.endswith(">") and _DAY.search(text) else Sign.NONE


def _last_of_it(lines: Sequence[Line], number: int, text: str) -> int | None:
    """Where the colon is that a quotation follows."""
    if text.endswith(_COLONS):
        return number
    for last in range(number + 1, min(len(lines), number + _MOST_WRAPPED)):
        if not _may_go_on(lines, number, last):
            return None
        if lines[last].text.rstrip(_UNSEEN).endswith(_COLONS):
            return last
    return None


def _may_go_on(lines: Sequence[Line], number: int, last: int) -> bool:
    line = lines[last]
    return not line.blank and line.depth == lines[number].depth and not line.key


def _perhaps(lines: Sequence[Line], last: int, said: str) -> Sign:
    """In a language that nobody has listed: an address or a day, and what is marked below tells."""
    if " " not in said or not ("@" in said or _DAY.search(said)):
        return Sign.PARTS if len(said) <= _SHORT and SAYS.search(said) else Sign.NONE
    below = next((line for line in lines[last + 1 : last + 4] if not line.blank), None)
    sure = "@" in said and _DATED.search(said)
    return Sign.QUOTES if sure or (below and below.depth > lines[last].depth) else Sign.PARTS
