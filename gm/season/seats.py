"""Numbers of tables, and who sits in which seat (the draw, step 8)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from gm.core.dice import Stream
from gm.season.results import Player

MOST_TRIED = 6  # more people than that sit as they are shuffled


def numbered(
    tables: Iterable[Sequence[Player]], own: Mapping[Player, int], order: Sequence[Player]
) -> Iterator[tuple[int, Sequence[Player]]]:
    """The tables in order of their numbers: somebody's own table has that one, and the others have what is free."""
    at = {player: position for position, player in enumerate(order)}
    people = sorted((sorted(table, key=at.__getitem__) for table in tables), key=lambda table: at[table[0]])
    numbers = [max(own[player] for player in table) for table in people]
    taken, free = set(numbers), 0
    for i, number in enumerate(numbers):
        if not number:
            free = next(each for each in range(free + 1, free + len(taken) + 2) if each not in taken)
            numbers[i] = free
    return iter(sorted(zip(numbers, people, strict=True)))


class Seating:
    """How often everybody has had each seat, from round to round."""

    def __init__(self, had: dict[Player, dict[int, int]]):
        self.had, self._same = had, list[Player]()

    def seat(self, people: Sequence[Player], stream: Stream) -> list[Player]:
        """In order of seat: of the orders of the shuffled list the first in which people sit least where they sat."""
        shuffled = list(people)
        stream.shuffle(shuffled)
        if len(people) <= MOST_TRIED:
            shuffled = list(min(permutations(shuffled), key=self._squares))  # the first of equals
        for seat, player in enumerate(shuffled, start=1):
            if self.had[player].get(seat):
                self._same.append(player)
            self.had[player][seat] = self.had[player].get(seat, 0) + 1
        return shuffled

    def _squares(self, seated: Iterable[Player]) -> int:
        return sum(self.had[player].get(seat, 0) ** 2 for seat, player in enumerate(seated, start=1))

    @property
    def same(self) -> list[Player]:
        """Who sits where they sat before, of those seated since this was last asked."""
        found, self._same = self._same, []
        return found
