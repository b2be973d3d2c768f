"""The race call: what is worth telling of each fence, in the order of the race.

Only what everybody may know comes in: with `reveal: fallers` there are fewer numbers, and the call does without.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add

from gm.core.chapters import in_rows, of_kind
from gm.core.moments import Scene, moment, those_of
from gm.core.play import Event, Json, Seat, View, alone_on_top
from gm.core.series import ByName
from gm.games.haytack.course import PLACES
from gm.games.haytack.fence import judge
from gm.games.haytack.memory import again
from gm.games.haytack.standing import out, riders
from gm.games.haytack.telling import told_fences

_MILESTONES = (30, 20, 10, 5, 4, 3)
_FAVOURITE = 9  # the fall of the favourite, however it came about
_NARROW = 7  # an escape by one point, where the faller was not one point from safety
_CROWD = 6  # more names than this in a row are only counted
_CLOSE = 5  # a finish by no more than that is a photograph
_LAVISH = 12
_GONE = 3  # of those taken out on one turn


def call(view: View, events: Sequence[Event], past: Sequence[Event]) -> tuple[list[Scene], list[Scene]]:
    """A fence looks back only, so those of earlier turns are told as those of this one."""
    before, field = told_fences(past), _Field(view)
    now, then = _Caller(field, before), _Caller(field, [])
    return now.scenes(events, told_fences(events)), then.scenes(past, before)


@dataclass(frozen=True)
class _Field:
    """The horses as everybody sees them."""

    seen: View

    @property
    def riders(self) -> Mapping[str, Seat]:
        return riders(self.seen)

    def gone_by(self, fence: int) -> frozenset[str]:
        """Who did not come to that fence; H20: one that never started came to none."""
        return frozenset(each["horse"] for each in out(self.seen) if each.get("scratched") or each["out_at"] < fence)

    def gone_after(self, fence: int) -> frozenset[str]:
        """Who did not run on from it: one that was taken out there had jumped it."""
        later = (
            each for each in out(self.seen) if each["retired"] and each["out_at"] == fence and not each.get("scratched")
        )
        return self.gone_by(fence + 1) - {each["horse"] for each in later}


@dataclass(frozen=True)
class _Caller:
    """Sees what everybody saw, and remembers the fences before."""

    field: _Field
    before: Sequence[Json]

    def scenes(self, events: Sequence[Event], fences: Sequence[Json]) -> list[Scene]:
        """Fence by fence, then what happened at the post."""
        at = [_Fence(self.field, told) for told in fences]
        jumped = [_moments(each, [*self.before, *fences[:n]]) for n, each in enumerate(at)]
        return [*jumped, *_retired(self.field, events), _finish(self.field, events)]


@dataclass(frozen=True)
class _Fence:
    """One fence, as everybody saw it."""

    field: _Field
    told: Json  # as the chapters have it; without jumps and points where they are hidden

    @property
    def seen(self) -> View:
        return self.field.seen

    def beat(self, kind: str, **values: object) -> Json:
        return moment(kind, self.number, fence=self.number, **values)

    def about(self, kind: str, horse: str, **values: object) -> Json:
        return self.beat(kind, horse=horse, jockey=self.field.riders[horse], **values)

    @property
    def number(self) -> int:
        return int(self.told["fence"])

    @property
    def jumps(self) -> ByName:
        found: ByName = self.told["jumps"]
        return found

    @cached_property
    def coming(self) -> int:
        """How many came to this fence; a ruling may have brought back one that did not."""
        return len(self.jumps) or len(self.seen["horses"]) - len(self.field.gone_by(self.number))

    @cached_property
    def left(self) -> int:
        """How many run on."""
        gone, jumps = self.field.gone_after(self.number), self.jumps
        return len(jumps) - sum(map(jumps.__contains__, gone)) if jumps else len(self.seen["horses"]) - len(gone)

    @property
    def survivors(self) -> list[str]:
        gone = self.field.gone_after(self.number)
        names = [horse["horse"] for horse in self.seen["horses"]]
        return [name for name in names if name not in gone and (not self.jumps or name in self.jumps)]

    @property
    def second_of_turn(self) -> bool:
        """H3."""
        return (self.number + len(self.seen["horses"])) % 2 == 0

    @property
    def last(self) -> bool:
        return self.number == len(self.seen["course"])

    @cached_property
    def favourite(self) -> str | None:
        """Who came to the fence with the most points, if that was one horse alone."""
        played, unused = self.jumps.column("played"), self.jumps.column("unused")
        return alone_on_top(dict(zip(played, map(add, played.values(), unused.values()), strict=True)))

    @cached_property
    def leader(self) -> str | None:
        """Who has the most points after it."""
        return alone_on_top(self.told["points"])


def _moments(at: _Fence, before: Sequence[Json]) -> Scene:
    survivors = [_escape(at)] if at.jumps else _stumbled(at)
    known = _again(at, before)
    return those_of(_approach(at), *_falls(at), *known, *_mercy(at), *survivors, _water(at), *_purses(at), *_count(at))


def _again(at: _Fence, before: Sequence[Json]) -> list[Json]:
    found = again(at.told, before)
    return [at.about(kind, **about) if "horse" in about else at.beat(kind, **about) for kind, about in found]


def _approach(at: _Fence) -> Json:
    if at.number == 1:
        return at.beat("start", horses=at.coming, fences=len(at.seen["course"]))
    kind = "onward" if at.told["kind"] == "plain" and at.second_of_turn else "approach_" + at.told["kind"]
    if at.told["free"]:
        kind = "approach_free"
    elif at.last:
        kind = "approach_last"
    return at.beat(kind, left=at.coming)


def _falls(at: _Fence) -> list[Json | None]:
    played = at.jumps.column("played")
    fallen = sorted(at.told["falls"], key=lambda name: (played[name] if played else 0, name))
    ties = _ties(at)
    if len(fallen) > sum(PLACES[at.told["kind"]]):
        crowd = len(fallen) > _CROWD
        all_of_them = at.beat("many_down", n=len(fallen)) if crowd else at.beat("pile_up", horses=fallen)
        return [all_of_them, *ties.values(), *(_favourite(at, horse) for horse in fallen)]
    moments = [each for horse in fallen for each in (ties.get(horse) or _fall(at, horse), _favourite(at, horse))]
    first = at.coming == len(at.seen["horses"]) and len(fallen) == 1
    return [*moments, at.about("first_faller", fallen[0]) if first else None]


def _favourite(at: _Fence, horse: str) -> Json | None:
    if horse != at.favourite:
        return None
    jump = at.jumps[horse]
    return at.about("favourite_gone", horse, points=jump["played"] + jump["unused"])


def _ties(at: _Fence) -> dict[str, Json]:
    """H9: who was as low (or high) and ran on, and who fell by the least, at each end; by the faller's name."""
    ties: dict[str, Json] = {}
    for end in ("low", "high", "both"):
        stood = [each for each in at.told["stumbles"].values() if each.get("end") == end]
        fell = [each for each in at.told["falls"].values() if each.get("end") == end and each["split"]]
        if not stood or not fell:
            continue
        lucky = max(stood, key=lambda each: (each["unused"], each["horse"]))
        down = min(fell, key=lambda each: (each["unused"], each["horse"]))
        values = {"played": down["played"], "unused": down["unused"], "kept": lucky["unused"]}
        ties[down["horse"]] = at.about("tie", down["horse"], other=lucky["horse"], **values)
    return ties


