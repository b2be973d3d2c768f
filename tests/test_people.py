"""People change: a stand-in has the seat and all that is its own; whoever left has none of it."""

import json
import re
import sqlite3
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from gm.desk.desk import match_of, open_desk
from gm.store.outbox import Outbox
from gm.store.people import People
from tests.conftest import Desk
from tests.contract.test_commands import letters
from tests.examples import cards_file, race_file

HORSES = {
    "bob": "Crisp",
    "carol": "Foinavon",
    "alice": "Red Rum",
    "erin": "Aldaniti",
    "frank": "Gregalach",
    "gina": "Sundew",
}
PLAYERS = "".join(
    f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n"
    for each in ("alice", "bob", "carol", "dave", "erin", "frank", "gina")
)


@pytest.fixture
def zine(desk: Desk) -> Desk:
    desk.write("zine.yaml", "title: Z\nmail: {from: zine@example.org}\nwaiting: {stand-ins: [dave, Uwe]}\n")
    desk.write("players.yaml", PLAYERS)
    desk.write("games/race.yaml", race_file(HORSES, "6 plain", "The Race"))
    desk.write("games/table.yaml", cards_file(["alice", "bob", "carol"], "The Table"))
    desk.gm("start", "race")
    desk.gm("start", "table")
    return desk


def token_of(desk: Desk, player: str) -> str:
    return str(desk.gm("token", player, "--show", "--json").lines[0]["token"])


def mailed(desk: Desk, sender: str, text: str) -> Any:
    """What becomes of a page that comes by mail."""
    desk.pages += 1
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = sender, "zine@example.org", f"<{desk.pages}@x>"
    mail.set_content(text)
    (line,) = desk.gm("take", desk.write(f"mail-{desk.pages}.eml", mail.as_bytes()), "--json", code=None).lines
    return line


def page(seat: str, turn: int, orders: str, more: str = "") -> str:
    return f"game: race\nturn: {turn}\nplayer: {seat}\norders: {orders}\n{more}"


def run(desk: Desk, turn: int) -> None:
    """A turn of the race in which everybody orders; at each fence the first of them falls."""
    for number, seat in enumerate(json.loads(desk.gm("status", "race", "--json").out)["missing"]):
        desk.order(seat, turn, f"{{{2 * turn - 1}: {number + 1}, {2 * turn}: {number + 1}}}")
    desk.gm("take")
    desk.gm("run", "race", "--now")


# Stand-ins


def test_a_stand_in_has_the_seat_and_reports_name_both(zine: Desk) -> None:
    said = zine.gm("replace", "race", "alice", "--by", "dave", "--because", "moved house", "--json").lines[0]
    assert (said["seat"], said["before"], said["after"], said["turn"]) == ("alice", "alice", "dave", 1)
    run(zine, 1)
    report = zine.gm("report", "race").out
    assert "Red Rum: Dave Grey for Alice Grey since turn 1." in report
    scripts = json.loads(zine.gm("report", "race", "--format", "json").out)
    assert scripts["players"]["alice"] == "dave"
    assert set(scripts["receipts"]) == set(HORSES)
    assert "Dave Grey for Alice Grey" in zine.gm("report", "race", "--for", "dave", "--format", "html").out
    zine.gm("issue")
    assert "Dave Grey for Alice Grey" in (zine.folder / "issues/issue-001/issue.txt").read_text()
    zine.gm("site")
    assert "Dave Grey for Alice Grey" in (zine.folder / "site/games/race/turn-01.html").read_text()


def test_reports_of_before_stay_as_they_were_kept(zine: Desk) -> None:
    run(zine, 1)
    public = zine.gm("report", "race", "--turn", 1).out
    run(zine, 2)
    zine.gm("replace", "race", "alice", "--by", "dave")
    assert zine.gm("report", "race", "--turn", 1).out == public
    zine.gm("report", "race", "--turn", 1, "--save")
    assert zine.gm("report", "race", "--turn", 1).out == public


def test_the_old_players_token_and_address_no_longer_order_there_and_the_new_ones_do(zine: Desk) -> None:
    old, order = token_of(zine, "alice"), page("alice", 1, "{1: 5, 2: 5}")
    zine.gm("replace", "race", "alice", "--by", "dave")
    assert mailed(zine, "alice@example.org", order)["verdict"] == "held"
    assert mailed(zine, "alice@example.org", order + f"token: {old}\n")["verdict"] == "held"
    assert mailed(zine, "dave@example.org", order)["verdict"] == "taken"
    assert mailed(zine, "dave@work.example", order + f"token: {token_of(zine, 'dave')}\n")["verdict"] == "taken"
    assert mailed(zine, "dave@example.org", order.replace("player: alice", "player: dave"))["player"] == "alice"
    table = "game: table\nturn: 1\nplayer: alice\npress: I am still at the table.\n"
    assert mailed(zine, "alice@example.org", table)["verdict"] == "taken"


