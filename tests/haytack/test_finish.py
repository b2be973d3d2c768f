"""H23, for seasons: where each horse came, or stands so far."""

from typing import Any

from gm.core.play import Finish
from gm.games.haytack import GAME


def race(**more: Any) -> Any:
    page = {
        "course": ["plain"] * 8, "fence": "5", "horses": {"Red Rum": "100", "Crisp": "100", "No": "40"},
        "fallen": {"Aldaniti": "4", "Foinavon": "2", "Corbiere": "2"}, "options": {"points": "200"},
    }  # fmt: skip
    case = GAME.case(page | more)
    assert not isinstance(case, list), case
    return case.state


def test_equals_share_a_place_and_those_who_run_are_not_certain() -> None:
    found = {each.seat: each for each in GAME.finish(GAME.public(race()))}
    assert {seat: each.place for seat, each in found.items()} == {
        "Red Rum": 1, "Crisp": 1, "No": 3, "Aldaniti": 4, "Foinavon": 5, "Corbiere": 5,
    }  # fmt: skip
    assert [seat for seat, each in found.items() if not each.certain] == ["Red Rum", "Crisp", "No"]
    assert found["Aldaniti"] == Finish("Aldaniti", 4, 0, (0, 375, 0), True)
    assert found["No"] == Finish("No", 3, 40, (0, 500, 200), False)


def test_at_the_post_all_is_certain_and_home_comes_first() -> None:
    found = {each.seat: each for each in GAME.finish(GAME.public(race(fence="9")))}
    assert found["Crisp"] == Finish("Crisp", 1, 100, (1, 1000, 500), True)
    assert all(each.certain for each in found.values())


def test_what_is_not_revealed_counts_nothing() -> None:
    hidden = race(options={"points": "200", "reveal": "fallers"})
    found = {each.seat: each for each in GAME.finish(GAME.public(hidden))}
    assert {each.score for each in found.values()} == {0}
    assert found["Red Rum"].place == found["No"].place == 1
