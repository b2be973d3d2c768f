"""The Grand National board game: a sale, bets, the going, and a race of sixteen horses and more."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm.core.dice import Dice
from gm.core.game import USUAL, Game
from gm.core.play import Entrant, Raw, Remark, Section, Step
from gm.core.words import sentence
from gm.games.national.meeting import BETS, BIDS, RIDE, STANDING, Meeting, opened
from gm.games.national.options import Options

WORDS = {
    "bids": "enchères, offres, offerte, gebote",
    "bid": "enchère, offre, offerta, gebot, biete",
    "bets": "bet, pari, paris, scommessa, scommesse, wette, wetten",
    "ride": "rides, monte, montes, monta, ritt, ritte, reite",
    "standing": "permanent, permanents, permanente, permanenti, ständig, dauerorder",
    "win": "wins, winner, gagnant, gagne, vincente, vince, sieg, gewinnt",
    "place": "placed, placé, posto, piazzato, platz, platziert",
    "fence": "fences, haie, haies, obstacle, obstacles, siepe, siepi, ostacolo, ostacoli, hindernis, hindernisse",
    "shoe": "shoes, horseshoe, horseshoes, fer, fers, ferro, ferri, hufeisen",
    "clear": "libre, libres, libero, libera, frei",
    "lane": "couloir, corsia, spur, bahn",
    "retire": "retires, retired, abandon, abandonne, abandonner, ritira, ritirare, ritirato, aufgeben, aufgegeben",
    "or": "ou, o, oppure, oder",
    "money": "argent, denaro, soldi, geld",
    "horses": "chevaux, cavalli, pferde",
    "mine": "miens, miei, meine",
    "sold": "vendu, vendus, venduto, venduti, verkauft",
    "price": "prix, prezzo, preis",
    "round": "manche, giro, runde",
    "lead": "avance, vantaggio, vorsprung",
    "behind": "retard, ritardo, rückstand",
    "square": "case, casella, feld",
    "points": "punti, punkte",
    "running": "en course, in corsa, im rennen",
    "finished": "arrivés, arrivati, im ziel",
    "home": "retour, finale, heimweg",
    "ahead": "devant, davanti, voraus",
    "out": "dehors, fuori, ausgeschieden",
    "at": "à, a, auf",
}


class National(Game[Meeting, Any]):
    name = "national"
    optional = True  # N12: bets
    state = Meeting
    page = (Section(BIDS), Section(BETS), Section(RIDE), Section(STANDING, standing=True))
    words = WORDS
    options = Options
    seats = (2, 6)  # N1
    parts: ClassVar = {
        **USUAL,
        "meeting": "pending agenda",
        "pages": "lines read review called",
        "keyed": "keyed",
        "outlook": "foresee",
        "facts": "facts",
        "telling": "public whole mine finish standings result case_of",
        "story": "chapters own_chapters",
        "trainers": "improvise",
    }

    def no_field(self, many: int) -> Remark:
        message = sentence("a sale for {many} stables cannot be held", many=many)
        return Remark(message, sentence("it takes 2 to 6"))

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Meeting]:
        return Step(opened(self.house_rules(settings), [each.seat for each in entrants]))


GAME = National()
