"""Those who wait for a game, and could take over a seat; and the seats that nothing is heard from."""

from collections.abc import Sequence
from typing import NamedTuple

from gm.core.names import find
from gm.core.play import Json, Seat
from gm.desk.desk import Desk, Match

STAND_INS = "stand-ins"  # the key of the waiting list for those who would take over a seat in any game
SILENT = 2  # turns in a row without an order


class Waiting(NamedTuple):
    """Somebody who would take over."""

    player: str  # the id; "" for one who is not in players.yaml yet
    name: str
    waits_for: str  # the title in the waiting list

    def as_json(self) -> Json:
        return self._asdict() | {"player": self.player or None}


def stand_ins(desk: Desk, at: Match, seat: Seat | None = None) -> list[Waiting]:
    """Who could take over: those who wait for just that first, and before others those who are in players.yaml."""
    taken = set() if at.game.several else set(at.players.values())
    taken |= {at.players[seat]} if seat else set()
    lists = sorted(desk.zine.waiting.items(), key=lambda each: find(each[0], [STAND_INS]) is None)
    once: dict[str, Waiting] = {}
    for each in [_waiting(desk, written, title) for title, names in lists for written in names]:
        once.setdefault(each.player or each.name, each)
    return sorted((each for each in once.values() if each.player not in taken), key=lambda each: not each.player)


def _waiting(desk: Desk, written: str, title: str) -> Waiting:
    player = find(written, desk.zine.ids) or ""
    return Waiting(player, desk.zine.players[player].name if player else written, title)


def silent(desk: Desk, at: Match, missing: Sequence[Seat]) -> list[Seat]:
    """Those of whom the last turns brought nothing either."""
    if not missing or at.head.turn < SILENT:
        return []
    turn, left = at.head, list(missing)
    for _ in range(SILENT):
        heard = {*turn.inputs.get("orders", {}), *turn.inputs.get("standing", {})}
        left = [seat for seat in left if seat not in heard]
        if not left or turn.parent is None:
            break
        turn = desk.store.turn_at(turn.parent)
    return left
