"""A season's file: what it says, what is wrong with it, and the new one that gm writes."""

import hashlib
import re
from pathlib import Path

import pytest

from gm.core.problems import GmError, NotReady
from gm.desk.desk import open_desk
from gm.desk.seasons import open_season
from gm.pages.seasonfile import SeasonFile, read_season_file
from gm.pages.seasonformat import Divisions, Final, Heat
from gm.pages.zine import read_zine
from gm.season.rollcall import Tables
from tests.conftest import NOW, Desk
from tests.examples import CARDS, RACE

FORMATS = ["league", "heats", "tables", "knockout"]


@pytest.fixture
def zine(desk: Desk) -> Desk:
    desk.write(
        "players.yaml",
        "\n".join(f"{name}: {name.title()}" for name in ["ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal"]),
    )
    return desk


def read(desk: Desk, text: str, name: str = "cup") -> SeasonFile:
    (desk.folder / "seasons").mkdir(exist_ok=True)
    desk.write(f"seasons/{name}.yaml", text)
    return read_season_file(read_zine(desk.folder), name)


def wrong(desk: Desk, text: str) -> list[tuple[int, str]]:
    with pytest.raises(NotReady) as told:
        read(desk, text)
    return [(problem.line, problem.message) for problem in told.value.problems]


TABLES = f"""season: tables
title: The Winter Cup
game: {{rules: {CARDS}, options: {{pace: round}}}}
entrants: [ann, {{player: bob, lucky_word: marmalade}}, {{player: cy, apart: Club-A, table: 3}}]
rounds: 5
tables: {{best: 4, from: 3, to: 5}}
points: [10, 6, 3, 1]
best: 4
ties: [countback, met]
deadlines: {{first: 2027-01-10 20:00, every: 1 week}}
final: {{top: 4, seats: choice}}
"""


def test_a_file_says_what_is_played_by_whom_and_how_it_counts(zine: Desk) -> None:
    file = read(zine, TABLES)
    assert file.game
    assert file.game.name == CARDS
    assert file.settings == {"options": {"pace": "round"}}
    assert [entry.player for entry in file.entrants] == ["ann", "bob", "cy"]
    assert file.entrants[1].lucky_word == "marmalade"
    assert (file.entrants[2].apart, file.entrants[2].table) == ("club-a", 3)
    assert (file.rounds, file.last_round, file.tables) == (5, 6, Tables(4, 3, 5))
    assert (file.counting.best, file.counting.ties) == (4, ("countback", "met"))
    assert file.first
    assert file.first.year == 2027
    assert file.every == "1 week"
    assert file.final == Final(4, choice=True)


def test_a_league_has_races_and_divisions_and_horses(zine: Desk) -> None:
    file = read(
        zine,
        f"season: league\ngame: {RACE}\nraces: 6\ndivisions: {{of: 12, up: 2, down: 2}}\n"
        "entrants: [{player: ann, horse: Red Rum, division: 2}, bob]",
    )
    assert (file.rounds, file.divisions) == (6, Divisions(12, 2, 2))
    assert (file.entrants[0].horse, file.entrants[0].division) == ("Red Rum", 2)
    listed = read(zine, "season: league\nraces: [spring, summer]")
    assert (listed.races, listed.rounds, listed.game, listed.entrants) == (("spring", "summer"), 2, None, [])


def test_heats_have_stages_and_a_knock_out_says_how_many_go_on(zine: Desk) -> None:
    heats = read(
        zine,
        f"season: heats\ngame: {RACE}\nentrants: [ann, bob]\nheats: [{{of: 5, through: 2, losers: 1}}]\nplate: yes",
    )
    assert (heats.heats, heats.plate, heats.rounds) == ((Heat(5, 2, 1),), True, 2)
    knockout = read(zine, "season: knockout\nplayed: at the table\nentrants: [ann, bob]\ntables: {best: 4}\nthrough: 2")
    assert (knockout.through, knockout.game) == (2, None)


@pytest.mark.parametrize(
    "said", ["played: at the table", "game: {played: at the table}", "game: {rules: R, played: At the table}"]
)
def test_gm_only_keeps_the_score_wherever_the_file_says_so(zine: Desk, said: str) -> None:
    assert read(zine, f"season: tables\n{said}\nentrants: [ann, bob, cy]\nrounds: 2\ntables: {{best: 3}}").game is None


def test_entrants_can_stand_in_a_table_beside_the_file(zine: Desk) -> None:
    (zine.folder / "seasons").mkdir()
    zine.write("seasons/winter.csv", "player,lucky_word,table\nann,gin,\nbob,,2\n")
    file = read(zine, re.sub(r"entrants: .*", "entrants: winter.csv", TABLES))
    assert [(each.player, each.lucky_word, each.table) for each in file.entrants] == [("ann", "gin", 0), ("bob", "", 2)]


