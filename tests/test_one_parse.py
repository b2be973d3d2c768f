"""A page is parsed once on its way in, by whichever way it comes."""

from collections.abc import Callable
from typing import Any

import pytest

from gm import games
from gm.pages import page as pages
from gm.pages import tree
from tests.conftest import Desk
from tests.examples import RACE

MAIL = "From: alice@example.org\nMessage-ID: <1@example.org>\n\n{page}\n-- \nAlice\n"
PAGE = "game: race\nturn: 1\nplayer: alice\norders:\n  1: 5\n  2: [{when: {free: yes}, play: 0}, 6]\nstanding: {plain: 3}\n"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that the parser was given."""
    texts: list[str] = []
    documents = tree.documents

    def counted(text: str, *more: Any) -> Any:
        texts.append(text)
        return documents(text, *more)

    monkeypatch.setattr(pages, "documents", counted)
    return texts


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every part of a page that the game was given to read."""
    race, parts = games.load(RACE), list[Any]()
    lines = race.lines

    def counted(state: Any, part: Any) -> Any:
        parts.extend(part)
        return lines(state, part)

    monkeypatch.setitem(vars(race), "lines", counted)
    return parts


def zine(start: Callable[..., Desk]) -> Desk:
    desk = start(4)
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    desk.write(
        "players.yaml", "".join(f"{who}: {{mail: {who}@example.org}}\n" for who in ("alice", "bob", "carol", "dave"))
    )
    return desk


@pytest.mark.parametrize(("name", "text"), [("inbox/a.yaml", PAGE), ("inbox/a.eml", MAIL.format(page=PAGE))])
def test_a_page_is_parsed_and_read_once(
    start: Callable[..., Desk], parsed: list[str], read: list[Any], name: str, text: str
) -> None:
    desk = zine(start)
    desk.write(name, text)
    assert [line["verdict"] for line in desk.gm("take", "--json").lines] == ["taken"]
    assert len(parsed) == 1
    times = 2 if name.endswith(".eml") else 1  # an answer says what counts now, which it reads from what is stored
    assert sorted(read) == sorted(["orders", "standing"] * times)
