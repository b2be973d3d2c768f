"""Reiner Knizia's Grand National Derby: eight horses, five fences, hidden hands and bets.

What only some commands need is imported where it is used: gm status asks a game for very little.
"""

from collections.abc import Mapping, Sequence

from gm.core.dice import Dice
from gm.core.play import Case, Decision, Entrant, Event, Facts, Game, Json, Line, Raw, Remark, Seat, Step, Terms
from gm.core.words import sentence
from gm.games.knizia import pages, rules
from gm.games.knizia.cards import DECK
from gm.games.knizia.options import read_options
from gm.games.knizia.rules import Move
from gm.games.knizia.table import Table


class Knizia:
    name = "knizia"
    state = Table
    entry = ""
    sections = ("moves", "discard")
    standing = ""
    settings = ("options",)

    def propose(self, entrants: int) -> Json:
        return {}

    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]:
        remarks = read_options(settings.get("options"))[1]
        if not 2 <= len(entrants) <= 5:  # K1
            message = sentence("a table for {many} cannot be played", many=len(entrants))
            remarks.append(Remark(message, sentence("it takes 2 to 5")))
        return remarks

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Table]:
        options, _ = read_options(settings.get("options"))
        deck = list(DECK)
        dice.stream("deck").shuffle(deck)  # K3
        return Step(rules.deal(entrants, options, deck))

    def case(self, page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
        from gm.games.knizia.case import read_case

        return read_case(page)

    def pending(self, state: Table) -> Sequence[Decision]:
        return rules.pending(state)

    def agenda(self, state: Table, seat: Seat, turn: int) -> Sequence[Decision]:
        return rules.agenda(state, seat, turn)

    def lines(self, state: Table, part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
        return pages.lines(state, part)

    def terms(self, state: Table, seat: Seat) -> Terms:
        return pages.terms(state, seat)

    def review(self, state: Table, seat: Seat, turn: int, lines: Sequence[Line]) -> list[Remark]:
        return pages.review(state, seat, turn, lines)

    def foresee(self, state: Table, seat: Seat, lines: Sequence[Line]) -> list[Json]:
        return []  # a move leaves nothing that can be counted beforehand

    def form(self, view: Json) -> Json:
        from gm.games.knizia.form import form

        return form(view)

    def facts(self, state: Table, seat: Seat) -> Facts:
        return rules.facts(state, seat)

    def read(self, state: Table, decision: Decision, say: Raw) -> Move:
        return pages.read(state, decision.seat, say)

    def default(self, state: Table, decision: Decision) -> Move:
        return rules.default(state, decision.seat)

    def resolve(self, state: Table, choices: Mapping[Seat, Move], dice: Dice) -> Step[Table]:
        (move,) = choices.values()
        return rules.resolve(state, move)

    def view(self, state: Table, viewer: Seat | None) -> Json:
        from gm.games.knizia import telling

        return telling.view(state, viewer)

    def story(self, view: Json, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
        from gm.games.knizia import telling

        return telling.story(view, events, past)

    def improvise(self, view: Json, dice: Dice) -> Json:
        from gm.games.knizia.bettors import improvise

        return improvise(view, dice)


GAME: Game[Table, Move] = Knizia()
