"""Deadlines: what people write, and when it is. The time of day arrives as an argument."""

import re
from datetime import datetime, timedelta, tzinfo

from gm.core.words import in_words as in_words
from gm.core.words import sentence

_FORMS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d.%m.%Y %H:%M")
_DAYS = ("%Y-%m-%d", "%d.%m.%Y")
_SPAN = re.compile(r"\+?\s*([0-9]{1,3})\s*(hour|day|week)s?", re.IGNORECASE)
WRITE_WHEN = sentence("write it as 2026-12-01 20:00")
WRITE_SPAN = sentence("write it as 3 weeks, 10 days or 36 hours")


def read_when(text: str, zone: tzinfo) -> datetime:
    """A moment in the zine's own time zone; a day alone lasts until its last minute.

    >>> from datetime import UTC
    >>> read_when("2026-12-01", UTC).isoformat()
    '2026-12-01T23:59:00+00:00'
    """
    text = text.strip()
    for form in (*_FORMS, *_DAYS):
        try:
            moment = datetime.strptime(text, form)
        except ValueError:
            continue
        if form in _DAYS:
            moment = moment.replace(hour=23, minute=59)
        return moment.replace(tzinfo=zone)
    raise ValueError(WRITE_WHEN)


def read_span(text: str) -> timedelta:
    """
    >>> read_span("3 weeks").days
    21
    """
    match = _SPAN.fullmatch(text.strip())
    if not match or not int(match[1]):
        raise ValueError(WRITE_SPAN)
    return timedelta(**{match[2].lower() + "s": int(match[1])})


def later(moment: datetime, span: timedelta, zone: tzinfo) -> datetime:
    """That much later by the clock on the wall, whatever summer time does in between."""
    local = moment.astimezone(zone)
    try:
        return (local.replace(tzinfo=None) + span).replace(tzinfo=zone)
    except OverflowError:
        raise ValueError(sentence("that is further than any calendar goes")) from None
