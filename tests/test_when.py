"""Conditions: the four kinds of fact, and every way to get one wrong."""

from typing import Any

import pytest

from gm.core.play import Fact, Facts, Kind
from gm.core.when import read_when, unmet

KINDS = {"fell": Kind.NAMES, "fallers": Kind.NUMBER, "free": Kind.FLAG, "top": Kind.NUMBERS}
VALUES = {"fell": frozenset({"Red Rum", "Crisp"}), "fallers": 2, "free": True, "top": {"Red Rum": 4}}
TERMS = FACTS = Facts(
    {key: Fact(kind, key, lambda key=key: VALUES[key]) for key, kind in KINDS.items()},  # type: ignore[misc]
    ["Red Rum", "Crisp", "No", "O'Leary"],
    me="Crisp",
)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"fallers": "2"}, True), ({"fallers": "= 2"}, True), ({"fallers": "==2"}, True), ({"fallers": "!= 2"}, False),
        ({"fallers": ">= 2"}, True), ({"fallers": "> 2"}, False), ({"fallers": "<3"}, True), ({"fallers": "≤ 1"}, False),
        ({"fell": "red rum"}, True), ({"fell": ["RED  RUM", " me "]}, True), ({"fell": ["Red Rum", "No"]}, False),
        ({"fell": "o’leary"}, False), ({"free": "yes"}, True), ({"free": "FALSE"}, False), ({"free": "true"}, True),
        ({"top": {"red rum": "<= 4"}}, True), ({"top": {"Crisp": ">= 0"}}, False), ({"top": {"Red Rum": "5"}}, False),
        ({"fallers": "2", "free": "no"}, False), ({"FALLERS": "2", "free": "yes"}, True), ({}, True),
    ],
)  # fmt: skip
def test_a_condition_holds_if_all_its_keys_do(when: Any, holds: bool) -> None:
    condition, remarks = read_when(when, TERMS)
    assert not remarks
    assert (unmet(condition, FACTS) is None) == holds


def test_a_fact_that_is_not_known_never_holds() -> None:
    condition, _ = read_when({"fallers": "!= 7"}, TERMS)
    assert unmet(condition, {}) is not None


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ({"fallen": "2"}, "did you mean fallers?"),
        ({"xyz": "2"}, "fell, fallers, free, top"),
        ({"fallers": "two"}, "comparison"),
        ({"fallers": "1:30"}, "comparison"),
        ({"fallers": ["2"]}, "comparison"),
        ({"fallers": "9999999999"}, "comparison"),
        ({"fell": "Red Rom"}, "did you mean Red Rum?"),
        ({"fell": []}, "one name"),
        ({"fell": {"a": "b"}}, "one name"),
        ({"free": "maybe"}, "yes or no"),
        ({"top": "4"}, "name and a comparison"),
        ({"top": {"Crisp": "x"}}, "comparison"),
        ("fallers", "keys and values"),
    ],
)
def test_a_bad_condition_says_what_to_write(when: Any, says: str) -> None:
    _, remarks = read_when(when, TERMS)
    assert len(remarks) == 1
    assert says in remarks[0].message + " " + remarks[0].hint


def test_all_bad_keys_are_told_at_once() -> None:
    _, remarks = read_when({"fallen": "2", "free": "maybe", "fell": "Nobody At All"}, TERMS)
    assert len(remarks) == 3
