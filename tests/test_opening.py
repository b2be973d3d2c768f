"""gm init, gm new, gm start: from nothing to an open turn 1."""

from pathlib import Path

import pytest

from tests.conftest import Desk
from tests.examples import RACE, race_file


def test_a_new_zine_is_commented_and_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    desk.gm("init", tmp_path / "my-zine", "--title", "Bloodstock")
    desk.folder = tmp_path / "my-zine"
    assert {path.name for path in desk.folder.iterdir()} == {
        "zine.yaml",
        "players.yaml",
        "games",
        "next",
        "inbox",
        "issues",
        "outbox",
    }
    assert 'title: "Bloodstock"' in (desk.folder / "zine.yaml").read_text()
    assert "already" in desk.gm("init", desk.folder, code=1).err
    desk.gm("new", "autumn", "--rules", RACE)
    desk.write("players.yaml", "alice: {name: Alice}\nbob: {name: Bob}\n")
    desk.gm("new", "second", "--rules", RACE)
    text = (desk.folder / "games/second.yaml").read_text()
    desk.write(
        "games/second.yaml",
        text.replace("player: alice, horse: ", "player: alice, horse: No").replace(
            "player: bob, horse: ", "player: bob, horse: 1e3"
        ),
    )
    desk.gm("start", "second")
    assert "1e3" in desk.gm("report").out
    desk.gm("-h")


def test_init_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    desk.write("players.yaml", "alice: {name: Mine}\n")
    desk.gm("init", tmp_path, code=1)
    assert (tmp_path / "players.yaml").read_text() == "alice: {name: Mine}\n"


def test_the_only_game_need_not_be_named_but_one_of_several_must(desk: Desk) -> None:
    for name in ("one", "two"):
        desk.write(f"games/{name}.yaml", race_file({"alice": "A", "bob": "B"}))
    desk.gm("start", "one")
    desk.gm("report")
    desk.gm("start", "two")
    assert "there are one, two" in desk.gm("report", code=1).err
    assert len(desk.gm("status", "--json").lines) == 2
    assert desk.gm("status", "--json", "two").lines[0]["game"] == "two"
