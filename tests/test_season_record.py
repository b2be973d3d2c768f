"""The record of a season: anybody can draw its rounds again, and make its table again."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.proof import seal
from gm.desk.desk import open_desk
from gm.desk.seasoncheck import held
from gm.desk.seasonrecord import read_season, write_season
from gm.season.draw import Drawn, draw
from gm.season.lots import LONGEST, link
from gm.season.results import Played
from gm.season.rollcall import Tables
from gm.store.seasons import DrawRow, ResultRow, RulingRow, Seasons
from tests import seasonchecker
from tests.conftest import Desk
from tests.season.evenings import Evening, begun
from tests.tampering import tampered

FEW = 80  # tamperings in every run of the tests; thousands now and then, by hand
ROUNDS, PLAYERS, THREES = 3, 9, Tables(3, 3, 3)


class Unheard:
    """For a season that is played before any test begins."""

    def readouterr(self) -> tuple[str, str]:
        return "", ""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A zine with a season of nine at real tables: two rounds of three have been, and the first was drawn twice."""
    desk = Desk(tmp_path_factory.mktemp("played") / "zine", Unheard())  # type: ignore[arg-type]
    desk.write("zine.yaml", "title: Test Zine\n")
    evening, skill, luck = begun(PLAYERS, THREES, ROUNDS, 5)
    desk.write("players.yaml", "".join(f"{player}: {{name: Player {player[-1]}}}\n" for player in evening.players))
    desk.gm("new", "cup", "--season", "tables")
    text = f"season: tables\ntitle: The Cup\nplayed: at the table\nentrants: [{', '.join(evening.players)}]\n"
    desk.write("seasons/cup.yaml", f"{text}rounds: {ROUNDS}\ntables: {{best: 3}}\n")
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        seasons = Seasons(at.store)
        seasons.supersede_draws([_drawn(seasons, evening, 1, 1, "no")[0]], at.stamp)
        for number in (1, 2):
            _, found = _drawn(seasons, evening, number, 3 - number, "gin" if number == 1 else "")
            evening.play(found, skill, luck)
            for game in evening.games:
                if game.round == number:
                    seasons.add_result("cup", ResultRow(number, game.table, _keyed(game)), at.stamp)
        ruling = RulingRow("penalty", None, None, evening.players[0], "9/2", "asleep at the table", 0)
        seasons.add_ruling("cup", ruling, at.stamp)
    return desk.folder


