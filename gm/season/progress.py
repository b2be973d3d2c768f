"""The rounds of those who go on: heats and their next stage, a bracket, a final (S14, S15, S17, S18).

As with the draw of tables, all that a round rests on is published with it, and anybody can deal it again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from gm.core.dice import Dice
from gm.core.play import Json
from gm.season.draw import Draw, Drawn, Table
from gm.season.lots import Lots
from gm.season.points import places
from gm.season.results import Player
from gm.season.seats import Seating
from gm.season.stages import Heat, Mark, deal_bracket, deal_heats, go_on, next_bracket
from gm.season.years import finalists

FORMATS = {"heats": "heats 1", "knockout": "knockout 1", "final": "final 1"}


@dataclass(frozen=True)
class Comer:
    """One who is in."""

    lucky_word: str = ""
    seed: Mark = ()  # before the first stage
    place: int = 0  # in the table, before a final
    seats: Mapping[int, int] = field(default_factory=dict)  # how often they had each, before a final


@dataclass(frozen=True)
class Before:
    """A table of the stage before: who of those still in came, and where each came in; or who goes on unplayed."""

    table: int
    order: Mapping[Player, int]
    marks: Mapping[Player, Mark] = field(default_factory=dict)
    byes: Sequence[Player] = ()


@dataclass(frozen=True)
class StageCall:
    """All that such a round rests on."""

    format: str  # heats, knockout or final
    season: str
    round: int
    players: Mapping[Player, Comer]
    shape: Mapping[str, int]  # how many at a table, how many go on; of: 0 is a last race of all who do
    before: Sequence[Before] = ()  # empty in the first round, and for a final
    word: str = ""

    def as_json(self) -> Json:
        return {
            "format": FORMATS[self.format],
            "season": self.season,
            "round": self.round,
            "word": self.word,
            "players": {player: _comer_json(comer) for player, comer in self.players.items()},
            "shape": dict(self.shape),
            "before": [_before_json(each) for each in self.before],
        }

    @classmethod
    def of(cls, told: Json) -> "StageCall":
        """One as it was published."""
        players = {
            player: Comer(
                each["lucky_word"], tuple(each["seed"]), each["place"], {int(k): n for k, n in each["seats"].items()}
            )
            for player, each in told["players"].items()
        }
        before = [
            Before(
                each["table"], each["places"], {who: tuple(m) for who, m in each["marks"].items()}, tuple(each["byes"])
            )
            for each in told["before"]
        ]
        format = next(name for name, written in FORMATS.items() if written == told["format"])
        return cls(format, told["season"], told["round"], players, told["shape"], before, told["word"])

    def seed(self, secret: str) -> str:
        text = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(f"{secret}\n{text}".encode()).hexdigest()

    def lots(self, secret: str) -> Lots:
        return Lots(secret, self.word, {player: comer.lucky_word for player, comer in self.players.items()})


def _comer_json(comer: Comer) -> Json:
    seats = {str(seat): many for seat, many in comer.seats.items() if many}
    return {"lucky_word": comer.lucky_word, "seed": list(comer.seed), "place": comer.place, "seats": seats}


def _before_json(each: Before) -> Json:
    marks = {player: list(mark) for player, mark in each.marks.items()}
    return {"table": each.table, "places": dict(each.order), "marks": marks, "byes": list(each.byes)}


@dataclass(frozen=True)
class Staged(Drawn):
    """A round of those who go on. Its tables are in order of seed; a plate is the last of them."""

    byes: Sequence[Player] = ()
    plate: Sequence[Player] = ()

    def as_json(self) -> Json:
        tables = [{"table": each.number, "players": list(each.seats)} for each in self.tables]
        flaws = {key: value for key, value in super().as_json().items() if key != "tables"}
        return {**flaws, "tables": tables, "byes": list(self.byes), "plate": list(self.plate)}


def is_staged(told: Json) -> bool:
    """Does a draw rest on such a call?"""
    return told.get("format") in FORMATS.values()


def final_of(draws: Iterable[Json]) -> int:
    """The round that was drawn as the final, by what the draws rest on; 0 if none was."""
    return next((told["round"] for told in draws if told.get("format") == FORMATS["final"]), 0)


def staged(call: StageCall, secret: str) -> Draw:
    """What the call and the secret of its round make; no rounds, if there are not two left to play."""
    lots = call.lots(secret)
    found = {"heats": _heats, "knockout": _knockout, "final": _final}[call.format](call, lots, call.seed(secret))
    playing = sum(len(table.seats) for table in found.tables)
    return Draw(call.seed(secret), 0, [found] if playing > 1 else [])


def _round(call: StageCall, tables: Sequence[Sequence[Player]], **more: Sequence[Player]) -> Staged:
    numbered = [Table(number, list(people)) for number, people in enumerate(tables, start=1)]
    return Staged(call.round, numbered, (), (), (), (), **more)


def _heats(call: StageCall, lots: Lots, seed: str) -> Staged:
    """S17: the first of each heat and the best losers, dealt by the marks of the stage before."""
    seeds: dict[Player, Mark] = {player: comer.seed for player, comer in call.players.items()}
    plate: Sequence[Player] = ()
    if call.before:
        heats = [Heat(each.table, each.order, each.marks) for each in call.before]
        went = go_on(heats, call.shape["through"], call.shape["losers"], lots)
        marks = {player: mark for each in call.before for player, mark in each.marks.items()}
        seeds = {player: marks.get(player, ()) for player in (*went.through, *went.losers)}
        plate = went.plate if call.shape["plate"] else ()
    of = call.shape["of"] or max(1, len(seeds))
    tables = [*deal_heats(seeds, of, lots).tables, *([plate] if len(plate) > 1 else [])]
    return _round(call, tables, plate=plate)


def _knockout(call: StageCall, lots: Lots, seed: str) -> Staged:
    """S18: by seed, then the bracket as it was dealt."""
    best, through = call.shape["best"], call.shape["through"]
    if not call.before:
        dealt = deal_bracket({player: comer.seed for player, comer in call.players.items()}, best, through, lots)
        return _round(call, dealt.tables, byes=dealt.byes)
    tables = next_bracket([_front(each, through, lots) for each in call.before], best, through)
    byes = sorted(player for table in tables if len(table) <= through for player in table)
    return _round(call, tables, byes=byes)


def _front(each: Before, through: int, lots: Lots) -> Sequence[Player]:
    """Who goes on from a table: by place, mark, lot."""
    return each.byes or go_on([Heat(each.table, each.order, each.marks)], through, 0, lots).through


def _final(call: StageCall, lots: Lots, seed: str) -> Staged:
    """S15: the first of the table; who is better placed chooses a seat first, or they sit by step 8."""
    table = places({player: comer.place for player, comer in call.players.items()})
    top = finalists(table, call.shape["top"], lots)
    if not call.shape["choice"]:
        seating = Seating({player: dict(comer.seats) for player, comer in call.players.items()})
        top = seating.seat(top, Dice(seed).stream("seats"))
    return _round(call, [top])


def ends(told: Json, answer: Json) -> bool:
    """Does nobody go on from that round? Heats end with a race of all who are left, a bracket with one table."""
    if told["format"] == FORMATS["knockout"]:
        return len(answer["tables"]) == 1
    return bool(told["format"] == FORMATS["final"] or told["shape"]["of"] == 0)
