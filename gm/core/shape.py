"""The shape of a JSON file from elsewhere: exactly these keys, of exactly these kinds, and no others.

A shape is a type (str, int, bool), a list of one shape, a dict of keys and shapes, or one of the three below.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from gm.core.problems import GmError, printable
from gm.core.words import sentence

_KINDS = {str: sentence("text"), int: sentence("a whole number"), bool: sentence("true or false")}


class NotThat(GmError):
    """A file that is not what it is said to be"""


class Map(NamedTuple):
    """By any names, each of this shape."""

    of: Any


class May(NamedTuple):
    """A key that may be left out."""

    be: Any


class Either(NamedTuple):
    """Any of these; a None among them is null."""

    shapes: tuple[Any, ...]


ANY = Either(())  # whatever JSON can say


def read_json(data: bytes) -> Any:
    """What these bytes say; no key twice, no fractions, and nothing that is no text."""
    try:
        value = json.loads(data.decode(), object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise NotThat(sentence("it holds what is no text")) from None
    except RecursionError:
        raise NotThat(sentence("it is nested too deeply")) from None
    except ValueError as wrong:
        raise NotThat(sentence("it is no JSON: {reason}", reason=printable(str(wrong))[:200])) from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise NotThat(sentence("{key} is there twice", key=_short(twice)))
    return found


def _no_number(text: str) -> Any:
    raise NotThat(sentence("{number} is no whole number", number=_short(text)))


def check_shape(value: Any, shape: Any, where: str = "") -> None:
    """Nothing, or what is wrong and where: `turns.3.hash`."""
    for message in _misfits(value, shape, where):
        raise NotThat(message)


def _misfits(value: Any, shape: Any, where: str) -> Iterator[str]:
    if isinstance(shape, Either):
        if shape.shapes and not any(_fits(value, each) for each in shape.shapes):
            yield sentence("{key} is not as it should be", key=where)
    elif shape is None:
        if value is not None:
            yield sentence("{key} is not as it should be", key=where)
    elif isinstance(shape, type):
        if type(value) is not shape:
            yield sentence("{key} should be {kind}", key=where, kind=_KINDS[shape])
    elif type(value) is not (list if isinstance(shape, list) else dict):
        kind = sentence("a list") if isinstance(shape, list) else sentence("names and values")
        yield sentence("{key} should be {kind}", key=where or sentence("the file"), kind=kind)
    else:
        yield from _inside(value, shape, where)


def _fits(value: Any, shape: Any) -> bool:
    return not any(True for _ in _misfits(value, shape, ""))


def _inside(value: Any, shape: Any, where: str) -> Iterator[str]:
    if isinstance(shape, list):
        for number, each in enumerate(value):
            yield from _misfits(each, shape[0], _path(where, str(number)))
    elif isinstance(shape, Map):
        for key, each in value.items():
            yield from _misfits(each, shape.of, _path(where, key))
    else:
        yield from _keys(value, shape, where)


def _keys(value: Any, shape: Any, where: str) -> Iterator[str]:
    for key in value:
        if key not in shape:
            yield sentence("{key} has no place here", key=_path(where, key))
    for key, inner in shape.items():
        if key in value:
            yield from _misfits(value[key], inner.be if isinstance(inner, May) else inner, _path(where, key))
        elif not isinstance(inner, May):
            yield sentence("{key} is missing", key=_path(where, key))


def _path(where: str, key: str) -> str:
    return f"{where}.{_short(key)}" if where else _short(key)


def _short(text: str) -> str:
    return printable(text)[:60]
