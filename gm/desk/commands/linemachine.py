"""Lines that are typed one after the other: what the machine of a game and that of a season have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gm.core.problems import GmError
from gm.core.words import counted
from gm.desk.commands import Place
from gm.desk.commands.echoes import NOTHING_LEFT, Left, NotTaken, Session, Tick
from gm.desk.outcome import Outcome

if TYPE_CHECKING:
    from gm.desk.desk import Desk


@dataclass
class LineMachine(ABC):
    """Fed a line, it answers with what became of it; between two lines others may be at work in the zine."""

    name: str  # of the game, or of the season
    late: bool = False
    twice: bool = False
    blind: bool = False
    left: Left = NOTHING_LEFT
    told: bool = False  # how things stand has been said
    stored: int = 0

    how: ClassVar[str]  # what can be typed

    @abstractmethod
    def look(self, at: Place) -> None:
        """How things stand; or a refusal, if there is nothing to key any more."""

    @abstractmethod
    def understood(self, typed: str) -> tuple[str, str]:
        """What a line wants, and what it says beside that."""

    @abstractmethod
    def asked(self, desk: "Desk", alone: bool) -> Outcome:
        """What is missing."""

    @abstractmethod
    def done(self, desk: "Desk", wish: str, text: str, alone: bool) -> Outcome:
        """Carry a line out, within the transaction."""

    @abstractmethod
    def standing(self) -> str:
        """The prompt in full."""

    @abstractmethod
    def two_passes(self, at: Place) -> Outcome:
        """What the two passes left open."""

    @property
    def prompt(self) -> str:
        """In full at first, and after something else happened."""
        if self.told:
            return "> "
        self.told = True
        return self.standing()

    def keyed_on(self, at: Place) -> Outcome:
        """Line after line, each stored before it is read back; what is wrong with one stops none of the others."""
        if at.watch.talks:
            at.watch.doing(self.how)
        good = True
        while (typed := at.watch.typed(self.prompt)) is not None:
            now = at.later
            try:
                echo = self.feed(now, typed)
            except GmError as refused:
                echo = NotTaken(refused.message, refused.hint)
            at.watch.tell(echo)
            good = good and echo.good
        if self.twice:
            at.watch.tell(self.two_passes(at.later))
        return Session(good or at.watch.talks)

    def feed(self, at: Place, typed: str, alone: bool = False) -> Outcome:
        """Carry a line out, in a transaction of its own; `alone`, if it is all that is to be done."""
        wish, text = self.understood(typed)
        return Session(True) if wish == "nothing" else self.fed(at, wish, text, alone)

    def fed(self, at: Place, wish: str, text: str, alone: bool) -> Outcome:
        with at.desk(mind_the_clock=False) as desk:
            if wish == "missing":
                return self.asked(desk, alone)
            with desk.store.writing():
                echo = self.done(desk, wish, text, alone)
        self._count(at)
        return Tick(echo.good, self.left) if self.blind else echo

    def _count(self, at: Place) -> None:
        """For whoever has to explain a failure later on: how many lines are stored by now."""
        if at.deeds and self.stored:
            at.deeds.taken_back()
            at.deeds.did(counted("{n} line has been keyed", "{n} lines have been keyed", self.stored))
