"""Reiner Knizia's Grand National Derby: eight horses, five fences, hidden hands and bets."""

from collections.abc import Mapping, Sequence

from gm.core.dice import Dice
from gm.core.game import Game, found_in
from gm.core.play import Decision, Entrant, Raw, Remark, Section, Step
from gm.core.words import sentence
from gm.games.knizia import rules
from gm.games.knizia.cards import DECK
from gm.games.knizia.options import Options
from gm.games.knizia.rules import Move
from gm.games.knizia.table import Table


class Knizia(Game[Table, Move]):
    name = "knizia"
    state = Table
    page = (Section("moves"), Section("discard", along=True))
    options = Options
    seats = (2, 5)  # K1

    def no_field(self, many: int) -> Remark:
        message = sentence("a table for {many} cannot be played", many=many)
        return Remark(message, sentence("it takes 2 to 5"))

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Table]:
        deck = list(DECK)
        dice.stream("deck").shuffle(deck)  # K3
        return Step(rules.deal(entrants, self.house_rules(settings), deck))

    pending = found_in("rules")
    agenda = found_in("rules")
    default = found_in("rules")

    def resolve(self, state: Table, choices: Mapping[Decision, Move], dice: Dice) -> Step[Table]:
        (move,) = choices.values()
        return rules.resolve(state, move)

    lines = found_in("pages")
    read = found_in("pages")
    facts = found_in("pages")
    review = found_in("pages")
    legal = found_in("pages")
    form = found_in("form")
    improvise = found_in("bettors")
    case = found_in("case")
    public = found_in("telling")
    whole = found_in("telling")
    mine = found_in("telling")
    finish = found_in("telling")
    chapters = found_in("telling")
    own_chapters = found_in("telling")
    result = found_in("telling")
    case_of = found_in("telling")
    call = found_in("call")


GAME = Knizia()