def _fall(at: _Fence, horse: str) -> Json:
    why = at.told["falls"][horse]
    if "others" not in why or why["split"] or why["end"] == "both":
        return at.about("fall", horse)
    if why["end"] == "high":
        return at.about("fell_high", horse, played=why["played"])
    if not why["played"]:  # nobody need have chosen a 0: it is played where there is no order (H20)
        return at.about("fall", horse)
    kind = "fell_by_one" if _one_more_saves(at, horse) else "fall_low" if why["unused"] else "fell_spent"
    beat = at.about(kind, horse, played=why["played"])
    return beat | {"weight": _FAVOURITE} if horse == at.favourite else beat


def _one_more_saves(at: _Fence, horse: str) -> bool:
    """Had it played one point more, and it had one: would it be running still?"""
    jump = at.jumps.get(horse)
    if not jump or not jump["unused"]:
        return False
    played = {**at.jumps.column("played"), horse: jump["played"] + 1}
    unused = {**at.jumps.column("unused"), horse: jump["unused"] - 1}
    return not any(horse in taking.fell for taking in judge(played, unused, at.told["kind"]))


def _mercy(at: _Fence) -> list[Json | None]:
    told = at.told
    return [
        at.beat("spared", horses=told["spared"]) if told["spared"] else None,
        at.beat("nobody_fell") if told["free"] else None,
        at.beat("freed", n=told["freed"]) if told["freed"] else None,
        at.beat("lowest_told", played=told["lowest_fell"]) if "lowest_fell" in told else None,
    ]


