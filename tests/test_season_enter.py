"""gm enter: late entries, withdrawals, returns, and strangers at the door."""

import pytest

from gm.desk.desk import open_desk
from tests.conftest import Desk
from tests.drawn import CARD_GAME, tables
from tests.season.hall import drawn, found, keyed, tournament

SEVEN = ["ann", "bob", "cy", "dee", "eve", "fay", "gus"]


@pytest.fixture
def hall(desk: Desk) -> Desk:
    found(desk, SEVEN)
    desk.write("players.yaml", "".join(f"{each}: {each.title()} Grey\n" for each in [*SEVEN, "hal", "ida"]))
    return desk


def who_is_in(desk: Desk, round: int) -> list[str]:
    return tournament(desk).who_is_in(round)


def test_a_late_entry_counts_from_the_next_draw_on(hall: Desk) -> None:
    drawn(hall, 1, "ann bob cy dee", "eve fay gus")
    assert "hal plays in cup from round 2 on." in hall.gm("enter", "cup", "HAL").out
    assert "hal" not in who_is_in(hall, 1)
    assert "hal" in who_is_in(hall, 2)


def test_asked_twice_it_is_done_once(hall: Desk) -> None:
    for options in ([], ["--out"], ["--back"]):
        first, again = (hall.gm("enter", "cup", "hal", *options, "--json").lines[0]["what"] for _ in range(2))
        assert first == (options[0][2:] if options else "in")
        assert not again
    assert len(hall.gm("history", "cup").out.splitlines()) == 3
    assert "hal is in cup already; nothing was changed." in hall.gm("enter", "cup", "hal").out
    assert "ann is in cup already; nothing was changed." in hall.gm("enter", "cup", "ann").out


def test_who_leaves_is_not_drawn_any_more_and_can_come_back(hall: Desk) -> None:
    drawn(hall, 1, "ann bob cy dee", "eve fay gus")
    hall.gm("enter", "cup", "bob", "--out")
    assert "bob" in who_is_in(hall, 1)
    assert "bob" not in who_is_in(hall, 2)
    (line,) = (line for line in tournament(hall).table if line.player == "bob")
    assert line.withdrawn
    drawn(hall, 2, "ann cy dee", "eve fay gus")
    assert "bob is back in cup from round 3 on." in hall.gm("enter", "cup", "bob").out
    assert ["bob" in who_is_in(hall, round) for round in (1, 2, 3)] == [True, False, True]


def test_a_stranger_is_a_guest_by_name_alone(hall: Desk) -> None:
    said = hall.gm("enter", "cup", "Zoe Quick").out
    assert "zoe-quick plays in cup from round 1 on." in said
    assert "Zoe Quick is a guest, called zoe-quick, until players.yaml has zoe-quick." in said
    assert tournament(hall).names["zoe-quick"] == "Zoe Quick"
    assert "is in cup already" in hall.gm("enter", "cup", "zoe quick").out
    with open_desk(hall.folder, hall.now) as at:
        assert at.zine.players["zoe-quick"].name == "Zoe Quick"
    hall.write(
        "players.yaml", "zoe-quick: {name: Zoe Q, mail: zoe@example.org}\n" + "".join(f"{e}: {e}\n" for e in SEVEN)
    )
    assert tournament(hall).names["zoe-quick"] == "Zoe Q"


def test_a_name_means_the_player_of_that_name(hall: Desk) -> None:
    assert hall.gm("enter", "cup", "Ida Grey", "--json").lines[0]["player"] == "ida"
    hall.write("players.yaml", "".join(f"{each}: Sam Same\n" for each in [*SEVEN, "sam"]))
    assert "several players are called Sam Same" in hall.gm("enter", "cup", "Sam Same", code=1).err


def test_a_slip_of_the_pen_is_pointed_out(hall: Desk) -> None:
    said = hall.gm("enter", "cup", "haal").out
    assert "There is also hal. If that was meant: gm enter cup haal --out" in said


@pytest.mark.parametrize("name", ["All", "me", "Żółć Ülrich", "🐎", "x" * 60, "O'Brien / Sons"])
def test_any_name_makes_a_guest_with_an_id_of_their_own(hall: Desk, name: str) -> None:
    (one,) = hall.gm("enter", "cup", name, "--json").lines
    with open_desk(hall.folder, hall.now) as at:
        assert at.zine.players[one["player"]].name == name
    assert one["player"] not in ("all", "me", "public")
    assert len(one["player"]) <= 40


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_what_is_no_name_is_refused(hall: Desk, name: str) -> None:
    assert "is no name" in hall.gm("enter", "cup", "hal", name, code=1).err
    assert "hal" not in who_is_in(hall, 1)  # all of them, or nobody


def test_who_leaves_can_come_back_before_the_next_round_is_drawn(hall: Desk) -> None:
    hall.gm("enter", "cup", "bob", "--out")
    assert "bob is back in cup" in hall.gm("enter", "cup", "bob", "--back").out
    assert tournament(hall).is_in("bob", tournament(hall).next_round)


