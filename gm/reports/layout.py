"""Text within the width that survives any mail program: wrapping, columns, folding."""

import re
import textwrap
from functools import cache
from unicodedata import combining, east_asian_width

WIDTH = 72


def wrapped(text: str, indent: int = 0, hang: int | None = None) -> str:
    """A paragraph within the width, its first line indented, the others hanging."""
    first, rest = " " * indent, " " * (indent if hang is None else hang)
    return "\n".join(_wrap(text, first, rest)) or first


def commented(text: str) -> str:
    """A comment on an order page, however long."""
    return "\n".join(_wrap(text, "# ", "#   "))


def cell(value: object, width: int, right: bool = False) -> str:
    """A value in a column of that width, cut with a full stop if it must be."""
    text = str(value)
    if columns(text) > width:
        while text and columns(text) >= width:
            text = text[:-1]
        text += "."
    space = " " * (width - columns(text))
    return space + text if right else text + space


def columns(text: str) -> int:
    """How wide it is on a terminal: some letters take two columns, some none.

    >>> columns("Crisp"), columns("日本"), columns("e\u0301")
    (5, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


@cache
def _width(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def filled(text: str, width: int) -> list[str]:
    """The lines of a paragraph of that width."""
    return _wrap(text, "", "", width)


def _wrap(text: str, first: str, rest: str, width: int = WIDTH) -> list[str]:
    if text.isascii() and text.isprintable() and len(first) + len(text) <= width:
        return [first + text.rstrip()] if text.strip() else []
    if columns(text) == len(text):
        return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest)
    lines: list[str] = []
    line = first
    for space, word in re.findall(r"(\s*)(\S+)", text):
        if (line != rest or not lines) and columns(line) + len(space) + columns(word) <= width:
            line += " " * len(space) + word
            continue
        if line not in (first, rest):
            lines.append(line)
            line = rest
        for char in word:
            if columns(line + char) > width:
                lines.append(line)
                line = rest
            line += char
    return [*lines, line]


def chunks(text: str, size: int) -> list[str]:
    """A long code in pieces that fit on a line, none of which starts or ends with a space that would be lost.

    >>> chunks("abc def", 4)
    ['ab', 'c de', 'f']
    """
    pieces: list[str] = []
    while text:
        end = min(size, len(text))
        while 1 < end < len(text) and " " in (text[end - 1], text[end]):
            end -= 1
        pieces.append(text[:end])
        text = text[end:]
    return pieces


def paragraphs(text: str) -> list[str]:
    """Press as its writer set it: short lines stay as they are, long ones run on together."""
    blocks = [block for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]
    return ["\n".join(_set_lines(block)) for block in blocks]


def _set_lines(block: str) -> list[str]:
    lines = [line.strip() for line in block.split("\n")]
    return lines if all(len(line) <= WIDTH - 2 for line in lines) else [" ".join(lines)]


def fit(text: str) -> str:
    """No line past the width, no white space at its end, no more than one empty line in a row."""
    lines = [line.rstrip() for line in text.splitlines()]
    fitted = "\n".join([line if _fits(line) else _folded(line) for line in lines])
    return re.sub(r"\n{3,}", "\n\n", fitted).strip("\n") + "\n"


def _fits(line: str) -> bool:
    """No letter takes more than two columns: of a short line none need be looked at."""
    return 2 * len(line) <= WIDTH or columns(line) <= WIDTH


def _folded(line: str) -> str:
    margin = line[: len(line) - len(line.lstrip())][: WIDTH // 2]
    return "\n".join(_wrap(line.strip(), margin, margin))
