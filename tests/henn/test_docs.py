"""What the players' guide and the rulings page show is what there is."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Desk
from tests.contract.samples import file_of

DOCS = Path(__file__).parents[2] / "docs"
FENCED = re.compile(r"^```(?:yaml|json)?\n(.*?)^```", re.MULTILINE | re.DOTALL)


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
