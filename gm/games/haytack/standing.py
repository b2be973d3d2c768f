"""Who is where: the turn in a few facts for its headline, places with what they were before, and how near one came."""

from collections import Counter
from collections.abc import Mapping, Sequence

from gm.core.each import Each
from gm.core.play import Json, Standing, Standings, View, ranked
from gm.core.words import sentence

NAMED = 6  # of many who fell
Ranks = Mapping[str, int]  # a horse's place


def lead(view: View, running: Sequence[Json], fences: Sequence[Json]) -> Json:
    """What a headline and the lines beneath it are made of."""
    best = running[0]["points"] if running else None
    front = [each["horse"] for each in running if best is not None and each["points"] == best]
    behind = running[len(front)] if best is not None and len(front) < len(running) else None
    return {
        "fell": [{"horse": horse, "fence": fence["fence"]} for fence in fences for horse in sorted(fence["falls"])],
        "front": front,
        "points": best,
        "behind": behind and behind["horse"],
        "ahead": behind and best - behind["points"],
        "running": len(running),
        "entered": len(view["horses"]),
    }


def table(view: View, standings: Sequence[Json], before: Json | None) -> Mapping[str, Json]:
    """The place of each that runs or has finished, and how many it moved since the turn before; nothing secret."""
    places = _places(view, standings)
    held, was = Counter(places.values()), _before(before)

    def told(horse: str, place: int) -> Json:
        moved = was[horse] - place if horse in was and not view["over"] else None
        return {"place": place, "shared": held[place] > 1, "moved": moved}

    return Each(places, told)


def _places(view: View, standings: Sequence[Json]) -> Ranks:
    if view["over"]:
        return {each["horse"]: each["place"] for each in view["places"]}
    running = [each for each in standings if not each["out_at"] and each["points"] is not None]
    return {horse["horse"]: place for place, horse in ranked(running, lambda each: -each["points"])}


def _before(fence: Json | None) -> Ranks:
    """By the points after that fence: those of them who have fallen since made room, and are left to count."""
    kept = list(fence["points"].items()) if fence else []
    return {horse: place for place, (horse, _) in ranked(kept, lambda each: -each[1])}


def edges(fence: Json) -> Json:
    """The last that fell at each end of a fence where everybody sees the numbers: one step from safety."""
    found: Json = {}
    for horse, fall in fence["falls"].items():
        for end in ("low", "high") if fall.get("end") == "both" else (fall.get("end"),):
            nearest = found.get(end)
            if "others" in fall and (nearest is None or _nearer(end, fall["played"], nearest["played"])):
                found[end] = {"horse": horse, "played": fall["played"]}
    return found


def _nearer(end: str, one: int, other: int) -> bool:
    return one < other if end == "high" else one > other


def down(fence: Json) -> Json:
    """Of many fallers: whom to name, and how many had played what, where everybody sees that (H24)."""
    falls: Mapping[str, Json] = fence["falls"]
    told = all("played" in fall for fall in falls.values())
    order = sorted(falls, key=lambda horse: (-falls[horse]["unused"] if told else 0, horse))
    numbers = Counter(fall["played"] for fall in falls.values()) if told else Counter[int]()
    return {"named": order[:NAMED], "numbers": sorted(numbers.items())[:NAMED], "told": told}


def nearest(fences: Sequence[Json], horse: str) -> Json | None:
    """Where this horse came nearest to a fall, of the fences that it got over: beside whom, and by how much."""
    found = [
        {"fence": fence["fence"], "end": end, "horse": edge["horse"], "by": abs(played - edge["played"])}
        for fence in fences
        for played in [fence["jumps"].get(horse, {}).get("played")]
        for end, edge in fence["edges"].items()
        if played is not None and horse not in fence["falls"] and horse not in fence["spared"]
    ]
    return min(found, key=lambda each: each["by"], default=None)


def standings(view: View) -> Standings:
    """Those who run by points, if these are told (H24), then those who are out; when it is over by place (H23)."""
    places = _places(view, view["horses"])
    rows = [
        Standing(
            places.get(each["horse"]), None if each["out_at"] else each["points"], each["player"], fate=_fate(each)
        )
        for each in sorted(view["horses"], key=lambda each: (each["out_at"] is not None, -(each["out_at"] or 0)))
    ]
    return Standings(sorted(rows, key=lambda row: row.place or len(rows) + 1), sentence("Points"))


def _fate(horse: Json) -> str:
    if not horse["out_at"]:
        return ""
    if horse["retired"]:
        return sentence("retired at fence {fence}", fence=horse["out_at"])
    return sentence("fell at fence {fence}", fence=horse["out_at"])