def test_the_last_report_is_made_anew_for_the_stand_in_and_does_not_tell_them_the_old_token(zine: Desk) -> None:
    zine.gm("mail", "table")
    alices = token_of(zine, "alice")
    said = zine.gm("replace", "table", "alice", "--by", "dave").out
    assert "in the outbox for dave" in said
    report = (zine.folder / "issues/table/turn-00/alice.txt").read_text()
    assert token_of(zine, "dave") in report
    assert not [name for name, text in zine.files().items() if alices.encode() in text and "outbox" not in name
                and "race" not in name]  # fmt: skip
    with open_desk(zine.folder, zine.now) as at:
        box = Outbox(at.store)
        ready = {row.player: box.content(row.id) for row in box.in_state("ready")}
    assert set(ready) == {"bob", "carol", "dave"}
    assert token_of(zine, "dave").encode() in ready["dave"]


def test_after_that_nothing_of_the_seats_own_goes_to_the_old_player(zine: Desk) -> None:
    zine.gm("remind", "table")
    zine.gm("mail", "table", "--together")
    zine.gm("replace", "table", "alice", "--by", "dave")
    zine.gm("run", "table", "--now")
    zine.gm("mail", "table")
    zine.gm("remind", "table")
    with open_desk(zine.folder, zine.now) as at:
        box = Outbox(at.store)
        assert [row for row in box.in_state("ready") if row.player == "alice"] == []
        assert len([row for row in box.in_state("ready") if row.player == "dave" and row.kind == "report"]) == 2
        hand = match_of(at, "table").game.mine(match_of(at, "table").state, "alice")
    own = json.loads(zine.gm("report", "table", "--for", "dave", "--format", "json").out)
    assert own["private"]["view"] == json.loads(json.dumps(hand))
    for other in ("bob", "carol"):
        assert "private" in zine.gm("report", "table", "--for", other, "--format", "json").out
        assert token_of(zine, "dave") not in zine.gm("report", "table", "--for", other).out


def test_an_order_on_file_is_the_seats_and_stays_in_force(zine: Desk) -> None:
    zine.order("alice", 1, "{1: 77, 2: 5}", "press: Farewell!\n")
    zine.gm("take")
    said = zine.gm("replace", "race", "alice", "--by", "dave").out
    assert "stays in force" in said
    assert not re.search(r"\b77\b", said)
    assert json.loads(zine.gm("status", "race", "--json").out)["ordered"] == ["alice"]
    run(zine, 1)
    assert zine.result()["fences"][0]["played"]["Red Rum"] == 77
    assert "-- Alice Grey\n" in zine.gm("report", "race").out, "the press was hers"


def test_to_replace_back_is_to_take_it_back(zine: Desk) -> None:
    zine.gm("replace", "race", "alice", "--by", "dave")
    zine.gm("replace", "race", "dave", "--by", "alice")
    assert (
        json.loads(zine.gm("report", "race", "--format", "json", "--for", "alice").out)["players"]["alice"] == "alice"
    )
    run(zine, 1)
    assert "Dave" not in zine.gm("report", "race").out
    with open_desk(zine.folder, zine.now) as at:
        assert [(each.kind, each.after) for each in People(at.store).changes("race")] == [
            ("replace", "dave"),
            ("replace", "alice"),
        ]


def test_a_turn_taken_back_leaves_people_as_they_are_now(zine: Desk) -> None:
    run(zine, 1)
    zine.gm("replace", "race", "erin", "--by", "dave")
    zine.gm("undo", "race")
    assert json.loads(zine.gm("status", "race", "--json").out)["turn"] == 1
    zine.gm("redo", "race")
    run(zine, 2)
    assert json.loads(zine.gm("report", "race", "--format", "json").out)["players"]["erin"] == "dave"


