"""What a call tells of a turn: a game says which moments there were, scene by scene, and the weightiest are told."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from gm.core.play import Event, Json, View

DRAMATIC = 8  # a moment of that weight is one that people talk about
ORDINARY = 5
Scene = Sequence[Json]  # moments that compete to be told: those of one fence, of one round


class Weighing(NamedTuple):
    """How much a moment of each kind matters, and how many of a scene are told."""

    weights: Mapping[str, int] = {}
    calm: int = 3  # of a scene without drama
    more: int = 1  # for each dramatic moment
    most: int = 5
    alike: int = 0  # of one kind at most; 0: however many there are


def moment(kind: str, part: object, **values: object) -> Json:
    """Something worth telling: its kind, its paragraph, and what its phrases may name.

    A `weight` among the values is this moment's own, if it matters more (or less) than others of its kind.
    """
    return {"kind": kind, "part": part, **values}


def those_of(*found: Json | None) -> list[Json]:
    """The moments that there were: whoever looks for one may find none."""
    return [each for each in found if each]


def by_turns(past: Sequence[Event], kind: str, many: int) -> Iterator[Sequence[Event]]:
    """The events of each turn, where a turn has so many of this kind and begins with one."""
    starts = [index for index, event in enumerate(past) if event.kind == kind][::many]
    for start, end in pairwise([*starts, len(past)]):
        yield past[start:end]


def move_by_move(
    view: View, players: int, events: Sequence[Event], past: Sequence[Event], tell: Callable[[Sequence[Event]], Scene]
) -> tuple[list[Scene], list[Scene]]:
    """The scenes of a table, each turn told in the order of play; a turn is a round of moves, or a single one."""
    each = players if view["options"]["pace"] == "round" else 1
    earlier = [tell(turn) for turn in by_turns(past, "move", each)]
    return [tell(events)], earlier


def won(part: object, data: Json) -> Json:
    """Who has won, and how much, as the event of the end tells it; several may share the win."""
    first, *others = data["winners"]
    who = {"players": [first, *others]} if others else {"player": first}
    return moment("shared" if others else "winner", part, **who, won=data["payouts"][first])


def worth_telling(scenes: Iterable[Scene], how: Weighing) -> list[Json]:
    """Of each scene a handful, still in their order; more of them where there was drama."""
    return [each for scene in scenes for each in _weightiest(_weighed(scene, how), how)]


def _weighed(scene: Scene, how: Weighing) -> list[Json]:
    return [{"weight": how.weights.get(each["kind"], ORDINARY), **each} for each in scene]


def _weightiest(moments: Sequence[Json], how: Weighing) -> list[Json]:
    drama = sum(each["weight"] >= DRAMATIC for each in moments)
    most = min(how.most, how.calm + how.more * drama)
    best: list[Json] = []
    for each in sorted(moments, key=lambda each: -each["weight"]):
        again = sum(other["kind"] == each["kind"] for other in best)
        if len(best) < most and not (how.alike and again >= how.alike):
            best.append(each)
    return [each for each in moments if any(each is other for other in best)]
