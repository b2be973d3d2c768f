"""A page as it came, made into text that a parser can read as its writer meant it."""

import re

from gm.core.sections import is_end
from gm.core.words import sentence
from gm.pages.tree import KEEP_ONE, PAGE, Limits, Unreadable
from gm.pages.vocabulary import HEADS

_SPACES = dict.fromkeys([0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)], " ")
_DIRECTIONS = [0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_NOTHING: dict[int, str] = dict.fromkeys([0xAD, 0xFEFF, *range(0x200B, 0x2010), *_DIRECTIONS, 0x2060], "")
_TURNED = re.compile("[\u202b\u202e\u2067]")  # what follows is shown from right to left
_QUOTES = {ord(mark): '"' for mark in "“”„‟"}
_MEANT = _SPACES | _NOTHING
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_LINE_ENDS = re.compile(r"\r\n?|[\x0c\x85\u2028\u2029]")
_QUOTED = re.compile(r"(?<![^\s:,\[{])[‘’‚‛]([^\n‘‚‛]{0,120}?)[’‘](?=\s*(?:[,}\]:#]|$))", re.MULTILINE)
_NO_SPACE = re.compile(r"^([^\S\n]*+[\w\"']++):(?=[^\s:/])", re.MULTILINE)  # `turn:3`
_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)  # as JSON writes an emoji
_DASH = re.compile(r"^([^\S\n]*+)[–—•](?=\s)", re.MULTILINE)  # some keyboards make one of "- "
_MINUS = "[-\u2212\u2013\u2014\u2010\u2011\uff0d]"
_COMPARISON = re.compile(rf"(:\s+)((?:[<>=!]=|[<>])\s*(?:{_MINUS}\s*)?\d+)(?=\s*(?:[,}}\]#]|$))", re.MULTILINE)
_NAME = r"[^\W\d_][\w.'’-]*+(?:[ ]++[\w.'’-]++)*+"
_WITH_A_NAME = re.compile(
    rf"(:[ ]++)((?:[<>=!]=|[<>])[ ]*+{_NAME})(?=\s*(?:[,}}\]#]|$))", re.MULTILINE
)  # `red: > blue`
_LONE_MINUS = re.compile(rf"(:[^\S\n]++){_MINUS}[^\S\n]++(?=\d++[^\S\n]*+(?:[,}}\]#]|$))", re.MULTILINE)  # `least: - 3`
_PRESS = re.compile(rf"(?:press|{HEADS['press'].replace(', ', '|')})[ \t]*:(.*)", re.IGNORECASE)


def decode(data: bytes, limits: Limits = PAGE) -> str:
    """The text of a page, whatever program saved it; refused if it is too long or no text at all."""
    if len(data) > limits.size:
        size, limit = -(-len(data) // 1024), limits.size // 1024
        message = sentence("this page is {size} KiB long, and the limit is {limit} KiB", size=size, limit=limit)
        raise Unreadable(message, hint=sentence("shorten the press"))
    text = _LINE_ENDS.sub("\n", _decoded(data))
    if _CONTROL.search(text):
        raise _no_text()
    return text


def _decoded(data: bytes) -> str:
    encodings = ["utf-16"] if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise _no_text()


def _no_text() -> Unreadable:
    return Unreadable(sentence("this is no text"), hint=sentence("send the page as plain text"))


def up_to_end(lines: list[str]) -> list[str]:
    """A page without what stands below its end: a signature, a quotation, an older page."""
    margin = next((len(line) - len(line.lstrip()) for line in lines if line.strip()), 0)
    ends = (number for number, line in enumerate(lines) if is_end(line, margin))
    return lines[: next(ends, len(lines))]


def cut_press(text: str) -> tuple[str, str | None]:
    """The page without its press (the line numbers stay), and the press as it stands."""
    lines = dedented(text.split("\n"))
    if next((line.strip()[:1] for line in lines if line.strip()), "") == "{":
        return "\n".join(lines), None  # all one map, as in JSON: its press is a value like any other
    starts = [i for i, line in enumerate(lines) if _PRESS.match(line)]
    if not starts:
        return "\n".join(lines), None
    if len(starts) > 1:
        raise Unreadable(sentence("press is written twice"), starts[1] + 1, KEEP_ONE)
    start, end = starts[0], _end_of_press(lines, starts[0])
    press = press_in(lines[start:end])
    return "\n".join(lines[:start] + [""] * (end - start) + lines[end:]), press


def _end_of_press(lines: list[str], start: int) -> int:
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t\xa0"):
        end += 1
    return end


def press_in(lines: list[str]) -> str:
    """What somebody has to say, in the line that begins with the word for it and those below."""
    match = _PRESS.match(lines[0])
    head = match[1].strip() if match else ""
    if re.fullmatch(r"[|>][-+0-9]*", head):
        head = ""
    body = "\n".join([*([head] if head else []), *dedented(lines[1:])]).strip()
    quoted = len(body) > 1 and body[0] == body[-1] and body[0] in "\"'" and body[0] not in body[1:-1]
    return body[1:-1] if quoted else body


def dedented(lines: list[str]) -> list[str]:
    """Without the white space that all lines start with."""
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    margin = min(margins, default=0)
    return [line[margin:].rstrip() if line.strip() else "" for line in lines] if margin else lines


def refuse_turned(text: str) -> None:
    """What one sees has to be what is read: 12 may be shown as 21."""
    for number, line in enumerate(text.split("\n"), start=1):
        if _TURNED.search(line):
            turned = sentence("a hidden sign on this line turns the direction of writing")
            raise Unreadable(turned, number, sentence("type the line anew, without copying it"))


def without_signs(text: str) -> str:
    """Without what cannot be seen: signs of direction, and those that have no width."""
    return text.translate(_NOTHING)


def as_meant(text: str) -> str:
    """Smart quotes straight, odd spaces plain, dashes, colons and comparisons as YAML wants them."""
    text = _QUOTED.sub(r"'\1'", text).translate(_QUOTES | _MEANT)
    text = _NO_SPACE.sub(r"\1: ", _DASH.sub(r"\1-", text))
    text = _LONE_MINUS.sub(r"\1-", _PAIR.sub(_joined, text))
    return _WITH_A_NAME.sub(r'\1"\2"', _COMPARISON.sub(r'\1"\2"', text))


def _joined(pair: re.Match[str]) -> str:
    return bytes.fromhex(pair[1] + pair[2]).decode("utf-16-be")
