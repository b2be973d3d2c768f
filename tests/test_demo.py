"""The demo: a whole sample race, from hand-written pages to the last report."""

import json
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfReader

from gm.core.words import LANGUAGES
from gm.reports.languages import parts_of
from tests.booklets import pages, within_the_text_block
from tests.conftest import Desk

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent


@pytest.fixture
def demo(gallery: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Desk, str]:
    """The one that all tests look at, and what it said."""
    return Desk(gallery / "demo", capsys), (gallery / "demo.txt").read_text(encoding="utf-8")


def test_the_demo_plays_forty_horses_home_and_says_what_to_open(demo: tuple[Desk, str]) -> None:
    desk, told = demo
    assert all(status["over"] for status in desk.gm("status", "--json").lines)
    result = desk.result("bloodstock")
    assert len(result["places"]) == 40
    assert result["winners"]
    assert "refused: inbox/clara-refused.yaml" in told
    assert "too late" in told
    for line in told.split("Worth opening:")[1].splitlines():
        if line.startswith("  "):
            assert Path(line.strip()).is_file()


def test_the_sample_pages_show_what_they_promise(demo: tuple[Desk, str]) -> None:
    desk, _ = demo
    first = desk.result("bloodstock", 1)["fences"][0]
    assert first["played"]["Devon Loch"] == 0, "victor sent nothing"
    assert first["played"]["Cheque in the Post"] == 0, "tomasz came late"
    assert first["played"]["Aldaniti"] != 500, "clara's refused page did not count"
    second = desk.gm("report", "bloodstock", "--turn", 2, "--for", "jan").out
    assert "Your standing order" in second


def test_the_pages_of_the_second_table_show_what_they_promise(demo: tuple[Desk, str]) -> None:
    desk, told = demo
    first, second, third = (desk.result("paintbox", turn)["moves"] for turn in (1, 2, 3))
    assert "refused: inbox/ursula-refused.yaml" in told
    assert not any(move["auto"] for move in first)
    assert [move["player"] for move in second] == ["lorenzo", "ursula", "yves", "clara"], "the lead passes"
    assert [move["player"] for move in second if move["auto"]] == ["yves"], "his page came late"
    assert [move["player"] for move in third if move["auto"]] == ["ursula"], "she sent nothing"
    assert (second[0]["card"], second[3]["from"], second[3]["turned"]) == (57, "blind", True)
    assert "ordine permanente" in desk.gm("report", "paintbox", "--turn", 3, "--for", "lorenzo").out
    assert desk.result("paintbox")["winners"]


def test_the_pages_of_the_stables_show_what_they_promise(demo: tuple[Desk, str]) -> None:
    desk, told = demo
    sale, early, race, more = (desk.result("snoring", turn) for turn in (1, 2, 4, 5))
    assert [told.count(f"refused: inbox/{name}-refused.yaml") for name in ("dieter", "rosa", "mabel")] == [2, 1, 1]
    assert {lot["horse"]: lot["price"] for lot in sale["lots"] if lot["to"] == "leon"}["Copper Kite"] == 40_000
    assert early["off"]["going"] == "soft", "it rained, as Dieter said"
    assert desk.result("snoring")["phase"] == "race"
    assert not any(move["auto"] for move in race["moves"] if move["horse"] != "Late Bus")
    assert {move["round"] for move in race["moves"]} == {1, 2}, "two rounds a turn"
    assert [move["did"] for move in more["moves"] if move["horse"] == "Kettledrum Lad"] == ["missed", "retired"]
    bets = desk.result("snoring")["settled"]
    assert {seat: len([each for each in bets[seat] if "bet" in each]) for seat in bets} == {
        "mabel": 4, "dieter": 1, "leon": 3, "rosa": 1,
    }, "rosa's last ones came too late"  # fmt: skip
    assert "nach deinem Dauerritt" in desk.gm("report", "snoring", "--turn", 6, "--for", "dieter").out


def test_a_game_that_begins_later_is_called_in_an_issue(demo: tuple[Desk, str]) -> None:
    _, told = demo
    assert told.index("Issue 1:") < told.index("The Little Snoring") < told.index("Issue 2:")


