"""The game's own part of an order page: `bids`, `bets`, `ride` and `standing` (N4, N5, N16, N20, N40, N41)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Decision, Flaw, Json, Key, Line, NotNow, Raw, Refusal, Remark, Seat, refusal, remarked
from gm.core.sections import Read, Shape, alternatives, attempt, by_key, is_blank, is_none, listed, one_of
from gm.core.words import sentence, unpack, write
from gm.games.national import validity
from gm.games.national.betting import Stake, offered
from gm.games.national.field import BOXES, LOTS, NAMES, STEP, horse, name_of
from gm.games.national.landings import lands
from gm.games.national.meeting import (
    ANTE_POST,
    BETS,
    BETTING,
    BIDS,
    LEADING,
    RACE,
    RIDE,
    SALE,
    STANDING,
    Meeting,
    keyed,
    lot_of,
    phase_on,
)
from gm.games.national.rides import Ride, read_ride

NONE = "none"
_OF_A_RIDE = (*validity.ENDS, "lane", "retire")
_BETWEEN = re.compile(r"\s*[;&+]\s*|,\s+|\s+(?:and|und|et|e)\s+", re.IGNORECASE)
_A_BID = Shape(
    ("bid",),
    lambda key: sentence("a bid has no {key}", key=key),
    sentence("a bid has when and bid"),
    sentence("this is no bid"),
    sentence("write {example}, or just the amount", example="{when: …, bid: …}"),
    sentence("this alternative bids nothing"),
    sentence("add bid: and an amount"),
)
_A_RIDE = Shape(
    ("ride",),
    lambda key: sentence("a ride has no {key}", key=key),
    sentence("it has when and ride"),
    sentence("this is no ride"),
    sentence("write {example}, or just the ride", example="{when: …, ride: …}"),
    sentence("this alternative rides nothing"),
    sentence("add ride: and how it is ridden"),
)
_NO_MAP = {
    BIDS: sentence("bids go by horse"),
    BETS: sentence("bets go by horse"),
    RIDE: sentence("rides go by horse"),
    STANDING: sentence("standing rides go by horse"),
}
_EXAMPLES = {
    BIDS: "bids: {Brown Sugar: 90}",
    BETS: "bets: {Odd Sock: 10 place}",
    RIDE: "ride: {Brown Sugar: 5 clear}",
    STANDING: "standing: {Brown Sugar: 5 clear}",
}
_USED = {SALE: (BIDS,), ANTE_POST: (BETS, STANDING), BETTING: (BETS, STANDING), RACE: (RIDE, STANDING)}


def lines(meeting: Meeting, part: Mapping[str, Raw]) -> Read:
    """A line for each bid and each ride; of bets one for all. Whoever names some lots bids for no other (N5)."""
    read = [
        _bids(part.get(BIDS)),
        _bets(meeting, part.get(BETS)),
        _rides(meeting, RIDE, part.get(RIDE)),
        _rides(meeting, STANDING, part.get(STANDING)),
    ]
    return [line for found, _ in read for line in found], [remark for _, wrong in read for remark in wrong]


def _bids(raw: Raw) -> Read:
    """N5; a lot's number does for its horse, since the sale sheet has both."""
    if isinstance(raw, str) and not is_blank(raw) and is_none(raw):
        return [Line(BIDS, raw)], []

    def of_lot(key: Raw, value: Raw) -> Read:
        number = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 3 else 0
        return alternatives(keyed(BIDS, number if number in LOTS else _lot(key, NAMES)), value, _A_BID)

    found, wrong = _by_horse(BIDS, raw, of_lot)
    return [*found, *([Line(BIDS, NONE, implied=True)] if found else [])], wrong


def _rides(meeting: Meeting, section: str, raw: Raw) -> Read:
    field = _field(meeting)

    def of_horse(key: Raw, value: Raw) -> Read:
        return alternatives(keyed(section, _lot(key, field)), value, _A_RIDE)

    return _by_horse(section, raw, of_horse)


