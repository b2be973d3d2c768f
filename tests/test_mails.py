"""Mail as it really comes: `tests/mails/*.eml`, each with the verdict that it must get."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gm.mail.letter import read_letter
from gm.pages.files import read_map
from tests.conftest import Desk
from tests.examples import RACE

ROOT = Path(__file__).parent.parent
MAILS = sorted((Path(__file__).parent / "mails").glob("*.eml"))
NOW = datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
ALICE = "alicetoken"
SETTINGS = "title: Bloodstock\ntime_zone: Europe/London\n"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample zine, just started."""
    from gm.cli import run

    folder = tmp_path_factory.mktemp("zine")
    (folder / "games").mkdir()
    (folder / "inbox").mkdir()
    for name, target in {
        "players.yaml": "players.yaml",
        f"{RACE}/bloodstock.yaml": "games/bloodstock.yaml",
    }.items():
        (folder / target).write_bytes((ROOT / "sample_orders" / name).read_bytes())
    (folder / "zine.yaml").write_text(SETTINGS, encoding="utf-8")
    assert run(["-C", str(folder), "start", "bloodstock"], now=datetime(2026, 11, 10, tzinfo=UTC)) == 0
    with sqlite3.connect(folder / "zine.db") as db:
        db.execute("UPDATE tokens SET token = ? WHERE player = 'alice'", (ALICE,))
    return folder


@pytest.fixture
def desk(started: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Desk]:
    """A copy of its database for each mail, so that each is judged on its own."""
    new = Desk(tmp_path / "zine", capsys, now=NOW)
    for name in ("zine.yaml", "players.yaml", "games/bloodstock.yaml"):
        new.write(name, (started / name).read_bytes())
    source = sqlite3.connect(started / "zine.db")
    target = sqlite3.connect(new.folder / "zine.db")
    source.backup(target)
    source.close()
    target.close()
    return new


def as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): as_text(each) for key, each in value.items()}
    return [as_text(each) for each in value] if isinstance(value, list) else str(value)


def plain(press: str) -> str:
    """White space does not count; and the expectation was read with its quotes straightened."""
    return " ".join(press.replace("“", '"').replace("”", '"').replace("‘", "'").replace("’", "'").split())


def taken(desk: Desk, path: Path) -> list[Any]:
    mail = desk.write("mail.eml", path.read_bytes().replace(b"TOKEN-alice", ALICE.encode()))
    return desk.gm("take", "--json", mail, code=None).lines


def verdict_of(line: Any) -> str:
    late = any("too late" in problem["message"] for problem in line["problems"])
    return "late" if late else str(line["verdict"])


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_the_mail_gets_its_verdict(desk: Desk, path: Path) -> None:
    expected = read_map(path.with_suffix(".yaml"))
    if "trusted" in expected:
        desk.write("zine.yaml", f"{SETTINGS}mail: {{trusted: {expected['trusted']}}}\n")
    wanted, asks = expected.get("pages") or [], expected.get("asks") or []
    lines = taken(desk, path)
    asked = [line for line in lines if "request" in line]
    assert [line["request"] for line in asked] == asks
    assert {line["verdict"] for line in asked} <= {"held" if "held" in expected else "asked"}
    lines = [line for line in lines if line not in asked]
    if not wanted and not asks:
        assert [line["verdict"] for line in lines] in (["empty"], ["automatic"])
        return
    assert [verdict_of(line) for line in lines] == [page["verdict"] for page in wanted]
    rows = (
        sqlite3.connect(desk.folder / "zine.db")
        .execute("SELECT canonical, press, held, problems, press_name FROM pages WHERE request = '' ORDER BY id")
        .fetchall()
    )
    for line, page, (canonical, press, held, problems, name) in zip(lines, wanted, rows, strict=True):
        if "player" in page and (line["player"] or page["verdict"] != "refused"):
            assert line["player"] == page["player"]
        if page["verdict"] == "taken":
            order = json.loads(canonical)
            assert order.get("orders") == (as_text(page["orders"]) if "orders" in page else None)
            assert order.get("standing") == (as_text(page["standing"]) if "standing" in page else None)
        if isinstance(page.get("press"), str):
            assert plain(press) == plain(page["press"])
        elif "press" in page:
            assert (plain(press), plain(name)) == (plain(page["press"]["text"]), plain(page["press"]["from"]))
        if "why" in page:
            assert page["why"].casefold() in (held + problems).casefold()


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_the_envelope_is_read(path: Path) -> None:
    expected = read_map(path.with_suffix(".yaml"))
    letter = read_letter(path.read_bytes(), NOW, "mx.example.org")
    assert letter.sender == ("" if expected["from"] in ("null", "") else expected["from"])
    assert letter.received == datetime.fromisoformat(expected["received"])
    assert letter.answerable == (expected["answer"] == "yes")


def test_a_mail_is_taken_once_however_often_it_is_read(desk: Desk) -> None:
    for path in MAILS:
        expected = read_map(path.with_suffix(".yaml"))
        if "again" in expected:
            taken(desk, path.with_name(f"{expected['again']}.eml"))
            assert [line["verdict"] for line in taken(desk, path)] == ["unchanged"]
            assert [line["verdict"] for line in taken(desk, path)] == ["unchanged"]
