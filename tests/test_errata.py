"""Who is written to after a correction, and what; what waited to be sent, and what a correction leaves in mail and issue."""

import email
import email.policy
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PLAYERS, Desk
from tests.test_correct import correct, page, play, told

Start = Callable[..., Desk]


@pytest.fixture
def posted(start: Start) -> Desk:
    """Six horses with hidden numbers; turn 1 was run, and nothing has been mailed."""
    desk = start(6, course="8 plain", options="reveal: fallers")
    desk.write("zine.yaml", "title: Test Zine\neditor: The Editor\nmail: {from: zine@example.org}\n")
    mail = "".join(f"{who}: {{name: {who.title()} Grey, mail: {who}@example.org}}\n" for who in PLAYERS[:5])
    desk.write("players.yaml", mail + "frank: {name: Frank Grey}\n")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
    return desk


def outbox(desk: Desk, state: str = "ready") -> dict[str, Any]:
    """The messages in that state, by player."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        rows = db.execute("SELECT player, content FROM outbox WHERE state = ? ORDER BY id", (state,)).fetchall()
    return {player: email.message_from_bytes(content, policy=email.policy.default) for player, content in rows}


def text(message: Any) -> str:
    return " ".join(message.get_body(("plain",)).get_content().split())


def send(desk: Desk, *players: str) -> None:
    """As the outbox is left when the server has taken what goes to these."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        for player in players:
            db.execute(
                "UPDATE outbox SET state = 'sent', sent_at = made_at WHERE state = 'ready' AND player = ?", (player,)
            )


def test_only_those_whose_report_differs_are_written_to(posted: Desk) -> None:
    posted.gm("mail", "race")
    send(posted, *PLAYERS)
    answer = correct(posted, 1, "--ruling", "points Golden Miller +5")
    assert answer["turns"][0]["changed"] == ["erin"]
    everybody = "it is told to everybody that points are put right, without the number"
    assert answer["errata"] == PLAYERS[:6], everybody
    assert set(outbox(posted)) == set(PLAYERS[:5]), "frank has no address"
    assert "479" in text(outbox(posted)["erin"])
    assert not re.search(r"\b479\b", text(outbox(posted)["alice"])), "but in a receipt"


@pytest.mark.parametrize("reveal", ["all", "fallers"])
def test_who_is_written_to_are_those_whose_report_differs_apart_from_the_notice(start: Start, reveal: str) -> None:
    desk = start(6, course="8 plain", options=f"reveal: {reveal}")
    play(desk, 1, alice=(1, 9), bob=(10, 2), carol=(11, 11), dave=(12, 12), erin=(13, 13), frank=(14, 14))
    play(desk, 2, carol=(13, 9), dave=(10, 12), erin=(13, 13), frank=(14, 14))
    for change in (("--strike", "erin"), ("--order", page(desk, "frank", 2, "{3: 14, 4: 14}"))):
        answer = correct(desk, 2, *change)
        last = 1 + (change[0] == "--order")
        versions = [
            {who: bare(told(desk, 2, "--for", who, "--version", version)) for who in PLAYERS[:6]}
            for version in (last, last + 1)
        ]
        assert answer["errata"] == [who for who in PLAYERS[:6] if versions[0][who] != versions[1][who]]


def bare(text: str) -> list[str]:
    return [line for line in text.splitlines() if "Corrected" not in line and "misread" not in line]


def test_heading_and_subject_say_corrected_with_the_reason(posted: Desk) -> None:
    posted.gm("mail", "race")
    send(posted, *PLAYERS)
    correct(posted, 1, "--strike", "frank")
    message = outbox(posted)["alice"]
    assert message["Subject"] == "The Race: turn 1. Corrected: It was misread."
    assert text(message).startswith("ERRATUM")
    assert "Turn 1 of The Race has been corrected: It was misread." in text(message)
    assert "Corrected: It was misread." in message.get_body(("html",)).get_content()


