"""A player checks a receipt: with gm, or with nothing but a shell."""

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from gm.core.play import Json
from tests.conftest import HORSES, PLAYERS, Desk
from tests.examples import race_file

DOCS = Path(__file__).parent.parent / "docs"
FIELD = dict(zip(PLAYERS, HORSES, strict=True))
STANDING = "standing: {plain: 9, becher: 14}\n"  # for the first fence that an order leaves out


@pytest.fixture
def race(desk: Desk) -> Desk:
    """Alice has a standing order from turn 1, and a page for turn 2 that leaves the second fence out."""
    desk.write("games/race.yaml", race_file(FIELD, "6 plain", "The Race"))
    desk.gm("start", "race")
    play(desk, 1, "{1: 20, 2: 22}", STANDING)
    play(desk, 2, "{3: 30}")
    return desk


def play(desk: Desk, turn: int, orders: str, more: str = "") -> None:
    """Alice orders this, and the others order low and different numbers; those who have fallen are sent back."""
    desk.order("alice", turn, orders, more)
    for number, player in enumerate(PLAYERS[1:], start=1):
        desk.order(player, turn, f"{{{2 * turn - 1}: {number}, {2 * turn}: {number}}}")
    desk.gm("take", code=None)
    desk.gm("run", "--now")
    for path in (desk.folder / "inbox").glob("*.yaml"):
        path.unlink()


def report(desk: Desk, *more: object, format: str = "json") -> str:
    return desk.gm("report", "race", "--format", format, *more).out


def slips(desk: Desk) -> list[Json]:
    found: list[Json] = json.loads(report(desk, "--for", "alice"))["private"]["slips"]
    return found


# Both receipts


def test_where_a_page_and_a_standing_order_were_used_both_receipts_are_published(race: Desk) -> None:
    page, standing = slips(race)
    assert json.loads(page["canonical"])["turn"] == 2
    assert "standing" in json.loads(standing["canonical"])
    assert json.loads(report(race))["receipts"]["alice"] == [page["receipt"], standing["receipt"]]
    for format in ("txt", "html"):
        public = " ".join(report(race, format=format).split())
        assert f"{page['receipt']}, {standing['receipt']}" in public
        own = re.sub(r"[\s|]+", "", report(race, "--for", "alice", format=format).replace("&#34;", '"'))
        for slip in (page, standing):
            assert all(slip[key].replace(" ", "") in own for key in ("receipt", "nonce", "canonical"))


def test_both_receipts_stand_in_the_issue_and_on_the_site(race: Desk) -> None:
    receipts = [slip["receipt"] for slip in slips(race)]
    race.gm("issue")
    race.gm("site")
    issue = next((race.folder / "issues").glob("issue-*/*.txt")).read_text(encoding="utf-8")
    pages = [path.read_text(encoding="utf-8") for path in (race.folder / "site").rglob("*.html")]
    assert all(receipt in issue for receipt in receipts)
    assert any(all(receipt in page for receipt in receipts) for page in pages)


def test_one_page_that_brings_both_has_one_receipt(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file(FIELD, "6 plain", "The Race"))
    desk.gm("start", "race")
    play(desk, 1, "{1: 20}", STANDING)
    (slip,) = slips(desk)
    assert json.loads(report(desk))["receipts"]["alice"] == slip["receipt"]


# gm receipt


def test_a_receipt_is_that_of_its_nonce_and_order_and_of_no_other(race: Desk) -> None:
    page, standing = slips(race)
    told = race.gm("receipt", page["receipt"], page["nonce"], page["canonical"]).out
    assert f"{page['receipt']} is the receipt of this order (race, turn 2, alice)" in told
    wrong = race.gm("receipt", page["receipt"], page["nonce"], standing["canonical"], code=1).out
    assert "is not the receipt of nonce and order" in wrong
    race.gm("receipt", page["receipt"], code=1)
    race.gm("receipt", page["receipt"], page["nonce"], code=2)
    race.gm("receipt", "\ud800", "x", "y", code=1)


@pytest.mark.parametrize("format", ["txt", "json"])
def test_a_player_checks_their_own_report_without_a_zine(
    race: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    away = Desk(tmp_path / "away", capsys)
    file = away.write(f"alice.{format}", report(race, "--for", "alice", format=format))
    public = away.write("public.json", report(race))
    told = away.gm("receipt", file, "--with", public, "--json").lines
    assert [(each["holds"], each["played"], each["turn"]) for each in told] == [(True, [2], 2), (True, [2], 1)]
    assert "it was played for alice on turn 2" in away.gm("receipt", file, "--with", public).out


def test_a_player_checks_the_answer_that_was_mailed(race: Desk) -> None:
    race.write("players.yaml", "".join(f"{id}: {{name: {id}, mail: {id}@example.org}}\n" for id in FIELD))
    race.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    mail = "From: alice@example.org\nMessage-ID: <1@x>\n\ngame: race\nturn: 3\nplayer: alice\norders: {5: 31, 6: 32}\n"
    race.gm("take", race.write("a.eml", mail))
    race.gm("mail", "--files")
    (answer,) = [path for path in (race.folder / "outbox").glob("*.eml") if b"31" in path.read_bytes()]
    told = race.gm("receipt", answer, "--json").lines
    assert [(each["holds"], each["turn"]) for each in told] == [(True, 3)]
    public = race.write("public.json", report(race))
    assert "does not tell of turn 3" in race.gm("receipt", answer, "--with", public, code=1).err
    race.gm("run", "--now")
    race.write("public.json", report(race))
    assert "it was played for alice on turn 3" in race.gm("receipt", answer, "--with", public).out


def test_an_order_that_was_not_played_is_told(race: Desk) -> None:
    page, _ = slips(race)
    public = json.loads(report(race))
    for receipts, said in (({"alice": "0" * 20}, "another order was played"), ({"alice": None}, "no order was played")):
        file = race.write("public.json", json.dumps(public | {"receipts": receipts}))
        told = race.gm("receipt", page["receipt"], page["nonce"], page["canonical"], "--with", file, code=1)
        assert said in told.out


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "hello", "[" * 100_000, '{"private": {"slips": [3]}}', "| {\n", "a:\n"]
)
def test_a_file_without_a_receipt_is_refused_in_a_sentence(desk: Desk, text: str) -> None:
    file = desk.write("x.json", text)
    assert "has no order with nonce and receipt in it" in desk.gm("receipt", file, code=1).err
    told = desk.gm("receipt", "a" * 20, "b" * 32, "{}", "--with", file, code=1)
    assert "unforeseen" not in told.err


# By hand


SHELL = re.compile(r"^\$ (printf .*sha256sum.*)\n([0-9a-f]{20})$", re.MULTILINE)


@pytest.mark.parametrize(
    "page", ["fair-play.md", "gm-guide.md", *(path.name for path in DOCS.glob("player-guide*.md"))]
)
def test_the_shell_line_in_the_guides_gives_the_receipt(page: str) -> None:
    ((command, receipt),) = SHELL.findall((DOCS / page).read_text(encoding="utf-8"))
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == receipt


def test_gm_receipt_agrees_with_the_shell(race: Desk) -> None:
    page, _ = slips(race)
    command = f"printf '%s\\n%s' {page['nonce']} {shlex.quote(page['canonical'])} | sha256sum | cut -c1-20"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == page["receipt"]
