"""The one loop that plays all games: what it guards, and which line answers what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import (
    Decision,
    Entrant,
    Event,
    Fact,
    Facts,
    Flaw,
    Kind,
    Line,
    NotNow,
    Raw,
    Refusal,
    Remark,
    Seat,
    Section,
    Step,
    View,
)
from gm.core.turn import GameFault, run_turn
from gm.pages.book import by_decision, check_part, covers, read_book


@dataclass(frozen=True)
class Count:
    turn: int = 1
    step: int = 1
    heard: tuple[tuple[str, ...], ...] = ()
    thrown: tuple[int, ...] = ()


Asks = Callable[[Count], Sequence[Decision]]


class Echo(Game[Count, str]):
    """Asks what a test wants to be asked, and keeps what it is told."""

    name = "echo"
    state = Count
    page = (Section("orders"), Section("standing", standing=True))

    def __init__(self, asks: Asks):
        self.asks = asks

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Count]:
        return Step(Count())

    def pending(self, state: Count) -> Sequence[Decision]:
        return self.asks(state)

    def read(self, state: Count, decision: Decision, say: Raw) -> str:
        if say == "never":
            raise Refusal("there is no such thing", "write yes", say, Flaw.UNKNOWN)
        if say == "later":
            raise NotNow("not as things stand")
        return str(say)

    def default(self, state: Count, decision: Decision) -> str:
        return "nothing"

    def facts(self, state: Count, seat: Seat) -> Facts:
        return Facts({"step": Fact(Kind.NUMBER, "the step", lambda: state.step)})

    def review(self, state: Count, seat: Seat, turn: int, lines: Sequence[Line]) -> list[Remark]:
        return []  # it forgets to ask

    def resolve(self, state: Count, choices: Mapping[Decision, str], dice: Dice) -> Step[Count]:
        heard = tuple(f"{each.seat} {each.key} {choice}" for each, choice in choices.items())
        thrown = (dice.now("die").below(1000), dice.now("die").below(1000), dice.stream("deck").below(1000))
        new = replace(state, step=state.step + 1, heard=(*state.heard, heard), thrown=(*state.thrown, *thrown))
        return Step(new, [Event("heard", {"many": len(heard)})])

    def public(self, state: Count) -> View:
        return {"step": state.step}


def once(*decisions: Decision) -> Asks:
    return lambda state: [each for each in decisions if state.step == 1]


def play(asks: Asks, **parts: Any) -> Step[Count]:
    game = Echo(asks)
    books = {seat: read_book(game, Count(), seat, part) for seat, part in parts.items()}
    return run_turn(game, Count(), 1, books, Dice("seed"))


def orders(step: Step[Count], seat: Seat) -> list[Any]:
    return [event.data for event in step.events if event.kind == "order" and event.data["seat"] == seat]


class Stuck(Echo):
    def resolve(self, state: Count, choices: Mapping[Decision, str], dice: Dice) -> Step[Count]:
        return Step(state, [Event("nothing", {})])


def test_a_game_whose_resolve_changes_nothing_is_stopped() -> None:
    with pytest.raises(GameFault, match="echo does not come to the end of turn 1"):
        run_turn(Stuck(once(Decision("a", "x", 1))), Count(), 1, {}, Dice(""))


def test_a_turn_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.core.turn.MOST_STEPS", 20)
    with pytest.raises(GameFault, match="step 20"):
        play(lambda state: [Decision("a", "x", 1)])


def test_keys_are_unique_a_seat() -> None:
    with pytest.raises(GameFault, match="echo asks the same of one seat twice on turn 1"):
        play(once(Decision("a", "x", 1), Decision("a", "x", 1)))


def test_nothing_is_awaited_from_a_turn_that_is_over() -> None:
    with pytest.raises(GameFault, match="echo awaits an order of an earlier turn on turn 2"):
        run_turn(Echo(once(Decision("a", "x", 1))), Count(), 2, {}, Dice(""))


def test_what_falls_under_a_later_deadline_waits() -> None:
    step = play(once(Decision("a", "x", 1), Decision("b", "x", 2)))
    assert step.state.heard == (("a x nothing",),)


def test_two_decisions_of_one_seat_in_one_step_are_both_answered() -> None:
    step = play(once(Decision("a", "x", 1), Decision("a", "y", 1)), a={"orders": {"x": "one", "y": "two"}})
    assert step.state.heard == (("a x one", "a y two"),)
    assert [each["key"] for each in orders(step, "a")] == ["x", "y"]


@pytest.mark.parametrize(
    ("part", "heard", "by"),
    [
        ({"orders": {"5": "own"}, "standing": {"water": "wet", "any": "all"}}, "own", "order"),
        ({"standing": {"any": "all", "water": "wet"}}, "wet", "standing"),
        ({"standing": {"any": "all"}}, "all", "standing"),
        ({"orders": {"5": "later"}, "standing": {"water": "wet"}}, "nothing", "default"),
        ({"orders": {"5": [{"when": {"step": "9"}, "play": "own"}]}, "standing": {"any": "all"}}, "nothing", "default"),
        ({"standing": {"water": "later", "any": "all"}}, "nothing", "default"),
        ({}, "nothing", "default"),
    ],
)
def test_the_first_key_under_which_any_line_is_written_answers_alone(part: Any, heard: str, by: str) -> None:
    step = play(once(Decision("a", "5", 1, asks=("water", "any"))), a=part)
    assert step.state.heard == ((f"a 5 {heard}",),)
    assert [each["by"] for each in orders(step, "a")] == [by]


def test_a_line_is_passed_over_with_its_reason() -> None:
    lines = [{"when": {"step": ">= 2"}, "play": "no"}, "later", "yes"]
    (order,) = orders(play(once(Decision("a", "5", 1)), a={"orders": {"5": lines}}), "a")
    assert [sorted(each) for each in order["passed"]] == [["number", "unmet"], ["number", "refused"]]
    assert (order["by"], order["number"]) == ("order", 3)


def test_only_the_player_sees_what_the_order_did() -> None:
    step = play(once(Decision("a", "5", 1), Decision("b", "5", 1)))
    assert all(event.audience == frozenset({event.data["seat"]}) for event in step.events if event.kind == "order")


def test_the_dice_of_a_turn_and_step_never_come_again() -> None:
    """Fair play, point 4: streams of this turn and step beside those that are drawn once in a game."""
    thrown = play(lambda state: [Decision("a", "x", 1)] if state.step <= 3 else []).state.thrown
    expected: list[int] = []
    for step in (1, 2, 3):
        die = Dice("seed").stream(f"1.{step}:die")
        expected += [die.below(1000), die.below(1000), Dice("seed").stream("deck").below(1000)]
    assert list(thrown) == expected
    assert len({expected[0], expected[1], expected[3], expected[4], expected[6], expected[7]}) == 6


def test_an_optional_decision_is_not_missed() -> None:
    game = Echo(once(Decision("a", "x", 1), Decision("a", "bet", 1, optional=True)))
    state = Count()
    assert covers(game.agenda(state, "a", 1), by_decision([Line("x", "one")]))
    assert not covers(game.agenda(state, "a", 1), by_decision([Line("bet", "ten")]))


def test_what_the_rules_never_take_is_refused_on_arrival_without_any_review() -> None:
    game = Echo(once(Decision("a", "5", 1, asks=("any",))))
    for part in ({"orders": {"5": "never"}}, {"orders": {"5": ["yes", "never"]}}, {"standing": {"any": "never"}}):
        (flaw,) = check_part(game, Count(), "a", 1, part).flaws
        assert flaw.message == "there is no such thing"


def test_a_standing_order_for_another_moment_is_read_on_arrival_too() -> None:
    game = Echo(once(Decision("a", "5", 1)))
    assert check_part(game, Count(), "a", 1, {"standing": {"becher": "never"}}).flaws


def test_what_cannot_be_played_now_passes_on_arrival() -> None:
    game = Echo(once(Decision("a", "5", 1)))
    assert not check_part(game, Count(), "a", 1, {"orders": {"5": "later"}}).flaws


def test_a_game_that_leaves_something_unsaid_says_so_when_it_is_loaded() -> None:
    with pytest.raises(TypeError, match="Half does not say: resolve, public"):

        class Half(Game[Count, str]):
            setup, pending, read, default = Echo.setup, Echo.pending, Echo.read, Echo.default
