"""Positions of every shape that a game may have survive JSON, and a later version of the rules."""

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import pytest

from gm.core import codec


class Suit(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Card:
    suit: Suit
    value: int = 1


class Stake(NamedTuple):
    card: Card
    pays: tuple[int, ...] = (4, 2)
    made: bool = False


@dataclass(frozen=True)
class Betting:
    stakes: dict[int, str]


@dataclass(frozen=True)
class Running:
    lanes: tuple[Card, ...]
    leader: Card | None = None


@dataclass(frozen=True)
class Node:
    name: str
    inside: "tuple[Node, ...]" = ()


@dataclass(frozen=True)
class Position:
    phase: Betting | Running
    was: Betting | Running | None
    by_number: dict[int, Card]
    by_card: dict[Suit, tuple[int, ...]]
    mixed: tuple[int, Card, str | None]
    seen: frozenset[str]
    numbers: frozenset[int]
    cards: frozenset[Suit]
    word: int | str
    pile: list[Card]
    tree: Node
    stake: Stake | None = None


ACE = Card(Suit.BLACK)
POSITION = Position(
    phase=Running((ACE, Card(Suit.RED, 7)), ACE),
    was=Betting({3: "alice"}),
    by_number={10: ACE, 9: Card(Suit.RED)},
    by_card={Suit.RED: (1, 2)},
    mixed=(1, ACE, None),
    seen=frozenset({"bob", "alice"}),
    numbers=frozenset({10, 9}),
    cards=frozenset(Suit),
    word="all",
    pile=[ACE],
    tree=Node("a", (Node("b", (Node("c"),)),)),
    stake=Stake(Card(Suit.RED, 7), (3,)),
)


def again(kind: Any, value: Any) -> Any:
    return codec.load(kind, json.loads(json.dumps(codec.dump(kind, value))))


def test_a_position_of_every_shape_survives_json() -> None:
    back = again(Position, POSITION)
    assert back == POSITION
    assert list(back.by_number) == [10, 9], "keys that are numbers stay numbers, in their order"
    assert type(back.phase) is Running
    assert type(back.mixed[1]) is Card
    assert type(back.stake) is Stake
    assert isinstance(back.seen, frozenset)
    assert again(Position, back) == back


def test_a_named_tuple_is_written_as_a_dataclass_is() -> None:
    stake = Stake(ACE, made=True)
    assert codec.dump(Stake, stake) == {"card": {"suit": "black", "value": 1}, "pays": [4, 2], "made": True}
    assert codec.bare(Stake, stake) == {"card": {"suit": "black"}, "made": True}
    assert codec.load(Stake, {"card": {"suit": "black"}, "more": 1}) == Stake(ACE)


def test_what_is_dumped_is_always_the_same() -> None:
    """A set has no order of its own; numbers go by their size."""
    dumped = codec.dump(Position, POSITION)
    assert dumped["seen"] == ["alice", "bob"]
    assert dumped["numbers"] == [9, 10]


@dataclass(frozen=True)
class Later:
    """A position of a later version of the rules."""

    stakes: dict[int, str]
    limit: int = 5
    gone: tuple[str, ...] = ()
    notes: dict[str, int] = field(default_factory=dict)


def test_a_field_that_is_not_there_has_its_default_and_one_too_many_is_passed_over() -> None:
    assert codec.load(Later, {"stakes": {"3": "alice"}, "lucky": 7}) == Later({3: "alice"})


def test_a_field_without_a_default_is_needed() -> None:
    with pytest.raises(KeyError):
        codec.load(Later, {"limit": 5})


def test_what_cannot_be_stored_is_refused_when_it_is_stored() -> None:
    with pytest.raises(codec.NoCodec):
        codec.dump(object, object())
    with pytest.raises(codec.NoCodec):
        codec.dump(dict[str, Card | tuple[int, ...]], {})


# Bare of defaults


@dataclass(frozen=True)
class Grown:
    """A position of later rules: the same with more fields."""

    lanes: tuple[Card, ...]
    leader: Card | None = None
    weather: str = "dry"
    seen: frozenset[int] = frozenset()
    notes: list[str] = field(default_factory=list)


def test_what_is_hashed_leaves_out_defaults_at_any_depth() -> None:
    assert codec.bare(Running, Running((ACE, Card(Suit.RED, 7)))) == {
        "lanes": [{"suit": "black"}, {"suit": "red", "value": 7}]
    }
    assert codec.bare(Running, Running((), ACE)) == {"lanes": [], "leader": {"suit": "black"}}


def test_a_new_field_changes_nothing_that_is_hashed() -> None:
    lanes = (ACE, Card(Suit.RED, 7))
    assert codec.bare(Grown, Grown(lanes, ACE)) == codec.bare(Running, Running(lanes, ACE))
    assert codec.bare(Grown, Grown(lanes, ACE, "wet", notes=["x"])) != codec.bare(Running, Running(lanes, ACE))


def test_which_of_several_it_is_is_never_left_out() -> None:
    bare = codec.bare(Position, POSITION)
    assert bare["phase"][codec.TAG] == "Running"
    assert codec.load(Position, bare) == POSITION


# By column


@pytest.fixture
def by_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if two were many."""
    monkeypatch.setattr(codec, "MANY", 2)


@pytest.mark.usefixtures("by_column")
def test_many_of_one_kind_stand_field_by_field_and_are_read_again() -> None:
    lanes = (ACE, Card(Suit.RED, 7), Card(Suit.RED))
    for kind, value in ((Running, Running(lanes, ACE)), (Grown, Grown(lanes, notes=["x"])), (Position, POSITION)):
        stored = json.loads(json.dumps(codec.by_column(kind, value)))
        assert codec.load(kind, stored) == value
        assert codec.row_by_row(stored) == codec.dump(kind, value)
    assert codec.by_column(Running, Running(lanes))["lanes"] == {
        codec.COLUMNS: {"suit": ["black", "red", "red"], "value": (1, 7, 1)}
    }


@pytest.mark.usefixtures("by_column")
def test_a_column_that_is_not_there_has_the_default_of_its_field_and_one_too_many_is_passed_over() -> None:
    columns = {"suit": ["black", "red"], "lucky": [1, 2]}
    assert codec.load(Running, {"lanes": {codec.COLUMNS: columns}}) == Running((ACE, Card(Suit.RED)))
    with pytest.raises(KeyError):
        codec.load(Running, {"lanes": {codec.COLUMNS: {"value": [1, 2]}}})


def test_few_of_one_kind_stand_as_they_always_did() -> None:
    lanes = (ACE,) * (codec.MANY - 1)
    assert codec.by_column(Running, Running(lanes)) == codec.dump(Running, Running(lanes))
    assert codec.by_column(Running, Running((*lanes, ACE))) != codec.dump(Running, Running((*lanes, ACE)))
