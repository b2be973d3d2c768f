"""Reiner Knizia's Grand National Derby: eight horses, five fences, hidden hands and bets."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm.core.colours import colour_words
from gm.core.dice import Dice
from gm.core.game import USUAL, Game
from gm.core.names import find
from gm.core.play import Entrant, Raw, Remark, Section, Step
from gm.core.words import sentence
from gm.games.knizia.cards import LOWEST
from gm.games.knizia.options import HORSES, Options
from gm.games.knizia.table import Table

WORDS = {
    "moves": "coups, mosse, züge",
    sentence("discard"): "défausse, défausser, scarto, scarti, scarta, abwurf, abwerfen, wirf ab",
    sentence("bet"): "pari, paris, parier, scommessa, scommetti, punta, wette, wetten",
    "fence": "obstacle, ostacolo, hindernis",
    "standing": "debout, in piedi, steht, stehen",
    "fallen": "tombé, tombée, tombés, caduto, caduti, gefallen, gestürzt",
    "gaps": "vides, vuoti, lücken",
    "empty": "vide, vuoto, leer",
    "top": "dessus, in cima, oben",
    "free": "libre, libero, frei",
    sentence("lowest"): "dernier, dernière, ultimo, ultima, letzter, letztes, niedrigster, niedrigstes",
    "highest": "premier, première, primo, prima, höchster, höchstes, erster, erstes",
    "backed": "soutenu, soutenus, sostenuto, sostenuti, unterstützt, bewettet",
    "mine": "mien, miens, mio, miei, mein, meins, meine",
    sentence("on"): "sur, su, auf",
}


class Knizia(Game[Table, Any]):
    name = "knizia"
    state = Table
    page = (Section("moves"), Section("discard", along=True))
    words = WORDS | colour_words(*HORSES, "black")
    options = Options
    seats = (2, 5)  # K1
    parts: ClassVar = USUAL | {
        "table": "pending agenda",
        "pages": "lines read review legal",
        "facts": "facts",
        "keyed": "keyed",
        "bettors": "improvise",
        "remedies": "remedies fates",
        "telling": "public whole mine finish standings chapters own_chapters result case_of",
    }

    def no_field(self, many: int) -> Remark:
        message = sentence("a table for {many} cannot be played", many=many)
        return Remark(message, sentence("it takes 2 to 5"))

    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]:
        """K18: games of before may have such a horse, and their cases and records are still read."""
        remarks = super().survey(entrants, settings)
        if remarks or find(LOWEST, self.house_rules(settings).horses) is None:
            return remarks
        message = sentence("no horse can be called lowest: in an order that is whoever lies lowest")
        return [Remark(message, sentence("give it another name"), settings["options"])]

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Table]:
        from gm.games.knizia.rules import deal

        return Step(deal(entrants, self.house_rules(settings), dice))


GAME = Knizia()
