"""What is answered to a line that was keyed: read back, or a tick alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gm.core.play import Json
from gm.core.words import counted, sentence
from gm.desk.outcome import AnyNote, Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.calling import Listed
    from gm.desk.comparing import Compared
    from gm.desk.intake import Verdict


class Left(NamedTuple):
    """What is left to do."""

    wanted: int
    once: int | None = None  # where two passes are wanted: how many have been keyed in one of them only

    @property
    def told(self) -> str:
        wanted = counted("{n} wanted", "{n} wanted", self.wanted) if self.wanted else sentence("nobody else wanted")
        if not self.once:
            return wanted
        once = counted("{n} to be keyed again", "{n} to be keyed again", self.once)
        return sentence("{wanted}, {once}", wanted=wanted, once=once)

    def as_json(self) -> Json:
        return {"wanted": self.wanted} | ({} if self.once is None else {"once": self.once})


NOTHING_LEFT = Left(0)


@dataclass(frozen=True)
class Echo(Outcome):
    """An order that was keyed, read back."""

    who: "Listed"
    verdicts: "Sequence[Verdict]"
    left: Left

    @property
    def good(self) -> bool:
        return all(each.verdict != "refused" for each in self.verdicts)

    def notes(self) -> Iterator[AnyNote]:
        for each in self.verdicts:
            yield self._note(each)
            for problem in each.remarks:
                yield Note(problem.message, "bad" if problem.level == "error" else "odd", under=1)
                if problem.hint:
                    yield Note(problem.hint, "quiet", under=2)

    def _note(self, verdict: "Verdict") -> Note:
        many = len(self.verdicts) > 1
        values = {"who": line("{who} {seat}", who=self.who.called, seat=verdict.player) if many else self.who.called,
                  "wanted": self.left.told, "receipt": str(verdict.receipt), "order": _read(verdict)}  # fmt: skip
        if verdict.verdict == "refused":
            return Note(sentence("{who}: refused. {wanted}", **values), toned={"who": "bad"})
        if verdict.verdict == "unchanged":
            text = sentence("{who}: {order} (in force already, receipt {receipt}). {wanted}", **values)
        elif verdict.overtaken:
            text = sentence("{who}: {order} (receipt {receipt}); but a later order is in force. {wanted}", **values)
        elif verdict.supersedes:
            text = sentence("{who}: {order}, instead of the one before (receipt {receipt}). {wanted}", **values)
        else:
            text = sentence("{who}: {order} (receipt {receipt}). {wanted}", **values)
        return Note(text, toned={"who": "good", "receipt": "quiet"})

    def as_json(self) -> list[Json]:
        return [each.as_json() | {"tag": self.who.tag} | self.left.as_json() for each in self.verdicts]


def _read(verdict: "Verdict") -> str:
    """What each line leaves; in a blind game, and of press alone, only that it is taken."""
    return line("{order}", order=list(verdict.aloud)) if verdict.aloud else sentence("taken")


@dataclass(frozen=True)
class Back(Outcome):
    """A keyed order that does not count any more."""

    game: str
    turn: int
    who: "Listed"
    receipt: str
    again: bool  # the one before it counts
    later: bool  # one that came after it was in force all the time
    left: Left

    def notes(self) -> Iterator[Note]:
        values = {"who": self.who.called, "wanted": self.left.told}
        if self.again:
            yield Note(sentence("taken back: {who}; the order before it counts again. {wanted}", **values), "good")
        elif self.later:
            yield Note(sentence("taken back: {who}; a later order stays in force. {wanted}", **values), "good")
        else:
            yield Note(sentence("taken back: {who}. {wanted}", **values), "good")

    def as_json(self) -> Json:
        return {"game": self.game, "turn": self.turn, "player": self.who.seat, "verdict": "withdrawn",
                "receipt": self.receipt, "tag": self.who.tag} | self.left.as_json()  # fmt: skip


@dataclass(frozen=True)
class Again(Outcome):
    """A line that was keyed to compare it with what counts: it changes nothing."""

    compared: "Compared"
    left: Left

    @property
    def good(self) -> bool:
        return self.compared.agrees

    def notes(self) -> Iterator[Note]:
        values = {"who": self.compared.who.called, "wanted": self.left.told}
        if self.good:
            yield Note(sentence("{who}: agrees. {wanted}", **values), toned={"who": "good"})
            return
        yield Note(
            sentence("{who}: differs from what counts; nothing is changed. {wanted}", **values), toned={"who": "bad"}
        )
        for each in self.compared.counts:
            yield Note(sentence("counts: {order}", order=each), under=1)
        for each in self.compared.now:
            yield Note(sentence("keyed now: {order}", order=each), "odd", under=1)
        if self.left.once is not None:
            yield Note(sentence("what is keyed twice in the same way counts; look at the slip again"), "quiet", under=1)

    def as_json(self) -> Json:
        pages = [{"player": page.player, "receipt": page.receipt} for page in self.compared.pages]
        verdict = "agrees" if self.good else "differs"
        return {"verdict": verdict, "pages": pages, "tag": self.compared.who.tag} | self.left.as_json()


def _tagged(listed: "Sequence[Listed]") -> list[str]:
    return [line("{tag} {name}", tag=each.tag, name=each.name) for each in listed]


@dataclass(frozen=True)
class Missing(Outcome):
    """From whom an order is wanted."""

    game: str
    turn: int
    missing: "Sequence[Listed]"
    once: "Sequence[Listed] | None" = None  # where two passes are wanted: those of one pass

    def notes(self) -> Iterator[Note]:
        if self.missing:
            yield Note(sentence("wanted: {who}", who=_tagged(self.missing)))
        else:
            yield Note(sentence("Nobody is missing."), "good")
        if self.once:
            yield Note(sentence("to be keyed again: {who}", who=_tagged(self.once)))

    def as_json(self) -> Json:
        once = {} if self.once is None else {"once": [each.seat for each in self.once]}
        return {"game": self.game, "turn": self.turn, "missing": [each.seat for each in self.missing]} | once


@dataclass(frozen=True)
class TwoPasses(Outcome):
    """What is to be said in the end, where two passes were wanted."""

    game: str
    turn: int
    once: "Sequence[Listed]"
    differ: "Sequence[Listed]"  # keyed here, in another way than what counts

    @property
    def good(self) -> bool:
        return not self.differ

    def notes(self) -> Iterator[Note]:
        if self.differ:
            yield Note(sentence("keyed differently, and not settled: {who}", who=_tagged(self.differ)), "bad")
        if self.once:
            yield Note(sentence("keyed only once: {who}", who=_tagged(self.once)), "odd")
        elif not self.differ:
            yield Note(sentence("Every order that was keyed was keyed twice."), "good")

    def as_json(self) -> Json:
        once, differ = ([each.seat for each in those] for those in (self.once, self.differ))
        return {"game": self.game, "turn": self.turn, "once": once, "differ": differ}


@dataclass(frozen=True)
class Tick(Outcome):
    """Only whether a line was taken, and what is left to do: for a screen that others see."""

    went_well: bool
    left: Left

    @property
    def good(self) -> bool:
        return self.went_well

    def notes(self) -> Iterator[Note]:
        sign = "✓" if self.good else "✗"
        text = line("{sign} {wanted}", sign=sign, wanted=self.left.told)
        yield Note(text, toned={"sign": "good" if self.good else "bad"})

    def as_json(self) -> Json:
        return {"good": self.good} | self.left.as_json()


@dataclass(frozen=True)
class NotTaken(Outcome):
    """A line that became nothing, and why."""

    message: str
    hint: str

    good = False

    def notes(self) -> Iterator[Note]:
        yield Note(self.message, "bad")
        if self.hint:
            yield Note(self.hint, "quiet", under=1)

    def as_json(self) -> Json:
        return {"verdict": "refused", "problems": [{"level": "error", "message": self.message, "hint": self.hint}]}


@dataclass(frozen=True)
class Session(Outcome):
    """All that was typed has been answered, line by line."""

    went_well: bool

    in_parts = True

    @property
    def good(self) -> bool:
        return self.went_well

    def as_json(self) -> list[Json]:
        return []
