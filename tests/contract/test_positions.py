"""Whole games by simple players: positions are kept, orders are taken, the same comes of the same, and all games end."""

import json
from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any

import pytest

from gm import games
from gm.core import codec
from gm.core.asking import open_turn, plain_orders
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import NOBODY, Facts, Json, Kind, Raw, Seat
from gm.core.turn import answer
from gm.pages.book import check_part, covers, read_book
from gm.reports.render import FORMATS, render
from tests.contract.samples import NAMES, begun, entrants, legal_page, played, something_legal
from tests.telling import play_turn, report_of


@pytest.mark.parametrize("name", NAMES)
def test_every_position_survives_json(name: str) -> None:
    kind = games.load(name).state
    positions = [begun(name), *(step.state for _, _, step in played(name))]
    assert len(positions) > 2
    for state in positions:
        assert codec.load(kind, json.loads(json.dumps(codec.dump(kind, state)))) == state


@pytest.mark.parametrize("name", NAMES)
def test_so_does_every_position_by_column(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MANY", 1)
    kind = games.load(name).state
    for state in [begun(name), *(step.state for _, _, step in played(name))]:
        stored = json.loads(json.dumps(codec.by_column(kind, state)))
        assert codec.load(kind, stored) == state
        assert codec.row_by_row(stored) == json.loads(json.dumps(codec.dump(kind, state)))


@pytest.mark.parametrize("name", NAMES)
def test_who_owes_what_is_the_same_asked_one_by_one(name: str) -> None:
    game = games.load(name)
    for state, _, _ in played(name):
        for turn in range(1, open_turn(game, state) + 3):
            seats = [each.seat for each in reversed(entrants(name))]
            owed = {seat: list(game.agenda(state, seat, turn)) for seat in seats}
            found = game.owing(state, seats, turn)
            assert {seat: list(each) for seat, each in found.items()} == {s: each for s, each in owed.items() if each}
            assert list(found) == [seat for seat in seats if seat in found]
            assert game.optional or not any(each.optional for asked in owed.values() for each in asked)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_with_a_field_left_out_is_read_with_its_default(name: str) -> None:
    kind = games.load(name).state
    stored = codec.dump(kind, begun(name))
    defaults = {each.name: each.default for each in fields(kind) if each.default is not MISSING}
    for left_out, default in defaults.items():
        read = codec.load(kind, {key: value for key, value in stored.items() if key != left_out})
        assert getattr(read, left_out) == default


@pytest.mark.parametrize("name", NAMES)
def test_what_simple_players_write_is_taken_and_answers_all_that_is_asked(name: str) -> None:
    game = games.load(name)
    for state, parts, _ in played(name):
        turn = open_turn(game, state)
        for seat, part in parts.items():
            if game.agenda(state, seat, turn):
                assert not check_part(game, state, seat, turn, part).flaws
                assert covers(game.agenda(state, seat, turn), read_book(game, state, seat, part))


@pytest.mark.parametrize("name", NAMES)
def test_the_agenda_of_the_open_turn_says_what_is_pending(name: str) -> None:
    game = games.load(name)
    for state, _, _ in played(name):
        turn = open_turn(game, state)
        for decision in game.pending(state):
            if decision.turn == turn and decision.seat != NOBODY:
                assert decision in game.agenda(state, decision.seat, turn)
        for each in entrants(name):
            keys = [decision.key for decision in game.agenda(state, each.seat, turn)]
            assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", NAMES)
def test_all_seats_may_ask_for_the_same_facts(name: str) -> None:
    """So that a condition which names nobody is read once, whoever wrote it."""
    game = games.load(name)
    for state, _, _ in played(name):
        asked = [game.facts(state, each.seat) for each in entrants(name)]
        assert all(_kinds(each) == _kinds(asked[0]) for each in asked)


def _kinds(facts: Facts) -> dict[str, Kind]:
    return {key: fact.kind for key, fact in facts.facts.items()}


@pytest.mark.parametrize("name", NAMES)
def test_no_event_has_a_fraction(name: str) -> None:
    """There is more than one way to write them, and what is stored has one."""
    for _, _, step in played(name):
        for event in step.events:
            json.loads(json.dumps(event.data), parse_float=pytest.fail)


def _reports(game: Game[Any, Any], step: Any, name: str) -> list[str]:
    names = {each.seat: each.seat.title() for each in entrants(name)}
    readers: list[Seat | None] = [None, *names]
    return [render(report_of(game, step, names, reader), format) for reader in readers for format in FORMATS]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_same_orders_and_dice_give_the_same_bytes(name: str) -> None:
    game = games.load(name)
    for state, parts, step in played(name):
        books = {seat: read_book(game, state, seat, part) for seat, part in reversed(parts.items())}
        kept = codec.load(game.state, json.loads(json.dumps(codec.dump(game.state, state))))
        again = play_turn(game, kept, books, Dice("ab" * 32))
        assert again == step
        assert _reports(game, again, name) == _reports(game, step, name)


def _lists(name: str) -> bool:
    game, state = games.load(name), begun(name)
    return any(len(game.legal(state, decision)) for decision in game.pending(state))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_whoever_plays_something_legal(name: str) -> None:
    if not _lists(name):
        pytest.skip("what is legal cannot be listed")

    turns = list(played(name, something_legal))
    game = games.load(name)
    for state, parts, step in turns:
        for seat, part in parts.items():
            assert not check_part(game, state, seat, open_turn(game, state), part).flaws
        chosen = [event.data["by"] for event in step.events if event.kind == "order"]
        assert "order" in chosen
    assert not game.pending(turns[-1][2].state)


@pytest.mark.parametrize("name", NAMES)
def test_the_default_of_improvise_ends_every_game(name: str) -> None:
    """Even where its pages are not written as this game's are: then the rules play."""
    last = [step for _, _, step in played(name, plain_orders)][-1]
    assert not games.load(name).pending(last.state)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_if_nobody_ever_orders_anything(name: str) -> None:
    def nothing(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Json:
        return {}

    last = [step for _, _, step in played(name, nothing)][-1]
    places = games.load(name).finish(games.load(name).public(last.state))
    assert not places or {each.seat for each in places} == {each.seat for each in entrants(name)}
    assert not places or min(each.place for each in places) == 1


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_legal_is_taken_and_played(name: str) -> None:
    game = games.load(name)
    for state, _, _ in played(name):
        for decision in game.pending(state):
            for choice in _some(game.legal(state, decision)):
                book = read_book(game, state, decision.seat, legal_page(game, decision, choice))
                assert answer(game, state, decision, book).line, choice


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_legal_can_be_keyed(name: str) -> None:
    game = games.load(name)
    for state, _, _ in played(name):
        turn = open_turn(game, state)
        for each in entrants(name):
            asked = game.agenda(state, each.seat, turn)
            legal = [game.legal(state, decision) for decision in asked]
            if asked and all(legal):
                typed = "; ".join(str(choices[0]) for choices in legal)
                part = game.keyed(state, each.seat, turn, typed)
                assert not check_part(game, state, each.seat, turn, part).flaws
                assert covers(asked, read_book(game, state, each.seat, part))


def _some(legal: Sequence[Raw]) -> list[Raw]:
    """The ends, and what lies between them if that is not too much."""
    return list(legal) if len(legal) < 30 else [*legal[:10], *legal[-10:]]
