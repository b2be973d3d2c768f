"""A season's name stands for all its open games, in every command that asks for a game."""

import json

import pytest

from gm.core.dice import Dice
from gm.desk.desk import match_of, open_desk
from gm.store.seasons import SeasonRow, Seasons
from tests.conftest import PLAYERS, Desk
from tests.examples import cards_file
from tests.playing import MAIL

TABLES = {"cup-r1-t1": PLAYERS[:3], "cup-r1-t2": PLAYERS[3:]}
DUE = "deadlines: {first: 2026-11-20 20:00, every: 1 week}\n"


@pytest.fixture
def cup(desk: Desk) -> Desk:
    """Two tables of a season, and a game beside it."""
    desk.write("zine.yaml", "title: Test Zine\ntime_zone: Europe/London\nmail: {from: Zine <zine@example.org>}\n")
    desk.write("players.yaml", "".join(f"{id}: {{name: {id.title()} Grey, mail: {MAIL[id]}}}\n" for id in PLAYERS))
    for name, players in {**TABLES, "alone": PLAYERS[:3]}.items():
        desk.write(f"games/{name}.yaml", cards_file(players, more=DUE))
        desk.gm("start", name)
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        seasons = Seasons(at.store)
        seasons.add(SeasonRow("cup", "5" * 64, "9" * 64, at.stamp))
        for number, name in enumerate(TABLES, start=1):
            seasons.place_game(name, "cup", 1, number)
    return desk


def page(desk: Desk, game: str, player: str) -> None:
    """Any order of theirs for the open turn, taken in."""
    with open_desk(desk.folder, desk.now) as at:
        position = match_of(at, game)
        part = position.game.improvise(position.state, player, Dice(player))
    said = {"game": game, "turn": position.turn, "player": player, **part}
    desk.write(f"inbox/{player}.yaml", "".join(f"{key}: {json.dumps(value)}\n" for key, value in said.items()))


def turns(desk: Desk) -> dict[str, int]:
    return {now["game"]: now["turn"] for now in desk.gm("status", "--json").lines}


def test_status_tells_of_its_games_and_of_no_other(cup: Desk) -> None:
    assert [now["game"] for now in cup.gm("status", "cup", "--json").lines] == [*TABLES]
    assert [now["game"] for now in cup.gm("status", "CUP", "--json").lines] == [*TABLES]
    first, _ = cup.gm("status", "cup", "--json").lines
    assert (first["season"], first["round"], first["table"]) == ("cup", 1, 1)
    assert set(turns(cup)) == {*TABLES, "alone"}


def test_a_season_without_games_says_what_to_do(cup: Desk) -> None:
    with open_desk(cup.folder, cup.now) as at, at.store.writing():
        Seasons(at.store).add(SeasonRow("league", "5" * 64, "9" * 64, at.stamp))
    assert "league is a season, and no round of it is drawn yet." in cup.gm("status").out
    for command in (["run"], ["extend", "--to", "3 days"], ["mail"], ["remind"], ["post"], ["report"]):
        refused = cup.gm(command[0], "league", *command[1:], code=1).err
        assert "no game of league goes on" in refused
        assert "gm draw league" in refused


def test_run_runs_those_that_are_due_and_says_why_not_of_the_others(cup: Desk) -> None:
    cup.gm("run", "cup", code=1)
    assert turns(cup) == {"cup-r1-t1": 1, "cup-r1-t2": 1, "alone": 1}
    ran = cup.gm("run", "cup", "--now").out
    assert ran.count("has been run.") == 2
    assert len(ran.splitlines()) == 2
    assert turns(cup) == {"cup-r1-t1": 2, "cup-r1-t2": 2, "alone": 1}
    assert len(list((cup.folder / "backups").iterdir())) == 1


def test_one_that_is_not_due_does_not_keep_the_others_from_being_run(cup: Desk) -> None:
    for player in TABLES["cup-r1-t1"]:
        page(cup, "cup-r1-t1", player)
    cup.gm("take")
    ran = cup.gm("run", "cup")
    assert "Turn 1 of cup-r1-t1 has been run." in ran.out
    assert "cup-r1-t2: turn 1 is not due until" in ran.out
    assert turns(cup) == {"cup-r1-t1": 2, "cup-r1-t2": 1, "alone": 1}


def test_run_for_scripts_is_a_line_for_each(cup: Desk) -> None:
    lines = cup.gm("run", "cup", "--now", "--json").lines
    assert [(line["game"], line["turn"]) for line in lines] == [("cup-r1-t1", 1), ("cup-r1-t2", 1)]


