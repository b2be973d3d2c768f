"""The game of docs/writing-a-game.md is as short as the page says, and plays as it says."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Desk
from tests.contract import handbook
from tests.engine import form_in_engine

MOST_LINES = 45


def test_it_is_one_file_of_45_lines_and_no_template() -> None:
    (text,) = handbook.files().values()
    assert len(text.splitlines()) <= MOST_LINES
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.slow
def test_it_passes_the_type_checker(tmp_path: Path) -> None:
    (text,) = handbook.files().values()
    (tmp_path / "toy.py").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "toy.py")],
        cwd=handbook.PAGE.parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout


@pytest.fixture
def sprint(desk: Desk) -> Desk:
    """As it is played on the page, two turns long."""
    desk.write("players.yaml", "ann: {name: Ann}\nbob: {name: Bob}\ncy: {name: Cy}\n")
    desk.gm("new", "sprint", "--rules", handbook.NAME)
    desk.gm("start", "sprint")
    for turn, paces in ((1, ("5", "0", "3")), (2, ("[8, 5]", "4", "4"))):
        for player, pace in zip(("ann", "bob", "cy"), paces, strict=True):
            desk.write(f"inbox/{player}.yaml", f"game: sprint\nturn: {turn}\nplayer: {player}\npace: {pace}\n")
        desk.gm("take")
        desk.gm("run")
    return desk


def test_its_report_is_the_one_that_the_page_shows(sprint: Desk) -> None:
    told = sprint.gm("report", "--for", "ann").out
    for part in handbook.report().strip().split("\n\n"):
        assert part in told


def test_a_wrong_order_is_refused_at_its_line(sprint: Desk) -> None:
    bad = sprint.write("bad.yaml", "game: sprint\nturn: 3\nplayer: ann\npace: 13\n")
    said = sprint.gm("check", bad, code=1).out
    assert "bad.yaml:4: this cannot be chosen.\n" in said
    assert "write a number from 0 to 12" in said
    later = sprint.write("later.yaml", "game: sprint\nturn: 3\nplayer: ann\npace: 8\n")
    sprint.gm("check", later)


def test_its_form_says_what_is_legal_and_writes_the_page(sprint: Desk) -> None:
    form = sprint.gm("report", "--for", "ann", "--format", "form").out
    section = form_in_engine(form).ask("() => data.groups[0].sections[0]")
    assert section["notes"] == ["from 0 to 2"]
    assert section["into"] == ["pace"]


def test_the_end_names_the_winner(sprint: Desk) -> None:
    sprint.gm("run", "--now")
    sprint.gm("run", "--now")
    assert "Ann wins." in sprint.gm("report").out
    assert "Ann wins." in sprint.gm("report", "--format", "html").out
