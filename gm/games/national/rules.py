"""What the desk does with the orders of each phase (N3)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gm.core.dice import Dice
from gm.core.play import Decision, Event, Step
from gm.games.national.betting import bets_in, settled
from gm.games.national.course import FENCES, next_fence
from gm.games.national.field import name_of
from gm.games.national.meeting import ANTE_POST, BETTING, RACE, SALE, Meeting
from gm.games.national.race import Race
from gm.games.national.rides import FLAT_OUT, Ride, read_ride
from gm.games.national.sale import hammer


def default(meeting: Meeting, decision: Decision) -> Any:
    """N38: no bid, no bets; and the desk rides, out of trouble at an honest pace."""
    return () if meeting.phase in (ANTE_POST, BETTING) else None


def resolve(meeting: Meeting, choices: Mapping[Decision, Any], dice: Dice) -> Step[Meeting]:
    said = {meeting.seat(due.seat): choice for due, choice in choices.items()}
    if meeting.phase == SALE:
        bids = {at: bid for at, bid in said.items() if at is not None and bid is not None}
        return hammer(meeting, bids, dice)
    if meeting.phase != RACE:
        return bets_in(meeting, {at: bets for at, bets in said.items() if at is not None}, dice)
    (ride,) = choices.values()
    return moved(meeting, ride, dice)


def desk_ride(meeting: Meeting, lot: int) -> Ride:
    """N38."""
    past_the_last = next_fence(meeting.runners[lot].square) > len(FENCES)
    return FLAT_OUT if past_the_last else read_ride(meeting.options.nmr)


def moved(meeting: Meeting, ride: Ride | None, dice: Dice) -> Step[Meeting]:
    """N19: the next horse moves, and with the last one the round ends."""
    lot, race = meeting.mover, Race(meeting, dice)
    if lot is None:
        return Step(meeting)
    told = race.move(lot, ride or desk_ride(meeting, lot), ride is None)
    stable = meeting.names[meeting.stable_of[lot]]
    events = [Event("move", {"round": meeting.round, "stable": stable, **told}, "N38" if told["auto"] else "N23")]
    if not race.over and meeting.options.lead == "move" and meeting.round > 1:
        _look(race, events)
    meeting = replace(race.after(), moved=meeting.order.index(lot) + 1)
    if race.over:
        return Step(settled(meeting, events), events)
    return Step(meeting if meeting.mover is not None else _next_round(meeting, events, dice), events)


def _look(race: Race, events: list[Event]) -> None:
    """N32."""
    free = race.look_at_the_lead()
    if free is not None:
        events.append(Event("free", {"horse": name_of(free)}, "N32"))


def _next_round(meeting: Meeting, events: list[Event], dice: Dice) -> Meeting:
    """N19: perhaps of the next turn; once no player has a horse running, the rounds go on within this one."""
    if meeting.options.lead == "round":
        race = Race(meeting, dice)
        _look(race, events)
        meeting = race.after()
    ridden = any(meeting.stable_of[lot] < len(meeting.players) for lot in meeting.running)
    meeting = replace(meeting, round=meeting.round + 1, moved=0, left=meeting.left - 1)
    if meeting.left > 0 or not ridden:
        return meeting
    return replace(meeting, turn=meeting.turn + 1, left=meeting.options.rounds)