def test_what_waited_to_be_sent_is_replaced_and_comes_as_the_normal_report(posted: Desk) -> None:
    posted.gm("mail", "race")
    before = set((posted.folder / "outbox").glob("*.eml"))
    send(posted, "alice")
    correct(posted, 1, "--strike", "frank")
    assert "ERRATUM" in text(outbox(posted)["alice"])
    assert "ERRATUM" not in text(outbox(posted)["bob"])
    assert set(outbox(posted, "dropped")) == {"bob", "carol", "dave", "erin"}
    assert not before & set((posted.folder / "outbox").glob("*-bob.eml"))
    posted.gm("undo")
    assert set(outbox(posted)) == {"bob", "carol", "dave", "erin"}
    assert not any("Corrected" in str(message["Subject"]) for message in outbox(posted).values())
    posted.gm("redo")
    assert all("Corrected" in str(message["Subject"]) for message in outbox(posted).values())


def test_whoever_has_an_erratum_is_not_mailed_the_turn_again(posted: Desk) -> None:
    correct(posted, 1, "--strike", "frank")
    send(posted, *PLAYERS)
    assert "in the outbox already" in posted.gm("mail", "race", code=1).err


def test_whoever_has_read_the_same_is_not_mailed_again_and_others_are(posted: Desk) -> None:
    posted.gm("mail", "race")
    send(posted, "alice", "bob")
    correct(posted, 1, "--order", page(posted, "erin", 1, "{1: 13, 2: 13}"))
    assert set(outbox(posted)) == {"carol", "dave", "erin"}, "their mail had not left: they get the corrected report"
    assert all("Corrected" in str(message["Subject"]) for message in outbox(posted).values())
    assert "in the outbox already" in posted.gm("mail", "race", code=1).err


def test_several_turns_come_in_one_message_and_the_form_is_the_last_ones(posted: Desk) -> None:
    play(posted, 2, carol=(13, 9), dave=(10, 12), erin=(13, 13), frank=(14, 14))
    posted.gm("mail", "race")
    send(posted, *PLAYERS)
    correct(posted, 1, "--strike", "frank")
    message = outbox(posted)["erin"]
    body = text(message)
    assert "replaces what you have read of turns 1, 2." in body
    assert body.index("Turn 1 Corrected: It was misread.") < body.index(
        "Turn 2 Corrected from turn 1 on: It was misread."
    )
    names = [part.get_filename() for part in message.iter_attachments()]
    assert names == ["race-turn-2-report.html", "race-turn-3.html"]


def test_a_player_who_cannot_be_mailed_to_is_named(posted: Desk) -> None:
    args = ("correct", "race", "--turn", 1, "--because", "x", "--strike", "frank", "--yes")
    out = posted.gm(*args).out
    assert "cannot be mailed to: frank" in out
    assert "Errata are in the outbox for alice, bob, carol, dave, erin" in out


def test_the_next_issue_prints_the_corrected_turn_and_says_so(posted: Desk) -> None:
    posted.gm("issue")
    correct(posted, 1, "--strike", "frank")
    posted.gm("issue")
    text = (posted.folder / "issues/issue-002/issue.txt").read_text(encoding="utf-8")
    assert "Turn 1, corrected" in text
    assert "Corrected: It was misread." in text
    posted.gm("site")
    pages = (posted.folder / "site/games/race/turn-01.html").read_text(encoding="utf-8")
    assert "Corrected: It was misread." in pages


def test_a_turn_that_reads_as_before_is_not_printed_again(posted: Desk) -> None:
    play(posted, 2, carol=(13, 9), dave=(10, 12), erin=(13, 13), frank=(14, 14))
    posted.gm("issue")
    correct(posted, 2, "--strike", "frank")
    posted.gm("undo")
    assert "nothing new" in posted.gm("issue", code=1).err
    correct(posted, 1, "--order", page(posted, "erin", 1, "{1: 13, 2: 13}"))
    assert "nothing new" in posted.gm("issue", code=1).err
    correct(posted, 2, "--strike", "frank")
    posted.gm("issue")
    printed = (posted.folder / "issues/issue-002/issue.txt").read_text(encoding="utf-8")
    assert "Turn 2, corrected" in printed
    assert "Turn 1, corrected" not in printed


