"""A line that is keyed again: does it say what counts? And where two passes are wanted, what was keyed once only."""

from collections.abc import Sequence
from typing import NamedTuple

from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.desk.aloud import plainly
from gm.desk.calling import Entrants, Listed
from gm.desk.counting import orders_for, part_of, press_for, standing_for
from gm.desk.desk import Desk, Match
from gm.desk.intake import Clerk, Reading, Verdict
from gm.desk.keying import SOURCE, NotKeyed, the_page
from gm.pages.book import read_part
from gm.pages.page import canonical
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
    agrees = all(side.page.canonical == side.said and side.counts == side.now for side in sides)
    said = "\n".join(f"{side.said} {reading.page.press}" for side, reading in zip(sides, readings, strict=True))
    return Compared(who, (), [side.page for side in sides], agrees, said, *(([], []) if at.blind else differ))


def _refused(at: Match, reading: Reading) -> Verdict:
    return Verdict(
        SOURCE, "refused", at.name, at.turn, reading.seat, problems=reading.problems, blind=at.blind, told=reading.told
    )


class _Sides(NamedTuple):
    page: PageRow
    said: str
    counts: Sequence[str]
    now: Sequence[str]


def _sides(desk: Desk, at: Match, who: Listed, reading: Reading) -> _Sides:
    """What counts for a seat, and what the line says, in the same words."""
    seat = reading.seat or who.seat
    page = in_force_for(desk, at, seat, reading.orders or not reading.standing)
    if page is None:
        raise NotKeyed(sentence("no order of {who} counts that this could be compared with", who=who.called))
    part = dict(reading.part) or part_of(at, page)
    counts, now = _words(at, seat, part_of(at, page)), _words(at, seat, part)
    if reading.page.press:  # left out, it is not asked about: nobody copies a poem twice
        kept = press_for(desk, at, at.turn, seat).get(seat)
        counts, now = [*counts, _press(kept.press if kept else "")], [*now, _press(reading.page.press)]
    return _Sides(page, canonical(at.name, at.turn, seat, part), counts, now)


def in_force_for(desk: Desk, at: Match, seat: Seat, orders: bool = True) -> PageRow | None:
    """The page that counts for a seat: its order for the open turn, or its standing one."""
    order, standing = orders_for(desk, at, at.turn, seat).orders, standing_for(desk, at, at.turn, seat)
    return (order.get(seat) if orders else None) or standing.get(seat)


def _words(at: Match, seat: Seat, part: Json) -> list[str]:
    return plainly(at, seat, read_part(at.game, at.state, seat, part))


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