def _stumbled(at: _Fence) -> list[Json]:
    return [at.about("stumbled", horse) for horse in sorted(at.told["stumbles"])[:2]]


def _escape(at: _Fence) -> Json | None:
    """One point clear of the last that fell at the low end."""
    played = at.jumps.column("played")
    low = [horse for horse, fall in at.told["falls"].items() if fall.get("end") == "low"]
    if not low or at.told["stumbles"]:
        return None
    edge = max(low, key=played.__getitem__)
    clear = [horse for horse, number in played.items() if number == played[edge] + 1]
    if len(clear) != 1 or clear[0] not in at.told["points"]:
        return None
    beat = at.about("escape", clear[0], other=edge, played=played[edge] + 1)
    return beat if _one_more_saves(at, edge) else beat | {"weight": _NARROW}


def _water(at: _Fence) -> Json | None:
    """H14."""
    horses = sorted(at.told["bonus"])
    won = at.told["bonus"][horses[0]]["won"] if horses else 0
    if not won or len(horses) > _CROWD:
        return None
    if len(horses) > 1:
        return at.beat("water_shared", horses=horses, won=won)
    return at.about("water_won", horses[0], won=won, played=at.jumps[horses[0]]["played"])


def _purses(at: _Fence) -> list[Json | None]:
    """Who paid where nothing was to be paid for, and who has nothing left to pay with."""
    played = at.jumps.column("played")
    paid = {name: number for name, number in played.items() if number >= _LAVISH} if at.told["free"] else {}
    lavish = alone_on_top(paid)
    left = at.told["points"]
    spent = [name for name, points in left.items() if not points and played.get(name)] if 0 in left.values() else []
    return [
        at.about("free_spender", lavish, played=played[lavish]) if lavish else None,
        at.about("spent", spent[0]) if len(spent) == 1 else None,
    ]


def _count(at: _Fence) -> list[Json | None]:
    """How many are left, and who leads them; at the end of the race that is the result's to tell."""
    left, leader = at.left, at.leader
    if at.last or left < 2:
        return []
    overtaken = leader and at.favourite and leader != at.favourite
    ahead = at.about("new_leader", leader, points=at.told["points"][leader]) if leader and overtaken else None
    if left == 2 and at.told["falls"]:
        horse, other = at.survivors
        return [ahead, at.beat("two_left", horse=horse, other=other)]
    milestone = any(left <= mark < at.coming for mark in _MILESTONES)
    return [ahead, at.beat("left", left=left) if milestone else None]


def _retired(field: _Field, events: Sequence[Event]) -> list[Scene]:
    """H20: a few of each turn; those of one turn are told one after the other."""
    gone = [[event.data["horse"] for event in row[:_GONE]] for kind, row in in_rows(events) if kind == "retired"]
    return [[moment("retired", "gone", horse=name, jockey=field.riders[name]) for name in names] for names in gone]


def _finish(field: _Field, events: Sequence[Event]) -> list[Json]:
    """H21 to H23."""
    end = next((event.data for event in of_kind(events, "finish")), None)
    if end is None:
        return []
    winners, home = end["winners"], [place for place in end["places"] if not place["fell_at"]]
    if not winners:
        return [moment("no_finisher", "finish")]
    if len(winners) > 1:
        return [moment("dead_heat", "finish", horses=winners)]
    values = {"horse": winners[0], "jockey": field.riders[winners[0]]}
    if len(home) == 1:
        return [moment("last_standing", "finish", **values)]
    return those_of(_photo(home), moment("winner", "finish", **values))


def _photo(home: Sequence[Json]) -> Json | None:
    """The first two at the post, if so little lies between them."""
    first, second = home[:2]
    if first["points"] is None or first["points"] - second["points"] > _CLOSE:
        return None
    ahead = first["points"] - second["points"]
    return moment("photo", "finish", horse=first["horse"], other=second["horse"], ahead=ahead)
