"""Handwritten orders, keyed in: a line machine, and the command that feeds it what is typed."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm.core.words import sentence
from gm.desk.commands import Command, Place
from gm.desk.commands.echoes import Again, Back, Echo, Left, Missing, Session, TwoPasses
from gm.desk.commands.linemachine import LineMachine
from gm.desk.outcome import Outcome

if TYPE_CHECKING:
    from gm.core.play import Seat
    from gm.desk.commands.keyseason import SeasonMachine
    from gm.desk.comparing import Compared
    from gm.desk.desk import Desk, Match

HOW = sentence("A line is a name and an order; ? says who is missing, u takes back, = compares, Ctrl-D ends.")


@dataclass(frozen=True)
class Key(Command):
    """Handwritten orders: one line, or one after the other as they are typed."""

    words: Sequence[str] = ()  # if the first names a game it is that; what follows is one line
    late: bool = False  # what is keyed after the deadline counts, too
    twice: bool = False  # every slip is wanted from two passes
    blind: bool = False  # nothing that is typed is shown

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import season_called, the_game
        from gm.desk.seasons import season_under_way
        from gm.store.seasons import Seasons

        with at.desk() as desk:
            named, typed = _game_first(" ".join(self.words), [*desk.store.games(), *Seasons(desk.store).names()])
            season = season_called(desk, named) if named else season_under_way(desk)
            game = "" if season else the_game(desk, named)
        machine = self._season(season) if season else Machine(game, self.late, self.twice, self.blind)
        machine.look(at)
        if typed:
            return machine.feed(at, typed, alone=True)
        with at.watch.unseen() if self.blind else nullcontext():
            return machine.keyed_on(at)

    def _season(self, season: str) -> "SeasonMachine":
        from gm.desk.commands.keyseason import SeasonMachine

        return SeasonMachine(season, self.late, self.twice, self.blind)


def _game_first(typed: str, games: Sequence[str]) -> tuple[str | None, str]:
    from gm.core.names import find

    word, _, rest = typed.strip().partition(" ")
    return (word, rest.strip()) if word and find(word, games) else (None, typed.strip())


@dataclass
class Machine(LineMachine):
    """The line machine of a game."""

    turn: int = 0  # the turn that whoever types has in mind
    receipts: list[str] = field(default_factory=list)  # of what was keyed here, the last one last
    differs: "dict[Seat, Compared]" = field(default_factory=dict)  # second passes that are not settled

    how = HOW

    def look(self, at: Place) -> None:
        from gm.desk.desk import match_of
        from gm.desk.keying import NotKeyed

        with at.desk(mind_the_clock=False) as desk:
            match = match_of(desk, self.name)
            if match.over:
                raise NotKeyed(sentence("{game} is over", game=self.name))
            self._begin(desk, match)

    def _begin(self, desk: "Desk", match: "Match") -> None:
        self.turn, self.left, self.told = match.turn, self._left(desk, match), False
        self.differs.clear()

    def _left(self, desk: "Desk", match: "Match") -> Left:
        from gm.desk.comparing import keyed_once
        from gm.desk.keying import missing

        return Left(len(missing(desk, match)), len(keyed_once(desk, match)) if self.twice else None)

    def standing(self) -> str:
        values = {"game": self.name, "turn": self.turn, "wanted": self.left.told}
        return sentence("{game} turn {turn}, {wanted} > ", **values)

    def understood(self, typed: str) -> tuple[str, str]:
        from gm.desk.keying import understood

        return understood(typed)

    def done(self, desk: "Desk", wish: str, text: str, alone: bool) -> Outcome:
        match = self._match(desk, alone)
        return self._back(desk, match) if wish == "back" else self._line(desk, match, text, wish == "again")

    def _match(self, desk: "Desk", alone: bool) -> "Match":
        """The game as it is by now; a line that was meant for another turn is not taken for this one."""
        from gm.desk.desk import match_of
        from gm.desk.keying import NotKeyed
        from gm.desk.turns import refuse_overtaken

        if alone:
            refuse_overtaken(desk, self.name)
        match = match_of(desk, self.name)
        if match.turn == self.turn and not match.over:
            return match
        before = self.turn
        self._begin(desk, match)
        hint = sentence("this line is not taken; key it again if it is meant for turn {turn}", turn=match.turn)
        gone = sentence("turn {turn} of {game} is no longer open", turn=before, game=self.name)
        raise NotKeyed(gone, sentence("{game} is over", game=self.name) if match.over else hint)

    def asked(self, desk: "Desk", alone: bool) -> Outcome:
        from gm.desk.comparing import keyed_once
        from gm.desk.keying import missing

        match = self._match(desk, alone)
        once = keyed_once(desk, match) if self.twice else None
        return Missing(match.name, match.turn, missing(desk, match), once)

    def _line(self, desk: "Desk", match: "Match", text: str, compares: bool) -> Outcome:
        from gm.desk.calling import WhoIsThat
        from gm.desk.keying import NotKeyed

        try:
            return self._compared(desk, match, text) if compares else self._keyed(desk, match, text)
        except WhoIsThat as wrong:  # what is said of it repeats what was typed
            raise NotKeyed(sentence("it is not clear who orders")) if self.blind else wrong from None
        except NotKeyed as wrong:
            raise NotKeyed(sentence("this order cannot be read")) if self.blind else wrong from None

    def _compared(self, desk: "Desk", match: "Match", text: str) -> Outcome:
        from gm.desk.comparing import compare

        found = compare(desk, match, text)
        if found.agrees and self.twice:
            self._settled(desk, found)
            self.stored += 1
        elif self.twice and not found.refused:
            self.differs[found.who.seat] = found
        self.left = self._left(desk, match)
        return Echo(found.who, found.refused, self.left) if found.refused else Again(found, self.left)

    def _settled(self, desk: "Desk", found: "Compared") -> None:
        from gm.store.pages import Pages

        self.differs.pop(found.who.seat, None)
        for page in found.pages:
            Pages(desk.store).was_keyed_again(page.id)
        desk.deeds.will(sentence("the order of {who} is stored", who=found.who.called))

    def _keyed(self, desk: "Desk", match: "Match", text: str) -> Outcome:
        from gm.desk.comparing import compare
        from gm.desk.keying import key_line

        if self.twice and self._is_second(desk, match, text):
            return self._compared(desk, match, text)
        keyed = key_line(desk, match, self.late, text)
        taken = [str(each.receipt) for each in keyed.verdicts if each.verdict == "taken"]
        self.receipts += taken
        self.stored += bool(taken)
        if self.differs.pop(keyed.who.seat, None) and taken:
            self._settled(desk, compare(desk, match, text))  # this is the second time that it was keyed so
        self.left = self._left(desk, match)
        return Echo(keyed.who, keyed.verdicts, self.left)

    def _is_second(self, desk: "Desk", match: "Match", text: str) -> bool:
        """Has that order been keyed before? What was keyed here in another way counts if it is keyed so again."""
        from gm.desk.calling import Entrants
        from gm.desk.comparing import compare, keyed_in_force

        who, _ = Entrants.of(match).meant(text)
        if keyed_in_force(desk, match, who.seat) is None:
            return False
        before = self.differs.get(who.seat)
        return before is None or compare(desk, match, text).said != before.said

    def _back(self, desk: "Desk", match: "Match") -> Outcome:
        from gm.desk.keying import take_back

        back = take_back(desk, match, self.receipts)
        self.stored += 1
        self.differs.pop(back.who.seat, None)
        self.left = self._left(desk, match)
        later = back.other is not None and not back.again
        return Back(match.name, match.turn, back.who, str(back.page.receipt), back.again, later, self.left)

    def two_passes(self, at: Place) -> Outcome:
        """Nothing, if the turn has been run meanwhile."""
        from gm.desk.comparing import keyed_once
        from gm.desk.desk import match_of

        with at.desk(mind_the_clock=False) as desk:
            match = match_of(desk, self.name)
            if match.over or match.turn != self.turn:
                return Session(True)
            differ = [each.who for each in self.differs.values()]
            return TwoPasses(match.name, match.turn, keyed_once(desk, match), differ)
