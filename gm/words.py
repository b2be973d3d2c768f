"""Sentences that can be said again in another language.

The rules and the readers of pages speak English; what they say knows its pattern and its values, so that whoever
writes to a player can say it in that player's language. Nothing here knows where translations come from.
"""

from collections.abc import Callable, Mapping
from typing import Any

LANGUAGES = ("en", "fr", "it", "de")

Gettext = Callable[[str], str]
NGettext = Callable[[str, str, int], str]


def known_language(name: str) -> str | None:
    """The language that is meant, if we speak it: `de`, and `de-AT` too.

    >>> known_language("de_AT"), known_language("FR"), known_language("tlh")
    ('de', 'fr', None)
    """
    code = name.strip().casefold().replace("_", "-").partition("-")[0]
    return code if code in LANGUAGES else None


class Told(str):
    """A sentence as it reads in English, with what it was made of."""

    __slots__ = ("pattern", "plural", "values")

    pattern: str
    plural: str  # "" if the sentence counts nothing; else `values` has an n
    values: Mapping[str, Any]

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)


def told(pattern: str, /, **values: Any) -> Told:
    """
    >>> told("you play {paid}, and you have {points}", paid=600, points=478)
    'you play 600, and you have 478'
    """
    return _made(pattern, "", values)


def counted(one: str, many: str, n: int, /, **values: Any) -> Told:
    """
    >>> counted("{n} page is held", "{n} pages are held", 2)
    '2 pages are held'
    """
    return _made(one, many, {"n": n, **values})


def _made(pattern: str, plural: str, values: Mapping[str, Any]) -> Told:
    english = plural if plural and values["n"] != 1 else pattern
    sentence = Told(english.format(**{key: _shown(value) for key, value in values.items()}))
    sentence.pattern, sentence.plural, sentence.values = pattern, plural, values
    return sentence


def _shown(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def say_again(text: str, gettext: Gettext, ngettext: NGettext) -> str:
    """The same sentence by these translations; text that is none stays as it is."""
    if not isinstance(text, Told):
        return text
    values = {key: _again(value, gettext, ngettext) for key, value in text.values.items()}
    pattern = ngettext(text.pattern, text.plural, text.values["n"]) if text.plural else gettext(text.pattern)
    return pattern.format(**values)


def _again(value: Any, gettext: Gettext, ngettext: NGettext) -> Any:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_again(each, gettext, ngettext)) for each in value)
    return say_again(value, gettext, ngettext) if isinstance(value, str) else value


def pack(text: str) -> Any:
    """A sentence as JSON that keeps what it was made of.

    >>> unpack(pack(told("fence {n}", n=5))), unpack("plain")
    ('fence 5', 'plain')
    """
    if not isinstance(text, Told):
        return text
    values = {key: pack(value) if isinstance(value, str) else value for key, value in text.values.items()}
    return {"say": text.pattern, "many": text.plural, "with": values}


def unpack(value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    values = {key: unpack(each) if isinstance(each, Mapping) else each for key, each in value["with"].items()}
    return _made(value["say"], value["many"], values)
