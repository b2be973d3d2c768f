"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core import options as houserules
from gm.core.options import choice, flag, whole
from gm.core.play import Raw, Remark


@dataclass(frozen=True, slots=True)
class Options:
    points: int = 500  # H1
    water_bonus: int = 50  # H14
    free_fences: str = "excess"  # H12
    nmr: str = "zero"  # H20
    nmr_limit: int = 2  # H20
    last_stands: bool = False  # H22
    reveal: str = "all"  # H24


_READERS = {
    "points": whole(),
    "water_bonus": whole(),
    "free_fences": choice("excess", "literal", "none"),
    "nmr": choice("zero", "repeat", "retire"),
    "nmr_limit": whole(1),
    "last_stands": flag,
    "reveal": choice("all", "fallers"),
}


def read_options(raw: Raw) -> tuple[Options, list[Remark]]:
    return houserules.read_options(Options, _READERS, raw)
