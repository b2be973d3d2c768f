"""Conditions: what a `when` says, and whether it holds. The same for every game."""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from gm.core.names import did_you_mean, find, fold, nearest
from gm.core.play import Facts, Flaw, Json, Kind, Raw, Remark, remarked
from gm.core.validity import against, bad_comparison, bad_match, comparison
from gm.core.words import Sentence, sentence

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "==": operator.eq,
    "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
NOT = "not"
MOST_NOTS = 5  # around each other
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


class Match(NamedTuple):
    """One name compared with another, of which each has a number."""

    sign: str
    other: str

    def __str__(self) -> str:
        return f"{self.sign} {self.other}"


ByName = tuple[str, Comparison | Match]


class Test(NamedTuple):
    """One key of a `when`, and what it wants the fact to be."""

    key: str
    wanted: bool | Comparison | tuple[str, ...] | tuple[ByName, ...]

    def holds(self, facts: Facts) -> bool:
        fact = facts.get(self.key)
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
    def _one_holds(wanted: str | ByName, fact: Any) -> bool:
        if isinstance(wanted, str):
            return wanted in fact
        name, than = wanted
        if isinstance(than, Match):
            return name in fact and than.other in fact and _COMPARE[than.sign](fact[name], fact[than.other])
        return name in fact and than.holds(fact[name])

    def __str__(self) -> str:
        match self.wanted:
            case bool():
                return f"{self.key}: {'yes' if self.wanted else 'no'}"
            case Comparison():
                return f"{self.key} {self.wanted}"
            case wanted:
                each = (one if isinstance(one, str) else f"{one[0]} {one[1]}" for one in wanted)
                return f"{self.key}: {', '.join(each)}"


class Not(NamedTuple):
    """Holds if these do not all hold; so also where something in them is not known."""

    tests: "Condition"

    def holds(self, facts: Facts) -> bool:
        return unmet(self.tests, facts) is not None

    def __str__(self) -> str:
        return f"{NOT} ({', '.join(map(str, self.tests))})"


Condition = tuple[Test | Not, ...]


def unmet(condition: Condition, facts: Facts) -> Test | Not | None:
    """The first test that does not hold; None if the whole condition holds."""
    return next((test for test in condition if not test.holds(facts)), None)


def names_nobody(condition: Condition) -> bool:
    """Then it says the same whoever wrote it; a name may be `me`."""
    return all(
        names_nobody(test.tests) if isinstance(test, Not) else isinstance(test.wanted, (bool, Comparison))
        for test in condition
    )


def asks_for(condition: Iterable[Test | Not], keys: Collection[str]) -> bool:
    """Does any of its tests read one of these facts?"""
    return any(asks_for(test.tests, keys) if isinstance(test, Not) else test.key in keys for test in condition)


def read_when(raw: Raw, facts: Facts, depth: int = 0) -> tuple[Condition, list[Remark]]:
    """A `when` as it stands on the page, and everything that is wrong with it; `depth` counts the nots around it."""
    if not isinstance(raw, Mapping):
        example = "when: {" + next(iter(facts.facts), "key") + ": …}"
        hint = sentence("write keys and values, such as {example}", example=example)
        return (), [Remark(sentence("a condition needs keys and values"), hint, raw, Flaw.UNREADABLE)]
    tests: list[Test | Not] = []
    remarks: list[Remark] = []
    for key, value in raw.items():
        if fold(key) == NOT:
            inner, wrong = _read_not(key, value, facts, depth + 1)
            tests.append(Not(inner))
            remarks += wrong
            continue
        try:
            tests.append(_read_test(key, value, facts))
        except _Wrong as wrong_one:
            remarks.append(wrong_one.remark)
    return tuple(tests), remarks


def _read_not(key: str, value: Raw, facts: Facts, depth: int) -> tuple[Condition, list[Remark]]:
    """What is not to hold: a map of conditions like any other, in which there is something."""
    if depth > MOST_NOTS:
        message = sentence("there are more than {many} nots around each other here", many=MOST_NOTS)
        return (), [Remark(message, sentence("two of them cancel each other"), key, Flaw.UNREADABLE)]
    if isinstance(value, Mapping) and value:
        return read_when(value, facts, depth)
    hint = sentence("write {example}", example=f"{NOT}: {{{next(iter(facts.facts), 'key')}: …}}")
    return (), [Remark(_no_not(value), hint, value if value else key, Flaw.UNREADABLE)]


def _no_not(value: Raw) -> Sentence:
    if isinstance(value, list):
        return sentence("not takes one map of conditions, and no list")
    if not value or (isinstance(value, str) and not value.strip()):
        return sentence("not needs something that is not to hold")
    return sentence("not takes conditions with their keys")


class _Wrong(Exception):
    def __init__(self, message: str, hint: str, about: Raw, flaw: Flaw):
        self.remark = Remark(message, hint, about, flaw)


def _read_test(key: str, value: Raw, facts: Facts) -> Test:
    known = find(key, facts.facts)
    if known is None:
        known_here = [*facts.facts, NOT]
        hint = did_you_mean(key, known_here, sentence("a condition here may use {words}", words=known_here))
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


def read_comparison(text: Raw) -> Comparison | None:
    """
    >>> read_comparison("<= 3"), read_comparison("4"), read_comparison("four")
    (Comparison(sign='<=', number=3), Comparison(sign='=', number=4), None)
    """
    found = comparison(text.strip()) if isinstance(text, str) else []
    return Comparison(found[0] or "=", int(found[1])) if found else None


def _comparison(key: str, value: Raw, about: Raw) -> Comparison:
    found = read_comparison(value)
    if found is None:
        raise _wrong(bad_comparison(key, value, None), about)
    return found


def _wrong(said: list[Json], about: Raw) -> _Wrong:
    remark = remarked(said[0])
    return _Wrong(remark.message, remark.hint, about, remark.flaw)


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
    known = _known(name, facts)
    if known is None:
        raise _Wrong(_nobody(name), did_you_mean(name, facts.names), name, Flaw.UNKNOWN)
    return known


def _known(name: str, facts: Facts) -> str | None:
    return facts.me if facts.me and fold(name) == "me" else find(name, facts.names)


def _nobody(name: str) -> Sentence:
    return sentence("nobody here is called {name}", name=name.strip())


def _numbers(key: str, value: Raw, facts: Facts, about: Raw) -> tuple[ByName, ...]:
    if not isinstance(value, Mapping) or not value:
        raise _Wrong(sentence("{key} wants names with numbers", key=key), _NUMBERS, about, Flaw.UNREADABLE)
    return tuple((_name(name, facts), _than(key, than, facts, than or about)) for name, than in value.items())


def _than(key: str, value: Raw, facts: Facts, about: Raw) -> Comparison | Match:
    """What a number is compared with: what reads as a number is one, all else is a name."""
    if found := read_comparison(value):
        return found
    if not isinstance(value, str) or not value.strip():
        raise _wrong(bad_match(key, value, None), about)
    sign, rest = against(value.strip())
    if whole := _known(value, facts):  # a name may begin with a sign
        return Match("=", whole)
    if other := _known(rest, facts):
        return Match(sign or "=", other)
    if close := nearest(rest, facts.names):
        raise _Wrong(_nobody(rest), sentence("did you mean {name}?", name=close), about, Flaw.UNKNOWN)
    raise _wrong(bad_match(key, value, None), about)
