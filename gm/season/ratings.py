"""Ratings of all games of one kind: Plackett and Luce's model as openskill has it, and equals in all their rotations.

A rating is what is believed of a player (mu) and how sure that is (sigma); nothing is stored, all of it is reckoned
again from the first game on. Games without equals are rated by the library as it stands. Among equals it would put
joint winners below the third, so each group of equals is taken to have come in one after the other, once in every
rotation, and the mean counts. What a player gains is a sum over all who came in no later, so each group adds a part of
its own whatever the others' rotations are: the mean over every combination of them costs no more than one group after
the other.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, groupby
from typing import NamedTuple

from openskill.models import PlackettLuce

from gm.season.points import places
from gm.season.results import Player

SETTLED = 5  # who has played so many games is shown without a question mark
_BASE, _SCALE, _DOUBT = 1000, 40, 3


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


class Rating(NamedTuple):
    """What is believed of a player."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def shown(self) -> int:
        """The whole number that people read, and seeds: the last bit of a float never moves a heat.

        >>> Rating().shown, Rating(27.25, 8.0).shown
        (1000, 1130)
        """
        return round(_BASE + _SCALE * (self.mu - _DOUBT * self.sigma))


FRESH = Rating()


class Rated(NamedTuple):
    """What one game did to one player."""

    game: str
    place: int
    tied: bool
    of: int  # how many played
    rating: Rating  # after it


def histories(games: Iterable[tuple[str, Mapping[Player, int]]]) -> dict[Player, list[Rated]]:
    """Game after game, the first one first: what each did to all who played it. Where only one came, nobody played."""
    found: dict[Player, list[Rated]] = {}
    now: dict[Player, Rating] = {}
    for name, order in games:
        if len(order) < 2:
            continue
        placed, after = places(order), rated(order, now)
        filled = list(placed.values())
        for player, place in placed.items():
            step = Rated(name, place, filled.count(place) > 1, len(order), after[player])
            found.setdefault(player, []).append(step)
        now.update(after)
    return found


def rated(order: Mapping[Player, int], before: Mapping[Player, Rating]) -> dict[Player, Rating]:
    """Everybody's rating after a game, from their places; who has none yet begins as all others did.

    >>> [round(each.mu, 2) for each in rated({"ann": 1, "bob": 1, "cy": 3, "dee": 4, "eve": 5}, {}).values()]
    [27.25, 27.25, 25.72, 24.06, 20.72]
    """
    had = {player: before.get(player, FRESH) for player in order}
    ranked = sorted(order, key=lambda player: (order[player], had[player]))  # no name decides anything
    groups = [list(group) for _, group in groupby(ranked, key=lambda player: order[player])]
    after = _one_by_one if len(groups) == len(ranked) else _with_equals
    new = dict(zip(ranked, after([[had[player] for player in group] for group in groups]), strict=True))
    return {player: new[player] for player in order}


def _one_by_one(groups: Sequence[Sequence[Rating]]) -> list[Rating]:
    """A game without equals, the winner first."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for group in groups for rating in group]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams)]


class _Chances(NamedTuple):
    """How likely it was, each time that one was taken from those still left, to be the one: 1/sum, and its square."""

    one: float
    two: float


def _with_equals(groups: Sequence[Sequence[Rating]]) -> list[Rating]:
    """The same model where some are equal: the mean of mu, and of the square of sigma, over all rotations."""
    model = _model()
    field = [Rating(mu, math.hypot(sigma, model.tau)) for group in groups for mu, sigma in group]
    scale = math.sqrt(sum(rating.sigma**2 + model.beta**2 for rating in field))
    found: list[Rating] = []
    for (mu, sigma), chances in zip(field, _chances(groups, scale), strict=True):
        weight, part = math.exp(mu / scale), sigma**2 / scale
        better = 1 - weight * chances.one
        surer = (weight * chances.one - weight**2 * chances.two) * (sigma / scale) ** 3
        found.append(Rating(mu + part * better, sigma * math.sqrt(max(1 - surer, model.kappa))))
    return found


def _chances(groups: Sequence[Sequence[Rating]], scale: float) -> list[_Chances]:
    """For everybody, added up over all who came in no later."""
    weights = [[math.exp(rating.mu / scale) for rating in group] for group in groups]
    behind = [*accumulate(map(sum, reversed(weights)), initial=0.0)][-2::-1]  # what comes in after each group
    found: list[_Chances] = []
    one = two = 0.0
    for group, own, after in zip(groups, weights, behind, strict=True):
        shares, whole = _rotated(own, after)
        found += _alike(group, [_Chances(one + share.one, two + share.two) for share in shares])
        one, two = one + whole.one, two + whole.two
    return found


def _rotated(own: Sequence[float], behind: float) -> tuple[list[_Chances], _Chances]:
    """The part that a group of equals adds, in the mean over its rotations: to each of its own, and to all behind."""
    size, ones, twos = len(own), [], []
    for first in range(size):
        left = [*accumulate((*own[:first][::-1], *own[first:][::-1]), initial=behind)][:0:-1]
        one, two = [*accumulate(1 / each for each in left)], [*accumulate(1 / each**2 for each in left)]
        ones.append([*one[size - first :], *one[: size - first], one[-1]])
        twos.append([*two[size - first :], *two[: size - first], two[-1]])
    *shares, whole = (
        _Chances(sum(one) / size, sum(two) / size)
        for one, two in zip(zip(*ones, strict=True), zip(*twos, strict=True), strict=True)
    )
    return shares, whole


def _alike(group: Sequence[Rating], shares: Sequence[_Chances]) -> list[_Chances]:
    """Who came with the same rating leaves with the same: they might as well have stood in each other's place."""
    found: list[_Chances] = []
    for _, run in groupby(zip(group, shares, strict=True), key=lambda each: each[0]):
        same = [share for _, share in run]
        mean = _Chances(sum(each.one for each in same) / len(same), sum(each.two for each in same) / len(same))
        found += [mean] * len(same)
    return found
