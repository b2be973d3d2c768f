"""What a viewer may see of a race, and the story of a turn made of it. Nothing here knows more than that."""

from collections.abc import Sequence
from typing import Any

from gm.core import codec
from gm.core.play import UMPIRE, Event, Json, Seat
from gm.games.haytack import call
from gm.games.haytack.chart import chart
from gm.games.haytack.placing import places, winners
from gm.games.haytack.race import Horse, Race


def view(race: Race, viewer: Seat | None) -> Json:
    mine = race.horse_of(viewer) if viewer else None
    return {
        "open": race.options.reveal == "all" or viewer == UMPIRE,
        "options": codec.dump(race.options),
        "course": list(race.course),
        "turn": race.turn,
        "fence": race.fence,
        "free_left": race.free,
        "over": race.over,
        "winners": winners(race),
        "places": [_place(place, race, viewer) for place in places(race)],
        "next": _coming(race),
        "horses": [_horse(horse, race, viewer) for horse in race.horses],
        "me": _mine(mine, race) if mine else None,
    }


def _coming(race: Race) -> list[Json]:
    """The fences of the turn that is open; the plain ones among them may be free (H13)."""
    owed = race.free
    coming: list[Json] = []
    for number in race.fences_of(race.turn) if not race.over else ():
        kind = race.course[number - 1]
        free = kind == "plain" and owed > 0
        owed -= free
        coming.append({"fence": number, "kind": kind, "free": free})
    return coming


def _knows(horse: str, race: Race, viewer: Seat | None) -> bool:
    """H24."""
    mine = race.horse_of(viewer) if viewer else None
    return race.options.reveal == "all" or viewer == UMPIRE or (mine is not None and mine.name == horse)


def _place(place: Json, race: Race, viewer: Seat | None) -> Json:
    return place if _knows(place["horse"], race, viewer) else place | {"points": None}


def _horse(horse: Horse, race: Race, viewer: Seat | None) -> Json:
    return {
        "horse": horse.name,
        "player": horse.seat,
        "points": horse.points if _knows(horse.name, race, viewer) else None,
        "out_at": horse.out_at or None,
        "retired": horse.retired,
    }


def _mine(horse: Horse, race: Race) -> Json:
    return {
        "horse": horse.name,
        "player": horse.seat,
        "points": horse.points,
        "running": horse.running,
        "out_at": horse.out_at or None,
        "retired": horse.retired,
        "missed": horse.missed,
    }


def story(seen: Json, events: Sequence[Event], past: Sequence[Event]) -> Json:
    """One data model for every format: the fences told one by one, the standings, and the bare result."""
    fences, standings = _fences(events), _standings(seen["horses"])
    return {
        "result": _result(seen, fences),
        "fences": fences,
        "retired": [event.data for event in events if event.kind == "retired"],
        "standings": standings,
        # drawn once, for everybody: a private report carries the public one along
        "chart": None if seen["me"] else chart(seen, standings, [*_fences(past), *fences]),
        "riders": {horse["horse"]: horse["player"] for horse in seen["horses"]},
        "gone": [horse["horse"] for horse in seen["horses"] if horse["retired"]],
        "beats": [] if seen["me"] else call.beats(seen, events),
        "beats_before": {} if seen["me"] else call.counts_before(seen, past),
        "view": seen,
        "case": _case(seen),
    }


def _case(seen: Json) -> Json | None:
    """The position as a case page, so that orders can be checked without the game master's zine.

    Only for a viewer who knows the points that matter: everybody's, or their own.
    """
    horses = {horse["horse"]: horse for horse in seen["horses"]}
    if not seen["open"] and not seen["me"]:
        return None
    return {
        "rules": "haytack",
        "course": seen["course"],
        "options": seen["options"],
        "turn": seen["turn"],
        "fence": seen["fence"],
        "fences": len(seen["next"]),
        "free": seen["free_left"],
        "horses": {name: horse["points"] or 0 for name, horse in horses.items() if not horse["out_at"]},
        "fallen": {name: horse["out_at"] for name, horse in horses.items() if horse["out_at"]},
        "players": {name: horse["player"] for name, horse in horses.items()},
    }


def _fences(events: Sequence[Event]) -> list[Json]:
    fences: dict[int, Json] = {}
    for event in events:
        data = event.data
        if event.kind == "fence":
            fences[data["fence"]] = _fence(data)
        elif event.kind in _TELL:
            _TELL[event.kind](fences[data["fence"]], data, event.ruling)
    return list(fences.values())


def _fence(data: Json) -> Json:
    return {
        **{key: data[key] for key in ("fence", "kind", "free")},
        "jumps": {}, "cut": {}, "falls": {}, "stumbles": {}, "bonus": {}, "spared": [], "points": {},
        "freed": 0, "free_left": 0,
    }  # fmt: skip


def _about_horse(section: str) -> Any:
    def tell(fence: Json, data: Json, ruling: str) -> None:
        fence[section][data["horse"]] = {**data, "ruling": ruling}

    return tell


def _cleared(fence: Json, data: Json, ruling: str) -> None:
    fence.update(data)


_TELL: dict[str, Any] = {
    "jump": _about_horse("jumps"),
    "cut": _about_horse("cut"),
    "fall": _about_horse("falls"),
    "stumble": _about_horse("stumbles"),
    "bonus": _about_horse("bonus"),
    "points": lambda fence, data, ruling: fence["points"].__setitem__(data["horse"], data["points"]),
    "spared": lambda fence, data, ruling: fence["spared"].append(data["horse"]),
    "freed": lambda fence, data, ruling: fence.__setitem__("freed", data["fences"]),
    "cleared": _cleared,
}


def _standings(horses: Sequence[Json]) -> list[Json]:
    """Those still running by points, then those who are out, the latest first."""

    def merit(horse: Json) -> tuple[int, int, str]:
        if horse["out_at"]:
            return 1, -horse["out_at"], horse["horse"]
        return 0, -(horse["points"] or 0), horse["horse"]

    return sorted(horses, key=merit)


def _result(seen: Json, fences: Sequence[Json]) -> Json:
    """The shape that the rulings page gives for scripts."""
    known = {h["horse"]: h["points"] for h in seen["horses"] if not h["out_at"] and h["points"] is not None}
    return {
        "fences": [_bare(fence) | ({} if seen["open"] else _fallen_numbers(fence)) for fence in fences],
        "points": known,
        "free_left": seen["free_left"],
        "over": seen["over"],
        "winners": seen["winners"],
        "places": seen["places"],
    }


def _bare(fence: Json) -> Json:
    return {
        "fence": fence["fence"],
        "kind": fence["kind"],
        "free": fence["free"],
        "played": {horse: jump["played"] for horse, jump in fence["jumps"].items()},
        "cut": sorted(fence["cut"]),
        "fell": sorted(fence["falls"]),
        "stumbled": {horse: stumble.get("lost") for horse, stumble in fence["stumbles"].items()},
        "bonus": {horse: bonus["won"] for horse, bonus in fence["bonus"].items()},
        "points": fence["points"],
        "free_left": fence["free_left"],
    }


def _fallen_numbers(fence: Json) -> Json:
    """H24, with `reveal: fallers`: the only numbers that everybody hears."""
    return {key: fence[key] for key in ("lowest_fell", "highest_fell") if key in fence}
