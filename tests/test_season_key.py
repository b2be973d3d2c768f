"""gm key NAME of a season: results of tables and entries at the door, a line each, stored before they are read back."""

import itertools
import json
from typing import Any

import pytest

from gm.desk.desk import open_desk
from gm.desk.ratings import rating_lists
from gm.season.standings import Line
from gm.store.seasons import Seasons
from tests.conftest import PLAYERS, Desk, Ran
from tests.examples import RACE, race_file
from tests.season.hall import drawn, found, keyed, tournament

PEOPLE = ["ann", "bob", "cy", "dan", "eve", "fay", "gus", "zoe"]


@pytest.fixture
def hall(desk: Desk) -> Desk:
    """Eight at two tables, the first round of three."""
    found(desk, PEOPLE)
    drawn(desk, 1, "dan zoe bob ann", "eve fay gus cy")
    return desk


def key(hall: Desk, line: str, *options: str, code: int = 0) -> Ran:
    return hall.gm("key", "cup", *options, *line.split(" "), code=code)


def typed(hall: Desk, monkeypatch: pytest.MonkeyPatch, lines: str, *options: str, code: int | None = 0) -> Ran:
    """A whole session, line after line."""
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return hall.gm("key", "cup", *options, code=code)


def results(hall: Desk) -> dict[tuple[int, int], dict[str, Any]]:
    with open_desk(hall.folder, hall.now) as at:
        return {(row.round, row.number): row.result for row in Seasons(at.store).results("cup")}


def places(hall: Desk, table: int = 1, round: int = 1) -> Any:
    return results(hall)[round, table]["places"]


def lines(hall: Desk) -> list[Line]:
    return tournament(hall).table


def test_a_result_is_stored_and_read_back(hall: Desk) -> None:
    said = key(hall, "t1 dan 1 zoe 2= bob 2= ann 4").out
    assert said == "t1: 1 Dan Grey, 2= Zoe Grey, 2= Bob Grey, 4 Ann Grey. 1 table wanted\n"
    assert places(hall) == {"dan": 1, "zoe": 2, "bob": 2, "ann": 4}
    assert [str(line.points) for line in lines(hall) if line.player in ("dan", "zoe", "ann")] == ["10", "9/2", "1"]


def test_the_only_season_under_way_need_not_be_named(hall: Desk) -> None:
    """Unless a game goes on that is in none; with two seasons it is asked which."""
    assert hall.gm("key", "t1", "dan 1 zoe 2= bob 2= ann 4").out.startswith("t1: 1 Dan Grey")
    assert places(hall) == {"dan": 1, "zoe": 2, "bob": 2, "ann": 4}
    hall.gm("new", "plate", "--season", "tables")
    assert "there are several seasons: name one of cup, plate" in hall.gm("key", "?", code=1).err
    hall.write("games/race.yaml", race_file({"ann": "Crisp", "bob": "Red Rum", "cy": "Foinavon"}, "6 plain"))
    hall.gm("start", "race")
    assert hall.gm("key", "ann", 22).out.startswith("1B Ann Grey, Crisp: 1: 22 leaves 478")


@pytest.mark.parametrize(
    "line",
    [
        "t1 dan 1 zoe 2= bob 2= ann 3",  # S1: the same result
        "t1 ann 4, bob =2, Zoe Grey 2=, dan 1",
        "T1 dg 1 zg 2 bg 2 ag 4",  # initials
        "t1 4E 1 8J 2= 2C 2= 1B 4",  # tags
        "t1 d 1 z 2= b 2= a 4",  # beginnings
        "r1 t1 dan 1 zoe 2= bob 2= ann 4",
        "t01 DAN 1 zoe 2= bob 2= ann 4",
    ],
)
def test_a_result_may_be_written_in_many_ways(hall: Desk, line: str) -> None:
    key(hall, line)
    assert places(hall) == {"dan": 1, "zoe": 2, "bob": 2, "ann": 4}


def test_scores_may_stand_behind_the_places(hall: Desk) -> None:
    said = key(hall, "t1 dan 1 (32) zoe 2(30.5) bob 3 (-3) ann 4").out
    assert "1 Dan Grey (32), 2 Zoe Grey (61/2)" in said
    assert results(hall)[1, 1]["scores"] == {"dan": 32, "zoe": "61/2", "bob": -3}
    assert tournament(hall).season.games[0].scores["bob"] == -3


def test_who_did_not_come_is_a_no_show(hall: Desk) -> None:
    said = key(hall, "t1 dan 1 zoe 2 bob - ann no-show").out
    assert "no-show: Bob Grey" in said
    assert places(hall) == {"dan": 1, "zoe": 2, "bob": "no-show", "ann": "no-show"}


