"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core.options import choice, names, option, row, whole
from gm.core.words import sentence
from gm.games.henn.cards import HORSES

PAYOUTS = (1500, 1200, 1000, 800, 600, 450, 300, 200, 100)  # D3
_WRITE_PAYOUTS = sentence("write {many} whole numbers in [brackets], from the first place down", many=len(PAYOUTS))
read_horses = names(  # D1
    len(HORSES),
    sentence("write {many} names in [brackets]", many=len(HORSES)),
    ("any", "none", "me"),
    sentence("no horse can be called any, none or me: orders use these words"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules, each with the ruling it belongs to."""

    horses: tuple[str, ...] = option(HORSES, read_horses, fixed=True)  # D1
    payouts: tuple[int, ...] = option(PAYOUTS, row(len(PAYOUTS), whole(), _WRITE_PAYOUTS))  # D3
    track: int = option(70, whole(20, 200), fixed=True)  # D9
    lead: str = option("stay", choice("stay", "pass"), fixed=True)  # D5
    pace: str = option("round", choice("round", "move"), fixed=True)  # D14
    nmr: str = option("left", choice("left", "blind"))  # D21
