"""Henn's Derby: random positions and whole games, resolved a second time by an adjudicator that shares no code with the first."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gm.cli import run
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.games.henn import GAME
from gm.pages.book import read_book
from gm.pages.files import read_map, read_pages
from tests.henn.dealing import deal, movers
from tests.henn.oracle import adjudicate, seen_by, set_up
from tests.henn.positions import random_case, random_order
from tests.rulecases import resolved
from tests.telling import ALL, play_turn, story


def written(cases: list[Any], path: Path) -> Path:
    path.write_text("\n---\n".join(json.dumps(case, ensure_ascii=False) for case in cases), encoding="utf-8")
    return path


@pytest.mark.slow
def test_random_positions_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [random_case(random.Random(number)) for number in range(1500)]
    assert run(["adjudicate", "--json", str(written(cases, tmp_path / "cases.yaml"))]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for case, result in zip(cases, results, strict=True):
        assert result == json.loads(json.dumps(adjudicate(case))), case


@pytest.mark.slow
def test_every_reader_is_told_the_same_by_both(tmp_path: Path) -> None:
    """D22."""
    cases = [random_case(random.Random(-number)) for number in range(1, 150)]
    for case, page in zip(cases, read_pages(written(cases, tmp_path / "cases.yaml")), strict=True):
        found = GAME.case(page)  # type: ignore[arg-type]
        assert not isinstance(found, list), found
        for reader in (None, *case["players"]):
            told = resolved(GAME, found, found.parts, reader)
            assert json.loads(json.dumps(told)) == json.loads(json.dumps(seen_by(adjudicate(case), reader))), case


@pytest.mark.slow
@pytest.mark.parametrize(("many", "lead"), [(3, "pass"), (4, "stay"), (5, "pass")])
def test_a_whole_game_from_the_seed_agrees_turn_by_turn(tmp_path: Path, many: int, lead: str) -> None:
    """D2 to D5 and all the rest: the deal of one seed, and the same orders to the end."""
    rng, seed = random.Random(many), f"{many:064x}"
    page = deal(seed, ["dot", "ann", "eve", "cid", "bob"][:many])
    entrants = [Entrant(player, player) for player in page["players"]]
    state = GAME.setup(entrants, {"options": {"lead": lead}}, Dice(seed)).state
    expected, turn = {"over": False}, 0
    while not expected["over"]:
        turn += 1
        page["next"] = movers(page["players"], turn, lead=lead)[0]
        page["orders"] = {player: random_order(rng, set_up(page), player) for player in page["players"]}
        parts = read_map(written([page["orders"]], tmp_path / f"{turn}.yaml"))
        books = {seat: read_book(GAME, state, seat, part) for seat, part in parts.items()}
        step = play_turn(GAME, state, books)
        state, expected = step.state, adjudicate(page)
        told = story(GAME, state, step.events, ALL)["result"]
        assert json.loads(json.dumps(told)) == json.loads(json.dumps(expected)), (turn, page)
        page |= {key: expected[key] for key in ("spaces", "places", "deck", "numbers", "tickets", "stock")}
        page["row"] = {side: card for side, card in expected["row"].items() if card}
    assert not GAME.pending(state)
