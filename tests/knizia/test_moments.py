"""The call at the table: no moment is missed, and each says what it should."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.games.knizia import call as table_call
from gm.pages.book import read_book
from gm.reports.call import chosen
from tests.haytack.test_moments import given_names, kinds, one, weights
from tests.telling import play_turn, story


def table_turns(players: int, pace: str, seed: str) -> Iterator[tuple[Any, list[Event], list[Event]]]:
    game: Game[Any, Any] = games.load("knizia")
    seats = [f"p{n}" for n in range(players)]
    table = game.setup([Entrant(seat, seat) for seat in seats], {"options": {"pace": pace}}, Dice(seed)).state
    past: list[Event] = []
    while game.pending(table):
        due = [seat for seat in seats if game.agenda(table, seat, table.turn)]
        parts = {seat: game.improvise(table, seat, Dice(seed)) for seat in due}
        step = play_turn(
            game, table, {seat: read_book(game, table, seat, part) for seat, part in parts.items()}, Dice(seed)
        )
        yield step.state, list(step.events), list(past)
        table, past = step.state, [*past, *step.events]


@pytest.mark.parametrize("pace", ["round", "move"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_at_the_table_too_every_moment_has_its_values_and_is_counted(players: int, pace: str) -> None:
    game: Game[Any, Any] = games.load("knizia")
    before: Counter[str] = Counter()
    for table, events, past in table_turns(players, pace, f"{players}{pace}"):
        told = story(game, table, events, None, past)
        assert told["beats"]
        assert told["beats_before"] == dict(before)
        assert all(
            beat.keys() - {"kind", "weight", "part"} == set(given_names("knizia")[beat["kind"]])
            for beat in told["beats"]
        )
        before.update(kinds(told["beats"]))
    assert before["finishers"] + before["stalemate"] == before["winner"] + before["shared"] == 1
    assert before["fell"] + before["fell_by_one"] + before["fell_tie"] == len(table.fallen)


def at_the_table(*events: Event, **view: Any) -> list[Json]:
    seen = {"horses": ["red", "blue", "pink"], "hands": {"ann": 8, "bob": 8}, "options": {"pace": "round"}, **view}
    moved = Event("move", {"player": "ann", "auto": False, "passed": False})
    return chosen("knizia", *table_call.call(seen, [moved, *events], []))[0]


def card(card: str, on: str, covers: int | None = None, player: str = "ann") -> Event:
    return Event("play", {"player": player, "card": card, "on": on, "covers": covers})


def score(fell: str, number: int, tied: Sequence[str] = (), lost: Sequence[str] = ()) -> Event:
    return Event("score", {"fence": 1, "fell": fell, "card": number, "tied": list(tied), "lost": list(lost)})


def bet(player: str, horse: str) -> Event:
    return Event("bet", {"player": player, "horse": horse, "fence": 1})


END = Event("end", {"payouts": {"ann": 4, "bob": 0}, "winners": ["ann"]})
DRAWN = Event("end", {"payouts": {"ann": 4, "bob": 4}, "winners": ["ann", "bob"]})


@pytest.mark.parametrize(
    ("kind", "events", "values"),
    [
        ("start", [], {"horses": 3, "players": ["ann", "bob"]}),
        ("first_bet", [bet("ann", "red")], {"player": "ann", "horse": "red", "fence": 1}),
        ("bet", [bet("ann", "red"), bet("bob", "blue")], {"player": "bob", "horse": "blue", "fence": 1}),
        ("slowed", [card("red 8", "red"), card("black 1", "red", 8)], {"player": "ann", "horse": "red", "card": 1, "covers": 8}),
        ("slowed_backed", [bet("bob", "red"), card("red 8", "red"), card("black 1", "red", 8)], {"player": "ann", "horse": "red", "card": 1, "covers": 8, "players": ["bob"]}),
        ("raised", [card("red 2", "red"), card("red 9", "red", 2)], {"player": "ann", "horse": "red", "card": 9, "covers": 2}),
        ("low_card", [card("red 0", "red")], {"player": "ann", "horse": "red", "card": 0}),
        ("high_card", [card("red 9", "red")], {"player": "ann", "horse": "red", "card": 9}),
        ("fell", [card("red 3", "red"), card("blue 5", "blue"), card("pink 6", "pink"), score("red", 3)], {"horse": "red", "card": 3, "fence": 1}),
        ("fell_by_one", [card("red 4", "red"), card("blue 5", "blue"), card("pink 6", "pink"), score("red", 4)], {"horse": "red", "card": 4, "fence": 1}),
        ("fell_tie", [card("red 5", "red"), card("blue 5", "blue"), card("pink 6", "pink"), score("blue", 5, ["red"])], {"horse": "blue", "horses": ["red"], "card": 5, "fence": 1}),
        ("bets_lost", [score("red", 3, lost=["bob", "ann", "bob"])], {"horse": "red", "players": ["ann", "bob"]}),
        ("fence_opens", [score("red", 3)], {"fence": 2, "left": 2}),
        ("one_gap", [card("red 5", "red"), card("blue 5", "blue")], {"horse": "pink", "fence": 1}),
        ("passed", [Event("move", {"player": "bob", "auto": False, "passed": True})], {"player": "bob"}),
        ("house", [Event("move", {"player": "bob", "auto": True, "passed": False})], {"player": "bob"}),
        ("stalemate", [END], {"fence": 1}),
        ("winner", [END], {"player": "ann", "won": 4}),
        ("shared", [DRAWN], {"players": ["ann", "bob"], "won": 4}),
    ],
)  # fmt: skip
def test_the_table_commentator_misses_nothing(kind: str, events: list[Event], values: Json) -> None:
    assert one(kind, at_the_table(*events)) == values
    assert set(values) == set(given_names("knizia")[kind])


def test_nobody_is_said_to_slow_a_horse_that_they_have_bet_on() -> None:
    assert "low_card" not in kinds(at_the_table(bet("ann", "red"), card("red 0", "red")))


def test_every_kind_at_the_table_has_its_weight_and_its_values() -> None:
    assert set(weights("knizia")) == set(given_names("knizia"))
