"""The record of a game: nobody has to take the game master's word."""

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from gm import games
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.proof import seal
from gm.desk.desk import open_desk
from gm.desk.record import read_record, write_record
from gm.desk.recording import put_back
from gm.desk.verify import verified
from tests import checker
from tests.conftest import Desk
from tests.examples import RACE
from tests.playing import begin, one_turn, people, turns
from tests.tampering import tampered

FEW = 100  # tamperings of each record in every run of the tests; ten thousand now and then, by hand
HERE = Path(__file__).parent / "records"  # made by the versions that are named in them: they agree for ever
RECORDS = sorted(path.stem for path in HERE.glob("*.json"))


class Unheard:
    """For a game that is played before any test begins."""

    def readouterr(self) -> tuple[str, str]:
        return "", ""


@pytest.fixture(scope="module", params=games.names())
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a zine with a game of each kind, played to its end."""
    desk = Desk(tmp_path_factory.mktemp("played") / "zine", Unheard())  # type: ignore[arg-type]
    desk.write("zine.yaml", "title: Test Zine\n")
    (desk.folder / "inbox").mkdir()
    people(desk)
    with open_desk(desk.folder, desk.now, create=True) as at, at.store.writing():
        at.store.add_secret("over", "5" * 64, at.stamp)  # the same deal every time
    assert not [*turns(desk, begin(desk, request.param, "over"))][-1]
    return desk.folder


@pytest.fixture
def over(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    shutil.copytree(played, tmp_path / "zine")
    return Desk(tmp_path / "zine", capsys)


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> Json:
    return read_record((HERE / f"{request.param}.json").read_bytes())


def complaint(record: Any) -> str:
    """What is said of a record; "" if all of it agrees."""
    try:
        list(verified(read_record(json.dumps(record).encode())))
    except GmError as wrong:
        return wrong.message
    return ""


def resealed(record: Json) -> Json:
    """As somebody leaves it who knows how a seal is made."""
    for part in (*record["turns"], record):
        part["seal"] = seal({key: value for key, value in part.items() if key != "seal"})
    return record


# Made and checked


def test_a_finished_game_has_a_record_that_needs_nothing_but_itself(
    over: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = over.gm("record").out
    elsewhere = Desk(tmp_path / "elsewhere", capsys)
    file = elsewhere.write("record.json", text)
    told = elsewhere.gm("verify", file).out
    last = json.loads(text)["turns"][-1]
    assert "turn 0: commitment, seed, the deal and its hash agree" in told
    assert f"turn {last['turn']}: " in told
    assert last["hash"] in told


def test_the_same_game_has_always_the_same_record(over: Desk) -> None:
    text = over.gm("record").out
    assert over.gm("record").out == text
    assert write_record(read_record(text.encode())) == text


def test_the_last_report_publishes_the_hash_of_the_record(over: Desk) -> None:
    record = json.loads(over.gm("record").out)
    report = json.loads(over.gm("report", "--format", "json").out)
    assert report["revealed"]["record"] == record["turns"][-1]["hash"]
    assert report["commitment"] == record["commitment"]
    for format in ("txt", "html"):
        assert record["turns"][-1]["hash"] in over.gm("report", "--format", format).out


def test_the_receipts_of_a_record_are_those_of_the_reports(over: Desk) -> None:
    for turn in json.loads(over.gm("record").out)["turns"]:
        report = json.loads(over.gm("report", "--turn", turn["turn"], "--format", "json").out)
        assert report["receipts"] == turn["receipts"]


def test_a_running_game_has_no_record_but_its_game_master_can_check_it(desk: Desk) -> None:
    people(desk)
    name = begin(desk, RACE)
    one_turn(desk, name)
    before = desk.files()
    refused = desk.gm("record", "--out", desk.folder / "r.json", code=1)
    assert "still running" in refused.err
    assert desk.files() == before
    assert "turn 1: " in desk.gm("verify", name).out
    assert desk.gm("verify", "--json").lines[0]["agrees"] is True


def test_a_record_goes_to_a_file_and_over_nothing_but_a_record_of_the_same_game(over: Desk) -> None:
    text, file = over.gm("record").out, over.folder / "r.json"
    for _ in range(2):
        over.gm("record", "--out", file)
        assert file.read_text(encoding="utf-8") == text
    for content in ("my notes", json.dumps(json.loads(text) | {"game": "other"})):
        over.write("r.json", content)
        assert "is no record of" in over.gm("record", "--out", file, code=1).err
        assert file.read_text(encoding="utf-8") == content
    assert "r.json" in {path.name for path in over.folder.iterdir()}
    assert not [path for path in over.folder.iterdir() if path.name.endswith(".draft")]


def test_every_game_of_the_zine_is_checked_if_none_is_named(desk: Desk) -> None:
    people(desk)
    begun = {begin(desk, rules) for rules in games.names()}
    assert {line["game"] for line in desk.gm("verify", "--json").lines} == begun


def test_where_there_is_no_zine_a_record_has_to_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = Desk(tmp_path, capsys).gm("verify", code=1).err
    assert "no record was named" in told
    assert "gm verify FILE" in told


def test_one_bad_record_does_not_keep_the_others_waiting(over: Desk) -> None:
    record = json.loads(over.gm("record").out)
    bad = over.write("bad.json", json.dumps(record | {"title": "Another"}))
    good = over.write("good.json", json.dumps(record))
    told = over.gm("verify", bad, good, over.folder / "none.json", "--json", code=1)
    assert [line["agrees"] for line in told.lines] == [False, True, False]


def test_a_game_put_back_from_its_record_has_the_very_same_record(over: Desk, tmp_path: Path) -> None:
    told_again(over, tmp_path)


def told_again(desk: Desk, tmp_path: Path) -> None:
    """In another zine, from nothing but the record."""
    record = json.loads(desk.gm("record").out)
    other = Desk(tmp_path / "other", desk.capsys)
    other.write("zine.yaml", "title: Other\n")
    other.write("players.yaml", (desk.folder / "players.yaml").read_text(encoding="utf-8"))
    with open_desk(other.folder, other.now, create=True) as at, at.store.writing():
        put_back(at, record)
    assert json.loads(other.gm("record").out) == record
    for command in ("report", "verify", "history"):
        other.gm(command)


# Beside what was published


def test_a_record_is_held_against_the_reports_that_were_sent(over: Desk) -> None:
    record = json.loads(over.gm("record").out)
    file = over.write("r.json", json.dumps(record))
    reports = sorted((over.folder / "issues/over").glob("turn-*/*.json"))
    many = [each for report in reports for each in ("--with", report)]
    assert "it agrees with" in over.gm("verify", file, *many).out


PUBLISHED: dict[str, Callable[[Json], Any]] = {
    "other.json: the game": lambda r: _put(r, "game", "other"),
    "other.json: the commitment": lambda r: _put(r, "commitment", "0" * 64),
    "other.json: its turn": lambda r: _put(r, "turn", 999),
    "other.json: the receipt of alice": lambda r: _put(r["receipts"], "alice", "0" * 20),
    "other.json: the last hash": lambda r: _put(r["revealed"], "record", "0" * 64),
    "other.json: the lucky words": lambda r: _put(r["revealed"]["words"], "alice", "x"),
    "is no report of a game": lambda r: r.clear(),
}


@pytest.mark.parametrize("said", PUBLISHED)
def test_what_was_published_otherwise_is_named(over: Desk, said: str) -> None:
    report = json.loads(over.gm("report", "--format", "json").out)
    PUBLISHED[said](report)
    file, other = over.write("r.json", over.gm("record").out), over.write("other.json", json.dumps(report))
    assert said in over.gm("verify", file, "--with", other, code=1).err


# Tampered with


def test_a_record_that_an_earlier_version_made_agrees(record: Json) -> None:
    assert not complaint(record)


@pytest.mark.parametrize("name", RECORDS)
def test_somebody_elses_checker_comes_to_the_same(name: str) -> None:
    text = (HERE / f"{name}.json").read_text(encoding="utf-8")
    assert checker.agrees(text)
    assert not checker.agrees(text.replace("marmalade", "jam"))


@pytest.mark.parametrize("name", games.names())
def test_the_page_on_fair_play_has_every_field_of_a_position_and_its_default(name: str) -> None:
    page = (HERE.parent.parent / "docs/fair-play.md").read_text(encoding="utf-8")
    for kind in _parts_of(games.load(name).state):
        defaults = _defaults(kind)
        row = next(line for line in page.splitlines() if all(f"`{name}`" in line for name in defaults))
        for name, default in defaults.items():
            if default is not MISSING:
                assert f"`{name}` {json.dumps(default)}" in row


def _defaults(kind: Any) -> dict[str, Any]:
    if is_dataclass(kind):
        return {each.name: each.default for each in fields(kind)}
    return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}


def _parts_of(kind: Any) -> list[Any]:
    """The dataclasses and named tuples that a position is made of, but for its house rules."""
    found = [kind]
    for each in found:
        for hint in get_type_hints(each).values():
            parts = [part for part in (hint, *get_args(hint)) if is_dataclass(part) or hasattr(part, "_fields")]
            found += [part for part in parts if part not in found]
    return [each for each in found if each.__name__ != "Options"]


def test_there_is_one_of_every_game() -> None:
    assert {json.loads((HERE / f"{name}.json").read_bytes())["rules"]["name"] for name in RECORDS} >= {*games.names()}


@pytest.mark.parametrize("within", [1, 3])
def test_whatever_is_changed_is_found_and_named(record: Json, within: int) -> None:
    chance = random.Random(7)
    for _ in range(FEW):
        changed = tampered(record, chance, within)
        assert len(complaint(changed)) > 10, json.dumps(changed)


def _slip(record: Json) -> Json:
    found: Json = record["turns"][1]["inputs"]["orders"]["alice"]
    return found


def _put(whole: Any, key: Any, value: Any) -> None:
    whole[key] = value


CHANGES: dict[str, Callable[[Json], Any]] = {
    "the commitment is not that of the secret": lambda r: _put(r, "commitment", "0" * 64),
    "the lucky words are not those of the roster": lambda r: r["words"].popitem(),
    "the seed is not that of the secret": lambda r: _put(r, "seed", "0" * 64),
    "turn 2 is missing: turn 3 stands in its place": lambda r: r["turns"].pop(2),
    "turn 1 is missing: turn 2 stands in its place": lambda r: r["turns"].insert(1, r["turns"].pop(2)),
    "turn 2 is missing: turn 1 stands in its place": lambda r: r["turns"].insert(1, r["turns"][1]),
    "the game is not over after turn": lambda r: r["turns"].pop(),
    "there is no turn in it": lambda r: r["turns"].clear(),
    "turn 1: the receipt of alice is not that of nonce and order": lambda r: _put(_slip(r), "nonce", "0" * 32),
    "turn 1: what alice ordered is no order for this turn": lambda r: _put(_slip(r), "canonical", "{}"),
    "turn 1: the receipt published for alice is not": lambda r: _put(r["turns"][1]["receipts"], "alice", "0" * 20),
    "turn 1: event 1 (order) is not what happened": lambda r: _put(r["turns"][1]["events"][0], "ruling", "X1"),
    "turn 1: event 2 (": lambda r: r["turns"][1]["events"].pop(1),
    "is missing": lambda r: r["turns"][1]["events"].pop(),
    "is one too many": lambda r: r["turns"][1]["events"].append(r["turns"][1]["events"][-1]),
    "turn 1: the hash is not that of the position": lambda r: _put(r["turns"][1], "hash", "0" * 64),
    "turn 1: zed is not on the roster": lambda r: _put(r["turns"][1]["inputs"]["orders"], "zed", _slip(r)),
    "turn 1 was played by rules of a later version": lambda r: _put(r["turns"][1], "version", 999),
    "the version of the rules goes back": lambda r: _put(r["turns"][1], "version", 0),
    "written by a later version of gm": lambda r: _put(r, "version", 999),
    "there are no rules called 'chess'": lambda r: _put(r["rules"], "name", "chess"),
    "turns.1.inputs.luck has no place here": lambda r: _put(r["turns"][1]["inputs"], "luck", 3),
    "turns.1.hash is missing": lambda r: r["turns"][1].pop("hash"),
    "turns.0.turn should be a whole number": lambda r: _put(r["turns"][0], "turn", False),
}


@pytest.mark.parametrize("said", CHANGES)
def test_the_first_thing_that_does_not_agree_is_named(record: Json, said: str) -> None:
    """Even where somebody was at work who knows how a seal is made."""
    CHANGES[said](record)
    assert said in complaint(resealed(record))


SEALED: dict[str, Callable[[Json], Any]] = {
    "title": lambda r: _put(r, "title", "Another"),
    "a player's name": lambda r: _put(r["roster"][0], "name", "Somebody Else"),
    "a setting that means nothing": lambda r: _put(r["settings"], "press", "any"),
    "the version that it was started under": lambda r: _put(r["rules"], "version", 0),
    "an order that fell": lambda r: _put(r["turns"][1]["inputs"], "fallen", {"alice": ["She slept."]}),
}


@pytest.mark.parametrize("changed", SEALED)
def test_what_no_turn_depends_on_is_sealed(record: Json, changed: str) -> None:
    SEALED[changed](record)
    assert "seal" in complaint(record)


# Hostile files


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"[]", b"null", b"\xff\xfe", b"not json", b'{"format": "under-orders-record"}', b"[" * 100_000,
        b'{"a":' * 100_000, b'{"format": "under-orders-record", "version": 1.0}', b"9" * 10_000, b"NaN", b"-Infinity",
        b'{"format": "under-orders-record", "version": 1, "version": 1}', b'"\\ud800"', b"1e999",
        b'{"format": "under-orders-record", "version": "1"}', b'{"format": "under-orders-record", "version": true}',
    ],
    ids=lambda data: repr(data[:40]),
)  # fmt: skip
def test_what_is_no_record_is_refused_in_a_sentence(desk: Desk, data: bytes) -> None:
    file = desk.write("r.json", data)
    told = desk.gm("verify", file, code=1)
    assert "no record of a game" in told.err
    assert "unforeseen" not in told.err


def test_what_is_no_file_is_refused_in_a_sentence(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    for name in ("pipe", "inbox", "none.json"):
        assert name in desk.gm("verify", desk.folder / name, code=1).err


def test_a_letter_that_is_no_letter_is_found(record: Json) -> None:
    text = write_record(record).replace(record["title"], "\\ud800", 1)
    with pytest.raises(GmError, match="no text"):
        read_record(text.encode())


def test_a_key_that_is_there_twice_is_found(record: Json) -> None:
    text = write_record(record).replace('"title":', '"title": "Another", "title":', 1)
    with pytest.raises(GmError, match="title is there twice"):
        read_record(text.encode())
