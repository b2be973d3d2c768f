"""Simple trainers and jockeys for the demo and for trials: they see what their player sees, and write as people do."""

from gm.core.dice import Dice, Stream
from gm.core.play import Json, Seat
from gm.games.national.field import PLACE, STEP, WIN, horse, name_of, on_the_day, price
from gm.games.national.meeting import ANTE_POST, BETTING, SALE, Meeting

# How each temperament rides a good horse: an even pace; fast first; held up until the second circuit is half run.
_HOME = {"when": {"fence": "> 28"}, "ride": "8"}
_SHORT = {"when": {"points": "<= 6"}, "ride": "3 2 4 1 clear"}
EVEN = [_HOME, {"when": {"lead": ">= 6"}, "ride": "2 1 3 clear"}, _SHORT, "4 5 3 clear"]
FRONT = [
    *(_HOME, {"when": {"lead": ">= 4"}, "ride": "1-3 clear"}, _SHORT),
    *({"when": {"round": "<= 5"}, "ride": "6 5 7 clear"}, "4 3 5 clear lane 1"),
]
HELD_UP = [_HOME, _SHORT, {"when": {"fence": ">= 20"}, "ride": "6 7 5 clear"}, "3 4 2 clear"]
FENCES = [{"when": {"fence": "31"}, "ride": "8"}, "5 6 4 7 3 8 2 1 fence"]
TEMPERS = (EVEN, FRONT, HELD_UP, FENCES)
SHY = 5  # a handicap on the day from which on one leaves the fences alone


def improvise(meeting: Meeting, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn; the same view and dice always give the same page."""
    at = meeting.seat(seat)
    chance = dice.stream(f"{seat} {meeting.turn}")
    if at is None:
        return {"bids": "none"}
    if meeting.phase == SALE:
        return {"bids": _bids(meeting, at, chance) if at in meeting.bidders else "none"}
    if meeting.phase in (ANTE_POST, BETTING):
        return {"bets": _bets(meeting, at, chance) or "none"}
    return _rides(meeting, at)


def _bids(meeting: Meeting, at: int, chance: Stream) -> Json | str:
    """Most lots are worth a little more than their reserve ; with some horses bought one looks for bargains."""
    bids: Json = {}
    for lot in meeting.lots:
        more = chance.below(5)
        limit = horse(lot).reserve + STEP * (more - 1)
        if more and limit <= max(STEP, meeting.limit(at)):
            few = {"when": {"horses": f"<= {1 + more % 3}"}, "bid": str(limit // 1000)}
            bids[name_of(lot)] = [few, str(horse(lot).reserve // 1000)] if more % 2 else str(limit)
    return bids or "none"


def _bets(meeting: Meeting, at: int, chance: Stream) -> Json:
    """Half of the purse at most, on one's own hope and on a stranger."""
    own, field = meeting.stables[at], meeting.field
    if meeting.phase == ANTE_POST:
        hope = own[chance.below(len(own))]
        return {name_of(hope): "10 place"} if meeting.money[at] >= 3 * STEP and chance.below(3) else {}
    left = meeting.money[at] // (2 * STEP)
    going = meeting.going or 0
    hope = max(own, key=lambda lot: (on_the_day(lot, going), lot))
    stranger = field[chance.below(len(field))]
    wanted = {hope: [f"{10 * (left // 2)} {WIN}", f"10 {PLACE}"]} if left >= 3 else {}
    if left and stranger != hope and price(stranger, going).place <= 16:
        wanted[stranger] = [f"10 {PLACE}"]
    return {name_of(lot): bets for lot, bets in wanted.items()}


def _rides(meeting: Meeting, at: int) -> Json:
    """By temperament; horses that have no hope otherwise land on fences. What is said once stands."""
    going = meeting.going or 0
    rides: Json = {}
    for box, lot in enumerate(meeting.stables[at]):
        poor = on_the_day(lot, going) < SHY
        rides[name_of(lot)] = FENCES if poor else TEMPERS[(at + box) % len(TEMPERS)]
    return {"standing": rides} if meeting.round == 1 else {"ride": rides}
