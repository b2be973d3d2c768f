"""House rules: a game's options as a frozen dataclass, read from a page and checked one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Any, TypeVar

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Raw, Refusal, Remark, refuse
from gm.core.words import either, sentence, write

T = TypeVar("T")
Reader = Callable[[Raw], Any]  # the value, or a ValueError that says what to write
MOST = 1_000_000
LONGEST_NAME = 24
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def option(default: Any, read: Reader, fixed: bool = False) -> Any:
    """A house rule as a field: its default, how it is read, and whether it is settled once and for all at the start."""
    return field(default=default, metadata={"read": read, "fixed": fixed})


def whole(lowest: int = 0, most: int = MOST) -> Reader:
    """A whole number, not below the lowest, and not above the most."""

    def read(raw: Raw) -> int:
        text = raw.strip() if isinstance(raw, str) else ""
        if not (text.isascii() and text.isdigit() and len(text) < 8 and lowest <= int(text) <= most):
            span = {"lowest": str(lowest), "most": str(most)}  # they are to be typed
            raise ValueError(sentence("write a whole number from {lowest} to {most}", **span))
        return int(text)

    return read


def choice(*words: str) -> Reader:
    """One of these words."""

    def read(raw: Raw) -> str:
        text = fold(raw) if isinstance(raw, str) else ""
        if text not in words:
            raise ValueError(write(either(words)))
        return text

    return read


def row(many: int, each: Reader, write: str) -> Reader:
    """So many values in a list; whatever is wrong with them, `write` says how it is written."""

    def read(raw: Raw) -> tuple[Any, ...]:
        if not isinstance(raw, list) or len(raw) != many:
            raise ValueError(write)
        try:
            return tuple(map(each, raw))
        except ValueError as wrong:
            raise ValueError(write) from wrong

    return read


def _name(raw: Raw) -> str:
    name = " ".join(raw.split()) if isinstance(raw, str) else ""
    if not name:
        raise ValueError
    return name


def names(many: int, write: str, taken: Sequence[str], used: str) -> Reader:
    """So many names, all different, and none of those that are taken: `write` and `used` say so."""
    read_all = row(many, _name, write)

    def read(raw: Raw) -> tuple[str, ...]:
        found: tuple[str, ...] = read_all(raw)
        folded = [fold(name) for name in found]
        twice = [name for name in found if folded.count(fold(name)) > 1]
        if twice:
            raise ValueError(sentence("{name} is there twice; every horse has a name of its own", name=twice[0]))
        if set(taken) & set(folded):
            raise ValueError(used)
        if any(len(name) > LONGEST_NAME for name in found):
            raise ValueError(sentence("a name has at most {many} letters", many=LONGEST_NAME))
        return found

    return read


def flag(raw: Raw) -> bool:
    """Yes or no."""
    text = fold(raw) if isinstance(raw, str) else ""
    if text not in _FLAGS:
        raise ValueError(write(either(("true", "false"))))
    return _FLAGS[text]


def read_options(kind: type[T], raw: Raw) -> tuple[T, list[Remark]]:
    """The options of a game's file or a case; what is left out has its default."""
    readers = {each.name: each.metadata["read"] for each in fields(kind)}  # type: ignore[arg-type]
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return kind(), []
    if not isinstance(raw, Mapping):
        hint = write(f"options: {{{next(iter(readers))}: …}}")
        return kind(), [Remark(sentence("options are names and values"), hint, raw)]
    read: dict[str, Any] = {}
    remarks: list[Remark] = []
    for key, value in raw.items():
        name = find(key, readers)
        if name is None:
            known = did_you_mean(key, readers, sentence("there are {names}", names=list(readers)))
            remarks.append(Remark(sentence("there is no option called {key}", key=key), known, key, Flaw.UNKNOWN))
            continue
        try:
            read[name] = readers[name](value)
        except ValueError as wrong:
            message = sentence("{name} cannot be {value}", name=name, value=repr(str(value).strip()[:40]))
            remarks.append(Remark(message, wrong.args[0], key))
    return kind(**read), remarks


def change_options(options: T, raw: Mapping[str, Raw]) -> T:
    """The same house rules but for these; a Refusal if one is wrong, or was settled at the start."""
    read, remarks = read_options(type(options), raw)
    refuse(replace(remark, about=None) for remark in remarks)
    known = {each.name: each.metadata for each in fields(options)}  # type: ignore[arg-type]
    names = [name for name in known if any(fold(key) == name for key in raw)]
    settled = [name for name in names if known[name].get("fixed")]
    if settled:
        message = sentence("{option} was settled when the game started", option=settled[0])
        can = [name for name in known if not known[name].get("fixed")]
        raise Refusal(message, sentence("what can be changed: {names}", names=can))
    return replace(options, **{name: getattr(read, name) for name in names})  # type: ignore[type-var]
