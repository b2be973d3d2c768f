"""The race call: what is worth telling of each fence, in the order of the race.

Only what everybody may know comes in: with `reveal: fallers` there are fewer numbers, and the call does without.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from gm.core.moments import dramatic, weightiest
from gm.core.play import Event, Json, View
from gm.games.haytack.course import PLACES
from gm.games.haytack.fence import Jump, judge

CALM, DRAMA = 3, 5  # sentences about a fence
_WEIGHTS = {
    "start": 9, "approach_plain": 5, "onward": 5, "approach_becher": 7, "approach_chair": 7, "approach_water": 7,
    "approach_free": 7, "approach_last": 9,
    "fall": 6, "fall_low": 6, "fell_spent": 6, "fell_by_one": 9, "fell_high": 8, "tie": 9, "pile_up": 9, "many_down": 9,
    "favourite_gone": 9, "first_faller": 6, "spared": 9, "lowest_told": 4, "freed": 5,
    "stumbled": 5, "escape": 3, "nobody_fell": 5, "free_spender": 4, "water_won": 7, "water_shared": 7,
    "spent": 4, "new_leader": 2, "left": 3, "two_left": 8,
    "retired": 9, "winner": 9, "photo": 9, "dead_heat": 9, "last_standing": 9, "no_finisher": 9,
}  # fmt: skip
_MILESTONES = (30, 20, 10, 5, 4, 3)
_NARROW = 7  # an escape by one point, where the faller was not one point from safety
_CROWD = 6  # more names than this in a row are only counted
_CLOSE = 5  # a finish by no more than that is a photograph
_LAVISH = 12


def beats(seen: View, events: Sequence[Event]) -> list[Json]:
    """The moments that matter, fence by fence, then what happened at the post."""
    fences: dict[int, list[Event]] = {}
    for event in events:
        if "fence" in event.data:
            fences.setdefault(event.data["fence"], []).append(event)
    moments = [beat for number, some in fences.items() for beat in _chosen(_fence(_scene(seen, number, some)))]
    return [*moments, *_retired(seen, events), *_finish(seen, events)]


def call(view: View, events: Sequence[Event], past: Sequence[Event]) -> tuple[list[Json], dict[str, int]]:
    return beats(view, events), counts_before(view, past)


def counts_before(seen: View, past: Sequence[Event]) -> dict[str, int]:
    """How often each kind of moment was told on earlier turns: no fence looks to another, so they add up."""
    return dict(Counter(beat["kind"] for beat in beats(seen, past)))


def _beat(kind: str, part: object, **values: object) -> Json:
    return {"kind": kind, "weight": _WEIGHTS[kind], "part": part, **values}


def _chosen(moments: list[Json]) -> list[Json]:
    """A handful of each fence, more of them where there was drama."""
    drama = dramatic(moments)
    return weightiest(moments, DRAMA if drama > 1 else CALM + drama)


@dataclass(frozen=True)
class _Scene:
    """One fence, as everybody saw it."""

    seen: View
    fence: int
    kind: str
    free: bool
    jumps: dict[str, Jump]  # empty where numbers are hidden
    falls: dict[str, Json]
    stumbles: dict[str, Json]
    bonus: dict[str, Json]
    points: dict[str, int]  # after it; empty where they are hidden
    spared: list[str]
    freed: int
    lowest: int | None  # all that is told where numbers are hidden

    def beat(self, kind: str, **values: object) -> Json:
        return _beat(kind, self.fence, fence=self.fence, **values)

    def about(self, kind: str, horse: str, **values: object) -> Json:
        return self.beat(kind, horse=horse, jockey=_rider(self.seen, horse), **values)

    @property
    def coming(self) -> int:
        """How many came to this fence."""
        return sum(not horse["out_at"] or horse["out_at"] >= self.fence for horse in self.seen["horses"])

    @property
    def left(self) -> list[str]:
        return [
            horse["horse"]
            for horse in self.seen["horses"]
            if not horse["out_at"]
            or horse["out_at"] > self.fence
            or (horse["retired"] and horse["out_at"] == self.fence)
        ]

    @property
    def first_fallers(self) -> bool:
        return all(not horse["out_at"] or horse["out_at"] >= self.fence for horse in self.seen["horses"])

    @property
    def second_of_turn(self) -> bool:
        """H3."""
        return (self.fence + len(self.seen["horses"])) % 2 == 0

    @cached_property
    def favourite(self) -> str:
        """Who came to the fence with the most points, if that was one horse alone."""
        return _alone_at_the_top({name: jump.played + jump.unused for name, jump in self.jumps.items()})

    @cached_property
    def leader(self) -> str:
        """Who has the most points after it."""
        return _alone_at_the_top(self.points)


def _scene(seen: View, number: int, events: Sequence[Event]) -> _Scene:
    kinds: dict[str, dict[str, Json]] = {}
    for event in events:
        kinds.setdefault(event.kind, {})[event.data.get("horse", "")] = event.data

    def about(kind: str) -> dict[str, Json]:
        return kinds.get(kind, {})

    said = {kind: some[""] for kind, some in kinds.items() if "" in some}
    return _Scene(
        seen,
        number,
        kind=said["fence"]["kind"],
        free=said["fence"]["free"],
        jumps={name: Jump(name, data["played"], data["unused"]) for name, data in about("jump").items()},
        falls=about("fall"),
        stumbles=about("stumble"),
        bonus=about("bonus"),
        points={name: data["points"] for name, data in about("points").items()},
        spared=sorted(about("spared")),
        freed=said.get("freed", {}).get("fences", 0),
        lowest=said.get("cleared", {}).get("lowest_fell"),
    )


def _rider(seen: View, horse: str) -> str:
    return next(str(each["player"]) for each in seen["horses"] if each["horse"] == horse)


def _alone_at_the_top(numbers: dict[str, int]) -> str:
    most = max(numbers.values(), default=0)
    best = [name for name, number in numbers.items() if number == most]
    return best[0] if len(best) == 1 else ""


def _fence(scene: _Scene) -> list[Json]:
    moments = [*_approach(scene), *_falls(scene), *_mercy(scene), *_survivors(scene), *_rewards(scene)]
    return [*moments, *_purses(scene), *_count(scene)]


def _approach(scene: _Scene) -> list[Json]:
    if scene.fence == 1:
        return [scene.beat("start", horses=scene.coming, fences=len(scene.seen["course"]))]
    kind = "onward" if scene.kind == "plain" and scene.second_of_turn else f"approach_{scene.kind}"
    if scene.free:
        kind = "approach_free"
    elif scene.fence == len(scene.seen["course"]):
        kind = "approach_last"
    return [scene.beat(kind, left=scene.coming)]


def _falls(scene: _Scene) -> list[Json]:
    fallen = sorted(scene.falls, key=lambda name: (scene.jumps[name].played if scene.jumps else 0, name))
    ties = _ties(scene)
    if len(fallen) > sum(PLACES[scene.kind]):
        crowd = len(fallen) > _CROWD
        all_of_them = scene.beat("many_down", n=len(fallen)) if crowd else scene.beat("pile_up", horses=fallen)
        return [all_of_them, *ties.values(), *(beat for horse in fallen for beat in _favourite(scene, horse))]
    moments = [[ties.get(horse) or _fall(scene, horse), *_favourite(scene, horse)] for horse in fallen]
    if scene.first_fallers and len(fallen) == 1:
        moments.append([scene.about("first_faller", fallen[0])])
    return [beat for some in moments for beat in some]


def _favourite(scene: _Scene, horse: str) -> list[Json]:
    if horse != scene.favourite:
        return []
    jump = scene.jumps[horse]
    return [scene.about("favourite_gone", horse, points=jump.played + jump.unused)]


def _ties(scene: _Scene) -> dict[str, Json]:
    """H9: who was as low (or high) and ran on, and who fell by the least, at each end; by the faller's name."""
    ties: dict[str, Json] = {}
    for end in ("low", "high", "both"):
        stood = [each for each in scene.stumbles.values() if each.get("end") == end]
        fell = [each for each in scene.falls.values() if each.get("end") == end and each["split"]]
        if not stood or not fell:
            continue
        lucky = max(stood, key=lambda each: (each["unused"], each["horse"]))
        down = min(fell, key=lambda each: (each["unused"], each["horse"]))
        values = {"played": down["played"], "unused": down["unused"], "kept": lucky["unused"]}
        ties[down["horse"]] = scene.about("tie", down["horse"], other=lucky["horse"], **values)
    return ties


