"""The 90 cards. A card is a number: its horse's row (0 at the top, 8 for black) times ten, plus its speed.

So cards sort as people list them: by row, then number, black last.
"""

import re
from collections.abc import Sequence

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Raw, Refusal
from gm.core.words import Sentence, sentence

Card = int
ROWS = 8
BLACK = ROWS
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


def read_horse(name: Raw, horses: Sequence[str]) -> int:
    """The row of the horse that is meant."""
    known = find(name, horses) if isinstance(name, str) else None
    if known is None:
        shown = name.strip()[:40] if isinstance(name, str) else "that"
        hint = did_you_mean(shown, horses, sentence("the horses are {horses}", horses=list(horses)))
        raise Refusal(_no_horse(name), hint, name, Flaw.UNKNOWN)
    return horses.index(known)


def _no_horse(name: Raw) -> Sentence:
    if not isinstance(name, str):
        return sentence("there is no horse called that")
    return sentence("there is no horse called {name}", name=name.strip()[:40])


def read_card(text: Raw, horses: Sequence[str]) -> Card:
    """A card as it is named in a hand: `red 7`, `black 3`."""
    card, on = _read(text, horses)
    if on is not None:
        message = sentence("{card} lies on no horse here", card=card_name(card, horses))
        raise Refusal(message, sentence("name the card alone"), text)
    return card


def read_play(text: Raw, horses: Sequence[str]) -> tuple[Card, int]:
    """K2, K14: a card and the row it goes to; only a black one has to say which."""
    card, on = _read(text, horses)
    if row_of(card) != BLACK and on is not None:
        message = sentence("only a black card goes on another horse, not {card}", card=card_name(card, horses))
        raise Refusal(message, _WRITE, text)
    if row_of(card) == BLACK and on is None:
        message = sentence("{card} does not say on which horse", card=card_name(card, horses))
        raise Refusal(message, _WRITE, text)
    return card, row_of(card) if on is None else on


def _read(text: Raw, horses: Sequence[str]) -> tuple[Card, int | None]:
    words = fold(text) if isinstance(text, str) else ""
    if match := _BLACK.fullmatch(words):
        return BLACK * 10 + int(match[1]), _on(match[2], horses, text)
    if (match := _ON.fullmatch(words)) and find(match[1], horses):
        return _card(match[1], match[2], horses, text), _on(match[3], horses, text)
    if match := _COLOURED.fullmatch(words):
        return _card(match[1], match[2], horses, text), None
    hint = sentence("write a card as red 7, a black one as black 3 on blue, with a space")
    message = sentence("{card} is no card", card=words[:40]) if words else sentence("this is no card")
    raise Refusal(message, hint, text, Flaw.UNREADABLE)


def _card(name: str, number: str, horses: Sequence[str], text: Raw) -> Card:
    return _row(name, horses, text) * 10 + int(number)


def _on(name: str | None, horses: Sequence[str], text: Raw) -> int | None:
    return None if name is None else _row(name, horses, text)


def _row(name: str, horses: Sequence[str], text: Raw) -> int:
    try:
        return read_horse(name, horses)
    except Refusal as refusal:  # the remark belongs to the whole card, which knows its line
        raise Refusal(refusal.remark.message, refusal.remark.hint, text, Flaw.UNKNOWN) from None
