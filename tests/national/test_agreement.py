"""The Grand National board game: random positions and whole games, resolved a second time by an adjudicator that shares no code with the first."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.cli import run
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.pages.book import read_book
from gm.pages.files import read_map, read_pages
from tests.national.box import CARDS
from tests.national.course import Position
from tests.national.holding import what_holds
from tests.national.oracle import adjudicate, seen_by
from tests.national.positions import CASES, PLAYERS, random_case
from tests.national.test_rules import brought_along
from tests.national.whole import whole_game
from tests.rulecases import as_text
from tests.telling import ALL, play_turn, story


def written(cases: list[Any], path: Path) -> Path:
    path.write_text("\n---\n".join(json.dumps(case, ensure_ascii=False) for case in cases), encoding="utf-8")
    return path


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.slow
@pytest.mark.parametrize("phase", CASES)
def test_random_positions_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str], phase: str) -> None:
    cases = [random_case(random.Random(number), phase) for number in range(600)]
    assert run(["adjudicate", "--json", str(written(cases, tmp_path / "cases.yaml"))]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for case, result in zip(cases, results, strict=True):
        assert result == plain(adjudicate(case)), case
        what_holds({"options": {}} | case, result)


@pytest.mark.slow
def test_every_reader_is_told_the_same_by_both(tmp_path: Path) -> None:
    """N42."""
    game = games.load("national")
    cases = [random_case(random.Random(-number)) for number in range(1, 100)]
    for case, page in zip(cases, read_pages(written(cases, tmp_path / "cases.yaml")), strict=True):
        found = game.case(page)  # type: ignore[arg-type]
        assert not isinstance(found, list), found
        books = {seat: read_book(game, found.state, seat, part) for seat, part in found.parts.items()}
        step = play_turn(game, found.state, books, Dice(case.get("seed", "")))
        for reader in (None, *case["players"]):
            told = story(game, step.state, step.events, reader)["result"]
            assert plain(told) == plain(seen_by(adjudicate(case), reader)), case


@pytest.mark.slow
@pytest.mark.parametrize(
    ("many", "options"),
    [
        (2, {}),
        (3, {"sales": 1, "ante_post": "no"}),
        (4, {"lead": "move", "rounds": 2}),
        (5, {"field": 24, "sales": 3}),
        (6, {"finish": "all", "nmr": "6-3 shoe or clear lane 2"}),
    ],
)
def test_a_whole_game_from_the_seed_agrees_turn_by_turn(tmp_path: Path, many: int, options: dict[str, Any]) -> None:
    """From the first sale to the last bet: the same seed, and the same orders."""
    game, rng, seed, players = games.load("national"), random.Random(many), f"{many:064x}", PLAYERS[:many]
    state = game.setup([Entrant(player, player) for player in players], {"options": as_text(options)}, Dice(seed)).state
    dice, drawn = Dice(seed), set()
    for turn, (page, expected) in enumerate(whole_game(rng, seed, players, options)):
        parts = read_map(written([page["orders"]], tmp_path / f"{turn}.yaml")) if page["orders"] else {}
        books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
        step = play_turn(game, state, books, dice)
        state = step.state
        told = plain(story(game, state, step.events, ALL)["result"])
        assert told == plain(expected), (turn, page)
        drawn |= {line["card"] for move in told.get("moves", []) for line in move["log"] if "card" in line}
    assert not game.pending(state)
    assert drawn <= set(CARDS)


@pytest.mark.slow
def test_the_line_of_eight_lands_where_the_second_adjudicator_says(tmp_path: Path) -> None:
    """N43."""
    game = games.load("national")
    cases = [random_case(random.Random(number), "race midrace") for number in range(60)]
    for case, page in zip(cases, read_pages(written(cases, tmp_path / "cases.yaml")), strict=True):
        found, position = game.case(page), Position(case, Counter())  # type: ignore[arg-type]
        assert not isinstance(found, list), found
        for player in case["players"]:
            brought = brought_along(game, found, player)
            for horse in case["stables"][player]:
                if position.runs(horse) and position.horses[horse]["points"]:
                    assert f"{horse}: {position.line_of_eight(horse)}" in brought, case
