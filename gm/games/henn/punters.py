"""Simple players for the demo and for trials: they see their own view, and write pages as people do."""

from gm.core.dice import Dice
from gm.core.play import Json, Seat
from gm.games.henn.table import Player, Table

Page = tuple[list[Json], list[Json]]  # moves and exchanges


def improvise(table: Table, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn; the same view and dice always give the same page."""
    player = table.player(seat)
    if player is None or not table.running:
        return {"moves": "left"}
    seats = [each.seat for each in table.players]
    temper = TEMPERS[(seats.index(seat) + dice.stream("tempers").below(len(TEMPERS))) % len(TEMPERS)]
    return dict(zip(("moves", "exchange"), temper(table, player), strict=True))


def _wishes(table: Table, player: Player, others: int) -> dict[str, str]:
    """Weights: most for a horse that is just short of its ticket, `others` for one that can only be in the way."""
    short = {horse: table.places[horse] - player.tickets[horse] for horse in table.running}
    weights = {horse: others if not -1 <= many <= 4 else 3 if many > 0 else 1 for horse, many in short.items()}
    return {table.horses[horse]: str(weight) for horse, weight in weights.items() if weight} or {table.horses[0]: "1"}


def _pushes(table: Table, player: Player) -> Page:
    """Whoever likes favourites: a good card for them, or another number; tickets for the first places."""
    favour = {"favour": _wishes(table, player, 0)}
    front = [table.horses[horse] for horse in sorted(table.running, key=lambda horse: table.places[horse])]
    late = {"when": {"cards": "<= 6"}, "swap": "any", "for": "better"}
    return [favour | {"least": "10"}, {"number": "next"} | favour], [{"swap": front[:4], "for": "<= 3"}, late]


def _blocks(table: Table, player: Player) -> Page:
    """Whoever would rather have an unseen card than help the wrong horse."""
    favour = {"favour": _wishes(table, player, -1), "least": "2"}
    return [favour, {"number": "next"} | favour], [{"swap": "any", "for": "better", "least": "200"}]


def _swaps(table: Table, player: Player) -> Page:
    """Whoever lives by the exchange, and looks for the card that allows it."""
    favour = {"favour": _wishes(table, player, 0)}
    poor = [table.horses[horse] for horse in table.running if player.tickets[horse] > table.places[horse] + 1]
    wanted = [{"swap": poor, "for": "<= 4"}] if poor else []
    return [favour], [{"swap": "any", "for": "better"}, *wanted]


def _gambles(table: Table, player: Player) -> Page:
    """Whoever cannot leave the top of the deck alone, nor an unseen ticket."""
    favour = {"favour": _wishes(table, player, 0)}
    lost = [
        table.horses[horse] for horse in table.running if not table.pays(table.places, horse, player.tickets[horse])
    ]
    blind = [{"when": {"not": {"home": ">= 2"}}, "swap": lost, "for": "blind"}] if lost else []
    return [favour | {"least": "12"}, {"card": "blind", "least": "8"} | favour], [
        {"swap": "any", "for": "<= 2"},
        *blind,
    ]


TEMPERS = (_pushes, _blocks, _swaps, _gambles)
