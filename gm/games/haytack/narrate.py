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
    teller, fence, free = _Teller(race), race.fence, race.is_free
    cut, everybody, alone = verdict.cut, teller.open, teller.alone
    events = [teller.public("fence", {"kind": race.kind, "free": free}, "H13" if free else "H7")]
    for (horse, played), unused in zip(verdict.played.items(), verdict.unused.values(), strict=True):
        told = {"fence": fence, "horse": horse, "played": played, "unused": unused}
        events.append(_event(("jump", told, "H5", None if everybody else alone[horse])))
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
    for horse, points in verdict.points.items():
        told = {"fence": fence, "horse": horse, "points": points}
        events.append(_event(("points", told, "H5", None if everybody else alone[horse])))
    return events


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
        known = () if self.open else race.running
        self.alone = {horse.name: frozenset({horse.seat}) for horse in known}  # who hears what only its jockey may

    def public(self, kind: str, data: Json, ruling: str) -> Event:
        return Event(kind, {"fence": self.race.fence, **data}, ruling)

    def own(self, kind: str, horse: str, data: Json, ruling: str) -> Event:
        """To everybody, or to its own jockey."""
        told = {"fence": self.race.fence, "horse": horse, **data}
        return Event(kind, told, ruling, None if self.open else self.alone[horse])

    def both(self, kind: str, horse: str, data: Json, ruling: str) -> list[Event]:
        """The same, with all that is told; if that is to its own jockey, the others hear that it happened."""
        own = _event((kind, data, ruling, None if self.open else self.alone[horse]))
        return [own] if self.open else [self.public(kind, {"horse": horse}, ruling), own]
