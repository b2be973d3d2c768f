"""Who is where: the turn in a few facts for its headline, places with what they were before, and how near one came."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, takewhile

from gm.core.chapters import once
from gm.core.columns import column
from gm.core.each import Each
from gm.core.play import Json, Seat, Standing, Standings, View
from gm.core.words import sentence

NAMED = 6  # of many who fell
Numbers = Mapping[str, int]  # of each horse: its points, its place


def lead(view: View, running: Sequence[Json], fences: Sequence[Json]) -> Json:
    """What a headline and the lines beneath it are made of."""
    best = running[0]["points"] if running else None
    front = [each["horse"] for each in takewhile(lambda each: best is not None and each["points"] == best, running)]
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


def table(view: View, before: Json | None) -> Mapping[str, Json]:
    """The place of each that runs or has finished, and how many it moved since the turn before; nothing secret."""
    places, held = _places(view)
    was, _ = _by_points(before["points"] if before else {})  # by those, too, who have fallen since and made room

    def told(horse: str, place: int) -> Json:
        moved = was[horse] - place if horse in was and not view["over"] else None
        return {"place": place, "shared": held[place] > 1, "moved": moved}

    return Each(places, told)


def known(view: View) -> Numbers:
    """The points of those who run, as far as they are told (H24)."""
    return once(view, _known)


def _known(view: View) -> Numbers:
    field = zip(*(column(view["horses"], key) for key in ("horse", "points", "out_at")), strict=True)
    return {name: points for name, points, out_at in field if not out_at and points is not None}


def out(view: View) -> Sequence[Json]:
    """Those who run no more: of a large field most do, so these are looked for once."""
    return once(view, _out)


def _out(view: View) -> Sequence[Json]:
    horses = view["horses"]
    return [horses[at] for at, fence in enumerate(column(horses, "out_at")) if fence]


def riders(view: View) -> Mapping[str, Seat]:
    """Whose every horse is."""
    return once(view, _riders)


def _riders(view: View) -> Mapping[str, Seat]:
    return dict(zip(column(view["horses"], "horse"), column(view["horses"], "player"), strict=True))


def _places(view: View) -> tuple[Numbers, Mapping[int, int]]:
    """By horse, and how many hold each of them."""
    if not view["over"]:
        return _by_points(known(view))
    places = {each["horse"]: each["place"] for each in view["places"]}
    return places, Counter(places.values())


def _by_points(points: Numbers) -> tuple[Numbers, Mapping[int, int]]:
    """The same of those who have points: a place depends on nothing else, so there are few to be found out."""
    many = Counter(points.values())
    order = sorted(many, reverse=True)
    place = dict(zip(order, accumulate((many[number] for number in order), initial=1), strict=False))
    return Each(points, lambda _, number: place[number]), {place[number]: many[number] for number in order}


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
    places, _ = _places(view)
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
