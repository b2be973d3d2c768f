"""What a command loads before it answers: that is most of what gm --help and gm status take, and no more of it is needed.

Modules are counted beyond those of a click program that does nothing, so that the count is the same wherever it is taken.
How long it takes is for `make bench` to say.
"""

import subprocess
import sys

import pytest

from tests.conftest import PLAYERS, Desk
from tests.examples import CARDS, cards_file, meeting_file, race_file, tickets_file

HEAVY = {"babel", "dask", "email", "hashlib", "imapclient", "jinja2", "joblib", "markdown_it", "numpy", "openskill",
         "orjson", "secrets", "smtplib", "sqlite_utils", "typst", "unittest"}  # fmt: skip
NOT_ASKED = ("gm.mail", "gm.pages.season", "gm.print", "gm.reports", "gm.season")
NOTHING = "import click; click.Group('nothing', commands=[click.Command('status')]).main({words!r}, 'nothing', standalone_mode=False)"
GM = "from gm import cli; assert cli.run({words!r}) == 0"
MOST_FOR_HELP = 7  # gm itself, gm.cli, what it keeps of deeds and words, and the gc
MOST_FOR_STATUS = 140  # the desk and the rules of four games; yaml, json, sqlite3, pathlib and zoneinfo


def loaded(program: str, *words: str) -> set[str]:
    """The modules there are when a program has answered."""
    code = f"import sys; {program.format(words=list(words))}; print(*sys.modules, file=sys.stderr)"
    return {*subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()}


@pytest.fixture
def zine(desk: Desk) -> Desk:
    """Four games of four kinds, and a season whose first round is drawn."""
    horses = dict(zip(PLAYERS, ("Red Rum", "Crisp", "Foinavon", "Aldaniti"), strict=False))
    made = {"race": race_file(horses), "cards": cards_file(PLAYERS[:4]), "tickets": tickets_file(PLAYERS[:4])}
    for name, text in {**made, "meeting": meeting_file(PLAYERS[:4])}.items():
        desk.write(f"games/{name}.yaml", text)
        desk.gm("start", name)
    desk.gm("new", "cup", "--season", "tables")
    entered = f"entrants: [{', '.join(PLAYERS[:4])}]\nrounds: 3\ntables: {{best: 4}}\n"
    desk.write("seasons/cup.yaml", f"season: tables\ntitle: Cup\ngame: {{rules: {CARDS}}}\n{entered}")
    desk.gm("draw", "cup")
    return desk


def test_gm_help_loads_next_to_nothing() -> None:
    beyond = loaded(GM, "--help") - loaded(NOTHING, "--help")
    assert len(beyond) <= MOST_FOR_HELP, sorted(beyond)


def test_gm_status_loads_nothing_heavy_and_nothing_more_than_before(zine: Desk) -> None:
    beyond = loaded(GM, "-C", str(zine.folder), "status") - loaded(NOTHING, "status")
    assert not HEAVY & {each.partition(".")[0] for each in beyond}
    assert not [each for each in beyond if each.startswith(NOT_ASKED)]
    assert len(beyond) <= MOST_FOR_STATUS, sorted(beyond)


def test_a_program_that_loads_more_is_found_out() -> None:
    assert loaded(f"{GM}; import numpy", "--version") - loaded(GM, "--version") > {"numpy"}
