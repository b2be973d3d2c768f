"""The recipe of the draw in docs/the-draw.md: put together it is a program, and it draws what gm draws."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gm.season.draw import draw
from gm.season.lots import link
from gm.season.rollcall import Tables
from tests.season import questions
from tests.season.drawing import roll_call
from tests.season.evenings import played
from tests.season.test_agreement import asked

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "the-draw.md").read_text(encoding="utf-8")
CODE = "\n\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
EXAMPLE = {
    "rules": "season",
    "secret": "73fd775ab3b037c4c2ab9f8a1bed4db77d1dc827ef9987fe6a902f639251377c",
    "draw": {
        "season": "cup",
        "round": 2,
        "rounds": 3,
        "by": "score",
        "tables": {"best": 4, "from": 3, "to": 5},
        "players": {
            "ann": {"points": "100", "seats": {1: 1}},
            "bob": {"points": "200/3", "seats": {2: 1}},
            "cy": {"points": "100/3", "seats": {3: 1}, "lucky_word": "gin"},
            "dee": {"seats": {4: 1}},
            "eve": {"points": "100", "seats": {1: 1}, "short": 1},
            "fay": {"points": "50", "seats": {2: 1}, "short": 1},
            "gus": {"seats": {3: 1}, "short": 1},
        },
        "met": {
            "ann": {"bob": 1, "cy": 1, "dee": 1},
            "bob": {"cy": 1, "dee": 1},
            "cy": {"dee": 1},
            "eve": {"fay": 1, "gus": 1},
            "fay": {"gus": 1},
        },
    },
}


def recipe() -> dict[str, Any]:
    found: dict[str, Any] = {"__name__": "draw"}
    exec(compile(CODE, "the-draw.md", "exec"), found)
    return found


def drawn(page: Any) -> Any:
    return recipe()["draw"](roll_call(page["draw"]), page["secret"])


def test_it_needs_nothing_of_ours() -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", CODE, re.MULTILINE)
    assert set(imported) <= set(sys.stdlib_module_names)


def test_it_is_short() -> None:
    lines = [line for line in CODE.splitlines() if line.strip()]
    assert len(lines) <= 220


def test_the_example_of_the_rulings() -> None:
    found = drawn(EXAMPLE)
    assert found == asked(EXAMPLE)
    assert found["price"] == 9000030000090
    assert found["rounds"][0]["tables"] == [
        {"table": 1, "seats": ["bob", "ann", "eve"]},
        {"table": 2, "seats": ["gus", "dee", "fay", "cy"]},
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(500, 504))
def test_small_draws(seed: int) -> None:
    page = questions.a_draw(random.Random(seed), most=9)
    assert drawn(page) == asked(page)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [10205, 10234])
def test_two_empty_chairs_may_change_places(seed: int) -> None:
    """It costs nothing and brings no two of them to one table; a kick that does it has its tables gone through again."""
    page = questions.a_draw(random.Random(seed), most=7)
    assert drawn(page) == asked(page)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(600, 620))
def test_draws_of_up_to_a_dozen(seed: int) -> None:
    page = questions.a_draw(random.Random(seed), most=len(questions.NAMES))
    assert drawn(page) == asked(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("many", "tables", "rounds", "by_lot"),
    [
        (16, Tables(4, 4, 4), 5, False),
        (23, Tables(4, 3, 5), 3, False),
        (19, Tables(3, 3, 3), 4, True),
        (60, Tables(4, 3, 5), 6, False),
    ],
)
def test_the_last_rounds_of_real_seasons(many: int, tables: Tables, rounds: int, by_lot: bool) -> None:
    """Larger fields, with sheets of several rounds, empty chairs, and people who sit out."""
    evening = played(many, tables, rounds, 1, by_lot, until=0 if by_lot else rounds - 2)
    call, secret = evening.roll_call(1 if by_lot else rounds - 1), "7" * 64
    assert recipe()["draw"](call.as_json(), secret) == draw(call, secret).as_json()


@pytest.mark.slow
def test_it_checks_a_published_draw(tmp_path: Path) -> None:
    program, published, doctored = tmp_path / "draw.py", tmp_path / "round2.json", tmp_path / "doctored.json"
    program.write_text(CODE, encoding="utf-8")
    told = asked(EXAMPLE) | {"secret": EXAMPLE["secret"], "rests_on": roll_call(EXAMPLE["draw"])}
    published.write_text(json.dumps(told), encoding="utf-8")
    told["rounds"][0]["tables"][0]["seats"].reverse()
    doctored.write_text(json.dumps(told), encoding="utf-8")

    def says(*arguments: object) -> list[str]:
        command = [sys.executable, str(program), *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()

    commitment = link("0" * 64, 64)
    fine = ["the secret belongs to the season", "round 2 was drawn as it should be"]
    assert says(published, commitment) == fine
    assert says(doctored) == ["ROUND 2 WAS DRAWN OTHERWISE"]
    assert says(published, "0" * 64) == ["THIS IS NOT THE SECRET OF THAT ROUND", fine[1]]
    assert commitment.startswith("6d2474f4")
    assert "6d2474f4" in PAGE