def _by_horse(section: str, raw: Raw, read: Callable[[Raw, Raw], Read]) -> Read:
    by_name = _merged(raw)
    if not is_none(by_name) and not isinstance(by_name, Mapping):
        return [], [_no_map(section, raw)]
    return by_key(by_name, _NO_MAP[section], read)


def _merged(raw: Raw) -> Raw:
    """Horses with a dash before each are as good as horses alone, if none is named twice."""
    if not isinstance(raw, list) or not raw or not all(isinstance(each, Mapping) for each in raw):
        return raw
    entries = [entry for each in raw for entry in each.items()]
    return dict(entries) if len(dict(entries)) == len(entries) else raw


def _no_map(section: str, raw: Raw) -> Remark:
    return Remark(_NO_MAP[section], write(_EXAMPLES[section]), raw, Flaw.UNREADABLE)


def _bets(meeting: Meeting, raw: Raw) -> Read:
    """N16: in the order of the page; one line, since they are placed together."""
    if isinstance(raw, str) and not is_blank(raw) and is_none(raw):
        return [Line(BETS, raw)], []
    if is_blank(raw):
        return [], []
    by_name = _merged(raw)
    if not isinstance(by_name, Mapping):
        return [], [_no_map(BETS, raw)]
    tried = [attempt(stakes, key, value, _field(meeting)) for key, value in by_name.items()]
    wrong = [remark for _, remarks in tried for remark in remarks]
    return [Line(BETS, by_name)] if wrong or any(found for found, _ in tried) else [], wrong


def _field(meeting: Meeting) -> Sequence[str]:
    """Those that run; as long as nobody knows who does, all."""
    return NAMES if meeting.phase == SALE else [name_of(lot) for lot in meeting.field]


def stakes(key: Raw, value: Raw, field: Sequence[str]) -> list[Stake]:
    lot, wanted = _lot(key, field), [bet for each in listed(value) for bet in _apart(each)]
    for each in wanted:
        for wrong in validity.bad_wager(each, None):
            raise refusal(wrong, value if isinstance(value, str) else each if isinstance(each, str) else key)
    return [Stake(lot, found["on"], found["stake"]) for found in map(validity.wager, wanted)]


def _apart(said: Raw) -> list[Raw]:
    """20 win, 10 place: two bets in one breath, if each of them says for what it is.

    >>> _apart("20 win, 10 place"), _apart("20 win and 10 place"), _apart("20,000 win")
    (['20 win', '10 place'], ['20 win', '10 place'], ['20,000 win'])
    """
    parts = _BETWEEN.split(said) if isinstance(said, str) else []
    return list(parts) if len(parts) > 1 and all(validity.wager(each)["on"] for each in parts) else [said]


def _lot(key: Raw, field: Sequence[str]) -> int:
    """N41: a horse that nobody knows, or that does not run."""
    known = (find(key, NAMES) or _without_apostrophe(key)) if isinstance(key, str) else None
    if known is not None and known not in field:
        raise Refusal(sentence("{horse} does not run", horse=known), about=key)
    nobody = sentence("there is no horse called {name}", name=str(key).strip()[:40])
    name = one_of(known or key, field or NAMES, nobody, sentence("look it up in your report"))
    return NAMES.index(name) + 1


def _without_apostrophe(name: str) -> str | None:
    """Parsons Folly."""
    return next((each for each in NAMES if fold(each).replace("'", "") == fold(name).replace("'", "")), None)


# What a line means


def read(meeting: Meeting, decision: Decision, say: Raw) -> Any:
    section, lot = lot_of(decision.key)
    if section == BIDS:
        return _read_bid(say)
    if section == BETS:
        return _read_bets(meeting, decision, say)
    return _read_ride(meeting, decision.seat, lot, say)


def _read_bid(say: Raw) -> int | None:
    """N5; none is no bid, for one lot or for all that are not named."""
    if is_none(say):
        return None
    for wrong in validity.bad_bid(say, None):
        raise refusal(wrong, say)
    return validity.money(say)


