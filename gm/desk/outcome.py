"""What the desk answers: outcomes, and notes to the game master, as data that any face can show in any language."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from typing import ClassVar, Literal, NamedTuple

from gm.core.play import Json
from gm.core.problems import Problem, Say
from gm.core.words import Sentence, sentence, with_values

Tone = Literal["plain", "good", "odd", "bad", "quiet", "title"]
Piece = tuple[str, Tone]  # some text, and how it is meant

line = sentence  # where there is nothing to translate but the values: translators are not asked about the pattern


class Note(NamedTuple):  # and not a dataclass: gm status would start a hundredth later
    """A sentence to the game master, and how it is meant."""

    text: str
    tone: Tone = "plain"
    toned: Mapping[str, Tone] = {}  # values of the sentence that have a tone of their own
    under: int = 0  # how deep it stands under the note that it belongs to
    whole: bool = False  # a text of many lines, shown just as it is
    aside: bool = False  # beside the answer: told even where a script reads the answer

    def pieces(self, say: Say) -> list[Piece]:
        """What there is to read, in somebody's language, piece by piece."""
        if not self.toned or not isinstance(self.text, Sentence):
            return [(say(self.text), self.tone)]
        marked = say(with_values(self.text, **{key: f"\0{key}\0" for key in self.toned}))
        cut = re.split(f"\0({'|'.join(self.toned)})\0", marked)
        values, toned = self.text.values, self.toned
        return [(say(values[each]), toned[each]) if n % 2 else (each, self.tone) for n, each in enumerate(cut) if each]

    def __str__(self) -> str:
        return "".join(text for text, _ in self.pieces(str))


class ProblemNote(NamedTuple):
    """A problem of somebody's page or file: where and what, the line itself, and what to write instead."""

    problem: Problem
    tone: Tone
    under: int = 0
    whole: bool = False
    aside: bool = False

    def pieces(self, say: Say) -> list[Piece]:
        first, *rest = self.problem.shown(say).split("\n")
        after: list[Piece] = [piece for text in rest for piece in (("\n", "plain"), (text, "quiet"))]
        return [(first, self.tone), *after]

    def __str__(self) -> str:
        return str(self.problem)


class Lines(NamedTuple):
    """Notes that differ in a few words alone, a line each: there may be thousands of them."""

    note: Callable[..., Note]  # with these words
    rows: Sequence[tuple[str, ...]]  # which are no sentences, and the same in every language
    tone: Tone = "plain"
    under: int = 0
    whole: bool = False
    aside: bool = False

    def pieces(self, say: Say) -> list[Piece]:
        lines = [self.note(*row).pieces(say) for row in self.rows]
        return [piece for line in lines for piece in (("\n", self.tone), *line)][1:]

    def said(self, say: Say) -> str:
        """All of them without their tones: said once, and the words put into that."""
        places = (f"\0{number}\0" for number in range(len(self.rows[0])))
        once = say(self.note(*places).text).replace("{", "{{").replace("}", "}}")
        return "\n".join(starmap(re.sub("\0(.*?)\0", r"{\1}", once).format, self.rows))

    def __str__(self) -> str:
        return self.said(str)


AnyNote = Note | ProblemNote | Lines


def problem_notes(problems: Iterable[Problem], aside: bool = False) -> list[AnyNote]:
    return [ProblemNote(each, "bad" if each.level == "error" else "odd", aside=aside) for each in problems]


class Outcome:
    """What became of a command: a frozen dataclass each. Any face can show it, and scripts can read it."""

    in_parts: ClassVar[bool] = False  # all of it was told part by part, as it came, to whoever looks on

    @property
    def good(self) -> bool:
        """Did all go well? If not, whatever could be done has been done all the same."""
        return True

    def notes(self) -> Iterable[AnyNote]:
        """What is to be said of it to the game master."""
        return ()

    def in_short(self) -> Iterable[AnyNote]:
        """The same where it is one of many."""
        return self.notes()

    def as_json(self) -> Json | list[Json]:
        """What scripts read; of a list, a line each."""
        return {**vars(self)}
