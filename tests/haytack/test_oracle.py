"""Random positions and whole races, resolved a second time by an adjudicator that shares no code with the first."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm.cli import run
from tests.conftest import Desk
from tests.haytack.oracle import adjudicate, random_case
from tests.haytack.tally import tally


@pytest.mark.slow
def test_random_positions_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(1977)
    cases = [random_case(rng) for _ in range(1500)]
    path = tmp_path / "cases.yaml"
    path.write_text("\n---\n".join(json.dumps(case, ensure_ascii=False) for case in cases), encoding="utf-8")
    assert run(["adjudicate", "--json", str(path)]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(results) == len(cases)
    for case, result in zip(cases, results, strict=True):
        assert result == json.loads(json.dumps(adjudicate(case))), case
    seen: Counter[str] = Counter()
    for result in results:
        for fence in result["fences"]:
            tally(fence, seen)
    assert len(seen) == 37, "some shape of tie did not come up"


BLOODSTOCK = "4 plain, becher, 3 plain, water, 4 plain, chair, 4 plain, becher, 3 plain, water, 4 plain, chair, 3 plain"


@pytest.mark.slow
@pytest.mark.parametrize("field", [40, 41])
def test_a_whole_race_by_files_agrees_turn_by_turn(desk: Desk, field: int) -> None:
    rng = random.Random(field)
    players = [f"p{number:02}" for number in range(field)]
    horse = {player: f"Horse {number}" for number, player in enumerate(players)}
    desk.write("players.yaml", "".join(f"{player}: {{name: Jockey {player}}}\n" for player in players))
    entrants = "".join(f"  - {{player: {player}, horse: {horse[player]}}}\n" for player in players)
    desk.write("games/race.yaml", f"rules: haytack\nentrants:\n{entrants}course: {BLOODSTOCK}\n")
    desk.gm("start", "race")
    kinds = _kinds(BLOODSTOCK)
    points, free, fence, turn = {horse[player]: 500 for player in players}, 0, 1, 1
    while True:
        fences = 1 if field % 2 and turn == 1 else 2
        orders = {name: _order(rng, fence, fences, points[name], len(kinds), list(points)) for name in points}
        for player in players:
            if horse[player] in orders and rng.random() > 0.02:
                desk.order(player, turn, json.dumps(orders[horse[player]]))
            else:
                orders.pop(horse[player], None)
        desk.gm("take")
        desk.gm("run", "race", "--now")
        case = {"rules": "haytack", "course": kinds, "fence": fence, "fences": fences, "free": free,
                "horses": points, "orders": orders}  # fmt: skip
        expected, result = json.loads(json.dumps(adjudicate(case))), desk.result()
        for key in ("fences", "points", "free_left", "over", "winners"):
            assert result[key] == expected[key], (turn, key)
        if result["over"]:
            assert [row["horse"] for row in result["places"][: len(result["points"])]]
            break
        points, free, fence, turn = result["points"], result["free_left"], fence + fences, turn + 1


def _kinds(course: str) -> list[str]:
    kinds: list[str] = []
    for item in course.split(", "):
        many, _, kind = item.rpartition(" ")
        kinds += [kind] * int(many or 1)
    return kinds


def _order(rng: random.Random, fence: int, fences: int, points: int, course: int, field: list[str]) -> dict[str, Any]:
    share = max(1, points // (course - fence + 2))
    numbers = [min(points // 2, max(0, share + rng.randint(-4, 4))) for _ in range(2)]
    order: dict[str, Any] = {str(fence): numbers[0]}
    if fences == 2 and fence < course:
        second: Any = numbers[1]
        if rng.random() < 0.4:
            when = rng.choice([{"fell": rng.choice(field)}, {"fallers": ">= 2"}, {"free": "yes"}, {"stumbled": "me"},
                               {"running": f"< {len(field)}", "points": f">= {points // 2}"}, {"lowest": "< 3"}])  # fmt: skip
            second = [{"when": when, "play": rng.choice([0, 1, "all"])}, numbers[1]]
        order[str(fence + 1)] = second
    return order
