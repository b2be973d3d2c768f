"""What the reports of the race tell."""

import json
import re

import pytest

from gm.core.play import Case, Json
from gm.desk.cases import resolve_case
from gm.games.haytack import GAME
from gm.reports.render import render
from tests.conftest import PLAYERS, Desk
from tests.contract.facts import blocks, missing
from tests.test_reports import Balanced, Start
from tests.test_reports import tied as tied  # the fixture
from tests.test_same_facts import played_race


def test_a_public_report_says_why(tied: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tied.gm("run")
    text = " ".join(tied.gm("report").out.split())
    assert "FELL Crisp: tied on 8 with Foinavon; all have 492 unused, so all fall." in text
    assert "FELL Foinavon" in text
    assert "FREE Two fell, one more than the fence has places for: a coming plain fence is free." in text
    assert "REWARDED Red Rum: played the highest number and wins 50 points." in text
    assert "Hear, hear! -- Alice Grey" in text
    assert "one free plain fence is still to come" in text.lower()


def test_a_private_report_says_what_the_order_did(tied: Desk) -> None:
    tied.gm("run")
    text = " ".join(tied.gm("report", "--for", "alice").out.split())
    assert "The 1st alternative held (if the number of fallers is at least 2)." in text
    assert "That left you 480 points." in text
    assert "You have 480 points." in text
    assert "game: race turn: 2 player: alice token:" in text


def test_a_stumble_a_cut_and_a_passed_alternative_are_told(start: Start) -> None:
    desk = start(4, course="2 plain, becher, plain", options="points: 100")
    desk.order("alice", 1, "{1: 20, 2: [{when: {fallers: '>= 2'}, play: 1}, {when: {stumbled: Crisp}, play: 30}, 40]}")
    desk.order("bob", 1, "{1: 8, 2: 9}")
    desk.order("carol", 1, "{1: 30, 2: 90}")
    desk.order("dave", 1, "{1: 40, 2: 10}")
    desk.gm("take")
    desk.gm("run")
    private = " ".join(desk.gm("report", "--for", "alice").out.split())
    assert (
        "The 1st alternative did not hold (if the number of fallers is at least 2). "
        "The 2nd alternative did not hold (if Crisp stumbled). So the 3rd was played." in private
    )
    public = " ".join(desk.gm("report").out.split())
    assert "CUT Foinavon: asked for 90 and had 70: cut to that." in public
    assert "FELL Crisp: played 8, the lowest number." in public


def test_text_and_html_tell_the_same_facts(tied: Desk) -> None:
    tied.gm("run")
    parser = Balanced()
    parser.feed(tied.gm("report", "--format", "html").out)
    page = " ".join(" ".join(parser.text).split()).replace(" :", ":").replace(" .", ".")
    text = " ".join(tied.gm("report").out.split())
    for told in re.findall(r"(?:FELL|REWARDED|CUT|FREE) (.*?\.) ", text):
        assert told in page, told


def test_the_start_packet_has_the_course_and_a_first_page_for_everybody(start: Start) -> None:
    desk = start(4)
    folder = desk.folder / "issues/race/turn-00"
    assert sorted(path.name for path in folder.glob("*.txt")) == [
        "alice.txt",
        "bob.txt",
        "carol.txt",
        "dave.txt",
        "public.txt",
    ]
    assert "Becher's Brook" in (folder / "public.txt").read_text(encoding="utf-8")
    assert "player: bob" in (folder / "bob.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_races_text_has_every_fact_of_its_page(start: Start, turn: int) -> None:
    desk = played_race(start)
    for reader in ((), ("--for", "bob")):
        report = [*("report", "race", "--turn", turn), *reader]
        text, page = (desk.gm(*report, "--format", form).out for form in ("txt", "html"))
        assert missing(blocks(page), text) == []


# The story first


def after(told: str, *parts: str) -> bool:
    """Do these stand there, one after the other?"""
    at = [told.find(part) for part in parts]
    return -1 not in at and at == sorted(at)


@pytest.mark.parametrize("form", ["txt", "html"])
def test_the_story_comes_first_then_the_reader_then_the_rest(start: Start, form: str) -> None:
    told = played_race(start).gm("report", "race", "--turn", 1, "--for", "alice", "--format", form).out.casefold()
    parts = ["are out", "four horses are still running.", "you lie", "due by", "what your order did", "the call"]
    parts += [
        "fence 1: plain",
        "still running: 4",
        "the race so far",
        "next: turn 2",
        "your next order page",
        "receipts",
    ]
    assert after(told[told.find("<main") + 1 :], *parts)


def test_a_reader_is_told_place_points_and_how_near_a_fall_was(start: Start) -> None:
    desk = start(4, course="2 plain, becher, plain")
    for player, numbers in {"alice": "9, 2: 20", "bob": "5, 2: 30", "carol": "9, 2: 17", "dave": "9, 2: 18"}.items():
        desk.order(player, 1, f"{{1: {numbers}}}")
    desk.gm("take")
    desk.gm("run")

    def told(reader: str) -> str:
        return " ".join(desk.gm("report", "--for", reader).out.split())

    assert "Crisp and Foinavon are out" in told("alice")
    assert "You lie 2nd of 2, and have 471 points." in told("alice")
    assert "Nearest to a fall: at fence 2, three points more than Foinavon." in told("alice")
    assert "Your horse fell at fence 1." in told("bob")


def test_with_fallers_revealed_no_place_is_told(start: Start) -> None:
    desk = start(4, options="reveal: fallers")
    for player, number in zip(PLAYERS, (9, 3, 5, 7), strict=False):
        desk.order(player, 1, f"{{1: {number}, 2: {number}}}")
    desk.gm("take")
    desk.gm("run")
    told = desk.gm("report", "--for", "alice").out
    assert "You have 482 points." in told
    assert not any(words in told for words in ("You lie", "leads", "Nearest"))


def test_places_go_up_and_down_from_turn_to_turn(start: Start) -> None:
    desk = start(5, course="7 plain")
    for turn, fences in enumerate(([1], [2, 3]), start=1):
        for player, number in zip(PLAYERS, ((30, 20, 10, 9, 1), (3, 8, 20, 2, 1))[turn - 1], strict=False):
            desk.order(player, turn, f"{{{', '.join(f'{fence}: {number}' for fence in fences)}}}")
        desk.gm("take", code=None)  # whoever has fallen is refused
        desk.gm("run", "--now")
    rows = [line.split() for line in desk.gm("report").out.split("\n") if re.match(r"  [1-4]=? +\S", line)]
    moves = {row[1]: (row[0], *row[-2:]) for row in rows if row[-2] in ("up", "down")}
    assert moves == {"Crisp": ("1", "up", "2")}


def test_nothing_is_said_of_a_loss_of_nothing() -> None:
    horses = {"Red Rum": "9", "Crisp": "5", "No": "7"}
    page = {
        "course": ["plain", "plain"],
        "fences": "1",
        "horses": horses,
        "orders": {name: {"1": "5"} for name in horses},
    }
    case = GAME.case(page)
    assert isinstance(case, Case)
    told = " ".join(render(resolve_case(GAME, case), "txt").split())
    assert "STUMBLED Crisp" in told
    assert "loses 0" not in told


# The form guide


def test_the_form_guide_has_every_number_that_was_played(start: Start) -> None:
    desk = played_race(start)
    played = [fence["played"] for turn in (1, 2) for fence in told_json(desk, turn)["result"]["fences"]]
    text = desk.gm("report", "race", "--turn", 2).out.partition("THE FORM GUIDE")[2].partition("PRESS")[0]
    rows = {name: re.findall(r"\d+", line) for name, line in re.findall(r"^  (\S.*?)   +(.*)$", text, re.MULTILINE)}
    assert rows == {name: [str(fence[name]) for fence in played if name in fence] for name in played[0]}
    assert "High at Becher's Brook: " in text


def told_json(desk: Desk, turn: int) -> Json:
    told: Json = json.loads(desk.gm("report", "race", "--turn", turn, "--format", "json").out)
    return told


def test_with_fallers_revealed_there_is_no_form_guide(start: Start) -> None:
    desk = start(4, options="reveal: fallers")
    desk.gm("run", "--now")
    for form in ("txt", "html"):
        assert "form guide" not in desk.gm("report", "--format", form).out.casefold()