def test_a_walk_over_needs_no_other_names(hall: Desk) -> None:
    assert "walk-over: Dan Grey" in key(hall, "t1 dan walk-over").out
    assert places(hall) == {"dan": "walk-over", "zoe": "no-show", "bob": "no-show", "ann": "no-show"}
    assert next(line for line in lines(hall) if line.player == "dan").results[0].what == "walk-over"


REFUSED = {
    "t1 dan 1 zoe 2 bob 3": "nothing is said of 1B Ann Grey",
    "t1 dan 1 zoe 2 bob 3 ann": "there is no place after 1B Ann Grey",
    "t1 dan 1 dan 2 zoe 3 bob 4 ann 5": "4E Dan Grey is named twice",
    "t1 dan 1 zoe 3 bob 4 ann 5": "the places 1, 3, 4, 5 do not follow each other",
    "t1 dan 2 zoe 2 bob 3 ann 4": "the places 2, 2, 3, 4 do not follow each other",
    "t1 dan 0 zoe 1 bob 2 ann 3": "the places 0, 1, 2, 3 do not follow each other",
    "t1 dan 1 zoe 2 bob 3 eve 4": "5F Eve Grey does not sit at table 1",
    "t1 dan 1 zoe 2 bob 3 xavier 4": "nobody called xavier plays in cup",
    "t1 dan 1 zoe 2 bob 3 13n 4": "there is no 13N",
    "t1 dan walk-over zoe 2 bob 3 ann 4": "a walk-over is won by one alone, and nobody else came",
    "t1 dan walk-over zoe walk-over": "a walk-over is won by one alone, and nobody else came",
    "t1": "there is no result after t1",
    "t7 dan 1": "round 1 has no table 7",
    "r2 t1 dan 1": "round 2 of cup is not drawn",
    "dan 1 zoe 2": "it is not clear which table is meant",
    "= t1 dan 1 zoe 2 bob 3 ann 4": "no result of table 1 counts",
    "u": "nothing that was keyed is there to take back",
    "+": "there is no name",
    "- xavier": "nobody called xavier plays in cup",
    "+ Hal Green, Foinavon": "nobody enters anything in cup",
}


@pytest.mark.parametrize(("line", "said"), REFUSED.items())
def test_what_cannot_be_is_refused_and_nothing_is_changed(hall: Desk, line: str, said: str) -> None:
    before = len(tournament(hall).comings)
    assert said in key(hall, line, code=1).err
    assert results(hall) == {}
    assert len(tournament(hall).comings) == before


def test_a_line_for_the_wrong_table_says_where_they_sit(hall: Desk) -> None:
    assert "in round 1 it is table 2" in key(hall, "t1 dan 1 zoe 2 bob 3 eve 4", code=1).err