def _read_bets(meeting: Meeting, decision: Decision, say: Raw) -> tuple[Stake, ...]:
    """N11, N41: on the ante-post turn one of 10,000; that the purse covers them is seen to when they are placed."""
    if not isinstance(say, Mapping):
        return ()
    found = [stake for key, value in say.items() for stake in stakes(key, value, _field(meeting))]
    if decision.phase == ANTE_POST:
        _one_only(found, say)
    return tuple(found)


def _one_only(found: Sequence[Stake], say: Raw) -> None:
    """N11."""
    hint = sentence("write bets: and one horse, such as {example}", example="{Odd Sock: 10 place}")
    if len(found) > 1:
        raise Refusal(unpack(validity.too_many(len(found))), hint, say)
    for each in found:
        if each.stake != STEP:
            raise Refusal(unpack(validity.other_stake(each.stake)), hint, say)


def _read_ride(meeting: Meeting, seat: Seat, lot: int, say: Raw) -> Ride:
    """N20; N25: none of the first four is retired."""
    for wrong in validity.bad_ride(say, None):
        remark = remarked(wrong, say)
        hint = did_you_mean(validity.ride(say)["wrong"], _OF_A_RIDE, remark.hint)
        raise Refusal(remark.message, hint, say, remark.flaw)
    if lot not in meeting.own(seat):
        raise Refusal(sentence("{horse} is not yours", horse=name_of(lot)), about=say)
    ride = read_ride(say)
    if ride.retire and meeting.phase == RACE and lot in meeting.running[:LEADING]:
        raise NotNow(sentence("{horse} is one of the first four", horse=name_of(lot)), about=say)
    return ride


def called(key: Key) -> str:
    """How an order is read back."""
    section, lot = lot_of(key)
    if not lot:
        return sentence("Bets") if section == BETS else sentence("All other lots")
    horse = name_of(lot)
    if section == BIDS:
        return sentence("Bid for {horse}", horse=horse)
    return sentence("Standing ride of {horse}", horse=horse) if section == STANDING else horse


# On arrival


def review(meeting: Meeting, seat: Seat, turn: int, found: Sequence[Line]) -> list[Remark]:
    """N41, of the order as a whole."""
    phase = phase_on(meeting, turn)
    remarks = [
        _of_no_use(meeting, line, phase, turn) for line in found if lot_of(line.key)[0] not in _uses(meeting, phase)
    ]
    if remarks:
        return remarks[:1]
    if not _asks(meeting, seat, phase):
        return [_nothing_asked(turn, found)] if found else []
    checks: dict[str, Callable[..., list[Remark]]] = {
        SALE: _odd_bids,
        ANTE_POST: _over,
        BETTING: _over,
        RACE: _odd_rides,
    }
    said = checks[phase](meeting, seat, found) if phase in checks else []
    return [*said, *_open_ended(found)]


def _uses(meeting: Meeting, phase: str) -> Sequence[str]:
    """Standing rides may come as soon as the sale is over."""
    return _USED.get(phase, ())


def _asks(meeting: Meeting, seat: Seat, phase: str) -> bool:
    at = meeting.seat(seat)
    return at is not None and (phase != SALE or at in meeting.bidders)


def _of_no_use(meeting: Meeting, line: Line, phase: str, turn: int) -> Remark:
    section = lot_of(line.key)[0]
    if not phase:
        message = sentence("nobody can say yet what turn {turn} asks for", turn=turn)
        return Remark(message, sentence("send it again when the sale is over"), line.say)
    message = sentence("turn {turn} has no use for {section}", turn=turn, section=section)
    return Remark(message, sentence("it asks for {section}", section=_USED[phase][0]), line.say)


def _nothing_asked(turn: int, found: Sequence[Line]) -> Remark:
    message = sentence("your stable is full: turn {turn} asks nothing of you", turn=turn)
    return Remark(message, sentence("send press without bids"), found[0].say)


