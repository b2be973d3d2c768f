"""Sentences that can be said again in another language.

The rules and the readers of pages speak English; what they say knows its pattern and its values, so that whoever
writes to a player can say it in that player's language. Nothing here knows where translations come from.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any, NamedTuple

ENGLISH = "en"


class Manner(NamedTuple):
    """How a language is called, and how it writes a moment, a day and a place in a row."""

    name: str
    locale: str  # whose names of months and days, numbers and lists it has
    moment: str  # both in the letters of Unicode's date patterns
    day: str
    first: str  # the first in a row, and the others; English counts by a rule of its own
    later: str
    colon: str = ": "
    semicolon: str = "; "
    joins: tuple[str, str] = ("", "")  # where a name meets the word before it: a pattern, and what that becomes


_TAG = "(?:<[^<>]*>)*"  # a name may be set in bold
_ELISION = rf"\b([Dd]|[Qq]u|[Jj]usqu)e (?={_TAG}(?!onz|oui)(?:[aeiouàâäéèêëîïôöùûœæ]|y[^aeiouy\W]))", r"\1’"  # d’Alice
_EUPHONY = rf"\b([ae]) (?={_TAG}\1)", r"\1d "  # ad Alice, ed Edwin
# The one place that says which languages there are, English first; their sentences stand in gm/locale/CODE/.
MANNERS = {
    ENGLISH: Manner("English", "en_GB", "EEEE d MMMM y, HH:mm", "d MMMM y", "", ""),
    "fr": Manner(
        "français", "fr_FR", "EEEE d MMMM y 'à' HH:mm", "d MMMM y", "{}er", "{}e", "\u202f: ", "\u202f; ", _ELISION
    ),
    "it": Manner("italiano", "it_IT", "EEEE d MMMM y, 'ore' HH:mm", "d MMMM y", "{}º", "{}º", joins=_EUPHONY),
    "de": Manner("Deutsch", "de_DE", "EEEE, d. MMMM y, HH:mm 'Uhr'", "d. MMMM y", "{}.", "{}."),
}
LANGUAGES = tuple(MANNERS)
_MOST_NAMES, _FIRST_NAMES = 100, 50  # up to so many are all told, and of more the first

Gettext = Callable[[str], str]
NGettext = Callable[[str, str, int], str]
Moment = Callable[[datetime], str]
Number = Callable[[int], str]


def known_language(name: str) -> str | None:
    """The language that is meant, if we speak it: `de`, and `de-AT` too.

    >>> known_language("de_AT"), known_language("FR"), known_language("tlh")
    ('de', 'fr', None)
    """
    code = name.strip().casefold().replace("_", "-").partition("-")[0]
    return code if code in LANGUAGES else None


class Sentence(str):
    """A sentence as it reads in English, with what it was made of."""

    __slots__ = ("pattern", "plural", "values")

    pattern: str
    plural: str  # "" if the sentence counts nothing; else `values` has an n
    values: Mapping[str, Any]

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)


def sentence(pattern: str, /, **values: Any) -> Sentence:
    """
    >>> sentence("you play {paid}, and you have {points}", paid=600, points=478)
    'you play 600, and you have 478'
    """
    return _made(pattern, "", values)


def counted(one: str, many: str, n: int, /, **values: Any) -> Sentence:
    """
    >>> counted("{n} page is held", "{n} pages are held", 2)
    '2 pages are held'
    """
    return _made(one, many, {"n": n, **values})


def few(names: Sequence[str]) -> Sequence[str]:
    """All of them, unless they would fill the screen.

    >>> sentence("{names} have not ordered", names=few(["ann", "bob"]))
    'ann, bob have not ordered'
    >>> list(few([f"p{number}" for number in range(300)])[-2:])
    ['p49', 'and 250 more']
    """
    if len(names) <= _MOST_NAMES:
        return names
    return [*names[:_FIRST_NAMES], counted("and {n} more", "and {n} more", len(names) - _FIRST_NAMES)]


def write(example: str) -> Sentence:
    """What to write, exactly as it is to be typed: that is the same in every language.

    >>> write("turn: 3")
    'write turn: 3'
    """
    return sentence("write {example}", example=example)


def with_values(text: Sentence, /, **values: Any) -> Sentence:
    """The same sentence with other values in it.

    >>> with_values(sentence("{who} falls at {fence}", who="Crisp", fence=5), fence=6)
    'Crisp falls at 6'
    """
    return _made(text.pattern, text.plural, {**text.values, **values})


def both(names: Iterable[str]) -> str:
    """All of them, however many there are.

    >>> both(["orders", "standing"])
    'orders and standing'
    """
    return reduce(lambda some, last: sentence("{some} and {last}", some=some, last=last), names)


def either(names: Iterable[str]) -> str:
    """One of them, however many there are.

    >>> either(["lowest", "highest"])
    'lowest or highest'
    """
    return reduce(lambda some, last: sentence("{some} or {last}", some=some, last=last), names)


def in_words(moment: datetime) -> str:
    """A moment as English has it.

    >>> from datetime import UTC
    >>> in_words(datetime(2026, 12, 1, 20, tzinfo=UTC))
    'Tuesday 1 December 2026, 20:00 (UTC)'
    """
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} ({moment:%Z})"


def _made(pattern: str, plural: str, values: Mapping[str, Any]) -> Sentence:
    english = plural if plural and values["n"] != 1 else pattern
    plain = {key: value if isinstance(value, str) else _shown(value) for key, value in values.items()}
    sentence = Sentence(english.format(**plain))
    sentence.pattern, sentence.plural, sentence.values = pattern, plural, values
    return sentence


def _shown(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_shown(each)) for each in value)
    return in_words(value) if isinstance(value, datetime) else value


def say_again(text: str, gettext: Gettext, ngettext: NGettext, moment: Moment = in_words, number: Number = str) -> str:
    """The same sentence by these translations, moments and numbers in this manner; text that is none stays as it is.

    A number that somebody is to type is given as text, and stays as it is, too.
    """
    if not isinstance(text, Sentence):
        return text

    def again(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return ", ".join(str(again(each)) for each in value)
        if isinstance(value, datetime):
            return moment(value)
        if isinstance(value, str):
            return say_again(value, gettext, ngettext, moment, number)
        return number(value) if isinstance(value, int) else value

    pattern = ngettext(text.pattern, text.plural, text.values["n"]) if text.plural else gettext(text.pattern)
    return pattern.format(**{key: again(value) for key, value in text.values.items()})


def pack(text: str) -> Any:
    """A sentence as JSON that keeps what it was made of.

    >>> unpack(pack(sentence("fence {n}", n=5))), unpack("plain")
    ('fence 5', 'plain')
    """
    if not isinstance(text, Sentence):
        return text
    return {"say": text.pattern, "many": text.plural, "with": {key: _packed(each) for key, each in text.values.items()}}


def _packed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_packed(each) for each in value]
    if isinstance(value, datetime):  # its offset alone would not tell what the zone is called
        return {"moment": value.isoformat(), "zone": getattr(value.tzinfo, "key", "")}
    return pack(value) if isinstance(value, str) else value


def unpack(value: Any) -> str:
    """The sentence again; what was stored before sentences were packed is text, and stays it."""
    if not isinstance(value, Mapping):
        return str(value)
    return _made(value["say"], value["many"], {key: _unpacked(each) for key, each in value["with"].items()})


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    return _moment(value["moment"], value["zone"]) if "moment" in value else unpack(value)


def _moment(text: str, zone: str) -> datetime:
    from zoneinfo import ZoneInfo  # few sentences name a moment

    moment = datetime.fromisoformat(text)
    return moment.astimezone(ZoneInfo(zone)) if zone else moment