def test_the_demo_makes_issues_a_booklet_mail_and_a_site(demo: tuple[Desk, str]) -> None:
    desk, told = demo
    assert "Issue 16:" in told
    for name in ("issues/issue-001/issue-booklet.pdf", "issues/issue-016/issue.html", "site/feed.atom"):
        assert (desk.folder / name).is_file()
    assert len(list((desk.folder / "outbox").glob("*.eml"))) == 52, "forty riders, four at each table, and four stables"
    for number in range(1, 17):
        assert f"issues/issue-{number:03}/issue.pdf" in told
        assert len(PdfReader(desk.folder / f"issues/issue-{number:03}/issue.pdf").pages) % 4 == 0


def test_the_first_issue_is_a_tight_booklet(demo: tuple[Desk, str]) -> None:
    """Twelve pages of A5, with a turn of every game: nothing beside the text block, no page nearly empty."""
    document = (demo[0].folder / "issues/issue-001/issue.pdf").read_bytes()
    told = pages(document)
    assert len(told) <= 12
    assert within_the_text_block(document)
    assert min(len(text) for text in told[1:-1]) > 400
    hashes = [re.findall(r"\b[0-9a-f]{16,}\b", text) for text in told]
    assert not any(hashes[:-1]), "receipts stand on the last page alone"
    assert len(hashes[-1]) == len(set(hashes[-1])) > 40


def test_the_demo_has_a_league_and_an_evening_at_tables(demo: tuple[Desk, str]) -> None:
    """A dozen people each: three short races that gm runs, and three rounds whose results are keyed."""
    desk, told = demo
    for season in ("paddock", "winter"):
        assert f"Round 3 of {season} is drawn." in told
        table = json.loads(desk.gm("standings", season, "--json").out)["table"]
        assert [len(line["results"]) for line in table] == [3] * 12
        assert "all of it agrees, from the first draw on" in desk.gm("verify", season).out
        assert f"site/seasons/{season}.html" in told
    last = max((desk.folder / "issues").glob("issue-*")) / "issue.txt"
    assert "winter cup" in last.read_text(encoding="utf-8").casefold()


def test_the_demo_overwrites_nothing(demo: tuple[Desk, str]) -> None:
    desk, _ = demo
    assert "not empty" in desk.gm("demo", desk.folder, code=1).err


def test_the_wheel_carries_all_it_needs_and_the_demo_is_the_same_every_time(
    demo: tuple[Desk, str], tmp_path: Path
) -> None:
    """Build it, install it into a new environment, and run the demo from another folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("under_orders-*.whl")
    venv.create(tmp_path / "new", with_pip=False)
    python = tmp_path / "new" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [*pip, "--python", str(python), "install", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    away = tmp_path / "away"
    away.mkdir()
    gm = python.with_name("gm")
    ran = subprocess.run([gm, "demo"], cwd=away, capture_output=True, check=True, encoding="utf-8")
    _same_demo(away / "gm-demo", ran.stdout, *demo)
    _speaks_what_was_compiled(wheel, python, away / "gm-demo")


def _same_demo(folder: Path, told: str, other: Desk, other_told: str) -> None:
    told = told.replace(str(folder), str(other.folder)).replace("gm -C gm-demo", f"gm -C {other.folder}")
    assert told == other_told
    one, two = (
        (each / "issues/bloodstock/turn-16/public.txt").read_text(encoding="utf-8").split("RECEIPTS")[0]
        for each in (folder, other.folder)
    )
    assert one == two
    assert "wins the race" in told


CHECK = """
import sys
from gm.cli import run
run(["check", "--language", "de", "inbox/page.yaml"])
assert "babel.messages.pofile" not in sys.modules
"""


def _speaks_what_was_compiled(wheel: Path, python: Path, zine: Path) -> None:
    """A catalogue for each part of each language, and none that would have to be read as translators write it."""
    carried = {Path(name) for name in zipfile.ZipFile(wheel).namelist() if "/locale/" in name}
    written = (part.relative_to(ROOT) for language in LANGUAGES for part in parts_of(language))
    assert carried == {part.with_suffix(".mo") for part in written}
    (zine / "inbox/page.yaml").write_text("game: [", encoding="utf-8")
    command = [python, "-I", "-X", "utf8", "-c", CHECK]  # on its own: nothing but what was installed
    ran = subprocess.run(command, cwd=zine, capture_output=True, encoding="utf-8", check=True)
    assert "würde abgelehnt" in ran.stdout
