"""What one sees is what is read: no sign of a stranger steers the terminal, turns a number round, or moves an hour."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest

from gm.core import clock
from gm.pages.files import read_table
from gm.pages.zine import read_zine
from tests.conftest import Desk
from tests.examples import race_file
from tests.test_post import page
from tests.test_post import post as post  # a fixture

Start = Callable[..., Desk]
STEERS = "\x1b[2J\x1b]0;title\x07\x9b31m\x7f\x85\x08"
ALICE = "game: race\nturn: 1\nplayer: alice\norders: {1: %s, 2: 5}\n"


def plain(text: str) -> bool:
    return all(char in "\n\t" or char.isprintable() for char in text)


# The terminal


def test_no_file_name_steers_the_terminal_or_forges_a_line(start: Start) -> None:
    desk = start()
    desk.write(f"inbox/{STEERS.replace('/', '')}\nbob.yaml: taken", ALICE % 22)
    desk.write(f"inbox/bad{STEERS}.yaml", "no page")
    for command in (["take"], ["status"], ["run"], ["take", "--json"]):
        ran = desk.gm(*command, code=None)
        assert plain(ran.out + ran.err), command
        assert not any(line.startswith("bob.yaml") for line in ran.out.splitlines())


@pytest.mark.parametrize(
    "args", [["take", f"no{STEERS}"], ["report", f"no{STEERS}"], [f"no{STEERS}"], ["run", f"--{STEERS}"]]
)
def test_nothing_that_is_typed_steers_the_terminal(start: Start, args: list[str]) -> None:
    ran = start().gm(*args, code=None)
    assert ran.code in (1, 2)
    assert plain(ran.out + ran.err)


def test_no_page_and_no_mail_steers_the_terminal(post: Desk) -> None:
    pages = [
        f"game: r{STEERS}\nturn: 1\nplayer: alice\n",
        ALICE % '"\\e[31m22"',
        'game: "\\e[31mrace"\nturn: "\\x9b1"\nplayer: "a\\u202elice"\n"\\e[31mkey": 1\n',
    ]
    for number, text in enumerate(pages):
        post.write(f"inbox/{number}.yaml", text)
    message = EmailMessage()
    message["From"], message["To"] = "x@example.org", "orders@example.org"
    message.set_content(page("alice", 9))
    raw = message.as_bytes().replace(b"x@example.org", b"x\x1b[31m\x9b@example.org")
    post.write("inbox/a.eml", raw)
    for command in (["take"], ["take", "--json"], ["held"], ["held", "--json"], ["status"]):
        ran = post.gm(*command, code=None)
        assert plain(ran.out + ran.err), command


def test_json_is_the_same_though_its_signs_are_escaped(start: Start) -> None:
    desk = start()
    path = desk.write("page.yaml", 'game: "r\\x9b\\x7f"\nturn: 1\nplayer: alice\norders: {1: 1, 2: 1}\n')
    (verdict,) = desk.gm("take", "--json", path, code=1).lines
    assert "r\x9b\x7f" in verdict["problems"][0]["message"] or "\\x9b\\x7f" in verdict["problems"][0]["message"]


# Direction


@pytest.mark.parametrize("sign", ["\u202b", "\u202e", "\u2067"])
def test_a_number_that_is_shown_turned_round_is_refused(start: Start, sign: str) -> None:
    desk = start()
    desk.write("inbox/a.yaml", ALICE % f"{sign}12\u202c")
    (verdict,) = desk.gm("take", "--json", code=1).lines
    (problem,) = verdict["problems"]
    assert problem["line"] == 4
    assert "turns the direction of writing" in problem["message"]


@pytest.mark.parametrize("sign", ["\u202a", "\u202d", "\u2066", "\u2068", "\u061c", "\u200e"])
def test_a_sign_that_turns_nothing_is_passed_over(start: Start, sign: str) -> None:
    desk = start()
    desk.write("inbox/a.yaml", ALICE % f"{sign}12\u2069")
    (verdict,) = desk.gm("take", "--json").lines
    assert '"1":"12"' in verdict["canonical"]


def test_press_and_names_keep_no_sign_of_direction(desk: Desk) -> None:
    desk.write("players.yaml", "alice: {name: A\u202elice\u202c}\nbob: {name: B\u2067ob}\n")
    assert [each.name for each in read_zine(desk.folder).players.values()] == ["Alice", "Bob"]
    table = desk.write("games/field.csv", "player,horse\nalice,Red \u202eRum\nbob,Crisp\n")
    assert read_table(table)[0]["horse"] == "Red Rum"
    desk.write("games/race.yaml", race_file("field.csv"))
    desk.gm("start", "race")
    desk.write(
        "inbox/a.yaml", "game: race\nturn: 1\nplayer: alice\npress: |\n  back\u202ewards \u2067and\u2069 forth\n"
    )
    desk.gm("take")
    desk.gm("run", "--now")
    assert "backwards and forth" in desk.gm("report").out


# The hour that there is not


def test_a_deadline_in_the_hour_that_spring_leaves_out_is_refused(desk: Desk) -> None:
    desk.write(
        "games/race.yaml",
        race_file({"alice": "Red Rum", "bob": "Crisp"}, more="deadlines: {first: 2027-03-28 01:30, every: 1 week}\n"),
    )
    ran = desk.gm("start", "race", code=1)
    assert "2027-03-28 01:30 is no date" in ran.err
    assert "write 2027-03-28 02:30" in ran.err


def test_a_deadline_is_not_moved_into_that_hour_unless_the_hour_is_said(start: Start) -> None:
    desk = start(deadlines="first: 2027-03-27 01:30, every: 1 week")
    assert "write 2027-03-28 02:30" in desk.gm("extend", "race", "--to", "2027-03-28 01:30", code=1).err
    assert "02:30 (BST)" in desk.gm("extend", "race", "--to", "1 day").out
    assert "is no date" in desk.gm("away", "alice", "--until", "2027-03-28 01:30", code=1).err


def test_of_the_hour_that_comes_twice_in_autumn_the_first_is_meant(start: Start) -> None:
    desk = start(deadlines="first: 2027-10-31 01:30, every: 1 week")
    due = datetime.fromisoformat(desk.gm("status", "--json").lines[0]["deadline"])
    assert due == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone"), [("9999-12-31 23:59", "America/New_York"), ("0001-01-01 00:00", "Asia/Tokyo")]
)
def test_a_deadline_beyond_the_calendar_is_told(text: str, zone: str) -> None:
    with pytest.raises(ValueError, match="calendar"):
        clock.read_when(text, ZoneInfo(zone))
