"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core.options import choice, names, option
from gm.core.words import sentence
from gm.games.knizia.cards import ROWS

HORSES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "pink")  # K1
read_horses = names(  # K1: eight unique names, and black is none of them
    ROWS,
    sentence("write {many} names in [brackets], from the top row to the bottom", many=ROWS),
    ("black", "none"),
    sentence("no horse can be called black (the neutral card) or none (no bet)"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules, each with the ruling it belongs to."""

    horses: tuple[str, ...] = option(HORSES, read_horses, fixed=True)  # K1
    pace: str = option("round", choice("round", "move"), fixed=True)  # K12
    nmr: str = option("lowest", choice("lowest", "highest", "kind"))  # K15, K20
