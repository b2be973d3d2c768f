"""Conditions: what a `when` says, and whether it holds. The same for every game."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Facts, Flaw, Kind, Raw, Remark, remarked
from gm.core.validity import bad_comparison, comparison
from gm.core.words import Sentence, sentence

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "==": operator.eq,
    "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
_SIGNS = str.maketrans({"≤": "<=", "≥": ">=", "≠": "!="})
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_NAMES = sentence("write one name, or a list of names in [brackets]")
_NUMBERS = sentence("write a name and a comparison, such as {example}", example='{red: "<= 4"}')


class Comparison(NamedTuple):
    sign: str
    number: int

    def holds(self, fact: int) -> bool:
        return _COMPARE[self.sign](fact, self.number)

    def __str__(self) -> str:
        return f"{self.sign} {self.number}"


class Test(NamedTuple):
    """One key of a `when`, and what it wants the fact to be."""

    key: str
    wanted: "bool | Comparison | tuple[str, ...] | tuple[tuple[str, Comparison], ...]"

    def holds(self, fact: Any) -> bool:
        if fact is None:  # not known to this player now: nothing can be said of it
            return False
        match self.wanted:
            case bool():
                return bool(fact == self.wanted)
            case Comparison():
                return self.wanted.holds(fact)
            case wanted:
                return all(self._one_holds(each, fact) for each in wanted)

    @staticmethod
    def _one_holds(wanted: "str | tuple[str, Comparison]", fact: Any) -> bool:
        if isinstance(wanted, str):
            return wanted in fact
        name, comparison = wanted
        return name in fact and comparison.holds(fact[name])

    def __str__(self) -> str:
        match self.wanted:
            case bool():
                return f"{self.key}: {'yes' if self.wanted else 'no'}"
            case Comparison():
                return f"{self.key} {self.wanted}"
            case wanted:
                each = (one if isinstance(one, str) else f"{one[0]} {one[1]}" for one in wanted)
                return f"{self.key}: {', '.join(each)}"


Condition = tuple[Test, ...]


def unmet(condition: Condition, facts: Facts) -> Test | None:
    """The first test that does not hold; None if the whole condition holds."""
    return next((test for test in condition if not test.holds(facts.get(test.key))), None)


def read_when(raw: Raw, facts: Facts) -> tuple[Condition, list[Remark]]:
    """A `when` as it stands on the page, and everything that is wrong with it."""
    if not isinstance(raw, Mapping):
        example = "when: {" + next(iter(facts.facts), "key") + ": …}"
        hint = sentence("write keys and values, such as {example}", example=example)
        return (), [Remark(sentence("a condition needs keys and values"), hint, raw, Flaw.UNREADABLE)]
    tests, remarks = [], []
    for key, value in raw.items():
        try:
            tests.append(_read_test(key, value, facts))
        except _Wrong as wrong:
            remarks.append(wrong.remark)
    return tuple(tests), remarks


class _Wrong(Exception):
    def __init__(self, message: str, hint: str, about: Raw, flaw: Flaw):
        self.remark = Remark(message, hint, about, flaw)


def _read_test(key: str, value: Raw, facts: Facts) -> Test:
    known = find(key, facts.facts)
    if known is None:
        hint = did_you_mean(key, facts.facts, sentence("a condition here may use {words}", words=list(facts.facts)))
        raise _Wrong(sentence("there is no condition called {key} here", key=key), hint, key, Flaw.UNKNOWN)
    kind = facts.facts[known].kind
    about = value if value else key
    match kind:
        case Kind.NUMBER:
            return Test(known, _comparison(known, value, about))
        case Kind.NAMES:
            return Test(known, _names(known, value, facts, about))
        case Kind.FLAG:
            return Test(known, _flag(known, value, about))
        case Kind.NUMBERS:
            return Test(known, _numbers(known, value, facts, about))


def _comparison(key: str, value: Raw, about: Raw) -> Comparison:
    found = comparison(value.strip().translate(_SIGNS)) if isinstance(value, str) else []
    if not found:
        wrong = remarked(bad_comparison(key, value, None)[0])
        raise _Wrong(wrong.message, wrong.hint, about, wrong.flaw)
    return Comparison(found[0] or "=", int(found[1]))


def _flag(key: str, value: Raw, about: Raw) -> bool:
    flag = _FLAGS.get(fold(value)) if isinstance(value, str) else None
    if flag is None:
        raise _Wrong(_no_flag(key, value), sentence("write yes or no"), about, Flaw.UNREADABLE)
    return flag


def _no_flag(key: str, value: Raw) -> Sentence:
    if not isinstance(value, str):
        return sentence("{key} is yes or no, not this", key=key)
    if not value.strip():
        return sentence("{key} is yes or no, not nothing", key=key)
    return sentence("{key} is yes or no, not {value}", key=key, value=value.strip()[:30])


def _names(key: str, value: Raw, facts: Facts, about: Raw) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise _Wrong(sentence("{key} wants names", key=key), _NAMES, about, Flaw.UNREADABLE)
    return tuple(_name(name, facts) for name in names)


def _name(name: str, facts: Facts) -> str:
    if facts.me and fold(name) == "me":
        return facts.me
    known = find(name, facts.names)
    if known is None:
        message = sentence("nobody here is called {name}", name=name.strip())
        raise _Wrong(message, did_you_mean(name, facts.names), name, Flaw.UNKNOWN)
    return known


def _numbers(key: str, value: Raw, facts: Facts, about: Raw) -> tuple[tuple[str, Comparison], ...]:
    if not isinstance(value, Mapping) or not value:
        raise _Wrong(sentence("{key} wants names with numbers", key=key), _NUMBERS, about, Flaw.UNREADABLE)
    return tuple((_name(name, facts), _comparison(key, number, number)) for name, number in value.items())
