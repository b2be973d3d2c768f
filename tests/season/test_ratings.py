"""Ratings: the library's own numbers without equals; with them fair to all, whatever they are called and however keyed."""

import itertools
import math
from collections.abc import Mapping, Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from gm.season.ratings import FRESH, Rated, Rating, histories, rated

PLAYERS = [f"p{number}" for number in range(8)]
Order = dict[str, int]

ratings = st.builds(Rating, st.floats(-10, 60), st.floats(0.5, 9)) | st.just(FRESH)
fields = st.lists(st.sampled_from(PLAYERS), min_size=2, unique=True)


@st.composite
def orders(draw: st.DrawFn) -> Order:
    return {player: draw(st.integers(1, 5)) for player in draw(fields)}


@st.composite
def seasons(draw: st.DrawFn) -> list[tuple[str, Order]]:
    return [(f"game {number}", draw(orders())) for number in range(draw(st.integers(1, 6)))]


known = st.fixed_dictionaries(dict.fromkeys(PLAYERS, ratings))


def last(found: Mapping[str, Sequence[Rated]]) -> dict[str, Rating]:
    return {player: steps[-1].rating for player, steps in found.items()}


def by_the_library(teams: Sequence[Rating]) -> list[Rating]:
    model = PlackettLuce()
    after = model.rate([[model.rating(mu=each.mu, sigma=each.sigma)] for each in teams])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


@given(st.lists(fields, min_size=1, max_size=6))
def test_without_equals_they_are_the_librarys_own_numbers(games: list[list[str]]) -> None:
    ours = histories((str(number), {player: at for at, player in enumerate(game)}) for number, game in enumerate(games))
    theirs: dict[str, Rating] = {}
    for game in games:
        theirs |= dict(zip(game, by_the_library([theirs.get(player, FRESH) for player in game]), strict=True))
    assert last(ours).keys() == theirs.keys()
    for player, rating in last(ours).items():
        assert rating == pytest.approx(theirs[player], abs=1e-9)


@given(known, orders())
def test_with_equals_they_are_the_mean_of_the_librarys_numbers_over_all_rotations(
    before: Mapping[str, Rating], order: Order
) -> None:
    """Every combination of rotations is tried, one call of the library each; those of one rating are as one."""
    ranked = sorted(order, key=lambda player: (order[player], before[player]))
    groups = [list(group) for _, group in groupby(ranked, key=lambda player: order[player])]
    turned = [[[*group[i:], *group[:i]] for i in range(len(group))] for group in groups]
    mus: dict[str, list[float]] = {player: [] for player in order}
    squares: dict[str, list[float]] = {player: [] for player in order}
    for combination in itertools.product(*turned):
        line = [player for group in combination for player in group]
        for player, rating in zip(line, by_the_library([before[player] for player in line]), strict=True):
            mus[player].append(rating.mu)
            squares[player].append(rating.sigma**2)
    for player, rating in rated(order, before).items():
        alike = [each for each in order if order[each] == order[player] and before[each] == before[player]]
        mu, square = (sum(sum(of[each]) / len(of[each]) for each in alike) / len(alike) for of in (mus, squares))
        assert rating == pytest.approx((mu, math.sqrt(square)), abs=1e-9)


def test_joint_winners_are_rated_above_the_third() -> None:
    after = rated({"ann": 1, "bob": 1, "cy": 3, "dee": 4, "eve": 5}, {})
    assert [round(after[player].mu, 2) for player in ("ann", "bob", "cy")] == [27.25, 27.25, 25.72]


@given(known, orders())
def test_equals_who_were_rated_alike_still_are(before: Mapping[str, Rating], order: Order) -> None:
    after = rated(order, before)
    for one, other in itertools.combinations(order, 2):
        if before[one] == before[other] and order[one] == order[other]:
            assert after[one] == after[other]


@given(known, orders())
def test_who_came_in_before_another_never_gets_less(before: Mapping[str, Rating], order: Order) -> None:
    after = rated(order, dict.fromkeys(order, before["p0"]))
    for one, other in itertools.permutations(order, 2):
        if order[one] < order[other]:
            assert after[one].mu >= after[other].mu
            assert after[one].shown >= after[other].shown


@given(known, orders(), st.data())
def test_a_better_place_is_never_worth_less(before: Mapping[str, Rating], order: Order, data: st.DataObject) -> None:
    player = data.draw(st.sampled_from(sorted(order)))
    better = order | {player: data.draw(st.integers(0, order[player]))}
    assert rated(better, before)[player].mu >= rated(order, before)[player].mu - 1e-9


@given(seasons(), st.permutations(PLAYERS))
def test_other_names_change_nothing_but_names(games: list[tuple[str, Order]], others: Sequence[str]) -> None:
    """To the last bit."""
    called = dict(zip(PLAYERS, others, strict=True))
    renamed = histories((name, {called[player]: place for player, place in order.items()}) for name, order in games)
    assert renamed == {called[player]: steps for player, steps in histories(games).items()}


@given(seasons(), st.data())
def test_the_order_in_which_a_game_names_its_players_changes_nothing(
    games: list[tuple[str, Order]], data: st.DataObject
) -> None:
    shuffled = [(name, dict(data.draw(st.permutations(list(order.items()))))) for name, order in games]
    assert histories(shuffled) == histories(games)


@given(known, orders())
def test_only_the_order_of_the_places_counts(before: Mapping[str, Rating], order: Order) -> None:
    """S1: 1, 2, 2, 4 and 1, 2, 2, 3 are one result."""
    assert rated({player: 7 * place for player, place in order.items()}, before) == rated(order, before)


def test_a_game_to_which_only_one_came_rates_nobody() -> None:
    assert histories([("walk-over", {"ann": 1})]) == {}


def test_a_history_tells_game_after_game() -> None:
    found = histories([("first", {"ann": 1, "bob": 2, "cy": 2}), ("second", {"bob": 1, "ann": 2})])
    assert [(step.game, step.place, step.tied, step.of) for step in found["bob"]] == [
        ("first", 2, True, 3),
        ("second", 1, False, 2),
    ]
    assert found["cy"] == found["bob"][:1]
    assert FRESH.shown == 1000 < found["ann"][0].rating.shown
