"""Knizia's Grand National Derby."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant, Seat
from gm.games.knizia.cards import card_name
from tests.contract.samples import SEATS, Call, Secret, Secrets

MANY = 3
SETTINGS: dict[str, Any] = {}
LABELS = ("in", "all")
FIELD = SEATS[:4]
COLOURS = ["red", "orange", "green", "Castle on Hill"]


def written(choice: str) -> Any:
    return {"moves": [{"play": choice}]}


def dealt() -> Any:
    return games.load("knizia").setup([Entrant(seat, seat) for seat in FIELD], {}, Dice("ab" * 32)).state


def _swapped(table: Any, one: Seat, other: Seat | None) -> Any:
    """The last card of one hand, for the last of another or the bottom of the deck."""
    hands = {player.seat: list(player.hand) for player in table.players}
    deck = list(table.deck)
    target = hands[other] if other else deck
    hands[one][-1], target[-1] = target[-1], hands[one][-1]
    players = tuple(player._replace(hand=tuple(sorted(hands[player.seat]))) for player in table.players)
    return replace(table, players=players, deck=tuple(deck))


def _first_cards(table: Any) -> dict[Seat, str]:
    return {player.seat: card_name(player.hand[0], table.horses) for player in table.players}


def _orders(table: Any) -> dict[Seat, Any]:
    return {seat: {"moves": [{"play": card}]} for seat, card in _first_cards(table).items()}


def _hand_and_deck() -> Secret:
    table = dealt()
    return Secret(("bob",), (table, _orders(table)), (_swapped(table, "bob", None), _orders(table)))


def _two_hands() -> Secret:
    table = dealt()
    return Secret(("bob", "dave"), (table, _orders(table)), (_swapped(table, "bob", "dave"), _orders(table)))


def _deck() -> Secret:
    table = dealt()
    upset = replace(table, deck=(*table.deck[:20], *reversed(table.deck[20:])))
    return Secret((), (table, _orders(table)), (upset, _orders(table)))


def _move() -> Secret:
    table, card = dealt(), _first_cards(dealt())["bob"]
    moves = [{"when": {"gaps": "0"}, "bet": "red", "play": card}, {"play": card}]
    wordy = _orders(table) | {"bob": {"moves": moves, "discard": "none"}}
    return Secret(("bob",), (table, _orders(table)), (table, wordy))


SECRETS: Secrets = {
    "a card in the hand or at the bottom of the deck": _hand_and_deck,
    "which of two others holds a card": _two_hands,
    "the order of the deck": _deck,
    "a move that was not made": _move,
}


def calls(draw: random.Random) -> Iterator[Call]:
    def card() -> str:
        return f"{draw.choice([*COLOURS, 'black'])} {draw.randint(0, 3)}"

    def listed() -> list[str]:
        return [card() for _ in range(draw.randint(0, 3))]

    position = {
        "seated": draw.random() < 0.9, "turn": 2, "open": draw.random() < 0.8, "moves": draw.random() < 0.8, "hand": listed(),
        "can_play": draw.random() < 0.7, "fallen": draw.sample(COLOURS, 2), "betting": draw.random() < 0.7,
        "counters": draw.randint(0, 2), "first": draw.random() < 0.5, "tops": draw.random() < 0.5,
    }  # fmt: skip
    rows: list[Any] = [
        {
            "key": "move", "at": number, "when": draw.random() < 0.5, "implied": False,
            "bet": draw.sample(COLOURS, draw.randint(0, 2)),
            "play": draw.choice([None, {"card": card(), "on": draw.choice([*COLOURS, "lowest"])}]),
        }
        for number in range(draw.randint(0, 4))
    ]  # fmt: skip
    rows.append({"key": "discard", "at": 9, "when": False, "discard": draw.choice(["all", "none", listed()])})
    yield "check", [position, rows]
    yield "check", [position, rows[:-1]]
    yield "check", [position, [{"key": "move", "at": 0, "when": draw.random() < 0.5}]]
