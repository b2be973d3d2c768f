"""Every game can be put right: played again, told, mailed, verified, taken back and brought again."""

import json
import sqlite3

import pytest

from tests.conftest import Desk
from tests.contract import samples
from tests.playing import begin, one_turn, people


@pytest.mark.parametrize("rules", samples.NAMES)
def test_every_game_can_be_corrected_and_taken_back(desk: Desk, rules: str) -> None:
    """A struck order, in a game of any kind: whatever follows is played, told, mailed and brought back."""
    people(desk)
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    name = begin(desk, rules)
    for _ in range(3):
        if not one_turn(desk, name):
            break
    with sqlite3.connect(desk.folder / "zine.db") as db:
        ((inputs,),) = db.execute("SELECT inputs FROM turns WHERE turn = 1").fetchall()
    seat = next(iter(json.loads(inputs)["orders"]))
    before = desk.gm("report", name, "--format", "json").out
    args = ("correct", name, "--turn", 1, "--because", "Struck.", "--strike", seat, "--yes", "--json")
    (answer,) = desk.gm(*args).lines
    assert seat in answer["turns"][0]["changed"]
    assert "Struck." in desk.gm("report", name, "--turn", 1).out
    desk.gm("verify", name)
    desk.gm("undo", name)
    assert desk.gm("report", name, "--format", "json").out == before
    desk.gm("redo", name)
    desk.gm("verify", name)
