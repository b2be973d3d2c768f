"""Conditions in words that can be said again in any language.

An order, and the event that tells what became of it, keep a condition as it was written in English. Whoever tells it to
a player does so in clauses, which the game has for each of its facts.
"""

from collections.abc import Iterable, Sequence

from gm.core.play import Facts
from gm.core.when import ByName, Comparison, Condition, Match, Not, Test
from gm.core.words import Sentence, both, sentence, with_values

_THAN_NUMBER = {
    "<": sentence("less than {number}", number=""), "<=": sentence("at most {number}", number=""),
    "=": sentence("{number}", number=""), "==": sentence("{number}", number=""),
    "!=": sentence("other than {number}", number=""),
    ">=": sentence("at least {number}", number=""), ">": sentence("more than {number}", number=""),
}  # fmt: skip
_THAN_NAME = {
    "<": sentence("less than that of {name}", name=""), "<=": sentence("at most that of {name}", name=""),
    "=": sentence("that of {name}", name=""), "==": sentence("that of {name}", name=""),
    "!=": sentence("other than that of {name}", name=""),
    ">=": sentence("at least that of {name}", name=""), ">": sentence("more than that of {name}", name=""),
}  # fmt: skip


def clause(test: Test | Not, facts: Facts) -> str:
    """What is to hold, as it stands behind an `if`: Red Rum and Crisp fell."""
    if isinstance(test, Not):
        return sentence("not ({condition})", condition=clauses(test.tests, facts))
    fact = facts.facts.get(test.key)
    said = fact.said if fact and test.wanted is not False else fact.denied if fact else ""
    if not isinstance(said, Sentence):
        return str(test)  # the game has no words for it
    match test.wanted:
        case bool():
            return said
        case Comparison():
            return with_values(said, number=_than(test.wanted))
        case wanted:
            names = [each for each in wanted if isinstance(each, str)]
            compared = [_compared(said, each) for each in wanted if not isinstance(each, str)]
            return _named(said, names) if names else both(compared)


def clauses(tests: Iterable[Test | Not], facts: Facts) -> str:
    return both(clause(test, facts) for test in tests)


def _named(said: Sentence, names: Sequence[str]) -> str:
    """In number, too: Red Rum has fallen, Red Rum and Crisp have fallen."""
    return with_values(said, names=both(names), **({"n": len(names)} if said.plural else {}))


def _compared(said: Sentence, wanted: ByName) -> str:
    name, than = wanted
    return with_values(said, name=name, number=_than(than))


def _than(wanted: Comparison | Match) -> str:
    if isinstance(wanted, Match):
        return with_values(_THAN_NAME[wanted.sign], name=wanted.other)
    return with_values(_THAN_NUMBER[wanted.sign], number=wanted.number)


def under(test: Test | Not, facts: Facts) -> str:
    """The same as a remark on a line: if Red Rum fell."""
    if isinstance(test, Not):
        return sentence("unless {condition}", condition=clauses(test.tests, facts))
    return sentence("if {condition}", condition=clause(test, facts))


def told(condition: Condition, facts: Facts) -> dict[str, str]:
    """Every part of a condition in such words, by the words that events have for it."""
    return {str(test): under(test, facts) for test in condition}
