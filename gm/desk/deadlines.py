"""Deadlines: their rhythm, and days of grace."""

from datetime import datetime

from gm.core import clock
from gm.desk.desk import Desk, Match, deadline


def following(desk: Desk, at: Match, turn: int) -> datetime | None:
    """When the turn after that one is due: in the game's rhythm, and always after that one."""
    regular, due = desk.store.rhythm(at.name, turn), deadline(desk, at.name, turn)
    if regular is None or due is None or not at.row.every:
        return None
    zone, span = desk.zine.zone, clock.read_span(at.row.every)
    try:
        moment = clock.later(datetime.fromisoformat(regular), span, zone)
        while moment <= due:
            moment = clock.later(moment, span, zone)
    except ValueError:
        return None
    return moment


def of_grace(desk: Desk, at: Match, due: datetime) -> datetime | None:
    """The deadline as it was called for, where days of grace follow it; a turn that was given more time has none."""
    grace, regular = at.row.settings.get("grace"), desk.store.rhythm(at.name, at.turn)
    if not grace or (regular and datetime.fromisoformat(regular) != due):
        return None
    return clock.later(due, -clock.read_span(str(grace)), desk.zine.zone)