def test_nobody_leaves_or_comes_back_who_never_came(hall: Desk) -> None:
    assert "nobody called zoe is entered in cup" in hall.gm("enter", "cup", "zoe", "--out", code=1).err
    assert "hal was never entered in cup" in hall.gm("enter", "cup", "hal", "--back", code=1).err
    assert "hal is not in cup; nothing was changed." in hall.gm("enter", "cup", "hal", "--out").out


def test_now_seats_them_at_the_smallest_table_that_waits(hall: Desk) -> None:
    assert "no round of cup is drawn" in hall.gm("enter", "cup", "hal", "--now", code=1).err
    drawn(hall, 1, "ann bob cy dee", "eve fay gus")
    assert "hal plays in cup from round 1 on, at table 2." in hall.gm("enter", "cup", "hal", "--now").out
    assert tournament(hall).rounds[1].tables[2] == ["eve", "fay", "gus", "hal"]
    assert hall.gm("enter", "cup", "hal", "--now", "--json").lines[0]["what"] == ""
    hall.gm("enter", "cup", "ida", "--now")
    assert tournament(hall).rounds[1].tables[1][-1] == "ida"  # of equals the one with the lowest number
    keyed(hall, 1, 2, {"eve": 1, "fay": 2, "gus": 3, "hal": 4})
    assert "no table of round 1 has room and has not begun" in hall.gm("enter", "cup", "Zoe Quick", "--now", code=1).err


def test_once_all_rounds_are_drawn_nobody_comes_in_but_at_a_table(hall: Desk) -> None:
    for round in (1, 2, 3):
        drawn(hall, round, "ann bob cy dee", "eve fay gus")
    refused = hall.gm("enter", "cup", "hal", code=1).err
    assert "nobody can come into cup any more: its rounds are drawn" in refused
    assert "--now" in refused


def test_a_horse_and_a_lucky_word_are_kept_and_can_be_changed_at_the_door(hall: Desk) -> None:
    hall.gm("enter", "cup", "hal", "--lucky-word", "marmalade")
    hall.gm("enter", "cup", "hal", "--lucky-word", "gin")
    assert tournament(hall).entries["hal"].lucky_word == "gin"
    assert "write lucky_word there" in hall.gm("enter", "cup", "ann", "--lucky-word", "gin", code=1).err
    assert "nobody enters anything in cup" in hall.gm("enter", "cup", "ida", "--horse", "Foinavon", code=1).err
    assert "at most 64 letters" in hall.gm("enter", "cup", "ida", "--lucky-word", "x" * 65, code=1).err


def test_what_makes_no_sense_is_misuse(hall: Desk) -> None:
    hall.gm("enter", "cup", "hal", "--out", "--back", code=2)
    hall.gm("enter", "cup", "hal", "ida", "--lucky-word", "gin", code=2)
    assert "there is no season called 'cop'" in hall.gm("enter", "cop", "hal", code=1).err


def test_the_story_tells_who_came_and_went(hall: Desk) -> None:
    hall.gm("enter", "cup", "hal")
    hall.gm("enter", "cup", "bob", "--out")
    told = hall.gm("history", "cup").out
    assert "hal comes in from round 1 on." in told
    assert "bob leaves before round 1." in told


def test_nobody_is_seated_at_a_game_that_gm_has_dealt(desk: Desk) -> None:
    tables(desk, 7, play=CARD_GAME)
    desk.gm("draw", "cup")
    refused = desk.gm("enter", "cup", "Zoe Quick", "--now", code=1).err
    assert "the games of round 1 are dealt already" in refused
    assert "they are in from the next round on; until a turn has been run, gm undo cup takes the draw back" in refused
    desk.gm("enter", "cup", "Zoe Quick")
    assert "zoe-quick" in who_is_in(desk, 2)


def test_where_no_round_comes_any_more_the_draw_can_be_taken_back_for_them(desk: Desk) -> None:
    tables(desk, 7, "rounds: 1", play=CARD_GAME)
    desk.gm("draw", "cup")
    for option in ([], ["--now"]):
        refused = desk.gm("enter", "cup", "Zoe Quick", *option, code=1).err
        assert "gm undo cup takes the draw back: then enter them and draw again" in refused
        assert "--now" not in refused
    desk.gm("undo", "cup")
    desk.gm("enter", "cup", "Zoe Quick")
    assert "Zoe Quick" in desk.gm("draw", "cup").out


def test_a_guest_is_drawn_and_plays(desk: Desk) -> None:
    tables(desk, 7, play=CARD_GAME)
    desk.gm("enter", "cup", "Zoe Quick", "--lucky-word", "gin")
    desk.gm("draw", "cup")
    (game,) = (now["game"] for now in desk.gm("status", "cup", "--json").lines if "zoe-quick" in now["missing"])
    assert "Zoe Quick" in desk.gm("report", game).out
