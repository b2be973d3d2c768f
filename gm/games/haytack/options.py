"""The house rules, each with the default that its ruling gives."""

from dataclasses import dataclass

from gm.core.options import choice, flag, option, whole


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules, each with the ruling it belongs to."""

    points: int = option(500, whole(), fixed=True)  # H1
    water_bonus: int = option(50, whole())  # H14
    free_fences: str = option("excess", choice("excess", "literal", "none"))  # H12
    nmr: str = option("zero", choice("zero", "repeat", "retire"))  # H20
    nmr_limit: int = option(2, whole(1))  # H20
    last_stands: bool = option(False, flag)  # H22
    reveal: str = option("all", choice("all", "fallers"), fixed=True)  # H24: nobody played under another promise
