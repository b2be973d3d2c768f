"""Reports as JSON, as json.dumps writes it with letters as they are: of a huge field in a third of the time."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

LARGE = 1_000  # in a map: from there on it is worth another way
_SIMPLE = {str, int, bool, type(None)}  # what both ways write alike: no fractions, and nothing that has parts
_BREAK = b",\n  "

as_json = partial(json.dumps, ensure_ascii=False)


def large_as_json(value: Any, end: str = "") -> str:
    """The same, for data in which there are large maps, such as a number of each horse.

    >>> large_as_json({"horse": "Crème brûlée", "fences": [1, 2]})
    '{"horse": "Crème brûlée", "fences": [1, 2]}'
    """
    return "".join([*_pieces(value), end])


def _pieces(value: Any) -> Iterator[str]:
    """From the beginning to the end: what is large is put together once."""
    if isinstance(value, dict) and len(value) >= LARGE:
        lines = _lines(value)
        yield from ("{", lines, "}") if lines else (as_json(value),)
    elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
        yield from _several("{}", ((f"{as_json(key)}: ", each) for key, each in value.items()))
    elif isinstance(value, list) and len(value) < LARGE:
        yield from _several("[]", (("", each) for each in value))
    else:
        yield as_json(value)


def _several(brackets: str, parts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    between = brackets[0]
    for name, value in parts:
        yield between + name
        yield from _pieces(value)
        between = ", "
    yield brackets[1] if between == ", " else brackets


def _lines(value: dict[str, Any]) -> str:
    """What is in a large map, by way of a line for each key: a text never has a line break in JSON. "" if that is not
    the way."""
    if not _SIMPLE.issuperset(map(type, value.values())):
        return ""
    try:
        import orjson  # only reports of a huge field pay for it
    except ImportError:  # there are Pythons that it is not built for
        return ""
    try:
        lines = orjson.dumps(value, None, orjson.OPT_INDENT_2)
    except TypeError:  # it knows no numbers as keys, no huge numbers and no half letters
        return ""
    return lines[4:-2].replace(_BREAK, b", ").decode()
