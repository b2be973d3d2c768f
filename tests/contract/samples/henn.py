"""Dirk Henn's Derby."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant, Seat, put
from gm.games.henn.cards import DECK, HORSES, exchangeable, lines_of
from tests.contract.samples import NUMBERS, SEATS, Call, Secret, Secrets

MANY = 4
SETTINGS: dict[str, Any] = {"options": {"lead": "pass"}}
FIELD = SEATS[:MANY]
BOB, DAVE = 1, 3  # their seats
COLOURS = ["red", "blue", "Castle on Hill"]


def written(choice: str) -> Any:
    return {"moves": [choice]}


def dealt() -> Any:
    return games.load("henn").setup([Entrant(seat, seat) for seat in FIELD], SETTINGS, Dice("ab" * 32)).state


def freed(table: Any) -> int:
    """A horse that bob may exchange if alice and bob both play the left card."""
    return exchangeable(table.deck[0])[0]


def orders(table: Any, **changed: Any) -> dict[Seat, Any]:
    horse = table.horses[freed(table)]
    plain: dict[Seat, Any] = {seat: {"moves": ["left"]} for seat in FIELD}
    return plain | {"bob": {"moves": ["left"], "exchange": [{"swap": horse, "for": "open"}]}} | changed


def holding(table: Any, seat: int, horse: int, ticket: int) -> Any:
    """Since the deal, that is."""
    players = put(
        table.players, seat, table.players[seat]._replace(tickets=put(table.players[seat].tickets, horse, ticket))
    )
    begun = table.rounds[0]._replace(tickets=tuple(player.tickets for player in players))
    return replace(table, players=players, rounds=(begun, *table.rounds[1:]))


def stocked(table: Any, horse: int, at: int, ticket: int) -> Any:
    return replace(table, stock=put(table.stock, horse, put(table.stock[horse], at, ticket)))


def with_the_stock(table: Any, seat: int, horse: int, at: int) -> Any:
    """A ticket changes places with one in the stock of its horse."""
    mine, theirs = table.players[seat].tickets[horse], table.stock[horse][at]
    return stocked(holding(table, seat, horse, theirs), horse, at, mine)


def _two_players(table: Any) -> Any:
    horse, players = 8, table.players
    bobs, daves = players[BOB].tickets[horse], players[DAVE].tickets[horse]
    return holding(holding(table, BOB, horse, daves), DAVE, horse, bobs)


def _numbers(table: Any) -> Any:
    bob = table.players[BOB]
    upset = (*bob.numbers[:3], *reversed(bob.numbers[3:]))
    return replace(table, players=put(table.players, BOB, bob._replace(numbers=upset)))


def _stock(table: Any) -> Any:
    """All but the tickets that are seen on this turn."""
    return replace(table, stock=tuple((*pile[:3], *reversed(pile[3:])) for pile in table.stock))


def _hidden(change: Callable[[Any], Any], *owners: Seat) -> Secret:
    table = dealt()
    return Secret(owners, (table, orders(table)), (change(table), orders(table)))


def _given() -> Secret:
    """It goes under the stock, where nobody sees it."""
    table = dealt()
    other = with_the_stock(table, BOB, freed(table), 3)
    return Secret(("bob",), (table, orders(table)), (other, orders(table)))


def _unseen() -> Secret:
    """The next of the stock, or the one after the one after."""
    table, horse = dealt(), freed(dealt())
    pile = table.stock[horse]
    other = stocked(stocked(table, horse, 1, pile[3]), horse, 3, pile[1])
    blind = {"moves": ["left"], "exchange": [{"swap": table.horses[horse], "for": "blind"}]}
    return Secret(("bob",), (table, orders(table, bob=blind)), (other, orders(table, bob=blind)))


def _wordy(part: Any, told: bool = True) -> Secret:
    table = dealt()
    lines = {"moves": [*part.get("moves", ()), "left"], "exchange": part.get("exchange", ())}
    lines["exchange"] = [*lines["exchange"], {"swap": table.horses[freed(table)], "for": "open"}]
    return Secret(("bob",), (table, orders(table)), (table, orders(table, bob=part | lines)), told)


SECRETS: Secrets = {
    "a ticket": partial(_hidden, lambda table: with_the_stock(table, BOB, 8, 4), "bob"),
    "which of two others holds a ticket": partial(_hidden, _two_players, "bob", "dave"),
    "the order of the deck": partial(
        _hidden, lambda table: replace(table, deck=(*table.deck[:20], *reversed(table.deck[20:])))
    ),
    "the order of somebody's number cards": partial(_hidden, _numbers),
    "the order of tickets that lie face down": partial(_hidden, _stock),
    "the ticket that was given away": _given,
    "the ticket that came unseen": _unseen,
    "a move that was not made": partial(_wordy, {"moves": [{"favour": {"red": "3", "blue": "-2"}, "least": "99"}]}),
    "an exchange that was not made": partial(_wordy, {"exchange": [{"swap": "any", "for": "> 9"}]}),
    "a standing order": partial(_wordy, {"standing": {"moves": ["right"], "exchange": ["none"]}}, told=False),
}


def calls(draw: random.Random) -> Iterator[Call]:
    names = draw.sample(HORSES, 9) if draw.random() < 0.5 else [*COLOURS, *HORSES[3:]]

    def lying(card: int) -> Any:
        return {"card": card, "lines": [[names[horse], spaces] for horse, spaces in lines_of(card)]}

    cards = draw.sample(DECK, 5)
    places = draw.sample(["left", "right", "blind"], draw.randint(0, 3))
    position = {
        "turn": 3, "moves": draw.random() < 0.9, "number": draw.randint(1, 6), "home": draw.sample(names, draw.randint(0, 3)),
        "row": {side: {"card": None, "lines": []} if side == "blind" else lying(cards[side == "left"]) for side in places},
        "out": cards[2:4],
    }  # fmt: skip

    def weights() -> Any:
        return {
            name: draw.choice(["3", "-2", "– 1", "0", "7", *NUMBERS]) for name in draw.sample(names, draw.randint(0, 3))
        }

    def row(at: int) -> Any:
        key = draw.choice(["moves", "moves", "exchange", "standing moves", "standing exchange"])
        both = {"key": key, "at": at, "when": draw.random() < 0.3, "implied": False}
        least = {"least": draw.choice(["", "", "4", "-3", "0", *NUMBERS])} if draw.random() < 0.7 else {}
        if key.endswith("exchange"):
            swap = draw.choice([["any"], ["none"], [], draw.sample(names, 2)])
            wanted = draw.choice(["open", "blind", "better", "<= 3", "4", "", "x", None])
            return both | least | {"swap": swap, "for": wanted}
        card = draw.choice(
            [[], [], ["left"], ["right", "left"], ["blind"], ["blind", "left"], list(map(str, cards[:4]))]
        )
        return both | least | {"card": card, "number": draw.choice(["", "open", "next", None]), "favour": weights()}

    rows = [row(at) for at in range(draw.randint(0, 4))]
    yield "check", [position, rows]
    yield "check", [position, [{"key": draw.choice(["moves", "exchange"]), "at": 0, "when": False, "implied": False}]]
    yield "worth", [lying(cards[0])["lines"], draw.randint(1, 6), {names[0]: 3, names[4]: -2}, position["home"]]
