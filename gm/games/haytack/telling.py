"""What a viewer may see of a race, and what is told of a turn. The story knows no more than that view."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import compress
from operator import not_
from typing import Any

from gm.core import codec
from gm.core.chapters import Fill, Pour, gathered, of_kind, once, pick, sets, spread
from gm.core.columns import Rows, column, in_groups, rows_of
from gm.core.play import Event, Finish, Json, Seat, View, ranked, thousandths
from gm.core.series import ByName
from gm.core.series import column as told
from gm.games.haytack.chart import chart
from gm.games.haytack.guide import guide
from gm.games.haytack.options import Options
from gm.games.haytack.placing import places, winners
from gm.games.haytack.race import Horse, Race
from gm.games.haytack.standing import down, edges, known, lead, nearest, out, riders, table


def public(race: Race) -> View:
    return _view(race, everything=race.options.reveal == "all")  # H24


def whole(race: Race) -> View:
    return _view(race, everything=True)


def _view(race: Race, everything: bool) -> View:
    return {
        "open": everything,
        "options": codec.dump(Options, race.options),
        "course": list(race.course),
        "turn": race.turn,
        "fence": race.fence,
        "free_left": race.free,
        "over": race.over,
        "winners": winners(race),
        "places": [place if everything else place | {"points": None} for place in places(race)],
        "next": [{"fence": fence, "kind": kind, "free": free} for fence, kind, free in race.coming],
        "horses": rows_of(_horses(race.horses, everything)),
    }


def _horses(horses: Sequence[Horse], everything: bool) -> Mapping[str, Sequence[Any]]:
    """What is told of each, column by column."""
    return {
        "horse": [horse.name for horse in horses],
        "player": [horse.seat for horse in horses],
        "points": [horse.points for horse in horses] if everything else [None] * len(horses),
        "out_at": [horse.out_at or None for horse in horses],
        "retired": [horse.retired for horse in horses],
        "scratched": [horse.scratched for horse in horses],
    }


def mine(race: Race, seat: Seat) -> View:
    horse = race.horse_of(seat)
    if horse is None:
        return {}
    return {
        "horse": horse.name,
        "player": horse.seat,
        "points": horse.points,
        "running": horse.running,
        "out_at": horse.out_at or None,
        "retired": horse.retired,
        "missed": horse.missed,
    } | ({"scratched": True} if horse.scratched else {})


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The fences told one by one, the standings, and the race so far."""
    fences, before = told_fences(events), told_fences(past)
    running, standings = _standings(view)
    held = Counter(place["place"] for place in view["places"])
    return {
        "lead": lead(view, running, fences),
        "fences": [
            fence | {"numbers": _numbers(fence), "edges": edges(fence), "down": down(fence)} for fence in fences
        ],
        "retired": [event.data for event in of_kind(events, "retired")],
        "departed": [event.data for event in of_kind(events, "departed")],
        "standings": standings,
        "points": spread(known(view).values()),
        "places": table(view, before[-1] if before else None),
        "chart": chart(view, standings, running, [*before, *fences]),
        "guide": guide(view, standings, [*before, *fences]),
        "riders": riders(view),
        "gone": {horse["horse"] for horse in out(view) if horse["retired"]},
        "shared": {place for place, many in held.items() if many > 1},
        "view": view,
    }


def _numbers(fence: Json) -> Json | None:
    played = fence["jumps"].column("played")
    return spread(played.values(), (played[horse] for horse in fence["falls"] if horse in played))


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """What befell one's own horse at each fence: told to everybody, or to its jockey alone (H24)."""
    own = {
        fence["fence"]: pick(fence, "kind") | {part: fence[part].get(me["horse"]) for part in _PARTS.values()}
        for fence in story["fences"]
    }
    for event in events:
        if event.kind in _PARTS:
            own[event.data["fence"]][_PARTS[event.kind]] = _about(event)
    return {
        "fences": {str(fence): each for fence, each in own.items()},
        "place": story["places"].get(me["horse"]),
        "nearest": nearest(story["fences"], me["horse"]),
    }


def case_of(view: View) -> Json | None:
    """The position as a case page, so that orders can be checked without the game master's zine.

    Only for a viewer who knows the points that matter: everybody's, or their own.
    """
    if not view["open"] and not view.get("me"):
        return None
    points, horses = _points(view), view["horses"]
    return {
        "rules": "haytack",
        **pick(view, "course", "options", "turn", "fence"),
        "fences": len(view["next"]),
        "free": view["free_left"],
        "horses": points if view["open"] else _none_unless_known(points, horses),
        "fallen": {each["horse"]: each["out_at"] for each in out(view)},
        "players": riders(view),
    }


def _none_unless_known(points: Mapping[str, int], horses: Rows) -> Mapping[str, int]:
    """Everybody who runs: 0 for those whose points this viewer does not know."""
    still = map(not_, column(horses, "out_at"))
    return dict.fromkeys(compress(column(horses, "horse"), still), 0) | dict(points)


