"""Pages of the usual shape, read at a glance: as the order form writes them, as most people do, and as JSON on a line.

What a page means is the strict reader's to say (gm/pages/page.py). Here only that is answered which it would read just
so, to the line, without a remark; of any other page nothing is said, and it is read there. `tests/test_usual.py` holds
the two together.
"""

import json
import re
from typing import Any, NamedTuple

from gm.core.play import Raw
from gm.pages.text import press_in
from gm.pages.tree import Entries, Items, text_at
from gm.pages.vocabulary import HEADS, dictionary

LONGEST = 4_000  # bytes: too few for more entries than a page may have
_NAME = "[a-z0-9]++(?: [a-z0-9]++)*+"
_KEY = f"(?=.{{1,99}}:){_NAME}"  # YAML has no longer ones than a thousand letters
_WORDS = r"[^\W_][\w.+'-]*+(?: [\w.+'-]++)*+"
_SHAPE = re.compile(rf"(?:{_KEY}: {_WORDS}\n|{_KEY}:\n( ++){_KEY}: {_WORDS}\n(?:\1{_KEY}: {_WORDS}\n)*+)++")
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
    fields = _fields(above.rstrip("\n") + "\n")
    if fields is None:
        return None
    return Usual(text.split("\n"), fields, press_in(f"press:{below}".split("\n")) if press else None)


def _fields(text: str) -> dict[str, Raw] | None:
    if not _SHAPE.fullmatch(text):
        return None
    fields: dict[str, Raw] = {}
    home = fields
    for number, line in enumerate(text.splitlines(), start=1):
        key, _, words = line.partition(": ")
        name = text_at(key.strip(" :"), number)
        home = home if line[0] == " " else fields
        if name in home:
            return None
        if words:
            home[name] = text_at(words, number)
        else:
            home = fields[name] = _placed(Entries(), number + 1)
    return fields if _OTHER_KEYS.isdisjoint(fields) else None


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
