"""Mick Haytack's Grand National: many horses, secret numbers, and a fence for each of them.

What only some commands need is imported where it is used: gm status asks a game for very little.
"""

from collections.abc import Mapping, Sequence

from gm.core.dice import Dice
from gm.core.names import fold
from gm.core.play import (
    Case,
    Decision,
    Entrant,
    Event,
    Facts,
    Game,
    Json,
    Line,
    Raw,
    Remark,
    Seat,
    Step,
    Terms,
    warning,
)
from gm.core.words import sentence
from gm.games.haytack import pages, rules
from gm.games.haytack.course import proposal, read_course, turns
from gm.games.haytack.options import read_options
from gm.games.haytack.race import Horse, Race
from gm.games.haytack.rules import Bid


class Haytack:
    name = "haytack"
    state = Race
    entry = "horse"
    sections = ("orders", "standing")
    standing = "standing"
    settings = ("course", "options")

    def propose(self, entrants: int) -> Json:
        return proposal(entrants)

    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]:
        course, remarks = read_course(settings.get("course"))
        remarks += read_options(settings.get("options"))[1]
        if len(entrants) < 2:
            remarks.append(Remark(sentence("a race needs two horses at least"), sentence("add entrants")))
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

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: Dice) -> Step[Race]:
        course, _ = read_course(settings.get("course"))
        options, _ = read_options(settings.get("options"))
        horses = tuple(Horse(each.name, each.seat, options.points) for each in entrants)
        race = Race(course, options, horses, until=turns(len(horses), len(course))[0][-1])
        return Step(race)

    def case(self, page: Mapping[str, Raw]) -> Case[Race] | list[Remark]:
        from gm.games.haytack.case import read_case

        return read_case(page)

    def pending(self, state: Race) -> Sequence[Decision]:
        return rules.pending(state)

    def agenda(self, state: Race, seat: Seat, turn: int) -> Sequence[Decision]:
        return rules.agenda(state, seat, turn)

    def lines(self, state: Race, part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
        return pages.lines(part)

    def terms(self, state: Race, seat: Seat) -> Terms:
        return pages.terms(state, seat)

    def review(self, state: Race, seat: Seat, turn: int, lines: Sequence[Line]) -> list[Remark]:
        return pages.review(state, seat, turn, lines)

    def foresee(self, state: Race, seat: Seat, lines: Sequence[Line]) -> list[Json]:
        return pages.foresee(state, seat, lines)

    def form(self, view: Json) -> Json:
        from gm.games.haytack.form import form

        return form(view)

    def facts(self, state: Race, seat: Seat) -> Facts:
        return rules.facts(state, seat)

    def read(self, state: Race, decision: Decision, say: Raw) -> Bid:
        return pages.read_bid(say)

    def default(self, state: Race, decision: Decision) -> Bid:
        return rules.default(state, decision)

    def resolve(self, state: Race, choices: Mapping[Seat, Bid], dice: Dice) -> Step[Race]:
        return rules.resolve(state, choices)

    def view(self, state: Race, viewer: Seat | None) -> Json:
        from gm.games.haytack import telling

        return telling.view(state, viewer)

    def story(self, view: Json, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
        from gm.games.haytack import telling

        return telling.story(view, events, past)

    def improvise(self, view: Json, dice: Dice) -> Json:
        from gm.games.haytack.jockeys import improvise

        return improvise(view, dice)


GAME: Game[Race, Bid] = Haytack()
