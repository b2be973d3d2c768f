"""gm draw in bad hours: killed, outrun, something in the way; all of a round stands, or nothing of it."""

import json
import os
import subprocess
import sys

import pytest

from gm.desk import beginning
from gm.desk.desk import open_desk
from gm.store.seasons import EntryRow, Seasons
from tests.conftest import Desk
from tests.drawn import CARD_GAME, key_in, opened, play_out, tables
from tests.faulty import at_once, contents, faulty, rows

GAMES = ["cup-r1-t1", "cup-r1-t2"]


@pytest.fixture
def cup(desk: Desk) -> Desk:
    tables(desk, 8, play=CARD_GAME)
    return desk


def whole(desk: Desk) -> dict[str, bytes]:
    """All that a draw leaves, but what is the same in any case."""
    return {name: data for name, data in desk.files().items() if name.startswith(("games/", "issues/"))}


def test_a_file_of_the_game_masters_is_never_replaced(cup: Desk) -> None:
    cup.write("games/cup-r1-t2.yaml", "mine")
    before = cup.files()
    refused = cup.gm("draw", "cup", code=1).err
    assert "games/cup-r1-t2.yaml is there already" in refused
    assert cup.files() == before
    assert not opened(cup).draws
    assert rows(cup, "SELECT count(*) FROM games") == [(0,)]


def test_a_folder_in_the_way_of_a_file_is_named(cup: Desk) -> None:
    (cup.folder / "games/cup-r1-t1.yaml").mkdir(parents=True)
    assert "games/cup-r1-t1.yaml is there already" in cup.gm("draw", "cup", code=1).err
    assert not opened(cup).draws


def test_a_file_in_the_way_of_a_start_packet_is_named(cup: Desk) -> None:
    cup.write("issues/cup-r1-t2/turn-00", "mine")
    assert "turn-00 is in the way" in cup.gm("draw", "cup", code=1).err
    assert not opened(cup).draws
    assert not list(cup.folder.glob("games/*"))


def test_a_draw_of_which_only_the_beginning_is_read_stands(desk: Desk) -> None:
    """gm draw cup | head -1"""
    tables(desk, 8)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder), "draw", "cup"]
    subprocess.run(command, stdout=writing, stderr=subprocess.DEVNULL, check=False)
    os.close(writing)
    assert [draw.round for draw in opened(desk).draws] == [1]


def test_games_are_not_dealt_again_when_an_older_database_was_put_back(cup: Desk) -> None:
    older = (cup.folder / "zine.db").read_bytes()
    cup.gm("draw", "cup")
    for path in cup.folder.glob("zine.db-*"):
        path.unlink()
    cup.write("zine.db", older)
    assert "zine.db is older than the files beside it" in cup.gm("draw", "cup", code=1).err
    assert not opened(cup).draws


def test_a_game_of_that_name_is_not_begun_again(cup: Desk) -> None:
    cup.gm("new", "cup-r1-t1", "--rules", CARD_GAME.split()[-1].strip("}"))
    assert "games/cup-r1-t1.yaml is there already" in cup.gm("draw", "cup", code=1).err


def test_a_season_whose_games_cannot_be_played_is_refused_whole(cup: Desk) -> None:
    path = cup.folder / "seasons/cup.yaml"
    path.write_text(path.read_text().replace("}", ", options: {pace: never}}", 1))
    assert "pace cannot be 'never'" in cup.gm("draw", "cup", code=1).err
    assert not opened_draws(cup)


def opened_draws(desk: Desk) -> list[tuple[object, ...]]:
    return rows(desk, "SELECT * FROM season_draws")


