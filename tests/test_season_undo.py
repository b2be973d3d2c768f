"""gm undo of a season: the last draw is taken back, or the last turn of each game of the last round."""

import os

import pytest

from gm.desk.desk import open_desk
from gm.desk.turns import Overtaken
from gm.desk.undrawing import last_draw, take_results_back
from gm.store.seasons import DrawRow, EntryRow, RulingRow, Seasons
from tests.conftest import Desk
from tests.drawn import CARD_GAME, opened, play_out, tables
from tests.examples import cards_file
from tests.season.hall import drawn, found, keyed, tournament, writing
from tests.test_season_names import DUE, TABLES, page, turns
from tests.test_season_names import cup as cup  # a fixture


@pytest.fixture
def round_one(cup: Desk) -> Desk:
    """The round in which these tables were drawn."""
    tables = [{"table": number, "seats": seats} for number, seats in enumerate(TABLES.values(), start=1)]
    roll = {"players": {player: {} for seats in TABLES.values() for player in seats}}
    answer = {"round": 1, "tables": tables, "out": [], "again": [], "apart": [], "same_seat": []}
    with writing(cup) as at:
        Seasons(at.store).add_draw("cup", DrawRow(1, 1, "7" * 64, "", roll, answer, [], 0), at.stamp)
    return cup


def draws(desk: Desk) -> list[int]:
    with open_desk(desk.folder, desk.now) as at:
        return [row.round for row in Seasons(at.store).draws("cup")]


def test_a_draw_is_taken_back_and_its_games_never_were(round_one: Desk) -> None:
    said = round_one.gm("undo", "cup").out
    assert "The draw of round 1 of cup is taken back." in said
    assert turns(round_one) == {"alone": 1}
    assert not draws(round_one)
    assert "no game called 'cup-r1-t1' has been started" in round_one.gm("status", "cup-r1-t1", code=1).err
    assert sorted(os.listdir(round_one.folder / "games")) == ["alone.yaml"]
    assert sorted(os.listdir(round_one.folder / "issues/cup-r1-t1")) == ["turn-00.undone-1"]
    assert "no round of cup is drawn" in round_one.gm("undo", "cup", code=1).err
    assert "The draw of round 1 is taken back." in round_one.gm("history", "cup").out


def test_its_tables_can_be_drawn_again_and_the_same_page_is_taken_anew(round_one: Desk) -> None:
    text = "game: cup-r1-t1\nturn: 1\nplayer: alice\npress: Hello.\n"
    round_one.write("inbox/alice.yaml", text)
    assert [each["verdict"] for each in round_one.gm("take", "--json").lines] == ["taken"]
    for _ in range(2):
        round_one.gm("undo", "cup")
        round_one.write("games/cup-r1-t1.yaml", cards_file(TABLES["cup-r1-t1"], more=DUE))
        round_one.gm("start", "cup-r1-t1")
        with writing(round_one) as at:
            Seasons(at.store).place_game("cup-r1-t1", "cup", 1, 1)
            row = Seasons(at.store).attempts("cup", 1)[-1]
            Seasons(at.store).add_draw("cup", row._replace(attempt=row.attempt + 1, id=0), at.stamp)
    round_one.write("inbox/alice.yaml", text)
    assert [each["verdict"] for each in round_one.gm("take", "--json").lines] == ["taken"]


def test_mail_that_has_not_left_does_not_leave(round_one: Desk) -> None:
    round_one.gm("mail", "cup")
    assert len(list((round_one.folder / "outbox").iterdir())) == 6
    round_one.gm("undo", "cup")
    assert not list((round_one.folder / "outbox").iterdir())


def test_a_games_file_that_was_changed_is_kept(round_one: Desk) -> None:
    mine = round_one.folder / "games/cup-r1-t2.yaml"
    mine.write_text(mine.read_text() + "# mine\n")
    said = round_one.gm("undo", "cup").out
    assert "A game's file was changed since; it is kept as games/cup-r1-t2.yaml.undone-1." in said
    assert (round_one.folder / "games/cup-r1-t2.yaml.undone-1").read_text().endswith("# mine\n")


def test_once_a_game_has_begun_the_last_turn_of_each_is_taken_back(round_one: Desk) -> None:
    round_one.gm("run", "cup-r1-t1", "--now")
    round_one.gm("run", "cup-r1-t2", "--now")
    round_one.gm("run", "cup-r1-t2", "--now")
    first, *said = round_one.gm("undo", "cup").out.splitlines()
    assert first == "Games of cup have begun: the last turn of each is taken back (cup-r1-t1, cup-r1-t2)."
    assert [line[:24] for line in said] == ["Turn 1 of cup-r1-t1 is t", "Turn 2 of cup-r1-t2 is t"]
    assert turns(round_one) == {"cup-r1-t1": 1, "cup-r1-t2": 2, "alone": 1}
    assert draws(round_one) == [1]
    assert "Turn 1 of cup-r1-t2" in round_one.gm("undo", "cup").out
    round_one.gm("undo", "cup")
    assert not draws(round_one)


def test_redo_brings_them_again(round_one: Desk) -> None:
    round_one.gm("run", "cup", "--now")
    round_one.gm("undo", "cup")
    round_one.gm("redo", "cup")
    assert turns(round_one) == {"cup-r1-t1": 2, "cup-r1-t2": 2, "alone": 1}


