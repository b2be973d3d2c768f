"""Mick Haytack's Grand National: many horses, secret numbers, and a fence for each of them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm.core.dice import Dice
from gm.core.game import USUAL, Game
from gm.core.names import fold
from gm.core.play import Decision, Entrant, Json, Raw, Remark, Section, Step, warning
from gm.core.words import sentence
from gm.games.haytack.course import proposal, read_course, turns
from gm.games.haytack.options import Options
from gm.games.haytack.race import Horse, Race

WORDS = {
    "orders": "ordres, ordre, ordini, ordine, order, befehle",
    "standing": "permanent, permanents, permanenti, permanente, ständig, dauerorder",
    "horse": "cheval, cavallo, pferd",
    "fence": "obstacle, ostacolo, hindernis",
    "plain": "simple, semplice, einfach",
    "water": "eau, rivière, acqua, riviera, wasser, wassergraben",
    "chair": "chaise, sedia, stuhl",
    "fell": "tombé, tombée, tombés, caduto, caduta, caduti, gefallen, gestürzt",
    "stood": "debout, resté, in piedi, steht, stehen",
    "stumbled": "trébuché, inciampato, gestolpert",
    "fallers": "chutes, cadute, stürze",
    "running": "en course, in corsa, im rennen",
    "points": "punti, punkte",
    "lowest": "minimum, plus bas, minimo, niedrigste, tiefste",
    "highest": "maximum, plus haut, massimo, höchste",
    "free": "libre, neutralisé, libero, libera, frei",
}


TEMPERS = {  # in trials; what each of them does stands in tempers.py
    "flat": sentence("even pace"),
    "front": sentence("front-runner"),
    "miser": sentence("miser"),
    "gambler": sentence("gambler"),
    "copycat": sentence("copycat"),
    "farsighted": sentence("looks ahead"),
    "learned": sentence("has learned"),
}


class Haytack(Game[Race, Any]):
    name = "haytack"
    state = Race
    page = (Section("orders"), Section("standing", standing=True))
    words = WORDS
    entry = "horse"
    several = True
    alike = True  # a number is a number
    deals = False  # the numbers that players write are all there is
    settings = ("course", "options")
    options = Options
    tempers = TEMPERS
    recalled = ("fence", "fall", "spared", "freed", "cleared", "retired", "departed")  # not what each horse played
    parts: ClassVar = USUAL | {
        "race": "pending agenda owing",
        "rules": "default resolve retire",
        "facts": "facts",
        "pages": "lines read review sound foresee called",
        "jockeys": "improvise",
        "trials": "trial",
        "tuning": "without tuned",
        "puzzle": "puzzle",
        "remedies": "remedies fates",
        "standing": "standings",
    }

    def propose(self, entrants: int) -> Json:
        return proposal(entrants)

    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]:
        course, remarks = read_course(settings.get("course"))
        remarks += super().survey(entrants, settings)
        for entrant in entrants:
            if fold(entrant.name) == "me":
                called_me = sentence("no horse can be called me: orders use the word")
                remarks.append(Remark(called_me, about=entrant.name))
        if len(entrants) % 2 and course and course[0] != "plain":
            odd = sentence(
                "with an odd field ({many}) the first fence should be plain, and it is {kind}",
                many=len(entrants),
                kind=course[0],
            )
            alone = sentence("the first turn jumps this fence alone")
            remarks.append(warning(odd, alone, settings.get("course")))  # H3
        return remarks

    def no_field(self, many: int) -> Remark:
        return Remark(sentence("a race needs two horses at least"), sentence("add entrants"))

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Race]:
        course, _ = read_course(settings.get("course"))
        options = self.house_rules(settings)
        horses = tuple(Horse(each.name, each.seat, options.points) for each in entrants)
        return Step(Race(course, options, horses, until=turns(len(horses), len(course))[0][-1]))

    def legal(self, state: Race, decision: Decision) -> range:
        """H16."""
        horse = state.horse_of(decision.seat)
        return range(horse.points + 1 if horse else 0)


GAME = Haytack()
