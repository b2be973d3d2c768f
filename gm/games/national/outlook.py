"""What an order would do as things stand, for whoever sent it: said of each bid, bet and ride."""

from collections.abc import Mapping, Sequence

from gm.core.clauses import clauses
from gm.core.play import Facts, Line, Raw, Seat
from gm.core.sections import is_none
from gm.core.words import counted, sentence, unpack
from gm.games.national import validity
from gm.games.national.betting import Stake, placed
from gm.games.national.course import FENCE, FENCE_ON, FINISH, SHOE, Landing
from gm.games.national.facts import facts
from gm.games.national.field import BOXES, WIN, horse, name_of
from gm.games.national.meeting import BETS, RACE, RIDE, SALE, Meeting, lot_of
from gm.games.national.pages import stakes
from gm.games.national.rides import read_ride, ridden


def foresee(meeting: Meeting, seat: Seat, found: Sequence[Line]) -> list[str]:
    """A sentence for each line of the open turn, and what is left of the money."""
    at = meeting.seat(seat)
    if at is None:
        return []
    own = [line for line in found if not line.implied]
    if meeting.phase == SALE:
        return _bids(meeting, at, [line for line in own if lot_of(line.key)[1] and not is_none(line.say)], seat)
    if meeting.phase == RACE:
        known = facts(meeting, seat)
        return [_if(_ride(meeting, line), line, known) for line in own if lot_of(line.key)[0] == RIDE]
    return [said for line in own if line.key == BETS for said in _bets(meeting, at, line.say)]


def pounds(amount: int) -> str:
    """An amount that every language writes in its own way."""
    return unpack(validity.told(amount))


def _if(said: str, line: Line, known: Facts) -> str:
    if not line.condition:
        return said
    return sentence("{what} (if {condition})", what=said, condition=clauses(line.condition, known))


def _bids(meeting: Meeting, at: int, bids: Sequence[Line], seat: Seat) -> list[str]:
    """N7; what would be left if the dearest that one can buy went at one's limits."""
    known = facts(meeting, seat)
    limits: dict[int, int] = {}
    told = []
    for line in bids:
        lot, limit = lot_of(line.key)[1], validity.money(line.say)
        if limit < horse(lot).reserve:
            continue  # N7: that is no bid
        limits[lot] = max(limit, limits.get(lot, 0))
        up_to = sentence("{horse}: up to {money}", horse=name_of(lot), money=pounds(limit))
        told.append(_if(up_to, line, known))
    return [*told, _worst(meeting, at, sorted(limits.values())[len(meeting.stables[at]) - BOXES :])] if limits else []


def _worst(meeting: Meeting, at: int, dearest: Sequence[int]) -> str:
    many, left = len(dearest), meeting.money[at] - sum(dearest)
    if left < 0:
        return counted(
            "your limit is more than you can pay, and is cut to that",
            "the dearest {n} at your limits are more than you can pay: each is cut to what is left then",
            many,
        )
    return counted(
        "at your limit {money} are left",
        "if you buy the dearest {n} at your limits, {money} are left",
        many,
        money=pounds(left),
    )


def _bets(meeting: Meeting, at: int, say: Raw) -> list[str]:
    """N36: what each would bring, the stake included."""
    if not isinstance(say, Mapping):
        return []
    field = [name_of(lot) for lot in meeting.field]
    found = [each for key, value in say.items() for each in stakes(key, value, field)]
    left = sentence("{money} stay in your purse", money=pounds(meeting.money[at] - sum(each.stake for each in found)))
    return [*(_bet(meeting, each) for each in found), left]


def _bet(meeting: Meeting, stake: Stake) -> str:
    bet = placed(meeting, stake)
    values = {
        "horse": name_of(bet.horse),
        "money": pounds(bet.stake),
        "odds": f"{bet.odds}/1",
        "won": pounds(bet.stake * (bet.odds + 1)),
    }
    if bet.on == WIN:
        return sentence("{horse}: {money} to win at {odds} would bring {won}", **values)
    return sentence("{horse}: {money} for a place at {odds} would bring {won}", **values)


def _ride(meeting: Meeting, line: Line) -> str:
    """N20 to N23, as if it were this horse's move now: whoever moves before it may be in the way then, or out of it."""
    lot, ride = lot_of(line.key)[1], read_ride(line.say)
    runner, name = meeting.runners[lot], name_of(lot)
    if ride.retire:
        return sentence("{horse}: retired, unless it is one of the first four then", horse=name)
    if runner.miss or not runner.points:
        return sentence("{horse}: {ride}; but it will not move this time", horse=name, ride=line.say)
    taken = {meeting.runners[other].spot for other in meeting.running if other != lot}
    found = ridden(ride, runner.spot, meeting.handicap(lot), runner.most, taken)
    if found.landing is None:
        return sentence("{horse}: {ride}; as the field stands it is boxed in", horse=name, ride=line.say)
    return _lands(found.landing, {"horse": name, "ride": line.say})


def _lands(there: Landing, values: dict[str, Raw]) -> str:
    values = values | {"square": there.square, "lane": there.lane}
    if there.square >= FINISH:
        return sentence("{horse}: {ride}; as the field stands over the line", **values)
    if there.kind == FENCE:
        return sentence(
            "{horse}: {ride}; as the field stands to fence {number}, square {square}, lane {lane}",
            number=FENCE_ON[there.square],
            **values,
        )
    if there.kind == SHOE:
        return sentence("{horse}: {ride}; as the field stands to a horseshoe, square {square}, lane {lane}", **values)
    return sentence("{horse}: {ride}; as the field stands to square {square}, lane {lane}", **values)
