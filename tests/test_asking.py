"""Players help themselves by mail: `gm: status`, `gm: my order`, `gm: withdraw` and the like; strangers learn nothing."""

import json
import sqlite3
from datetime import date, datetime
from typing import Any

import pytest

from gm.core.days import read_day
from gm.core.words import LANGUAGES
from gm.mail.letter import read_letter
from gm.mail.requests import asked_in, request_in
from tests.conftest import NOW, Desk, Ran
from tests.examples import race_file
from tests.test_letters import outbox, with_header
from tests.test_post import mail, page

FIELD = {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon", "dave": "Aldaniti"}
ZINE = "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\nmail: {from: Test Zine <zine@example.org>%s}\n"
DATES = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"


@pytest.fixture
def post(desk: Desk) -> Desk:
    lines = (f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in FIELD)
    desk.write("players.yaml", "".join(lines))
    desk.write("zine.yaml", ZINE % "")
    desk.write("games/race.yaml", race_file(FIELD, "4 plain", "The Race", DATES))
    desk.gm("start", "race")
    return desk


def another(desk: Desk) -> None:
    desk.write("games/other.yaml", race_file(FIELD, "4 plain", "The Other Race", DATES))
    desk.gm("start", "other")


def ask(desk: Desk, *mails: bytes) -> list[Any]:
    """What becomes of each mail, as scripts read it."""
    lines: list[Any] = []
    for number, data in enumerate(mails):
        lines += desk.gm("take", "--json", desk.write(f"mail/{number}.eml", data), code=None).lines
    return lines


def wrote(sender: str, text: str, subject: str = "hello", received: datetime = NOW, number: int = 1) -> bytes:
    data = mail(sender, text, received, number)
    return data.replace(b"Subject: orders", f"Subject: {subject}".encode())


def said(desk: Desk, to: str = "alice@example.org", kind: str = "answer") -> str:
    texts = [message.get_body(("plain",)).get_content() for k, at, message in outbox(desk) if (k, at) == (kind, to)]
    return " ".join(" ".join(texts[-1:]).split())


def told(ran: Ran) -> str:
    return ran.out + ran.err


def ordered(desk: Desk) -> list[str]:
    return list(desk.gm("status", "race", "--json").lines[0]["ordered"])


# Telling


def test_the_page_to_be_filled_in_names_gm_help_where_there_is_mail_and_a_reply_with_it_asks_for_nothing(
    post: Desk,
) -> None:
    report = post.gm("report", "race", "--for", "alice").out
    assert "A mail with the subject gm: help tells what else you can ask for." in " ".join(report.split())
    assert "gm: help" in post.gm("report", "race", "--for", "alice", "--format", "html").out
    assert "gm: help" not in post.gm("report", "race").out
    filled = report.replace("1:  ", "1: 22").replace("2:  ", "2: 15")
    for text in (filled, "".join(f"> {line}\n" for line in filled.splitlines()), f"Thanks!\n\n{report}"):
        assert all(each["verdict"] != "asked" for each in ask(post, wrote("alice@example.org", text)))
    post.write("zine.yaml", "title: Test Zine\n")
    post.gm("report", "race", "--save")
    assert "gm: help" not in post.gm("report", "race", "--for", "alice").out


def test_status_tells_of_the_askers_own_games_alone(post: Desk) -> None:
    another(post)
    ask(post, mail("bob@example.org", page("bob", 9)), mail("alice@example.org", page("alice", 22), number=2))
    (line,) = ask(post, wrote("alice@example.org", "gm: status", number=3))
    assert (line["verdict"], line["request"], line["player"]) == ("asked", "status", "alice")
    text = said(post)
    assert "The Race Turn 1 is open, and due Tuesday 1 December 2026, 20:00 (GMT). Your order is on file." in text
    assert "The Other Race Turn 1 is open" in text
    assert "No order of yours is on file yet." in text
    assert "22" not in text
    assert "ob" not in text.replace("robot", "").replace("December", "").replace("November", "").partition("Race")[2]
    ask(post, wrote("alice@example.org", "gm: status other", number=4))
    assert "The Race Turn" not in said(post)
    ask(post, wrote("alice@example.org", "gm: status The Other Race", number=5))
    assert "The Other Race Turn 1 is open" in said(post)


def test_my_order_is_told_in_words_with_its_receipt(post: Desk) -> None:
    (taken,) = ask(post, mail("alice@example.org", page("alice", 22)))
    ask(post, mail("bob@example.org", page("bob", 31)), wrote("alice@example.org", "", "gm: my order", number=3))
    text = said(post)
    assert "Fence 1: 22. Fence 2: 5." in text
    assert taken["receipt"] in text
    assert taken["nonce"] in text
    assert "31" not in text.replace(taken["receipt"], "").replace(taken["nonce"], "")


def test_an_order_of_a_blind_game_is_told_to_its_player_and_to_nobody_else(post: Desk) -> None:
    post.write("games/blind.yaml", race_file(FIELD, "4 plain", "Blind", f"blind: true\n{DATES}"))
    post.gm("start", "blind")
    order = page("alice", 27).replace("game: race", "game: blind")
    ask(post, mail("alice@example.org", order), wrote("alice@example.org", "gm: my order\ngm: status", number=2))
    db = sqlite3.connect(post.folder / "zine.db")
    rows = db.execute("SELECT game, turn, sealed, content FROM outbox WHERE kind = 'answer' ORDER BY id").fetchall()
    assert [(game, turn, sealed) for game, turn, sealed, _ in rows][-2:] == [("", 0, 0), ("blind", 1, 1)]
    assert bytes(rows[-1][3]).startswith(b"sealed:")
    assert b"Fence 1: 27" not in bytes(rows[-1][3])
    assert "Fence 1: 27" not in told(post.gm("mail", "--show", "alice", code=None))
    post.gm("take")
    post.gm("run", "blind", "--now")
    assert "Fence 1: 27" in said(post)


def test_the_last_report_is_sent_once_more_as_it_was_kept_and_never_before_it_went_out(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: report"))
    assert "The Race: no report has been sent out yet." in said(post)
    post.gm("mail", "race")
    kept = said(post, kind="report")
    post.write("templates/race.txt", "nothing")
    ask(post, wrote("alice@example.org", "gm: report", number=2))
    assert said(post, kind="again") == kept
    for each in FIELD:
        post.order(each, 1, "{1: 3, 2: 4}")
    post.gm("take")
    post.gm("run", "race", "--now")
    ask(post, wrote("alice@example.org", "gm: report", number=3))
    assert "the report of turn 0" in said(post)
    assert "in the outbox" in post.gm("mail", "race").out
    ask(post, wrote("alice@example.org", "gm: report", number=4))
    assert "the report of turn 1" in said(post)


def test_a_report_of_a_turn_that_is_taken_back_is_not_sent(post: Desk) -> None:
    for each in FIELD:
        post.order(each, 1, "{1: 3, 2: 4}")
    post.gm("take")
    post.gm("run", "race", "--now")
    post.gm("mail", "race")
    ask(post, wrote("alice@example.org", "gm: report"))
    post.gm("undo", "race")
    db = sqlite3.connect(post.folder / "zine.db")
    assert db.execute("SELECT DISTINCT state FROM outbox WHERE kind IN ('again', 'report')").fetchall() == [
        ("dropped",)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_in_the_players_own_language_what_is_understood(post: Desk, language: str) -> None:
    people = (post.folder / "players.yaml").read_text()
    post.write("players.yaml", people.replace("alice@example.org}", f"alice@example.org, language: {language}}}"))
    ask(post, wrote("alice@example.org", "gm: help"))
    answer = outbox(post)[-1][2].get_content()
    listed = [
        request_in(line.removeprefix("- ").partition("  ")[0])
        for line in answer.splitlines()
        if line.startswith("- gm:")
    ]
    assert [each.kind for each in listed if each] == [
        "status",
        "order",
        "report",
        "withdraw",
        "away",
        "address",
        "help",
    ]
    assert ("What you can write" in answer) == (language == "en")
    away = next(each for each in listed if each and each.kind == "away")
    assert read_day(away.about, NOW.date()) == date(2027, 5, 3)
    below = "\n".join(line for line in answer.splitlines())
    assert not asked_in(
        read_letter(wrote("alice@example.org", f"Thank you\n{below}"), NOW)
    ).requests  # nothing of it asks


def test_a_slip_of_the_pen_is_answered_with_help_and_prose_reaches_a_person(post: Desk) -> None:
    (line,) = ask(post, wrote("alice@example.org", "gm: statsu"))
    assert line["verdict"] == "asked"
    assert "There is no command statsu." in said(post)
    assert "Did you mean gm: status?" in said(post)
    assert post.gm("letters", "--json").lines == []
    (line,) = ask(post, wrote("alice@example.org", "GM: could you give us two more days, please?", number=2))
    assert line["verdict"] == "empty"
    assert len(post.gm("letters", "--json").lines) == 1


def test_words_for_a_person_beside_a_request_reach_one(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "Hi,\n\ngm: status\n\nThanks, Alice\n"))
    assert post.gm("letters", "--json").lines == []
    ask(post, wrote("alice@example.org", "gm: status\n\nAnd may I ride two horses next time?\n", number=2))
    assert len(post.gm("letters", "--json").lines) == 1
    assert "What else you wrote, a person will read." in said(post)
    assert "To read: 1 letter." in post.gm("status").out


# Who may ask


def test_a_stranger_learns_nothing_and_changes_nothing(post: Desk) -> None:
    ask(post, mail("alice@example.org", page("alice", 22)))
    for number, text in enumerate(
        ("gm: my order", "gm: withdraw race", "gm: withdraw\ntoken: aaaaaaaaaa", "gm: away until 3 May"), 2
    ):
        (line,) = ask(post, wrote("mallory@example.net", text, number=number))
        assert line["verdict"] == "empty"
    text = said(post, "mallory@example.net")
    assert "is for players" in text
    assert not any(word in text for word in ("alice", "Alice", "Race", "22"))
    assert ordered(post) == ["alice"]


def test_the_token_lets_a_player_ask_from_anywhere(post: Desk) -> None:
    token = json.loads(post.gm("report", "--for", "alice", "--format", "json").out)["private"]["token"]
    ask(post, mail("alice@example.org", page("alice", 22)))
    (line,) = ask(post, wrote("al@holiday.example", f"gm: my order\ntoken: {token.upper()}\n", number=2))
    assert (line["player"], line["verdict"]) == ("alice", "asked")
    assert "Fence 1: 22" in said(post, "al@holiday.example")
    assert token not in json.dumps(line)


def test_of_two_at_one_address_nobody_knows_who_asks(post: Desk) -> None:
    lines = (f"{each}: {{name: {each.title()}, mail: home@example.org}}\n" for each in FIELD)
    post.write("players.yaml", "".join(lines))
    (line,) = ask(post, wrote("home@example.org", "gm: status"))
    assert line["verdict"] == "empty"
    assert "Turn 1" not in said(post, "home@example.org")


def test_what_is_in_doubt_waits_for_the_game_masters_word(post: Desk) -> None:
    ask(post, mail("alice@example.org", page("alice", 22)))
    post.write("zine.yaml", ZINE % ", trusted: mx.example.org")
    (line,) = ask(post, wrote("alice@example.org", "gm: withdraw", number=2))
    assert (line["verdict"], line["request"]) == ("held", "withdraw")
    assert ordered(post) == ["alice"]
    assert "The game master will look at this mail before it counts." in said(post)
    (held,) = post.gm("held", "--json").lines
    assert (held["player"], held["request"], held["game"]) == ("alice", "withdraw", "race")
    assert "alice asks: withdraw" in post.gm("held").out
    assert "Held for your word: 1 page" in post.gm("status").out
    assert "held for your word" in told(post.gm("run", "race", code=1))
    post.gm("held", "--accept", held["number"])
    assert ordered(post) == []
    assert "no order of yours counts for turn 1" in said(post)
    assert post.gm("held", "--json").lines == []


def test_what_is_in_doubt_can_be_dropped_and_a_withdrawal_is_never_of_a_later_turn(post: Desk) -> None:
    post.write("zine.yaml", ZINE % ", token: required")
    ask(post, wrote("alice@example.org", "gm: status"), wrote("alice@example.org", "gm: withdraw", number=2))
    first, second = post.gm("held", "--json").lines
    assert "token" in first["why"]
    assert "is dropped" in post.gm("held", "--drop", first["number"]).out
    for each in FIELD:
        post.order(each, 1, "{1: 3, 2: 4}")
    post.gm("take")
    post.gm("run", "race", "--now")
    assert "too late" in told(post.gm("held", "--accept", second["number"], code=1))


def test_machines_lists_and_our_own_addresses_are_neither_heeded_nor_answered(post: Desk) -> None:
    machine = with_header(wrote("alice@example.org", "", "gm: status"), "Auto-Submitted", "auto-replied")
    listed = with_header(wrote("alice@example.org", "gm: withdraw", number=2), "List-Id", "<zine.example.org>")
    assert [line["verdict"] for line in ask(post, machine, listed, wrote("zine@example.org", "gm: status", number=3))] == [
        "automatic", "empty", "empty",
    ]  # fmt: skip
    assert outbox(post) == []


def test_nobody_is_answered_more_than_a_few_times_an_hour_but_a_withdrawal_always_is(post: Desk) -> None:
    ask(post, *(wrote("alice@example.org", "gm: status", number=number) for number in range(9)))
    assert len(outbox(post)) == 5
    (line,) = ask(post, wrote("alice@example.org", "gm: withdraw", number=10))
    assert line["verdict"] == "asked"
    assert len(outbox(post)) == 6


def test_without_mail_settings_a_request_is_noted_and_nothing_breaks(post: Desk) -> None:
    post.write("zine.yaml", "title: Test Zine\n")
    ask(post, mail("alice@example.org", page("alice", 20)))
    text = "gm: withdraw\ngm: report\ngm: address new@example.org\ngm: away until 3 May\ngm: status"
    assert {line["verdict"] for line in ask(post, wrote("alice@example.org", text, number=2))} == {"asked"}
    assert ordered(post) == []
    assert outbox(post) == []


def test_what_the_game_master_is_told_is_a_line_each_without_secrets(post: Desk) -> None:
    path = post.write("m.eml", wrote("alice@example.org", "gm: my order\ngm: away until 3 May"))
    out = post.gm("take", path).out
    assert "m.eml: asked, alice is away until Monday 3 May 2027" in out
    assert "m.eml: asked, alice asks: order" in out
    assert post.gm("letters", "--json").lines == []
    assert "unchanged" in post.gm("take", path).out