def _points(view: View) -> Mapping[str, int]:
    """Of those still running, as far as this viewer knows."""
    points, me = known(view), view.get("me")
    return {**points, me["horse"]: me["points"]} if me and not me["out_at"] else points


def told_fences(events: Sequence[Event]) -> list[Json]:
    return once(events, _gathered)


def _gathered(events: Sequence[Event]) -> list[Json]:
    return gathered(events, "fence", _fence, _FILL, _POUR)


def _fence(data: Json) -> Json:
    return {
        **pick(data, "fence", "kind", "free"),
        "jumps": ByName("horse"), "cut": {}, "falls": {}, "stumbles": {}, "bonus": {}, "spared": [], "points": {},
        "freed": 0, "free_left": 0,
    }  # fmt: skip


def _tells_of_horses(part: str) -> Pour:
    return lambda fence, row: fence[part].update({data["horse"]: data for _, data, _, _ in row})


def _tells_jumps(fence: Json, row: Sequence[Event]) -> None:
    fence["jumps"].pour(row)


def _tells_points(fence: Json, row: Sequence[Event]) -> None:
    fence["points"].update(zip(told(row, "horse"), told(row, "points"), strict=True))


def _about(event: Event) -> Any:
    return event.data["points"] if event.kind == "points" else event.data


_PARTS = {  # what an event tells of a horse, by the part of its fence that it belongs to
    "jump": "jumps", "cut": "cut", "fall": "falls", "stumble": "stumbles", "bonus": "bonus", "points": "points",
}  # fmt: skip
_POUR: dict[str, Pour] = {kind: _tells_of_horses(part) for kind, part in _PARTS.items()}
_POUR |= {"jump": _tells_jumps, "points": _tells_points}
_FILL: dict[str, Fill] = {
    "spared": lambda fence, event: fence["spared"].append(event.data["horse"]),
    "freed": sets(freed="fences"),
    "cleared": lambda fence, event: fence.update(event.data),
}


def _standings(view: View) -> tuple[Rows, Rows]:
    """Those still running by points; and all, with those who are out behind them, the latest first. Equals by name."""
    horses, running, gone = view["horses"], defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for at, (fence, points) in enumerate(zip(column(horses, "out_at"), column(horses, "points"), strict=True)):
        if fence:
            gone[fence].append(at)
        else:
            running[points or 0].append(at)
    ahead, behind = ([those[key] for key in sorted(those, reverse=True)] for those in (running, gone))
    return in_groups(horses, ahead, "horse"), in_groups(horses, [*ahead, *behind], "horse")


def _merit(horse: Json) -> tuple[int, int]:
    """H23."""
    return (1, -horse["out_at"]) if horse["out_at"] else (0, -(horse["points"] or 0))


def finish(view: View) -> list[Finish]:
    """H23, of a race that is over or still run. What is not revealed counts 0."""
    return [
        Finish(horse["player"], place, horse["points"] or 0, _mark(horse, view), view["over"] or bool(horse["out_at"]))
        for place, horse in ranked(view["horses"], _merit)
    ]


def _mark(horse: Json, view: View) -> tuple[int, int, int]:
    """Home or not, thousandths of the course jumped, thousandths of the points at the start."""
    fences, start = len(view["course"]), view["options"]["points"]
    short = not horse["retired"] or horse["scratched"]  # of the fence that it was taken out at
    behind = horse["out_at"] - short if horse["out_at"] else min(view["fence"] - 1, fences)
    home = int(view["over"] and not horse["out_at"])
    return home, 1000 if home else thousandths(behind, fences), thousandths(horse["points"] or 0, start)


def result(view: View, events: Sequence[Event]) -> Json:
    """The shape that the rulings page gives for scripts."""
    return {
        "fences": [_bare(fence) | ({} if view["open"] else _fallen_numbers(fence)) for fence in told_fences(events)],
        "points": _points(view),
        **pick(view, "free_left", "over", "winners"),
        "places": [_place(place, view.get("me")) for place in view["places"]],
    }


def _place(place: Json, me: View | None) -> Json:
    return place | pick(me, "points") if me and place["horse"] == me["horse"] else place


def _bare(fence: Json) -> Json:
    return {
        **pick(fence, "fence", "kind", "free"),
        "played": fence["jumps"].column("played"),
        "cut": sorted(fence["cut"]),
        "fell": sorted(fence["falls"]),
        "stumbled": {horse: stumble.get("lost") for horse, stumble in fence["stumbles"].items()},
        "bonus": {horse: bonus["won"] for horse, bonus in fence["bonus"].items()},
        **pick(fence, "points", "free_left"),
    }


def _fallen_numbers(fence: Json) -> Json:
    """H24, with `reveal: fallers`: the only numbers that everybody hears."""
    return {key: fence[key] for key in ("lowest_fell", "highest_fell") if key in fence}
