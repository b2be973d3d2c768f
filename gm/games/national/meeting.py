"""The state of a meeting, from the sale to the finish: plain frozen data. Horses go by their lots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gm.core.play import NOBODY, Decision, Seat, most
from gm.games.national.course import Spot
from gm.games.national.field import BOXES, LOTS, MONEY, PRIZES, STEP, name_of, on_the_day
from gm.games.national.options import Options

SALE, ANTE_POST, BETTING, RACE = "sale", "ante-post", "betting", "race"
BIDS, BETS, RIDE, STANDING = "bids", "bets", "ride", "standing"  # the sections of an order page
LEADING = 4  # N25, N34, N36: so many are placed, and may not be retired
MOST_STABLES = 6


@dataclass(frozen=True, slots=True)
class Bet:
    """What somebody has laid with the bookmaker."""

    horse: int
    on: str  # win or place
    stake: int
    odds: int
    ante_post: bool = False


@dataclass(frozen=True, slots=True)
class Sold:
    """A lot that went to a stable."""

    horse: int
    stable: int
    price: int


@dataclass(frozen=True, slots=True)
class Runner:
    """A horse in the race: where it is, and how it fares."""

    points: int
    lane: int
    square: int = 0
    stamina: int = 0  # penalties, added up
    lead: int = 0  # N32: what it lost by running too free
    hold: int | None = None  # N30: at most so many speed points in its next move
    miss: bool = False
    out: str | None = None
    place: int | None = None

    @property
    def running(self) -> bool:
        return self.out is None and self.place is None

    @property
    def spot(self) -> Spot:
        return self.square, self.lane

    @property
    def most(self) -> int:
        """N21: the speed points that it may use in its next move."""
        return self.points if self.hold is None else min(self.points, self.hold)


@dataclass(frozen=True)
class Meeting:
    """The whole of a game, at any moment."""

    options: Options
    players: tuple[Seat, ...]
    stables: tuple[tuple[int, ...], ...]  # by box; the house stables, once they are filled, after the players'
    money: tuple[int, ...]
    bets: tuple[tuple[Bet, ...], ...]
    phase: str = SALE
    turn: int = 1
    sale: int = 1
    lots: tuple[int, ...] = LOTS  # those that this sale has still to call
    sold: tuple[Sold, ...] = ()  # in this sale so far
    going: int | None = None
    start: tuple[int, ...] = ()  # N18: the stables that line up in lane 1, for each cap
    runners: dict[int, Runner] = field(default_factory=dict)
    round: int = 1
    moved: int = 0  # N19: so many of the order of this round have had their turn
    left: int = 1  # rounds of this turn, this one included
    home: bool = False  # N27: Go for Home cards are drawn
    decks: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what is left of each, the top first
    shuffles: dict[str, int] = field(default_factory=dict)
    finishers: tuple[int, ...] = ()
    over: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What the stables are called."""
        return stable_names(self.players, len(self.stables) - len(self.players))

    @cached_property
    def stable_of(self) -> dict[int, int]:
        return {lot: at for at, stable in enumerate(self.stables) for lot in stable}

    @cached_property
    def cap_of(self) -> dict[int, int]:
        return {lot: cap for stable in self.stables for cap, lot in enumerate(stable)}

    @cached_property
    def order(self) -> list[int]:
        """N19: in which order the horses move."""
        many = len(self.stables)
        turns = [(cap, (first + n) % many) for cap, first in enumerate(self.start) for n in range(many)]
        return [self.stables[at][cap] for cap, at in turns if cap < len(self.stables[at])]

    @cached_property
    def mover(self) -> int | None:
        """Whose move comes next in this round."""
        return next((lot for lot in self.order[self.moved :] if self.runners[lot].running), None)

    @cached_property
    def running(self) -> list[int]:
        """N24: those in the race, the first in front."""
        return in_running(self.runners, self.cap_of)

    def seat(self, seat: Seat) -> int | None:
        return self.players.index(seat) if seat in self.players else None

    def own(self, seat: Seat) -> tuple[int, ...]:
        """This player's horses."""
        at = self.seat(seat)
        return () if at is None else self.stables[at]

    def handicap(self, lot: int) -> int:
        """N21: as it is now."""
        return handicap_now(self.runners[lot], on_the_day(lot, self.going or 0))

    def limit(self, at: int) -> int:
        """N7: the most that a stable can bid."""
        return self.money[at] - STEP * (BOXES - len(self.stables[at]) - 1)

    @property
    def bidders(self) -> list[int]:
        """N7: who has an empty box."""
        return [at for at in range(len(self.players)) if len(self.stables[at]) < BOXES]

    @property
    def field(self) -> list[int]:
        """The horses that run, or will; stable by stable."""
        return [lot for stable in self.stables for lot in stable]


def stable_names(players: Sequence[Seat], houses: int) -> tuple[str, ...]:
    """N2."""
    return (*players, *(f"house {number}" for number in range(1, houses + 1)))


