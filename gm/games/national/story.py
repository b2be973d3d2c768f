"""What the templates tell of a turn: the sale sheet, the stables, the ring, the field in running order."""

from collections.abc import Mapping, Sequence

from gm.core.chapters import pick
from gm.core.play import Event, Json, View
from gm.games.national.course import FENCE_ON, NAMED
from gm.games.national.decks import CARDS
from gm.games.national.field import BOXES, CAPS, GOING, NAMES, STABLES, horse
from gm.games.national.following import Followed
from gm.games.national.meeting import BETTING, RACE, SALE
from gm.games.national.pictures import by_rounds, strips
from gm.games.national.telling import played


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The sale lot by lot, the ring, the race move by move; and the field in running order."""
    found: dict[str, list[Json]] = {}
    for event in events:
        found.setdefault(event.kind, []).append(event.data)
    moves = found.get("move", [])
    return {
        "played": played(events),
        "lots": [{**lot, "reserve": horse(lot["lot"]).reserve} for lot in found.get("lot", ())],
        "given": found.get("given", []),
        "house": found.get("house", []),
        **_race(view, moves, past),
        "free": [each["horse"] for each in found.get("free", ())],
        "end": next(iter(found.get("end", ())), None),
        "sheet": sheet(view["lots"]) if view["phase"] == SALE else [],
        "going": [each.name for each in GOING],
        "stables": stables(view),
        "ring": ring(view) if view["phase"] == BETTING else [],
        "cards": {card.id: card.text for card in CARDS.values()},
        "fences": {square: {"number": number, "name": NAMED.get(number)} for square, number in FENCE_ON.items()},
        "shares": shares(view),
        "view": view,
    }


def _race(view: View, moves: Sequence[Json], past: Sequence[Event]) -> Json:
    """What happened; the field in running order, and what its pictures show."""
    if view["phase"] != RACE:
        return {"moves": [], "field": [], "strips": [], "rounds": []}
    lanes, before = view["off"]["lanes"], [event.data for event in past if event.kind == "move"]
    followed, found = Followed(lanes), field(view, moves)
    followed.whole(before)
    return {
        "moves": [followed.seen(move) for move in moves],
        "field": found,
        "strips": strips(found),
        "rounds": by_rounds(lanes, [*before, *moves]),
    }


def sheet(names: Sequence[str]) -> list[Json]:
    """N43: a line for each lot that is called."""
    found = (horse(NAMES.index(name) + 1) for name in names)
    return [each._asdict() | {"adjustments": each.adjustments} for each in found]


def stables(view: View) -> list[Json]:
    """N1: whose they are, in which colours, and what stands in each box."""
    return [
        {
            "stable": name,
            "colour": colour,
            "house": name not in view["players"],
            "horses": [{"horse": each, "cap": cap} for each, cap in zip(horses, CAPS, strict=False)],
            "empty": BOXES - len(horses),
            "money": view["money"].get(name),
        }
        for (name, horses), colour in zip(view["stables"].items(), STABLES, strict=False)
    ]


def _wears(view: View) -> dict[str, Json]:
    """Whose each horse is, and its cap."""
    return {
        each["horse"]: {"stable": stable["stable"], "colour": stable["colour"], "cap": each["cap"]}
        for stable in stables(view)
        for each in stable["horses"]
    }


def ring(view: View) -> list[Json]:
    """N16: all that run, the shortest price first."""
    off, wears = view["off"], _wears(view)
    rows = [
        {"horse": name, **wears[name], "handicap": off["handicaps"][name], "lane": off["lanes"][name], **price}
        for name, price in off["prices"].items()
    ]
    return sorted(rows, key=lambda row: (row["win"], row["place"], NAMES.index(row["horse"])))


def field(view: View, moves: Sequence[Json]) -> list[Json]:
    """Those that are home, then in running order, then those that are out, the last to go first."""
    wears, horses = _wears(view), view["horses"]
    out = sorted((name for name in horses if horses[name]["out"]), key=lambda name: -horses[name]["square"])
    order = [*view["finishers"], *view["running"], *out]
    began: dict[str, int] = {}
    for move in moves:
        began.setdefault(move["horse"], move["from"][0])
    running = {name: place for place, name in enumerate(view["running"], start=1)}
    return [
        {"horse": name, **wears[name], **horses[name], "handicap": view["handicaps"][name],
         "gained": horses[name]["square"] - began.get(name, horses[name]["square"]), "running": running.get(name)}
        for name in order
    ]  # fmt: skip


def shares(view: View) -> list[Json]:
    """N37: what everybody has in the end, the richest first."""
    if not view["over"]:
        return []
    rows = [{"player": seat, "money": view["money"][seat], "won": view["settled"][seat]} for seat in view["players"]]
    for row in rows:
        bets = iter(view["bets"][row["player"]])
        row["won"] = [each if "prize" in each else {**next(bets), **each} for each in row["won"]]
    return sorted(rows, key=lambda row: -row["money"])


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """One's limits in the sale, one's bets, and one's horses as they stand."""
    mine: Sequence[str] = me.get("horses", ())
    return {
        "limits": [{**lot, "limit": limit} for lot, limit in _limits(story["lots"], events)],
        "bets": me.get("bets", []),
        "field": sorted(
            (row for row in story["field"] if row["horse"] in mine), key=lambda row: mine.index(row["horse"])
        ),
    }


def _limits(lots: Sequence[Json], events: Sequence[Event]) -> list[tuple[Json, int]]:
    limits: Mapping[int, int] = {each.data["lot"]: each.data["limit"] for each in events if each.kind == "limit"}
    return [(pick(lot, "lot", "horse", "to", "price"), limits[lot["lot"]]) for lot in lots if lot["lot"] in limits]
