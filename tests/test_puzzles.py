"""Puzzles in the booklet: positions that games make up, and what the rules say of them."""

import re
from pathlib import Path

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.words import LANGUAGES
from gm.desk.cases import resolve_case
from gm.desk.puzzles import MOST, puzzles

NOWHERE = Path("nowhere")
MAKERS = [name for name in games.names() if games.load(name).puzzle(Dice("x")) is not None]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(12))
def test_a_puzzle_is_a_case_that_the_rules_can_answer(name: str, seed: int) -> None:
    game = games.load(name)
    page = game.puzzle(Dice(str(seed)))
    assert page == game.puzzle(Dice(str(seed)))
    case = game.case(page or {})
    assert not isinstance(case, list), case
    assert resolve_case(game, case).model.result


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_asks_and_has_an_answer(language: str) -> None:
    made = puzzles(MAKERS, "The Zine 7", language, NOWHERE)
    assert len(made) == MOST
    assert len({each["html"] for each in made}) == MOST
    assert all("<table>" in each["html"] and each["answer"] for each in made)
    assert made == puzzles(MAKERS, "The Zine 7", language, NOWHERE)
    assert made != puzzles(MAKERS, "The Zine 8", language, NOWHERE)


def test_the_answer_names_horses_that_were_asked_about() -> None:
    for each in puzzles(MAKERS, "The Zine 7", "en", NOWHERE):
        names = re.findall(r"<td>([^<]+)</td>", each["html"])
        assert [name for name in names if f": {name} (" in each["answer"]]


def test_a_zine_whose_games_make_none_has_those_of_others() -> None:
    assert puzzles(["no such game"][:0], "The Zine 7", "en", NOWHERE)
