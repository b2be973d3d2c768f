"""Simple players for the demo and for trials: they see their own view, and write pages as people do."""

from gm.core.dice import Dice
from gm.core.play import Json, Seat
from gm.games.henn.table import Player, Table


def improvise(table: Table, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn, by temperament; the same view and dice always give the same page."""
    seats = [each.seat for each in table.players]
    if seat not in seats or not table.running:
        return {"moves": "left"}
    at = seats.index(seat)
    pages = _pages(table, table.players[at])
    moves, exchange = pages[(at + dice.stream("tempers").below(len(pages))) % len(pages)]
    return {"moves": moves, "exchange": exchange}


def _pages(table: Table, player: Player) -> list[tuple[list[Json], list[Json]]]:
    """Moves and exchanges of each temperament."""
    short = {horse: table.places[horse] - player.tickets[horse] for horse in table.running}
    front = table.names(sorted(table.running, key=lambda horse: table.places[horse])[:4])
    lost = table.names(horse for horse, many in short.items() if many > 0) or "any"
    poor = table.names(horse for horse, many in short.items() if many < -1) or "any"
    wish, but = {"favour": _wishes(table, short, 0)}, {"favour": _wishes(table, short, -1), "least": "2"}
    better, turn = {"swap": "any", "for": "better"}, {"number": "next"}
    late, early = {"when": {"cards": "<= 6"}}, {"when": {"not": {"home": ">= 2"}}}
    return [
        # pushes favourites: a good card for them, or another number; tickets for the first places
        ([wish | {"least": "10"}, turn | wish], [{"swap": front, "for": "<= 3"}, late | better]),
        # blocks: rather an unseen card than help for the wrong horse
        ([but, turn | but], [better | {"least": "200"}]),
        # lives by the exchange
        ([wish], [better, {"swap": poor, "for": "<= 4"}]),
        # cannot leave the top of the deck alone, nor an unseen ticket
        (
            [wish | {"least": "12"}, {"card": "blind", "least": "8"} | wish],
            [{"swap": "any", "for": "<= 2"}, early | {"swap": lost, "for": "blind"}],
        ),
    ]


def _wishes(table: Table, short: dict[int, int], others: int) -> dict[str, str]:
    """Weights: most for a horse that is short of its ticket, `others` for one that can only be in the way."""
    weights = {horse: others if not -1 <= many <= 4 else 3 if many > 0 else 1 for horse, many in short.items()}
    return {table.horses[horse]: str(weight) for horse, weight in weights.items() if weight} or {table.horses[0]: "1"}