def test_killed_before_the_files_are_put_away_the_next_command_does_it(
    round_one: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("gm.desk.filing.clear_away", stopped)
        err = round_one.gm("undo", "cup", code=1).err
    assert "the draw of round 1 of cup has been taken back" in err
    assert (round_one.folder / "games/cup-r1-t1.yaml").exists()
    round_one.gm("status")
    assert sorted(os.listdir(round_one.folder / "games")) == ["alone.yaml"]
    assert sorted(os.listdir(round_one.folder / "issues/cup-r1-t1")) == ["turn-00.undone-1"]


def stopped(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_failure_before_it_is_stored_changes_nothing(round_one: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("gm.store.seasons.Seasons.supersede_rulings", stopped)
        assert "nothing was changed" in round_one.gm("undo", "cup", code=1).err
    assert turns(round_one) == {"cup-r1-t1": 1, "cup-r1-t2": 1, "alone": 1}
    assert draws(round_one) == [1]


SEVEN = ["ann", "bob", "cy", "dee", "eve", "fay", "gus"]


def test_results_that_were_keyed_are_taken_back_before_the_draw(desk: Desk) -> None:
    found(desk, SEVEN)
    drawn(desk, 1, "ann bob cy dee", "eve fay gus")
    keyed(desk, 1, 1, {"ann": 1, "bob": 2, "cy": 3, "dee": 4})
    said = desk.gm("undo", "cup").out
    assert "Results were keyed for cup: they are taken back (round and table 1/1)." in said
    assert tournament(desk).rounds
    assert len(tournament(desk).running) == 2
    desk.gm("undo", "cup")
    assert not tournament(desk).rounds


def test_who_was_seated_in_the_round_is_just_in_and_rulings_on_it_fall(desk: Desk) -> None:
    found(desk, SEVEN)
    drawn(desk, 1, "ann bob cy dee", "eve fay gus")
    keyed(desk, 1, 1, {"ann": 1, "bob": 2, "cy": 3, "dee": 4})
    drawn(desk, 2, "ann bob cy eve", "dee fay gus")
    with writing(desk) as at:
        Seasons(at.store).add_entry("cup", EntryRow("zoe", "in", 2, "Zoe Quick", seat_at=2), at.stamp)
        Seasons(at.store).add_ruling("cup", RulingRow("void", 2, 2, None, None, "Fire.", 0), at.stamp)
        Seasons(at.store).add_ruling("cup", RulingRow("penalty", None, None, "bob", "1", "Fire.", 0), at.stamp)
    assert tournament(desk).rounds[2].tables[2][-1] == "zoe"
    desk.gm("undo", "cup")
    after = tournament(desk)
    assert list(after.rounds) == [1]
    assert "zoe" in after.who_is_in(2)
    assert "zoe" not in after.who_is_in(1)
    assert [row["kind"] for row in desk.gm("correct", "cup", "--rulings", "--json").lines] == ["penalty"]


def test_a_round_of_games_is_drawn_taken_back_and_drawn_again(desk: Desk) -> None:
    tables(desk, 8, play=CARD_GAME)
    first = desk.gm("draw", "cup", "--json").lines[0]
    page(desk, "cup-r1-t1", opened(desk).rounds[1].tables[1][0])
    desk.gm("take")
    said = desk.gm("undo", "cup").out
    assert "The draw of round 1 of cup is taken back." in said
    assert not list((desk.folder / "games").glob("*.yaml"))
    assert not opened(desk).games
    desk.gm("enter", "cup", "hal", "--out")
    second = desk.gm("draw", "cup", "--json").lines[0]
    assert (second["attempt"], len(second["rests_on"]["players"])) == (2, 7)
    assert first["secret"] == second["secret"]
    assert sorted(path.name for path in (desk.folder / "games").glob("*.yaml")) == ["cup-r1-t1.yaml", "cup-r1-t2.yaml"]
    assert [now["ordered"] for now in desk.gm("status", "cup", "--json").lines] == [[], []]
    play_out(desk)
    assert not opened(desk).running
    desk.gm("draw", "cup")
    desk.gm("undo", "cup")
    assert list(opened(desk).rounds) == [1]
    assert "all of it agrees" in desk.gm("verify", "cup").out


def test_rounds_that_were_drawn_ahead_are_taken_back_together(desk: Desk) -> None:
    tables(desk, 8, play=CARD_GAME)
    desk.gm("draw", "cup", "--ahead")
    assert "The draw of round 1, 2, 3 of cup is taken back." in desk.gm("undo", "cup").out
    assert not opened(desk).rounds
    assert not opened(desk).games


def test_a_result_that_was_keyed_meanwhile_is_not_taken_for_the_one_that_was_seen(desk: Desk) -> None:
    """Else it would count on, though the tables are said to be open again."""
    tables(desk, 4, "tables: {best: 4}")
    desk.gm("draw", "cup")
    desk.gm("key", "cup", "t1 ann 1 bob 2 cy 3 dee 4")
    with open_desk(desk.folder, desk.now) as at:
        seen = last_draw(at, "cup")
    desk.gm("key", "cup", "t1 bob 1 ann 2 cy 3 dee 4")
    with open_desk(desk.folder, desk.now) as at, pytest.raises(Overtaken, match="cup is no longer as it was"):
        take_results_back(at, "cup", seen)
    assert opened(desk).table[0].player == "bob"
