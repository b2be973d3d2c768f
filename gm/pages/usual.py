"""Pages of the usual shape, read at a glance: as the order form writes them, as most people do, and as JSON on a line.

What a page means is the strict reader's to say (gm/pages/page.py). Here only that is answered which it would read just
so, to the line, without a remark; of any other page nothing is said, and it is read there. `tests/test_usual.py` holds
the two together.
"""

import json
import re
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from gm.core.play import Raw
from gm.pages.text import press_in
from gm.pages.tree import Entries, Items, Text, text_at
from gm.pages.vocabulary import HEADS, dictionary

LONGEST = 4_000  # bytes: too few for more entries than a page may have
_NAME = "[a-z0-9]++(?: [a-z0-9]++)*+"
_KEY = f"(?=.{{1,99}}:){_NAME}"  # YAML has no longer ones than a thousand letters
WORDS = r"[^\W_][\w.+'-]*+(?: [\w.+'-]++)*+"
_LINE = f"{_KEY}: {WORDS}"
_LINES = re.compile(rf"(?:(?:{_LINE}|{_KEY}:\n( ++){_LINE}(?:\n\1{_LINE})*+)(?:\n|\Z))++")
_TRANSLATED = frozenset(dictionary(HEADS))
_OTHER_KEYS = _TRANSLATED | {"press"}
_NO_PRESS = re.compile(r"\n[^ \n]|[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]")  # something at the margin, or no text
_STRING = re.compile(r'"(?! )[^"\\:]{0,900}+(?<! )"')
_MOST_BRACKETS = 16  # so that they cannot be too deep
_BRACKETS = re.compile(r"(?:[\[\]{}s0-9]|: |, )++")


class Usual(NamedTuple):
    """What the strict reader would make of a page, but for the lines of its pieces, none of which has spaces around."""

    text: str
    fields: dict[str, Raw]
    press: str | None = None  # as it stands; None where it is a field like any other

    @property
    def source(self) -> list[str]:
        return self.text.split("\n")

    @property
    def with_lines(self) -> dict[str, Raw]:
        """The fields, and every piece of them knows its line: each key has one of its own, or all have the same."""
        return dict(_placed(self.fields, count(1, step=0 if self.text.startswith("{") else 1)))


def _placed(fields: dict[str, Raw], lines: Iterator[int]) -> Iterator[tuple[Text, Raw]]:
    for (key, value), line in zip(fields.items(), lines, strict=False):
        yield text_at(key, line), _piece(value, line, lines)


def _piece(value: Any, line: int, lines: Iterator[int]) -> Raw:
    if isinstance(value, str):
        return text_at(value, line)
    if isinstance(value, list):
        items = Items(_piece(each, line, lines) for each in value)
        items.line = line
        return items
    entries = Entries(_placed(value, lines))
    entries.line = getattr(next(iter(entries), None), "line", line)
    return entries


def usual(data: bytes) -> Usual | None:
    """The page in these bytes, if it is written as most are."""
    if len(data) > LONGEST:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return _on_a_line(text) if text.startswith("{") else _by_line(text)


def _by_line(text: str) -> Usual | None:
    """Keys and words, a line each, and perhaps press below them."""
    written = text.removesuffix("\n")
    if written.endswith("\nend"):
        text = written[:-4]
    above, press, below = text.partition("\npress:")
    if press and _NO_PRESS.search(below):
        return None
    fields = _fields(above.rstrip("\n"))
    if fields is None:
        return None
    return Usual(text, fields, press_in(f"press:{below}".split("\n")) if press else None)


def _fields(text: str) -> dict[str, Raw] | None:
    if not _LINES.fullmatch(text):
        return None
    fields: dict[str, Raw] = {}
    home: dict[str, Raw] = fields  # where the next line belongs
    for line in text.split("\n"):
        key, _, words = line.partition(":")
        if key[0] == " ":
            key = key.lstrip()
        else:
            home = fields
        if key in home:
            return None
        if words:
            home[key] = words[1:]
        else:
            home = fields[key] = {}
    return fields if _OTHER_KEYS.isdisjoint(fields) else None


def _on_a_line(text: str) -> Usual | None:
    """JSON as programs write it, without what YAML or a person would read in another way."""
    line = text.rstrip("\n")
    shape = _STRING.sub("s", line)
    if not (line.isascii() and line.isprintable() and _BRACKETS.fullmatch(shape)):
        return None
    if shape.count("{") + shape.count("[") > _MOST_BRACKETS:
        return None
    try:
        tree = _JSON.decode(line)
    except ValueError:
        return None
    fit = all(map(re.compile(_NAME).fullmatch, tree)) and _TRANSLATED.isdisjoint(tree)
    return Usual(text, tree) if tree and fit else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len({key.strip().casefold() for key in entries}) < len(pairs):
        raise ValueError(pairs)
    return entries


_JSON = json.JSONDecoder(object_pairs_hook=_once, parse_int=str)
