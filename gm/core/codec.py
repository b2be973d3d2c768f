"""Frozen data to plain JSON values and back, by its type hints.

Right for whatever a game's state may be made of: dataclasses and named tuples (written alike), enums, tuples of one
kind or of several, sets, maps by any key, and unions. What a stored position lacks has the default of its field, so
that a new field leaves old games readable; what it has too much of is passed over. Of several dataclasses in a union
each is stored under its name. Where there are thousands of one kind, each name of a field may stand there once, with
the values of all: it is read either way.
"""

import types
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum, auto
from functools import cache, partial
from itertools import compress, repeat
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")
TAG = "is"  # the key that says which of several dataclasses a map is
COLUMNS = "field by field"  # the key under which many of one kind stand field by field
MANY = 1_000  # from there on
_PLAIN = (str, int, float, bool, type(None), Any)


class NoCodec(TypeError):
    """A type that no stored position can have"""


class _Way(Enum):
    """What is written of a value."""

    WHOLE = auto()
    BARE = auto()  # without what is at its default
    BY_COLUMN = auto()  # all of it, and many of one kind field by field


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
    return _codec(cast(Any, kind), _Way.BARE).dump(value)


def by_column(kind: type[T], value: T) -> Any:
    """The same as `dump` for what is small; thousands of one kind in a third of the room, and as much sooner."""
    return _codec(cast(Any, kind), _Way.BY_COLUMN).dump(value)


def row_by_row(dumped: Any) -> Any:
    """What was written by column as `dump` writes it."""
    if isinstance(dumped, list):
        return [row_by_row(each) for each in dumped]
    if not isinstance(dumped, dict):
        return dumped
    if dumped.keys() == {COLUMNS}:
        names, values = dumped[COLUMNS].keys(), zip(*dumped[COLUMNS].values(), strict=True)
        return [{name: row_by_row(one) for name, one in zip(names, each, strict=True)} for each in values]
    return {key: row_by_row(each) for key, each in dumped.items()}


def load(kind: type[T], value: Any) -> T:
    """The data of this type that `dump` made this value from."""
    return cast(T, _codec(cast(Any, kind)).load(value))


