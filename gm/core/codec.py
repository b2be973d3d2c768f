"""Frozen data to plain JSON values and back, by its type hints.

Right for whatever a game's state may be made of: dataclasses and named tuples (written alike), enums, tuples of one
kind or of several, sets, maps by any key, and unions. What a stored position lacks has the default of its field, so
that a new field leaves old games readable; what it has too much of is passed over. Of several dataclasses in a union
each is stored under its name.
"""

import types
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from itertools import compress
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")
TAG = "is"  # the key that says which of several dataclasses a map is
_PLAIN = (str, int, float, bool, type(None), Any)


class NoCodec(TypeError):
    """A type that no stored position can have"""


class _Codec(NamedTuple):
    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


_AS_IT_IS = _Codec(_same, _same)


def dump(kind: type[T], value: T) -> Any:
    """The value as JSON has it: maps, lists (sets sorted), text and numbers."""
    return _codec(cast(Any, kind)).dump(value)


def bare(kind: type[T], value: T) -> Any:
    """The same with every field at its default left out, at any depth: what is hashed (fair play, point 8).

    A field that is added later changes no hash of before.
    """
    return _codec(cast(Any, kind), True).dump(value)


def load(kind: type[T], value: Any) -> T:
    """The data of this type that `dump` made this value from."""
    return cast(T, _codec(cast(Any, kind)).load(value))


