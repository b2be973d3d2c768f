"""The race so far, fence by fence: one model, from which the chart of characters and the pictures are drawn alike.

Everybody pays at every fence, so points alone all fall along one line: a horse is shown against the field, by its lead
or lag on the median of those still running.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from gm.core.chapters import abreast, leading, pick, those
from gm.core.play import Json, View
from gm.games.haytack.standing import out

MARKS = {  # what may befall a horse at a fence: its letter on the chart of characters
    (): " ",
    ("stumbled",): "s",
    ("won",): "*",
    ("spared",): "p",
    ("stumbled", "won"): "S",
    ("spared", "won"): "P",
}
FELL, HIDDEN = "F", "."
MEDIAN = 5  # its digit on the chart of characters, where 9 and 1 are the ends
STEPS = 4  # to either of them
LEAST = 8  # points from the median to the edge of a picture, however close the field is
CROWD = 0.9  # of all leads and lags: those beyond are drawn together, so that one spendthrift flattens nobody
DRAWN = 200  # horses: more lines than that are no picture


def chart(seen: View, standings: Sequence[Json], running: Sequence[Json], fences: Sequence[Json]) -> Json:
    """Of all fences told to this viewer; where the numbers are hidden there are falls and stumbles without points.

    Of a field that is too large to draw there is the course alone.
    """
    course = _course(seen, fences)
    if len(standings) > DRAWN:
        fences = []
    horses = [_horse(horse, fences) for horse in (standings if fences else ())]
    horses = [horse for horse in horses if horse["marks"] and (horse["points"][0] is not None or not seen["open"])]
    _lead(horses, seen["winners"])
    for horse, beside in abreast([horse for horse in horses if horse["fell"]], _where_it_fell):
        horse["beside"] = beside
    start = seen["options"]["points"]
    reach = _against_the_field(horses) if seen["open"] and horses else LEAST
    unit = -(-reach // STEPS)
    for horse in horses:
        horse["signs"] = _signs(horse, unit)
    return {
        "open": seen["open"],
        "start": start,
        "reach": reach,
        "unit": unit,
        "before": fences[0]["fence"] - 1 if fences else 0,  # fences jumped earlier, of which nothing is told
        "fences": [
            pick(fence, "fence", "kind", "free") | {"fell": _fallen(horses, fence["fence"])} for fence in fences
        ],
        "horses": horses,
        "legend": _legend(fences, horses),
        "course": course,
        "mapped": _mapped(course),
        "entered": len(standings),
        "running": running,
        "place": len(seen["course"]) if seen["over"] else seen["fence"] - 1,  # the fences behind the field
    }


def _horse(horse: Json, fences: Sequence[Json]) -> Json:
    """Its points before the first fence and after each that it cleared, and what befell it at each that it jumped."""
    name, out_at = horse["horse"], horse["out_at"]
    started = not horse.get("scratched")
    jumped = [fence for fence in fences if started and (not out_at or fence["fence"] <= out_at)]
    fell = bool(out_at) and not horse["retired"]
    cleared = jumped[:-1] if fell else jumped
    return {
        "horse": name,
        "player": horse["player"],
        "points": _carried(
            [_before(name, each) for each in jumped[:1]] + [each["points"].get(name) for each in cleared]
        ),
        "marks": [_marks(name, fence) for fence in jumped],
        "fell": out_at if fell else None,
        "fell_with": jumped[-1]["jumps"].get(name, {}).get("unused") if fell and jumped else None,
        "retired": out_at if horse["retired"] else None,
        "leads": False,
        "beside": (0.0, 1),
    }


def _carried(points: Sequence[int | None]) -> list[int | None]:
    """A horse that a ruling put on its feet again had what it had, at fences that it did not jump."""
    carried: list[int | None] = []
    for each in points:
        carried.append(each if each is not None or not carried else carried[-1])
    return carried


def _before(name: str, fence: Json) -> int | None:
    jump: Mapping[str, int] | None = fence["jumps"].get(name)
    return jump["played"] + jump["unused"] if jump else None


def _marks(name: str, fence: Json) -> list[str]:
    marks = {"fell": "falls", "stumbled": "stumbles", "spared": "spared", "won": "bonus"}
    return [mark for mark, section in marks.items() if name in fence[section]]


def _lead(horses: Sequence[Json], winners: Sequence[str]) -> None:
    """The winners; or the best of those who run on."""
    known = [horse for horse in horses if horse["points"][-1] is not None]
    running = [horse for horse in known if not horse["fell"] and not horse["retired"]]
    best = [horse["horse"] for horse in leading(running)]
    for horse in running:
        horse["leads"] = horse["horse"] in (winners or best)


def _where_it_fell(horse: Json) -> tuple[int, int | None]:
    return horse["fell"], horse["fell_with"]


def _against_the_field(horses: Sequence[Json]) -> int:
    """Each horse's lead or lag after every fence; answers with how far from the median most of them keep."""
    medians = _medians(horses)
    for horse in horses:
        ends = [horse["fell_with"]] if horse["fell"] else []
        horse["against"] = [each - median for each, median in zip([*horse["points"], *ends], medians, strict=False)]
    far = sorted(abs(lead) for horse in horses for lead in horse["against"][1:])
    reach = max(LEAST, far[int(CROWD * (len(far) - 1))]) if far else LEAST
    for horse in horses:
        horse["drawn"] = [_kept_within(lead, reach) for lead in horse["against"]]
    return reach


