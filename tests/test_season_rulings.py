"""Rulings of the game master on a season: penalties, walk-overs and void games, written, listed and taken back."""

import pytest

from tests.conftest import Desk
from tests.season.hall import drawn, found, keyed, points, tournament

EIGHT = ["ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal"]


@pytest.fixture
def hall(desk: Desk) -> Desk:
    found(desk, EIGHT)
    drawn(desk, 1, "ann bob cy dee", "eve fay gus hal")
    keyed(desk, 1, 1, {"ann": 1, "bob": 2, "cy": 3, "dee": 4})
    return desk


def ruling(desk: Desk, *texts: str, because: str = "So it is.", code: int = 0) -> str:
    written = [each for text in texts for each in ("--ruling", text)]
    answer = desk.gm("correct", "cup", *written, "--because", because, code=code)
    return answer.out + answer.err


def test_a_penalty_takes_points_off_and_says_who_moves(hall: Desk) -> None:
    said = ruling(hall, "penalty bob 9/2")
    assert "Ruling 1 stands: penalty bob 9/2." in said
    assert "bob: 2 with 6, now 3 with 1½" in said
    assert points(hall)["bob"] == "3/2"
    ruling(hall, "penalty Bob -1/2")
    assert points(hall)["bob"] == "2"


def test_a_walk_over_wins_a_table_that_was_not_played(hall: Desk) -> None:
    ruling(hall, "walk-over eve round 1")
    assert (points(hall)["eve"], points(hall)["fay"]) == ("10", "0")
    assert not tournament(hall).running
    assert "It is ruled so already" in ruling(hall, "walkover eve round 1 table 2")
    assert "was won by eve without playing" in ruling(hall, "walk-over fay round 1", code=1)
    assert len(tournament(hall).season.games) == 2


def test_a_void_game_never_was(hall: Desk) -> None:
    ruling(hall, "void round 1 table 1")
    assert set(points(hall).values()) == {"0"}
    assert "It is ruled so already" in ruling(hall, "void round 1 table 1")
    assert "table 1 of round 1 is void" in ruling(hall, "walk-over ann round 1", code=1)


def test_a_ruling_is_taken_back_by_its_number(hall: Desk) -> None:
    ruling(hall, "void round 1 table 1", "penalty bob 2")
    said = hall.gm("correct", "cup", "--ruling", "drop 1").out
    assert "Ruling 1 is taken back: void round 1 table 1." in said
    assert (points(hall)["ann"], points(hall)["bob"]) == ("10", "4")
    assert "cup has no ruling 1" in hall.gm("correct", "cup", "--ruling", "drop 1", code=1).err


def test_they_are_listed_with_how_to_write_one(hall: Desk) -> None:
    empty = hall.gm("correct", "cup", "--rulings").out
    assert "Nothing has been ruled on cup." in empty
    assert "walk-over ann round 2" in empty
    ruling(hall, "penalty bob 3/2", because="He looked at her cards.")
    assert "1: penalty bob 3/2 (He looked at her cards.)" in hall.gm("correct", "cup", "--rulings").out
    (row,) = hall.gm("correct", "cup", "--rulings", "--json").lines
    assert (row["player"], row["points"], row["printed"]) == ("bob", "3/2", 0)


def test_the_reason_is_printed_only_if_it_is_said_so(hall: Desk) -> None:
    hall.gm("correct", "cup", "--ruling", "penalty bob 1", "--because", "Late again.", "--printed")
    assert hall.gm("correct", "cup", "--rulings", "--json").lines[0]["printed"] == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fine bob 3", "is no ruling on a season"),
        ("penalty bob much", "much is no number of points"),
        ("penalty bob 0", "changes nothing"),
        ("penalty zoe 3", "nobody called zoe is entered in cup"),
        ("walk-over ann round 2", "round 2 of cup is not drawn"),
        ("walk-over ann round 1 table 2", "ann does not sit at that table in round 1"),
        ("void round 1 table 3", "round 1 has no table 3"),
        ("drop 7", "cup has no ruling 7"),
    ],
)
def test_what_cannot_be_ruled_is_refused_and_taught(hall: Desk, text: str, why: str) -> None:
    before = points(hall)
    assert why in ruling(hall, "penalty ann 1", text, code=1)
    assert points(hall) == before  # all of them, or none


def test_a_ruling_has_a_reason_and_is_no_correction_of_a_turn(hall: Desk) -> None:
    assert "needs a reason" in ruling(hall, "penalty bob 1", because=" ", code=1)
    hall.gm("correct", "cup", "--turn", 1, "--strike", "bob", "--because", "x", code=2)
    hall.gm("correct", "cup", "--because", "x", code=2)


def test_the_story_tells_of_rulings(hall: Desk) -> None:
    ruling(hall, "penalty bob 3/2", because="He looked at her cards")
    hall.gm("correct", "cup", "--ruling", "drop 1")
    told = hall.gm("history", "cup").out
    assert "Ruling 1, penalty bob 3/2: He looked at her cards." in told
    assert "Ruling 1 is taken back: penalty bob 3/2." in told
