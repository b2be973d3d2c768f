"""Zines that an older version wrote go on: every one in tests/zines is opened, read, and played to its end.

Each is a zip of a zine's folder, with what reports of it said then in expected/GAME-READER.json and .txt. When the shape
of the database or of a position is about to change, put one beside them that is written by the version before.
"""

import json
import sqlite3
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core.play import Json
from tests.conftest import Desk
from tests.examples import RACE
from tests.playing import turns

HERE = Path(__file__).parent / "zines"
ZINES = sorted(path.stem for path in HERE.glob("*.zip"))
REFIT = "before-the-refit"
SINCE = ("players", "slips")  # keys of the JSON that were added after a zine was written


def unpacked(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    with zipfile.ZipFile(HERE / f"{name}.zip") as zine:
        zine.extractall(folder)
    return Desk(folder, capsys, datetime(2026, 12, 2, 21, 0, tzinfo=UTC))


@pytest.fixture(params=ZINES)
def zine(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return unpacked(request.param, tmp_path, capsys)


@pytest.fixture
def old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """The one from before the refit, of which we know every page."""
    return unpacked(REFIT, tmp_path, capsys)


def rows(desk: Desk, query: str, *values: object) -> list[Any]:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        return db.execute(query, values).fetchall()


def told(desk: Desk, game: str, turn: int, reader: str, format: str) -> str:
    whose = [] if reader == "public" else ["--for", reader]
    return desk.gm("report", game, "--turn", turn, "--format", format, *whose).out


def without_news(report: Json) -> Json:
    """The same without what is told since: new keys; of the page to be filled in its end, and its remarks, which are words."""
    if "page" in report:
        lines = [line for line in report["page"].removesuffix("end\n").splitlines() if not line.startswith("#")]
        report = report | {"page": lines}
    return {
        key: without_news(value) if key == "private" else value for key, value in report.items() if key not in SINCE
    }


def without_end(text: str) -> str:
    return text.replace("\nend\n", "\n")


def own(desk: Desk, game: str, turn: int, reader: str) -> list[Json]:
    """What a player's order did, decision after decision."""
    found: list[Json] = json.loads(told(desk, game, turn, reader, "json"))["private"]["orders"]
    return found


# What every zine of before can do


def test_reports_say_what_they_said_then(zine: Desk) -> None:
    """The same facts always; and where that version kept its reports, to the letter."""
    expected = sorted((zine.folder / "expected").glob("*.json"))
    kept = rows(zine, "SELECT 1 FROM sqlite_master WHERE name = 'reports'")
    assert expected
    for path in expected:
        game, reader = path.stem.split("-")
        then = json.loads(path.read_text(encoding="utf-8"))
        assert without_news(json.loads(told(zine, game, then["turn"], reader, "json"))) == without_news(then)
        text = path.with_suffix(".txt").read_text(encoding="utf-8")
        assert not kept or without_end(told(zine, game, then["turn"], reader, "txt")) == without_end(text)


def test_reports_are_made_at_first_asking_and_kept(old: Desk) -> None:
    old.gm("status")
    assert rows(old, "SELECT count(*) FROM reports") == [(0,)]
    game, reader = next((old.folder / "expected").glob("*-alice.json")).stem.split("-")
    first = told(old, game, 1, reader, "txt")
    kept = rows(old, "SELECT format, made_at FROM reports WHERE seat = ?", reader)
    assert {format for format, _ in kept} >= {"txt", "html", "json"}
    old.write("templates/any/private.txt", "not this")
    old.write(f"templates/{rows(old, 'SELECT rules FROM games WHERE name = ?', game)[0][0]}/private.txt", "nor this")
    assert told(old, game, 1, reader, "txt") == first
    assert rows(old, "SELECT format, made_at FROM reports WHERE seat = ?", reader) == kept


@pytest.mark.slow
def test_it_is_played_to_its_end(zine: Desk) -> None:
    (zine.folder / "inbox/x.yaml").unlink(missing_ok=True)
    for now in zine.gm("status", "--json").lines:
        assert len(list(turns(zine, now["game"]))) >= 1
        assert json.loads(told(zine, now["game"], now["turn"], "public", "json"))["game"] == now["game"]
    assert all(now["over"] for now in zine.gm("status", "--json").lines)
    zine.gm("mail", zine.gm("status", "--json").lines[0]["game"])
    zine.gm("issue")
    zine.gm("site")


def test_mail_issue_and_site(zine: Desk) -> None:
    for now in zine.gm("status", "--json").lines:
        zine.gm("mail", now["game"], "--again")
        zine.gm("run", now["game"], "--now")
        zine.gm("mail", now["game"])
    zine.gm("remind", zine.gm("status", "--json").lines[0]["game"])
    zine.gm("issue")
    zine.gm("site")
    assert list(zine.folder.rglob("site/**/index.html"))


# What is in the one from before the refit


def test_who_has_ordered(old: Desk) -> None:
    cards, race = sorted(old.gm("status", "--json").lines, key=lambda now: now["game"])
    assert (cards["turn"], cards["ordered"], cards["missing"]) == (2, ["alice", "bob"], ["carol"])
    assert (race["turn"], race["ordered"], race["missing"]) == (2, ["alice", "carol", "dave", "erin"], [])


def test_the_page_that_was_refused_is_refused_again(old: Desk) -> None:
    (page,) = old.gm("take", "--json", code=1).lines
    assert (page["page"], page["verdict"], page["player"]) == ("inbox/x.yaml", "refused", "dave")


def test_the_page_that_was_held_waits(old: Desk) -> None:
    held = old.gm("held").out
    assert "it came from x@example.net, which is no address of carol" in held
    assert "cards, turn 2, carol" in held
    old.gm("held", "--drop", held.split(":")[0])
    assert old.gm("held").out == "Nothing is held.\n"


def test_a_condition_and_press_under_a_name_are_used(old: Desk) -> None:
    page = old.order("alice", 2, "{2: 3, 3: 14}")  # she falls in carol's place, who comes to her condition so
    old.gm("take", page)
    old.gm("run", "race")
    assert [fence["fell"] for fence in old.result()["fences"]] == [["Red Rum"], ["Foinavon"]]
    second, third = own(old, "race", 2, "carol")
    assert (second["by"], second["number"]) == ("order", 1)
    assert (third["by"], third["number"]) == ("order", 3)
    assert [each["unmet"] for each in third["passed"]] == ["fell: Aldaniti", "free: yes"]
    public = told(old, "race", 2, "public", "txt")
    assert "The Clerk" in public
    assert "Carol did not say this." in public
    assert "Alice again." in public


def test_early_and_standing_orders_are_used(old: Desk) -> None:
    old.gm("run", "race")
    (now,) = (now for now in old.gm("status", "--json").lines if now["game"] == "race")
    assert (now["turn"], now["ordered"]) == (3, ["dave", "erin"])
    old.gm("run", "race", "--now")
    assert {each["by"] for each in own(old, "race", 3, "erin")} == {"standing"}
    assert {each["by"] for each in own(old, "race", 3, "dave")} == {"order"}
    early = json.loads(told(old, "race", 3, "dave", "json"))["private"]["canonical"]
    assert early == '{"game":"race","orders":{"4":"11","5":"6"},"player":"dave","turn":3}'


def test_the_turn_that_was_taken_back_can_be_brought_again(old: Desk) -> None:
    """As it was run then: carol had not changed her mind yet."""
    old.gm("redo", "race")
    assert turns_open(old) == {"cards": 2, "race": 3}
    assert json.loads(told(old, "race", 2, "carol", "json"))["private"]["canonical"].count('"30"') == 1
    assert [fence["fell"] for fence in old.result()["fences"]] == [["Red Rum"], ["Golden Miller"]]
    old.gm("undo", "race")
    old.gm("run", "race")
    assert old.result()["fences"][0]["fell"] == ["Foinavon"]
    old.gm("undo", "race")
    assert turns_open(old) == {"cards": 2, "race": 2}


def test_what_waits_in_the_outbox_is_still_known(old: Desk) -> None:
    before = rows(old, "SELECT player, state FROM outbox ORDER BY id")
    old.gm("mail", "--files")
    assert rows(old, "SELECT player, state FROM outbox ORDER BY id") == before
    files = sorted(path.name for path in (old.folder / "outbox").iterdir())
    assert len(files) == sum(state == "ready" for _, state in before) > 0


def turns_open(desk: Desk) -> dict[str, int]:
    return {now["game"]: now["turn"] for now in desk.gm("status", "--json").lines}


# Positions of another shape


def store_position(desk: Desk, game: str, position: Json) -> None:
    with sqlite3.connect(desk.folder / "zine.db") as db:
        head = "(SELECT head FROM games WHERE name = ?)"
        db.execute(f"UPDATE turns SET position = ? WHERE id = {head}", (json.dumps(position), game))


def stored_position(desk: Desk, game: str) -> Json:
    query = "SELECT position FROM turns WHERE id = (SELECT head FROM games WHERE name = ?)"
    found: Json = json.loads(rows(desk, query, game)[0][0])
    return found


def test_a_field_that_nobody_knows_is_passed_over(old: Desk) -> None:
    """As when a game goes back to the version before."""
    for name in turns_open(old):
        position = stored_position(old, name)
        position |= {"weather": "rain", "options": position["options"] | {"weather": "rain"}}
        store_position(old, name, position)
    assert turns_open(old) == {"cards": 2, "race": 2}
    for name in turns_open(old):
        old.gm("run", name, "--now")
        assert "weather" not in json.dumps(stored_position(old, name))


def test_a_field_that_is_missing_has_its_default(old: Desk) -> None:
    """As when a field, or a house rule, is added while games are running."""
    race = stored_position(old, "race")
    del race["free"], race["options"]["water_bonus"]
    for horse in race["horses"]:
        del horse["missed"], horse["heard"]
    store_position(old, "race", race)
    cards = stored_position(old, "cards")
    del cards["out"], cards["options"]["pace"]
    store_position(old, "cards", cards)
    for name in turns_open(old):
        old.gm("run", name, "--now")
    assert stored_position(old, "race")["options"]["water_bonus"] == 50
    assert stored_position(old, "cards")["options"]["pace"] == "round"


def test_a_field_that_has_no_default_cannot_be_missing(old: Desk) -> None:
    race = stored_position(old, "race")
    del race["course"]
    store_position(old, "race", race)
    assert "the position of race cannot be read" in old.gm("status", code=1).err


def test_a_position_of_older_rules_is_brought_up_to_date(old: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race calls its course otherwise now. A turn that is run under the new rules needs no help any more."""
    race, seen = games.load(RACE), []

    def upgrade(game: object, position: Json, version: int) -> Json:
        seen.append(version)
        assert "fences" in position
        return renamed(position, "fences", "course")

    monkeypatch.setattr(type(race), "version", 2)
    monkeypatch.setattr(type(race), "upgrade", upgrade)
    store_position(old, "race", renamed(stored_position(old, "race"), "course", "fences"))
    assert turns_open(old) == {"cards": 2, "race": 2}
    assert set(seen) == {1}
    old.gm("run", "race")
    seen.clear()
    assert turns_open(old) == {"cards": 2, "race": 3}
    assert told(old, "race", 2, "public", "txt")
    assert not seen
    old.gm("undo", "race")
    assert turns_open(old) == {"cards": 2, "race": 2}
    assert set(seen) == {1}


def renamed(position: Json, old: str, new: str) -> Json:
    return {(new if key == old else key): value for key, value in position.items()}


def test_a_turn_that_an_older_version_ran_can_be_put_right_and_taken_back(zine: Desk) -> None:
    for (name,) in rows(zine, "SELECT game FROM turns WHERE turn = 1 GROUP BY game"):
        ((inputs,),) = rows(zine, "SELECT inputs FROM turns WHERE game = ? AND turn = 1 ORDER BY id DESC LIMIT 1", name)
        seat = next(iter(json.loads(inputs)["orders"]))
        before = told(zine, name, 1, "public", "txt")
        zine.gm("correct", name, "--turn", 1, "--strike", seat, "--because", "A trial.", "--yes")
        assert "Corrected: A trial." in told(zine, name, 1, "public", "txt")
        zine.gm("undo", name)
        assert told(zine, name, 1, "public", "txt") == before
