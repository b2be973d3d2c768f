"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core import options as houserules
from gm.core.names import fold
from gm.core.options import choice
from gm.core.play import Raw, Remark
from gm.core.words import sentence
from gm.games.knizia.cards import ROWS

_LONGEST = 24
HORSES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "pink")  # K1


@dataclass(frozen=True, slots=True)
class Options:
    horses: tuple[str, ...] = HORSES  # K1
    pace: str = "round"  # K12
    nmr: str = "lowest"  # K15


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


_READERS = {"horses": read_horses, "pace": choice("round", "move"), "nmr": choice("lowest", "highest")}


def read_options(raw: Raw) -> tuple[Options, list[Remark]]:
    return houserules.read_options(Options, _READERS, raw)
