"""gm standings: how a season stands, as whoever asks wants to read it."""

import csv
import json
import os
from collections.abc import Callable
from io import BytesIO, StringIO

import pytest
from pypdf import PdfReader

from tests.conftest import Desk
from tests.seasons import CUP, draw, guest, make, played, ruled, two_rounds


@pytest.fixture
def cup(desk: Desk) -> Desk:
    two_rounds(desk)
    return desk


def test_the_only_season_needs_no_name(cup: Desk) -> None:
    text = cup.gm("standings").out
    assert text == cup.gm("standings", "cup").out
    assert "THE <WINTER> CUP" in text
    assert "Standings after round 2 of 3" in text
    assert next(line for line in text.splitlines() if "Erin" in line).split() == [
        "1",
        "+1",
        "Erin",
        "Grey",
        "20",
        "10",
        "10",
    ]
    assert "Draw of round" not in text


def test_the_full_text_has_the_draw_and_who_met_whom(cup: Desk) -> None:
    text = cup.gm("standings", "cup", "--full").out
    assert "Draw of round 2" in text
    assert "Table 2: Bob Grey, Carol Grey, Dave Grey" in text
    assert "1 Erin Grey: table 2 with" in text


def test_before_anything_is_played_all_are_level(desk: Desk) -> None:
    make(desk)
    text = desk.gm("standings").out
    assert "Nothing has been played yet." in text
    assert text.count("1=") == 5