@pytest.fixture
def cup(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    shutil.copytree(played, tmp_path / "zine")
    return Desk(tmp_path / "zine", capsys)


def _drawn(seasons: Seasons, evening: Evening, number: int, attempt: int, word: str) -> tuple[DrawRow, Drawn]:
    secret, call = link(seasons.row("cup").secret, LONGEST - number), evening.roll_call(number, word)
    (found,) = draw(call, secret).rounds
    row = DrawRow(number, attempt, secret, word, call.as_json(), found.as_json(), [], 0)
    return row._replace(id=seasons.add_draw("cup", row, "2026-01-01T00:00:00+00:00")), found


def _keyed(game: Played) -> Json:
    return {"places": dict(game.order), "scores": {player: str(9 - place) for player, place in game.order.items()}}


def recorded(desk: Desk) -> Json:
    found: Json = json.loads(desk.gm("record", "cup").out)
    return found


def complaint(record: Any) -> str:
    """What is said of a record; "" if all of it agrees."""
    try:
        list(held(read_season(json.dumps(record).encode())))
    except GmError as wrong:
        return str(wrong.message)
    return ""


def resealed(record: Json) -> Json:
    """As somebody leaves it who knows how a seal is made."""
    return record | {"seal": seal({key: value for key, value in record.items() if key != "seal"})}


# Made and checked


def test_a_season_has_a_record_that_needs_nothing_but_itself(
    cup: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = cup.gm("record", "cup").out
    elsewhere = Desk(tmp_path / "elsewhere", capsys)
    told = elsewhere.gm("verify", elsewhere.write("cup.json", text)).out
    assert "round 1, attempt 1, taken back: secret and draw agree" in told
    assert "round 1: the secret, the roll call and the draw agree" in told
    assert "round 2: the secret, the roll call and the draw agree" in told
    assert "the table agrees: 9 players, 6 games" in told
    assert "all of it agrees" in told
    assert write_season(read_season(text.encode())) == text


def test_the_game_master_checks_a_season_by_its_name_and_with_all_games(cup: Desk) -> None:
    assert "all of it agrees" in cup.gm("verify", "cup").out
    (line,) = cup.gm("verify", "--json").lines
    assert (line["season"], line["agrees"], line["problem"]) == ("cup", True, None)


def test_the_secret_of_the_deals_and_private_reasons_stay_in_the_drawer(cup: Desk) -> None:
    text = cup.gm("record", "cup").out
    with open_desk(cup.folder, cup.now) as at:
        row = Seasons(at.store).row("cup")
    assert row.deals not in text
    assert row.secret not in text
    assert link(row.secret, LONGEST - 3) not in text
    assert "asleep" not in text
    assert json.loads(text)["deals"]["secret"] is None


def test_a_table_that_is_asked_for_agrees_with_the_record(cup: Desk) -> None:
    """Its results are a question as gm adjudicate reads it."""
    record = recorded(cup)
    page = cup.write("table.yaml", json.dumps({"rules": "season", **record["results"]}))
    (told,) = cup.gm("adjudicate", page, "--json").lines
    assert told["table"] == record["table"]


def test_a_record_goes_over_nothing_but_a_record_of_the_same_season(cup: Desk) -> None:
    file = cup.folder / "r.json"
    for _ in range(2):
        assert "The record of cup is in" in cup.gm("record", "cup", "--out", file).out
    for content in ("my notes", json.dumps(json.loads(file.read_text()) | {"season": "other"})):
        cup.write("r.json", content)
        assert "is no record of" in cup.gm("record", "cup", "--out", file, code=1).err
        assert file.read_text(encoding="utf-8") == content


# Held against what was published


def test_a_draw_that_somebody_kept_is_compared(cup: Desk) -> None:
    record = recorded(cup)
    file = cup.write("cup.json", json.dumps(record))
    first = record["draws"][1]
    kept = {"secret": first["secret"], "rests_on": first["rests_on"], "attempt": 2, "rounds": [first["answer"]]}
    good = cup.write("kept.json", json.dumps(kept))
    assert "it agrees with 1 file" in cup.gm("verify", file, "--with", good).out
    other = cup.write("other.json", json.dumps(kept | {"attempt": 1}))
    assert "published otherwise in" in cup.gm("verify", file, "--with", other, code=1).err
    notes = cup.write("notes.txt", "nothing")
    assert "tells nothing of a season" in cup.gm("verify", file, "--with", notes, code=1).err
    assert "it agrees with 1 file" in cup.gm("verify", file, "--with", file).out


# Somebody had a hand in it


def _turned(places: Json) -> None:
    """Who was first is last."""
    places.update({player: 9 - place for player, place in places.items()})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["draws"][2]["answer"]["tables"][0]["seats"].reverse(), "round 2: it was not drawn like this"),
        (lambda r: r["draws"][2]["rests_on"]["players"]["p0001"].update(points="99"), "round 2: the seed is not"),
        (lambda r: r["draws"][2].update(secret="0" * 64), "round 2: its secret is not that of the season's"),
        (lambda r: r["draws"][1].update(word="rum"), "round 1: its roll call is not its own"),
        (lambda r: r["draws"][0].update(stands=True), "round 1: its attempts are not in order"),
        (lambda r: r["draws"].pop(0), "round 1: its attempts are not in order"),
        (lambda r: r["draws"].__delitem__(slice(0, 2)), "a round is missing"),
        (lambda r: r["draws"][2]["by_hand"].append(["p0001", "zoe"]), "round 2: somebody changed places by hand"),
        (lambda r: _turned(r["results"]["games"][0]["places"]), "the table is not that of the results"),
        (lambda r: r["results"]["penalties"].clear(), "the table is not that of the results"),
        (lambda r: r["results"]["games"][0]["places"].update(zoe=9), "the results cannot be read"),
        (lambda r: r["table"][0].update(points="300"), "the table is not that of the results: see the line of "),
        (lambda r: r["deals"].update(secret="0" * 64), "the commitment of the deals is not"),
        (lambda r: r["names"].update(p0001="Zoe"), "its seal is not its own"),
        (lambda r: r.update(format="x"), "this is no record of a season"),
        (lambda r: r.update(more=1), "more has no place here"),
    ],
)
def test_whatever_was_changed_is_named(cup: Desk, change: Any, said: str) -> None:
    record = recorded(cup)
    assert complaint(record) == ""
    change(record)
    assert said in complaint(record)
    if "seal" not in said:
        assert said in complaint(resealed(record))


def test_a_record_that_somebody_had_a_hand_in_never_agrees(cup: Desk) -> None:
    record = recorded(cup)
    chance = random.Random(1)
    for _ in range(FEW):
        changed = tampered(record, chance, chance.choice((1, 1, 2)))
        assert complaint(changed)
        assert not seasonchecker.agrees(json.dumps(changed))


def test_whoever_knows_how_a_seal_is_made_changes_names_and_little_else(cup: Desk) -> None:
    """What hangs on nothing else can be told otherwise in a record, and so has to be compared with what was published."""
    record = recorded(cup)
    chance = random.Random(2)
    for _ in range(FEW):
        changed = resealed(tampered(record, chance))
        if not complaint(changed):
            bound = ("format", "version", "season", "commitment", "round", "table")
            assert [changed[key] for key in bound] == [record[key] for key in bound]
            assert [each["answer"] for each in changed["draws"]] == [each["answer"] for each in record["draws"]]


def test_a_season_that_goes_on_is_told_what_has_changed_since_a_draw(cup: Desk) -> None:
    with open_desk(cup.folder, cup.now) as at, at.store.writing():
        seasons = Seasons(at.store)
        row = next(row for row in seasons.results("cup") if row.round == 1)
        places = {player: len(row.result["places"]) + 1 - place for player, place in row.result["places"].items()}
        seasons.add_result("cup", ResultRow(1, row.number, {"places": places}), at.stamp)
    told = cup.gm("verify", "cup").out
    assert "round 2 was drawn when p000" in told
    assert "all of it agrees" in told


# A second checker


def test_a_checker_that_knows_only_the_page_agrees(cup: Desk) -> None:
    assert seasonchecker.agrees(cup.gm("record", "cup").out)
