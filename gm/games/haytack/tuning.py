"""Courses on trial: does a special fence matter, and where must a course end to leave as many as it is meant to?"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gm.core.play import Json
from gm.core.trials import Plan, Tally
from gm.core.words import counted
from gm.games.haytack.course import PLACES, described, longer, read_course, short_form

_MOST = 4  # times as many fences as horses: then nobody falls any more


def without(plan: Plan) -> dict[str, Plan]:
    """The same course with plain fences in place of each special kind."""
    course = read_course(plan.settings.get("course"))[0]
    return {
        kind: replace(plan, settings={**plan.settings, "course": short_form(_plain(course, kind))})
        for kind in PLACES
        if kind in course and kind != "plain"
    }


def _plain(course: Sequence[str], kind: str) -> list[str]:
    return ["plain" if each == kind else each for each in course]


def tuned(entrants: int, finishers: int, tried: Callable[[Plan], Tally]) -> Json:
    """The shortest course at the usual rhythm after which, on the whole, no more are left than wanted."""
    finished: dict[int, float] = {}

    def left(fences: int) -> float:
        if fences not in finished:
            plan = Plan(entrants, {"course": short_form(longer(fences))}, seed="tuning")
            finished[fences] = tried(plan).mean("finishers")
        return finished[fences]

    few, many = 1, min(_MOST * entrants, 500)
    while few < many:
        middle = (few + many) // 2
        few, many = (few, middle) if left(middle) <= finishers else (middle + 1, many)
    best = min({max(1, few - 1), few}, key=lambda fences: abs(left(fences) - finishers))
    made = described(entrants, longer(best))
    said = counted(
        "{fences} fences in {turns} turns: in trials {n} of {entrants} finishes",
        "{fences} fences in {turns} turns: in trials {n} of {entrants} finish",
        round(left(best)),
        entrants=entrants,
        fences=made["fences"],
        turns=made["turns"],
    )
    return made | {"finishers": round(left(best), 2), "lines": [made["lines"][0], said]}
