"""What happened at a fence, as events. With `reveal: fallers` numbers go to their own jockey only (H24)."""

from collections.abc import Iterator, Sequence

from gm.core.play import Event, Json, Seat, quick
from gm.core.series import Events, Series
from gm.games.haytack.fence import Numbers, Taking, Verdict
from gm.games.haytack.placing import places, winners
from gm.games.haytack.race import Horse, Race

_event = quick(Event)
NAMED = 6  # others in a tie: so many or more are counted, not named


def fence(race: Race, verdict: Verdict, after: Race) -> Events:
    """The fence from the first stride to the count of points."""
    teller, free = _Teller(race), race.is_free
    events = Events([teller.public("fence", {"kind": race.kind, "free": free}, "H13" if free else "H7")])
    for row in _jumps(teller, verdict):
        events += row
    told = [event for taking in verdict.takings for event in _taking(teller, taking, verdict)]
    for horse in sorted(verdict.spared):
        told.append(teller.public("spared", {"horse": horse}, "H22"))
    for horse, won in verdict.bonus.items():
        told.append(teller.own("bonus", horse, {"won": won, "among": len(verdict.bonus)}, "H14"))
    if verdict.freed:
        told.append(teller.public("freed", {"fences": verdict.freed, "fell": len(verdict.fell)}, "H12"))
    events += [*told, _cleared(teller, verdict, after)]
    events += teller.each("points", [*verdict.points], points=[*verdict.points.values()])
    return events


def _jumps(teller: "_Teller", verdict: Verdict) -> Iterator[Sequence[Event]]:
    """Everybody's number; whoever asked for more than there was hears that behind it."""
    horses = [*verdict.played]
    jumps = teller.each("jump", horses, played=[*verdict.played.values()], unused=[*verdict.unused.values()])
    told = 0
    for at, horse in enumerate(horses if verdict.cut else ()):
        if horse in verdict.cut:
            yield jumps.part(told, told := at + 1)
            short = {"asked": verdict.cut[horse], "played": verdict.played[horse]}
            yield [teller.own("cut", horse, short, "H6")]
    yield jumps.part(told, len(horses)) if told else jumps


def _taking(teller: "_Teller", taking: Taking, verdict: Verdict) -> list[Event]:
    end, group, places, fell, stumbled = taking
    fence, unused, played, split = teller.race.fence, verdict.unused, verdict.played[group[0]], taking.split
    tied, compared = len(group) - 1, _Compared(group, unused) if teller.open else None

    def told(horse: str) -> Json:
        data = {"fence": fence, "horse": horse, "end": end, "played": played, "unused": unused[horse]}
        data["split"], data["places"], data["tied"] = split, places, tied
        if compared:
            data["others"] = compared.others(horse)
        return data

    events: list[Event] = []
    ruling = "H10" if end == "both" else "H9" if split else "H8"
    for horse in fell:
        if horse not in verdict.spared:
            events += teller.both("fall", horse, told(horse), ruling)
    for horse in stumbled:
        data = told(horse)
        data["lost"] = verdict.stumbled[horse]
        events += teller.both("stumble", horse, data, "H11")
    return events


class _Compared:
    """The unused points of a group, which everybody may see; of a large one those of as many as would be named."""

    def __init__(self, group: Sequence[str], unused: Numbers):
        self._some = {horse: {"horse": horse, "unused": unused[horse]} for horse in _named(group, unused)}
        self._first = list(self._some.values())[:NAMED]  # what is said to all who are not among them

    def others(self, horse: str) -> list[Json]:
        if horse not in self._some:
            return self._first
        return [other for name, other in self._some.items() if name != horse][:NAMED]


def _named(group: Sequence[str], unused: Numbers) -> Sequence[str]:
    """So few of a group that what is said of each stays short; whoever kept most and least first, as they decide."""
    if len(group) <= NAMED:
        return group
    ends = [max(group, key=unused.__getitem__), min(group, key=unused.__getitem__)]
    return list(dict.fromkeys([*ends, *group[: NAMED + 1]]))


def _cleared(teller: "_Teller", verdict: Verdict, after: Race) -> Event:
    told: Json = {"free_left": after.free}
    if not teller.open and verdict.fell:
        numbers = [verdict.played[horse] for horse in verdict.fell]
        told["lowest_fell"] = min(numbers)
        if teller.race.kind == "chair":
            told["highest_fell"] = max(numbers)
    return teller.public("cleared", told, "H24")


def retirements(retired: list[Horse]) -> list[Event]:
    return [Event("retired", {"horse": horse.name, "missed": horse.missed}, "H20") for horse in retired]


def departures(leaving: list[Horse]) -> list[Event]:
    return [Event("departed", {"horse": horse.name}, "H20") for horse in leaving]


def finish(race: Race) -> Event:
    """H21 to H23; with `reveal: fallers` the order at the post, without the points."""
    ranked = places(race)
    if race.options.reveal != "all":
        ranked = [place | {"points": None} for place in ranked]
    return Event("finish", {"winners": winners(race), "places": ranked}, "H23")


class _Teller:
    """Knows who may hear which number."""

    def __init__(self, race: Race):
        self.race = race
        self.open = race.options.reveal == "all"
        self.seats = {} if self.open else {horse.name: horse.seat for horse in race.running}  # who alone may hear

    def alone(self, horse: str) -> frozenset[Seat] | None:
        """Who may hear a number: everybody, or its own jockey."""
        return None if self.open else frozenset((self.seats[horse],))

    def public(self, kind: str, data: Json, ruling: str) -> Event:
        return Event(kind, {"fence": self.race.fence, **data}, ruling)

    def each(self, kind: str, horses: Sequence[str], **numbers: Sequence[int]) -> Series:
        """What each has played or has left: to everybody, or to its own jockey."""
        pattern = {"fence": self.race.fence, "horse": "", **dict.fromkeys(numbers, 0)}
        seats = None if self.open else [self.seats[horse] for horse in horses]
        return Series(kind, "H5", pattern, seats, horse=horses, **numbers)

    def own(self, kind: str, horse: str, data: Json, ruling: str) -> Event:
        """To everybody, or to its own jockey."""
        told = {"fence": self.race.fence, "horse": horse, **data}
        return Event(kind, told, ruling, self.alone(horse))

    def both(self, kind: str, horse: str, data: Json, ruling: str) -> list[Event]:
        """The same, with all that is told; if that is to its own jockey, the others hear that it happened."""
        own = _event((kind, data, ruling, self.alone(horse)))
        return [own] if self.open else [self.public(kind, {"horse": horse}, ruling), own]
