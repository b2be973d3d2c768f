"""An order read back in words, for whoever asked."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from gm.core.clauses import clauses, told
from gm.core.colours import coloured
from gm.core.game import Game
from gm.core.names import find, fold
from gm.core.play import Line, Raw, Seat
from gm.core.sections import WHEN, is_written
from gm.core.when import Condition, Not, Test, read_when
from gm.core.words import sentence
from gm.desk.desk import Match
from gm.desk.replay import ordered
from gm.pages.book import Checked, by_decision
from gm.pages.vocabulary import KEYS, VALUES, longest_of, pieces


def read_back(at: Match, seat: Seat, turn: int, checked: Checked) -> list[str]:
    """A sentence for each line: what it would do, where the game can say that; else what it says."""
    foreseen = at.game.foresee(at.state, seat, [*checked.own, *checked.standing]) if turn == at.turn else []
    own, reader = [] if foreseen else checked.own, Reader(at.game, at.state, seat)
    return [*foreseen, *(reader.in_words(line) for line in [*own, *checked.standing] if not line.implied)]


def plainly(at: Match, seat: Seat, checked: Checked) -> list[str]:
    """What an order says, a sentence for each decision: Fence 6: 15, or 10 if Red Rum fell."""
    lines = [line for line in [*checked.own, *checked.standing] if not line.implied]
    reader = Reader(at.game, at.state, seat)
    return [
        sentence("{what}: {play}.", what=at.game.called(key), play=reader.choices(found))
        for key, found in by_decision(lines).items()
    ]


def conditions(at: Match, seat: Seat) -> Mapping[str, str]:
    """What the orders of the last turn made depend on something, in words, by the words that its events have for it."""
    facts = at.game.facts(at.state, seat)
    book = ordered(at.game, at.state, at.head.turn, at.head.inputs, seat)
    said = [told(line.condition, facts) for lines in book.values() for line in lines]
    return {text: words for each in said for text, words in each.items()}


class Reader:
    """Says what stands on a page of one seat: its own words, and colours, can be said again in any language."""

    def __init__(self, game: Game[Any, Any], state: Any, seat: Seat):
        self.game, self.facts = game, game.facts(state, seat)
        self.names = frozenset(map(fold, self.facts.names))
        self.longest = longest_of(self.names)
        self.words = {fold(english): coloured(english) for english in (*KEYS, *VALUES, *game.words)}

    def in_words(self, line: Line) -> str:
        values = {"key": self._word(line.key), "play": self._said(line.say)}
        if not line.condition:
            return sentence("{key}: {play}", **values)
        return sentence("{key}: {play} (if {condition})", condition=clauses(line.condition, self.facts), **values)

    def choices(self, lines: Sequence[Line]) -> str:
        """The usual one first, then those that depend on something; else one after the other, as they are tried."""
        *some, last = lines
        if some and not last.condition and all(line.condition for line in some):
            others = [sentence("or {play}", play=self._choice(line)) for line in some]
            return sentence("{play}, {others}", play=self._choice(last), others=others)
        return reduce(lambda tried, rest: sentence("{tried}, else {rest}", tried=tried, rest=rest),
                      [self._choice(line) for line in lines])  # fmt: skip

    def _choice(self, line: Line) -> str:
        return self._when(self._said(line.say), line.condition)

    def _when(self, play: Raw, condition: Condition) -> str:
        """What is played, and when: 10 if Red Rum fell, unless Crisp fell."""
        said = sentence("{play}", play=play)
        if tests := [each for each in condition if isinstance(each, Test)]:
            said = sentence("{play} if {condition}", play=play, condition=clauses(tests, self.facts))
        for each in condition:
            if isinstance(each, Not):
                said = sentence("{play} unless {condition}", play=said, condition=clauses(each.tests, self.facts))
        return said

    def _said(self, say: Raw) -> Raw:
        """All that is filled in: each field by its name, if there are several; perhaps under a condition of its own."""
        if isinstance(say, Mapping):
            when, rest = say.get(WHEN), {key: value for key, value in say.items() if key != WHEN and is_written(value)}
            fields = [sentence("{key} {value}", key=self._word(key), value=self._said(rest[key])) for key in rest]
            return self._when(fields, read_when(when, self.facts)[0]) if is_written(when) else fields
        if isinstance(say, Sequence) and not isinstance(say, str):
            return [self._said(each) for each in say]
        return self._text(str(say))

    def _text(self, text: str) -> str:
        """All of it, if that is a word; else word by word, but for names."""
        whole = fold(text) in self.words or not text.strip()
        words = [self._word(each) for each in ([text] if whole else pieces(text.split(), self.names, self.longest))]
        return reduce(lambda some, more: sentence("{some} {more}", some=some, more=more), words)

    def _word(self, text: str) -> str:
        return find(text, self.facts.names) or self.words.get(fold(text), text)
