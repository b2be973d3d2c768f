"""A language is added in one place: a line in the table of languages, and a folder with its sentences.

A copy of the project learns Frisian: German but for two words, with days and months of its own.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gm.core.words import LANGUAGES
from tests.conftest import NOW, Desk
from tests.examples import race_file
from tests.test_languages_mail import body, outbox
from tests.test_post import mail

pytestmark = pytest.mark.slow  # every command is a new process
ROOT = Path(__file__).parent.parent
GERMAN = '    "de": Manner('
ROW = """    "fy": Manner("Frysk", "fy_NL", "EEEE d MMMM y 'om' HH:mm", "d MMMM y", "{}e", "{}e"),\n"""
OWN = {"Orderblatt": "Oarderblêd", "Hindernis": "Hinderpeal"}  # a word of the house, and one of the game
COMMAND = f"""
import sys
from datetime import datetime
from gm import cli
sys.exit(cli.run(sys.argv[1:], now=datetime.fromisoformat("{NOW.isoformat()}")))
"""
PAGE = "game: race\nturn: 1\nplayer: alice\norders: {1: 9999}\n"

Gm = Callable[..., str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("project")
    for room in ("gm", "templates"):
        shutil.copytree(ROOT / room, project / room)
    table = project / "gm/core/words.py"
    _change(table, {GERMAN: ROW + GERMAN})
    for part in shutil.copytree(project / "gm/locale/de", project / "gm/locale/fy").iterdir():
        _change(part, {**OWN, "Language: de": "Language: fy"})
    return project


def _change(path: Path, words: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for before, after in words.items():
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def gm(project: Path, desk: Desk) -> Gm:
    """A command of that project, typed in a zine where Alice reads Frisian."""

    def typed(*args: str, code: int = 0) -> str:
        command = [sys.executable, "-X", "utf8", "-c", COMMAND, "-C", str(desk.folder), *args]
        environment = os.environ | {"PYTHONPATH": str(project)}
        ran = subprocess.run(command, env=environment, cwd=project, capture_output=True, encoding="utf-8", check=False)
        assert ran.returncode == code, ran.stderr
        return ran.stdout + ran.stderr

    desk.write("zine.yaml", "title: Z\ntime_zone: Europe/London\nmail: {from: Z <zine@example.org>}\n")
    desk.write("players.yaml", "alice: {name: Alice, mail: alice@example.org, language: fy-NL}\nbob: {name: Bob}\n")
    deadlines = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "Foinavon"}, "6 plain", more=deadlines))
    typed("start", "race")
    return typed


def test_a_report_and_a_form_are_in_it(desk: Desk, gm: Gm) -> None:
    text = gm("report", "--for", "alice")
    assert "DEIN NÄCHSTES OARDERBLÊD" in text
    assert "Hinderpeal 1: einfach" in text
    assert "tiisdei 1 Desimber 2026 om 20:00 (GMT)" in " ".join(text.split())
    form = (desk.folder / "issues/race/turn-00/forms/alice.html").read_text(encoding="utf-8")
    assert '<html lang="fy">' in form
    assert "Oarderblêd" in form
    assert "Hinderpeal 1" in form
    assert not any(german in form for german in OWN)


def test_a_refusal_is_in_it_on_paper_and_by_mail(desk: Desk, gm: Gm) -> None:
    desk.write("mine.yaml", PAGE)
    assert "du spielst 9.999 an Hinderpeal 1" in gm("check", str(desk.folder / "mine.yaml"), "--language", "fy", code=1)
    gm("take", str(desk.write("mail/1.eml", mail("alice@example.org", PAGE))), code=1)
    assert "an Hinderpeal 1" in body(outbox(desk)["alice@example.org"])


def test_the_program_tells_that_it_is_there(gm: Gm) -> None:
    those = ", ".join(LANGUAGES).replace("de", "fy, de")
    assert those in gm("check", "--help")
    assert those in gm("check", "x.yaml", "--language", "tlh", code=2)
