"""Handwritten orders, keyed in: a line machine, and the command that feeds it what is typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Place
from gm.desk.outcome import AnyNote, Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.calling import Listed
    from gm.desk.desk import Desk, Match
    from gm.desk.intake import Verdict

HOW = sentence("A line is a name and an order; ? says who is missing, u takes back, Ctrl-D ends.")


@dataclass(frozen=True)
class Key(Command):
    """Handwritten orders: one line, or one after the other as they are typed."""

    words: Sequence[str] = ()  # if the first names a game it is that; what follows is one line
    late: bool = False  # what is keyed after the deadline counts, too

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import the_game

        with at.desk() as desk:
            named, typed = _game_first(" ".join(self.words), desk.store.games())
            game = the_game(desk, named)
        machine = Machine(game, self.late)
        machine.look(at)
        return machine.feed(at, typed, alone=True) if typed else _keyed_on(machine, at)


def _game_first(typed: str, games: Sequence[str]) -> tuple[str | None, str]:
    from gm.core.names import find

    word, _, rest = typed.strip().partition(" ")
    return (word, rest.strip()) if word and find(word, games) else (None, typed.strip())


def _keyed_on(machine: "Machine", at: Place) -> Outcome:
    """Line after line, each of them stored before it is read back; what is wrong with one stops none of the others."""
    if at.watch.talks:
        at.watch.doing(HOW)
    good = True
    while (typed := at.watch.typed(machine.prompt)) is not None:
        now = at.later
        try:
            echo = machine.feed(now, typed)
        except GmError as refused:
            echo = NotTaken(refused.message, refused.hint)
        at.watch.tell(echo)
        good = good and echo.good
    return Session(good or at.watch.talks)


@dataclass
class Machine:
    """Fed a line, it answers with what became of it; between two lines others may be at work in the zine."""

    game: str
    late: bool = False
    turn: int = 0  # the turn that whoever types has in mind
    wanted: int = 0
    told: bool = False  # how things stand has been said
    stored: int = 0
    receipts: list[str] = field(default_factory=list)  # of what was keyed here, the last one last

    def look(self, at: Place) -> None:
        """How things stand; or a refusal, if there is nothing to order any more."""
        from gm.desk.desk import match_of
        from gm.desk.keying import NotKeyed, missing

        with at.desk(mind_the_clock=False) as desk:
            match = match_of(desk, self.game)
            if match.over:
                raise NotKeyed(sentence("{game} is over", game=self.game))
            self.turn, self.wanted, self.told = match.turn, len(missing(desk, match)), False

    @property
    def prompt(self) -> str:
        """In full at first, and after something else happened to the game."""
        if self.told:
            return "> "
        self.told = True
        values = {"game": self.game, "turn": self.turn, "wanted": _wanted(self.wanted)}
        return sentence("{game} turn {turn}, {wanted} > ", **values)

    def feed(self, at: Place, typed: str, alone: bool = False) -> Outcome:
        """Carry a line out, in a transaction of its own; `alone`, if it is all that is to be done."""
        from gm.desk.keying import missing, understood

        wish, text = understood(typed)
        if wish == "nothing":
            return Session(True)
        with at.desk(mind_the_clock=False) as desk:
            if wish == "missing":
                match = self._match(desk, alone)
                return Missing(match.name, match.turn, missing(desk, match))
            with desk.store.writing():
                match = self._match(desk, alone)
                echo = self._taken_back(desk, match) if wish == "back" else self._keyed(desk, match, text)
        self._count(at)
        return echo

    def _match(self, desk: "Desk", alone: bool) -> "Match":
        """The game as it is by now; a line that was meant for another turn is not taken for this one."""
        from gm.desk.desk import match_of
        from gm.desk.keying import NotKeyed, missing
        from gm.desk.turns import refuse_overtaken

        if alone:
            refuse_overtaken(desk, self.game)
        match = match_of(desk, self.game)
        if match.turn == self.turn and not match.over:
            return match
        before, self.turn, self.wanted, self.told = self.turn, match.turn, len(missing(desk, match)), False
        hint = sentence("this line is not taken; key it again if it is meant for turn {turn}", turn=match.turn)
        gone = sentence("turn {turn} of {game} is no longer open", turn=before, game=self.game)
        raise NotKeyed(gone, sentence("{game} is over", game=self.game) if match.over else hint)

    def _keyed(self, desk: "Desk", match: "Match", text: str) -> Outcome:
        from gm.desk.keying import key_line

        keyed = key_line(desk, match, self.late, text)
        taken = [str(each.receipt) for each in keyed.verdicts if each.verdict == "taken"]
        self.receipts += taken
        self.stored += bool(taken)
        return Echo(keyed.who, keyed.verdicts, keyed.wanted)

    def _taken_back(self, desk: "Desk", match: "Match") -> Outcome:
        from gm.desk.keying import take_back

        back = take_back(desk, match, self.receipts)
        self.stored += 1
        later = back.other is not None and not back.again
        return Back(match.name, match.turn, back.who, str(back.page.receipt), back.again, later, back.wanted)

    def _count(self, at: Place) -> None:
        """For whoever has to explain a failure later on: how many lines are stored by now."""
        if at.deeds and self.stored:
            at.deeds.taken_back()
            at.deeds.did(counted("{n} line has been keyed", "{n} lines have been keyed", self.stored))


def _wanted(many: int) -> str:
    return counted("{n} wanted", "{n} wanted", many) if many else sentence("nobody else wanted")


@dataclass(frozen=True)
class Echo(Outcome):
    """An order that was keyed, read back."""

    who: "Listed"
    verdicts: "Sequence[Verdict]"
    wanted: int

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
                  "wanted": _wanted(self.wanted), "receipt": str(verdict.receipt), "order": _read(verdict)}  # fmt: skip
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
        return [each.as_json() | {"tag": self.who.tag, "wanted": self.wanted} for each in self.verdicts]


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
    wanted: int

    def notes(self) -> Iterator[Note]:
        values = {"who": self.who.called, "wanted": _wanted(self.wanted)}
        if self.again:
            yield Note(sentence("taken back: {who}; the order before it counts again. {wanted}", **values), "good")
        elif self.later:
            yield Note(sentence("taken back: {who}; a later order stays in force. {wanted}", **values), "good")
        else:
            yield Note(sentence("taken back: {who}. {wanted}", **values), "good")

    def as_json(self) -> Json:
        return {"game": self.game, "turn": self.turn, "player": self.who.seat, "verdict": "withdrawn",
                "receipt": self.receipt, "tag": self.who.tag, "wanted": self.wanted}  # fmt: skip


@dataclass(frozen=True)
class Missing(Outcome):
    """From whom an order is wanted."""

    game: str
    turn: int
    missing: "Sequence[Listed]"

    def notes(self) -> Iterator[Note]:
        who = [line("{tag} {name}", tag=each.tag, name=each.name) for each in self.missing]
        yield Note(sentence("wanted: {who}", who=who)) if who else Note(sentence("Nobody is missing."), "good")

    def as_json(self) -> Json:
        return {"game": self.game, "turn": self.turn, "missing": [each.seat for each in self.missing]}


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