def test_everything_that_is_wrong_is_told_at_once_each_with_its_line(zine: Desk) -> None:
    told = wrong(
        zine,
        f"season: tables\ngame: {{rules: {CARDS}, pace: round}}\nentrants: [ann, ann, zeb, {{player: bob, hors: x}}]\n"
        "rounds: 65\ntables: {best: 4, from: 5}\nraces: 3\nties: [luck]\n",
    )
    assert told == [
        (2, "a game's file has no pace"),
        (3, "there is no player called zeb"),
        (3, "an entrant has no hors"),
        (3, "the player ann is entered twice"),
        (4, "rounds is a whole number"),
        (5, "the best size lies between the smallest and the largest"),
        (6, "a season of tables has no races"),
        (7, "ties cannot be \"['luck']\""),
    ]


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ("tables: {best: 6}", "a table for 6 cannot be played"),
        ("tables: 4", "tables has names and values"),
        ("rounds:", "rounds is a whole number"),
        ("rounds: 64", "rounds is a whole number"),  # and the final would be the sixty-fifth
        ("points: [ten]", "points cannot be \"['ten']\""),
        ("final: {top: 1}", "top is a whole number"),
        ("played: at the table", "a season has a game, or is played at the table"),
        ("entrants: [{player: ann, table: 2}, {player: bob, table: 2}]", "ann and bob cannot both have table 2"),
        ("entrants: []", "there are no entrants"),
        ("deadlines: {first: soon}", "soon is no date"),
        ("game: {rules: chess}", "there are no rules called 'chess'"),
        (f"game: {{rules: {CARDS}, options: {{pace: never}}}}", "pace cannot be 'never'"),
    ],
)
def test_a_wrong_key_is_refused_with_a_sentence(zine: Desk, instead: str, said: str) -> None:
    key = instead.split(":")[0]
    kept = "\n".join(line for line in TABLES.splitlines() if not line.startswith(f"{key}:"))
    assert said in [message for _, message in wrong(zine, f"{kept}\n{instead}\n")]


def test_a_file_without_a_format_says_what_there_is(zine: Desk) -> None:
    with pytest.raises(GmError) as told:
        read(zine, "title: Cup")
    assert "season: and league or heats or tables or knockout" in told.value.hint


# A new one


@pytest.mark.parametrize("format", FORMATS)
def test_a_new_file_of_each_format_can_be_read_as_it_is_written(zine: Desk, format: str) -> None:
    zine.gm("new", "cup", "--season", format)
    with open_desk(zine.folder, NOW) as at:
        found = open_season(at, "cup")
    assert found.file.format == format
    assert [line.player for line in found.table] == sorted(found.names)
    assert found.next_round == 1
    assert not found.running


def test_a_new_file_has_the_commitments_to_what_is_drawn_and_dealt_later(zine: Desk) -> None:
    zine.gm("new", "cup", "--season", "tables")
    text = (zine.folder / "seasons/cup.yaml").read_text()
    with open_desk(zine.folder, NOW) as at:
        found = open_season(at, "cup")
    assert f"draws {found.secret(0)}\n" in text
    assert f"deals {hashlib.sha256(found.row.deals.encode()).hexdigest()}\n" in text
    assert hashlib.sha256(found.secret(1).encode()).hexdigest() == found.secret(0)
    assert found.secret(64) == found.row.secret


def test_seasons_and_games_share_one_list_of_names(zine: Desk) -> None:
    zine.gm("new", "cup", "--season", "tables")
    zine.gm("new", "spring", "--rules", RACE)
    assert "Cup is the name of a season" in zine.gm("new", "Cup", "--rules", RACE, code=1).err
    assert "Spring is the name of a game" in zine.gm("new", "Spring", "--season", "league", code=1).err
    assert "cup.yaml is there already" in zine.gm("new", "cup", "--season", "league", code=1).err


@pytest.mark.parametrize("name", ["a" * 31, "cup-r1-t1", "a b", "preview"])
def test_a_name_that_its_games_could_not_bear_is_refused(zine: Desk, name: str) -> None:
    zine.gm("new", name, "--season", "tables", code=1)
    assert not (zine.folder / "seasons").exists()


def test_a_new_season_that_cannot_be_written_has_drawn_no_secret(zine: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(draft: Path, place: Path) -> None:
        raise OSError("no room")

    monkeypatch.setattr("gm.desk.opening.put_new", refuse)
    zine.gm("new", "cup", "--season", "tables", code=None)
    monkeypatch.undo()
    assert not (zine.folder / "seasons").exists()
    zine.gm("new", "cup", "--rules", RACE)


def test_a_new_season_that_was_killed_keeps_the_secrets_it_may_have_told(zine: Desk) -> None:
    zine.gm("new", "cup", "--season", "tables")
    before = (zine.folder / "seasons/cup.yaml").read_text()
    (zine.folder / "seasons/cup.yaml").unlink()
    zine.gm("new", "cup", "--season", "tables")
    assert (zine.folder / "seasons/cup.yaml").read_text() == before


def test_a_new_season_or_game_is_asked_for(zine: Desk) -> None:
    assert "--season FORMAT" in zine.gm("new", "cup", code=2).err
    assert "league or heats or tables or knockout" in zine.gm("new", "cup", "--season", "swiss", code=1).err
