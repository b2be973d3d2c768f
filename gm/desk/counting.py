"""Which order counts, where there are several: decided here, and what is said and played follows from it.

A page counts from the moment it was received: a mail when the server had it, a file when it was taken in. None counts
from a moment to come, and the clock that they count by never goes back: what is taken in with the clock set back counts
from the last moment that was known. Of two from one moment, the one that was taken in later counts.

A player may withdraw: from that moment on no order from before counts for the turn, and none comes back; a page that is
received later does. It is this turn's order alone that is withdrawn: a standing order is for turns without one, and
stays.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Generic, NamedTuple

from gm.core.play import Json, Remark, Seat
from gm.desk.desk import Desk, Match, stamp_of
from gm.store.database import PageRow
from gm.store.pages import WITHDRAWAL, Pages
from gm.store.rows import OrderRow, P

AnyOrder = PageRow | OrderRow


def clock_of(desk: Desk) -> datetime:
    """Now, or the last moment from which a page counts, if the clock was set back since."""
    last = Pages(desk.store).last_count()
    return max(desk.now, datetime.fromisoformat(last)) if last else desk.now


def counts_from(desk: Desk, received: datetime | None) -> str:
    """From when a page counts that is stored now: a mail that was received then, or else a file."""
    clock = clock_of(desk)
    return stamp_of(min(received, clock) if received else clock)


class Fallen(NamedTuple, Generic[P]):
    """An order that was accepted once and cannot stand in the position as it is now."""

    page: P
    remarks: list[Remark]


class Chosen(NamedTuple, Generic[P]):
    """The order that counts for each seat, and those that would if they could still stand, the latest first."""

    orders: dict[Seat, P]
    fallen: list[Fallen[P]]
    withdrawn: dict[Seat, P]  # where nothing counts, because its player said so


def orders_for(desk: Desk, at: Match, turn: int, seat: Seat | None = None, but: int = 0) -> Chosen[PageRow]:
    """H19 and the like: the last order accepted counts (but for that page); one that can no longer stand does not."""
    pages = Pages(desk.store)
    latest = pages.orders(at.name, turn) if seat is None else pages.last_orders(at.name, turn, seat)
    return _chosen(at, turn, (page for page in latest if page.id != but), seat)


def orders_to_play(desk: Desk, at: Match) -> Chosen[OrderRow]:
    """The same of everybody, for the turn that is open."""
    return _chosen(at, at.turn, Pages(desk.store).to_play(at.name, at.turn))


def _chosen(at: Match, turn: int, latest: Iterable[P], seat: Seat | None = None) -> Chosen[P]:
    """Of each seat's pages, the latest first; if it is about one seat, no more of them are looked at than need be."""
    chosen: dict[Seat, P] = {}
    fallen: list[Fallen[P]] = []
    withdrawn: dict[Seat, P] = {}
    early, head = turn != at.turn, at.head.id  # it is checked when its turn comes
    for page in latest:
        player = page.player
        if player in chosen or player in withdrawn:
            continue
        if page.verdict == WITHDRAWAL:
            withdrawn[player] = page
        elif early or page.checked_at == head or not (wrong := flaws_now(at, page)):
            chosen[player] = page
        else:
            fallen.append(Fallen(page, wrong))
        if seat in chosen or seat in withdrawn:
            break
    fallen.sort(key=lambda each: (each.page.counts_at, each.page.id), reverse=True)
    return Chosen(chosen, fallen, withdrawn)


def standing_for(desk: Desk, at: Match, turn: int, seat: Seat | None = None) -> dict[Seat, PageRow]:
    """The standing order that counts for each seat."""
    return _first(Pages(desk.store).standing(at.name, turn, seat))


def press_for(desk: Desk, at: Match, turn: int, seat: Seat | None = None) -> dict[Seat, PageRow]:
    """The last word of each, in the order in which they first spoke."""
    said = Pages(desk.store).press(at.name, turn, seat)
    last = _first(said)
    return {player: last[player] for player in dict.fromkeys(page.player for page in reversed(said))}


def _first(pages: Iterable[PageRow]) -> dict[Seat, PageRow]:
    found: dict[Seat, PageRow] = {}
    for page in pages:
        found.setdefault(page.player, page)
    return found


def flaws_now(at: Match, page: AnyOrder) -> list[Remark]:
    """An early order, or one from before a turn was taken back, is checked again."""
    if page.checked_at == at.head.id:
        return []
    from gm.pages.book import check_part

    return check_part(at.game, at.state, page.player, at.turn, part_of(at, page)).flaws


def part_of(at: Match, page: AnyOrder) -> Json:
    """The game's own part of a page."""
    return {key: value for key, value in page.order.items() if any(key == each.name for each in at.game.page)}


class Current(NamedTuple):
    """What counts of each kind that a page brings."""

    order: PageRow | None
    standing: PageRow | None
    press: PageRow | None
    withdrawn: bool = False  # no order counts, because its player said so

    def replaced(self, page: PageRow) -> bool:
        """Does another order count, or another standing one where it brings only that?"""
        counts = self.order if page.orders else self.standing
        return counts is not None and counts.digest != page.digest

    def holds(self, page: PageRow) -> bool:
        """Does all that a page brings count, by this page or by the very same one?"""
        brought = ((page.orders, self.order), (page.standing, self.standing), (page.press, self.press))
        return all(counts is not None and counts.digest == page.digest for brings, counts in brought if brings)


def current(desk: Desk, at: Match, page: PageRow) -> Current:
    turn, seat = page.turn, page.player
    chosen = orders_for(desk, at, turn, seat) if page.orders else Chosen({}, [], {})
    return Current(
        chosen.orders.get(seat),
        standing_for(desk, at, turn, seat).get(seat) if page.standing else None,
        press_for(desk, at, turn, seat).get(seat) if page.press else None,
        seat in chosen.withdrawn,
    )


class Rank(NamedTuple):
    """Where a page that was taken stands among those of its seat."""

    supersedes: bool  # it counts instead of the one before
    overtaken: bool  # another counts, which was received later
    before: str = ""  # from when the one counted that it counts instead of
    withdrawn: bool = False  # its player has withdrawn it since


def rank_of(desk: Desk, at: Match, page: PageRow) -> Rank:
    seat = page.player
    now = current(desk, at, page)
    counts = now.order is not None and now.order.id == page.id
    others = orders_for(desk, at, page.turn, seat, but=page.id).orders if counts else {}
    return Rank(seat in others, now.replaced(page), others[seat].counts_at if seat in others else "", now.withdrawn)


class Before:
    """From when the order counted, for each seat, that another one is to count instead of now."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self._counted: dict[str, dict[Seat, str]] = {}  # of each game

    def of(self, at: Match, seats: Sequence[Seat], now: str) -> list[str]:
        """Of orders for the open turn that count from now, in this order; "" where nothing counted."""
        counted = self._counted.setdefault(at.name, {})
        if missing := [seat for seat in {*seats} if seat not in counted]:
            counted |= self._look_up(at, missing)
        found: list[str] = []
        for seat in seats:
            found.append(counted[seat])
            counted[seat] = now
        return found

    def _look_up(self, at: Match, seats: Sequence[Seat]) -> dict[Seat, str]:
        counted = dict.fromkeys(seats, "")
        for seat in Pages(self.desk.store).spoken(at.name, at.turn, seats):
            counts = orders_for(self.desk, at, at.turn, seat).orders.get(seat)
            counted[seat] = counts.counts_at if counts else ""
        return counted

    def forget(self, game: str, seat: Seat) -> None:
        """Something else was stored for it."""
        self._counted.get(game, {}).pop(seat, None)
