"""What happened at a fence, as events. With `reveal: fallers` numbers go to their own jockey only (H24)."""

from collections.abc import Sequence

from gm.core.play import Event, Json, quick
from gm.games.haytack.fence import Numbers, Taking, Verdict
from gm.games.haytack.placing import places, winners
from gm.games.haytack.race import Horse, Race

_event = quick(Event)
NAMED = 6  # others in a tie: so many or more are counted, not named


def fence(race: Race, verdict: Verdict, after: Race) -> list[Event]:
    """The fence from the first stride to the count of points."""
    teller, fence, unused, cut = _Teller(race), race.fence, verdict.unused, verdict.cut
    hears = teller.hears
    events = [teller.public("fence", {"kind": race.kind, "free": race.is_free}, "H13" if race.is_free else "H7")]
    for horse, played in verdict.played.items():
        told = {"fence": fence, "horse": horse, "played": played, "unused": unused[horse]}
        events.append(_event(("jump", told, "H5", hears.get(horse))))
        if horse in cut:
            events.append(teller.own("cut", horse, {"asked": cut[horse], "played": played}, "H6"))
    for taking in verdict.takings:
        events += _taking(teller, taking, verdict)
    for horse in sorted(verdict.spared):
        events.append(teller.public("spared", {"horse": horse}, "H22"))
    for horse, won in verdict.bonus.items():
        events.append(teller.own("bonus", horse, {"won": won, "among": len(verdict.bonus)}, "H14"))
    if verdict.freed:
        events.append(teller.public("freed", {"fences": verdict.freed, "fell": len(verdict.fell)}, "H12"))
    events.append(_cleared(teller, verdict, after))
    return events + [
        _event(("points", {"fence": fence, "horse": horse, "points": points}, "H5", hears.get(horse)))
        for horse, points in verdict.points.items()
    ]


def _taking(teller: "_Teller", taking: Taking, verdict: Verdict) -> list[Event]:
    tie, events = _Tie(teller, taking, verdict), list[Event]()
    ruling = "H10" if taking.end == "both" else "H9" if taking.split else "H8"
    for horse in taking.fell:
        if horse not in verdict.spared:
            events += teller.both("fall", horse, tie.told(horse), ruling)
    for horse in taking.stumbled:
        events += teller.both("stumble", horse, tie.told(horse) | {"lost": verdict.stumbled[horse]}, "H11")
    return events


class _Tie:
    """The compared values: the group, if everybody may see its numbers; of a large one as many as would be named."""

    def __init__(self, teller: "_Teller", taking: Taking, verdict: Verdict):
        self._start = {"end": taking.end, "played": verdict.played[taking.group[0]]}
        self._rest = {"split": taking.split, "places": taking.places, "tied": len(taking.group) - 1}
        self._fence, self._unused, self._open = teller.race.fence, verdict.unused, teller.open
        named = _named(taking.group, verdict.unused) if teller.open else ()
        self._some = {horse: {"horse": horse, "unused": verdict.unused[horse]} for horse in named}
        self._first = list(self._some.values())[:NAMED]  # what is said to all who are not among them

    def told(self, horse: str) -> Json:
        data = {"fence": self._fence, "horse": horse, **self._start, "unused": self._unused[horse], **self._rest}
        if self._open:
            data["others"] = self._others(horse) if horse in self._some else self._first
        return data

    def _others(self, horse: str) -> list[Json]:
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
        alone = () if self.open else race.running
        self.hears = {horse.name: frozenset({horse.seat}) for horse in alone}  # of all others everybody hears

    def public(self, kind: str, data: Json, ruling: str) -> Event:
        return Event(kind, {"fence": self.race.fence, **data}, ruling)

    def own(self, kind: str, horse: str, data: Json, ruling: str) -> Event:
        """To everybody, or to its own jockey."""
        return Event(kind, {"fence": self.race.fence, "horse": horse, **data}, ruling, self.hears.get(horse))

    def both(self, kind: str, horse: str, data: Json, ruling: str) -> list[Event]:
        """The same, with all that is told; if that is to its own jockey, the others hear that it happened."""
        own = _event((kind, data, ruling, self.hears.get(horse)))
        return [own] if self.open else [self.public(kind, {"horse": horse}, ruling), own]
