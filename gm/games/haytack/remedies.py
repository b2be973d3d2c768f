"""What a game master may rule by hand: a fall set aside, points put right, a horse reinstated; and whom it concerns."""

from collections.abc import Sequence
from dataclasses import replace

from gm.core.chapters import pick
from gm.core.play import Event, Json, Refusal, Seat, Step, View, put
from gm.core.remedies import Remedy, told
from gm.core.sections import one_of
from gm.core.words import sentence
from gm.games.haytack.narrate import finish
from gm.games.haytack.race import Horse, Race
from gm.games.haytack.rules import settled

MOST = 1_000_000


def remedies() -> list[Remedy[Race]]:
    return [
        Remedy(
            ("stands HORSE", "set aside the fall of HORSE at fence FENCE", "set aside the fall of HORSE"),
            sentence("a horse that fell on this turn pays what it played, and runs on"),
            "set aside the fall of Red Rum at fence 5",
            stands,
        ),
        Remedy(
            ("points HORSE NUMBER",),
            sentence("a running horse is given points back after this turn, or loses some"),
            "points Red Rum +10",
            points,
        ),
        Remedy(
            ("reinstate HORSE with POINTS points", "reinstate HORSE with POINTS"),
            sentence("a horse that is out runs on after this turn, with so many points"),
            "reinstate Red Rum with 120 points",
            reinstated,
        ),
    ]


def stands(step: Step[Race], horse: str, fence: str = "") -> Step[Race]:
    """The fall is taken out of the story; fences of this turn behind it are not jumped again."""
    race, down = step.state, _horse(step.state, horse)
    if not any(_is_fall(event, down.name) for event in step.events):
        raise Refusal(sentence("{horse} did not fall on this turn", horse=down.name), _out(race))
    if fence and int(fence) != down.out_at:
        where = sentence("{horse} fell at fence {fence}", horse=down.name, fence=down.out_at)
        raise Refusal(sentence("{horse} did not fall at fence {fence}", horse=down.name, fence=int(fence)), where)
    events = [event for event in step.events if not _is_fall(event, down.name)]
    unused = next(event.data["unused"] for event in events if _is_jump(event, down))
    upright = settled(down._replace(points=unused, out_at=0))
    values = {"horse": down.name, "fence": down.out_at}
    public = sentence("The fall of {horse} at fence {fence} is set aside: it runs on.", **values)
    own = sentence(
        "The fall of {horse} at fence {fence} is set aside: it runs on with {left} points.", **values, left=unused
    )
    return _after(race, upright, _recounted(race, events, down.out_at), public, own)


def points(step: Step[Race], horse: str, number: str) -> Step[Race]:
    race, found = step.state, _horse(step.state, horse)
    if not found.running:
        raise Refusal(sentence("{horse} is out", horse=found.name), sentence("it can be reinstated with points"))
    left = found.points + int(number)
    if not 0 <= left <= MOST:
        has = sentence("{horse} has {points} points", horse=found.name, points=found.points)
        raise Refusal(sentence("{horse} cannot have {points} points", horse=found.name, points=left), has)
    values = {"horse": found.name, "change": f"{int(number):+}", "left": left}
    own = sentence("The points of {horse} are put right ({change}): it has {left}.", **values)
    public = sentence("The points of {horse} are put right.", horse=found.name)
    righted = found._replace(points=left)
    return _after(race, righted, step.events, public, own)


def reinstated(step: Step[Race], horse: str, points: str) -> Step[Race]:
    race, found = step.state, _horse(step.state, horse)
    if found.running:
        running = sentence("{horse} is running", horse=found.name)
        raise Refusal(running, sentence("write points {horse} +10, or so", horse=found.name))
    if race.fence > len(race.course):
        raise Refusal(sentence("all fences are jumped: nobody can run on"))
    left = int(points)
    if left < 0:
        raise Refusal(sentence("{horse} cannot have {points} points", horse=found.name, points=left))
    values = {"horse": found.name, "left": left}
    own = sentence("{horse} is reinstated, and runs on with {left} points.", **values)
    public = sentence("{horse} is reinstated, and runs on.", horse=found.name)
    back = settled(found._replace(points=left, out_at=0, retired=False, scratched=False, heard=True))
    return _after(race, back, step.events, public, own)


