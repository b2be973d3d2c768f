"""Problems as values: where, what, and what to write instead; and the errors of the house."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gm.core.play import Flaw, Json, Raw, Remark
from gm.core.words import pack, sentence

Say = Callable[[str], str]  # a sentence in somebody's language; `str` leaves it in English


class GmError(Exception):
    """A refusal in one sentence that the game master can act on."""

    exit_code = 1

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.message, self.hint = message, hint  # sentences: `str(error)` is the English text alone


class NotReady(GmError):
    """Things that have to be put right first, all of them told at once."""

    def __init__(self, message: str, problems: Sequence["Problem"], hint: str = ""):
        super().__init__(message, hint)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (or odd: level "warning") in one line of one file."""

    file: str
    line: int  # 0: the page as a whole
    text: str  # the line itself
    message: str
    hint: str = ""
    flaw: Flaw = Flaw.NOT_ALLOWED
    level: str = "error"

    def __str__(self) -> str:
        return self.shown(str)

    def shown(self, say: Say) -> str:
        """Where and what, the line itself, and what to write instead."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        message = full_stop(say(self.message))
        remark = say(sentence("warning: {message}", message=message)) if self.level == "warning" else message
        text = [f"    {self.text.strip()[:100]}"] if self.text.strip() else []
        hint = [f"  {say(self.hint)}"] if self.hint else []
        return "\n".join([f"{place}: {remark}", *text, *hint])

    def said(self, say: Say) -> "Problem":
        """The same in another language."""
        return replace(self, message=say(self.message), hint=say(self.hint))

    def sealed(self) -> "Problem":
        """Where it is, and nothing of what is written there."""
        return replace(self, text="", message=sentence("what is wrong here is sealed until the turn is run"), hint="")

    def as_json(self) -> Json:
        return {
            "line": self.line,
            "level": self.level,
            "kind": str(self.flaw),
            "message": full_stop(self.message),
            "hint": self.hint,
        }

    def as_row(self) -> Json:
        """To be kept, so that it can be said in another language later."""
        return self.as_json() | {"message": pack(self.message), "hint": pack(self.hint)}


def full_stop(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else message + "."


def line_of(raw: Raw) -> int:
    """The line that a piece of a page stands on; 0 if it is no piece of a page."""
    return getattr(raw, "line", 0)


def locate(remarks: Iterable[Remark], file: str, lines: Sequence[str]) -> list[Problem]:
    """What the rules remarked, at the place in the file where it is to be mended, in order of lines.

    What many rows have from one heading is told once.
    """
    found = dict.fromkeys(_locate(remark, file, lines) for remark in remarks)
    return sorted(found, key=lambda problem: problem.line)


def _locate(remark: Remark, file: str, lines: Sequence[str]) -> Problem:
    line = line_of(remark.about)
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return Problem(file, line, printable(text), remark.message, remark.hint, remark.flaw, remark.level)


def printable(text: str) -> str:
    """Text of a stranger, safe on a terminal."""
    return text if text.isprintable() else "".join(char if char.isprintable() else " " for char in text)


def blocking(problems: Iterable[Problem]) -> bool:
    return any(problem.level == "error" for problem in problems)
