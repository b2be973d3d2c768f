"""From the table to what comes after it: a final, next year's divisions, the ladder of years (S15, S16, S19)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from gm.season.lots import Lots
from gm.season.points import Points, places
from gm.season.results import Player


def finalists(table: Mapping[Player, int], top: int, lots: Lots) -> list[Player]:
    """The first so many of those who are in, by place; equals at the edge by lot."""
    return sorted(lots.drawn(table), key=lambda player: table[player])[:top]


def after_final(table: Mapping[Player, int], final: Mapping[Player, int]) -> dict[Player, int]:
    """The places of the season: those of the final, then all others in the order of the table.

    >>> after_final({"ann": 1, "bob": 2, "cy": 3, "dee": 3}, {"bob": 1, "ann": 2})
    {'bob': 1, 'ann': 2, 'cy': 3, 'dee': 3}
    """
    behind = places({player: place for player, place in table.items() if player not in final})
    return places(final) | {player: len(final) + place for player, place in behind.items()}


def next_divisions(
    divisions: Sequence[Mapping[Player, int]], entered: Iterable[Player], of: int, up: int, down: int, lots: Lots
) -> list[list[Player]]:
    """Next year's divisions: at every border some go down and some come up; then those who are entered close ranks.

    >>> next_divisions([{"a": 1, "b": 2, "c": 3}, {"d": 1, "e": 2, "f": 3}], "abcdefx", 3, 1, 1, Lots(""))
    [['a', 'b', 'd'], ['c', 'e', 'f', 'x']]
    """
    ranked = [sorted(lots.drawn(table), key=lambda player: table[player]) for table in divisions]
    moved = [_changed(ranked, number, up, down) for number in range(len(ranked))]
    known, wanted = list(dict.fromkeys(player for division in moved for player in division)), set(entered)
    line = [player for player in known if player in wanted] + sorted(wanted - set(known))
    cut = [line[i : i + of] for i in range(0, len(line), of)]
    if len(cut) > 1 and 2 * len(cut[-1]) < of:
        cut[-2:] = [cut[-2] + cut[-1]]
    return cut


def filled(line: Iterable[Player], said: Mapping[Player, int], of: int) -> dict[Player, int]:
    """Everybody's division: what the game master said, and the others, in order, where there is room from the top on.

    >>> filled(["ann", "bob", "cy", "dee"], {"dee": 1}, 2)
    {'dee': 1, 'ann': 1, 'bob': 2, 'cy': 2}
    """
    found, sizes, number = dict(said), Counter(said.values()), 1
    for player in line:
        if player not in said:
            while sizes[number] >= of:
                number += 1
            found[player] = number
            sizes[number] += 1
    if number > 1 and 2 * sizes[number] < of and number not in said.values():
        found = {player: min(each, number - 1) if each == number else each for player, each in found.items()}
    return found


def _changed(ranked: Sequence[Sequence[Player]], number: int, up: int, down: int) -> list[Player]:
    """One division after the change of sides: who came down, who stayed, who came up."""
    above, here = ranked[number - 1] if number else [], ranked[number]
    below = ranked[number + 1] if number + 1 < len(ranked) else []
    stayed = here[up if above else 0 : max(0, len(here) - (down if below else 0))]
    return [*above[max(0, len(above) - down) :], *stayed, *below[:up]] if down else [*stayed, *below[:up]]


def ladder(years: Sequence[Mapping[Player, int]], points: Points, fade: Fraction) -> list[tuple[int, Player, Fraction]]:
    """The table of all years, the newest last: place, player, points; an older year counts less."""
    totals: dict[Player, Fraction] = {}
    firsts: dict[Player, Counter[int]] = {}
    for age, year in enumerate(reversed(years)):
        placed = places(year)
        sharing = Counter(placed.values())
        for player, place in placed.items():
            worth = points.shared(place, sharing[place], len(year)) * fade**age
            totals[player] = totals.get(player, Fraction(0)) + worth
            firsts.setdefault(player, Counter())[place] += 1
    most = max((len(year) for year in years), default=0)
    keys = {player: (totals[player], [firsts[player][i] for i in range(1, most + 1)]) for player in totals}
    ranked = sorted(sorted(keys), key=lambda player: keys[player], reverse=True)
    first = {str(keys[player]): i for i, player in reversed(list(enumerate(ranked, start=1)))}
    return [(first[str(keys[player])], player, totals[player]) for player in ranked]
