"""Order pages seen at a glance: whether a page is one of those of which nothing is to be said.

Most are: for the open turn, in time, from somebody who plays, and with an order that the rules find sound. Of any other
nothing is said here, and it is read word by word (gm/desk/reading.py); so it would be with the same end, only later.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from gm.core.play import Raw, Seat
from gm.desk.desk import Match, WhichGame
from gm.desk.manygames import ManyGames
from gm.desk.readings import Reading
from gm.pages.moulds import Mould, plain_text
from gm.pages.page import Page, page_at_a_glance
from gm.pages.press import misnamed, orders_in_press, says_nothing_else
from gm.pages.vocabulary import in_english
from gm.store.database import NoSuchGame

MOST = 8  # moulds: so many ways of writing the same page are known


class _Open(NamedTuple):
    """What all pages share that are for the open turn of one game."""

    at: Match
    turn: int
    due: datetime | None
    keys: frozenset[str]  # what such a page has at its margin


class Glance:
    """Knows where to look up a game and its deadline; each is asked for once."""

    def __init__(self, look_up: Callable[[str | None], Match], due: Callable[[Match, int], datetime | None]):
        self._look_up, self._due = look_up, due
        self._heads: dict[tuple[str, str], _Open | None] = {}
        self._moulds: list[tuple[Mould, _Open]] = []

    def look(self, data: bytes, file: str, arrived: datetime) -> Reading | None:
        """The page in these bytes, if it is of the usual shape and nothing is to be said of it."""
        text = plain_text(data)
        for mould, found in self._moulds:
            if cast := mould.cast(text):
                fields, player, part, press = cast
                return _judged(found, Page(file, (), fields, press, "", press), player, part, arrived)
        usual = page_at_a_glance(data, file)
        seen = self.read(usual, arrived) if usual else None
        if seen and len(self._moulds) < MOST and not seen.page.whole_press:
            self._keep_mould(data, seen)
        return seen

    def _keep_mould(self, data: bytes, seen: Reading) -> None:
        mould, found = Mould.of(data, seen.page.fields, seen.part), self._heads[_head(seen.page)]
        if mould and found:
            self._moulds.append((mould, found))

    def read(self, page: Page, arrived: datetime) -> Reading | None:
        """A page of any shape, once somebody has read its form."""
        head = _head(page)
        if head not in self._heads:
            self._heads[head] = self._open(*head)
        found = self._heads[head]
        if found is None or not found.keys.issuperset(page.fields):
            return None
        part = page.part(found.at.words.sections)
        if any(in_english(each, found.at.words) is not each for each in part.values()):
            return None
        return _judged(found, page, page.get("player"), part, arrived)

    def _open(self, name: str, turn: str) -> _Open | None:
        try:
            at = self._look_up(name or None)
        except (ManyGames, NoSuchGame, WhichGame):
            return None
        if turn != str(at.turn) or at.over or not at.comes(at.turn):
            return None
        keys = frozenset({"game", "turn", "player", "press", *at.words.sections})
        return _Open(at, at.turn, self._due(at, at.turn), keys)


def _judged(found: _Open, page: Page, who: str, part: dict[str, Raw], arrived: datetime) -> Reading | None:
    """A page that says nothing but what such pages do."""
    at, turn, due = found.at, found.turn, found.due
    seat = at.seat_called(who)
    if seat is None or seat in at.retired or (due is not None and arrived > due):
        return None
    if page.whole_press and not _is_press_alone(at, seat, page):
        return None
    return Reading(page, [], at, seat, turn, part, None) if at.game.sound(at.state, seat, turn, part) else None


def _head(page: Page) -> tuple[str, str]:
    return page.get("game"), page.get("turn")


def _is_press_alone(at: Match, seat: Seat, page: Page) -> bool:
    """Neither orders nor somebody's name."""
    if says_nothing_else(page.whole_press):
        return True
    orders = orders_in_press(at.game, at.state, seat, at.words, page)
    return orders is None and not page.press_name and not misnamed(page, at.words.known)
