"""H4: a proposed course, and how a course is written."""

import pytest

from gm.games.haytack.course import planned_falls, propose, read_course, short_form
from tests.conftest import Desk
from tests.examples import race_file


@pytest.mark.parametrize("entrants", range(2, 200))
def test_a_proposed_course_plans_the_falls_it_says(entrants: int) -> None:
    course = propose(entrants)
    falls = planned_falls(course)
    assert falls == entrants - max(1, round(entrants / 8))
    assert course[0] == "plain"
    for number, kind in enumerate(course[:-1], start=1):
        assert kind == {5: "becher", 9: "water", 14: "chair"}.get((number - 5) % 14 + 5, "plain")
    assert read_course(short_form(course)) == (tuple(course), [])


def test_the_bloodstock_course_is_the_model(desk: Desk) -> None:
    (told,) = desk.gm("course", 40, "--json").lines
    assert (told["fences"], told["falls"], told["finishers"], told["turns"]) == (31, 35, 5, 16)
    assert "35 falls" in desk.gm("course", 40).out


@pytest.mark.parametrize(
    "written", ["4 plain, becher", "[plain, plain, plain, plain, becher]", "4 x plain, Becher's", "[4 plain, bechers]"]
)
def test_a_course_may_be_written_in_several_ways(desk: Desk, written: str) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Red Rum", "bob": "Crisp"}, written))
    desk.gm("start", "race")


def test_an_odd_field_whose_first_fence_is_not_plain_is_warned_of_and_starts(desk: Desk) -> None:
    field = {"alice": "Red Rum", "bob": "Crisp", "carol": "No"}
    desk.write("games/race.yaml", race_file(field, "becher, plain"))
    out = desk.gm("start", "race").out
    assert "warning: with an odd field (3) the first fence should be plain" in out
