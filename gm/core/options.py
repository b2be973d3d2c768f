"""House rules: a game's options as a frozen dataclass, read from a page and checked one by one."""

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import Any, TypeVar

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Raw, Remark
from gm.core.words import either, sentence, write

T = TypeVar("T")
Reader = Callable[[Raw], Any]  # the value, or a ValueError that says what to write
MOST = 1_000_000
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def option(default: Any, read: Reader) -> Any:
    """A house rule as a field: its default, and how it is read."""
    return field(default=default, metadata={"read": read})


def whole(lowest: int = 0) -> Reader:
    """A whole number, not below the lowest."""

    def read(raw: Raw) -> int:
        text = raw.strip() if isinstance(raw, str) else ""
        if not (text.isascii() and text.isdigit() and len(text) < 8 and lowest <= int(text) <= MOST):
            span = {"lowest": str(lowest), "most": str(MOST)}  # they are to be typed
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