def _medians(horses: Sequence[Json]) -> list[int]:
    """Of those still running after each fence; where nobody is, of those who fell there."""
    medians: list[int] = []
    for place in range(1 + max(len(horse["marks"]) for horse in horses)):
        known = [horse["points"][place] for horse in horses if len(horse["points"]) > place]
        known = known or [horse["fell_with"] for horse in horses if len(horse["points"]) == place]
        medians.append(sorted(known)[(len(known) - 1) // 2])
    return medians


def _kept_within(lead: int, reach: int) -> float:
    """As it is; but beyond the reach all the rest of the way is a seventh of it."""
    if abs(lead) <= reach:
        return lead
    return (1 if lead > 0 else -1) * round(reach * (1 + (1 - reach / abs(lead)) / 7), 1)


def _signs(horse: Json, unit: int) -> list[str]:
    """Two characters a fence: the lead or lag on the median in so many points a step, and what befell the horse."""
    leads = [*horse.get("against", [None] * len(horse["points"]))[1:], None]
    return [
        FELL + " " if "fell" in marks else (HIDDEN if lead is None else _step(lead, unit)) + MARKS[tuple(marks)]
        for lead, marks in zip(leads, horse["marks"], strict=False)
    ]


def _step(lead: int, unit: int) -> str:
    return str(MEDIAN + max(-STEPS, min(STEPS, round(lead / unit))))


def _fallen(horses: Sequence[Json], fence: int) -> list[str]:
    return [horse["horse"] for horse in horses if horse["fell"] == fence]


def _legend(fences: Sequence[Json], horses: Sequence[Json]) -> list[str]:
    """What a legend has to explain."""
    marks = {mark for horse in horses for marks in horse["marks"] for mark in marks}
    kinds = {fence["kind"] for fence in fences}
    others = {"retired": any(horse["retired"] for horse in horses), "free": any(fence["free"] for fence in fences)}
    return sorted(marks | kinds | those(others))


def _mapped(course: Sequence[Json]) -> list[str]:
    """What the legend of the map has to explain."""
    found = {fence["kind"] for fence in course} | {fence["state"] for fence in course}
    others = {"fallen": any(fence["fell"] for fence in course), "dashed": any(fence["free"] for fence in course)}
    return sorted(found | those(others))


def _course(seen: View, fences: Sequence[Json]) -> list[Json]:
    """Every fence of the course: is it jumped, next, yet to come or never to be jumped, and how many fell there?"""
    coming = {each["fence"] for each in seen["next"]}
    free = {each["fence"] for each in [*fences, *seen["next"]] if each["free"]}
    fell = Counter(horse["out_at"] for horse in out(seen) if not horse["retired"])
    ahead = "never" if seen["over"] else "coming"
    return [
        {
            "fence": number,
            "kind": kind,
            "state": "jumped" if number < seen["fence"] else "next" if number in coming else ahead,
            "free": number in free,
            "fell": fell[number],
        }
        for number, kind in enumerate(seen["course"], start=1)
    ]
