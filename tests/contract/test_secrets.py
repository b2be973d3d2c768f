"""Both doors: change what one player hides, and nobody else's report or form changes by a byte."""

from typing import Any

import pytest

from gm import games
from gm.core.play import Seat
from gm.core.words import LANGUAGES
from gm.pages.book import read_book
from gm.reports import model
from gm.reports.forms import order_form
from gm.reports.render import FORMATS, render
from tests.contract.samples import NAMES, sample
from tests.telling import play_turn, report_of

HIDDEN = [(game, name) for game in NAMES for name in sample(game).SECRETS]


@pytest.mark.parametrize("game", NAMES)
def test_every_game_hides_something_here(game: str) -> None:
    assert sample(game).SECRETS


def reports(rules: str, state: Any, parts: dict[Seat, Any]) -> dict[Seat | None, list[str]]:
    """Every reader's report of the turn, in every format; receipts are left out, for they differ by design."""
    game = games.load(rules)
    books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
    step = play_turn(game, state, books)
    names = {decision.seat: decision.seat.title() for decision in game.pending(state)} | {
        seat: seat.title() for seat in parts
    }
    readers = {seat: report_of(game, step, names, seat) for seat in (None, *names)}
    told = {seat: [render(report, format) for format in FORMATS] for seat, report in readers.items()}
    forms = {seat: [order_form(report)] for seat, report in readers.items() if report.form}
    return {seat: texts + forms.get(seat, []) for seat, texts in told.items()}


@pytest.mark.parametrize(("game", "name"), HIDDEN)
def test_what_one_player_hides_changes_nobody_elses_report_or_form(game: str, name: str) -> None:
    secret = sample(game).SECRETS[name]()
    one, other = reports(game, *secret.one), reports(game, *secret.other)
    assert any(len(texts) > len(FORMATS) for texts in one.values()), "nobody has a form"
    for reader in one:
        if reader not in secret.owners:
            assert one[reader] == other[reader], reader
    for owner in secret.owners:
        assert one[owner] != other[owner] or not secret.told, "nothing was hidden at all"


@pytest.mark.parametrize(("game", "name"), HIDDEN)
def test_no_language_lets_it_out(game: str, name: str) -> None:
    """The public pages in every language; the parametrised reports above are in English."""
    secret = sample(game).SECRETS[name]()
    seen: list[list[str]] = []
    for state, parts in (secret.one, secret.other):
        rules = games.load(game)
        books = {seat: read_book(rules, state, seat, part) for seat, part in parts.items()}
        step = play_turn(rules, state, books)
        names = {seat: seat.title() for seat in parts} | {each.seat: each.seat for each in rules.pending(state)}
        report = report_of(rules, step, names, None)
        seen.append(
            [
                render(type(report)(report.model, language=language), format)
                for language in LANGUAGES
                for format in FORMATS
            ]
        )
    assert seen[0] == seen[1]


@pytest.fixture(params=["private", "public"])
def brief(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the field, it is too large to list: on a player's page, or at all."""
    monkeypatch.setattr(model, "PRINTED", 1 if request.param == "public" else 100)
    monkeypatch.setattr(model.Report, "brief", property(lambda report: report.private or not report.printed))


@pytest.mark.parametrize(("game", "name"), HIDDEN)
def test_nor_does_a_page_in_brief(brief: None, game: str, name: str) -> None:
    secret = sample(game).SECRETS[name]()
    one, other = reports(game, *secret.one), reports(game, *secret.other)
    assert {seat: texts for seat, texts in one.items() if seat not in secret.owners} == {
        seat: texts for seat, texts in other.items() if seat not in secret.owners
    }
