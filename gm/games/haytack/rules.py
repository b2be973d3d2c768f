"""The sequence of play at a fence: pay, judge, stumble, reward, move on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm.core.dice import Dice
from gm.core.play import Decision, Event, Seat, Step
from gm.games.haytack import narrate
from gm.games.haytack.fence import (
    Jump,
    Verdict,
    frees,
    judge,
    last_to_stand,
    stumble_cost,
    water_shares,
)
from gm.games.haytack.race import Horse, Outcome, Race


@dataclass(frozen=True, slots=True)
class Bid:
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
    bids = {decision.seat: bid for decision, bid in choices.items()}
    verdict = jump_fence(race, bids)
    after = _after(race, verdict, bids)
    events: list[Event] = narrate.fence(race, verdict, after)
    if after.fence > race.until or after.over:
        after, retired = _next_turn(after)
        events += narrate.retirements(after, retired)
    if after.over:
        events.append(narrate.finish(after))
    return Step(after, events)


def retire(race: Race, seats: Sequence[Seat]) -> Step[Race]:
    """H20: whoever has left is taken out before the next fence, and placed as if it had fallen at the one before."""
    leaving = {horse.name for horse in race.running if horse.seat in seats}
    if race.over or not leaving:
        return Step(race)
    at = max(1, race.fence - 1)
    horses = tuple(
        replace(_retire(horse, at), scratched=race.fence == 1, missed=0) if horse.name in leaving else horse
        for horse in race.horses
    )
    after = replace(race, horses=horses)
    gone = narrate.departures([horse for horse in horses if horse.name in leaving])
    return Step(after, [*gone, *([narrate.finish(after)] if after.over else [])])


def jump_fence(race: Race, bids: Mapping[Seat, Bid]) -> Verdict:
    """H5 to H14, in the order in which they apply."""
    jumps, cut = _pay(race, bids)
    takings = () if race.is_free else tuple(judge(jumps, race.kind))  # H13
    fell = frozenset(jump.horse for taking in takings for jump in taking.fell)
    spared: frozenset[str] = frozenset()
    if race.options.last_stands and len(fell) == len(jumps):
        spared = last_to_stand(jumps)
    fell -= spared
    running = frozenset(jump.horse for jump in jumps) - fell
    stumbled = {jump.horse: stumble_cost(jump.unused) for taking in takings for jump in taking.stumbled}
    bonus = water_shares(jumps, running, race.options.water_bonus) if race.kind == "water" else {}
    freed = frees(len(fell), race.kind, race.options.free_fences)
    return Verdict(jumps, cut, takings, fell, spared, stumbled, bonus, freed)


def _pay(race: Race, bids: Mapping[Seat, Bid]) -> tuple[tuple[Jump, ...], dict[str, int]]:
    """H5, H6: everybody pays, and nobody more than they have."""
    jumps: list[Jump] = []
    cut: dict[str, int] = {}
    for horse in race.running:
        asked = bids[horse.seat].number
        played = horse.points if asked is None else min(asked, horse.points)
        jumps.append(Jump(horse.name, played, horse.points - played))
        if asked is not None and asked > played:
            cut[horse.name] = asked
    return tuple(jumps), cut


def _after(race: Race, verdict: Verdict, bids: Mapping[Seat, Bid]) -> Race:
    jumps = {jump.horse: jump for jump in verdict.jumps}

    def landed(horse: Horse) -> Horse:
        jump = jumps.get(horse.name)
        if jump is None:
            return horse
        fell = horse.name in verdict.fell
        points = jump.unused - verdict.stumbled.get(horse.name, 0) + verdict.bonus.get(horse.name, 0)
        return replace(
            horse,
            points=0 if fell else points,  # H15
            out_at=race.fence if fell else 0,
            now=(*horse.now, jump.played),
            heard=horse.heard or not bids[horse.seat].missed,
        )

    played = [jump.played for jump in verdict.jumps]
    first = Outcome(tuple(sorted(verdict.fell)), tuple(sorted(verdict.stumbled)), min(played), max(played))
    return replace(
        race,
        horses=tuple(landed(horse) for horse in race.horses),
        fence=race.fence + 1,
        free=race.free - race.is_free + verdict.freed,
        first=first,
    )


def _next_turn(race: Race) -> tuple[Race, list[Horse]]:
    """H3: two more fences, and the account of who has sent no orders (H20)."""
    horses = [settled(horse) for horse in race.horses]
    if race.options.nmr == "retire" and not race.over:
        limit = race.options.nmr_limit
        horses = [_retire(horse, race.fence - 1) if horse.missed >= limit else horse for horse in horses]
    retired = [now for now, before in zip(horses, race.horses, strict=True) if now.retired and not before.retired]
    until = min(race.fence + 1, len(race.course))
    return replace(race, horses=tuple(horses), turn=race.turn + 1, until=until, first=None), retired


def settled(horse: Horse) -> Horse:
    """At the end of a turn: what it played becomes what it played last (H20)."""
    if not horse.running:
        return horse
    return replace(horse, last=horse.now, now=(), heard=False, missed=0 if horse.heard else horse.missed + 1)


def _retire(horse: Horse, fence: int) -> Horse:
    return replace(horse, points=0, out_at=fence, retired=True) if horse.running else horse
