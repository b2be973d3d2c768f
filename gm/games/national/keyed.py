"""A slip as the game master types it: `brown sugar 90, odd sock 10`, `gun metal 20 win`, `5; 4-6 clear; retire`."""

import re
from collections.abc import Iterator, Sequence

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Json, Raw, Refusal, Seat
from gm.core.sections import is_none
from gm.core.words import sentence
from gm.games.national.field import LOTS, NAMES, name_of
from gm.games.national.meeting import BETS, BIDS, RACE, RIDE, SALE, Meeting, phase_on
from gm.games.national.validity import FILLERS, ON, bad_wager, money, pieces, ride, speeds, wager

LEFT_OUT = "-"
_OF_A_HORSE = (*ON, *FILLERS, "lane", "none")
_APART = re.compile(r";|,(?![0-9]{3}(?![0-9]))")  # a comma between digits belongs to the amount
_GROUPED = re.compile(r"(?<=[0-9])\s+(?=000(?![0-9]))")  # 60 000


def keyed(meeting: Meeting, seat: Seat, turn: int, words: str) -> Json:
    """The page's part of a line; what the turn asks for is known by its phase."""
    phase = phase_on(meeting, turn)
    section = {SALE: BIDS, RACE: RIDE}.get(phase, BETS)
    if is_none(words):
        return {section: words}
    if phase == SALE:
        return {BIDS: _bids(meeting, words)}
    if phase == RACE:
        return {RIDE: _rides(meeting, seat, words)}
    return {BETS: _bets([name_of(lot) for lot in meeting.field], words)}


def _bids(meeting: Meeting, words: str) -> Json:
    """Horse and limit, horse and limit; a lot's number does for its name."""
    lots = {str(lot): name_of(lot) for lot in LOTS}
    bids: Json = {}
    for piece in _pieces(words):
        for horse, limit in _pairs(piece.split()):
            name = lots.get(horse) or _named(horse, [name_of(lot) for lot in meeting.lots] or NAMES)
            _put(bids, name, _thousands(limit))
    return {name: bids[name] for name in NAMES if name in bids}


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """
    >>> list(_pairs("brown sugar 90 odd sock £10,000 7 60".split()))
    [('brown sugar', '90'), ('odd sock', '£10,000'), ('7', '60')]
    """
    name: list[str] = []
    for word in words:
        if name and (_is_amount(word) or is_none(word)):
            yield " ".join(name), word
            name = []
        else:
            name.append(word)
    if name:
        yield " ".join(name), ""


def _is_amount(word: str) -> bool:
    return word.lstrip("£")[:1].isdigit()


def _thousands(text: str) -> str:
    """The one way in which an amount is kept, so that 60,000 agrees with 60 when it is keyed again.

    >>> _thousands("£60,000"), _thousands("60"), _thousands("1,500,000"), _thousands("lots")
    ('60', '60', '1500000', 'lots')
    """
    amount = money(text)
    if amount < 0:
        return text
    return str(amount // 1000) if amount % 1000 == 0 and amount < 1_000_000 else str(amount)


def _bets(field: Sequence[str], words: str) -> Json:
    """Horse, stake, and win or place, in any order; a horse may be backed twice."""
    bets: dict[str, list[str]] = {}
    for piece in _pieces(words):
        name, stake = _apart(piece.split(), field)
        said = wager(stake)
        plain = f"{_thousands(str(said['stake']))} {said['on']}"
        bets.setdefault(name, []).append(stake if bad_wager(stake, None) else plain)
    return dict(bets)


def _rides(meeting: Meeting, seat: Seat, words: str) -> Json:
    """By name, or in the order of the boxes; speeds alone need no semicolon between them."""
    own = [name_of(lot) for lot in meeting.own(seat) if meeting.phase != RACE or meeting.runners[lot].running]
    apart = [each.strip() for each in words.split(";")]
    if len(apart) == 1 and len(own) > 1 and all(speeds(word) or word == LEFT_OUT for word in words.split()):
        apart = words.split()
    rides: Json = {}
    for at, piece in enumerate(apart):
        name, said = _ridden(" ".join(pieces(piece)), own, at)
        if said not in ("", LEFT_OUT):
            _put(rides, name, said)
    return {name: rides[name] for name in [*own, *rides] if name in rides}


def _ridden(piece: str, own: Sequence[str], at: int) -> tuple[str, str]:
    """Whose ride it is: that of the horse that it names, or of the one whose turn it is in the stable."""
    if piece in ("", LEFT_OUT) or _is_said(piece.split()[0]):
        if at >= len(own):
            many = sentence("{many} rides are too many: {horses} still run", many=at + 1, horses=list(own))
            raise Refusal(many, sentence("put ; between the rides of two horses"))
        return own[at], piece
    return _apart(piece.split(), own)


def _pieces(words: str) -> list[str]:
    """
    >>> _pieces("brown sugar 90,000, odd sock 10; 7 60 000")
    ['brown sugar 90,000', 'odd sock 10', '7 60000']
    """
    return [each.strip() for each in _APART.split(_GROUPED.sub("", words)) if each.strip()]


def _apart(words: Sequence[str], names: Sequence[str]) -> tuple[str, str]:
    """A horse, and what is said of it: the longest name at either end, or the beginning of one."""
    many = len(words)
    ends = [(words[:n], words[n:]) for n in range(many, 0, -1)] + [(words[n:], words[:n]) for n in range(1, many)]
    for name, rest in ends:
        if found := find(" ".join(name), names):
            return found, " ".join(rest)
    for name, rest in ends:
        if all(map(_is_said, rest)) and (found := _begun(" ".join(name), names)):
            return found, " ".join(rest)
    unknown = " ".join(word for word in words if not _is_said(word))
    if not unknown:
        hint = sentence("put the horse first, and a comma between two of them")
        raise Refusal(sentence("{words} names no horse", words=" ".join(words)[:40]), hint)
    return _named(unknown, names), " ".join(filter(_is_said, words))


def _is_said(word: str) -> bool:
    """Is it said of a horse, and no name?"""
    return _is_amount(word) or fold(word) in _OF_A_HORSE or not ride(word)["wrong"]


def _begun(text: str, names: Sequence[str]) -> str | None:
    """The one name that begins so; what could be several is none, and a letter does not do."""
    begun = [name for name in names if fold(name).startswith(fold(text))]
    return begun[0] if len(begun) == 1 and len(text) > 1 else None


def _named(text: str, names: Sequence[str]) -> str:
    """Horses of others are let through: whoever reads the page says what is the matter with them."""
    found = find(text, names) or _begun(text, names) or find(text, NAMES)
    if found:
        return found
    could = [name for name in names if fold(name).startswith(fold(text))] if text else []
    if len(could) > 1:
        raise Refusal(sentence("{name} could be {horses}", name=text[:40], horses=could), flaw=Flaw.UNKNOWN)
    nobody = sentence("there is no horse called {name}", name=text[:40])
    hint = did_you_mean(text[:40], names, sentence("put the horse first, and a comma between two of them"))
    raise Refusal(nobody, hint, flaw=Flaw.UNKNOWN)


def _put(part: Json, name: str, said: Raw) -> None:
    if name in part:
        raise Refusal(sentence("{key} is written twice", key=name), sentence("keep one of the two"))
    part[name] = said