def _fall(scene: _Scene, horse: str) -> Json:
    why = scene.falls[horse]
    if "others" not in why or why["split"] or why["end"] == "both":
        return scene.about("fall", horse)
    if why["end"] == "high":
        return scene.about("fell_high", horse, played=why["played"])
    kind = "fell_by_one" if _one_more_saves(scene, horse) else "fall_low" if why["unused"] else "fell_spent"
    beat = scene.about(kind, horse, played=why["played"])
    return beat | {"weight": _WEIGHTS["favourite_gone"]} if horse == scene.favourite else beat


def _one_more_saves(scene: _Scene, horse: str) -> bool:
    """Had it played one point more, and it had one: would it be running still?"""
    jump = scene.jumps[horse]
    if not jump.unused:
        return False
    bolder = replace(jump, played=jump.played + 1, unused=jump.unused - 1)
    takings = judge([bolder if each is jump else each for each in scene.jumps.values()], scene.kind)
    return not any(bolder in taking.fell for taking in takings)


def _mercy(scene: _Scene) -> list[Json]:
    moments = [scene.beat("spared", horses=scene.spared)] if scene.spared else []
    if scene.free:
        moments.append(scene.beat("nobody_fell"))
    if scene.freed:
        moments.append(scene.beat("freed", n=scene.freed))
    if scene.lowest is not None:
        moments.append(scene.beat("lowest_told", played=scene.lowest))
    return moments


