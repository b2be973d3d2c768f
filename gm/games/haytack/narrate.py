"""What happened at a fence, as events. With `reveal: fallers` numbers go to their own jockey only (H24)."""

from collections.abc import Sequence

from gm.core.play import Event, Json
from gm.games.haytack.fence import Jump, Taking, Verdict
from gm.games.haytack.placing import places, winners
from gm.games.haytack.race import Horse, Race

NAMED = 6  # others in a tie: so many or more are counted, not named


def fence(race: Race, verdict: Verdict, after: Race) -> list[Event]:
    """The fence from the first stride to the count of points."""
    teller = _Teller(race)
    events = [teller.public("fence", {"kind": race.kind, "free": race.is_free}, "H13" if race.is_free else "H7")]
    for jump in verdict.jumps:
        events += teller.tell("jump", jump.horse, {"played": jump.played, "unused": jump.unused}, "H5")
        if jump.horse in verdict.cut:
            events += teller.tell("cut", jump.horse, {"asked": verdict.cut[jump.horse], "played": jump.played}, "H6")
    for taking in verdict.takings:
        events += _taking(teller, taking, verdict)
    for horse in sorted(verdict.spared):
        events.append(teller.public("spared", {"horse": horse}, "H22"))
    for horse, won in verdict.bonus.items():
        events += teller.tell("bonus", horse, {"won": won, "among": len(verdict.bonus)}, "H14")
    if verdict.freed:
        events.append(teller.public("freed", {"fences": verdict.freed, "fell": len(verdict.fell)}, "H12"))
    return [*events, *_cleared(teller, verdict, after)]


def _taking(teller: "_Teller", taking: Taking, verdict: Verdict) -> list[Event]:
    events: list[Event] = []
    some = _some(taking.group)
    ruling = "H10" if taking.end == "both" else "H9" if taking.split else "H8"
    for jump in taking.fell:
        if jump.horse not in verdict.spared:
            events += teller.tell("fall", jump.horse, _reason(teller, taking, jump, some), ruling, public={})
    for jump in taking.stumbled:
        lost = {"lost": verdict.stumbled[jump.horse]}
        events += teller.tell("stumble", jump.horse, _reason(teller, taking, jump, some) | lost, "H11", public={})
    return events


def _reason(teller: "_Teller", taking: Taking, jump: Jump, some: Sequence[Jump]) -> Json:
    """The compared values: the group, if everybody may see its numbers; of a large one as many as would be named."""
    reason: Json = {
        "end": taking.end,
        "played": jump.played,
        "unused": jump.unused,
        "split": taking.split,
        "places": taking.places,
        "tied": len(taking.group) - 1,
    }
    if teller.open:
        others = [other for other in some if other.horse != jump.horse][:NAMED]
        reason["others"] = [{"horse": other.horse, "unused": other.unused} for other in others]
    return reason


def _some(group: Sequence[Jump]) -> Sequence[Jump]:
    """So few of a group that what is said of each stays short; whoever kept most and least first, as they decide."""
    if len(group) <= NAMED:
        return group
    return list(dict.fromkeys([max(group, key=_unused), min(group, key=_unused), *group[: NAMED + 1]]))


def _unused(jump: Jump) -> int:
    return jump.unused


def _cleared(teller: "_Teller", verdict: Verdict, after: Race) -> list[Event]:
    numbers = [jump.played for jump in verdict.jumps if jump.horse in verdict.fell]
    public: Json = {"free_left": after.free}
    if not teller.open and numbers:
        public["lowest_fell"] = min(numbers)
        if teller.race.kind == "chair":
            public["highest_fell"] = max(numbers)
    events = [teller.public("cleared", public, "H24")]
    for horse in after.running:
        events += teller.tell("points", horse.name, {"points": horse.points}, "H5")
    return events


def retirements(race: Race, retired: list[Horse]) -> list[Event]:
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
        self._seats = {horse.name: horse.seat for horse in race.horses}

    def public(self, kind: str, data: Json, ruling: str) -> Event:
        return Event(kind, {"fence": self.race.fence, **data}, ruling)

    def tell(self, kind: str, horse: str, data: Json, ruling: str, public: Json | None = None) -> list[Event]:
        """To everybody; or to its own jockey, and to the others only what `public` allows."""
        about: Json = {"fence": self.race.fence, "horse": horse}
        if self.open:
            return [Event(kind, about | data, ruling)]
        own = Event(kind, about | data, ruling, frozenset({self._seats[horse]}))
        return [own] if public is None else [Event(kind, about | public, ruling), own]
