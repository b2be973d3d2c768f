"""The order form: for whom it is, what it may know, by which rules it checks, and how it travels."""

import ast
import email
import email.policy
import importlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core import validity
from gm.desk.desk import open_desk
from gm.reports import forms
from gm.store.outbox import Outbox
from tests import make_scripts
from tests.conftest import PLAYERS, Desk
from tests.contract.samples import entrants, played
from tests.examples import cards_file, race_file

Start = Callable[..., Desk]
ROOT = Path(__file__).parent.parent


def positions(rules: str) -> Iterator[Any]:
    """Every position of a game, played by its own simple players."""
    return (state for state, _, _ in played(rules))


@pytest.mark.parametrize("rules", games.names())
def test_the_form_looks_at_the_very_position_that_gm_check_looks_at(rules: str) -> None:
    game, pages = games.load(rules), importlib.import_module(f"gm.games.{rules}.pages")
    looked = 0
    for state in positions(rules):
        turn = game.pending(state)[0].turn
        for seat in (each.seat for each in entrants(rules)):
            if game.agenda(state, seat, turn):
                assert game.form(state, seat)["position"] == pages.position(state, seat, turn)
                looked += 1
    assert looked > 8


@pytest.mark.parametrize("rules", games.names())
def test_the_form_offers_the_conditions_that_gm_check_takes(rules: str) -> None:
    game = games.load(rules)
    for state in positions(rules):
        seat = next(decision.seat for decision in game.pending(state))
        terms = game.facts(state, seat)
        for section in (each for group in game.form(state, seat)["groups"] for each in group["sections"]):
            assert {choice["value"] for choice in section.get("names", [])} <= set(terms.names)
            if section.get("terms"):
                assert {term["key"]: term["kind"] for term in section["terms"]} == {
                    key: fact.kind for key, fact in terms.facts.items()
                }


@pytest.mark.parametrize("rules", make_scripts.GAMES)
def test_what_the_rules_of_validity_say_can_be_translated(rules: str) -> None:
    modules = (validity, importlib.import_module(f"gm.games.{rules}.validity"))
    calls = [
        node
        for module in modules
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call)
    ]
    phrases = [call for call in calls if getattr(call.func, "id", "") == "phrase"]
    assert len(phrases) > 10
    assert all(isinstance(call.args[0], ast.Constant) for call in phrases)
    said = [call for call in calls if getattr(call.func, "id", "") in ("error", "warning", "note")]
    assert not [ast.unparse(call) for call in said for each in call.args if isinstance(each, ast.JoinedStr)]


@pytest.mark.parametrize("rules", make_scripts.GAMES)
def test_what_a_form_rephrases_is_something_that_the_rules_say(rules: str) -> None:
    game, state = games.load(rules), next(positions(rules))
    asked = game.form(state, game.pending(state)[0].seat)
    assert asked["rephrased"]
    assert set(forms._REPHRASED | asked["rephrased"]) <= set(forms._patterns(rules))


def test_everybody_who_is_to_order_has_a_form_and_nobody_else(start: Start) -> None:
    desk = start(4)
    desk.others(1, 1)
    desk.order("alice", 1, "{1: 0, 2: 0}")
    desk.gm("take")
    desk.gm("run")
    assert sorted(path.stem for path in (desk.folder / "issues/race/turn-00/forms").iterdir()) == PLAYERS[:4]
    running = {
        desk.gm("report", "--format", "json").lines[0]["result"]["points"][horse] for horse in desk.result()["points"]
    }
    after = {path.stem for path in (desk.folder / "issues/race/turn-01/forms").iterdir()}
    assert "alice" not in after
    assert len(after) == len(running)
    assert (
        "there is no order form for Alice Grey" in desk.gm("report", "--for", "alice", "--format", "form", code=1).err
    )
    assert "there is no order form for the public" in desk.gm("report", "--format", "form", code=1).err


def test_a_form_can_be_shown_again(start: Start) -> None:
    desk = start(4)
    stored = (desk.folder / "issues/race/turn-00/forms/bob.html").read_text(encoding="utf-8")
    assert desk.gm("report", "--for", "bob", "--format", "form").out == stored


def test_a_form_is_one_file_that_asks_for_nothing(start: Start) -> None:
    desk = start(4)
    text = (desk.folder / "issues/race/turn-00/forms/bob.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"\b(src|href)=[\"']|url\(|@import|https?:", text)


def test_names_cannot_break_out_of_a_form(desk: Desk) -> None:
    horses = ["</script><b>", '"]}<!--', "'; alert(1) //"]
    field = dict(zip(PLAYERS, map(json.dumps, horses), strict=False))
    desk.write("games/race.yaml", race_file(field, "4 plain", "A </script> <i>cup</i>"))
    desk.gm("start", "race")
    text = (desk.folder / "issues/race/turn-00/forms/alice.html").read_text(encoding="utf-8")
    assert text.count("</script>") == 3
    assert "<i>cup" not in text
    assert "<!--" not in text


@pytest.fixture
def posted(start: Start, desk: Desk) -> Desk:
    """Two games, and players who can be written to."""
    desk.write("players.yaml", "".join(f"{who}: {{name: {who.title()}, mail: {who}@example.org}}\n" for who in PLAYERS))
    desk.write("zine.yaml", "title: Z\nmail: {from: Z <zine@example.org>, reply_to: Orders <orders@example.org>}\n")
    start(4)
    desk.write("games/table.yaml", cards_file(["alice", "bob"], "The Table"))
    desk.gm("start", "table")
    return desk


def letters(desk: Desk, player: str) -> list[EmailMessage]:
    with open_desk(desk.folder, desk.now) as at:
        box = Outbox(at.store)
        contents = [box.content(row.id) for row in box.in_state("ready") if row.player == player]
    return [email.message_from_bytes(each, policy=email.policy.default) for each in contents]  # type: ignore[misc]


def test_a_report_brings_the_form_along(posted: Desk) -> None:
    posted.gm("mail", "race")
    (letter,) = letters(posted, "alice")
    attached, _ = letter.iter_attachments()
    stored = (posted.folder / "issues/race/turn-00/forms/alice.html").read_text(encoding="utf-8")
    assert attached.get_filename() == "race-turn-1.html"
    assert attached.get_content().replace("\r\n", "\n") == stored
    assert '"to": "orders@example.org"' in stored


def test_reports_that_travel_together_bring_all_their_forms(posted: Desk) -> None:
    posted.gm("mail", "race")
    posted.gm("mail", "table")
    posted.gm("mail", "--together")
    (letter,) = letters(posted, "alice")
    names = [str(each.get_filename()) for each in letter.iter_attachments()]
    assert [name for name in names if "report" not in name] == ["race-turn-1.html", "table-turn-1.html"]