def _odd_bids(meeting: Meeting, seat: Seat, found: Sequence[Line]) -> list[Remark]:
    """N41: not for sale; under the reserve; over what one could pay."""
    at = position(meeting, seat)
    for line in found:
        lot = lot_of(line.key)[1]
        if lot and lot not in meeting.lots:
            return [Remark(sentence("{horse} is not for sale", horse=name_of(lot)), about=line.say)]
    said = [(line, validity.odd_bid(at, _plain(line), None)) for line in found if lot_of(line.key)[1]]
    return [remarked(each, line.say) for line, odd in said for each in odd]


def _plain(line: Line) -> Json:
    lot = lot_of(line.key)[1]
    return {"horse": name_of(lot), "reserve": horse(lot).reserve, "play": line.say}


def _over(meeting: Meeting, seat: Seat, found: Sequence[Line]) -> list[Remark]:
    """N41: bets of more than the purse together."""
    purse = meeting.money[meeting.players.index(seat)]
    for line in found:
        if line.key == BETS and isinstance(line.say, Mapping):
            said = [attempt(stakes, key, value, _field(meeting))[0] or [] for key, value in line.say.items()]
            total = sum(each.stake for found in said for each in found)
            return [remarked(each, line.say) for each in validity.over({"purse": purse}, total)]
    return []


def _odd_rides(meeting: Meeting, seat: Seat, found: Sequence[Line]) -> list[Remark]:
    """N41: what can stand, and is odd."""
    remarks: list[Remark] = []
    for line in found:
        lot = lot_of(line.key)[1]
        if lot in meeting.own(seat) and not validity.bad_ride(line.say, None):
            at = _runner(meeting, lot)
            remarks += [remarked(each, line.say) for each in validity.odd_ride(at, line.say, None)]
    bad = any(validity.bad_ride(line.say, None) or lot_of(line.key)[1] not in meeting.own(seat) for line in found)
    return remarks if bad else remarks + _left_out(meeting, seat, found)


def position(meeting: Meeting, seat: Seat, turn: int = 0) -> Json:
    """What the rules of validity look at, on whatever turn."""
    at = meeting.seat(seat)
    own = [lot for lot in meeting.own(seat) if lot in meeting.runners and meeting.runners[lot].running]
    odds = {lot: offered(meeting, lot) for lot in meeting.field if meeting.phase in (ANTE_POST, BETTING)}
    return {
        "limit": 0 if at is None else meeting.limit(at),
        "boxes": BOXES - len(meeting.own(seat)),
        "lots": [name_of(lot) for lot in meeting.lots],  # in the order in which they are called
        "reserves": {name_of(lot): horse(lot).reserve for lot in meeting.lots},
        "purse": 0 if at is None else meeting.money[at],
        "ante_post": meeting.phase == ANTE_POST,
        "odds": {name_of(lot): [each.win, each.place] for lot, each in odds.items()},
        "runners": {name_of(lot): _runner(meeting, lot) | {"lands": lands(meeting, lot)} for lot in own},
    }


def _runner(meeting: Meeting, lot: int) -> Json:
    """What the rules of validity know of a horse."""
    runner, first = meeting.runners[lot], meeting.running[:LEADING]
    return {"horse": name_of(lot), "points": runner.points, "first": lot in first}


def _left_out(meeting: Meeting, seat: Seat, found: Sequence[Line]) -> list[Remark]:
    if not any(lot_of(line.key)[0] == RIDE for line in found):
        return []
    running = {name_of(lot): lot for lot in meeting.own(seat) if meeting.runners[lot].running}
    about = next(line.say for line in found if lot_of(line.key)[0] == RIDE)
    named = [name_of(lot) for lot in {lot_of(line.key)[1] for line in found}]
    return [remarked(each, about) for each in validity.left_out({"runners": running}, named)]


def _open_ended(found: Sequence[Line]) -> list[Remark]:
    last = {line.key: line for line in found}
    return [remarked(validity.open_end(None), line.say) for line in last.values() if line.when is not None]
