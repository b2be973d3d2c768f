"""Whoever reads the text, the page or the booklet finds the same facts."""

import re
from collections.abc import Callable
from io import BytesIO

from pypdf import PdfReader

from tests.conftest import PLAYERS, Desk
from tests.contract.facts import blocks, missing
from tests.examples import cards_file

NOT_SET = ("Number Horses", "Fence Kind", "Fair play")  # heads of what is set as one paragraph, or small
PRESS = "Ann to all: my horse is at 5:1, “honest”, & <b>fit</b>!\nSee #7 and $5 *now*."


def printed(pdf: bytes) -> str:
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    return "\n".join(re.sub(r"\n[^\n]*\Z", "", page) for page in pages)  # the last line is the page's number


def played_race(start: Callable[..., Desk]) -> Desk:
    desk = start(
        many=6, course="2 plain, becher, water, chair, 3 plain", deadlines="first: 2026-12-01 20:00, every: 1 week"
    )
    for turn, numbers in ((1, (9, 3, 3, 7, 5, 6)), (2, (8, 4, 9, 4, 9, 2))):
        first = 2 * turn - 1
        for player, number in zip(PLAYERS, numbers, strict=True):
            press = "press: |\n  " + PRESS.replace("\n", "\n  ") + "\n" if player == "bob" else ""
            desk.order(player, turn, f"{{{first}: {number}, {first + 1}: {number + 4}}}", press)
        desk.gm("take", code=None)
        desk.gm("run", "race", "--now")
    return desk


def played_cards(desk: Desk) -> Desk:
    field = ["{player: alice}", "{player: bob}", "{player: carol}"]
    desk.write("games/cards.yaml", cards_file(field, "The Derby"))
    desk.gm("start", "cards")
    for _ in range(3):
        desk.gm("run", "cards", "--now")
    return desk


def test_an_issue_says_the_same_as_text_as_page_and_as_booklet(start: Callable[..., Desk]) -> None:
    desk = played_cards(played_race(start))
    desk.write("next/editorial.md", "# Good evening\n\nThe *stapler* is mended. See [us](https://example.org/).\n")
    desk.gm("issue", "--pdf")
    folder = desk.folder / "issues" / "issue-001"
    page = (folder / "issue.html").read_text(encoding="utf-8")
    facts = blocks(page)
    assert len(facts) > 100
    assert missing(facts, (folder / "issue.txt").read_text(encoding="utf-8")) == []
    on_paper = printed((folder / "issue.pdf").read_bytes())
    left_out = missing([fact for fact in facts if fact not in NOT_SET], on_paper)
    anew = blocks("".join(re.findall(r'<section class="standing.*?</section>', page, re.DOTALL)))
    assert [fact for fact in left_out if fact not in anew] == [], "but for what a later turn tells anew"
    for last in ("race/turn-02", "cards/turn-03"):
        told_last = blocks((desk.folder / "issues" / last / "public.html").read_text(encoding="utf-8"))
        assert [fact for fact in missing(told_last, on_paper) if fact not in NOT_SET] == []
