"""Players and horses with all their games, from what is public of them: names as published, places, scores, fates."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gm.core.names import address, fold
from gm.core.play import Json, Seat
from gm.desk.desk import Match
from gm.desk.seating import told
from gm.reports.model import PRINTED, Report
from gm.store.roster import seat_of

Key = tuple[str, ...]
PLAYERS, HORSES = "players", "horses"


@dataclass(frozen=True)
class TurnTold:
    """A turn as the site tells it."""

    number: int
    ran_at: str
    report: Report
    title: str
    lead: Sequence[str]
    lines: Sequence[str]

    @property
    def page(self) -> str:
        return f"turn-{self.number:02}.html"

    @property
    def card(self) -> str:
        return f"turn-{self.number:02}.png"

    @cached_property
    def rows(self) -> Mapping[Seat, Json]:
        """What its standings say of each seat."""
        return {row["seat"]: row for row in self.report.model.standings.get("rows", []) if row["seat"]}


@dataclass(frozen=True)
class GameTold:
    at: Match
    turns: Sequence[TurnTold]

    @property
    def folder(self) -> str:
        return f"games/{self.at.name}"

    @property
    def last(self) -> TurnTold:
        return self.turns[-1]

    @property
    def listed(self) -> bool:
        """Does everybody in it have a page? Not in a field that is too large to be printed."""
        return len(self.at.seats) <= PRINTED

    @cached_property
    def entered(self) -> Mapping[Seat, Json]:
        """Who entered for each seat; it may be somebody else's by now."""
        return {seat_of(row): row for row in self.at.row.roster}

    @cached_property
    def takers(self) -> Mapping[Seat, tuple[str, str]]:
        """Who sits there now in somebody's stead: the id, and the name as it was given then."""
        last = {each.seat: each for each in self.at.changes if each.kind == "replace"}
        return {
            seat: (fold(each.after), each.name) for seat, each in last.items() if fold(each.after) != self.rider(seat)
        }

    def rider(self, seat: Seat) -> str:
        """The id of whoever entered; two that differ in their case alone are one."""
        return fold(self.entered[seat]["player"])

    def changed(self, seat: Seat) -> list[str]:
        """What reports say of who took the seat over, or left it."""
        return told({seat: self.entered[seat]}, [each for each in self.at.changes if each.seat == seat])

    def horse(self, seat: Seat) -> Key | None:
        """Whose horse it is and what it is called: the same in every game. There are games without any."""
        row = self.entered[seat]
        return (self.rider(seat), fold(row["entry"])) if self.at.game.entry and row["entry"] else None


@dataclass(frozen=True)
class Ride:
    """One game of somebody's, or of a horse's."""

    game: GameTold
    seat: Seat

    @property
    def row(self) -> Json:
        return self.game.last.rows.get(self.seat, {})

    @property
    def turns(self) -> list[tuple[TurnTold, Json]]:
        """Turn by turn, the last one first, as far as it ran."""
        found = [(turn, turn.rows[self.seat]) for turn in self.game.turns if self.seat in turn.rows]
        ran = [at for at, (_, row) in enumerate(found) if not row["fate"] or not at or not found[at - 1][1]["fate"]]
        return [found[at] for at in reversed(ran)]


@dataclass
class Career:
    """A page of its own."""

    page: str
    name: str = ""  # as it was published last
    rides: list[Ride] = field(default_factory=list)


class Careers:
    """Of everybody in these games, which come in the order in which they were started."""

    def __init__(self, games: Iterable[GameTold]):
        self.players: dict[str, Career] = {}
        self.horses: dict[Key, Career] = {}
        for game in games:
            for seat in game.entered if game.listed else ():
                self._seat(game, seat)

    def _seat(self, game: GameTold, seat: Seat) -> None:
        row, taken = game.entered[seat], game.takers.get(seat)
        for player, name in [(game.rider(seat), str(row["name"])), *([taken] if taken else [])]:
            career = self.players.setdefault(player, Career(f"{PLAYERS}/{address(player)}.html"))
            career.name = name
            career.rides.append(Ride(game, seat))
        horse = game.horse(seat)
        if horse:
            page = f"{HORSES}/{'/'.join(map(address, horse))}.html"
            career = self.horses.setdefault(horse, Career(page))
            career.name = row["entry"]
            career.rides.append(Ride(game, seat))

    def hrefs(self, game: GameTold, root: str) -> dict[Seat, dict[str, str]]:
        """Where the names in a game's lists lead to, from a page that is so far from the first one."""
        if not game.listed:
            return {}
        return {seat: self.links(game, seat, root) for seat in game.entered}

    def links(self, game: GameTold, seat: Seat, root: str) -> dict[str, str]:
        horse = game.horse(seat)
        player = game.takers[seat][0] if seat in game.takers else game.rider(seat)
        return {"horse": root + self.horses[horse].page if horse else "", "player": root + self.players[player].page}

    def stable(self, player: str) -> list[Career]:
        """A player's own horses."""
        return sorted(self._stables[player], key=lambda career: fold(career.name))

    @cached_property
    def _stables(self) -> Mapping[str, list[Career]]:
        found: dict[str, list[Career]] = defaultdict(list)
        for (player, _), career in self.horses.items():
            found[player].append(career)
        return found