def test_several_seasons_are_told_in_a_line_each(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    told = cup.gm("standings").out
    assert "cup: The <Winter> Cup\n  round 2 of 3, first: Erin Grey\n" in told
    assert "old: The <Winter> Cup\n  over, won by Erin Grey\n" in told
    assert [each["over"] for each in json.loads(cup.gm("standings", "--json").out)["seasons"]] == [False, True]
    refused = cup.gm("standings", "--format", "csv", code=1).err
    assert "there are several seasons: name one of cup, old" in refused


def test_a_season_that_is_over_is_among_the_champions_of_the_next(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    assert "Champions\n  The <Winter> Cup: Erin Grey" in cup.gm("standings", "cup", "--full").out
    assert "Final table after round 2" in cup.gm("standings", "old").out


def test_without_a_season_there_is_a_word_on_how_to_make_one(start: Callable[..., Desk]) -> None:
    refused = start().gm("standings", code=1).err
    assert "there are no seasons yet" in refused
    assert "gm new NAME --season tables" in refused


def test_json_is_the_same_by_either_name(cup: Desk) -> None:
    found = json.loads(cup.gm("standings", "cup", "--json").out)
    assert found == json.loads(cup.gm("standings", "--format", "json").out)
    assert list(found) == ["season", "title", "format", "round", "table"]
    assert found["table"][0]["name"] == "Erin Grey"


def test_csv_for_a_spreadsheet(cup: Desk) -> None:
    rows = list(csv.DictReader(StringIO(cup.gm("standings", "cup", "--format", "csv").out)))
    dave = next(row for row in rows if row["player"] == "dave")
    assert (dave["points"], dave["r1"], dave["c1"], dave["r2"], dave["c2"]) == ("4.50", "4.50", "1", "0.00", "1")


def test_an_earlier_round_as_it_stood(cup: Desk) -> None:
    found = json.loads(cup.gm("standings", "cup", "--round", 1, "--json").out)
    assert found["round"] == 1
    assert [line["points"] for line in found["table"]] == ["10", "10", "6", "9/2", "9/2"]
    refused = cup.gm("standings", "cup", "--round", 3, code=1).err
    assert "cup has no round 3 to show" in refused
    assert "the last that was played is 2" in refused


def test_why_by_id_or_by_name(cup: Desk) -> None:
    told = cup.gm("standings", "cup", "--why", "alice").out
    assert told == cup.gm("standings", "cup", "--why", "Alice Grey").out
    assert "Round 2: 6 points (table 1, place 2)" in told
    assert "below Erin Grey: 16 points to 20" in told
    assert "level with" not in told
    assert "ali is not in cup" in cup.gm("standings", "cup", "--why", "ali", code=1).err
    assert json.loads(cup.gm("standings", "cup", "--why", "bob", "--json").out)["compared"][0]["other"] == "erin"


def test_trf_is_refused_at_tables_of_three_and_nothing_is_written(cup: Desk) -> None:
    before = cup.files()
    refused = cup.gm("standings", "cup", "--format", "trf", "--to", cup.folder / "cup.trf", code=1).err
    assert "TRF is for tables of two; at table 2 of round 1 there are 3" in refused
    assert cup.files() == before


def test_trf_of_tables_of_two_ends_its_lines_as_that_world_does(desk: Desk) -> None:
    make(desk)
    draw(desk, 1, {1: ["alice", "bob"], 2: ["carol", "dave"]}, ["erin"])
    played(desk, 1, 1, {"alice": 1, "bob": 2})
    played(desk, 1, 2, {"dave": 1, "carol": 1})
    desk.gm("standings", "cup", "--format", "trf", "--to", desk.folder / "cup.trf")
    written = (desk.folder / "cup.trf").read_bytes().decode()
    assert written.count("\r\n") == written.count("\n") > 8
    assert "102 The Editor\r\n" in written


def test_pdf_goes_to_a_folder_of_its_own_and_over_itself(cup: Desk) -> None:
    told = cup.gm("standings", "cup", "--format", "pdf").out
    assert told == "The standings of cup are in standings/cup-round-02.pdf.\n"
    data = (cup.folder / "standings/cup-round-02.pdf").read_bytes()
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    assert "The <Winter> Cup" in text
    assert "Erin Grey" in text
    cup.gm("standings", "cup", "--format", "pdf")
    assert (cup.folder / "standings/cup-round-02.pdf").read_bytes() == data
    assert os.listdir(cup.folder / "standings") == ["cup-round-02.pdf"]


def test_a_file_of_somebody_elses_is_not_written_over(cup: Desk) -> None:
    there = cup.write("cup.html", "mine")
    refused = cup.gm("standings", "cup", "--format", "html", "--to", there, code=1).err
    assert "is there already, and gm standings did not write it" in refused
    assert there.read_text() == "mine"


def test_html_is_one_file(cup: Desk) -> None:
    page = cup.gm("standings", "cup", "--format", "html").out
    assert page.startswith("<!DOCTYPE html>")
    assert "The &lt;Winter&gt; Cup" in page
    assert "src=" not in page
    assert "<link" not in page


def test_a_correction_reflows(cup: Desk) -> None:
    played(cup, 2, 1, {"erin": 2, "alice": 1})
    assert [line["player"] for line in json.loads(cup.gm("standings", "--json").out)["table"]][:2] == ["alice", "bob"]


@pytest.mark.parametrize("format", ["text", "html", "json", "csv"])
def test_nothing_private_is_told(cup: Desk, format: str) -> None:
    """Neither apart words, nor reasons that were not written to be printed, nor addresses, nor secrets of draws to come."""
    cup.write("players.yaml", "alice: {name: Alice Grey, mail: alice@example.org}\nbob: {name: Bob}\ncarol: {name: Carol}\n"
              "dave: {name: Dave}\nerin: {name: Erin}\n")  # fmt: skip
    guest(cup, "zoe", "Zoe Quick", 3)
    ruled(cup, "bob", "3/2", "quarrelled with the umpire", False)
    ruled(cup, "carol", "1", "came late", True)
    told = cup.gm("standings", "cup", "--full", "--format", format).out
    told += cup.gm("standings", "cup", "--why", "bob").out
    assert "Zoe Quick" in told
    for secret in ("secret-club", "kept apart", "quarrelled", "example.org"):
        assert secret not in told
    assert ("came late" in told) == (format in ("text", "html"))


def test_the_ladder_adds_up_the_years(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    played(cup, 2, 1, {"erin": 2, "alice": 1})
    cup.write("zine.yaml", "title: Z\nladder: {of: [old, cup], points: [10, 6], fade: 1/2}\n")
    lines = json.loads(cup.gm("standings", "--json").out)["ladder"]["lines"]
    assert [(line["place"], line["player"], line["points"]) for line in lines][:2] == [
        (1, "alice", "13"),
        (2, "bob", "6"),
    ]
    assert "The ladder of years\n  1 Alice Grey: 13\n" in cup.gm("standings").out


@pytest.mark.parametrize(
    ("ladder", "said"),
    [
        ("{points: [1]}", "the ladder says of which seasons it is"),
        ("{of: [cup, cup]}", "the ladder names every season once"),
        ("{of: [cup], fade: 2}", "fade lies between 0 and 1"),
        ("{of: [cup], points: many}", "the ladder cannot be counted so"),
        ("{of: [cup], fades: 1/2}", "ladder has no fades"),
    ],
)
def test_a_ladder_that_makes_no_sense_is_named(cup: Desk, ladder: str, said: str) -> None:
    cup.write("zine.yaml", f"title: Z\nladder: {ladder}\n")
    refused = cup.gm("standings", code=1).err
    assert said in refused
    assert "zine.yaml:2" in refused


def test_a_ladder_of_a_season_that_is_not_there(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    cup.write("zine.yaml", "title: Z\nladder: {of: [odl, cup]}\n")
    refused = cup.gm("standings", code=1).err
    assert "zine.yaml has odl on its ladder, and there is no such season" in refused
    assert "old" in refused


def test_the_zines_language_is_spoken(cup: Desk) -> None:
    cup.write("zine.yaml", "title: Z\nlanguages: [de]\n")
    told = cup.gm("standings", "cup", "--full").out
    assert "Tabelle nach Runde 2 von 3" in told
    assert "Auslosung der Runde 2" in told


def test_what_makes_no_sense_is_misuse(cup: Desk) -> None:
    assert "--why is told as text or as JSON" in cup.gm("standings", "--why", "bob", "--format", "pdf", code=2).err
    assert "no such" not in cup.gm("standings", "cup", "--round", 0, code=2).err
    assert CUP.startswith("season: tables")
