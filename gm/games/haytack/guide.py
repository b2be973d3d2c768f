"""The form guide: every number that every horse played, fence by fence, and what can be read from them."""

from collections.abc import Sequence
from statistics import median_low
from typing import Any

from gm.core.play import Json, View

LATELY = 4  # fences
ENOUGH = 3  # numbers that make a habit
NAMED = 3  # of those who play high at Becher's
DRAWN = 200  # horses: a longer table guides nobody


def guide(seen: View, standings: Sequence[Json], fences: Sequence[Json]) -> Json | None:
    """None where the numbers are hidden (H24), and of a field that is too large."""
    if not seen["open"] or not fences or len(standings) > DRAWN:
        return None
    rows = [_row(horse, fences) for horse in standings]
    rows = [row for row in rows if row["numbers"]]
    return {"first": fences[0]["fence"], "rows": rows, "becher": _high(rows, fences)}


def _row(horse: Json, fences: Sequence[Json]) -> Json:
    """Its numbers in the order of the fences; of those who run on, what they usually play, and lately."""
    jumped = [fence for fence in fences if not horse["out_at"] or fence["fence"] <= horse["out_at"]]
    numbers = [_played(horse, fence) for fence in jumped] if not horse["scratched"] else []
    known = [number for number in numbers if number is not None] if not horse["out_at"] else []
    return {
        "horse": horse["horse"],
        "player": horse["player"],
        "numbers": numbers,
        "fell": bool(horse["out_at"]) and not horse["retired"],
        "running": not horse["out_at"],
        "usual": median_low(known) if len(known) >= ENOUGH else None,
        "lately": median_low(known[-LATELY:]) if len(known) > LATELY else None,
    }


def _played(horse: Json, fence: Json) -> Any:
    return fence["jumps"].get(horse["horse"], {}).get("played")


def _high(rows: Sequence[Json], fences: Sequence[Json]) -> list[Json]:
    """Of those who run on, who plays the highest numbers at Becher's, on the average."""
    brooks = [place for place, fence in enumerate(fences) if fence["kind"] == "becher" and not fence["free"]]
    found = [
        {"horse": row["horse"], "number": sum(there) // len(there)}
        for row in rows
        if row["running"]
        if (there := [row["numbers"][place] for place in brooks if row["numbers"][place] is not None])
    ]
    return sorted(found, key=lambda each: (-each["number"], each["horse"]))[:NAMED]
