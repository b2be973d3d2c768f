"""A table's result on one line: `dan 1 zoe 2= bob 2= ann 4`. Who is meant is for others to say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from gm.season.points import places

NO_SHOW, WALK_OVER = "no-show", "walk-over"
_PLACE = re.compile(r"=?([0-9]{1,3})=?", re.ASCII)
_SCORE = re.compile(r"\(([+-]?[0-9]{1,9}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,8})?)\)", re.ASCII)
_WORDS = {"-": NO_SHOW, "no-show": NO_SHOW, "noshow": NO_SHOW, "walk-over": WALK_OVER, "walkover": WALK_OVER}

Came = int | str  # a place as it was written, or one of the two words


class Piece(NamedTuple):
    """What a line says of one player."""

    who: str  # as it was written
    came: Came | None  # None: nothing stands behind the name
    tied: bool = False  # written with a =
    score: str = ""


def pieces(line: str) -> list[Piece]:
    """One after the other; a place is whatever stands behind a name, so a name of figures is a name.

    >>> pieces("dan 1 (32) Zoe Quick 2= bob =2, ann -")
    [Piece(who='dan', came=1, tied=False, score='32'), Piece(who='Zoe Quick', came=2, tied=True, score=''), \
Piece(who='bob', came=2, tied=True, score=''), Piece(who='ann', came='no-show', tied=False, score='')]
    """
    return list(_pieces(re.sub(r"(?<=[\w=])\(", " (", line.replace(",", " ").replace(";", " ")).split()))


def _pieces(words: Sequence[str]) -> Iterator[Piece]:
    name: list[str] = []
    last: Piece | None = None
    for word in words:
        place, score = _PLACE.fullmatch(word), _SCORE.fullmatch(word)
        if last and score and not name and not last.score:
            last = last._replace(score=score[1])
        elif name and (place or word.casefold() in _WORDS):
            yield from [last] if last else []
            came = int(place[1]) if place else _WORDS[word.casefold()]
            last = Piece(" ".join(name), came, "=" in word)
            name = []
        else:
            name.append(word)
    yield from [last] if last else []
    yield from [Piece(" ".join(name), None)] if name else []


def number(score: str) -> int | str:
    """A score as it is kept: whole, or as text in lowest terms."""
    exact = Fraction(score)
    return exact.numerator if exact.denominator == 1 else str(exact)


def follow(order: Mapping[str, int]) -> bool:
    """Do these places make sense? 1, 2, 2, 4 and 1, 2, 2, 3 are the same result (S1), and nothing else is.

    >>> follow({"a": 1, "b": 2, "c": 2, "d": 4}), follow({"a": 1, "b": 2, "c": 2, "d": 3}), follow({"a": 1, "b": 3})
    (True, True, False)
    """
    dense = {place: at for at, place in enumerate(sorted(set(order.values())), start=1)}
    return dict(order) in (places(order), {player: dense[place] for player, place in order.items()})
