"""Pages of the usual shape, read at a glance: as the order form writes them, as most people do, and as JSON on a line.

What a page means is the strict reader's to say (gm/pages/page.py). Here only that is answered which it would read just
so, to the line, without a remark; of any other page nothing is said, and it is read there. `tests/test_usual.py` holds
the two together.
"""

import json
import re
from functools import lru_cache
from typing import Any, NamedTuple

from gm.core.play import Raw
from gm.pages.text import press_in
from gm.pages.tree import Entries, Items, Text, text_at
from gm.pages.vocabulary import HEADS, dictionary

LONGEST = 4_000  # bytes: too few for more entries than a page may have
_NAME = "[a-z0-9]++(?: [a-z0-9]++)*+"
_KEY = f"(?=.{{1,99}}:){_NAME}"  # YAML has no longer ones than a thousand letters
_WORDS = r"[^\W_][\w.+'-]*+(?: [\w.+'-]++)*+"
_LINE = re.compile(rf"( *+)({_KEY}): ({_WORDS})|({_KEY}):")
_TRANSLATED = frozenset(dictionary(HEADS))
_OTHER_KEYS = _TRANSLATED | {"press"}
_NO_PRESS = re.compile(r"\n[^ \n]|[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]")  # something at the margin, or no text
_STRING = re.compile(r'"[^"\\:]{0,900}+"')
_MOST_BRACKETS = 16  # so that they cannot be too deep
_BRACKETS = re.compile(r"(?:[\[\]{}s0-9]|: |, )++")


class Usual(NamedTuple):
    """What the strict reader would make of a page."""

    source: list[str]
    fields: dict[str, Raw]
    press: str | None = None  # as it stands; None where it is a field like any other


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
    fields = _fields(above.rstrip("\n").split("\n"))
    if fields is None:
        return None
    return Usual(text.split("\n"), fields, press_in(f"press:{below}".split("\n")) if press else None)


def _fields(lines: list[str]) -> dict[str, Raw] | None:
    fields: dict[str, Raw] = {}
    home, indent, opened = fields, "", False  # opened: a section whose first entry is to follow
    for number, line in enumerate(lines, start=1):
        margin, key, words = _read(line, number)
        if opened and margin:
            indent, opened = margin, False
        elif not margin:
            home, indent = fields, ""
        if opened or margin != indent or key in home:
            return None
        if words is None:
            opened, home = True, _placed(Entries(), number + 1)
            fields[key] = home
        else:
            home[key] = words
    return fields if not opened and _OTHER_KEYS.isdisjoint(fields) else None


@lru_cache(4096)  # the same few lines stand on every page
def _read(line: str, number: int) -> tuple[str | None, Text, Text | None]:
    """How far a line is indented (None: it is not of this shape), its key, and the words, unless it opens a section."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None, text_at("", number), None
    margin, key, words, section = found.groups()
    return margin or "", text_at(key or section, number), text_at(words, number) if words else None


def _placed(piece: Any, line: int = 1) -> Any:
    piece.line = line
    return piece


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
    return Usual(text.split("\n"), dict(tree)) if tree and fit else None


def _entries(pairs: list[tuple[str, Any]]) -> Entries:
    entries: Entries = _placed(Entries((text_at(key, 1), _piece(value)) for key, value in pairs))
    if len({key.strip().casefold() for key in entries}) < len(pairs) or any(key != key.strip() for key in entries):
        raise ValueError(pairs)
    return entries


def _piece(value: Any) -> Any:
    if isinstance(value, list):
        return _placed(Items(map(_piece, value)))
    return text_at(value, 1) if isinstance(value, str) else value


_JSON = json.JSONDecoder(object_pairs_hook=_entries, parse_int=str)