@cache
def _codec(kind: Any, bare: bool = False) -> _Codec:
    """How data of one type is written (whole, or bare of defaults) and read; worked out once for each type."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN:
        return _AS_IT_IS
    if _has_fields(kind):
        return _record(kind, bare)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Codec(lambda value: value.value, kind)
    if origin in (types.UnionType, typing.Union):
        return _union(args, bare)
    if origin is tuple and args[1:] != (...,):
        return _fixed(args, bare)
    if origin in (tuple, frozenset, list):
        return _several(origin, _codec(args[0], bare))
    if origin is dict:
        return _map(args[0], args[1], bare)
    raise NoCodec(f"a position cannot hold {kind}")


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _record(kind: Any, bare: bool) -> _Codec:
    return _Codec(_bare(kind) if bare else _whole(kind), _load(kind))


def _whole(kind: Any) -> Callable[[Any], Any]:
    names, values_of, parts = [*_defaults(kind)], _values_of(kind), cache(partial(_parts, kind))

    def dump(value: Any) -> Any:
        values = [*values_of(value)]
        for place, codec in parts():
            values[place] = codec.dump(values[place])
        return dict(zip(names, values, strict=True))

    return dump


def _bare(kind: Any) -> Callable[[Any], Any]:
    defaults, values_of, parts = _defaults(kind), _values_of(kind), cache(partial(_parts, kind, True))

    def dump(value: Any) -> Any:
        values = [*values_of(value)]
        kept = [each != default for each, default in zip(values, defaults.values(), strict=True)]
        for place, codec in parts():
            if kept[place]:
                values[place] = codec.dump(values[place])
        return dict(compress(zip(defaults, values, strict=True), kept))

    return dump


def _load(kind: Any) -> Callable[[Any], Any]:
    defaults, made, parts = _defaults(kind), _maker(kind), cache(partial(_parts, kind))
    names, needed = [*defaults], {name for name, default in defaults.items() if default is MISSING}
    taken_from = _all(itemgetter, names)

    def load(value: Any) -> Any:
        try:
            values = [*taken_from(value)]
        except KeyError:
            return partly(value)
        for place, codec in parts():
            values[place] = codec.load(values[place])
        return made(values)

    def partly(value: Any) -> Any:
        """What it lacks has its default."""
        loads = {names[place]: codec.load for place, codec in parts()}
        held = {name: value[name] for name in names if name in value or name in needed}
        return kind(**{name: loads.get(name, _same)(each) for name, each in held.items()})

    return load


def _values_of(kind: Any) -> Callable[[Any], Iterable[Any]]:
    """The values of its fields; a named tuple is just that."""
    return _all(attrgetter, [*_defaults(kind)]) if is_dataclass(kind) else _same


def _all(get: Callable[..., Any], names: Sequence[str]) -> Callable[[Any], Iterable[Any]]:
    """As attrgetter and itemgetter get several values, for one or none as well."""
    return get(*names) if len(names) > 1 else lambda value: [get(name)(value) for name in names]


def _maker(kind: Any) -> Callable[[list[Any]], Any]:
    """Makes one from all its values."""
    names = [*_defaults(kind)]
    if issubclass(kind, tuple):
        return partial(tuple.__new__, kind)
    return lambda values: kind(**dict(zip(names, values, strict=True)))


def _parts(kind: Any, bare: bool = False) -> list[tuple[int, _Codec]]:
    """Those of its fields that are not plain: of a large field most are, and stay as they are.

    A field may hold others of the very same kind: whoever asks for its codec first has to have one.
    """
    hints = typing.get_type_hints(kind)
    codecs = ((place, _codec(hints[name], bare)) for place, name in enumerate(_defaults(kind)))
    return [(place, codec) for place, codec in codecs if codec is not _AS_IT_IS]


def _defaults(kind: Any) -> dict[str, Any]:
    """Its fields by name, each with its default, or with MISSING."""
    if is_dataclass(kind):
        return {each.name: _default(each) for each in fields(kind)}
    return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _several(made: Callable[[Any], Any], each: _Codec) -> _Codec:
    if each is _AS_IT_IS and made is not frozenset:
        return _Codec(list, made)

    def dump(values: Any) -> list[Any]:
        dumped = [each.dump(value) for value in values]
        return dumped if made is not frozenset else sorted(dumped, key=_order)

    return _Codec(dump, lambda values: made(map(each.load, values)))


def _order(value: Any) -> Any:
    """What can be compared compares as it is, everything else as it is written."""
    return value if isinstance(value, (str, int, float)) else repr(value)


def _fixed(args: tuple[Any, ...], bare: bool) -> _Codec:
    """A tuple of so many values, each of its own type."""
    parts = [_codec(arg, bare) for arg in args]
    return _Codec(
        lambda values: [part.dump(value) for part, value in zip(parts, values, strict=True)],
        lambda values: tuple(part.load(value) for part, value in zip(parts, values, strict=True)),
    )


def _map(key: Any, value: Any, bare: bool) -> _Codec:
    """By text as JSON has it; numbers are written as text; anything else goes as a list of pairs."""
    keys, values = _codec(key, bare), _codec(value, bare)
    if key in (str, int):
        return _Codec(
            lambda map: {str(one): values.dump(other) for one, other in map.items()},
            lambda map: {key(one): values.load(other) for one, other in map.items()},
        )
    return _Codec(
        lambda map: [[keys.dump(one), values.dump(other)] for one, other in map.items()],
        lambda map: {keys.load(one): values.load(other) for one, other in map},
    )


def _union(args: tuple[Any, ...], bare: bool) -> _Codec:
    some = [arg for arg in args if arg is not type(None)]
    if all(arg in _PLAIN for arg in some):
        return _AS_IT_IS
    if len(some) == 1:
        only = _codec(some[0], bare)
        return _Codec(
            lambda value: None if value is None else only.dump(value),
            lambda value: None if value is None else only.load(value),
        )
    return _tagged({cast(Any, arg).__name__: arg for arg in some if _has_fields(arg)}, len(some), bare)


def _tagged(known: dict[str, Any], many: int, bare: bool) -> _Codec:
    if len(known) < many:
        raise NoCodec("a union of a position is of dataclasses, or of plain values")

    def dump(value: Any) -> Any:
        return (
            None if value is None else {TAG: type(value).__name__, **_codec(cast(Any, type(value)), bare).dump(value)}
        )

    def load(value: Any) -> Any:
        return None if value is None else _codec(known[value[TAG]], bare).load(value)

    return _Codec(dump, load)
