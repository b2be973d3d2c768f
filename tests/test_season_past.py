"""Seasons that were played before gm kept them: their results come from a CSV file."""

import json

import pytest

from tests.conftest import Desk

FILE = """
season: tables
title: The Winter Cup
played: at the table
results: winter.csv
rounds: 2
tables: {best: 4, from: 3, to: 5}
points: [10, 6, 3, 1]
"""
RESULTS = """round,table,player,place,score
1,1,alice,1,12
1,1,bob,2,8
1,1,Old Moore,2,8
1,2,carol,1,
1,2,dave,no-show,
2,1,alice,walk-over,
2,1,Old Moore,no-show,
2,2,Bob Grey,1,9/2
2,2,carol,1,3
2,2,dave,3,-1
"""


@pytest.fixture
def winter(desk: Desk) -> Desk:
    people = {"alice": "Alice Grey", "bob": "Bob Grey", "carol": "Carol Grey", "dave": "Dave Grey"}
    desk.write("players.yaml", "".join(f"{id}: {{name: {name}}}\n" for id, name in people.items()))
    desk.gm("new", "winter", "--season", "tables")
    desk.write("seasons/winter.yaml", FILE)
    desk.write("seasons/winter.csv", RESULTS)
    return desk


def results(desk: Desk) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(desk.gm("record", "winter").out)["results"]["games"]
    return found


def test_it_has_a_table_like_any_other(winter: Desk) -> None:
    record = json.loads(winter.gm("record", "winter").out)
    assert [(line["place"], line["player"], line["points"]) for line in record["table"]] == [
        (1, "alice", "20"), (2, "carol", "18"), (3, "bob", "25/2"), (4, "Old Moore", "9/2"), (5, "dave", "3"),
    ]  # fmt: skip
    assert record["names"]["bob"] == "Bob Grey"
    assert record["names"]["Old Moore"] == "Old Moore"
    assert "all of it agrees" in winter.gm("verify", "winter").out


def test_places_scores_no_shows_and_walk_overs_are_read_as_they_would_be_keyed(winter: Desk) -> None:
    first, second, third, fourth = results(winter)
    assert first["places"] == {"alice": 1, "bob": 2, "Old Moore": 2}
    assert first["scores"] == {"alice": "12", "bob": "8", "Old Moore": "8"}
    assert second["places"] == {"carol": 1, "dave": "no-show"}
    assert third["places"] == {"alice": "walk-over", "Old Moore": "no-show"}
    assert fourth["scores"] == {"bob": "9/2", "carol": "3", "dave": "-1"}


def test_the_order_of_the_lines_changes_nothing(winter: Desk) -> None:
    before = winter.gm("record", "winter").out
    head, *lines = RESULTS.splitlines()
    winter.write("seasons/winter.csv", "\n".join([head, *reversed(lines)]).replace(",", ";"))
    assert winter.gm("record", "winter").out == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1,1,alice,3,", "alice is in two places in round 1"),
        ("2,3,erin,last,", "last is no place"),
        ("two,3,erin,1,", "round is a whole number"),
        ("2,3,,1,", "a result is somebody's"),
        ("2,3,erin,1,much", "much is no number of points"),
        ("2,1,erin,1,", "a walk-over is for one, and nobody else has a place"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(winter: Desk, line: str, said: str) -> None:
    winter.write("seasons/winter.csv", f"{RESULTS}{line}\n")
    told = winter.gm("record", "winter", code=1).err
    assert said in told
    assert "winter.csv" in told


def test_other_columns_an_empty_file_and_no_file_are_named(winter: Desk) -> None:
    winter.write("seasons/winter.csv", "round,table,player,rank\n1,1,alice,1\n")
    assert "results have no rank" in winter.gm("record", "winter", code=1).err
    winter.write("seasons/winter.csv", "round,table,player,place\n")
    assert "there are no results" in winter.gm("record", "winter", code=1).err
    winter.write("seasons/winter.yaml", FILE.replace("winter.csv", "summer.csv"))
    assert "there is no file" in winter.gm("record", "winter", code=1).err
    winter.write("seasons/winter.yaml", FILE.replace("winter.csv", "[1]"))
    assert "results is a CSV file beside this one" in winter.gm("record", "winter", code=1).err
