"""One test for all games: change what one player hides, and nobody else's report changes by a byte.

Each game brings its own ways of hiding something, below; a game without any fails the first test.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant, Seat
from gm.games.knizia.cards import card_name
from gm.pages.book import read_book
from gm.reports.forms import order_form
from gm.reports.render import FORMATS, render
from tests.telling import play_turn, report_of

FIELD = ["alice", "bob", "carol", "dave"]


@dataclass(frozen=True)
class Secret:
    """The same turn played twice; only what its owners alone may know is different."""

    name: str
    owners: tuple[Seat, ...]
    one: tuple[Any, dict[Seat, Any]]
    other: tuple[Any, dict[Seat, Any]]


def _race(reveal: str = "all", points: int = 0) -> Any:
    page = {
        "course": ["plain", "water", "plain"],
        "options": {"reveal": reveal},
        "horses": {
            "Red Rum": str(points + 100),
            "Crisp": str(points + 90),
            "Foinavon": "80",
            "Aldaniti": str(points + 300),
        },
        "players": dict(zip(["Red Rum", "Crisp", "Foinavon", "Aldaniti"], FIELD, strict=True)),
    }
    return games.load("haytack").case(page).state  # type: ignore[union-attr]


def _orders(**changed: Any) -> dict[Seat, Any]:
    numbers = {"alice": ("10", "12"), "bob": ("8", "9"), "carol": ("8", "7"), "dave": ("30", "5")}
    plain = {seat: {"orders": {"1": first, "2": second}} for seat, (first, second) in numbers.items()}
    return plain | changed


def haytack() -> Iterator[Secret]:
    race, hidden = _race(), _race("fallers")
    conditional = {"orders": {"1": "10", "2": [{"when": {"fell": "Aldaniti"}, "play": "77"}, "12"]}}
    standing = {"orders": {"1": "10", "2": "12"}, "standing": {"plain": "66", "becher": "55"}}
    other_way = {"orders": {"1": "10"}, "standing": {"water": "12"}}
    yield Secret("an alternative that was not taken", ("alice",), (race, _orders()), (race, _orders(alice=conditional)))
    yield Secret("a standing order", ("alice",), (race, _orders()), (race, _orders(alice=standing)))
    yield Secret(
        "whether a number was ordered or standing", ("alice",), (race, _orders()), (race, _orders(alice=other_way))
    )
    richer = {"orders": {"1": "45", "2": "14"}}
    yield Secret("a number that changes nothing", ("alice",), (hidden, _orders()), (hidden, _orders(alice=richer)))


def _dealt() -> Any:
    game = games.load("knizia")
    return game.setup([Entrant(seat, seat) for seat in FIELD], {}, Dice("ab" * 32)).state


def _swapped(table: Any, one: Seat, other: Seat | None) -> Any:
    """The last card of one hand, for the last of another or the bottom of the deck."""
    hands = {player.seat: list(player.hand) for player in table.players}
    deck = list(table.deck)
    target = hands[other] if other else deck
    hands[one][-1], target[-1] = target[-1], hands[one][-1]
    players = tuple(replace(player, hand=tuple(sorted(hands[player.seat]))) for player in table.players)
    return replace(table, players=players, deck=tuple(deck))


def knizia() -> Iterator[Secret]:
    table = _dealt()
    names = {player.seat: card_name(player.hand[0], table.horses) for player in table.players}
    orders: dict[Seat, Any] = {seat: {"moves": [{"play": card}]} for seat, card in names.items()}
    wordy = {
        "moves": [{"when": {"gaps": "0"}, "bet": "red", "play": names["bob"]}, {"play": names["bob"]}],
        "discard": "none",
    }
    bob_and_deck, bob_and_dave = _swapped(table, "bob", None), _swapped(table, "bob", "dave")
    upset = replace(table, deck=(*table.deck[:20], *reversed(table.deck[20:])))
    yield Secret("a card in the hand or at the bottom of the deck", ("bob",), (table, orders), (bob_and_deck, orders))
    yield Secret("which of two others holds a card", ("bob", "dave"), (table, orders), (bob_and_dave, orders))
    yield Secret("the order of the deck", (), (table, orders), (upset, orders))
    yield Secret("a move that was not made", ("bob",), (table, orders), (table, orders | {"bob": wordy}))


HIDERS: dict[str, Callable[[], Iterator[Secret]]] = {"haytack": haytack, "knizia": knizia}
SECRETS = [(game, secret) for game, hide in HIDERS.items() for secret in hide()]


def test_every_game_hides_something_here() -> None:
    assert set(HIDERS) == set(games.names())


def reports(game_name: str, state: Any, parts: dict[Seat, Any]) -> dict[Seat | None, list[str]]:
    """Every reader's report of the turn, in every format; receipts are left out, for they differ by design."""
    game = games.load(game_name)
    books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
    step = play_turn(game, state, books)
    names = {seat: seat.title() for seat in FIELD}
    readers = {seat: report_of(game, step, names, seat) for seat in (None, *FIELD)}
    told = {seat: [render(report, format) for format in FORMATS] for seat, report in readers.items()}
    forms = {seat: [order_form(report)] for seat, report in readers.items() if report.form}
    return {seat: texts + forms.get(seat, []) for seat, texts in told.items()}


@pytest.mark.parametrize(("game", "secret"), SECRETS, ids=lambda value: getattr(value, "name", value))
def test_what_one_player_hides_changes_nobody_elses_report(game: str, secret: Secret) -> None:
    one, other = reports(game, *secret.one), reports(game, *secret.other)
    for reader in one:
        if reader not in secret.owners:
            assert one[reader] == other[reader], reader
    for owner in secret.owners:
        assert one[owner] != other[owner] or "standing order" in secret.name, "nothing was hidden at all"


def test_with_fallers_revealed_no_other_number_is_in_the_public_report() -> None:
    """H24: numbers far from any other text show up if they leak."""
    race = _race("fallers", points=9000)
    parts = _orders(
        alice={"orders": {"1": "4731", "2": "9"}},
        bob={"orders": {"1": "3829", "2": "all"}},
        dave={"orders": {"1": "2746", "2": "26"}},
    )
    told = reports("haytack", race, parts)
    for text in told[None]:
        assert not any(number in text for number in ("4731", "3829", "2746"))
    assert "4731" in "".join(told["alice"])
    assert not any(number in "".join(told["alice"]) for number in ("3829", "2746"))


def test_an_error_tells_nothing_of_others(start: Callable[..., Any]) -> None:
    desk = start(4, options="reveal: fallers")
    desk.order("bob", 1, "{1: 123, 2: 321}")
    desk.gm("take")
    desk.write(
        "inbox/a.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: x, 2: [{when: {lowest: 3}, play: 1}]}\n"
    )
    ran = desk.gm("take", "--json", code=1)
    assert not any(number in json.dumps(ran.lines) for number in ("123", "321"))
