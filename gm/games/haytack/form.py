"""What the order form asks of a jockey: a number for each fence, alternatives for the second, and a standing order."""

from gm.core.play import Json
from gm.core.words import counted, sentence
from gm.games.haytack.course import PLACES
from gm.games.haytack.pages import kinds

KINDS = {
    "plain": sentence("plain"),
    "becher": sentence("Becher's Brook"),
    "chair": sentence("the Chair"),
    "water": sentence("the Water Jump"),
}
FALLS = {  # H7, H14
    "plain": sentence("The lowest number falls."),
    "becher": sentence("The two lowest numbers fall."),
    "chair": sentence("The lowest number falls, and so does the highest."),
    "water": sentence("The lowest number falls. The highest of those that stay up wins extra points."),
}
FREE = sentence("Free as things stand: nobody falls here, and you still pay what you play.")  # H13
NUMBERS = sentence("At each fence you pay the number that you play; “all” is every point that you have by then.")
STANDING = sentence("It is used when no order of yours comes in time. A new one replaces all of the one before.")  # H20


def form(view: Json) -> Json:
    """H16 to H20."""
    coming = view["next"]
    fences = [_fence(view, fence, coming[0]["fence"]) for fence in coming]
    standing = [_section("standing", kind, KINDS[kind]) for kind in PLACES]
    return {
        "position": position(view),
        "rephrased": _rephrased(view),
        "facts": [counted("You have {n} point.", "You have {n} points.", view["me"]["points"])],
        "groups": [
            {"title": sentence("Your numbers"), "note": NUMBERS, "sections": fences},
            {"title": sentence("A standing order"), "note": STANDING, "folded": True, "sections": standing},
        ],
    }


def _rephrased(view: Json) -> Json:
    """H16: of empty fields and of the button, in the form's own words."""
    points = view["me"]["points"]
    return {
        "this cannot be played": sentence("there is no number here yet"),
        "write a whole number such as 12, or all": sentence("write a whole number such as 12, or press “all”"),
        "write a number from 0 to {points}, or all": sentence(
            "write a number from 0 to {points}, or press “all”", points=str(points)
        ),
        "end the list with a number alone": sentence("write a number here for all other cases"),
    }


def position(view: Json) -> Json:
    """As `pages.position` has it for the open turn, but of a viewer who may know less."""
    me = view["me"]
    return {
        "horse": me["horse"],
        "points": me["points"],
        "turn": view["turn"],
        "open": True,
        "fences": [str(fence["fence"]) for fence in view["next"]],
        "kinds": list(PLACES),
        "out": "",
        "out_at": 0,
    }


def _section(part: str, key: str, title: str) -> Json:
    number = {"name": "play", "kind": "number", "label": sentence("play"), "all": True}
    return {"key": key, "into": [part, key], "title": title, "bare": "play", "fields": [number]}


def _fence(view: Json, fence: Json, first: int) -> Json:
    """H18: only the second fence of a turn has something to depend on."""
    title = sentence("Fence {fence}: {kind}", fence=fence["fence"], kind=KINDS[fence["kind"]])
    section = _section("orders", str(fence["fence"]), title)
    notes = [FREE if fence["free"] else FALLS[fence["kind"]]]
    if fence["fence"] == first:
        return section | {"notes": notes}
    alternatives = sentence("You may let this number depend on what happens at fence {fence}.", fence=first)
    return section | {
        "rows": "otherwise",
        "notes": [*notes, alternatives],
        "add": sentence("Add an alternative"),
        "terms": _terms(view, first, fence["fence"]),
        "names": _horses(view),
    }


def _terms(view: Json, first: int, second: int) -> list[Json]:
    """H18."""
    labels = {
        "fell": sentence("fell at fence {fence}:", fence=first),
        "stood": sentence("still running after fence {fence}:", fence=first),
        "stumbled": sentence("stumbled at fence {fence}:", fence=first),
        "fallers": sentence("how many fell at fence {fence}:", fence=first),
        "running": sentence("how many are still running:"),
        "points": sentence("my own points by then:"),
        "lowest": sentence("the lowest number at fence {fence}:", fence=first),
        "highest": sentence("the highest number at fence {fence}:", fence=first),
        "free": sentence("fence {fence} is free:", fence=second),
    }
    known = kinds(view["options"]["reveal"])
    return [{"key": key, "kind": str(kind), "label": labels[key]} for key, kind in known.items()]


def _horses(view: Json) -> list[Json]:
    """Those that may still fall or stand."""
    mine = view["me"]["horse"]
    others = sorted(horse["horse"] for horse in view["horses"] if not horse["out_at"] and horse["horse"] != mine)
    own = {"value": mine, "label": sentence("{horse} (yours)", horse=mine)}
    return [own, *({"value": horse, "label": horse} for horse in others)]
