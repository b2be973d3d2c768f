"""The state of a race: plain frozen data."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gm.core.each import Each
from gm.core.names import Roll
from gm.core.play import Decision, Fact, Key, Seat, quick
from gm.games.haytack.options import Options

_decision = quick(Decision)


class Horse(NamedTuple):
    """An entrant: what it has left, and how it has fared."""

    name: str
    seat: Seat
    points: int
    out_at: int = 0  # the fence that took it; 0: still running
    retired: bool = False  # H20: taken out for want of orders, or of an owner
    scratched: bool = False  # that was before the first fence
    missed: int = 0  # turns in a row without orders
    heard: bool = False  # has this turn brought an order?
    now: tuple[int, ...] = ()  # numbers played this turn
    last: tuple[int, ...] = ()  # numbers played the turn before

    @property
    def running(self) -> bool:
        return not self.out_at


class Outcome(NamedTuple):
    """What a turn's first fence did, for the conditions at the second (H18)."""

    fell: tuple[str, ...]
    stumbled: tuple[str, ...]
    lowest: int
    highest: int


@dataclass(frozen=True)
class Race:
    """The whole of a race, at any moment."""

    course: tuple[str, ...]
    options: Options
    horses: tuple[Horse, ...]
    turn: int = 1
    fence: int = 1  # the next one
    until: int = 2  # the last one of this turn
    free: int = 0  # free plain fences owed
    first: Outcome | None = None

    @cached_property
    def running(self) -> tuple[Horse, ...]:
        return tuple([horse for horse in self.horses if not horse.out_at])

    @cached_property
    def names(self) -> Roll:
        return Roll(horse.name for horse in self.horses)

    @cached_property
    def stood(self) -> frozenset[str]:
        return frozenset(horse.name for horse in self.running)

    @cached_property
    def _by_seat(self) -> dict[Seat, Horse]:
        return {horse.seat: horse for horse in self.horses}

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """What conditions may read, but for what is a jockey's own: worked out once for all of them."""
        from gm.games.haytack.facts import shared

        return shared(self)

    @cached_property
    def awaited(self) -> tuple[Decision, ...]:
        """Every running horse owes a number for the next fence."""
        if self.over:
            return ()
        key, turn, kinds = str(self.fence), self.turn, (self.kind,)
        return tuple([_decision((horse.seat, key, turn, kinds, "", False)) for horse in self.running])

    @cached_property
    def over(self) -> bool:
        """H21: one horse is left, or no fence."""
        return len(self.running) <= 1 or self.fence > len(self.course)

    @property
    def kind(self) -> str:
        return self.course[self.fence - 1]

    @property
    def is_free(self) -> bool:
        """H13: only plain fences are ever free."""
        return self.free > 0 and self.fence <= len(self.course) and self.kind == "plain"

    def horse_of(self, seat: Seat) -> Horse | None:
        return self._by_seat.get(seat)

    def horses_of(self, seats: Collection[Seat]) -> Iterable[tuple[Seat, Horse | None]]:
        return zip(seats, map(self._by_seat.get, seats), strict=True)

    @property
    def coming(self) -> list[tuple[int, str, bool]]:
        """The fences of the open turn: number, kind, and is it free as things stand (H13)?"""
        owed = self.free
        coming: list[tuple[int, str, bool]] = []
        for number in self.fences_of(self.turn) if not self.over else ():
            kind = self.course[number - 1]
            free = kind == "plain" and owed > 0
            owed -= free
            coming.append((number, kind, free))
        return coming

    @cached_property
    def asked(self) -> list[Key]:
        """The fences of the open turn, as pages name them."""
        return [str(fence) for fence in self.fences_of(self.turn)]

    def asks_on(self, turn: int) -> list[tuple[Key, tuple[Key, ...]]]:
        """The fences of that turn as orders name them, and of which kind they are: the same of every horse."""
        if turn not in self._asks:
            self._asks[turn] = [(str(fence), (self.course[fence - 1],)) for fence in self.fences_of(turn)]
        return self._asks[turn]

    @cached_property
    def _asks(self) -> dict[int, list[tuple[Key, tuple[Key, ...]]]]:
        return {}

    def fences_of(self, turn: int) -> range:
        """H3: the fences that are (still) to be jumped on that turn."""
        if turn < self.turn:
            return range(0)
        if turn == self.turn:
            return range(self.fence, self.until + 1)
        start = self.until + 1 + 2 * (turn - self.turn - 1)
        return range(start, min(start + 1, len(self.course)) + 1)


def pending(race: Race) -> Sequence[Decision]:
    return race.awaited


def agenda(race: Race, seat: Seat, turn: int) -> list[Decision]:
    horse = race.horse_of(seat)
    if race.over or horse is None or not horse.running:
        return []
    return [_decision((seat, key, turn, kinds, "", False)) for key, kinds in race.asks_on(turn)]


def owing(race: Race, seats: Iterable[Seat], turn: int) -> Mapping[Seat, Sequence[Decision]]:
    """The same of many; of a large field nobody looks at what each of them owes."""
    asked = [*seats] if not race.over and race.asks_on(turn) else []
    running = {seat: horse for seat, horse in race.horses_of(asked) if horse and not horse.out_at}
    return Each(running, lambda seat, _: agenda(race, seat, turn))
