"""A correction that is killed, hindered or met by others: all of it or nothing, and what is said is so."""

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from gm.desk import refiling
from tests.conftest import Desk
from tests.test_correct import correct, page, play, raced, told
from tests.test_record import complaint, resealed

Start = Callable[..., Desk]
__all__ = ["raced"]  # a fixture

ARGS = ("correct", "race", "--turn", 1, "--because", "It was misread.", "--strike", "frank", "--yes")


def reports(desk: Desk) -> dict[str, bytes]:
    return {name: data for name, data in desk.files().items() if name.startswith("issues/race/turn-0")}


def test_a_correction_that_is_killed_after_it_is_stored_is_put_in_place_by_the_next_command(
    raced: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reports(raced)
    with monkeypatch.context() as patch:

        def killed(*args: Any) -> None:
            raise KeyboardInterrupt

        patch.setattr(refiling, "put_in_order", killed)
        err = raced.gm(*ARGS, code=1).err
    assert "turn 1 of race has been corrected" in err
    assert reports(raced) == before
    raced.gm("status")
    assert reports(raced) != before
    for turn in (1, 2):
        kept = told(raced, turn, "--for", "erin")
        assert reports(raced)[f"issues/race/turn-{turn:02}/erin.txt"].decode() == kept


def test_one_that_cannot_be_written_changes_nothing(raced: Desk) -> None:
    shutil.rmtree(raced.folder / "issues/race/turn-02")
    raced.write("issues/race/turn-02", "my notes")
    before = raced.files(), told(raced, 1)
    assert "is in the way" in raced.gm(*ARGS, code=1).err
    assert (raced.files(), told(raced, 1)) == before


def test_what_the_game_master_wrote_beside_or_into_the_reports_is_kept(raced: Desk) -> None:
    raced.write("issues/race/turn-01/notes.txt", "my own")
    raced.write("issues/race/turn-01/erin.txt", "changed by hand")
    said = raced.gm(*ARGS)
    assert "kept as" in said.out + said.err
    assert (raced.folder / "issues/race/turn-01/notes.txt").read_text() == "my own"
    assert (raced.folder / "issues/race/turn-01/erin.yours.txt").read_text() == "changed by hand"
    raced.gm("undo")
    assert (raced.folder / "issues/race/turn-01/notes.txt").read_text() == "my own"


def test_a_corrected_game_verifies_and_its_record_has_the_corrections(start: Start) -> None:
    desk = start(4, course="4 plain")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12))
    play(desk, 2, carol=(9, 9), dave=(10, 10))
    correct(desk, 1, "--ruling", "stands Crisp", "--option", "nmr=repeat")
    correct(desk, 2, "--order", page(desk, "bob", 2, "{3: 20, 4: 21}"))
    desk.gm("verify", "race")
    desk.gm("record", "race", "--out", desk.folder / "race.json")
    desk.gm("verify", desk.folder / "race.json")
    turns = json.loads((desk.folder / "race.json").read_text(encoding="utf-8"))["turns"]
    assert turns[1]["inputs"]["rulings"] == ["stands Crisp"]
    assert [each["turn"] for each in turns[2]["inputs"]["corrected"]] == [1, 2]


def test_what_a_record_says_of_corrections_is_checked_whoever_knows_how_a_seal_is_made(start: Start) -> None:
    desk = start(4, course="4 plain")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12))
    correct(desk, 1, "--option", "nmr=repeat")
    desk.gm("close", "--because", "Enough.")
    record = json.loads(desk.gm("record", "race").out)
    assert complaint(record) == ""
    other = json.loads(json.dumps(record))
    other["corrections"][0]["because"] = "It was read well."
    assert "turn 1: it was corrected from turn 1 on, and that is not listed so" in complaint(resealed(other))
    record["turns"][1]["inputs"]["options"] = {"nmr": 7}
    assert "turn 1: it cannot be played as it stands here" in complaint(record)


def test_each_seat_of_an_owner_has_their_lucky_word_in_the_record(start: Start) -> None:
    desk = start(4, course="4 plain")
    desk.gm("close", "--because", "Enough.")
    record = json.loads(desk.gm("record", "race").out)
    row = record["roster"][0]
    record["roster"].insert(0, row | {"seat": "alice.0", "word": "marmalade"})
    assert complaint(resealed(record)) == "the lucky words are not those of the roster"


def test_a_correction_keeps_a_backup_of_what_was_before(raced: Desk) -> None:
    raced.gm(*ARGS)
    assert list((raced.folder / "backups").glob("*-correct-*.db"))


def test_a_turn_that_was_corrected_twice_keeps_all_three_versions(raced: Desk) -> None:
    first = told(raced, 1)
    raced.gm(*ARGS)
    second = told(raced, 1)
    correct(raced, 1, "--ruling", "points Golden Miller +5")
    assert [told(raced, 1, "--version", number) for number in (1, 2)] == [first, second]
    assert told(raced, 1).count("Corrected: It was misread.") == 2
    raced.gm("undo")
    raced.gm("undo")
    assert told(raced, 1) == first
    raced.gm("redo")
    raced.gm("redo")
    assert told(raced, 1).count("Corrected: It was misread.") == 2


def test_the_open_turn_goes_on_from_the_corrected_position(raced: Desk) -> None:
    raced.order("erin", 3, "{5: 400, 6: 1}")
    raced.gm("take", code=None)
    correct(raced, 1, "--ruling", "points Golden Miller -100")
    assert "erin" in raced.gm("status", "--json").lines[0]["missing"], "her order asks for more than she has now"
    raced.gm("run", "--now")
    assert raced.result()["fences"][0]["played"]["Golden Miller"] == 0
