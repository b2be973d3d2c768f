"""The roll call: all that a draw rests on, published with it (the draw, steps 2 and 3)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from gm.core.dice import Dice
from gm.core.play import Json
from gm.season.results import Player

FORMAT = "draw 1"
LEAGUE = "league 1"  # of a first race whose divisions follow from last year's


@dataclass(frozen=True)
class Caller:
    """One who answers to the roll call."""

    points: Fraction = Fraction(0)
    lucky_word: str = ""
    out: int = 0  # how often they sat out
    short: int = 0  # how many short tables they had
    seats: Mapping[int, int] = field(default_factory=dict)  # how often they had each seat
    table: int = 0  # of their own, where they never have to move
    apart: int = 0  # the number of their group


@dataclass(frozen=True)
class Tables:
    """How many sit at a table: best, at least, and at most."""

    best: int
    least: int
    most: int


@dataclass(frozen=True)
class LastYear:
    """What the divisions of a league's first race rest on beside who is in (S16)."""

    after: str  # the season of last year
    of: int
    up: int
    down: int
    before: Sequence[Mapping[Player, int]]  # the places in each of its divisions

    def as_json(self) -> Json:
        before = [dict(table) for table in self.before]
        return {"after": self.after, "of": self.of, "up": self.up, "down": self.down, "before": before}


@dataclass(frozen=True)
class RollCall:
    season: str
    round: int
    rounds: int
    by_lot: bool
    tables: Tables
    players: Mapping[Player, Caller]
    met: Mapping[tuple[Player, Player], int]  # the lower id first
    word: str = ""
    divisions: LastYear | None = None  # then a table of one's own is a division that the season's file says

    @classmethod
    def of(cls, told: Json) -> "RollCall":
        """A roll call as it was published."""
        counts = ("lucky_word", "out", "short", "table", "apart")
        players = {
            player: Caller(
                points=Fraction(each["points"]),
                seats={int(seat): many for seat, many in each["seats"].items()},
                **{key: each[key] for key in counts},
            )
            for player, each in told["players"].items()
        }
        met = {(one, other): many for one, others in told["met"].items() for other, many in others.items()}
        tables = Tables(*(told["tables"][key] for key in ("best", "from", "to")))
        by_lot = told["by"] == "lot"
        last_year = LastYear(**told["divisions"]) if told["format"] == LEAGUE else None
        return cls(told["season"], told["round"], told["rounds"], by_lot, tables, players, met, told["word"], last_year)

    def as_json(self) -> Json:
        """As it is published: every key is there, and nothing that is 0 within seats and meetings."""
        players = {
            player: {
                "points": str(caller.points),
                "lucky_word": caller.lucky_word,
                "out": caller.out,
                "short": caller.short,
                "seats": {str(seat): many for seat, many in caller.seats.items() if many},
                "table": caller.table,
                "apart": caller.apart,
            }
            for player, caller in self.players.items()
        }
        met: dict[Player, dict[Player, int]] = {}
        for (one, other), many in self.met.items():
            if many:
                met.setdefault(one, {})[other] = many
        return {
            "format": LEAGUE if self.divisions else FORMAT,
            "season": self.season,
            "round": self.round,
            "rounds": self.rounds,
            "by": "lot" if self.by_lot else "score",
            "tables": {"best": self.tables.best, "from": self.tables.least, "to": self.tables.most},
            "word": self.word,
            "players": players,
            "met": met,
            **({"divisions": self.divisions.as_json()} if self.divisions else {}),
        }

    def seed(self, secret: str) -> str:
        text = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(f"{secret}\n{text}".encode()).hexdigest()

    def order(self, seed: str) -> list[Player]:
        """By points, equals by lot: from here on people are their positions in it."""
        order = sorted(self.players)
        Dice(seed).stream("lots").shuffle(order)
        return sorted(order, key=lambda player: -self.players[player].points)


def sizes(many: int, tables: Tables) -> list[int]:
    """Tables that differ by at most one, the larger first, nearest to the best size; none if there is no way.

    >>> sizes(7, Tables(4, 3, 5)), sizes(11, Tables(4, 3, 5)), sizes(2, Tables(4, 3, 5))
    ([4, 3], [4, 4, 3], [])
    """
    counts = range(-(-many // tables.most), many // tables.least + 1)
    possible = [_cut(many, count) for count in counts if count]
    return min(possible, key=lambda cut: (sum((size - tables.best) ** 2 for size in cut), -len(cut)), default=[])


def _cut(many: int, count: int) -> list[int]:
    size, larger = divmod(many, count)
    return [size + 1] * larger + [size] * (count - larger)


def seated(many: int, tables: Tables) -> list[int]:
    """The sizes for as many people as can be seated; the others have to sit out."""
    return next((cut for people in range(many, 0, -1) if (cut := sizes(people, tables))), [])


def sitting_out(call: RollCall, order: Sequence[Player], many: int) -> list[int]:
    """The positions of those who do: who did so least often, of equals the last in the order."""
    ranked = sorted(range(len(order)), key=lambda i: (call.players[order[i]].out, -i))
    return sorted(ranked[:many])
