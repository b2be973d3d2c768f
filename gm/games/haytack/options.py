"""The house rules, each with the default that its ruling gives."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from gm.names import did_you_mean, find, fold
from gm.play import Flaw, Raw, Remark


@dataclass(frozen=True, slots=True)
class Options:
    points: int = 500  # H1
    water_bonus: int = 50  # H14
    free_fences: str = "excess"  # H12
    nmr: str = "zero"  # H20
    nmr_limit: int = 2  # H20
    last_stands: bool = False  # H22
    reveal: str = "all"  # H24


_CHOICES = {
    "free_fences": ("excess", "literal", "none"),
    "nmr": ("zero", "repeat", "retire"),
    "reveal": ("all", "fallers"),
}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_LOWEST = {"nmr_limit": 1}
_MOST = 1_000_000


def read_options(raw: Raw) -> tuple[Options, list[Remark]]:
    """The options of a game's file or a case."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return Options(), []
    if not isinstance(raw, Mapping):
        return Options(), [Remark("options are names and values", "write options: {points: 500}", raw)]
    read: dict[str, Any] = {}
    remarks: list[Remark] = []
    known = [field.name for field in fields(Options)]
    for key, value in raw.items():
        name = find(key, known)
        if name is None:
            hint = did_you_mean(key, known, "there are " + ", ".join(known))
            remarks.append(Remark(f"there is no option called {key}", hint, key, Flaw.UNKNOWN))
            continue
        try:
            read[name] = _value(name, value)
        except ValueError as wrong:
            remarks.append(Remark(f"{name} cannot be {str(value).strip()[:40]!r}", str(wrong), key))
    return Options(**read), remarks


def _value(name: str, raw: Raw) -> int | bool | str:
    text = fold(raw) if isinstance(raw, str) else ""
    if name in _CHOICES:
        if text not in _CHOICES[name]:
            raise ValueError("write " + " or ".join(_CHOICES[name]))
        return text
    if name == "last_stands":
        if text not in _FLAGS:
            raise ValueError("write true or false")
        return _FLAGS[text]
    lowest = _LOWEST.get(name, 0)
    if not (text.isascii() and text.isdigit() and len(text) < 8 and lowest <= int(text) <= _MOST):
        raise ValueError(f"write a whole number from {lowest} to {_MOST}")
    return int(text)
