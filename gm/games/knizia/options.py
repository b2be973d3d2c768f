"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core.names import fold
from gm.core.options import choice, option
from gm.core.play import Raw
from gm.core.words import sentence
from gm.games.knizia.cards import ROWS

_LONGEST = 24
HORSES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "pink")  # K1


def read_horses(raw: Raw) -> tuple[str, ...]:
    """K1: eight unique names, and black is none of them."""
    names = [" ".join(name.split()) for name in raw if isinstance(name, str)] if isinstance(raw, list) else []
    if len(names) != ROWS or not all(names):
        raise ValueError(sentence("write {many} names in [brackets], from the top row to the bottom", many=ROWS))
    twice = [name for name in names if [fold(other) for other in names].count(fold(name)) > 1]
    if twice:
        raise ValueError(sentence("{name} is there twice; every horse has a name of its own", name=twice[0]))
    if {"black", "none"} & {fold(name) for name in names}:
        raise ValueError(sentence("no horse can be called black (the neutral card) or none (no bet)"))
    if any(len(name) > _LONGEST for name in names):
        raise ValueError(sentence("a name has at most {many} letters", many=_LONGEST))
    return tuple(names)


@dataclass(frozen=True, slots=True)
class Options:
    horses: tuple[str, ...] = option(HORSES, read_horses, fixed=True)  # K1
    pace: str = option("round", choice("round", "move"), fixed=True)  # K12
    nmr: str = option("lowest", choice("lowest", "highest", "kind"))  # K15, K20
