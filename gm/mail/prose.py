"""What a person wrote in a letter, for people to read: their own words, and as a page of the zine."""

import re
from email.utils import parseaddr
from typing import NamedTuple

from gm.core.words import Sentence
from gm.mail.charsets import decoded
from gm.mail.endings import is_a_machines
from gm.mail.letter import Letter
from gm.mail.mime import Headers, in_one_line
from gm.mail.quotations import Sign, sign_at

_QUOTED = re.compile(r"^ ?(?:> ?)+")
_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]+@[^\s<>()\[\]\",;:@]+\.[^\s<>()\[\]\",;:@.]+")
_BRACKETED = re.compile(rf"<(?:mailto:)?{_ADDRESS.pattern}>")
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&#])")
_OF_A_LIST = re.compile(r"^([-+=]|\d+(?=[.)]))")
_MOST_WRAPPED = 3  # lines of what announces a quotation
_PREFIXES = re.compile(r"^(?:(?:re|aw|fwd?|wg|tr|r|rif)\s*(?:\[\d+\])?:\s*)+", re.IGNORECASE)


def text_of(letter: Letter) -> str:
    """All that it says."""
    texts = [text.strip() for text in letter.texts if text.strip()]
    return "\n\n".join(texts or [text.strip() for text in letter.html])


def bare(content: bytes) -> str:
    """Of a mail that cannot be taken apart: what stands in it below its top."""
    return decoded(content[Headers(content).end :], None)


def writer(content: bytes) -> str:
    """The name that a mail is from; "" if it gives none, or an address for one."""
    name = parseaddr(in_one_line(Headers(content).first("from")))[0]
    return "" if "@" in name else name[:100]


class _Line(NamedTuple):
    text: str  # without quote marks
    depth: int  # of quotation
    key: str = ""  # prose has none

    @property
    def margin(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def blank(self) -> bool:
        return not self.text.strip()


def own_words(text: str) -> str:
    """Without what is quoted, a machine's last line, and a signature; all of it if nothing is left."""
    lines = [_line(raw) for raw in text.split("\n")]
    ends = (n for n, line in enumerate(lines) if _is_last(line.text.strip()) or sign_at(lines, n) is Sign.QUOTES)
    kept = [line for n, line in enumerate(lines[: next(ends, len(lines))]) if not (line.depth or _announces(lines, n))]
    return "\n".join(line.text for line in kept).strip() or text.strip()


def _announces(lines: list[_Line], number: int) -> bool:
    """Is that all that a line is for: to say whose words are marked right below it?"""
    return lines[number].text.rstrip().endswith(":") and bool(sign_at(lines, number) and _marked_below(lines, number))


def own_lines(text: str) -> list[str]:
    """What is surely the writer's own: up to the first sign of a quotation, or around what is marked as one."""
    lines = [_line(raw) for raw in text.split("\n")]
    own: list[str] = []
    below = 0
    for number, line in enumerate(lines):
        if number < below or line.depth or line.blank:
            continue
        if _is_last(line.text.strip()):
            break
        if sign_at(lines, number):
            below = _marked_below(lines, number)
            if not below:
                break
        else:
            own.append(line.text)
    return own


def _marked_below(lines: list[_Line], number: int) -> int:
    """Where the marked lines begin that this line announces; 0 if what it announces is not marked."""
    for last in range(number, min(len(lines), number + _MOST_WRAPPED)):
        if lines[last].text.rstrip().endswith(":"):
            below = next((n for n in range(last + 1, len(lines)) if not lines[n].blank), 0)
            return below if below and lines[below].depth else 0
    return 0


def _is_last(text: str) -> bool:
    """The dashes above a signature, or a line that no person typed."""
    return text == "--" or is_a_machines(text)


def _line(raw: str) -> _Line:
    marks = _QUOTED.match(raw)
    return _Line(raw[marks.end() :], marks[0].count(">")) if marks else _Line(raw, 0)


def without_addresses(text: str, instead: str | Sentence) -> str:
    """Nobody's address gets into print."""
    return _ADDRESS.sub(str(instead), _BRACKETED.sub("", text))


def topic(subject: str) -> str:
    """A subject without the marks of answers and forwarding."""
    return _PREFIXES.sub("", subject).strip()


def as_markdown(text: str) -> str:
    """Every sign as it was written: nothing in a letter is a heading, a link or a picture."""
    return "\n".join(_OF_A_LIST.sub(_kept, _MARKUP.sub(r"\\\1", line.strip())) for line in text.split("\n"))


def _kept(start: re.Match[str]) -> str:
    return f"\\{start[1]}" if start[1] in "-+=" else f"{start[1]}\\"
