"""What many ordered in the same words is looked up once: nothing comes out otherwise than one by one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.dice import Dice
from gm.core.play import Entrant, Step
from gm.core.when import asks_for, read_when
from gm.games.haytack import GAME
from gm.games.haytack.race import Race
from gm.pages.book import read_books
from tests.telling import play_turn

NOTHING = Dice("")
WHENS: list[dict[str, Any]] = [
    {"points": "> 480"}, {"fallers": ">= 1"}, {"free": "yes"}, {"not": {"points": "<= 490"}}, {"fell": "Horse 1"},
    {"stood": "me"}, {"not": {"not": {"running": "< 4"}}},
]  # fmt: skip
NUMBERS = st.sampled_from(["0", "7", "15", "all", "600", "seven", ""])
SECOND = st.one_of(
    NUMBERS,
    st.tuples(st.sampled_from(WHENS), NUMBERS, NUMBERS).map(lambda each: [{"when": each[0], "play": each[1]}, each[2]]),
)
PAGES = st.fixed_dictionaries({"orders": st.fixed_dictionaries({"1": NUMBERS, "2": SECOND})}) | st.just({})
RULES = st.sampled_from([{}, {"reveal": "fallers"}, {"nmr": "repeat"}, {"last_stands": True}])


@st.composite
def turns(draw: st.DrawFn) -> tuple[Race, list[tuple[str, list[Any]]]]:
    """A few pages, each of which several jockeys sent; not all have the same points."""
    many = draw(st.integers(2, 9))
    field = [Entrant(f"p{number}", f"Horse {number}") for number in range(many)]
    race = GAME.setup(field, {"course": "2 plain, becher, chair", "options": draw(RULES)}, NOTHING).state
    horses = tuple(
        each._replace(points=points) for each, points in zip(race.horses, points_of(draw, many), strict=True)
    )
    pages = draw(st.lists(PAGES, min_size=1, max_size=3))
    sent = [(each.seat, [pages[draw(st.integers(0, len(pages) - 1))]]) for each in field]
    return replace(race, horses=horses), sent


def points_of(draw: st.DrawFn, many: int) -> Sequence[int]:
    return draw(st.lists(st.sampled_from([5, 480, 490, 500]), min_size=many, max_size=many))


def played(race: Race, sent: list[tuple[str, list[Any]]], alike: bool) -> Step[Race]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(GAME), "alike", alike)
        return play_turn(GAME, race, read_books(GAME, race, sent))


@given(turns())
def test_a_turn_is_the_same_whether_or_not_what_is_alike_is_looked_up_once(given_turn: Any) -> None:
    race, sent = given_turn
    assert played(race, sent, alike=True) == played(race, sent, alike=False)


def test_a_condition_on_ones_own_points_is_looked_up_for_each() -> None:
    race = GAME.setup([Entrant("ann", "Crisp"), Entrant("bob", "Red Rum")], {"course": "4 plain"}, NOTHING).state
    known = GAME.facts(race, "ann")
    for when, own in ((WHENS[0], True), (WHENS[1], False), (WHENS[3], True), (WHENS[6], False)):
        condition, wrong = read_when(when, known)
        assert not wrong
        assert asks_for(condition, known.own) is own
