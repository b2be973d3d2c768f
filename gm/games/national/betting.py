"""Bets, the going, the prices and the draw (N11 to N18); and who is paid what (N35 to N37)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gm.core.dice import Dice
from gm.core.play import Event, Json, Step
from gm.games.national.decks import DECKS
from gm.games.national.field import CAPS, GOING, WIN, Odds, ante_post, name_of, on_the_day, price
from gm.games.national.meeting import ANTE_POST, BETTING, RACE, Bet, Meeting, Runner, settlement, winners
from gm.games.national.race import shuffled


class Stake(NamedTuple):
    """A bet as it is asked for."""

    horse: int
    on: str
    stake: int


def bets_in(meeting: Meeting, stakes: Mapping[int, Sequence[Stake]], dice: Dice) -> Step[Meeting]:
    """N12: the stakes leave the purses; after the ante-post bets the going is drawn, after the others they are off."""
    phase, events = (
        meeting.phase,
        [Event("bets", {"phase": meeting.phase}, "N11" if meeting.phase == ANTE_POST else "N16")],
    )
    money, bets = list(meeting.money), [list(each) for each in meeting.bets]
    for at, wanted in stakes.items():
        for each in wanted:
            if each.stake <= money[at]:  # N17
                money[at] -= each.stake
                bets[at].append(placed(meeting, each))
                events.append(_taken(meeting, at, bets[at][-1]))
    meeting = replace(meeting, money=tuple(money), bets=tuple(map(_in_order, bets)), turn=meeting.turn + 1)
    if phase == ANTE_POST:
        return Step(off(meeting, events, dice), events)
    return Step(replace(meeting, phase=RACE, left=meeting.options.rounds), events)


def placed(meeting: Meeting, each: Stake) -> Bet:
    """N11, N16: at the odds of the moment."""
    odds = offered(meeting, each.horse)
    early = meeting.phase == ANTE_POST
    return Bet(each.horse, each.on, each.stake, odds.win if each.on == WIN else odds.place, early)


def offered(meeting: Meeting, lot: int) -> Odds:
    """The odds of the moment."""
    return ante_post(lot) if meeting.phase == ANTE_POST else price(lot, meeting.going or 0)


def _taken(meeting: Meeting, at: int, bet: Bet) -> Event:
    seat = meeting.players[at]
    return Event("bet", {"player": seat, **told_bet(bet)}, "N12", frozenset({seat}))


def told_bet(bet: Bet) -> Json:
    return {
        "horse": name_of(bet.horse),
        "on": bet.on,
        "stake": bet.stake,
        "odds": bet.odds,
        "ante_post": bet.ante_post,
    }


def _in_order(bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """Ante-post first, then by lot, win before place, then as written."""
    return tuple(sorted(bets, key=lambda bet: (not bet.ante_post, bet.horse, bet.on != WIN)))


def off(meeting: Meeting, events: list[Event], dice: Dice) -> Meeting:
    """N13, N18, N28: the going, the draw, and the decks."""
    going, draw, many = dice.stream("going").below(len(GOING)), dice.stream("draw"), len(meeting.stables)
    start = tuple(draw.below(many) for _ in CAPS)
    meeting = replace(meeting, phase=BETTING, going=going, start=start)
    meeting = replace(
        meeting,
        runners=lined_up(meeting),
        decks={deck: tuple(shuffled(deck, 1, dice)) for deck in DECKS},
        shuffles=dict.fromkeys(DECKS, 1),
    )
    events.append(Event("off", told_off(meeting), "N13"))
    return meeting


def lined_up(meeting: Meeting) -> dict[int, Runner]:
    """N18: all stand on square 0, in the lanes that were drawn."""
    points, many = GOING[meeting.going or 0].points, len(meeting.stables)
    return {
        lot: Runner(points, (at - meeting.start[cap]) % many + 1)
        for at, stable in enumerate(meeting.stables)
        for cap, lot in enumerate(stable)
    }


def told_off(meeting: Meeting) -> Json:
    """What everybody knows before the betting."""
    going = meeting.going or 0
    return {
        "going": GOING[going].name,
        "points": GOING[going].points,
        "handicaps": {name_of(lot): on_the_day(lot, going) for lot in meeting.field},
        "prices": {name_of(lot): price(lot, going)._asdict() for lot in meeting.field},
        "start": [meeting.names[at] for at in meeting.start],
        "lanes": {name_of(lot): runner.lane for lot, runner in lined_up(meeting).items()},
    }


def settled(meeting: Meeting, events: list[Event]) -> Meeting:
    """N35 to N37: the race is over, and all is told."""
    paid = settlement(meeting)
    money = tuple(
        had + sum(int(str(each["paid"])) for each in won) for had, won in zip(meeting.money, paid, strict=True)
    )
    meeting = replace(meeting, money=money)
    data: Json = {
        "settled": dict(zip(meeting.players, paid, strict=True)),
        "bets": {
            seat: [told_bet(bet) for bet in bets] for seat, bets in zip(meeting.players, meeting.bets, strict=True)
        },
        "money": dict(zip(meeting.players, money, strict=True)),
        "winners": winners(meeting),
    }
    events.append(Event("end", data, "N37"))
    return meeting
