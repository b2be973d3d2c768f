"""Those who wait for a game, and could take over a seat; and the seats that nothing is heard from."""

from collections.abc import Sequence
from typing import NamedTuple

from gm.core.names import find
from gm.core.play import Json, Seat
from gm.desk.desk import Desk, Match, state_after

STAND_INS = "stand-ins"  # the key of the waiting list for those who would take over a seat in any game
SILENT = 2  # turns in a row on which an order was owed, and none came
LOOKED_AT = 6  # so many turns at most


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
    """Those of whom the last turns brought nothing either; turns on which they owed nothing say nothing of them."""
    turn, times = at.head, dict.fromkeys(missing, 0)
    for _ in range(LOOKED_AT):
        left = [seat for seat, many in times.items() if many < SILENT]
        if not left or turn.parent is None:
            break
        before = desk.store.turn_at(turn.parent)
        heard = {*turn.inputs.get("orders", {}), *turn.inputs.get("standing", {})}
        state = state_after(at.game, before)
        for seat in left:
            if seat in heard:
                del times[seat]
            else:
                times[seat] += any(not due.optional for due in at.game.agenda(state, seat, turn.turn))
        turn = before
    return [seat for seat, many in times.items() if many >= SILENT]
