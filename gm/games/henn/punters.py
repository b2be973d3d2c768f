"""Simple players for the demo and for trials: they see their own view, and write pages as people do."""

from gm.core.dice import Dice
from gm.core.play import Json, Seat
from gm.games.henn.table import FIELD, Player, Table

_EAGER = 3  # weights go from this down to its opposite


def improvise(table: Table, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn; the same view and dice always give the same page."""
    player = table.player(seat)
    if player is None:
        return {"moves": "left"}
    stream = dice.stream(f"page:{seat}:{table.turn}")
    favour = {"favour": _favour(table, player)}
    least = 4 + stream.below(8)
    moves: list[Json] = [favour | {"least": least}, {"number": "next"} | favour]
    if stream.below(4) == 0:
        moves = [{"card": "blind"} | favour | {"least": 2}]
    wanted = [table.horses[horse] for horse in sorted(table.running, key=lambda horse: table.places[horse])]
    late: Json = {"when": {"cards": "<= 4"}, "swap": "any", "for": "better"}
    return {"moves": moves, "exchange": [{"swap": wanted[:5], "for": "<= 3"}, late] if wanted else "none"}


def _favour(table: Table, player: Player) -> dict[str, int]:
    """For a horse that is behind its ticket, and a little against those that pay nothing for running on."""
    weights = {horse: _weight(table.places[horse] - player.tickets[horse]) for horse in table.running}
    return {table.horses[horse]: weights[horse] for horse in FIELD if weights.get(horse)} or {table.horses[0]: 1}


def _weight(behind: int) -> int:
    return max(-1, min(_EAGER, behind))
