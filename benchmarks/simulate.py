"""Races by the thousand, on all cores, beside the plain rules, one by one: how many more in the same time?"""

from collections.abc import Iterator

from benchmarks.table import WALL, Measurement, Round, spent
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.trials import Plan
from gm.desk.simulating import simulate, total
from gm.games.haytack import GAME
from gm.games.haytack.course import propose, short_form
from gm.games.haytack.rules import Bid
from gm.games.haytack.trials import begin, chance_of, ride, settings_of

FIELD, FEW, MANY = 40, 32, 65_536
PLAN = Plan(FIELD, {"course": short_form(propose(FIELD))}, seed="benchmark")


def measurements() -> Iterator[Measurement]:
    beside = f"as many of {FIELD} by the plain rules"
    yield Measurement("races a second by gm simulate, on all cores", beside, 50, races, 5, at_least=True)


def races() -> Iterator[Round]:
    course, options = settings_of(PLAN)
    told = list(ride(begin(PLAN, options, FEW), PLAN, course, options, chance_of(PLAN, 0)))
    numbers = [[each.asked[:, row].tolist() for each in told] for row in range(FEW)]

    def plain() -> None:
        """The rules alone, with all their events; the numbers are there already."""
        for asked in numbers:
            race = GAME.setup([Entrant(str(n), str(n)) for n in range(FIELD)], PLAN.settings, Dice("")).state
            for fence in asked:
                bids = {decision: Bid(fence[int(decision.seat)]) for decision in GAME.pending(race)}
                race = GAME.resolve(race, bids, Dice("")).state if bids else race

    def thousands() -> None:
        assert total(simulate("haytack", PLAN, MANY)).games == MANY

    thousands()  # processes that are there stay for the next time
    yield lambda: (MANY / spent(thousands, clock=WALL), FEW / spent(plain, clock=WALL))
