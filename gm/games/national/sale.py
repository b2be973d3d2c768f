"""The sale: lot after lot to the highest limit, and at the end no box stays empty (N5 to N10)."""

from collections.abc import Mapping
from dataclasses import replace

from gm.core.dice import Dice
from gm.core.play import Event, Step, put
from gm.games.national.betting import off
from gm.games.national.field import BOXES, LOTS, STEP, horse, name_of
from gm.games.national.meeting import ANTE_POST, Meeting, Sold, house_stables


def hammer(meeting: Meeting, bids: Mapping[int, int], dice: Dice) -> Step[Meeting]:
    """The next lot is called, and somebody buys it or nobody does; after the last one the sale is over."""
    lot, *rest = meeting.lots
    limits = counting(meeting, lot, bids)
    buyer = best(meeting, lot, limits) if limits else None
    price = None if buyer is None else price_of(lot, limits, buyer)
    to = None if buyer is None else meeting.players[buyer]
    events = [
        Event(
            "limit", {"lot": lot, "player": meeting.players[at], "limit": limit}, "N7", frozenset({meeting.players[at]})
        )
        for at, limit in limits.items()
    ]
    events.append(Event("lot", {"lot": lot, "horse": name_of(lot), "to": to, "price": price}, "N6"))
    meeting = replace(meeting, lots=tuple(rest))
    if buyer is not None and price is not None:
        meeting = bought(meeting, buyer, lot, price)
        meeting = replace(meeting, sold=(*meeting.sold, Sold(lot, buyer, price)))
    return Step(meeting, events) if rest else ended(meeting, events, dice)


def counting(meeting: Meeting, lot: int, bids: Mapping[int, int]) -> dict[int, int]:
    """N7: the limits that count."""
    limits = {at: min(bids[at], meeting.limit(at)) for at in meeting.bidders if at in bids}
    return {at: limit for at, limit in limits.items() if limit >= horse(lot).reserve}


def best(meeting: Meeting, lot: int, limits: Mapping[int, int]) -> int:
    """N6: the highest limit; then fewer horses, more money, the first seat from the lot's own on."""
    many = len(meeting.players)

    def merit(at: int) -> tuple[int, int, int, int]:
        return -limits[at], len(meeting.stables[at]), -meeting.money[at], (at - lot + 1) % many

    return min(limits, key=merit)


def price_of(lot: int, limits: Mapping[int, int], buyer: int) -> int:
    """N6: the second highest limit and a step, no more than one's own and no less than the reserve."""
    others = [limit for at, limit in limits.items() if at != buyer]
    return max(horse(lot).reserve, min(limits[buyer], max(others, default=0) + STEP))


def bought(meeting: Meeting, at: int, lot: int, price: int) -> Meeting:
    return replace(
        meeting,
        stables=put(meeting.stables, at, (*meeting.stables[at], lot)),
        money=put(meeting.money, at, meeting.money[at] - price),
    )


def ended(meeting: Meeting, events: list[Event], dice: Dice) -> Step[Meeting]:
    """N8: perhaps the rest is called once more; else all boxes are filled, and the house has its horses."""
    if meeting.bidders and meeting.sale < meeting.options.sales:
        again = replace(meeting, lots=unsold(meeting), sold=(), sale=meeting.sale + 1, turn=meeting.turn + 1)
        return Step(again, events)
    meeting = filled(meeting, events)
    meeting = housed(meeting, events, dice)
    meeting = replace(meeting, phase=ANTE_POST, turn=meeting.turn + 1, lots=(), sold=())
    return Step(meeting if meeting.options.ante_post else off(meeting, events, dice), events)


def unsold(meeting: Meeting) -> tuple[int, ...]:
    gone = set(meeting.field)
    return tuple(lot for lot in LOTS if lot not in gone)


def filled(meeting: Meeting, events: list[Event]) -> Meeting:
    """N9: one horse a stable in seat order, round and round."""
    while meeting.bidders:
        for at in meeting.bidders:
            lot = fitting(meeting, at)
            price = min(horse(lot).reserve, meeting.money[at])
            meeting = bought(meeting, at, lot, price)
            events.append(Event("given", {"player": meeting.players[at], "horse": name_of(lot), "price": price}, "N9"))
    return meeting


def fitting(meeting: Meeting, at: int) -> int:
    """N9: the dearest that is not more than one's money for each empty box; else the cheapest."""
    left, boxes = unsold(meeting), BOXES - len(meeting.stables[at])
    can = [lot for lot in left if horse(lot).reserve * boxes <= meeting.money[at]]
    if can:
        return min(can, key=lambda lot: (-horse(lot).reserve, lot))
    return min(left, key=lambda lot: (horse(lot).reserve, lot))


def housed(meeting: Meeting, events: list[Event], dice: Dice) -> Meeting:
    """N10: what the house stables run."""
    left = list(unsold(meeting))
    dice.stream("house").shuffle(left)
    many = house_stables(len(meeting.players), meeting.options.field)
    houses = tuple(tuple(left[at * BOXES : (at + 1) * BOXES]) for at in range(many))
    meeting = replace(meeting, stables=(*meeting.stables, *houses))
    for name, lots in zip(meeting.names[-many:] if many else (), houses, strict=True):
        events.append(Event("house", {"stable": name, "horses": [name_of(lot) for lot in lots]}, "N10"))
    return meeting
