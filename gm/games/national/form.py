"""What the order form asks of a player, phase by phase."""

from gm.core.asking import choices, conditions, field
from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.games.national.facts import facts as known
from gm.games.national.field import horse, name_of
from gm.games.national.meeting import BETS, BIDS, RACE, RIDE, SALE, STANDING, Meeting, keyed
from gm.games.national.outlook import pounds
from gm.games.national.pages import position

_BIDS = sentence("The most that you would pay, in thousands; what you leave out you do not bid for.")
_BETS = sentence("Such as 10 win or 20 place; a stake counts in thousands.")
_RIDE = sentence("Speeds from 1 to 8, where to land (fence, shoe, clear), and a lane, such as 4-6 clear lane 2.")
_REPHRASED = {
    "write an amount such as 60000, or just 60": sentence("an amount in thousands, such as 60"),
    "write 10 win, or 10 place": sentence("a stake in thousands, and win or place"),
}
_STANDING = sentence("It is used on every turn for which you send no ride of that horse, until you send another.")


def form(meeting: Meeting, seat: Seat) -> Json:
    if meeting.phase == SALE:
        groups = [_group(meeting, seat, sentence("Your bids"), _BIDS, BIDS, meeting.lots)]
    elif meeting.phase != RACE:
        groups = [
            {"title": sentence("Your bets"), "note": _BETS, "sections": [_bet(meeting, lot) for lot in meeting.field]}
        ]
    else:
        own = [lot for lot in meeting.own(seat) if meeting.runners[lot].running]
        groups = [_group(meeting, seat, sentence("Your rides"), _RIDE, RIDE, own)]
        groups.append(_group(meeting, seat, sentence("Standing rides"), _STANDING, STANDING, own) | {"folded": True})
    return {"position": position(meeting, seat), "rephrased": _REPHRASED, "groups": groups}


def _group(
    meeting: Meeting, seat: Seat, title: str, note: str, section: str, lots: tuple[int, ...] | list[int]
) -> Json:
    names = [name_of(lot) for lot in meeting.field or meeting.lots]
    terms = conditions(known(meeting, seat), choices(names))
    return {"title": title, "note": note, "sections": [_horse(section, lot) | terms for lot in lots]}


def _horse(section: str, lot: int) -> Json:
    bid = section == BIDS
    label = sentence("bid") if bid else sentence("ride")
    return {
        "key": keyed(section, lot),
        "into": [section, name_of(lot)],
        "title": name_of(lot),
        "notes": [sentence("reserve {money}", money=pounds(horse(lot).reserve))] if bid else [],
        "bare": "bid" if bid else "ride",
        "rows": "otherwise",
        "add": sentence("Add an alternative"),
        "fields": [field("bid" if bid else "ride", "text", label)],
    }


def _bet(meeting: Meeting, lot: int) -> Json:
    return {
        "key": keyed(BETS, lot),
        "into": [BETS, name_of(lot)],
        "title": name_of(lot),
        "bare": "bet",
        "rows": "any",
        "add": sentence("Add a bet"),
        "fields": [field("bet", "text", sentence("bet"))],
    }
