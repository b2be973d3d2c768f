"""Which shapes of tie and which rarities a resolved fence shows, so that a test can say all came up."""

from collections import Counter

from tests.haytack.oracle import PLANNED, Entry


def tally(entry: Entry, seen: Counter[str]) -> None:
    """Count what kind of thing happened at a fence."""
    kind, played, fell, stood = entry["kind"], entry["played"], entry["fell"], entry["points"]
    sizes = Counter(played[h] for h in fell)
    low, high = min(played.values()), max(played.values())
    hit = {played[h] for h in entry["stumbled"]}
    many = len(fell) > PLANNED[kind]
    spared = not entry["free"] and not hit and (not fell or any(played[h] in sizes for h in stood))
    facts = {
        f"{kind}: fences": True,
        f"{kind}: tie split, somebody stumbles": hit,
        f"{kind}: more fall than planned": many,
        f"{kind}: too many fall and others stumble": many and hit,
        f"{kind}: whole field falls": not stood,
        f"{kind}: last_stands spares": spared or (not entry["free"] and len(fell) < PLANNED[kind]),
        "becher: a pair falls whole": kind == "becher" and sizes[low] == 2 == len(fell) and not hit,
        "becher: tie for place two": kind == "becher" and sizes[low] == 1 and (many or hit),
        "chair: all play the same": kind == "chair" and low == high,
        "chair: stumbles at both ends": kind == "chair" and len(hit) == 2,
        "chair: low end takes several": kind == "chair" and low < high and sizes[low] > 1,
        "chair: high end takes several": kind == "chair" and low < high and sizes[high] > 1,
        "water: bonus shared": len(entry["bonus"]) > 1,
        "water: bonus to a stumbler": set(entry["bonus"]) & set(entry["stumbled"]),
        "water: highest number is 0": entry["bonus"] and high == 0,
        "stumble under 10 points": any(cost < 5 for cost in entry["stumbled"].values()),
        "stumble costs nothing": 0 in entry["stumbled"].values(),
        "free fence": entry["free"],
        "somebody is cut": entry["cut"],
    }
    seen.update(what for what, came in facts.items() if came)
