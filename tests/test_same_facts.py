"""Whoever reads the text, the page or the booklet finds the same facts."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.conftest import PLAYERS, Desk

BLOCKS = ("h2", "p", "li", "tr", "footer")  # headings of columns and the like tell no facts
PRESS = "Ann to all: my horse is at 5:1, “honest”, & <b>fit</b>!\nSee #7 and $5 *now*."


class Blocks(HTMLParser):
    """What stands on a page, block by block; pictures are compared elsewhere (test_pictures_*.py)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[list[str]] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kinds = (dict(attrs).get("class") or "").split()
        apart = tag in ("figure", "style", "title", "nav", "header", "th", "h3") or {"screen-only", "soft"} & set(kinds)
        self._hidden += bool(self._hidden or apart) and tag not in ("br", "meta", "link", "img", "hr")
        if tag in BLOCKS and not self._hidden:
            self._open.append([])

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden -= 1
        elif tag in BLOCKS and self._open:
            self.found.append(" ".join("".join(self._open.pop()).split()))

    def handle_data(self, data: str) -> None:
        if self._open and not self._hidden:
            self._open[-1].append(f" {data}" if self.get_starttag_text() in ("<td>", '<td class="n">') else data)


def blocks(page: str) -> list[str]:
    reader = Blocks()
    reader.feed(page)
    return [block for block in reader.found if bare(block)]


def missing(facts: list[str], text: str) -> list[str]:
    """What is not told there: in the same words, or all of it on one line."""
    told, lines = bare(text), [set(words(line)) for line in text.splitlines()]
    return [fact for fact in facts if bare(fact) not in told and not any(set(words(fact)) <= line for line in lines)]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def bare(text: str) -> str:
    """Letters and digits alone: formats differ in rules, spaces, capitals and hyphens."""
    return "".join(char for char in text.casefold() if char.isalnum())


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
    text = "rules: knizia\ntitle: The Derby\nentrants: [{player: alice}, {player: bob}, {player: carol}]\n"
    desk.write("games/cards.yaml", text)
    desk.gm("start", "cards")
    for _ in range(3):
        desk.gm("run", "cards", "--now")
    return desk


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_races_text_has_every_fact_of_its_page(start: Callable[..., Desk], turn: int) -> None:
    desk = played_race(start)
    for reader in ((), ("--for", "bob")):
        report = [*("report", "race", "--turn", turn), *reader]
        text, page = (desk.gm(*report, "--format", form).out for form in ("txt", "html"))
        assert missing(blocks(page), text) == []


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_the_tables_text_has_every_fact_of_its_page(desk: Desk, turn: int) -> None:
    played_cards(desk)
    for reader in ((), ("--for", "bob")):
        report = [*("report", "cards", "--turn", turn), *reader]
        text, page = (desk.gm(*report, "--format", form).out for form in ("txt", "html"))
        assert missing(blocks(page), text) == []


def test_an_issue_says_the_same_as_text_as_page_and_as_booklet(start: Callable[..., Desk]) -> None:
    desk = played_cards(played_race(start))
    desk.write("next/editorial.md", "# Good evening\n\nThe *stapler* is mended. See [us](https://example.org/).\n")
    desk.gm("issue", "--pdf")
    folder = desk.folder / "issues" / "issue-001"
    facts = blocks((folder / "issue.html").read_text(encoding="utf-8"))
    assert len(facts) > 100
    assert missing(facts, (folder / "issue.txt").read_text(encoding="utf-8")) == []
    assert missing(facts, printed((folder / "issue.pdf").read_bytes())) == []
