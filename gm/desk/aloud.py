"""An order read back in words, for whoever asked."""

from collections.abc import Mapping, Sequence
from functools import reduce

from gm.core.play import Facts, Line, Raw, Seat
from gm.core.sections import is_written
from gm.core.when import Not, Test
from gm.core.words import Sentence, both, sentence, with_values
from gm.desk.desk import Match
from gm.pages.book import Checked, by_decision


def read_back(at: Match, seat: Seat, turn: int, checked: Checked) -> list[str]:
    """A sentence for each line: what it would do, where the game can say that; else what it says."""
    foreseen = at.game.foresee(at.state, seat, [*checked.own, *checked.standing]) if turn == at.turn else []
    own = [] if foreseen else checked.own
    return [*foreseen, *(in_words(line) for line in [*own, *checked.standing] if not line.implied)]


def in_words(line: Line) -> str:
    """
    >>> in_words(Line("move", {"bet": ["red", "green"], "play": "red 7", "discard": ""}))
    'move: bet red, green, play red 7'
    >>> in_words(Line("move", {"favour": {"red": "3", "white": "-2"}, "least": "8"}))
    'move: favour red 3, white -2, least 8'
    """
    values = {"key": line.key, "play": _said(line.say)}
    if not line.condition:
        return sentence("{key}: {play}", **values)
    return sentence("{key}: {play} (if {condition})", condition=[str(test) for test in line.condition], **values)


def plainly(at: Match, seat: Seat, checked: Checked) -> list[str]:
    """What an order says, a sentence for each decision: Fence 6: 15, or 10 if Red Rum fell."""
    facts = at.game.facts(at.state, seat)
    lines = [line for line in [*checked.own, *checked.standing] if not line.implied]
    return [
        sentence("{what}: {play}.", what=at.game.called(key), play=_choices(found, facts))
        for key, found in by_decision(lines).items()
    ]


def _choices(lines: Sequence[Line], facts: Facts) -> str:
    """The usual one first, then those that depend on something; else one after the other, as they are tried."""
    *some, last = lines
    if some and not last.condition and all(line.condition for line in some):
        others = [sentence("or {play}", play=_choice(line, facts)) for line in some]
        return sentence("{play}, {others}", play=_choice(last, facts), others=others)
    return reduce(lambda tried, rest: sentence("{tried}, else {rest}", tried=tried, rest=rest),
                  [_choice(line, facts) for line in lines])  # fmt: skip


def _choice(line: Line, facts: Facts) -> str:
    """What is played, and when: 10 if Red Rum fell, unless Crisp fell."""
    play, tests = _said(line.say), [each for each in line.condition if isinstance(each, Test)]
    said = sentence("{play}", play=play)
    if tests:
        said = sentence("{play} if {condition}", play=play, condition=_all(tests, facts))
    for each in line.condition:
        if isinstance(each, Not):
            said = sentence("{play} unless {condition}", play=said, condition=_all(each.tests, facts))
    return said


def _all(tests: Sequence[Test | Not], facts: Facts) -> str:
    return both([_test(test, facts) for test in tests])


def _test(test: Test | Not, facts: Facts) -> str:
    if isinstance(test, Not):
        return sentence("not ({condition})", condition=_all(test.tests, facts))
    said = facts.facts[test.key].said if test.key in facts.facts else ""
    if isinstance(said, Sentence) and isinstance(test.wanted, tuple):
        return with_values(said, names=both([str(name) for name in test.wanted]))
    return str(test)


def _said(say: Raw) -> Raw:
    if isinstance(say, Mapping):
        return [f"{key} {_text(value)}" for key, value in say.items() if is_written(value)]
    return _text(say)


def _text(value: Raw) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(each)}" for key, each in value.items())
    many = isinstance(value, Sequence) and not isinstance(value, str)
    return ", ".join(map(_text, value)) if many else str(value)
