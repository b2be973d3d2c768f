"""Days as people write them in a mail, in any of the four languages: 3 May, 3. Mai, le 3 mai, May 3rd, 2026-05-03."""

import re
from collections.abc import Iterator
from datetime import date

from gm.core.names import fold

_MONTHS = (
    "january jan janvier janv gennaio gen januar jänner jaenner",
    "february feb février fevrier févr fevr fév fev febbraio febb februar",
    "march mar mars marzo märz maerz mär mrz",
    "april apr avril avr aprile",
    "may mai maggio mag",
    "june jun juin giugno giu juni",
    "july jul juillet juil luglio lug juli",
    "august aug août aout agosto ago",
    "september sep sept septembre settembre set sett",
    "october oct octobre ottobre ott oktober okt",
    "november nov novembre",
    "december dec décembre decembre déc dicembre dic dezember dez",
)
MONTHS = {word: number for number, words in enumerate(_MONTHS, start=1) for word in words.split()}
# What may stand around a day and says nothing more
_IDLE = """the of on day le la au il al lo l' dem den der am zum und e et and
     monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
     lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven sam dim
     lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica
     montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so"""
IDLE = frozenset(_IDLE.split())
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d\d))?", re.ASCII)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?", re.ASCII)
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?", re.ASCII)
_FURTHEST = 5  # years


class NoDay(ValueError):
    """It is no day, or nobody can tell which"""


def read_day(text: str, today: date) -> date:
    """The day that is meant; without a year, the next one that is called so.

    >>> today = date(2026, 11, 16)
    >>> [str(read_day(each, today)) for each in ("3 May", "le 3 mai 2027", "3. Mai", "May 3rd", "2027-05-03", "3.5.")]
    ['2027-05-03', '2027-05-03', '2027-05-03', '2027-05-03', '2027-05-03', '2027-05-03']
    """
    plain = fold(text).strip(" ,;!")
    numbers = _in_numbers(plain) or _in_words(plain)
    if numbers is None:
        raise NoDay(text)
    year, month, day = numbers
    found = _day(year, month, day) if year is not None else _next(month, day, today)
    if found.year > today.year + _FURTHEST:
        raise NoDay(text)
    return found


def _in_numbers(text: str) -> tuple[int | None, int, int] | None:
    if found := _ISO.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _DOTTED.fullmatch(text):
        return _year(found[3]), int(found[2]), int(found[1])
    if found := _SLASHED.fullmatch(text):
        one, other = int(found[1]), int(found[2])
        if other > 12:  # only some write the month first, and here nobody can mean anything else
            one, other = other, one
        elif one <= 12 and one != other:
            raise NoDay(text)
        return _year(found[3]), other, one
    return None


def _in_words(text: str) -> tuple[int | None, int, int] | None:
    """A day and a month, perhaps a year, in whichever order."""
    days, months, years = [], [], []
    for word in _words(text):
        number = _DAY.fullmatch(word)
        if word in MONTHS:
            months.append(MONTHS[word])
        elif number:
            days.append(int(number[1]))
        elif word.isascii() and word.isdigit() and len(word) == 4:
            years.append(int(word))
        elif word not in IDLE:
            return None
    if len(days) != 1 or len(months) != 1 or len(years) > 1:
        return None
    return (years[0] if years else None), months[0], days[0]


def _words(text: str) -> Iterator[str]:
    for word in re.split(r"[\s,]+", text.replace("'", "' ")):
        bare = word.rstrip(".")
        if bare:
            yield bare if bare in MONTHS or bare in IDLE or not bare.isdigit() else word


def _year(text: str | None) -> int | None:
    return None if text is None else int(text) + (2000 if len(text) == 2 else 0)


def _next(month: int, day: int, today: date) -> date:
    """Leap years are rare: the 29th of February may be far."""
    for year in range(today.year, today.year + 9):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    raise NoDay


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise NoDay from None