def test_no_turn_that_is_taken_back_or_brought_again_tells_the_stand_in_the_old_token(zine: Desk) -> None:
    alices = token_of(zine, "alice")
    run(zine, 1)
    zine.gm("undo", "race")
    zine.gm("replace", "race", "alice", "--by", "dave")
    zine.gm("redo", "race")
    zine.gm("mail", "race")
    zine.gm("undo", "race")
    zine.gm("mail", "race")
    with open_desk(zine.folder, zine.now) as at:
        box = Outbox(at.store)
        sent = [box.content(row.id) for row in box.in_state("ready", "dropped") if row.player == "dave"]
    assert len(sent) == 2
    assert all(alices.encode() not in each and token_of(zine, "dave").encode() in each for each in sent)
    assert alices not in zine.gm("report", "race", "--for", "alice").out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("race", "alice", "--by", "zoe"), "there is no player called zoe"),
        (("race", "zoe", "--by", "dave"), "nobody called zoe plays in race"),
        (("race", "alice", "--by", "alice"), "alice has that seat in race already"),
        (("table", "alice", "--by", "bob"), "bob plays in table already"),
        (("sprint", "alice", "--by", "bob"), "no game called 'sprint'"),
    ],
)
def test_a_stand_in_who_cannot_be_one_is_refused_and_nothing_changes(
    zine: Desk, args: tuple[str, ...], says: str
) -> None:
    before = zine.files()
    assert says in zine.gm("replace", *args, code=1).err
    assert zine.files() == before
    with open_desk(zine.folder, zine.now) as at:
        assert not People(at.store).changes("race")


def test_an_owner_may_take_over_a_second_horse(zine: Desk) -> None:
    zine.gm("replace", "race", "alice", "--by", "bob")
    for horse, number in (("Red Rum", 5), ("Crisp", 7)):
        mine = page("bob", 1, f"{{1: {number}, 2: 1}}", f"horse: {horse}\n")
        assert mailed(zine, "bob@example.org", mine)["verdict"] == "taken"
    assert json.loads(zine.gm("status", "race", "--json").out)["ordered"] == ["bob", "alice"]


def test_without_a_name_the_waiting_list_is_offered(zine: Desk) -> None:
    said = zine.gm("replace", "table", "alice", code=1)
    assert "gm replace table alice --by dave" in said.out
    assert "Uwe waits" in said.out
    (offered,) = zine.gm("replace", "table", "alice", "--json", code=1).lines
    assert [(each["player"], each["name"]) for each in offered["waiting"]] == [("dave", "Dave Grey"), (None, "Uwe")]


def test_status_offers_stand_ins_for_those_who_have_been_silent(zine: Desk) -> None:
    for turn in (1, 2):
        assert "could take over" not in zine.gm("status", "table").out, turn
        zine.gm("run", "table", "--now")
    said = zine.gm("status", "table").out
    assert "could take over: Dave Grey, Uwe" in said
    assert "gm replace table alice --by dave" in said
    assert json.loads(zine.gm("status", "table", "--json").out)["silent"] == ["alice", "bob", "carol"]


# Leaving


def test_a_horse_whose_owner_left_is_taken_out_before_the_next_fence(zine: Desk) -> None:
    run(zine, 1)
    zine.order("erin", 2, "{3: 100, 4: 100}")
    zine.gm("take")
    assert "nobody is awaited for erin" in zine.gm("retire", "race", "erin", "--because", "no time").out
    status = json.loads(zine.gm("status", "race", "--json").out)
    assert status["retired"] == ["erin"]
    assert "erin" not in [*status["ordered"], *status["missing"]]
    refused = mailed(zine, "erin@example.org", page("erin", 2, "{3: 1, 4: 1}"))
    assert (refused["verdict"], "has left" in refused["problems"][0]["message"]) == ("refused", True)
    zine.gm("run", "race", "--now")
    assert "taken out, because its owner has left: Aldaniti" in zine.gm("report", "race").out.replace("\n", " ")
    assert "erin" in json.loads(zine.gm("report", "race", "--format", "json").out)["players"]
    zine.gm("mail", "race")
    assert "erin@example.org" not in {str(mail["To"]) for mail in letters(zine) if "turn 2" in str(mail["Subject"])}


def test_who_leaves_before_the_first_fence_never_ran(zine: Desk) -> None:
    zine.gm("retire", "race", "alice")
    run(zine, 1)
    for format in ("txt", "html", "json"):
        zine.gm("report", "race", "--format", format)
    assert "Red Rum" not in zine.result()["fences"][0]["played"]


