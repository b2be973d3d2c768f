"""What the reports of the race tell."""

import re

import pytest

from tests.conftest import Desk
from tests.contract.facts import blocks, missing
from tests.test_reports import Balanced, Start
from tests.test_reports import tied as tied  # the fixture
from tests.test_same_facts import played_race


def test_a_public_report_says_why(tied: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tied.gm("run")
    text = " ".join(tied.gm("report").out.split())
    assert "FELL Crisp: tied on 8 with Foinavon; all have 492 unused, so all fall." in text
    assert "FELL Foinavon" in text
    assert "FREE 2 fell, 1 more than the fence has places for: a coming plain fence is free." in text
    assert "REWARDED Red Rum: played the highest number and wins 50 points." in text
    assert "Hear, hear! -- Alice Grey" in text
    assert "one free plain fence is still to come" in text.lower()


def test_a_private_report_says_what_the_order_did(tied: Desk) -> None:
    tied.gm("run")
    text = " ".join(tied.gm("report", "--for", "alice").out.split())
    assert "The 1st alternative held (fallers >= 2)." in text
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
        "The 1st alternative did not hold (fallers >= 2). The 2nd alternative did not hold (stumbled: Crisp). So the 3rd was played."
        in private
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
