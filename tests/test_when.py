"""Conditions: the four kinds of fact, and every way to get one wrong."""

from typing import Any

import pytest

from gm.core.play import NO_FACTS, Fact, Facts, Kind
from gm.core.when import read_when, unmet

KINDS = {"fell": Kind.NAMES, "fallers": Kind.NUMBER, "free": Kind.FLAG, "top": Kind.NUMBERS}
VALUES = {
    "fell": frozenset({"Red Rum", "Crisp"}),
    "fallers": 2,
    "free": True,
    "top": {"Red Rum": 4, "O'Leary": 4, "<X>": -1},
}
TERMS = FACTS = Facts(
    {key: Fact(kind, key, lambda key=key: VALUES[key]) for key, kind in KINDS.items()},  # type: ignore[misc]
    ["Red Rum", "Crisp", "No", "O'Leary", "<X>", "5", "Not"],
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
        ({"fallers": "> −1"}, True), ({"fallers": "<= - 2"}, False), ({"top": {"<X>": "-1"}}, True),
        ({"fallers": "2", "free": "no"}, False), ({"FALLERS": "2", "free": "yes"}, True), ({}, True),
    ],
)  # fmt: skip
def test_a_condition_holds_if_all_its_keys_do(when: Any, holds: bool) -> None:
    condition, remarks = read_when(when, TERMS)
    assert not remarks
    assert (unmet(condition, FACTS) is None) == holds


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"not": {"fallers": "2"}}, False), ({"not": {"fallers": "3"}}, True), ({"NOT ": {"fell": "me"}}, False),
        ({"not": {"fallers": "2", "free": "no"}}, True), ({"not": {"fallers": "2", "free": "yes"}}, False),
        ({"free": "yes", "not": {"fell": ["me", "No"]}}, True), ({"free": "no", "not": {"fell": "No"}}, False),
        ({"not": {"not": {"fallers": "2"}}}, True), ({"not": {"fallers": "2", "not": {"free": "yes"}}}, True),
    ],
)  # fmt: skip
def test_not_holds_if_what_is_in_it_does_not_hold_all(when: Any, holds: bool) -> None:
    condition, remarks = read_when(when, TERMS)
    assert not remarks
    assert (unmet(condition, FACTS) is None) == holds


@pytest.mark.parametrize(
    ("top", "holds"),
    [
        ({"red rum": "= o’leary"}, True), ({"Red Rum": "O'Leary"}, True), ({"Red Rum": ">O'LEARY"}, False),
        ({"Red Rum": "≠ o'leary"}, False), ({"Red Rum": "> <X>"}, True), ({"Red Rum": "<X>"}, False),
        ({"<x>": "<<X>"}, False), ({"<X>": "<= <X>"}, True), ({"Red Rum": "> 5"}, False), ({"Red Rum": "< 5"}, True),
        ({"Red Rum": "!= me"}, False), ({"me": "!= Red Rum"}, False), ({"Red Rum": "> No"}, False),
        ({"No": "< Red Rum"}, False), ({"Not": "1"}, False),
    ],
)  # fmt: skip
def test_one_name_is_compared_with_another_if_both_are_there(top: Any, holds: bool) -> None:
    """What reads as a number is a number, also where a horse is called 5."""
    condition, remarks = read_when({"top": top}, TERMS)
    assert not remarks
    assert (unmet(condition, FACTS) is None) == holds


def test_a_condition_is_read_back_as_it_is_written() -> None:
    when = {
        "fallers": "≥ −2",
        "top": {"red rum": ">O'Leary", "no": "4"},
        "not": {"fell": ["me", "No"], "not": {"free": "no"}},
    }
    condition, _ = read_when(when, TERMS)
    told = ["fallers >= -2", "top: Red Rum > O'Leary, No = 4", "not (fell: Crisp, No, not (free: no))"]
    assert [str(test) for test in condition] == told


def test_of_a_fact_that_is_not_known_nothing_holds_and_so_its_opposite_does() -> None:
    condition, _ = read_when({"fallers": "!= 7"}, TERMS)
    assert unmet(condition, NO_FACTS) is not None
    condition, _ = read_when({"not": {"fallers": "!= 7"}}, TERMS)
    assert unmet(condition, NO_FACTS) is None
    condition, _ = read_when({"not": {"fallers": "7", "not": {"free": "yes"}}}, TERMS)
    assert unmet(condition, NO_FACTS) is None


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ({"fallen": "2"}, "did you mean fallers?"),
        ({"xyz": "2"}, "fell, fallers, free, top, not"),
        ({"nott": {"fallers": "2"}}, "did you mean not?"),
        ({"not": [{"fallers": "2"}]}, "one map of conditions, and no list"),
        ({"not": {}}, "needs something that is not to hold"),
        ({"not": " "}, "needs something that is not to hold"),
        ({"not": []}, "no list"),
        ({"not": {"not": {"not": {"not": {"not": {"not": {"free": "yes"}}}}}}}, "more than 5 nots"),
        ({"not": "fell"}, "conditions with their keys write not: {fell: …}"),
        ({"not": {"fallen": "2"}}, "did you mean fallers?"),
        ({"not": {"not": {"top": {"Crisp": "x"}}}}, "comparison"),
        ({"top": {"Crisp": "> Red Rom"}}, "nobody here is called Red Rom did you mean Red Rum?"),
        (
            {"top": {"Crisp": "> Somebody Else"}},
            "a number or a name, and > Somebody Else is neither write a number, a name",
        ),
        ({"top": {"Crisp": ""}}, "nothing is none"),
        ({"top": {"Crisp": ["1"]}}, "this is none"),
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
