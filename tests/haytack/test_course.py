"""H4: a proposed course."""

import pytest

from gm.games.haytack.course import planned_falls, propose, read_course, short_form


@pytest.mark.parametrize("entrants", range(2, 200))
def test_a_proposed_course_plans_the_falls_it_says(entrants: int) -> None:
    course = propose(entrants)
    falls = planned_falls(course)
    assert falls == entrants - max(1, round(entrants / 8))
    assert course[0] == "plain"
    for number, kind in enumerate(course[:-1], start=1):
        assert kind == {5: "becher", 9: "water", 14: "chair"}.get((number - 5) % 14 + 5, "plain")
    assert read_course(short_form(course)) == (tuple(course), [])