def house_stables(players: int, field: int) -> int:
    """N2: until there are horses enough."""
    wanted = -(-field // BOXES) - players
    return max(0, min(wanted, MOST_STABLES - players))


def in_running(runners: dict[int, Runner], cap_of: dict[int, int]) -> list[int]:
    """N24: by square; of equal ones the inner lane is ahead, and on square 0 the lower cap."""
    there = [(-each.square, each.lane, cap_of[lot], lot) for lot, each in runners.items() if each.running]
    return [lot for *_, lot in sorted(there)]


def handicap_now(runner: Runner, on_day: int) -> int:
    """N21."""
    return max(0, on_day - runner.stamina - runner.lead)


def opened(options: Options, players: Sequence[Seat]) -> Meeting:
    """N1: before the sale."""
    many = len(players)
    return Meeting(options, tuple(players), ((),) * many, (MONEY,) * many, ((),) * many)


# Who is asked what


def pending(meeting: Meeting) -> list[Decision]:
    """N3. A lot that nobody can buy, a horse that nobody rides or that cannot be ridden now, are the rules' own."""
    if meeting.over:
        return []
    return _open(meeting) or [Decision(NOBODY, meeting.phase, meeting.turn)]


def _open(meeting: Meeting) -> list[Decision]:
    if meeting.phase != RACE:
        return [each for seat in meeting.players for each in _asked(meeting, seat, meeting.phase, meeting.lots[:1])]
    lot = meeting.mover
    return [_ride(meeting, lot)] if lot is not None and is_asked(meeting, lot) else []


def agenda(meeting: Meeting, seat: Seat, turn: int) -> list[Decision]:
    """What a later turn asks is known once the sales are over."""
    phase = phase_on(meeting, turn)
    asked = _asked(meeting, seat, phase, meeting.lots)
    return asked if turn == meeting.turn else [each._replace(turn=turn) for each in asked]


def phase_on(meeting: Meeting, turn: int) -> str:
    """The phase of that turn; "" if nobody can tell, or there is none."""
    if meeting.over or turn < meeting.turn:
        return ""
    if turn == meeting.turn or meeting.phase == RACE:
        return meeting.phase
    ahead = {ANTE_POST: (BETTING, RACE), BETTING: (RACE,)}.get(meeting.phase, ())
    return ahead[min(turn - meeting.turn, len(ahead)) - 1] if ahead else ""


def _asked(meeting: Meeting, seat: Seat, phase: str, lots: Sequence[int]) -> list[Decision]:
    at, turn = meeting.seat(seat), meeting.turn
    if at is None:
        return []
    if phase == SALE:
        bids = [Decision(seat, keyed(BIDS, lot), turn, (BIDS,), SALE) for lot in lots]
        return bids if at in meeting.bidders else []
    if phase in (ANTE_POST, BETTING):
        return [Decision(seat, BETS, turn, phase=phase, optional=True)]  # N12: nobody has to bet
    own = [lot for lot in meeting.own(seat) if lot not in meeting.runners or meeting.runners[lot].running]
    return [_ride(meeting, lot) for lot in own] if phase == RACE else []


def _ride(meeting: Meeting, lot: int) -> Decision:
    """N40. Of a horse that misses its move, or has to stop, no ride is missed."""
    seat = meeting.names[meeting.stable_of[lot]]
    idle = meeting.options.rounds == 1 and lot in meeting.runners and not is_asked(meeting, lot)
    return Decision(seat, keyed(RIDE, lot), meeting.turn, (keyed(STANDING, lot),), RACE, idle)


def is_asked(meeting: Meeting, lot: int) -> bool:
    """Does anybody say how it is ridden?"""
    runner = meeting.runners[lot]
    return meeting.stable_of[lot] < len(meeting.players) and not runner.miss and runner.points > 0


def keyed(section: str, lot: int) -> str:
    """What a decision about one horse is called."""
    return f"{section} {name_of(lot)}"


def lot_of(key: str) -> tuple[str, int]:
    """The section and the horse of such a key; 0 for those that name none."""
    section, _, name = key.partition(" ")
    return section, next((lot for lot in LOTS if name == name_of(lot)), 0)


def settlement(meeting: Meeting) -> list[list[dict[str, object]]]:
    """N35, N36: what each player received, prizes by place, then bets as listed."""
    placed = meeting.finishers[:LEADING]
    return [
        [_prize(place, lot) for place, lot in enumerate(placed, start=1) if meeting.stable_of[lot] == at]
        + [_paid(bet, placed) for bet in bets]
        for at, bets in enumerate(meeting.bets)
    ]


def _prize(place: int, lot: int) -> dict[str, object]:
    return {"prize": place, "horse": name_of(lot), "paid": PRIZES[place - 1]}


def _paid(bet: Bet, placed: Sequence[int]) -> dict[str, object]:
    won = bet.horse in (placed[:1] if bet.on == "win" else placed)
    return {"bet": bet.on, "horse": name_of(bet.horse), "paid": bet.stake * (bet.odds + 1) if won else 0}


def winners(meeting: Meeting) -> list[Seat]:
    """N37: equal money shares the win; by their names."""
    return most(dict(zip(meeting.players, meeting.money, strict=True))) if meeting.over else []
