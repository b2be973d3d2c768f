"""The order pages in a letter: which of them its writer means, above or below whatever is quoted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from gm import games
from gm.core.names import fold
from gm.core.play import Raw
from gm.core.problems import Problem
from gm.desk.desk import WhichGame
from gm.desk.manygames import ManyGames
from gm.desk.reading import Clerk
from gm.desk.readings import Source
from gm.mail.find import find_pages
from gm.mail.letter import Letter
from gm.mail.requests import without_requests
from gm.pages.page import HOUSE_KEYS, Page, read_page
from gm.pages.vocabulary import HEADS, dictionary
from gm.store.database import NoSuchGame

_ADDRESS = re.compile(r"([\w.+-]{1,64})@[\w-]+(?:\.[\w-]+)+")

_PROOF = '{"game":"'  # how an order begins in a receipt; people leave a space


class FoundPage(NamedTuple):
    """A page in a mail, read once: what it says, what is wrong with it, and where it stood."""

    text: str
    page: Page
    problems: list[Problem]
    depth: int = 0  # in quotations
    parted: int = 0  # how many rules stand above it

    def source(self, name: str, letter: Letter, number: int = 0) -> Source:
        """As it is judged, under the name of the mail it came in."""
        parsed = self.page._replace(file=name), [replace(problem, file=name) for problem in self.problems]
        whose = letter.sender if self.nameless else ""
        return Source(name, self.text.encode(), letter.received, number, letter.sender, parsed, whose=whose)

    @property
    def filled(self) -> bool:
        """Does it order anything, or say anything? What cannot be read is better refused than overlooked."""
        if self.depth and self.text.startswith(_PROOF):  # of an order that was taken long ago
            return False
        if self.problems or self.page.press or _written(self.page.whole_press):
            return True
        words = _vocabulary()
        heads = {*HOUSE_KEYS, *words.signers, *words.along}
        return any(_written(value) for key, value in self.page.fields.items() if words.keys.get(key, key) not in heads)

    @property
    def nameless(self) -> bool:
        """Does only the address tell who orders?"""
        keys, signers = _vocabulary().keys, _vocabulary().signers
        return not any(keys.get(key, key) in signers and _written(value) for key, value in self.page.fields.items())

    @property
    def turn(self) -> int:
        text = self.page.get("turn")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0

    def is_left_below(self, above: "FoundPage") -> bool:
        """A rule parts it from a page of the same player for the same turn, or a later one: it is an older order."""
        same = all(fold(self.page.get(key)) == fold(above.page.get(key)) for key in ("game", *_vocabulary().signers))
        return self.parted > above.parted and same and self.turn <= above.turn

    def discreet(self, sender: str) -> "FoundPage":
        """Nobody's address is printed but the writer's own."""
        if "@" not in self.page.press + self.page.press_name:
            return self
        press, name = (_without_addresses(text, sender) for text in (self.page.press, self.page.press_name))
        return self._replace(page=self.page._replace(press=press, press_name=name))


def _without_addresses(text: str, sender: str) -> str:
    """
    >>> _without_addresses("bob@example.org is out", "")
    'bob@… is out'
    """
    return _ADDRESS.sub(lambda found: found[0] if found[0].casefold() == sender else f"{found[1]}@…", text)


def pages_of(letter: Letter) -> list[FoundPage]:
    """The order pages in a mail: in its text or attached; in its HTML only for want of those.

    What is quoted counts only where nothing stands outside the quotation, and a blank page never does.
    """
    attached = _found(letter.attached)
    filled = [page for page in [*_found(map(without_requests, letter.texts)), *attached] if page.filled]
    if _depth(filled) > 0:
        shown = [page for page in [*_found(map(without_requests, letter.html)), *attached] if page.filled]
        filled = shown if _depth(shown) < _depth(filled) else filled
    blank = [page for page in attached if not page.depth]  # sent on purpose: better refused than overlooked
    return [page.discreet(letter.sender) for page in _uppermost(filled) or blank]


def still_meant(clerk: Clerk, pages: Sequence[FoundPage]) -> list[FoundPage]:
    """Without what is only quoted, and for a turn that has been run."""
    return [page for page in pages if not (page.depth and _is_past(clerk, page))]


def _is_past(clerk: Clerk, page: FoundPage) -> bool:
    try:
        at = clerk.look_up(page.page.get("game") or None)
    except (NoSuchGame, WhichGame, ManyGames):
        return False
    return at.over or 0 < page.turn < at.turn


def _depth(pages: Sequence[FoundPage]) -> float:
    return min((page.depth for page in pages), default=float("inf"))


def _uppermost(pages: Sequence[FoundPage]) -> list[FoundPage]:
    """Those that stand least deep in quotations, without what is left below a rule."""
    kept: dict[str, FoundPage] = {}
    for page in pages:
        if page.depth == _depth(pages) and not any(map(page.is_left_below, kept.values())):
            kept.setdefault(page.text, page)
    return list(kept.values())


def _found(texts: Iterable[str]) -> list[FoundPage]:
    words = _vocabulary()
    found = [page for text in texts for page in find_pages(text, words.keys, words.signers)]
    return [FoundPage(each.text, *read_page(each.text.encode(), ""), each.depth, each.parted) for each in found]


class Vocabulary(NamedTuple):
    """The keys that pages of any game may have."""

    keys: Mapping[str, str]  # the English one for each
    signers: list[str]  # those that say who orders
    along: list[str]  # those that order nothing by themselves


@cache
def _vocabulary() -> Vocabulary:
    known = [games.load(name) for name in games.names()]
    entries = [game.entry for game in known if game.entry]
    sections = [section for game in known for section in game.page]
    keys = [*HOUSE_KEYS, *entries, *(section.name for section in sections)]
    words = dictionary(HEADS, *(game.words for game in known))
    others = {word: english for word, english in words.items() if english in keys}
    along = [section.name for section in sections if section.along]
    return Vocabulary({key: key for key in keys} | others, ["player", *entries], along)


def _written(value: Raw) -> bool:
    if isinstance(value, dict):
        return any(_written(each) for each in value.values())
    return any(map(_written, value)) if isinstance(value, list) else bool(str(value).strip())