def test_nobody_hears_of_anothers_order_by_its_correction(posted: Desk) -> None:
    """Two corrections that differ only in what erin plays: nobody else reads a byte more, but for her receipt."""
    seen: list[dict[str, str]] = []
    for number in (20, 21):
        correct(posted, 1, "--order", page(posted, "erin", 1, f"{{1: {number}, 2: 13}}"))
        reports = {who: told(posted, 1, "--for", who) for who in PLAYERS[:6] if who != "erin"}
        with sqlite3.connect(posted.folder / "zine.db") as db:
            ((inputs,),) = db.execute("SELECT inputs FROM turns JOIN games ON head = turns.id").fetchall()
        receipt = json.loads(inputs)["orders"]["erin"]["receipt"]
        seen.append({who: text.replace(receipt, "") for who, text in reports.items()})
        posted.gm("undo")
    assert seen[0] == seen[1]


def test_history_tells_the_story_and_never_an_order(posted: Desk, tmp_path: Path) -> None:
    posted.gm("mail", "race")
    send(posted, *PLAYERS)
    correct(posted, 1, "--order", page(posted, "erin", 1, "{1: 77, 2: 13}"))
    posted.gm("undo")
    posted.gm("redo")
    posted.gm("issue")
    out = posted.gm("history", "race").out
    for line in (
        "It is started",
        "6 pages for turn 1 are taken.",
        "Turn 1 is run.",
        "Turn 1 is mailed to 5 players.",
        "Turn 1 is corrected (1 order amended): It was misread.",
        "The correction of turn 1 is taken back.",
        "The correction of turn 1 is brought again.",
        "Issue 1 prints 2 turns.",
    ):
        assert line in out, out
    assert not re.search(r"\b77\b", str(out))
    posted.order("erin", 99, "{1: 1}")
    posted.order("frank", 99, "{1: 1}")
    posted.gm("take", code=1)
    assert " 2 pages do not count." in posted.gm("history", "race").out
    told = posted.gm("history", "race", "--json").lines
    assert [each["at"] for each in told] == sorted(each["at"] for each in told)
    assert all(set(each) == {"at", "kind", "turn", "what", "game"} for each in told)


def test_a_corrected_turn_asks_for_no_order_that_has_been_played(posted: Desk) -> None:
    play(posted, 2, carol=(13, 9), dave=(10, 12), erin=(13, 13), frank=(14, 14))
    correct(posted, 1, "--strike", "erin")
    assert "YOUR NEXT ORDER PAGE" not in told(posted, 1, "--for", "dave")
    assert not (posted.folder / "issues/race/turn-01/forms").exists()
    assert "YOUR NEXT ORDER PAGE" in told(posted, 2, "--for", "dave")
    assert text(outbox(posted)["dave"]).count("YOUR NEXT ORDER PAGE") == 1


def test_an_erratum_does_not_tell_the_stand_in_the_old_token(posted: Desk) -> None:
    posted.gm("mail", "race")
    token = posted.gm("token", "dave", "--show").out.strip()
    play(posted, 2, carol=(13, 9), dave=(10, 12), erin=(13, 13), frank=(14, 14))
    posted.gm("replace", "race", "dave", "--by", "alice")
    correct(posted, 1, "--strike", "erin")
    assert "Aldaniti, ridden by Dave Grey" in text(outbox(posted)["alice"])
    assert token not in str(outbox(posted)["alice"])


def test_a_message_that_is_shown_has_plain_lines(posted: Desk) -> None:
    posted.gm("mail", "race")
    shown = posted.gm("mail", "--show", "alice").out
    assert "ridden by Alice Grey\nYour horse fell" in shown
    assert "\ufffd" not in shown
