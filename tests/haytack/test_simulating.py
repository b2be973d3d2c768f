"""gm simulate: what would this course do to this field?"""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core.trials import Plan
from gm.desk.simulating import Crew, simulate, total
from tests.conftest import HORSES, PLAYERS, Desk
from tests.examples import race_file

COURSE = "4 plain, becher, plain"


def tried(desk: Desk, *words: object) -> Any:
    return json.loads(desk.gm("simulate", *words, "--json").out)


def test_a_games_file_is_tried_out_and_nothing_is_stored(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file(dict(zip(PLAYERS, HORSES, strict=True)), COURSE, "The Race"))
    before = desk.files()
    found = tried(desk, "race", "--races", 200)
    assert (found["rules"], found["entrants"], found["games"]) == ("haytack", 6, 200)
    assert found["settings"]["course"] == COURSE
    assert sum(found["counts"]["finishers"].values()) == 200
    assert desk.files() == before
    assert not (desk.folder / "zine.db").exists()


def test_the_same_word_gives_the_same_races(desk: Desk) -> None:
    words = ("--rules", "haytack", "--entrants", 12, "--races", 100)
    assert tried(desk, *words, "--seed", "a") == tried(desk, *words, "--seed", "a")
    assert tried(desk, *words, "--seed", "a")["counts"] != tried(desk, *words, "--seed", "b")["counts"]


def test_it_tells_what_a_special_fence_does(desk: Desk) -> None:
    words = ("--rules", "haytack", "--entrants", 12, "--races", 100, "--course", COURSE)
    told = desk.gm("simulate", *words).out
    assert "How many finish" in told
    assert "has learned" in told
    assert "With plain fences in place of becher" in told
    assert tried(desk, *words)["without"]["becher"]["finishers"] > 5


def test_it_speaks_to_the_game_master(desk: Desk) -> None:
    words = ("simulate", "--rules", "haytack", "--entrants", "12", "--races", "50")
    assert "Wer gewinnt" in desk.gm("--language", "de", *words).out


def test_only_some_may_ride(desk: Desk) -> None:
    found = tried(desk, "--rules", "haytack", "--entrants", 9, "--races", 50, "--riders", "miser, Gambler")
    assert found["counts"]["rode"] == {"miser": 250, "gambler": 200}


@pytest.mark.parametrize("name", [name for name in games.names() if not games.load(name).tempers])
def test_any_game_can_be_tried_by_its_own_rules(desk: Desk, name: str) -> None:
    found = tried(desk, "--rules", name, "--entrants", 3, "--races", 3, "--cores", 1)
    assert sum(found["counts"]["turns"].values()) == 3
    assert set(found["counts"]["rode"]) == {"1", "2", "3"}
    assert sum(found["counts"]["won"].values()) >= 3


def test_the_picture_shows_every_chart(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "trials.svg"
    desk.gm("simulate", "--rules", "haytack", "--entrants", 12, "--races", 50, "--svg", path)
    words = [each.text for each in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert "Who wins (% of their rides)" in words
    assert "has learned" in words
    kept = path.read_bytes()
    refused = desk.gm("simulate", "--rules", "haytack", "--entrants", 12, "--svg", path, code=1)
    assert "is there already" in refused.err
    assert path.read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "name a game's file, or --rules and --entrants"),
        (["--rules", "haytack", "--entrants", 12, "--riders", "mizer"], 1, "knows no riders called mizer"),
        (["--rules", "knizia", "--entrants", 4, "--riders", "miser"], 1, "knows no riders called miser"),
        (["--rules", "haytack", "--entrants", 12, "--course", "4 hedges"], 1, "there is no fence called 4 hedges"),
        (["--rules", "haytack", "--entrants", 12, "--option", "points=many"], 1, "points"),
        (["--rules", "knizia", "--entrants", 40], 1, "a table for 40 cannot be played"),
        (["--rules", "haytack", "--entrants", 12, "--backend", "dask"], 2, "--cluster ADDRESS"),
        (["nowhere"], 1, "nowhere"),
    ],
)
def test_what_makes_no_sense_is_refused(desk: Desk, words: list[object], code: int, said: str) -> None:
    assert said in desk.gm("simulate", *words, code=code).err


@pytest.mark.slow
def test_two_cores_come_to_the_same_as_one() -> None:
    plan = Plan(12, {"course": COURSE}, seed="cores")
    assert total(simulate("haytack", plan, 9000, Crew(cores=2))) == total(
        simulate("haytack", plan, 9000, Crew(cores=1))
    )


@pytest.mark.slow
def test_it_runs_on_an_engine_of_two_workers() -> None:
    distributed = pytest.importorskip("distributed")
    plan = Plan(3, seed="engine")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = total(simulate("knizia", plan, 24, Crew(backend="dask", cluster=cluster.scheduler_address)))
    assert found == total(simulate("knizia", plan, 24, Crew(cores=1)))
    assert found.games == 24
