"""What rules of validity are written in, so that they are written once.

`gm check` runs them as they stand; the order form runs the very same functions while a player types, in JavaScript that
`make scripts` makes of them and templates/ keeps. So this module and each game's own `validity` keep to what means the
same in both: functions over text, whole numbers, lists and maps; `if`, `for`, comprehensions and slices; no regular
expressions, no keyword arguments, no `sum`, no `key=`, no exceptions. Of what they import only `fold` is there on the
other side.

A sentence is a map, as gm.core.words packs it. A remark is one, too: level, flaw, message, hint, what it is about.
"""

from typing import Any

from gm.core.names import fold as fold
from gm.core.play import Json

NOT_ALLOWED = "not allowed"
UNKNOWN = "unknown"
UNREADABLE = "unreadable"
SIGNS = ("<=", ">=", "==", "!=", "<", ">", "=", "")
LONGEST_NUMBER = 9


def phrase(pattern: str, values: Json) -> Json:
    """A sentence for the translators, and what goes into it."""
    return {"say": pattern, "many": "", "with": values}


def error(flaw: str, message: Json, hint: Json | str, about: Any) -> Json:
    return {"level": "error", "flaw": flaw, "message": message, "hint": hint, "about": about}


def warning(message: Json, hint: Json | str, about: Any) -> Json:
    return {"level": "warning", "flaw": NOT_ALLOWED, "message": message, "hint": hint, "about": about}


def note(message: Json, about: Any) -> Json:
    """Nothing is wrong: what an order would do, told as it is typed."""
    return {"level": "note", "flaw": "", "message": message, "hint": "", "about": about}


def both(names: list[str]) -> Any:
    """All of them, however many there are."""
    some: Any = names[0]
    for last in names[1:]:
        some = phrase("{some} and {last}", {"some": some, "last": last})
    return some


def whole(text: str) -> bool:
    """A whole number, 0 or more, and nothing else."""
    return bool(text) and all(char in "0123456789" for char in text)


def comparison(text: str) -> list[str]:
    """A sign ("" for none) and the digits of a number; an empty list if it is no comparison."""
    for sign in SIGNS:
        if text.startswith(sign):
            digits = text[len(sign) :].strip()
            return [sign, digits] if whole(digits) and len(digits) <= LONGEST_NUMBER else []
    return []


def bad_comparison(key: str, value: Any, about: Any) -> list[Json]:
    """What is wrong with what a condition compares a number with."""
    if not isinstance(value, str):
        message = phrase("{key} compares a number, and this is none", {"key": key})
    elif not value.strip():
        message = phrase("{key} compares a number, and nothing is none", {"key": key})
    elif not comparison(value.strip()):
        message = phrase("{key} compares a number, and {value} is none", {"key": key, "value": value.strip()[:30]})
    else:
        return []
    hint = phrase('write a number, or a comparison such as ">= 2"', {})
    return [error(UNREADABLE, message, hint, about)]


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in: nothing, unless a game's own `check` does."""
    return []
