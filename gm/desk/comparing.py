"""A line that is keyed again: does it say what counts? And where two passes are wanted, what was keyed once only."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gm.core.names import fold
from gm.core.play import Json, Key, Line, Raw, Seat
from gm.core.sections import is_written
from gm.core.words import sentence
from gm.desk.aloud import plainly
from gm.desk.calling import Entrants, Listed
from gm.desk.counting import orders_for, part_of, press_for, standing_for
from gm.desk.desk import Desk, Match
from gm.desk.intake import Clerk, Reading, Verdict
from gm.desk.keying import SOURCE, NotKeyed, the_page
from gm.pages.book import by_decision, read_part
from gm.store.database import PageRow
from gm.store.pages import Pages


class Compared(NamedTuple):
    """What a line says, beside what counts. Nothing is stored of it."""

    who: Listed
    refused: Sequence[Verdict] = ()  # what is wrong with the line, if it could not be an order at all
    pages: Sequence[PageRow] = ()  # what it was compared with: one, unless it orders for several horses of one owner
    agrees: bool = False
    said: str = ""  # the line in the one way of writing it, to know it by if it comes once more
    counts: Sequence[str] = ()  # sentences: what counts and is not on the line; in a blind game none
    now: Sequence[str] = ()  # and what is on the line and does not count


def compare(desk: Desk, at: Match, typed: str) -> Compared:
    """Hold a line against the order in force; a refusal, if there is none."""
    who, source = the_page(desk, at, typed)
    readings = Clerk.at(desk, count_late=True, match=at).read(source)
    refused = [_refused(at, each) for each in readings if not each.good]
    if refused:
        return Compared(who, refused)
    sides = [_sides(desk, at, who, reading) for reading in readings]
    counts, now = [each for side in sides for each in side.counts], [each for side in sides for each in side.now]
    differ = ([each for each in counts if each not in now], [each for each in now if each not in counts])
    agrees = all(side.same for side in sides)
    said = "\n".join(f"{side.said} {reading.page.press}" for side, reading in zip(sides, readings, strict=True))
    return Compared(who, (), [side.page for side in sides], agrees, said, *(([], []) if at.blind else differ))


def _refused(at: Match, reading: Reading) -> Verdict:
    return Verdict(
        SOURCE, "refused", at.name, at.turn, reading.seat, problems=reading.problems, blind=at.blind, told=reading.told
    )


class _Said(NamedTuple):
    """What an order says on one decision."""

    meant: list[Any]
    words: str


class _Sides(NamedTuple):
    page: PageRow
    same: bool
    said: str
    counts: Sequence[str]
    now: Sequence[str]


def _sides(desk: Desk, at: Match, who: Listed, reading: Reading) -> _Sides:
    """What counts for a seat, and what the line says, in the same words."""
    seat = reading.seat or who.seat
    page = in_force_for(desk, at, seat, reading.orders or not reading.standing)
    if page is None:
        raise NotKeyed(sentence("no order of {who} counts that this could be compared with", who=who.called))
    kept = _said(at, seat, part_of(at, page))
    typed = _said(at, seat, dict(reading.part)) if reading.part else kept
    alike = {key: kept[key] for key in typed if key in kept and kept[key].meant == typed[key].meant}
    counts, now = [each.words for each in kept.values()], [each.words for each in (typed | alike).values()]
    if reading.page.press:  # left out, it is not asked about: nobody copies a poem twice
        told = press_for(desk, at, at.turn, seat).get(seat)
        counts, now = [*counts, _press(told.press if told else "")], [*now, _press(reading.page.press)]
    same = kept.keys() == alike.keys() == typed.keys() and counts == now
    return _Sides(page, same, f"{seat} {[(key, each.meant) for key, each in typed.items()]}", counts, now)


def in_force_for(desk: Desk, at: Match, seat: Seat, orders: bool = True) -> PageRow | None:
    """The page that counts for a seat: its order for the open turn, or its standing one."""
    order, standing = orders_for(desk, at, at.turn, seat).orders, standing_for(desk, at, at.turn, seat)
    return (order.get(seat) if orders else None) or standing.get(seat)


def _said(at: Match, seat: Seat, part: Json) -> dict[Key, _Said]:
    checked = read_part(at.game, at.state, seat, part)
    book = by_decision(line for line in [*checked.own, *checked.standing] if not line.implied)
    spoken = zip(book.items(), plainly(at, seat, checked), strict=True)
    return {key: _Said([_meant(line) for line in lines], words) for (key, lines), words in spoken}


def _meant(line: Line) -> Any:
    """A line as it is read, however it is written: 022 is 22, and ALL is all. Not what it comes to as things stand."""
    return _plain(line.say), _plain(str(line.condition))


def _plain(say: Raw) -> Any:
    if isinstance(say, Mapping):
        return {fold(key): _plain(each) for key, each in say.items() if is_written(each)}
    if isinstance(say, Sequence) and not isinstance(say, str):
        return [_plain(each) for each in say]
    return re.sub(r"\b0+(?=[0-9])", "", fold(str(say)))


def _press(text: str) -> str:
    return sentence("Press: {text}", text=" ".join(text.split()) or "-")


def keyed_in_force(desk: Desk, at: Match, seat: Seat) -> PageRow | None:
    """The order that counts for a seat, if somebody keyed it: the first pass."""
    page = orders_for(desk, at, at.turn, seat).orders.get(seat)
    return page if page and _keyed(page) else None


def _keyed(page: PageRow) -> bool:
    return page.source == SOURCE and not (page.file or page.sender)


def keyed_once(desk: Desk, at: Match) -> list[Listed]:
    """Whose order counts and has been keyed in one pass only."""
    again = Pages(desk.store).keyed_again(at.name, at.turn)
    once = {
        seat for seat, page in orders_for(desk, at, at.turn).orders.items() if _keyed(page) and page.id not in again
    }
    return [each for each in Entrants.of(at).listed if each.seat in once]
