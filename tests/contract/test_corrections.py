"""Every game can be put right: played again, told, mailed, verified, taken back and brought again."""

import json
import re
import sqlite3
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm import games
from gm.core import codec
from gm.core.dice import Dice
from gm.core.play import Refusal, Step
from gm.core.remedies import ruled
from gm.desk.replay import resolved
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


NUMBERS = st.integers(-700, 700).map(lambda number: f"{number:+}") | st.integers(0, 9).map(str)


def named(state: Any) -> list[str]:
    """Everything in a position that looks like a name."""
    return sorted(set(re.findall(r'"([A-Za-z][\w .]*)"', json.dumps(codec.dump(type(state), state)))))


@pytest.mark.parametrize("rules", samples.NAMES)
@given(data=st.data())
def test_a_ruling_is_made_or_refused_and_leaves_a_position_that_can_be_told(rules: str, data: st.DataObject) -> None:
    game, state = games.load(rules), samples.begun(rules)
    step: Step[Any] = resolved(game, state, 1, {}, Dice("x"))
    for _ in range(data.draw(st.integers(1, 3))):
        forms = [form for remedy in game.remedies() for form in remedy.forms] or ["nothing"]
        names = st.sampled_from(named(state) or ["nobody"])
        words = [
            data.draw(NUMBERS if word in ("POINTS", "NUMBER", "FENCE") else names) if word.isupper() else word
            for word in data.draw(st.sampled_from(forms)).split()
        ]
        with suppress(Refusal):
            step = ruled(game, step, " ".join(words))
    again = codec.load(game.state, json.loads(json.dumps(codec.dump(game.state, step.state))))
    assert again == step.state
    view = game.public(step.state)
    game.result(view, [event for event in step.events if event.audience is None])
    game.chapters(view, [event for event in step.events if event.audience is None])
    game.finish(view)
    game.pending(step.state)
