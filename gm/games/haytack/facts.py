"""What a `when` may read: the outcome of the turn's first fence (H18)."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from gm.core.play import Fact, Facts, Kind, Seat
from gm.core.words import counted, sentence
from gm.games.haytack.race import Outcome, Race

_SAID = {  # H18: a condition in words
    "fell": counted("{names} fell", "{names} fell", 1, names=""),
    "stood": counted("{names} stood", "{names} stood", 1, names=""),
    "stumbled": counted("{names} stumbled", "{names} stumbled", 1, names=""),
    "fallers": sentence("the number of fallers is {number}", number=""),
    "running": sentence("the number of horses still running is {number}", number=""),
    "points": sentence("your points are {number}", number=""),
    "lowest": sentence("the lowest number is {number}", number=""),
    "highest": sentence("the highest number is {number}", number=""),
    "free": sentence("the second fence is free"),
}
OWN = ("points",)  # the same fact is another for each jockey
_NOT_FREE = sentence("the second fence is not free")


@lru_cache
def _labels(fence: int) -> Mapping[str, str]:
    """What each fact is called on the order form: the same for everybody who orders."""
    return {
        "fell": sentence("fell at fence {fence}:", fence=fence),
        "stood": sentence("still running after fence {fence}:", fence=fence),
        "stumbled": sentence("stumbled at fence {fence}:", fence=fence),
        "fallers": sentence("how many fell at fence {fence}:", fence=fence),
        "running": sentence("how many are still running:"),
        "points": sentence("my own points by then:"),
        "lowest": sentence("the lowest number at fence {fence}:", fence=fence),
        "highest": sentence("the highest number at fence {fence}:", fence=fence),
        "free": sentence("fence {fence} is free:", fence=fence + 1),
    }


def facts(race: Race, seat: Seat) -> Facts:
    """The same for everybody who rides, but for their own points; whoever does not ride knows nothing."""
    horse, shared = race.horse_of(seat), race.facts
    if horse is None:
        return Facts({key: fact._replace(value=lambda: None) for key, fact in shared.items()}, race.names)
    points = horse.points if race.first else None
    return Facts({**shared, "points": shared["points"]._replace(value=lambda: points)}, race.names, horse.name, OWN)


def shared(race: Race) -> Mapping[str, Fact]:
    """H18: the outcome of the turn's first fence. H24: of that, what the option reveals."""
    outcome = race.first
    fell, stumbled = (frozenset(outcome.fell), frozenset(outcome.stumbled)) if outcome else (None, None)
    running, free = race.running, race.is_free  # and not the race, which keeps these facts: nobody would be let go of
    stood = cache(lambda: frozenset(horse.name for horse in running))
    labels = _labels(race.fence if outcome is None else race.fence - 1)

    def fact(kind: Kind, key: str, value: Callable[[Outcome], Any], denied: str = "") -> Fact:
        return Fact(kind, labels[key], lambda: None if outcome is None else value(outcome), _SAID[key], denied)

    table = {
        "fell": fact(Kind.NAMES, "fell", lambda o: fell),
        "stood": fact(Kind.NAMES, "stood", lambda o: stood()),
        "stumbled": fact(Kind.NAMES, "stumbled", lambda o: stumbled),
        "fallers": fact(Kind.NUMBER, "fallers", lambda o: len(o.fell)),
        "running": fact(Kind.NUMBER, "running", lambda o: len(running)),
        "points": fact(Kind.NUMBER, "points", lambda o: None),  # each has their own
        "lowest": fact(Kind.NUMBER, "lowest", lambda o: o.lowest),
        "highest": fact(Kind.NUMBER, "highest", lambda o: o.highest),
        "free": fact(Kind.FLAG, "free", lambda o: free, _NOT_FREE),
    }
    if race.options.reveal != "all":
        del table["lowest"], table["highest"]  # H24: they tell what others played
    return table
