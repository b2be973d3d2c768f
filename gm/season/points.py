"""What a place is worth, in exact fractions (S1 to S3)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

WHOLE = 100  # what beating everybody is worth, where points count the beaten
_SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True)
class Points:
    """The points of places: by opponents beaten, or by a list for each size of table (0: for all sizes)."""

    lists: Mapping[int, Sequence[Fraction]] = field(default_factory=dict)

    def worth(self, place: int, size: int) -> Fraction:
        """One place at a table of this size, before anything is shared.

        >>> BEATEN.worth(2, 4), Points({0: (Fraction(10), Fraction(6))}).worth(3, 4)
        (Fraction(200, 3), Fraction(0, 1))
        """
        if not self.lists:
            return Fraction(WHOLE * (size - place), size - 1) if size > 1 else Fraction(WHOLE)
        points = self.lists[self._given(size)]
        return points[place - 1] if place <= len(points) else Fraction(0)

    def shared(self, place: int, among: int, size: int) -> Fraction:
        """What each of those who tie for a place gets: an equal share of the places that they fill (S2).

        >>> Points({0: (Fraction(10), Fraction(6), Fraction(3), Fraction(1))}).shared(2, 2, 4)
        Fraction(9, 2)
        """
        return sum((self.worth(place + i, size) for i in range(among)), Fraction(0)) / among

    def _given(self, size: int) -> int:
        """S3: a size that is not given takes the next smaller one that is, or the smallest."""
        return max((given for given in self.lists if given <= size), default=min(self.lists))


BEATEN = Points()


def added(numbers: Iterable[Fraction]) -> Fraction:
    """The sum of many, over one denominator: a season has thousands of results, and most have the same.

    >>> added([Fraction(1, 2), Fraction(1, 3), Fraction(2)]), added([])
    (Fraction(17, 6), Fraction(0, 1))
    """
    over: dict[int, int] = defaultdict(int)
    for number in numbers:
        over[number.denominator] += number.numerator
    return sum((Fraction(top, bottom) for bottom, top in over.items()), Fraction(0))


def places(order: Mapping[str, int]) -> dict[str, int]:
    """S1: a place is one more than the number of those who did better.

    >>> places({"ann": 1, "bob": 2, "cy": 2, "dee": 3})
    {'ann': 1, 'bob': 2, 'cy': 2, 'dee': 4}
    """
    ranked = sorted(order.values(), reverse=True)
    first = {number: len(ranked) - i for i, number in enumerate(ranked)}
    return {player: first[number] for player, number in order.items()}


def readable(points: Fraction) -> str:
    """Points as people read them.

    >>> readable(Fraction(9, 2)), readable(Fraction(100, 7)), readable(Fraction(-1, 3)), readable(Fraction(-1, 200))
    ('4½', '14.29', '-⅓', '-0.01')
    """
    minus, amount = "-" if points < 0 else "", abs(points)
    sign = _SIGNS.get(amount % 1)
    if sign:
        return f"{minus}{amount // 1 or ''}{sign}"
    return str(points) if points.denominator == 1 else decimal(points)


def decimal(points: Fraction) -> str:
    """Two decimals, halves away from zero.

    >>> decimal(Fraction(100, 7)), decimal(Fraction(-1, 8)), decimal(Fraction(4))
    ('14.29', '-0.13', '4.00')
    """
    hundredths = (abs(points) * 200 + 1) // 2
    minus = "-" if points < 0 and hundredths else ""
    return f"{minus}{hundredths // 100}.{hundredths % 100:02}"
