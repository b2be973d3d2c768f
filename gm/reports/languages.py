"""The languages that players read: catalogues, dates, numbers and lists. Only this room knows Babel."""

import gettext
import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from gm.core.words import ENGLISH as ENGLISH  # those who write to players have it from here
from gm.core.words import MANNERS, say_again
from gm.reports.numerals import spelt

FEW = 12  # numbers within a sentence that are written out
LOCALES = Path(__file__).parent.with_name("locale")


class Speaker:
    """Everything that reads differently in another language."""

    def __init__(self, language: str):
        self.language = language
        self.manner = MANNERS[language]
        self.catalogue = catalogue(language)
        self._joins = re.compile(self.manner.joins[0], re.IGNORECASE) if self.manner.joins[0] else None
        self.gettext, self.ngettext = self.catalogue.gettext, self.catalogue.ngettext

    def say(self, text: str) -> str:
        """A sentence as this language has it; in English it is said already."""
        if self.language == ENGLISH:
            return str(text)
        return self.joined(say_again(text, self.gettext, self.ngettext, self.moment, self.number))

    def joined(self, text: str) -> str:
        """A sentence with names in it, written as the language joins them to the word before."""
        return self._joins.sub(self.manner.joins[1], text) if self._joins else text

    def moment(self, when: datetime) -> str:
        from babel.dates import format_datetime

        written = format_datetime(when, self.manner.moment, tzinfo=when.tzinfo, locale=self.manner.locale)
        return f"{written} ({when:%Z})"  # the clock's own short name: Babel knows few of them outside their own country

    def day(self, when: date) -> str:
        from babel.dates import format_date

        return format_date(when, self.manner.day, locale=self.manner.locale)

    def number(self, value: int) -> str:
        if abs(value) < 1000:
            return str(value)
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.manner.locale)

    def spelt(self, value: int) -> str:
        """In words while it is small, as at the start of a sentence."""
        return spelt(value, self.language) or self.number(value)

    def few(self, value: int) -> str:
        """In words up to twelve, as within a sentence."""
        return self.spelt(value) if value <= FEW else self.number(value)

    def listed(self, names: Iterable[str]) -> str:
        from babel.lists import format_list

        return format_list([str(name) for name in names], locale=self.manner.locale)

    def ordinal(self, number: int) -> str:
        if self.language == ENGLISH:
            return english_ordinal(number)
        return (self.manner.first if number == 1 else self.manner.later).format(number)


def english_ordinal(number: int) -> str:
    """
    >>> [english_ordinal(n) for n in (1, 2, 3, 4, 11, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@cache
def speaker_of(language: str) -> Speaker:
    """
    >>> speaker_of("en").listed(["Crisp", "Foinavon"]), speaker_of("de").number(1500), speaker_of("fr").ordinal(1)
    ('Crisp and Foinavon', '1.500', '1er')
    >>> speaker_of("fr").joined("la main de Alice, plus de onze"), speaker_of("it").joined("a <b>Alice</b> e Edwin")
    ('la main d’Alice, plus de onze', 'ad <b>Alice</b> ed Edwin')
    """
    return Speaker(language)


def catalogue(language: str) -> gettext.NullTranslations:
    """The translations of one language, from the parts of the house and of every game.

    English is what the program says anyway; so is whatever no part has.
    """
    whole = gettext.NullTranslations()
    for part in parts_of(language):
        with _compiled(part) as messages:
            whole.add_fallback(gettext.GNUTranslations(messages))
    return whole


def parts_of(language: str) -> list[Path]:
    """As the wheel brings them, compiled; in a checkout there are only those that translators edit."""
    folder = LOCALES / language
    return sorted(folder.glob("*.mo")) or sorted(folder.glob("*.po"))


def _compiled(part: Path) -> BinaryIO:
    if part.suffix == ".mo":
        return part.open("rb")
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    messages = BytesIO()
    with part.open("rb") as source:
        write_mo(messages, read_po(source))
    messages.seek(0)
    return messages
