"""Deadlines: what people write, and when it is. The time of day arrives as an argument."""

import re
from datetime import UTC, datetime, timedelta, tzinfo

from gm.core.words import in_words as in_words
from gm.core.words import sentence

_FORMS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d.%m.%Y %H:%M")
_DAYS = ("%Y-%m-%d", "%d.%m.%Y")
_SPAN = re.compile(r"\+?\s*([0-9]{1,3})\s*(hour|day|week)s?", re.IGNORECASE)
WRITE_WHEN = sentence("write it as 2026-12-01 20:00")
_TOO_FAR = sentence("that is further than any calendar goes")
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
        return _on_the_wall(moment, zone)
    raise ValueError(WRITE_WHEN)


class Skipped(ValueError):
    """An hour that the clocks leave out in spring"""


def _on_the_wall(moment: datetime, zone: tzinfo) -> datetime:
    """What the clock on the wall shows then; of an hour that comes twice in autumn, the first.

    >>> from zoneinfo import ZoneInfo
    >>> _on_the_wall(datetime(2026, 10, 25, 1, 30), ZoneInfo("Europe/London")).isoformat()
    '2026-10-25T01:30:00+01:00'
    """
    there_is = _moved(moment.replace(tzinfo=zone))
    if there_is.replace(tzinfo=None) != moment:
        there = f"{there_is:%Y-%m-%d %H:%M}"
        raise Skipped(sentence("the clocks go forward then, and leave that hour out; write {moment}", moment=there))
    return there_is


def _moved(moment: datetime) -> datetime:
    """An hour that is left out is an hour later."""
    try:
        return moment.astimezone(UTC).astimezone(moment.tzinfo)
    except OverflowError:
        raise ValueError(_TOO_FAR) from None


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
    """That much later by the clock on the wall, whatever summer time does in between.

    >>> from zoneinfo import ZoneInfo
    >>> zone = ZoneInfo("Europe/London")
    >>> later(datetime(2026, 3, 28, 1, 30, tzinfo=zone), timedelta(days=1), zone).isoformat()
    '2026-03-29T02:30:00+01:00'
    """
    local = moment.astimezone(zone)
    try:
        return _moved((local.replace(tzinfo=None) + span).replace(tzinfo=zone))
    except OverflowError:
        raise ValueError(_TOO_FAR) from None
