"""Frozen data to plain JSON values and back, by its type hints."""

import types
import typing
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


def dump(value: Any) -> Any:
    """Dataclasses as maps, tuples and sets as lists (sets sorted), the rest as it is."""
    if is_dataclass(value):
        return {f.name: dump(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {key: dump(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(dump(each) for each in value)
    if isinstance(value, tuple | list):
        return [dump(each) for each in value]
    return value


def load(kind: type[T], value: Any) -> T:
    """The data of this type that `dump` made this value from."""
    return cast(T, _load(kind, value))


def _load(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        made = cast(Any, kind)
        return made(**{name: _load(hint, value[name]) for name, hint in _hints(made)})
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return None if value is None else _load(next(arg for arg in args if arg is not type(None)), value)
    if origin in (tuple, frozenset):
        return origin(_load(args[0], each) for each in value)
    if origin is dict:
        return {key: _load(args[1], each) for key, each in value.items()}
    return value


@cache
def _hints(kind: Any) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(kind)
    return [(f.name, hints[f.name]) for f in fields(kind)]
