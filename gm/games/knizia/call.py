"""The call at the table: what is worth telling of a round of cards and bets.

Everything comes from what all players saw. The cards on the table are put together again from the first move on,
since what a card means depends on those that lie there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from gm.core.colours import coloured_moment
from gm.core.moments import Scene, moment, move_by_move, won
from gm.core.play import Event, Json, Seat, View
from gm.games.knizia.table import FENCES

_SWING = 4  # a card that changes so much is worth a word
_LOW, _HIGH = 1, 8


def call(view: View, events: Sequence[Event], past: Sequence[Event]) -> tuple[list[Scene], list[Scene]]:
    """Turn by turn, in the order of play; a turn is a round, or a single move (K12)."""
    return move_by_move(view, len(view["hands"]), events, past, partial(_turn, _Watch(view)))


@dataclass
class _Watch:
    """The table as everybody sees it, move by move."""

    seen: View
    fence: int = 1
    moves: int = 0
    tops: dict[str, int] = field(default_factory=dict)  # at this fence
    down: list[str] = field(default_factory=list)
    bets: list[tuple[Seat, str]] = field(default_factory=list)
    ever: int = 0  # bets made so far

    @property
    def standing(self) -> list[str]:
        return [horse for horse in self.seen["horses"] if horse not in self.down]

    @property
    def gaps(self) -> list[str]:
        return [horse for horse in self.standing if horse not in self.tops]

    def backers(self, horse: str, but: Seat) -> list[Seat]:
        return sorted({seat for seat, backed in self.bets if backed == horse and seat != but})

    def beat(self, kind: str, **values: object) -> Json:
        """With its horses in words that every reader's language has."""
        return coloured_moment(moment(kind, self.fence, **values))

    def watch(self, event: Event) -> None:
        """What the event changes on the table."""
        data = event.data
        if event.kind == "move":
            self.moves += 1
        elif event.kind == "bet":
            self.bets.append((data["player"], data["horse"]))
            self.ever += 1
        elif event.kind == "play":
            self.tops[data["on"]] = _number(data)
        elif event.kind == "score":
            self._clear(data["fell"])

    def _clear(self, fell: str) -> None:
        self.fence += 1
        self.tops = {}
        self.down.append(fell)
        self.bets = [(seat, horse) for seat, horse in self.bets if horse != fell]


def _number(play: Json) -> int:
    return int(play["card"].rpartition(" ")[2])


def _turn(table: _Watch, events: Sequence[Event]) -> list[Json]:
    moments: list[Json] = []
    gaps = table.gaps
    if events and not table.moves:
        moments.append(table.beat("start", horses=len(table.standing), players=list(table.seen["hands"])))
    for event in events:
        moments += _moment(table, event)
        table.watch(event)
        moments += _after(table, event)
    if not any(event.kind == "end" for event in events):
        moments += _waiting(table, gaps)
    return moments or (_lull(table) if events else [])


def _moment(table: _Watch, event: Event) -> list[Json]:
    """What the event means on the table as it was."""
    tell = {"move": _move, "bet": _bet, "play": _play, "score": _score, "end": _end}.get(event.kind)
    return tell(table, event.data) if tell else []


def _move(table: _Watch, data: Json) -> list[Json]:
    kind = "passed" if data["passed"] else "house" if data["auto"] else ""
    return [table.beat(kind, player=data["player"])] if kind else []


def _bet(table: _Watch, data: Json) -> list[Json]:
    kind = "bet" if table.ever else "first_bet"
    return [table.beat(kind, player=data["player"], horse=data["horse"], fence=data["fence"])]


def _play(table: _Watch, data: Json) -> list[Json]:
    number, covers, horse, player = _number(data), data["covers"], data["on"], data["player"]
    values = {"player": player, "horse": horse, "card": number}
    if covers is None:
        slow = number <= _LOW and (player, horse) not in table.bets  # nobody means to slow their own horse
        kind = "low_card" if slow else "high_card" if number >= _HIGH else ""
        return [table.beat(kind, **values)] if kind else []
    if number - covers >= _SWING:
        return [table.beat("raised", **values, covers=covers)]
    if covers - number < _SWING:
        return []
    backers = table.backers(horse, but=player)
    if backers:
        return [table.beat("slowed_backed", **values, covers=covers, players=backers)]
    return [table.beat("slowed", **values, covers=covers)]


def _score(table: _Watch, data: Json) -> list[Json]:
    horse, card = data["fell"], data["card"]
    values = {"horse": horse, "card": card, "fence": data["fence"]}
    others = [top for name, top in table.tops.items() if name != horse]
    if data["tied"]:
        moments = [table.beat("fell_tie", **values, horses=data["tied"])]
    elif others and min(others) == card + 1:
        moments = [table.beat("fell_by_one", **values)]
    else:
        moments = [table.beat("fell", **values)]
    if data["lost"]:
        moments.append(table.beat("bets_lost", horse=horse, players=sorted(set(data["lost"]))))
    return moments


def _after(table: _Watch, event: Event) -> list[Json]:
    """What a fall leaves to be jumped."""
    if event.kind != "score":
        return []
    if table.fence > FENCES:
        return [table.beat("finishers", horses=table.standing)]
    return [table.beat("fence_opens", fence=table.fence, left=len(table.standing))]


def _end(table: _Watch, data: Json) -> list[Json]:
    """K11."""
    moments = [] if table.fence > FENCES else [table.beat("stalemate", fence=table.fence)]
    return [*moments, won(table.fence, data)]


def _waiting(table: _Watch, before: Sequence[str]) -> list[Json]:
    """The fence that the next card decides, if that is new."""
    return _lull(table) if len(table.gaps) == 1 and table.gaps != before else []


def _lull(table: _Watch) -> list[Json]:
    """How the fence stands, where there is nothing else to tell."""
    if len(table.gaps) == 1:
        return [table.beat("one_gap", horse=table.gaps[0], fence=table.fence)]
    return [table.beat("quiet", fence=table.fence, gaps=len(table.gaps))]
