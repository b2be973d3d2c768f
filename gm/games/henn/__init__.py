"""Dirk Henn's Derby: nine horses, movement cards, and hidden betting tickets."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm.core.colours import colour_words
from gm.core.dice import Dice
from gm.core.game import USUAL, Game
from gm.core.play import Entrant, Raw, Section, Step
from gm.core.words import sentence
from gm.games.henn.cards import HORSES
from gm.games.henn.options import Options
from gm.games.henn.table import Table

WORDS = {
    "moves": "coups, mosse, züge",
    "exchange": "échange, échanges, scambio, scambi, tausch, tauschen",
    "standing": "permanent, permanents, permanente, permanenti, ständig, dauerorder",
    sentence("card"): "carte, carta, karte",
    sentence("number"): "nombre, numero, zahl",
    sentence("next"): "suivant, prossimo, nächste",
    sentence("open"): "ouvert, ouverte, aperto, aperta, scoperto, scoperta, offen",
    sentence("favour"): "favor, favoriser, favorire, favorisci, begünstige",
    sentence("least"): "au moins, almeno, mindestens",
    sentence("left"): "gauche, sinistra, links",
    sentence("right"): "droite, destra, rechts",
    sentence("blind"): "à l'aveugle, aveugle, alla cieca, cieca, verdeckt",
    sentence("swap"): "troquer, cambia, wechsle",
    sentence("for"): "pour, contre, per, für, gegen",
    sentence("any"): "n'importe, qualsiasi, beliebig",
    sentence("better"): "meilleur, meglio, besser",
    "cards": "cartes, carte restanti, karten",
    "home": "arrivés, arrivati, im ziel",
    "running": "en course, in corsa, im rennen",
    "finished": "fini, arrivé, arrivato, fertig",
    "space": "case, casella, feld",
    "place": "posto, platz",
    "ticket": "biglietto, schein, wettschein",
}


class Henn(Game[Table, Any]):
    name = "henn"
    optional = True  # tickets are exchanged by whoever likes
    state = Table
    page = (Section("moves"), Section("exchange"), Section("standing", standing=True))
    words = WORDS | colour_words(*HORSES)
    options = Options
    seats = (3, 5)  # D1
    parts: ClassVar = USUAL | {
        "table": "pending agenda",
        "pages": "lines read review foresee called",
        "facts": "facts",
        "punters": "improvise",
        "telling": "public whole mine finish standings chapters own_chapters result case_of",
    }

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Table]:
        from gm.games.henn.rules import deal

        return Step(deal(entrants, self.house_rules(settings), dice))


GAME = Henn()
