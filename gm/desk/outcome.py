"""What the desk answers: outcomes, and notes to the game master, as data that any face can show in any language."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from gm.core.play import Json
from gm.core.problems import Problem, Say
from gm.core.words import Sentence, sentence, with_values

Tone = Literal["plain", "good", "odd", "bad", "quiet", "title"]
Piece = tuple[str, Tone]  # some text, and how it is meant

line = (
    sentence  # of a pattern in which there is nothing to translate but its values: translators are not asked about it
)


@dataclass(frozen=True)
class Note:
    """A sentence to the game master, and how it is meant."""

    text: str
    tone: Tone = "plain"
    toned: Mapping[str, Tone] = field(default_factory=dict)  # values of the sentence that have a tone of their own
    under: bool = False  # it belongs to the note before it
    whole: bool = False  # a text of many lines, shown just as it is
    aside: bool = False  # beside the answer: told even where a script reads the answer

    def pieces(self, say: Say) -> list[Piece]:
        """What there is to read, in somebody's language, piece by piece."""
        if not self.toned or not isinstance(self.text, Sentence):
            return [(say(self.text), self.tone)]
        marked = say(with_values(self.text, **{key: f"\0{key}\0" for key in self.toned}))
        cut = re.split(f"\0({'|'.join(self.toned)})\0", marked)
        around: list[Piece] = [(text, self.tone) for text in cut[::2]]
        inside: list[Piece] = [(say(self.text.values[key]), self.toned[key]) for key in cut[1::2]]
        pairs = zip(around, [*inside, ("", self.tone)], strict=True)
        return [piece for pair in pairs for piece in pair if piece[0]]

    def __str__(self) -> str:
        return "".join(text for text, _ in self.pieces(str))


@dataclass(frozen=True)
class ProblemNote(Note):
    """A problem of somebody's page or file: where and what, the line itself, and what to write instead."""

    text: str = ""
    problem: Problem = field(kw_only=True)
    margin: str = ""

    def pieces(self, say: Say) -> list[Piece]:
        first, *rest = self.problem.shown(say).split("\n")
        tone: Tone = self.tone if self.tone != "plain" else "bad" if self.problem.level == "error" else "odd"
        after: list[Piece] = [piece for text in rest for piece in (("\n", "plain"), (self.margin + text, "quiet"))]
        return [(self.margin + first, tone), *after]


def problem_notes(problems: Iterable[Problem], aside: bool = False) -> list[Note]:
    return [ProblemNote(problem=problem, aside=aside) for problem in problems]


class Outcome:
    """What became of a command: a frozen dataclass each. Any face can show it, and scripts can read it."""

    in_parts: ClassVar[bool] = False  # all of it was told part by part, as it came, to whoever looks on

    @property
    def good(self) -> bool:
        """Did all go well? If not, whatever could be done has been done all the same."""
        return True

    def notes(self) -> Iterable[Note]:
        """What is to be said of it to the game master."""
        return ()

    def as_json(self) -> Json | list[Json]:
        """What scripts read; of a list, a line each."""
        return {**vars(self)}
