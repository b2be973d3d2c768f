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
TYPESET = {"≤": "<=", "≥": ">=", "≠": "!="}
MINUS = "-−–—‐‑－﹣"  # a typographer's, dashes, hyphens, those of other keyboards: all of them mean less than nothing
PLUS = "+＋"
WIDE = "０１２３４５６７８９"  # as some keyboards write digits
LONGEST_NUMBER = 9


def phrase(pattern: str, values: Json | None = None) -> Json:
    """A sentence for the translators, and what goes into it."""
    return {"say": pattern, "many": "", "with": values or {}}


def error(flaw: str, message: Json, hint: Json | str, about: Any) -> Json:
    return {"level": "error", "flaw": flaw, "message": message, "hint": hint, "about": about}


def forbidden(message: Json, hint: Json | str, about: Any) -> list[Json]:
    """The one thing that is wrong there: it can be read, and is not allowed."""
    return [error(NOT_ALLOWED, message, hint, about)]


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


def without(text: str, endings: tuple[str, ...]) -> str:
    """What stands before the first of these that it ends with.

    >>> without("60 £", ("£", "k")), without("60", ("£", "k"))
    ('60', '60')
    """
    for ending in endings:
        if text.endswith(ending):
            return text[: len(text) - len(ending)].strip()
    return text


def signed(text: str) -> str:
    """A whole number with or without its sign, as people write it: "-2", "3"; nothing if it is none.

    >>> signed("−2"), signed("+ 3"), signed("– 07"), signed("-0"), signed("２"), signed("- x"), signed("--2")
    ('-2', '3', '-7', '0', '2', '', '')
    """
    number = fold(text)
    minus = number[:1] != "" and number[:1] in MINUS
    if minus or (number[:1] != "" and number[:1] in PLUS):
        number = number[1:].strip()
    digits = "".join([str(WIDE.find(char)) if char in WIDE else char for char in number])
    if not whole(digits) or len(digits) > LONGEST_NUMBER:
        return ""
    return str(-int(digits) if minus and int(digits) else int(digits))


def against(text: str) -> list[str]:
    """A sign ("" for none), and what stands behind it."""
    told = TYPESET[text[:1]] + text[1:] if text[:1] in TYPESET else text
    for sign in SIGNS:
        if told.startswith(sign):
            return [sign, told[len(sign) :].strip()]
    return ["", told]


def comparison(text: str) -> list[str]:
    """A sign ("" for none) and a number, as `signed` writes it; an empty list if it is no comparison.

    >>> comparison("<= 2"), comparison("≥ −2"), comparison("7"), comparison("> x")
    (['<=', '2'], ['>=', '-2'], ['', '7'], [])
    """
    sign, rest = against(text)
    number = signed(rest)
    return [sign, number] if number else []


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
    hint = phrase('write a number, or a comparison such as ">= 2"')
    return [error(UNREADABLE, message, hint, about)]


def bad_match(key: str, value: Any, about: Any) -> list[Json]:
    """The same where one may be compared with another; whether there is anybody of that name is not seen to here."""
    if not isinstance(value, str) or not value.strip() or len(comparison(value.strip())) > 0:
        return bad_comparison(key, value, about)
    message = phrase(
        "{key} compares with a number or a name, and {value} is neither", {"key": key, "value": value.strip()[:30]}
    )
    hint = phrase('write a number, a name, or a comparison such as ">= 2"')
    return [error(UNREADABLE, message, hint, about)]


def bad_number(key: str, value: Any, least: int, most: int, about: Any) -> list[Json]:
    """What is wrong with a whole number, which may have a sign; `key` is what it is called on the page."""
    values = {"key": key, "least": str(least), "most": str(most)}
    if not isinstance(value, str):
        message = phrase("{key} is a whole number, and this is none", values)
    elif not value.strip():
        message = phrase("{key} is a whole number, and there is nothing", values)
    elif not signed(value):
        values["value"] = value.strip()[:30]
        message = phrase("{key} is a whole number, and {value} is none", values)
    elif int(signed(value)) < least or int(signed(value)) > most:
        values["value"] = signed(value)
        message = phrase("{key} goes from {least} to {most}, and {value} is beyond", values)
    else:
        return []
    flaw = NOT_ALLOWED if isinstance(value, str) and signed(value) else UNREADABLE
    return [error(flaw, message, phrase("write a whole number from {least} to {most}", values), about)]


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in: nothing, unless a game's own `check` does."""
    return []
