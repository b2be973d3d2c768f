"""What must hold in every position of the race, whatever is ordered."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gm.core import codec
from gm.core.dice import Dice
from gm.core.play import Entrant, Event, Step
from gm.games.haytack import GAME
from gm.games.haytack.course import PLACES
from gm.games.haytack.race import Race
from gm.pages.book import read_book
from tests.telling import ALL, play_turn, story

KINDS = st.sampled_from(sorted(PLACES))
OPTIONS = st.fixed_dictionaries(
    {
        "points": st.sampled_from(["0", "1", "9", "40", "500"]),
        "free_fences": st.sampled_from(["excess", "literal", "none"]),
        "last_stands": st.sampled_from(["true", "false"]),
        "nmr": st.sampled_from(["zero", "repeat", "retire"]),
        "water_bonus": st.sampled_from(["0", "7", "50"]),
    }
)
NUMBER = st.one_of(st.integers(0, 12).map(str), st.just("all"), st.integers(0, 600).map(str))
WHEN = st.sampled_from(
    [{"fallers": ">= 2"}, {"free": "yes"}, {"stumbled": "me"}, {"running": "<= 3"}, {"lowest": "< 4"}]
)
SECOND = st.one_of(
    NUMBER, st.lists(st.one_of(NUMBER, st.fixed_dictionaries({"when": WHEN, "play": NUMBER})), min_size=1, max_size=3)
)


@st.composite
def races(draw: st.DrawFn) -> tuple[Race, list[dict[str, Any]]]:
    """A new race, and for every turn somebody's orders."""
    many = draw(st.integers(2, 9))
    course = draw(st.lists(KINDS, min_size=1, max_size=9))
    entrants = [Entrant(f"p{n}", f"Horse {n}") for n in range(many)]
    race = GAME.setup(entrants, {"course": course, "options": draw(OPTIONS)}, Dice("")).state
    turns = [
        {f"p{n}": (draw(NUMBER), draw(SECOND)) for n in range(many) if draw(st.integers(0, 9))}
        for _ in range(len(course) // 2 + 2)
    ]
    return race, turns


def books(race: Race, orders: Mapping[str, Any]) -> dict[str, Any]:
    fences = race.fences_of(race.turn)
    return {
        seat: read_book(
            GAME, race, seat, {"orders": {str(fence): say for fence, say in zip(fences, said, strict=False)}}
        )
        for seat, said in orders.items()
    }


def play(race: Race, turns: list[dict[str, Any]]) -> list[Step[Race]]:
    steps = [Step(race)]
    for orders in turns:
        if not GAME.pending(steps[-1].state):
            break
        steps.append(play_turn(GAME, steps[-1].state, books(steps[-1].state, orders), Dice("")))
    return steps


def result(step: Step[Race]) -> Any:
    return story(GAME, step.state, step.events, ALL)["result"]


@given(races())
def test_points_never_go_below_zero_or_appear_from_nowhere(given_race: tuple[Race, list[dict[str, Any]]]) -> None:
    race, turns = given_race
    points = {horse.name: horse.points for horse in race.horses}
    for step in play(race, turns)[1:]:
        for fence in result(step)["fences"]:
            for horse, left in fence["points"].items():
                paid = fence["played"][horse] + fence["stumbled"].get(horse, 0)
                assert left == points[horse] - paid + fence["bonus"].get(horse, 0) >= 0
            assert sum(fence["bonus"].values()) <= race.options.water_bonus
            points = fence["points"]


@given(races())
def test_a_race_always_ends_and_places_everybody_once(given_race: tuple[Race, list[dict[str, Any]]]) -> None:
    race, turns = given_race
    end = play(race, turns)[-1]
    told = result(end)
    assert told["over"]
    assert sorted(row["horse"] for row in told["places"]) == sorted(horse.name for horse in race.horses)
    assert set(told["winners"]) <= {row["horse"] for row in told["places"] if row["place"] == 1}


@given(races())
def test_fallers_match_planned_places_plus_excess(given_race: tuple[Race, list[dict[str, Any]]]) -> None:
    """H12: free fences won are the falls past the plan; those used make up for them."""
    race, turns = given_race
    falls = planned = freed = 0
    for step in play(race, turns)[1:]:
        for fence in result(step)["fences"]:
            places = 0 if fence["free"] else sum(PLACES[fence["kind"]])
            falls += len(fence["fell"])
            planned += places
            freed += max(0, len(fence["fell"]) - places) if race.options.free_fences == "excess" else 0
            if not race.options.last_stands and not fence["free"]:
                assert len(fence["fell"]) >= min(places, len(fence["played"]))
    if race.options.free_fences == "excess" and not race.options.last_stands:
        assert falls == planned + freed


@given(races(), st.permutations(range(9)))
def test_renaming_and_reordering_horses_changes_nothing_else(
    given_race: tuple[Race, list[dict[str, Any]]], order: list[int]
) -> None:
    race, turns = given_race
    renamed = {horse.name: f"Renamed {horse.name[::-1]}" for horse in race.horses}
    plain_race = codec.dump(Race, race)
    plain_race["horses"] = [plain_race["horses"][i] for i in order if i < len(race.horses)]
    text = json.dumps(plain_race)
    for old, new in renamed.items():
        text = text.replace(json.dumps(old), json.dumps(new))
    other = codec.load(Race, json.loads(text))
    for one, two in zip(play(race, turns)[1:], play(other, turns)[1:], strict=True):
        assert _under(renamed, result(one)) == _under({}, result(two))


def _under(names: Mapping[str, str], value: Any) -> Any:
    """With other names, and without regard to the order that names are listed in."""
    if isinstance(value, dict):
        return {names.get(key, key): _under(names, each) for key, each in value.items()}
    if isinstance(value, list):
        return sorted((_under(names, each) for each in value), key=str)
    return names.get(value, value) if isinstance(value, str) else value


@given(races())
def test_a_turn_resolved_twice_is_the_same_to_the_byte(given_race: tuple[Race, list[dict[str, Any]]]) -> None:
    race, turns = given_race
    once, twice = (
        [
            json.dumps([codec.dump(Race, step.state), [codec.dump(Event, event) for event in step.events]])
            for step in play(race, turns)
        ]
        for _ in "ab"
    )
    assert once == twice


@given(races())
def test_a_position_survives_json(given_race: tuple[Race, list[dict[str, Any]]]) -> None:
    for step in play(*given_race):
        assert codec.load(Race, json.loads(json.dumps(codec.dump(Race, step.state)))) == step.state
