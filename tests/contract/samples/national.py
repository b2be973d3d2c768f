"""The Grand National board game."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant, Seat
from gm.pages.book import read_book
from tests.contract.samples import NUMBERS, SEATS, Call, Secret, Secrets
from tests.telling import play_turn

MANY = 3
SETTINGS: dict[str, Any] = {"options": {"sales": "1"}}
FIELD = SEATS[:MANY]
OWN = {
    "alice": {"Brown Sugar": "80", "Gun Metal": "60", "Copper Kite": "50", "Odd Sock": "10"},
    "bob": {"Brown Sugar": "70", "Tidal Bore": "70", "Quarryman": "60", "Late Bus": "10", "Slate Roof": "30"},
    "carol": {"Harbour Lantern": "60", "Penny Whistler": "40", "Second Post": "10", "Dusty Mitre": "30"},
}
RIDES = {
    "alice": {"Brown Sugar": "5", "Gun Metal": "4", "Copper Kite": "6", "Odd Sock": "3"},
    "bob": {"Tidal Bore": "4", "Quarryman": "5", "Late Bus": "3", "Slate Roof": "6"},
    "carol": {"Harbour Lantern": "5", "Penny Whistler": "6", "Second Post": "4", "Dusty Mitre": "3"},
}


def begun() -> Any:
    return games.load("national").setup([Entrant(seat, seat) for seat in FIELD], SETTINGS, Dice("ab" * 32)).state


def after(*turns: dict[Seat, Any]) -> Any:
    """The position after these turns."""
    game, state = games.load("national"), begun()
    for parts in turns:
        books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
        state = play_turn(game, state, books, Dice("ab" * 32)).state
    return state


def section(name: str, said: dict[Seat, Any], **changed: Any) -> dict[Seat, Any]:
    return {seat: {name: each} for seat, each in (said | changed).items()}


SALE = section("bids", OWN)
NO_BETS = section("bets", dict.fromkeys(FIELD, "none"))
RACE = section("ride", RIDES)


def _turn(name: str, said: dict[Seat, Any], before: tuple[Any, ...], bobs: Any, told: bool = True) -> Secret:
    """The same turn, with something else on bob's page."""
    state = after(*before)
    return Secret(("bob",), (state, section(name, said)), (state, section(name, said, bob=bobs)), told)


def _bet(stake: str) -> dict[Seat, Any]:
    return section("bets", dict.fromkeys(FIELD, "none"), bob={"Quarryman": stake})


def _purse(*before: Any) -> Secret:
    """Bob has bet more, and nobody sees it in the race that follows."""
    one, other = (after(SALE, NO_BETS, _bet(stake)) for stake in ("10 win", "20 place"))
    return Secret(("bob",), (one, RACE), (other, RACE))


def _decks() -> Secret:
    state = after(SALE, NO_BETS, NO_BETS)
    upset = {deck: (*cards[:12], *reversed(cards[12:])) for deck, cards in state.decks.items()}
    return Secret((), (state, RACE), (replace(state, decks=upset), RACE))


def _standing() -> Secret:
    state = after(SALE, NO_BETS, NO_BETS)
    more = RACE | {"bob": RACE["bob"] | {"standing": {"Quarryman": "8 fence"}}}
    return Secret(("bob",), (state, RACE), (state, more), told=False)


_NONE = dict.fromkeys(FIELD, "none")
_LOST = OWN["bob"] | {"Brown Sugar": [{"when": {"money": ">= 250"}, "bid": "70"}, "60"]}
_MORE = OWN["bob"] | {"Quarryman": "90"}
_OTHERWISE = RIDES["bob"] | {"Quarryman": [{"when": {"round": ">= 5"}, "ride": "retire"}, "5"]}
SECRETS: Secrets = {
    "how a losing bid was written": partial(_turn, "bids", OWN, (), _LOST),
    "the limit of a buyer": partial(_turn, "bids", OWN, (), _MORE),
    "an ante-post bet": partial(_turn, "bets", _NONE, (SALE,), {"Quarryman": "10 win"}),
    "a bet": partial(_turn, "bets", _NONE, (SALE, NO_BETS), {"Late Bus": ["20 place", "10 win"]}),
    "bets and purses while the race goes on": _purse,
    "the order of the decks": _decks,
    "a ride that was not ridden": partial(_turn, "ride", RIDES, (SALE, NO_BETS, NO_BETS), _OTHERWISE),
    "a standing ride": _standing,
}


def calls(draw: random.Random) -> Iterator[Call]:
    horses = ["Brown Sugar", "Odd Sock", "Ferryman's Fee"]
    kinds = ["clear", "shoe", "fence", "home"]
    lands = {str(lane): [[draw.choice(kinds), 50 + speed, 2, speed, draw.choice([6, 12, 16, 25]), draw.choice(["", "Late Bus"])]
                         for speed in range(1, 9)] for lane in range(7)}  # fmt: skip
    runners = {
        name: {"horse": name, "points": draw.randint(0, 60), "first": draw.random() < 0.5, "lands": lands}
        for name in horses
    }
    position = {
        "boxes": draw.randint(1, 4), "lots": horses, "odds": {name: [draw.choice([6, 150]), 25] for name in horses},
        "limit": draw.choice([-10000, 0, 40000, 220000]), "purse": draw.choice([0, 10000, 250000]),
        "reserves": dict(zip(horses, (60000, 10000, 30000), strict=True)), "ante_post": draw.random() < 0.4,
        "runners": runners,
    }  # fmt: skip
    money = ["60", "£60,000", "60.000", "65", "60k", "1,5", "£ 20 000", *NUMBERS]
    words = [
        "4-6",
        "6 – 4",
        "5,4",
        "fence",
        "shoe or",
        "CLEAR",
        "lane 3",
        "lane2",
        "lane 9",
        "lane",
        "retire",
        "9",
        "fast",
        "-",
    ]

    def row(at: int) -> Any:
        section = draw.choice(["bids", "bets", "ride", "standing"])
        both = {"key": f"{section} {draw.choice(horses)}", "at": at, "when": draw.random() < 0.3, "implied": False}
        bets = {on: draw.choice([*money, "10 place", None]) for on in ("win", "place")}
        ride = " ".join(draw.sample(words, draw.randint(0, 4)))
        own = {"bids": {"bid": draw.choice(money)}, "bets": bets}
        return both | own.get(section, {"ride": draw.choice([ride, None])})

    yield "check", [position, [row(at) for at in range(draw.randint(0, 5))]]
    yield "ride", [" ".join(draw.sample(words, 3))]
    yield "money", [draw.choice(money)]
    yield (
        "bad_wager",
        [f"{draw.choice(money)} {draw.choice(['win', 'to win', 'for a place', 'Place', '', 'win place'])}", 1],
    )
    yield "spelled", [" ".join(draw.sample(words, 4))]
    yield "strip", [position, f"{draw.choice(['ride', 'standing'])} Odd Sock", draw.choice(["", "5 lane 2"])]
    yield "told", [draw.choice([0, 5500, 60000, 1250000, 24240000])]