def _survivors(scene: _Scene) -> list[Json]:
    if not scene.jumps:
        return [scene.about("stumbled", horse) for horse in sorted(scene.stumbles)[:2]]
    return _escape(scene)


def _escape(scene: _Scene) -> list[Json]:
    """One point clear of the last that fell at the low end."""
    low = [jump for jump in scene.jumps.values() if scene.falls.get(jump.horse, {}).get("end") == "low"]
    if not low or scene.stumbles:
        return []
    edge = max(low, key=lambda jump: jump.played)
    clear = [jump for jump in scene.jumps.values() if jump.played == edge.played + 1]
    if len(clear) != 1 or clear[0].horse not in scene.points:
        return []
    beat = scene.about("escape", clear[0].horse, other=edge.horse, played=clear[0].played)
    return [beat if _one_more_saves(scene, edge.horse) else beat | {"weight": _NARROW}]


def _rewards(scene: _Scene) -> list[Json]:
    """H14."""
    horses = sorted(scene.bonus)
    won = scene.bonus[horses[0]]["won"] if horses else 0
    if not won or len(horses) > _CROWD:
        return []
    if len(horses) > 1:
        return [scene.beat("water_shared", horses=horses, won=won)]
    return [scene.about("water_won", horses[0], won=won, played=scene.jumps[horses[0]].played)]


def _purses(scene: _Scene) -> list[Json]:
    """Who paid where nothing was to be paid for, and who has nothing left to pay with."""
    moments: list[Json] = []
    lavish = _alone_at_the_top({name: jump.played for name, jump in scene.jumps.items()})
    if scene.free and lavish and scene.jumps[lavish].played >= _LAVISH:
        moments.append(scene.about("free_spender", lavish, played=scene.jumps[lavish].played))
    spent = [name for name, points in scene.points.items() if not points and scene.jumps[name].played]
    if len(spent) == 1:
        moments.append(scene.about("spent", spent[0]))
    return moments


def _count(scene: _Scene) -> list[Json]:
    """How many are left, and who leads them; at the end of the race that is the result's to tell."""
    left = scene.left
    if scene.fence == len(scene.seen["course"]) or len(left) < 2:
        return []
    moments: list[Json] = []
    if scene.leader and scene.favourite and scene.leader != scene.favourite:
        moments.append(scene.about("new_leader", scene.leader, points=scene.points[scene.leader]))
    if len(left) == 2 and scene.falls:
        moments.append(scene.beat("two_left", horse=left[0], other=left[1]))
    elif any(len(left) <= mark < scene.coming for mark in _MILESTONES):
        moments.append(scene.beat("left", left=len(left)))
    return moments


def _retired(seen: View, events: Sequence[Event]) -> list[Json]:
    """H20: a few of each turn; those of one turn are told one after the other."""
    runs = groupby(events, key=lambda event: event.kind == "retired")
    gone = [event.data["horse"] for retired, run in runs if retired for event in list(run)[:CALM]]
    return [_beat("retired", "gone", horse=horse, jockey=_rider(seen, horse)) for horse in gone]


def _finish(seen: View, events: Sequence[Event]) -> list[Json]:
    """H21 to H23."""
    end = next((event.data for event in events if event.kind == "finish"), None)
    if end is None:
        return []
    winners, home = end["winners"], [place for place in end["places"] if not place["fell_at"]]
    if not winners:
        return [_beat("no_finisher", "finish")]
    if len(winners) > 1:
        return [_beat("dead_heat", "finish", horses=winners)]
    values = {"horse": winners[0], "jockey": _rider(seen, winners[0])}
    if len(home) == 1:
        return [_beat("last_standing", "finish", **values)]
    return [*_photo(home), _beat("winner", "finish", **values)]


def _photo(home: Sequence[Json]) -> list[Json]:
    """The first two at the post, if so little lies between them."""
    if home[0]["points"] is None or home[0]["points"] - home[1]["points"] > _CLOSE:
        return []
    ahead = home[0]["points"] - home[1]["points"]
    return [_beat("photo", "finish", horse=home[0]["horse"], other=home[1]["horse"], ahead=ahead)]
