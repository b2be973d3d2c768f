"""Races by the thousand beside the plain rules, one by one: how many more in the same time?"""

from compare import compare

from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.trials import Plan
from gm.games.haytack import GAME
from gm.games.haytack.course import propose, short_form
from gm.games.haytack.rules import Bid
from gm.games.haytack.trials import begin, chance_of, ride, settings_of, trial

FIELD, FEW, MANY, WANTED = 40, 8, 2_048, 50
PLAN = Plan(FIELD, {"course": short_form(propose(FIELD))}, seed="benchmark")


def main() -> None:
    course, options = settings_of(PLAN)
    told = list(ride(begin(PLAN, options, FEW), PLAN, course, options, chance_of(PLAN, 0)))
    numbers = [[each.asked[row].tolist() for each in told] for row in range(FEW)]

    def plain() -> None:
        """The rules alone, with all their events; the numbers are there already."""
        for asked in numbers:
            race = GAME.setup([Entrant(str(n), str(n)) for n in range(FIELD)], PLAN.settings, Dice("")).state
            for fence in asked:
                bids = {decision: Bid(fence[int(decision.seat)]) for decision in GAME.pending(race)}
                race = GAME.resolve(race, bids, Dice("")).state if bids else race

    found = compare(
        f"{FEW} races of {FIELD} by the rules, and {MANY} by the thousand, jockeys and all",
        {"by the rules": plain, "by the thousand": lambda: trial(PLAN, range(MANY))},
        rounds=7,
    )
    times = MANY / FEW / found["by the thousand"]
    print(
        f"  {times:.0f} times as many in the same time, on one core; {WANTED} wanted: {'good' if times >= WANTED else 'TOO FEW'}"
    )


if __name__ == "__main__":
    main()
