"""A game that brings pictures and nothing else has them on its pages."""

from dataclasses import replace
from pathlib import Path

from gm import games
from gm.core.play import Step
from gm.reports.render import render
from tests.contract.samples import NAMES, begun, entrants
from tests.telling import report_of


def test_a_picture_of_ones_own_stands_on_the_page_of_a_game_without_templates(tmp_path: Path) -> None:
    folder = tmp_path
    name = next(each for each in NAMES if not (Path(__file__).parents[2] / "templates" / each).is_dir())
    (folder / name).mkdir()
    (folder / name / "lanes.svg").write_text("<svg><title>{{ title }}, turn {{ turn }}</title></svg>")
    (folder / name / "lanes.txt").write_text("  1 |====> {{ title }}\n")
    step = Step(begun(name), ())
    report = report_of(games.load(name), step, {each.seat: each.name for each in entrants(name)}, None)
    drawn = replace(report, model=replace(report.model, pictures=("lanes",)), bodies={})
    assert "<title>T, turn 1</title>" in render(drawn, "html", folder)
    assert "|====> T" in render(drawn, "txt", folder)
    assert "<svg" not in render(report, "html", folder)
