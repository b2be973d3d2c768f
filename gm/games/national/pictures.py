"""What the pictures of the race show: lanes around each group of horses, both circuits, and the places by rounds."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from gm.core.play import Json
from gm.games.national.course import FENCE_ON, FINISH, LANES, NAMED, SHOES, is_open
from gm.games.national.following import Followed

WIDE = 13  # squares that one strip shows
_GAP = 4  # so many empty squares part two groups


def strips(field: Sequence[Json]) -> list[Json]:
    """Stretches of the course with horses on them, from the front of the field to its end."""
    there = sorted({each["square"] for each in field if each["running"]}, reverse=True)
    if not any(there):
        return []  # all are at the line
    found: list[Json] = []
    while there:
        group = [square for square in there if there[0] - square < WIDE - 2]
        close = [b - a for b, a in pairwise(group)]
        end = next((i + 1 for i, gap in enumerate(close) if gap > _GAP), len(group))
        found.append(_strip(field, group[end - 1], group[0]))
        there = there[end:]
    return found


def _strip(field: Sequence[Json], last: int, first: int) -> Json:
    """A square more behind, and two more in front, where they will land."""
    squares = range(max(0, last - 1), min(FINISH, max(first + 2, last + 5)) + 1)
    return {
        "first": squares[0],
        "last": squares[-1],
        "squares": [
            {
                "square": square,
                "fence": FENCE_ON.get(square),
                "name": NAMED.get(FENCE_ON.get(square, 0)),
                "shoes": [lane for lane in LANES if (square, lane) in SHOES],
                "closed": [lane for lane in LANES if not is_open(square, lane)],
            }
            for square in squares
        ],
        "horses": [each for each in field if each["running"] and last <= each["square"] <= first],
    }


def by_rounds(lanes: Mapping[str, int], moves: Iterable[Json]) -> list[Json]:
    """Every horse's place after each round, as far as it got; those that are home keep theirs."""
    followed = Followed(lanes)
    places: dict[str, list[int]] = {name: [] for name in lanes}
    for _, some in groupby(moves, key=lambda move: move["round"]):
        followed.whole(some)
        for place, name in enumerate([*followed.home, *followed.running], start=1):
            places[name].append(place)
    return [{"horse": name, "places": places[name]} for name in places]