def test_keyed_again_it_counts_instead_and_says_so(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    said = key(hall, "t1 dan 2 zoe 1 bob 3 ann 4").out
    assert "instead of what was keyed before" in said
    assert "before: 1 Dan Grey, 2 Zoe Grey" in said
    assert places(hall)["zoe"] == 1
    assert "in force already" in key(hall, "t1 zoe 1 dan 2 bob 3 ann 4").out


def test_what_is_taken_back_lets_the_one_before_count_again(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    key(hall, "t1 dan 2 zoe 1 bob 3 ann 4")
    key(hall, "t1 dan 4 zoe 1 bob 2 ann 3")
    assert "taken back: t1; what was keyed before counts again. 1 table wanted" in key(hall, "u").out
    assert places(hall) == {"dan": 2, "zoe": 1, "bob": 3, "ann": 4}
    key(hall, "u")
    assert places(hall) == {"dan": 1, "zoe": 2, "bob": 3, "ann": 4}
    assert "taken back: t1. 2 tables wanted" in key(hall, "u").out
    assert results(hall) == {}


def test_the_tables_that_are_wanted_are_named(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    assert key(hall, "?").out == "wanted: t2 (5F Eve Grey, 6G Fay Grey, 7H Gus Grey, 3D Cy Grey)\n"
    key(hall, "t2 eve 1 fay 2 gus 3 cy 4")
    assert key(hall, "?").out == "No table is missing.\n"


def test_a_line_may_be_compared_with_what_counts(hall: Desk) -> None:
    key(hall, "t1 dan 1 (32) zoe 2= bob 2= ann 4")
    assert key(hall, "= t1 zoe 2 dan 1 bob 2 ann 3").out == "t1: agrees. 1 table wanted\n"
    said = key(hall, "= t1 dan 1 zoe 2 bob 3 ann 4", code=1).out
    assert "differs from what counts; nothing is changed" in said
    assert "keyed now: 1 Dan Grey, 2 Zoe Grey, 3 Bob Grey, 4 Ann Grey" in said
    key(hall, "= t1 dan 1 (31) zoe 2 bob 2 ann 4", code=1)
    assert places(hall)["bob"] == 2


def test_the_next_round_is_keyed_once_it_is_drawn(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    key(hall, "t2 eve 1 fay 2 gus 3 cy 4")
    drawn(hall, 2, "dan eve zoe fay", "bob gus ann cy")
    key(hall, "t1 dan 1 eve 2 zoe 3 fay 4")
    key(hall, "r1 t2 eve 4 fay 3 gus 2 cy 1")  # and an earlier one can still be put right
    assert places(hall, 1, 2)["eve"] == 2
    assert places(hall, 2, 1)["eve"] == 4


def test_a_session_goes_on_after_a_bad_line(hall: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(
        hall, monkeypatch, "t1 dan 1\nt1 dan 1 zoe 2 bob 3 ann 4\n\nt2 eve 1 fay 2 gus 3 cy 4\nu\n", code=1
    ).out
    assert [line.split(".")[-1].strip() for line in said.splitlines() if "wanted" in line] == [
        "1 table wanted",
        "no table wanted",
        "1 table wanted",
    ]
    assert list(results(hall)) == [(1, 1)]


def test_a_line_for_a_round_that_another_hand_has_finished_is_not_taken(hall: Desk) -> None:
    from gm.core.problems import GmError
    from gm.desk.commands import Place
    from gm.desk.commands.keyseason import SeasonMachine

    drawn(hall, 2, "dan eve zoe fay", "bob gus ann cy")
    at = Place(hall.folder, hall.now)
    mine, other = SeasonMachine("cup"), SeasonMachine("cup")
    mine.look(at)
    other.look(at)
    other.feed(at, "t1 dan 1 zoe 2 bob 3 ann 4")
    mine.feed(at, "t2 eve 1 fay 2 gus 3 cy 4")
    with pytest.raises(GmError, match="round 1 of cup is no longer open"):
        other.feed(at, "t2 bob 1 gus 2 ann 3 cy 4")
    other.feed(at, "t2 bob 1 gus 2 ann 3 cy 4")  # once it has been said, it is meant
    assert places(hall, 2, 2)["bob"] == 1


def test_keying_in_another_order_changes_nothing(hall: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn(hall, 2, "dan eve zoe fay", "bob gus ann cy")
    said = ["r1 t1 dan 1 zoe 2 bob 3 ann 4", "r1 t2 eve 1 fay 2 gus 3 cy 4",
            "r2 t1 dan 3 eve 1 zoe 1 fay 4", "r2 t2 cy 1 gus 2 ann 3 bob 4"]  # fmt: skip
    seen = []
    for order in itertools.permutations(said):
        typed(hall, monkeypatch, "\n".join(order))
        with open_desk(hall.folder, hall.now) as at:
            rated = [each.told() for each in rating_lists(at)]
        seen.append((lines(hall), rated))
        typed(hall, monkeypatch, "u\n" * 8, code=None)
        typed(hall, monkeypatch, "u\n" * 8, code=None)
        assert results(hall) == {}
    assert all(each == seen[0] for each in seen)
    assert seen[0][1][0]["rules"] == "at the table"


# Orders, where gm runs the games


LEAGUE = f"""season: league
title: The Winter Cup
game: {RACE}
entrants: [{{entrants}}]
races: [race, second]
"""


@pytest.fixture
def league(desk: Desk) -> Desk:
    """Two races, both open, of which alice rides the one and everybody else the other."""
    found(desk, [*PLAYERS, "zoe"], file=LEAGUE, format="league")
    desk.write("games/race.yaml", race_file({"alice": "Red Rum", "zoe": "Crisp"}, "2 plain"))
    desk.write("games/second.yaml", race_file({"bob": "Foinavon", "carol": "Aldaniti"}, "2 plain"))
    for name in ("race", "second"):
        desk.gm("start", name)
    return desk


def test_an_order_is_keyed_for_the_game_in_which_its_player_sits(league: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(league, monkeypatch, "bob 22\n= bob 22\nalice 15\nu\n?\n").out
    assert "1B Bob Grey, Foinavon: 1: 22" in said
    assert "agrees" in said
    assert "taken back: 1B Alice Grey, Red Rum" in said
    assert said.splitlines()[-2:] == [
        "wanted: race (1B Alice Grey, Red Rum, 2C Zoe Grey, Crisp)",
        "wanted: second (2C Carol Grey, Aldaniti)",
    ]
    missing = {line["game"]: line["missing"] for line in league.gm("status", "--json").lines}
    assert missing == {"race": ["alice", "zoe"], "second": ["carol"]}


def test_the_result_of_a_game_that_gm_runs_is_its_own(league: Desk) -> None:
    drawn(league, 1, "alice zoe")
    assert "which gm runs: its result is its own" in key(league, "t1 alice 1 zoe 2", code=1).err
    league.gm("close", "race", "--because", "we meet anyway")
    key(league, "t1 alice 1 zoe 2")
    assert places(league) == {"alice": 1, "zoe": 2}
    assert hall_rated(league) == {"alice", "zoe"}


def hall_rated(hall: Desk) -> set[str]:
    return {row["player"] for each in hall.gm("ratings", "--json").lines for row in each["players"]}


# Two passes, and a screen that others see


def test_two_passes_are_wanted_of_every_table(hall: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = "t1 dan 1 zoe 2 bob 3 ann 4\nt2 eve 1 fay 2 gus 3 cy 4\n"
    said = typed(hall, monkeypatch, first, "--twice").out
    assert "no table wanted, 2 to be keyed again" in said
    assert "keyed only once: t1, t2" in said
    second = typed(hall, monkeypatch, first, "--twice").out
    assert "t2: agrees. no table wanted" in second
    assert "Every result that was keyed was keyed twice." in second


def test_what_two_passes_say_differently_counts_once_it_is_keyed_so_again(
    hall: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    other = "t1 dan 2 zoe 1 bob 3 ann 4\n"
    said = typed(hall, monkeypatch, other, "--twice", code=1).out
    assert "keyed differently, and not settled: t1" in said
    assert places(hall)["dan"] == 1
    said = typed(hall, monkeypatch, other * 2, "--twice", code=None).out
    assert "instead of what was keyed before" in said
    assert places(hall)["dan"] == 2
    assert "keyed only once" not in said


def test_a_blind_screen_shows_a_tick_and_what_is_left(hall: Desk) -> None:
    assert key(hall, "t1 dan 1 zoe 2 bob 3 ann 4", "--blind").out == "✓ 1 table wanted\n"
    said = key(hall, "t1 dan 1 zoe 2 bob 3 xavier 4", "--blind", code=1).err
    assert "this line cannot be taken" in said
    assert "xavier" not in said


# People at the door


def test_a_stranger_at_the_door_is_entered_in_one_line(hall: Desk) -> None:
    said = key(hall, "+ Zelda Quick").out
    assert "Zelda Quick is a guest" in said
    assert tournament(hall).is_in("zelda-quick", 2)


def test_somebody_leaves_by_any_of_their_names(hall: Desk) -> None:
    key(hall, "- 2c")
    assert not tournament(hall).is_in("bob", 2)
    key(hall, "+ bob")
    assert tournament(hall).is_in("bob", 2)


def test_an_entry_is_taken_back(hall: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(hall, monkeypatch, "+ Zelda Quick\n- bob\nu\nu\n").out
    assert "taken back: Bob Grey is entered as before" in said
    assert tournament(hall).is_in("bob", 2)
    assert "zelda-quick" not in tournament(hall).entries


def test_scripts_read_what_became_of_a_line(hall: Desk) -> None:
    told = json.loads(hall.gm("key", "cup", "t1", "dan", "1", "zoe", "2", "bob", "3", "ann", "-", "--json").out)
    assert told == {
        "season": "cup", "round": 1, "table": 1, "verdict": "taken", "wanted": 1, "scores": {},
        "places": {"ann": "no-show", "bob": 3, "dan": 1, "zoe": 2},
    }  # fmt: skip


def test_results_that_were_keyed_are_rated_but_not_walk_overs(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann -")
    key(hall, "t2 eve walk-over")
    told = hall.gm("ratings", "--json").lines[0]
    assert sorted(row["player"] for row in told["players"]) == ["bob", "dan", "zoe"]
    keyed(hall, 1, 2, {"eve": 1, "fay": 2, "gus": "no-show", "cy": "no-show"})
    assert hall.gm("ratings", "eve", "--json").lines[0]["history"][0]["title"] == "The Winter Cup, round 1, table 2"


def test_a_void_table_is_not_keyed_and_not_rated(hall: Desk) -> None:
    key(hall, "t1 dan 1 zoe 2 bob 3 ann 4")
    hall.gm("correct", "cup", "--ruling", "void round 1 table 1", "--because", "the wrong cards")
    assert hall.gm("ratings", "--json").lines == []
    assert "was ruled by hand" in key(hall, "t1 dan 1 zoe 2 bob 3 ann 4", code=1).err
