"""What the players' guide and the rulings page show is what there is."""

import json
import re
from pathlib import Path

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant
from tests.conftest import Desk
from tests.contract.samples import file_of

DOCS = Path(__file__).parents[2] / "docs"
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def fenced(page: str, *begins: str) -> list[str]:
    return [text for text in FENCED.findall((DOCS / page).read_text(encoding="utf-8")) if text.startswith(begins)]


PAGES = fenced("player-guide-henn.md", "moves:", "standing:")


def test_there_are_seven_pages_from_simple_to_clever() -> None:
    assert len(PAGES) == 7


@pytest.mark.parametrize("page", [*PAGES, *fenced("rulings/henn.md", "moves:")])
def test_a_page_of_the_docs_is_taken_without_a_murmur(desk: Desk, page: str) -> None:
    desk.write("games/derby.yaml", file_of("henn"))
    desk.gm("start", "derby")
    checked = desk.gm("check", desk.write("page.yaml", f"game: derby\nturn: 1\nplayer: bob\n{page}"), "--json")
    (answer,) = checked.lines
    assert answer["verdict"] == "taken"
    assert answer["problems"] == []


def test_the_case_on_the_rulings_page_is_answered_as_it_says(desk: Desk) -> None:
    (case,), (answer,) = fenced("rulings/henn.md", "title:"), fenced("rulings/henn.md", '{"moves"')
    page = desk.write("case.yaml", case)
    assert json.loads(desk.gm("adjudicate", page, "--json").out) == json.loads(answer)
    (told,) = fenced("rulings/henn.md", "WHAT HAPPENED")
    said = desk.gm("adjudicate", page).out
    assert all(part.strip() in said for part in told.split("\n\n"))


def test_the_deal_can_be_made_again_with_nothing_but_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    (guide,), (deal,) = fenced("gm-guide.md", "import hashlib"), fenced("rulings/henn.md", "def shuffled")
    there: dict[str, object] = {}
    exec(guide, there)
    capsys.readouterr()
    there.update(seed="ab" * 32, seats=["ann", "bob", "cid"])
    exec(deal, there)
    told = capsys.readouterr().out
    table = games.load("henn").setup([Entrant(seat, seat) for seat in ("ann", "bob", "cid")], {}, Dice("ab" * 32)).state
    assert f"left {table.row[0]} right {table.row[1]} deck {list(table.deck)}" in told
    assert "red {'ann': 6, 'bob': 5, 'cid': 4} stock [7, 9, 8, 1, 2, 3]" in told
    for player in table.players:
        assert f"{player.seat} {list(player.numbers)}" in told
