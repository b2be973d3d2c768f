"""A page that came, and all that could be made of it."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from gm.core.play import Flaw, Raw, Seat
from gm.core.problems import Problem, blocking
from gm.desk.desk import Match
from gm.pages.book import Checked, read_part
from gm.pages.page import Page

Fate = Literal["taken", "unchanged", "refused", "held", "empty", "automatic", "asked"]  # the last three: of mail


class Source(NamedTuple):
    """A page that came: from where, when, and its bytes."""

    name: str
    data: bytes
    arrived: datetime
    letter: int = 0  # the mail it came in
    sender: str = ""
    parsed: tuple[Page, list[Problem]] | None = None  # if somebody had to look into it before
    file: str = ""  # which very file it is
    whose: str = ""  # the address it came from, if it names nobody
    known: str = ""  # its digest, if somebody has it already

    @property
    def digest(self) -> str:
        """Pages that read the same are the same; those that name nobody, only from the same sender."""
        return self.known or hashlib.sha256(self.data + self.whose.encode()).hexdigest()


NOTHING = Checked()


class Reading(NamedTuple):
    """A page, and all that could be made of it."""

    page: Page
    problems: Sequence[Problem]
    match: Match | None = None
    seat: Seat | None = None
    turn: int | None = None
    part: Mapping[str, Raw] = {}
    judged: Checked | None = NOTHING  # None: it was sound at a glance
    late: bool = False
    past: int = 0  # the turn that it is for, if that has been run
    held: str = ""  # why it waits for the game master's word

    @property
    def checked(self) -> Checked:
        """Its lines, and what is to be said of them."""
        if self.judged is None and self.match is not None:
            return read_part(self.match.game, self.match.state, self.seat or "", self.part)
        return self.judged or NOTHING

    @property
    def good(self) -> bool:
        return not (self.problems and blocking(self.problems))

    @property
    def verdict(self) -> Fate:
        return "held" if self.held else "taken" if self.good else "refused"

    @property
    def blind(self) -> bool:
        """Is what it says to be sealed until it is played?"""
        return self.match is not None and self.match.blind

    @property
    def told(self) -> Sequence[Problem]:
        """What the game master is told; of a page of a blind game, of what it orders only where something is wrong."""
        if not self.blind:
            return self.problems
        ordered = {remark.message for remark in self.checked.remarks}
        errors = [problem for problem in self.problems if problem.level == "error"]
        return [each.sealed() if each.message in ordered or each.flaw is Flaw.UNREADABLE else each for each in errors]

    @property
    def player(self) -> str | None:
        """Who sits there: only they can order."""
        return self.match.players[self.seat] if self.match and self.seat else None

    @property
    def orders(self) -> bool:
        """Does it order something for its turn, and not only for all turns?"""
        return self.judged is None or bool(self.judged.own)

    @property
    def foreseen(self) -> list[str]:
        """For an order of the open turn that is taken: what each line would do."""
        at, lines = self.match, [*self.checked.own, *self.checked.standing]
        if self.verdict != "taken" or at is None or self.seat is None or self.turn != at.turn:
            return []
        return at.game.foresee(at.state, self.seat, lines)

    @property
    def read_back(self) -> list[str]:
        """In words, what is taken; in a blind game nothing."""
        at = self.match
        if self.verdict != "taken" or at is None or self.seat is None or self.turn is None or self.blind:
            return []
        from gm.desk.aloud import read_back

        return read_back(at, self.seat, self.turn, self.checked)

    @property
    def standing(self) -> bool:
        """Does it bring an order for all turns, if only to take back the one before?"""
        return self.match is not None and not self.part.keys().isdisjoint(self.match.words.standing)
