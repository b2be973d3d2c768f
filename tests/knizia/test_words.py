"""Whatever is said of moves and cards can be said in the player's language."""

import re

from gm.core.play import Case
from gm.core.turn import answer
from gm.games.knizia import GAME
from gm.pages.files import read_map
from tests import rulecases
from tests.conftest import Desk
from tests.examples import cards_file
from tests.test_languages_mail import translated as translated  # the fixtures
from tests.test_languages_mail import zine as zine
from tests.test_languages_pages import checked, plain

CARDS = """moves: pink 7|moves: red 7 on blue|moves: black 3|moves: [black 3 on rod]|moves: [red]|moves: [[1]]|moves: [{}]
moves: [{play: red 10}]|moves: [{ply: red 7}]|moves: [{play: red 7, bet: [[1]]}]|moves: [{bet: rde}]|discard: [red 7 on blue]
discard: [x]|moves: [{when: {top: {red: x}}, play: red 1}]|moves: [{when: {gaps: 1}, play: red 1}]|moves: {bet: red}
moves: [{bet: [{on: [red]}], play: red 1}]|moves: [{bet: {play: red}, play: red 1}]|moves: [{bet: [{when: {lowest: red}}], play: red 1}]
moves: [{play: red 0}, {play: red 1}, {play: red 2}, {play: red 3}, {play: red 4}, {play: red 5}]|moves: 5"""


def test_what_is_said_of_cards_can_be_translated(zine: Desk) -> None:
    zine.write("games/derby.yaml", cards_file(["alice", "bob"]))
    zine.gm("start", "derby")
    pages = [f"game: derby\nturn: 1\nplayer: alice\n{each}\n" for each in re.split(r"[|\n]", CARDS)]
    problems = checked(zine.folder, pages)
    assert len(problems) >= len(pages)
    assert not plain(problems)


def test_a_turn_keeps_a_refused_line_so_that_it_can_be_said_again() -> None:
    case = GAME.case(read_map(rulecases.pages("knizia")[0]))
    assert isinstance(case, Case)
    (decision,) = GAME.pending(case.state)
    lines, _ = GAME.lines(case.state, {"moves": ["rod 7"]})
    (passed,) = answer(GAME, case.state, decision, {decision.key: lines}).passed
    assert passed["refused"]["say"] == "there is no horse called {name}"
    assert passed["refused"]["with"] == {"name": "rod"}
