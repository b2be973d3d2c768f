"""The sequence of play at a fence: pay, judge, stumble, reward, move on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gm.core.dice import Dice
from gm.core.play import Decision, Seat, Step, quick
from gm.games.haytack import narrate
from gm.games.haytack.fence import (
    Numbers,
    Verdict,
    frees,
    judge,
    last_to_stand,
    stumble_cost,
    water_shares,
)
from gm.games.haytack.race import Horse, Outcome, Race

_horse = quick(Horse)
Played = tuple[int, ...]


class Bid(NamedTuple):
    """What a jockey asks of the horse at one fence."""

    number: int | None  # None: all it has
    missed: bool = False  # no order: the rules' own number


def default(race: Race, decision: Decision) -> Bid:
    """H20: no order."""
    horse = race.horse_of(decision.seat)
    if race.options.nmr != "repeat" or horse is None or not horse.last:
        return Bid(0, missed=True)
    return Bid(horse.last[min(len(horse.now), len(horse.last) - 1)], missed=True)


def resolve(race: Race, choices: Mapping[Decision, Bid], dice: Dice) -> Step[Race]:
    bids = _in_their_order(race, choices)
    verdict = jump_fence(race, bids)
    ends = race.fence >= race.until or len(verdict.points) <= 1  # H3, H21: the turn
    after = _after(race, verdict, bids, ends)
    events = narrate.fence(race, verdict, after)
    if ends and race.options.nmr == "retire" and not after.over:
        after, retired = _unheard(after)
        events += narrate.retirements(retired)
    if after.over:
        events += [narrate.finish(after)]
    return Step(after, events)


def retire(race: Race, seats: Sequence[Seat]) -> Step[Race]:
    """H20: whoever has left is taken out before the next fence, and placed as if it had fallen at the one before."""
    left = set(seats)
    leaving = {horse.name for horse in race.running if horse.seat in left}
    if race.over or not leaving:
        return Step(race)
    at = max(1, race.fence - 1)
    horses = tuple(
        _retire(horse, at)._replace(scratched=race.fence == 1, missed=0) if horse.name in leaving else horse
        for horse in race.horses
    )
    after = replace(race, horses=horses)
    gone = narrate.departures([horse for horse in horses if horse.name in leaving])
    return Step(after, [*gone, *([narrate.finish(after)] if after.over else [])])


def _in_their_order(race: Race, choices: Mapping[Decision, Bid]) -> Sequence[Bid]:
    """One for each that runs. As a rule they are in that order, and of a large field nobody need be looked up."""
    asked = [*race.awaited]
    return [*choices.values()] if [*choices] == asked else [choices[decision] for decision in asked]


def jump_fence(race: Race, bids: Sequence[Bid]) -> Verdict:
    """H5 to H14, in the order in which they apply."""
    played, unused, cut = _pay(race, bids)
    takings = [] if race.is_free else judge(played, unused, race.kind)  # H13
    fell = frozenset([horse for taking in takings for horse in taking.fell])
    spared: frozenset[str] = frozenset()
    if race.options.last_stands and len(fell) == len(played):
        spared = last_to_stand(played, unused)
        fell -= spared
    stumbled = {horse: stumble_cost(unused[horse]) for taking in takings for horse in taking.stumbled}
    bonus = water_shares(played, fell, race.options.water_bonus) if race.kind == "water" else {}
    points = dict(unused)
    for horse in fell:
        del points[horse]  # H15
    for horse, lost in stumbled.items():
        points[horse] -= lost
    for horse, won in bonus.items():
        points[horse] += won
    freed = frees(len(fell), race.kind, race.options.free_fences)
    return Verdict(played, unused, cut, takings, fell, spared, stumbled, bonus, points, freed)


def _pay(race: Race, bids: Sequence[Bid]) -> tuple[Numbers, Numbers, Numbers]:
    """H5, H6: everybody pays, and nobody more than they have."""
    played: dict[str, int] = {}
    unused: dict[str, int] = {}
    cut: dict[str, int] = {}
    for horse, (asked, _) in zip(race.running, bids, strict=True):
        name, points = horse.name, horse.points
        if asked is None:
            asked = points
        elif asked > points:
            cut[name], asked = asked, points
        played[name], unused[name] = asked, points - asked
    return played, unused, cut


def _after(race: Race, verdict: Verdict, bids: Sequence[Bid], ends: bool) -> Race:
    fence = race.fence + 1
    return Race(
        race.course,
        race.options,
        tuple(_landed(race, verdict, bids, ends)),
        turn=race.turn + ends,
        fence=fence,
        until=min(fence + 1, len(race.course)) if ends else race.until,  # H3
        free=race.free - race.is_free + verdict.freed,
        first=None if ends else _outcome(verdict),
    )


def _outcome(verdict: Verdict) -> Outcome:
    numbers = verdict.played.values()
    return Outcome(tuple(sorted(verdict.fell)), tuple(sorted(verdict.stumbled)), min(numbers), max(numbers))


def _landed(race: Race, verdict: Verdict, bids: Sequence[Bid], ends: bool) -> list[Horse]:
    """The whole field; those that fell earlier stay as they are."""
    played, points, landed = verdict.played, verdict.points, list[Horse]()
    left = map(points.get, played)  # None for those that fell
    for horse, number, has, (_, silent) in zip(race.running, played.values(), left, bids, strict=True):
        name, seat, _, out_at, retired, scratched, missed, heard, now, last = horse
        heard, now = heard or not silent, (*now, number)
        if has is None:
            has, out_at = 0, race.fence  # H15
        elif ends:
            missed, heard, now, last = _account(missed, heard, now)
        landed.append(_horse((name, seat, has, out_at, retired, scratched, missed, heard, now, last)))
    those = iter(landed)
    return landed if len(landed) == len(race.horses) else [each if each.out_at else next(those) for each in race.horses]


def _account(missed: int, heard: bool, now: Played) -> tuple[int, bool, Played, Played]:
    """H20: at the end of a turn; what was played on it becomes what was played last."""
    return 0 if heard else missed + 1, False, (), now


def settled(horse: Horse) -> Horse:
    """The same of a horse that has not come to the end of the turn by itself."""
    missed, heard, now, last = _account(horse.missed, horse.heard, horse.now)
    return horse._replace(missed=missed, heard=heard, now=now, last=last)


def _unheard(race: Race) -> tuple[Race, list[Horse]]:
    """H20, with `nmr: retire`: those who have sent no orders for too long are taken out."""
    leave = {horse.name for horse in race.running if horse.missed >= race.options.nmr_limit}
    horses = tuple([_retire(horse, race.fence - 1) if horse.name in leave else horse for horse in race.horses])
    return replace(race, horses=horses), [horse for horse in horses if horse.name in leave]


def _retire(horse: Horse, fence: int) -> Horse:
    return horse._replace(points=0, out_at=fence, retired=True) if horse.running else horse
