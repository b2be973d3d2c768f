"""A race by the plain rules, events and all, beside a naive loop over dicts that keeps none.

The naive race below was written from the rulings alone. It does what the rules do: a position, a dict for each horse,
is never changed, and the next one is made from it, with all that another fence, a standing order or a turn without
orders would ask of it (H20). It knows no house rules, and both come to the same position and the same places, which is
seen to before anything is timed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from benchmarks.table import Measurement, Round, timed
from gm.core.dice import Dice
from gm.core.play import Entrant, Event, Line
from gm.core.series import Events
from gm.core.trials import Plan
from gm.core.turn import run_turn
from gm.games.haytack import GAME
from gm.games.haytack.course import propose, short_form
from gm.games.haytack.race import Race
from gm.games.haytack.rules import Bid
from gm.games.haytack.trials import begin, chance_of, ride, settings_of

FIELD, RACES = 40, 8
FEW, MANY = 1_000, 100_000
TIES: dict[str, Callable[[int], int]] = {"all level": lambda number: 500, "all but level": lambda number: number}
NOTHING = Dice("")  # the rules of this game throw none
NAMES = [f"horse {number}" for number in range(FIELD)]
PLAN = Plan(FIELD, {"course": short_form(propose(FIELD))}, seed="benchmark")
Horse = Mapping[str, Any]
Asked = Mapping[str, int]


def measurements() -> Iterator[Measurement]:
    beside = "a naive loop over dicts without events"
    yield Measurement(f"a race of {FIELD} by the rules", beside, 3, partial(races, by_the_rules), 15)
    yield Measurement(f"a race of {FIELD} through the one loop", beside, 8, partial(races, through_the_loop), 15)
    for tie, points in TIES.items():
        yield Measurement(f"a horse at a fence, {tie}, of {MANY:,}", f"one of {FEW:,}", 1.75, partial(fence, points))


# By the rules


def by_the_rules(number: int) -> tuple[Race, list[Event]]:
    """Position after position: what is pending, the choices, the next one."""
    race, events = started(), Events()
    for bids in bids_of(number):
        choices = {decision: bids[decision.seat] for decision in GAME.pending(race)}
        if choices:
            step = GAME.resolve(race, choices, NOTHING)
            race = step.state
            events += step.events
    return race, events


def through_the_loop(number: int) -> tuple[Race, list[Event]]:
    """The same from written lines, turn after turn, with what became of every order."""
    race, events, turn = started(), Events(), 0
    while GAME.pending(race):
        turn += 1
        step = run_turn(GAME, race, turn, books_of(number), NOTHING)
        race = step.state
        events += step.events
    return race, events


@cache
def started() -> Race:
    return GAME.setup([Entrant(name, name) for name in NAMES], PLAN.settings, NOTHING).state


@cache
def asked() -> list[list[dict[str, int]]]:
    """What jockeys of several tempers ask of their horses, race by race and fence by fence."""
    course, options = settings_of(PLAN)
    told = list(ride(begin(PLAN, options, RACES), PLAN, course, options, chance_of(PLAN, 0)))
    return [[dict(zip(NAMES, each.asked[:, row].tolist(), strict=True)) for each in told] for row in range(RACES)]


@cache
def bids_of(number: int) -> list[dict[str, Bid]]:
    return [{name: Bid(points) for name, points in fence.items()} for fence in asked()[number]]


@cache
def books_of(number: int) -> dict[str, dict[str, list[Line]]]:
    fences = list(enumerate(asked()[number], start=1))
    return {name: {str(fence): [Line(str(fence), str(each[name]))] for fence, each in fences} for name in NAMES}


def races(play: Callable[[int], tuple[Race, list[Event]]]) -> Iterator[Round]:
    course, _ = settings_of(PLAN)

    def naive() -> None:
        for fences in asked():
            naive_race(course, NAMES, fences)

    for number, fences in enumerate(asked()):
        assert as_dicts(*play(number)) == naive_race(course, NAMES, fences)
    yield timed(lambda: [play(number) for number in range(RACES)], naive)


def fence(points: Callable[[int], int]) -> Iterator[Round]:
    """Everybody plays the same: all fall, or all but one stumble.

    That the work is linear is counted (tests/haytack/test_linear.py); what is left is that a hundred thousand horses
    and their events are in no processor's cache.
    """

    def jumping(field: int) -> Callable[[], object]:
        race = GAME.setup([Entrant(f"p{n}", f"Horse {n}") for n in range(field)], {"course": "4 plain"}, NOTHING).state
        race = replace(race, horses=tuple(each._replace(points=points(n)) for n, each in enumerate(race.horses)))
        choices = dict.fromkeys(GAME.pending(race), Bid(0))
        return lambda: [GAME.resolve(race, choices, NOTHING) for _ in range(MANY // field)]

    yield timed(jumping(MANY), jumping(FEW))


def as_dicts(race: Race, events: Sequence[Event]) -> list[Horse]:
    places = {each["horse"]: each["place"] for each in events[-1].data["places"]}
    kept = ("name", "points", "out_at", "missed", "heard", "now", "last")
    return [{key: getattr(each, key) for key in kept} | {"place": places[each.name]} for each in race.horses]


# The naive race


def naive_race(course: Sequence[str], names: Sequence[str], asked: Sequence[Asked]) -> list[Horse]:
    """Everybody orders at every fence; the horses in the order in which they were entered, each with its place."""
    fresh = {"points": 500, "out_at": 0, "missed": 0, "heard": False, "now": (), "last": ()}  # H1
    horses: list[Horse] = [{"name": name, **fresh} for name in names]
    free, until = 0, 1 if len(names) % 2 else 2  # H3
    for fence, kind in enumerate(course, start=1):
        is_free = kind == "plain" and free > 0  # H13
        horses, freed = jumped(horses, asked[fence - 1], fence, kind, is_free)
        free += freed - is_free
        left = len([horse for horse in horses if not horse["out_at"]])
        if fence == until or fence == len(course) or left <= 1:
            horses = [settled(horse) for horse in horses]
            until = fence + 2
        if left <= 1:
            break  # H21
    return placed(horses)


def jumped(horses: list[Horse], asked: Asked, fence: int, kind: str, free: bool) -> tuple[list[Horse], int]:
    """H5 to H15: the horses behind the fence, and how many fences that makes free."""
    running = [horse for horse in horses if not horse["out_at"]]
    played = {horse["name"]: min(asked[horse["name"]], horse["points"]) for horse in running}  # H6
    unused = {horse["name"]: horse["points"] - played[horse["name"]] for horse in running}
    fell, stumbled = ([], []) if free else judged(played, unused, kind)
    points = dict(unused)
    for name in stumbled:
        points[name] -= 5 if points[name] >= 10 else points[name] // 2  # H11
    if kind == "water":
        highest = max(played.values())
        best = [name for name in played if played[name] == highest and name not in fell]
        for name in best:
            points[name] += 50 // len(best)  # H14
    after: list[Horse] = []
    for horse in horses:
        if horse["out_at"]:
            after.append(horse)
            continue
        name = horse["name"]
        landed = {**horse, "points": points[name], "heard": True, "now": (*horse["now"], played[name])}
        after.append({**landed, "points": 0, "out_at": fence} if name in fell else landed)  # H15
    places = 2 if kind in ("becher", "chair") else 1
    return after, max(0, len(fell) - places)  # H12


def judged(played: Asked, unused: Asked, kind: str) -> tuple[list[str], list[str]]:
    """H7 to H10: who falls, and who stumbles."""
    numbers = sorted(set(played.values()))
    if kind != "chair":
        return taken(played, unused, numbers, 2 if kind == "becher" else 1)
    if len(numbers) == 1:
        return taken(played, unused, numbers, 2)
    low, high = taken(played, unused, numbers, 1), taken(played, unused, numbers[::-1], 1)
    return low[0] + high[0], low[1] + high[1]


def taken(played: Asked, unused: Asked, numbers: Sequence[int], places: int) -> tuple[list[str], list[str]]:
    """H8, H9: from one end of the field."""
    fell: list[str] = []
    for number in numbers:
        group = [name for name in played if played[name] == number]
        if len(group) > places:
            last = sorted([unused[name] for name in group], reverse=True)[places - 1]
            fell += [name for name in group if unused[name] >= last]
            return fell, [name for name in group if unused[name] < last]
        fell += group
        places -= len(group)
        if not places:
            break
    return fell, []


def settled(horse: Horse) -> Horse:
    """H20, at the end of a turn."""
    if horse["out_at"]:
        return horse
    missed = 0 if horse["heard"] else horse["missed"] + 1
    return {**horse, "missed": missed, "heard": False, "now": (), "last": horse["now"]}


def placed(horses: Sequence[Horse]) -> list[Horse]:
    """H23."""
    merits = {horse["name"]: merit(horse) for horse in horses}
    best = sorted(merits.values())
    return [{**horse, "place": best.index(merits[horse["name"]]) + 1} for horse in horses]


def merit(horse: Horse) -> tuple[bool, int]:
    return (True, -horse["out_at"]) if horse["out_at"] else (False, -horse["points"])