def test_whoever_left_can_come_back_until_the_game_has_gone_on_without_them(zine: Desk) -> None:
    zine.gm("retire", "race", "erin")
    assert "already" in zine.gm("retire", "race", "erin", code=1).err
    zine.gm("retire", "race", "erin", "--back")
    assert "has not been left" in zine.gm("retire", "race", "erin", "--back", code=1).err
    zine.gm("retire", "race", "erin")
    run(zine, 1)
    assert "played without" in zine.gm("retire", "race", "erin", "--back", code=1).err
    zine.gm("undo", "race")
    zine.gm("retire", "race", "erin", "--back")
    run(zine, 1)
    assert "Aldaniti" in zine.result()["fences"][0]["played"]


def test_a_retirement_holds_for_a_turn_that_is_run_again(zine: Desk) -> None:
    zine.gm("retire", "race", "erin")
    run(zine, 1)
    first = zine.result()
    zine.gm("undo", "race")
    zine.gm("run", "race", "--now")
    assert zine.result() == first


def test_somebody_may_take_over_a_seat_that_was_left(zine: Desk) -> None:
    zine.gm("retire", "table", "alice")
    zine.gm("run", "table", "--now")
    zine.gm("replace", "table", "alice", "--by", "dave")
    status = json.loads(zine.gm("status", "table", "--json").out)
    assert "retired" not in status
    assert "alice" in status["missing"]


# A game given up


def test_a_game_given_up_says_why_everywhere_and_opens_its_secret(zine: Desk) -> None:
    run(zine, 1)
    zine.order("erin", 2, "{3: 123, 4: 1}")
    zine.gm("take")
    zine.gm("close", "race", "--because", "The course is flooded.")
    report = json.loads(zine.gm("report", "race", "--format", "json").out)
    assert report["closed"] == "The course is flooded."
    assert report["revealed"]["secret"]
    assert not re.search(r"\b123\b", zine.gm("report", "race").out)
    assert "It was given up: The course is flooded." in zine.gm("status", "race").out
    status = json.loads(zine.gm("status", "race", "--json").out)
    assert (status["over"], status["missing"], status["deadline"]) == (True, [], None)
    zine.gm("mail", "race")
    assert {str(mail["Subject"]) for mail in letters(zine)} == {"The Race: given up"}
    zine.gm("issue")
    assert "The course is flooded." in (zine.folder / "issues/issue-001/issue.txt").read_text()
    zine.gm("site")
    assert "The course is flooded." in (zine.folder / "site/index.html").read_text()


def test_nothing_more_happens_to_a_game_given_up_until_that_is_taken_back(zine: Desk) -> None:
    zine.gm("close", "race", "--because", "no time")
    for command in (("run", "race"), ("run", "race", "--now"), ("close", "race", "--because", "x"),
                    ("retire", "race", "alice"), ("replace", "race", "alice", "--by", "dave"),
                    ("extend", "race", "--to", "3 weeks")):  # fmt: skip
        zine.gm(*command, code=1)
    refused = mailed(zine, "alice@example.org", page("alice", 1, "{1: 1, 2: 1}"))
    assert "was given up" in refused["problems"][0]["message"]
    assert "nobody" in zine.gm("remind", "race").out
    zine.gm("undo", "race")
    run(zine, 1)


def test_to_give_up_needs_a_reason(zine: Desk) -> None:
    assert "--because" in zine.gm("close", "race", code=2).err
    assert "--because" in zine.gm("close", "race", "--because", " ", code=2).err
    assert "at most" in zine.gm("close", "race", "--because", "x" * 501, code=1).err


def test_the_story_of_a_game_tells_who_came_and_went_once(zine: Desk) -> None:
    zine.gm("replace", "race", "alice", "--by", "dave", "--because", "She has moved")
    zine.gm("retire", "race", "bob")
    zine.gm("retire", "race", "bob", "--back")
    zine.gm("close", "race", "--because", "Enough")
    kinds = [each["kind"] for each in zine.gm("history", "race", "--json").lines]
    assert [kinds.count(each) for each in ("replace", "retire", "return", "close")] == [1, 1, 1, 1]
    said = zine.gm("history", "race").out
    assert "She has moved." in said
    assert "It is given up: Enough." in said


def test_what_failed_half_way_changed_nothing(zine: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat, the token, the report and the outbox change together, or not at all."""
    from gm.desk import people

    def fail(*_: object) -> bool:
        raise OSError(28, "No space left on device")

    zine.gm("mail", "race")
    before = dump(zine)
    monkeypatch.setattr(people, "write_to", fail)
    zine.gm("replace", "race", "alice", "--by", "dave", code=1)
    assert dump(zine) == before


def dump(desk: Desk) -> list[str]:
    with sqlite3.connect(Path(desk.folder / "zine.db")) as db:
        return list(db.iterdump())