@cache
def _codec(kind: Any, way: _Way = _Way.WHOLE) -> _Codec:
    """How data of one type is written and read; worked out once for each type."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN:
        return _AS_IT_IS
    if _has_fields(kind):
        return _record(kind, way)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Codec(lambda value: value.value, kind)
    if origin in (types.UnionType, typing.Union):
        return _union(args, way)
    if origin is tuple and args[1:] != (...,):
        return _fixed(args, way)
    if origin in (tuple, frozenset, list):
        return _several(origin, args[0], way)
    if origin is dict:
        return _map(args[0], args[1], way)
    raise NoCodec(f"a position cannot hold {kind}")


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _record(kind: Any, way: _Way) -> _Codec:
    return _Codec(_bare(kind) if way is _Way.BARE else _whole(kind, way), _load(kind))


def _whole(kind: Any, way: _Way) -> Callable[[Any], Any]:
    names, values_of, parts = [*_defaults(kind)], _values_of(kind), cache(partial(_parts, kind, way))

    def dump(value: Any) -> Any:
        values = [*values_of(value)]
        for place, codec in parts():
            values[place] = codec.dump(values[place])
        return dict(zip(names, values, strict=True))

    return dump


def _bare(kind: Any) -> Callable[[Any], Any]:
    defaults, values_of, parts = _defaults(kind), _values_of(kind), cache(partial(_parts, kind, _Way.BARE))

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


def _maker(kind: Any) -> Callable[[Sequence[Any]], Any]:
    """Makes one from all its values."""
    names = [*_defaults(kind)]
    if issubclass(kind, tuple):
        return partial(tuple.__new__, kind)
    return lambda values: kind(**dict(zip(names, values, strict=True)))


def _parts(kind: Any, way: _Way = _Way.WHOLE) -> list[tuple[int, _Codec]]:
    """Those of its fields that are not plain: of a large field most are, and stay as they are.

    A field may hold others of the very same kind: whoever asks for its codec first has to have one.
    """
    hints = typing.get_type_hints(kind)
    codecs = ((place, _codec(hints[name], way)) for place, name in enumerate(_defaults(kind)))
    return [(place, codec) for place, codec in codecs if codec is not _AS_IT_IS]


def _defaults(kind: Any) -> dict[str, Any]:
    """Its fields by name, each with its default, or with MISSING."""
    if is_dataclass(kind):
        return {each.name: _default(each) for each in fields(kind)}
    return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _several(made: Callable[[Any], Any], kind: Any, way: _Way) -> _Codec:
    each, one_by_one = _codec(kind, way), _one_by_one(made, _codec(kind, way))
    if made is frozenset or not _has_fields(kind):
        return one_by_one
    by_column = _by_column(kind, way)

    def dump(values: Any) -> Any:
        many = way is _Way.BY_COLUMN and len(values) >= MANY
        return {COLUMNS: by_column.dump(values)} if many else one_by_one.dump(values)

    def load(values: Any) -> Any:
        return made(by_column.load(values[COLUMNS]) if isinstance(values, dict) else map(each.load, values))

    return _Codec(dump, load)


def _one_by_one(made: Callable[[Any], Any], each: _Codec) -> _Codec:
    if each is _AS_IT_IS and made is not frozenset:
        return _Codec(list, made)

    def dump(values: Any) -> list[Any]:
        dumped = [each.dump(value) for value in values]
        return dumped if made is not frozenset else sorted(dumped, key=_order)

    return _Codec(dump, lambda values: made(map(each.load, values)))


def _by_column(kind: Any, way: _Way) -> _Codec:
    """Many of one kind, field by field; a field that is lacking has its default in all."""
    defaults, made, values_of = _defaults(kind), _maker(kind), _values_of(kind)
    parts = cache(lambda: {[*defaults][place]: codec for place, codec in _parts(kind, way)})

    def dump(values: Any) -> Any:
        columns = dict(zip(defaults, zip(*map(values_of, values), strict=True), strict=True))
        other = {name: codec.dump for name, codec in parts().items() if codec.dump is not list}  # tuples do as they are
        return columns | {name: [*map(dump, columns[name])] for name, dump in other.items()}

    def load(columns: Any) -> Iterable[Any]:
        many = len(next(iter(columns.values())))
        lacking = {
            name: columns[name] if default is MISSING else repeat(default, many)
            for name, default in defaults.items()
            if name not in columns
        }
        read = {name: map(codec.load, columns[name]) for name, codec in parts().items() if name in columns}
        known = columns | read | lacking
        return map(made, zip(*(known[name] for name in defaults), strict=True))

    return _Codec(dump, load)


def _order(value: Any) -> Any:
    """What can be compared compares as it is, everything else as it is written."""
    return value if isinstance(value, (str, int, float)) else repr(value)


def _fixed(args: tuple[Any, ...], way: _Way) -> _Codec:
    """A tuple of so many values, each of its own type."""
    parts = [_codec(arg, way) for arg in args]
    return _Codec(
        lambda values: [part.dump(value) for part, value in zip(parts, values, strict=True)],
        lambda values: tuple(part.load(value) for part, value in zip(parts, values, strict=True)),
    )


def _map(key: Any, value: Any, way: _Way) -> _Codec:
    """By text as JSON has it; numbers are written as text; anything else goes as a list of pairs."""
    keys, values = _codec(key, way), _codec(value, way)
    if key in (str, int):
        return _Codec(
            lambda map: {str(one): values.dump(other) for one, other in map.items()},
            lambda map: {key(one): values.load(other) for one, other in map.items()},
        )
    return _Codec(
        lambda map: [[keys.dump(one), values.dump(other)] for one, other in map.items()],
        lambda map: {keys.load(one): values.load(other) for one, other in map},
    )


def _union(args: tuple[Any, ...], way: _Way) -> _Codec:
    some = [arg for arg in args if arg is not type(None)]
    if all(arg in _PLAIN for arg in some):
        return _AS_IT_IS
    if len(some) == 1:
        only = _codec(some[0], way)
        return _Codec(
            lambda value: None if value is None else only.dump(value),
            lambda value: None if value is None else only.load(value),
        )
    return _tagged({cast(Any, arg).__name__: arg for arg in some if _has_fields(arg)}, len(some), way)


def _tagged(known: dict[str, Any], many: int, way: _Way) -> _Codec:
    if len(known) < many:
        raise NoCodec("a union of a position is of dataclasses, or of plain values")

    def dump(value: Any) -> Any:
        return None if value is None else {TAG: type(value).__name__, **_codec(cast(Any, type(value)), way).dump(value)}

    def load(value: Any) -> Any:
        return None if value is None else _codec(known[value[TAG]], way).load(value)

    return _Codec(dump, load)
