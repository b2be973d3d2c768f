"""What the order form asks of a jockey: a number for each fence, alternatives for the second, and a standing order."""

from gm.core.asking import choice, choices, conditions, field
from gm.core.play import Facts, Json, Seat
from gm.core.words import counted, sentence
from gm.games.haytack.course import PLACES
from gm.games.haytack.facts import facts as known
from gm.games.haytack.pages import position
from gm.games.haytack.race import Race

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
NUMBERS = sentence("At each fence you pay the number that you play; “{all}” is every point that you have by then.",
                   all="all")  # fmt: skip
STANDING = sentence("It is used when no order of yours comes in time. A new one replaces all of the one before.")  # H20
NAMED = 200  # horses: a longer list would be the greater part of the form
ONE_NAME = sentence(
    "Of so large a field only your own horse can be chosen here; an order written by hand may name others."
)


def form(race: Race, seat: Seat) -> Json:
    """H16 to H20."""
    asked, facts = position(race, seat, race.turn), known(race, seat)
    fences = [_fence(race, facts, *coming) for coming in race.coming]
    standing = [_section("standing", kind, KINDS[kind]) for kind in PLACES]
    return {
        "position": asked,
        "rephrased": _rephrased(asked["points"]),
        "facts": [counted("You have {n} point.", "You have {n} points.", asked["points"])],
        "groups": [
            {"title": sentence("Your numbers"), "note": NUMBERS, "sections": fences},
            {"title": sentence("A standing order"), "note": STANDING, "folded": True, "sections": standing},
        ],
    }


def _rephrased(points: int) -> Json:
    """H16: of empty fields and of the button, in the form's own words."""
    return {
        "this cannot be played": sentence("there is no number here yet"),
        "write a whole number such as 12, or all": sentence("write a whole number such as 12, or press “all”"),
        "write a number from 0 to {points}, or all": sentence(
            "write a number from 0 to {points}, or press “all”", points=str(points)
        ),
        "end the list with a number alone": sentence("write a number here for all other cases"),
    }


def _section(part: str, key: str, title: str) -> Json:
    number = field("play", "number", sentence("play"), all=True)
    return {"key": key, "into": [part, key], "title": title, "bare": "play", "fields": [number]}


def _fence(race: Race, facts: Facts, fence: int, kind: str, free: bool) -> Json:
    """H18: only the second fence of a turn has something to depend on."""
    section = _section("orders", str(fence), sentence("Fence {fence}: {kind}", fence=fence, kind=KINDS[kind]))
    notes = [FREE if free else FALLS[kind]]
    if fence == race.fence:
        return section | {"notes": notes}
    alternatives = sentence("You may let this number depend on what happens at fence {fence}.", fence=race.fence)
    if len(race.running) > NAMED:
        notes = [*notes, ONE_NAME]
    return section | {
        "rows": "otherwise",
        "notes": [*notes, alternatives],
        "add": sentence("Add an alternative"),
        **conditions(facts, _horses(race, facts.me)),
    }


def _horses(race: Race, mine: str) -> list[Json]:
    """Those that may still fall or stand; of a very large field one's own alone."""
    own = choice(mine, sentence("{horse} (yours)", horse=mine))
    return [own] if len(race.running) > NAMED else [own, *choices(sorted(race.stood - {mine}))]
