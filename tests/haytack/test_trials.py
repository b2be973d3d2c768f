"""Races by the thousand are the same races: each agrees with the plain rules, horse for horse."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.trials import Plan
from gm.games.haytack import GAME, TEMPERS, tempers
from gm.games.haytack.course import PLACES, short_form
from gm.games.haytack.learning import learn, told
from gm.games.haytack.race import Race
from gm.games.haytack.rules import Bid
from gm.games.haytack.trials import BATCH, Jumped, Races, begin, chance_of, ride, settings_of, trial, winners

COURSE = "4 plain, becher, 3 plain, water, 4 plain, chair, 6 plain"


def ridden(plan: Plan, many: int) -> tuple[Races, list[Jumped]]:
    course, options = settings_of(plan)
    at = begin(plan, options, many)
    return at, list(ride(at, plan, course, options, chance_of(plan, 0)))


def by_the_rules(plan: Plan, told: Sequence[Jumped], number: int) -> Race:
    """One of the races, ridden again with the same numbers."""
    field = [Entrant(str(number), f"Horse {number}") for number in range(plan.entrants)]
    race: Race = GAME.setup(field, plan.settings, Dice("")).state
    for each in told:
        if GAME.pending(race):
            bids = {decision: Bid(int(each.asked[int(decision.seat), number])) for decision in GAME.pending(race)}
            race = GAME.resolve(race, bids, Dice("")).state
    return race


def out_at(told: Sequence[Jumped], entrants: int, number: int) -> list[int]:
    """The fence at which each horse fell in that race, or 0."""
    return [sum(each.fence for each in told if each.landing.fell[horse, number]) for horse in range(entrants)]


@settings(max_examples=40)
@given(
    entrants=st.integers(2, 24),
    course=st.lists(st.sampled_from(list(PLACES)), min_size=1, max_size=24),
    free=st.sampled_from(["excess", "literal", "none"]),
    stands=st.booleans(),
    points=st.sampled_from([6, 40, 500, 20_000]),
    bonus=st.sampled_from([0, 7, 50]),
    riders=st.lists(st.sampled_from(list(TEMPERS)), max_size=3),
    seed=st.text(max_size=3),
)
def test_every_race_ends_as_the_plain_rules_end_it(
    entrants: int, course: list[str], free: str, stands: bool, points: int, bonus: int, riders: list[str], seed: str
) -> None:
    options = {
        "free_fences": free,
        "last_stands": str(stands).lower(),
        "points": str(points),
        "water_bonus": str(bonus),
    }
    plan = Plan(entrants, {"course": short_form(course), "options": options}, tuple(riders), seed)
    at, told = ridden(plan, 12)
    for number in range(12):
        race = by_the_rules(plan, told, number)
        assert race.over
        assert [horse.points for horse in race.horses] == at.points[:, number].tolist()
        assert [horse.out_at for horse in race.horses] == out_at(told, entrants, number)
        assert [horse.running for horse in race.horses] == at.running[:, number].tolist()
        assert race.turn - 1 == at.turns[number]
        first = [each.seat for each in GAME.finish(GAME.public(race)) if each.place == 1]
        assert [str(i) for i in winners(at)[:, number].nonzero()[0]] == (first if race.running else [])


def test_it_does_not_matter_who_rides_which_batch() -> None:
    plan = Plan(16, {"course": COURSE}, seed="split")
    assert trial(plan, range(BATCH)) + trial(plan, range(BATCH, 2 * BATCH)) == trial(plan, range(2 * BATCH))
    assert trial(plan, range(50)) != trial(Plan(16, {"course": COURSE}, seed="other"), range(50))


def test_a_tally_adds_up() -> None:
    tally = trial(Plan(16, {"course": COURSE}), range(300))
    assert tally.games == 300
    assert [sum(tally.of(what).values()) for what in ("finishers", "turns", "free")] == [300, 300, 300]
    assert sum(tally.of("rode").values()) == 16 * 300
    fallen = sum(tally.of("fell").values())
    assert fallen + tally.mean("finishers") * 300 == pytest.approx(16 * 300)


def test_a_temper_that_is_named_twice_has_twice_as_many_horses() -> None:
    plan = Plan(9, {"course": COURSE}, ("flat", "flat", "miser"))
    assert trial(plan, range(10)).of("rode") == {"flat": 60, "miser": 30}
    assert ridden(plan, 10)[1][0].asked[::3].all()


def test_people_have_a_name_for_every_temper() -> None:
    assert list(GAME.tempers) == list(tempers.TEMPERS)


def test_who_has_learned_wins_more_than_a_fair_share() -> None:
    tally = trial(Plan(28, {"course": COURSE}), range(1024))
    wins = {temper: tally.of("won")[temper] / tally.of("rode")[temper] for temper in TEMPERS}
    assert wins["learned"] == max(wins.values())
    assert wins["learned"] > 2 / 28


def test_learning_makes_lessons_that_can_be_kept() -> None:
    lines = told(learn(6, "try"))
    assert len(lines) == tempers.SITUATIONS == len(tempers.lessons())
    assert all(len(line.split()) == len(tempers.CHOICES) for line in lines)
    assert all(90 <= sum(map(int, line.split())) <= 110 for line in lines)
    assert told(learn(6, "try")) == lines


@pytest.mark.parametrize(("entrants", "wanted"), [(24, 6), (40, 5), (13, 1)])
def test_a_tuned_course_leaves_as_many_as_it_is_meant_to(entrants: int, wanted: int) -> None:
    made = GAME.tuned(entrants, wanted, lambda plan: trial(plan, range(300)))
    assert abs(made["finishers"] - wanted) <= 1
    assert made["lines"][0] == f"course: {short_form(made['course'])}"
    left = trial(Plan(entrants, {"course": made["written"]}, seed="again"), range(300)).mean("finishers")
    assert abs(left - wanted) <= 1


def test_plain_fences_stand_in_for_one_kind_at_a_time() -> None:
    others = GAME.without(Plan(8, {"course": "2 plain, becher, chair, becher"}))
    assert {kind: plan.settings["course"] for kind, plan in others.items()} == {
        "becher": "3 plain, chair, plain",
        "chair": "2 plain, becher, plain, becher",
    }