def test_a_draw_that_is_stopped_before_it_stands_leaves_nothing(cup: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cup.files()

    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(beginning, "_note", stopped)
    assert "nothing was changed" in cup.gm("draw", "cup", code=None).err
    assert cup.files() == before
    assert opened_draws(cup) == rows(cup, "SELECT * FROM games") == []


def test_a_draw_that_is_stopped_after_it_stands_says_so_and_the_next_command_puts_its_files_there(
    cup: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: object, **more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(beginning, "put_files", stopped)
        told = cup.gm("draw", "cup", code=None).err
    assert "round 1 of cup has been drawn" in told
    assert "the next gm command puts them there" in told
    assert not list(cup.folder.glob("games/*"))
    kept = rows(cup, "SELECT path FROM files WHERE path LIKE 'games/%' ORDER BY path")
    assert kept == [(f"games/{game}.yaml",) for game in GAMES]  # they are gm's, wherever they lie
    told = cup.gm("status", "cup").err
    assert "the files of its games are now in games/" in told
    assert [path.stem for path in sorted(cup.folder.glob("games/*"))] == GAMES
    assert all((cup.folder / f"issues/{game}/turn-00/public.txt").exists() for game in GAMES)
    assert "now in" not in cup.gm("status", "cup").err


@pytest.mark.slow
@pytest.mark.parametrize("what", ["kill", "full", "ctrl-c"])
@pytest.mark.parametrize("call", ["replace", "fsync", "mkdir"])
def test_a_draw_that_fails_anywhere_is_made_whole_by_the_next_command(cup: Desk, call: str, what: str) -> None:
    """The same draw comes of it, whenever it happened: before it stood, or after."""
    told = json.loads(cup.gm("draw", "cup", "--dry-run", "--json").out)["rounds"][0]
    for number in (0, 2, 7, 19, 40):
        ran = faulty(cup, call, number, what, "draw", "cup")
        stands = bool(opened_draws(cup))
        if ran.returncode and what != "kill":
            assert ("has been drawn" in ran.stderr) is stands
        cup.gm("status", code=None)
        if stands:
            break
        assert not list(cup.folder.glob("games/*.yaml"))
        assert not whole(cup)
    if not opened_draws(cup):
        cup.gm("draw", "cup")
    found = opened(cup)
    assert found.draws[0].answer == told
    assert found.draws[0].attempt == 1
    assert sorted(path.stem for path in cup.folder.glob("games/*")) == GAMES
    assert len(contents(cup.folder / "issues/cup-r1-t2")) == 3 * 5 + 4
    assert not list(cup.folder.rglob(".draft-*"))


@pytest.mark.slow
def test_two_draws_at_once_make_one(cup: Desk) -> None:
    ran = at_once(cup, ["draw", "cup"], ["draw", "cup"])
    assert sorted(each.returncode for each in ran) == [0, 1]
    assert [(row.round, row.attempt) for row in opened(cup).draws] == [(1, 1)]
    assert rows(cup, "SELECT name FROM games ORDER BY name") == [(game,) for game in GAMES]


@pytest.mark.parametrize("between", ["draw", "enter"])
def test_a_draw_that_is_outrun_says_so_and_changes_nothing(
    cup: Desk, monkeypatch: pytest.MonkeyPatch, between: str
) -> None:
    """Somebody else draws, or enters, while this draw is made."""
    real, done = beginning._refuse_in_the_way, list[str]()

    def quicker(desk: object, name: str) -> None:
        real(desk, name)  # type: ignore[arg-type]
        if name == GAMES[-1] and not done:
            done.append(name)
            if between == "draw":
                cup.gm("draw", "cup")
            else:
                with open_desk(cup.folder, cup.now) as at, at.store.writing():
                    Seasons(at.store).add_entry("cup", EntryRow("zoe", "in", 1, "Zoe"), at.stamp)
                    at.deeds.will("")

    monkeypatch.setattr(beginning, "_refuse_in_the_way", quicker)
    assert "something of cup has changed since this draw was made" in cup.gm("draw", "cup", code=1).err
    assert len(opened(cup).draws) == (between == "draw")


def test_a_file_that_was_put_there_meanwhile_is_kept_beside(cup: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    real = beginning.put_files

    def late(*given: object, **more: object) -> object:
        cup.write("games/cup-r1-t1.yaml", "mine")
        return real(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(beginning, "put_files", late)
    assert "it is kept as games/cup-r1-t1.yours.yaml" in cup.gm("draw", "cup").err
    assert (cup.folder / "games/cup-r1-t1.yours.yaml").read_text() == "mine"
    assert (cup.folder / "games/cup-r1-t1.yaml").read_text().startswith("# cup-r1-t1")


def test_the_clock_may_be_set_back_between_rounds(desk: Desk) -> None:
    tables(desk, 8)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    desk.now = desk.now.replace(year=2025)
    assert "The clock is wrong" in desk.gm("draw", "cup").err
    assert sorted(opened(desk).rounds) == [1, 2]


def test_a_season_file_that_is_gone_or_broken_changes_nothing(cup: Desk) -> None:
    path = cup.folder / "seasons/cup.yaml"
    for text in ("", "season: [", "season: tables\n", "\x00"):
        path.write_text(text)
        assert "nothing" not in cup.gm("draw", "cup", code=1).out
    path.unlink()
    assert "there is no file seasons/cup.yaml" in cup.gm("draw", "cup", code=1).err
    assert opened_draws(cup) == []


def test_a_season_that_nobody_made_is_named(desk: Desk) -> None:
    desk.gm("new", "cup", "--season", "tables")
    assert "there is no season called 'cpu'" in desk.gm("draw", "cpu", code=1).err


def test_the_games_of_a_round_are_ordinary_games(cup: Desk) -> None:
    cup.gm("draw", "cup")
    play_out(cup, told=True)
    for game in GAMES:
        cup.gm("verify", game)
    cup.gm("undo", GAMES[0])
    assert [each.game for each in opened(cup).running] == [GAMES[0]]
    assert "still running: cup-r1-t1" in cup.gm("draw", "cup", code=1).err