def test_a_dry_run_stores_nothing(cup: Desk) -> None:
    shown = cup.gm("run", "cup", "--now", "--dry-run").out
    assert shown.count("This was a dry run") == 2
    assert set(turns(cup).values()) == {1}


def test_extend_moves_all_of_them(cup: Desk) -> None:
    moved = cup.gm("extend", "cup", "--to", "2026-12-24 20:00", "--json").lines
    assert [each["deadline"][:10] for each in moved] == ["2026-12-24", "2026-12-24"]
    deadlines = {now["game"]: now["deadline"][:10] for now in cup.gm("status", "--json").lines}
    assert deadlines == {"cup-r1-t1": "2026-12-24", "cup-r1-t2": "2026-12-24", "alone": "2026-11-20"}


def test_what_is_wrong_for_all_is_said_once(cup: Desk) -> None:
    refused = cup.gm("extend", "cup", "--to", "soon", code=1)
    assert refused.err.count("soon") == 1
    assert not refused.out


def test_mail_writes_to_all_tables_at_once_and_not_twice(cup: Desk) -> None:
    assert "6 messages are in the outbox." in cup.gm("mail", "cup").out
    assert "all that happened in cup is in the outbox already" in cup.gm("mail", "cup", code=1).err
    cup.gm("run", "cup-r1-t2", "--now")
    assert "3 messages are in the outbox." in cup.gm("mail", "cup").out
    assert "6 messages are in the outbox." in cup.gm("mail", "cup", "--again").out


def test_remind_writes_to_whoever_has_not_ordered(cup: Desk) -> None:
    reminded = cup.gm("remind", "cup", "--json").lines
    assert [each["players"] for each in reminded] == [*TABLES.values()]
    assert "cup-r1-t1: there is nobody to remind." in cup.gm("remind", "cup").out


def test_report_shows_every_table_or_a_players_own(cup: Desk) -> None:
    cup.gm("run", "cup", "--now")
    reports = cup.gm("report", "cup", "--format", "json").out
    assert reports.count('"cup-r1-t1"') >= 1 <= reports.count('"cup-r1-t2"')
    own = json.loads(cup.gm("report", "cup", "--for", "erin", "--format", "json").out)
    assert own["game"] == "cup-r1-t2"
    assert "nobody called zoe plays in cup" in cup.gm("report", "cup", "--for", "zoe", code=1).err


def test_a_note_stands_in_every_report(cup: Desk) -> None:
    cup.gm("note", "cup", "Mind the water.")
    cup.gm("run", "cup", "--now")
    assert cup.gm("report", "cup").out.count("Mind the water.") == 2
    assert "Mind the water." not in cup.gm("report", "alone").out


def test_a_player_is_replaced_where_they_sit(cup: Desk) -> None:
    assert "dave" in cup.gm("retire", "cup", "dave").out
    status = {now["game"]: now.get("retired", []) for now in cup.gm("status", "--json").lines}
    assert status == {"cup-r1-t1": [], "cup-r1-t2": ["dave"], "alone": []}


def test_close_gives_all_of_them_up(cup: Desk) -> None:
    cup.gm("close", "cup", "--because", "The hall burnt down.")
    assert [now["game"] for now in cup.gm("status", "--json").lines] == ["alone"]
    assert "no game of cup goes on" in cup.gm("run", "cup", code=1).err


def test_a_page_for_the_season_is_for_the_table_at_which_its_player_sits(cup: Desk) -> None:
    for player in ("alice", "erin", "zoe"):
        cup.write(f"inbox/{player}.yaml", f"game: cup\nturn: 1\nplayer: {player}\npress: Hello.\n")
    alice, erin, zoe = cup.gm("take", "--json", code=1).lines
    assert (alice["game"], alice["verdict"]) == ("cup-r1-t1", "taken")
    assert (erin["game"], erin["verdict"]) == ("cup-r1-t2", "taken")
    assert zoe["verdict"] == "refused"
    assert "cup is a season; say which of its games" in cup.gm("take", code=1).out


def test_an_unknown_name_is_likened_to_seasons_too(cup: Desk) -> None:
    assert "cup" in cup.gm("status", "cub", code=1).err


def test_the_name_of_one_game_still_means_that_game(cup: Desk) -> None:
    cup.gm("run", "cup-r1-t1", "--now")
    assert turns(cup) == {"cup-r1-t1": 2, "cup-r1-t2": 1, "alone": 1}
