"""An order read back in words, for whoever asked."""

from collections.abc import Mapping, Sequence

from gm.core.play import Line, Raw, Seat
from gm.core.sections import is_written
from gm.core.words import sentence
from gm.desk.desk import Match
from gm.pages.book import Checked


def read_back(at: Match, seat: Seat, turn: int, checked: Checked) -> list[str]:
    """A sentence for each line: what it would do, where the game can say that; else what it says."""
    foreseen = at.game.foresee(at.state, seat, [*checked.own, *checked.standing]) if turn == at.turn else []
    own = [] if foreseen else checked.own
    return [*foreseen, *(in_words(line) for line in [*own, *checked.standing] if not line.implied)]


def in_words(line: Line) -> str:
    """
    >>> in_words(Line("move", {"bet": ["red", "green"], "play": "red 7", "discard": ""}))
    'move: bet red, green, play red 7'
    """
    values = {"key": line.key, "play": _said(line.say)}
    if not line.condition:
        return sentence("{key}: {play}", **values)
    return sentence("{key}: {play} (if {condition})", condition=[str(test) for test in line.condition], **values)


def _said(say: Raw) -> Raw:
    if isinstance(say, Mapping):
        return [f"{key} {_text(value)}" for key, value in say.items() if is_written(value)]
    return _text(say)


def _text(value: Raw) -> str:
    many = isinstance(value, Sequence) and not isinstance(value, str)
    return ", ".join(map(_text, value)) if many else str(value)
