"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core.options import choice, flag, option, whole
from gm.games.national.rides import read_nmr


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules, each with the ruling it belongs to."""

    sales: int = option(2, whole(1, 3))  # N8
    field: int = option(16, whole(0, 24), fixed=True)  # N2
    ante_post: bool = option(True, flag, fixed=True)  # N11
    rounds: int = option(1, whole(1, 4))  # N19
    lead: str = option("round", choice("round", "move"))  # N32
    finish: str = option("fourth", choice("fourth", "all"))  # N34
    nmr: str = option("4 5 3 clear", read_nmr)  # N38