def _after(race: Race, horse: Horse, events: Sequence[Event], public: str, own: str) -> Step[Race]:
    """The horse as the ruling leaves it; whether the race is over is asked again."""
    at = next(n for n, each in enumerate(race.horses) if each.name == horse.name)
    after = replace(race, horses=put(race.horses, at, horse))
    if race.over and not after.over:
        after = replace(after, until=min(race.fence + (race.fence + len(race.horses)) % 2, len(race.course)))  # H3
    said = [told(own, horse=horse.name, points=horse.points)]
    if not _open(race):  # H24: numbers go to their own jockey only
        said = [told(public, horse=horse.name), told(own, _its_own(horse), horse=horse.name, points=horse.points)]
    kept = [event for event in events if event.kind != "finish"]
    return Step(after, [*kept, *said, _left(race, horse), *([finish(after)] if after.over else [])])


def _open(race: Race) -> bool:
    return race.options.reveal == "all"


def _its_own(horse: Horse) -> frozenset[Seat]:
    return frozenset({horse.seat})


def _left(race: Race, horse: Horse) -> Event:
    """H5: what it has after the last fence that was jumped."""
    data = {"fence": race.fence - 1, "horse": horse.name, "points": horse.points}
    return Event("points", data, "H5", None if _open(race) else _its_own(horse))


def _recounted(race: Race, events: Sequence[Event], fence: int) -> list[Event]:
    """H24, with `reveal: fallers`: the numbers that fell there, of those who still have fallen."""
    if _open(race):
        return list(events)
    fell = [e.data["played"] for e in events if e.kind == "fall" and e.data["fence"] == fence and "played" in e.data]

    ends = {"lowest_fell": min(fell), "highest_fell": max(fell)} if fell else {}

    def recounted(event: Event) -> Event:
        if event.kind != "cleared" or event.data["fence"] != fence:
            return event
        data = {key: ends.get(key, value) for key, value in event.data.items() if key == "free_left" or key in ends}
        return event._replace(data={"fence": fence, **data})

    return [recounted(event) for event in events]


def _horse(race: Race, written: str) -> Horse:
    name = one_of(written, race.names, sentence("there is no horse called {name}", name=written[:50]), "")
    return next(horse for horse in race.horses if horse.name == name)


def _out(race: Race) -> str:
    out = [horse.name for horse in race.horses if not horse.running]
    return sentence("out are {horses}", horses=out) if out else sentence("nobody is out")


def _is_fall(event: Event, horse: str) -> bool:
    return event.kind == "fall" and event.data["horse"] == horse


def _is_jump(event: Event, horse: Horse) -> bool:
    return event.kind == "jump" and event.data["horse"] == horse.name and event.data["fence"] == horse.out_at


_NUMBERS = {"jump": ("played",), "stumble": ("lost",), "bonus": ("won",), "points": ("points",), "fall": ()}


def fates(race: Race, seats: Sequence[Seat], events: Sequence[Event]) -> dict[Seat, View]:
    """What a horse played, lost and won at each fence, and where that left it; not what others played beside it."""
    found: dict[Seat, Json] = {horse.seat: _fate(horse) for horse in race.horses}
    seat_of = {horse.name: horse.seat for horse in race.horses}
    for event in events:
        if event.kind in _NUMBERS and all(key in event.data for key in _NUMBERS[event.kind]):
            numbers = list(pick(event.data, *_NUMBERS[event.kind]).values())
            fence = str(event.data["fence"])
            found[seat_of[event.data["horse"]]][f"{event.kind} {fence}"] = numbers[0] if numbers else fence
    return {seat: found[seat] for seat in seats}


def _fate(horse: Horse) -> Json:
    return {"points": horse.points, "out_at": horse.out_at or None, "retired": horse.retired, "missed": horse.missed}
