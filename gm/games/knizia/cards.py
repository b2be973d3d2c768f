"""The 90 cards. A card is a number: its horse's row (0 at the top, 8 for black) times ten, plus its speed.

So cards sort as people list them: by row, then number, black last.
"""

import re
from collections.abc import Callable, Sequence

from gm.core.colours import carded
from gm.core.names import find, fold
from gm.core.play import Flaw, Raw, Refusal
from gm.core.sections import read_horse
from gm.core.words import sentence

Card = int
ROWS = 8
BLACK = ROWS
LOWEST = "lowest"  # K18: whoever lies lowest when the move comes
NO_ROW = -1  # in place of a row: that horse
DECK: tuple[Card, ...] = tuple(range(10 * (ROWS + 1)))  # K3: by row, then black, each from 0 to 9
_BLACK = re.compile(r"black\s+([0-9])(?:\s+on\s+(.+))?", re.IGNORECASE)
_ON = re.compile(r"(.+?)\s+([0-9])\s+on\s+(.+)", re.IGNORECASE)
_COLOURED = re.compile(r"(.+)\s+([0-9])")
_WRITE = sentence("write a card as red 7, a black one as black 3 on blue")


def row_of(card: Card) -> int:
    return card // 10


def speed(card: Card) -> int:
    return card % 10


def card_name(card: Card, horses: Sequence[str]) -> str:
    """
    >>> card_name(17, ["red", "orange"]), card_name(83, ["red", "orange"])
    ('orange 7', 'black 3')
    """
    row = row_of(card)
    return f"{'black' if row == BLACK else horses[row]} {speed(card)}"


def read_target(name: Raw, horses: Sequence[str], about: Raw = None) -> int:
    """K18: the row of the horse that is meant, or NO_ROW for the lowest; a horse of that name goes before the word."""
    word = isinstance(name, str) and fold(name) == LOWEST and find(LOWEST, horses) is None
    return NO_ROW if word else read_horse(name, horses, about)


def read_card(text: Raw, horses: Sequence[str]) -> Card:
    """A card as it is named in a hand: `red 7`, `black 3`."""
    card, on = _read(text, horses)
    if on is not None:
        message = sentence("{card} lies on no horse here", card=carded(card_name(card, horses)))
        raise Refusal(message, sentence("name the card alone"), text)
    return card


def read_play(text: Raw, horses: Sequence[str]) -> tuple[Card, int]:
    """K2, K14: a card and the row it goes to; only a black one has to say which, or that it is the lowest (K18)."""
    card, on = _read(text, horses)
    if row_of(card) != BLACK and on is not None:
        message = sentence("only a black card goes on another horse, not {card}", card=carded(card_name(card, horses)))
        raise Refusal(message, _WRITE, text)
    if row_of(card) == BLACK and on is None:
        message = sentence("{card} does not say on which horse", card=carded(card_name(card, horses)))
        raise Refusal(message, _WRITE, text)
    return card, row_of(card) if on is None else on


def _read(text: Raw, horses: Sequence[str]) -> tuple[Card, int | None]:
    words = fold(text) if isinstance(text, str) else ""

    def row(name: str, read: Callable[..., int] = read_horse) -> int:
        return read(name, horses, text)  # the remark belongs to the whole card, which knows its line

    if match := _BLACK.fullmatch(words):
        return BLACK * 10 + int(match[1]), row(match[2], read_target) if match[2] else None
    if (match := _ON.fullmatch(words)) and find(match[1], horses):
        return row(match[1]) * 10 + int(match[2]), row(match[3], read_target)
    if match := _COLOURED.fullmatch(words):
        return row(match[1]) * 10 + int(match[2]), None
    hint = sentence("write a card as red 7, a black one as black 3 on blue, with a space")
    message = sentence("{card} is no card", card=words[:40]) if words else sentence("this is no card")
    raise Refusal(message, hint, text, Flaw.UNREADABLE)
