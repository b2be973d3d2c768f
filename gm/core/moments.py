"""What a call tells of a turn: the moments that a game found, of which the weightiest are told."""

from collections.abc import Sequence

from gm.core.play import Json

DRAMATIC = 8  # a moment of that weight is one that people talk about


def weightiest(moments: Sequence[Json], most: int, alike: int = 0) -> list[Json]:
    """So many of them at most, still in their order; no kind more often than `alike`, if that is given."""
    best: list[Json] = []
    for moment in sorted(moments, key=lambda each: -each["weight"]):
        again = sum(each["kind"] == moment["kind"] for each in best)
        if len(best) < most and not (alike and again >= alike):
            best.append(moment)
    return [moment for moment in moments if any(moment is each for each in best)]


def dramatic(moments: Sequence[Json]) -> int:
    """How many of them are."""
    return sum(moment["weight"] >= DRAMATIC for moment in moments)
