"""What the program answers about seasons, beside a second and plain answer from the rulings alone."""

import json
import random
from typing import Any

import pytest

from gm.season.case import answer
from tests.rulecases import as_text
from tests.season import oracle, questions
from tests.season.drawing import Draw

Page = dict[str, Any]


def asked(page: Page) -> Any:
    """The answer to a page as the file reader would read it: everything is text."""
    found = answer(as_text(page))
    assert not isinstance(found, list), (found, page)
    return found[1]


def shuffled(page: Any, dice: random.Random) -> Any:
    """The same page, written down in another order: names, and whatever is a list of entrants, games or penalties."""
    if isinstance(page, dict):
        keys = dice.sample(sorted(page, key=str), len(page))
        return {key: shuffled(page[key], dice) for key in keys}
    if isinstance(page, list) and page and isinstance(page[0], dict):
        return dice.sample([shuffled(each, dice) for each in page], len(page))
    return page


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("seed", range(300))
def test_tables_agree(seed: int) -> None:
    page = questions.a_table(random.Random(seed))
    assert asked(page) == oracle.table(page)


@pytest.mark.parametrize("seed", range(150))
def test_stages_agree(seed: int) -> None:
    page = questions.a_stage(random.Random(seed))
    assert asked(page) == oracle.stage(page)


@pytest.mark.parametrize("seed", range(150))
def test_deals_agree(seed: int) -> None:
    page = questions.a_deal(random.Random(seed))
    assert asked(page) == oracle.deal(page)


@pytest.mark.parametrize("seed", range(8))
def test_small_draws_agree(seed: int) -> None:
    page = questions.a_draw(random.Random(seed), most=6)
    assert asked(page) == Draw(page).answer()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_draws_of_up_to_eight_agree(seed: int) -> None:
    page = questions.a_draw(random.Random(seed), most=8)
    assert asked(page) == Draw(page).answer()


@pytest.mark.parametrize("ask", [questions.a_table, questions.a_stage, questions.a_deal])
def test_the_order_in_which_things_are_written_changes_nothing(ask: Any) -> None:
    for seed in range(50):
        dice = random.Random(seed)
        page = ask(dice)
        assert asked(shuffled(page, dice)) == asked(page)


def test_the_order_in_which_a_roll_call_is_written_changes_nothing() -> None:
    dice = random.Random(7)
    page = questions.a_draw(dice, most=5)
    assert asked(shuffled(page, dice)) == asked(page)


def test_other_names_in_the_same_order_have_the_same_table() -> None:
    for seed in range(50):
        page = questions.a_table(random.Random(seed))
        players = sorted(each["player"] for each in page["entrants"])
        names = {player: f"player{number:02}" for number, player in enumerate(players)}
        assert asked(renamed(page, names)) == renamed(asked(page), names)


def test_names_in_another_order_change_only_the_order_of_those_who_share_a_place() -> None:
    for seed in range(50):
        page = questions.a_table(random.Random(seed))
        players = sorted((each["player"] for each in page["entrants"]), reverse=True)
        names = {player: f"player{number:02}" for number, player in enumerate(players)}
        once, again = renamed(asked(page), names)["table"], asked(renamed(page, names))["table"]
        assert places(once) == places(again)


def places(lines: list[Page]) -> list[str]:
    told = [{key: value for key, value in line.items() if key != "decided"} for line in lines]
    return sorted(json.dumps(line, sort_keys=True) for line in told)
