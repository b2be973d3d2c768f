"""D19: what a condition reads when the move, or the exchange, comes."""

from collections.abc import Callable

from gm.core.play import Fact, Facts, Kind, Seat
from gm.core.words import sentence
from gm.games.henn.cards import lines_of
from gm.games.henn.table import FIELD, LEFT, RIGHT, Table

RUN = sentence("{names} still run", names="")
HOME = sentence("{names} have finished", names="")
LEFT_RUNS = sentence("the left card runs {names}", names="")
RIGHT_RUNS = sentence("the right card runs {names}", names="")


def facts(table: Table, seat: Seat) -> Facts:
    """Of numbers and cards nothing can be said once the horses have run."""
    player = table.player(seat)
    numbers = player.numbers if player else ()
    names, choosing = table.horses, bool(numbers) and table.played is None

    def by_horse(value: Callable[[int], int]) -> dict[str, int]:
        return {names[horse]: number for horse in FIELD if (number := value(horse))}

    def runs(side: str) -> Callable[[], list[str] | None]:
        card = table.card_on(side) if choosing else None
        lines = lines_of(card)[: numbers[0]] if card else ()
        return lambda: table.names(each.horse for each in lines if each.horse not in table.home) if card else None

    known = {
        "number": Fact(Kind.NUMBER, sentence("my open number card:"), lambda: numbers[0] if choosing else None),
        "left": Fact(Kind.NAMES, sentence("the left card would run:"), runs(LEFT), LEFT_RUNS),
        "right": Fact(Kind.NAMES, sentence("the right card would run:"), runs(RIGHT), RIGHT_RUNS),
        "cards": Fact(Kind.NUMBER, sentence("how many number cards I have left:"), lambda: len(numbers)),
        "home": Fact(Kind.NUMBER, sentence("how many horses have finished:"), lambda: len(table.home)),
        "running": Fact(Kind.NAMES, sentence("still running:"), lambda: table.names(table.running), RUN),
        "finished": Fact(Kind.NAMES, sentence("has finished:"), lambda: table.names(table.home), HOME),
        "space": Fact(
            Kind.NUMBERS, sentence("the space of"), lambda: {names[each]: table.spaces[each] for each in table.running}
        ),
        "place": Fact(
            Kind.NUMBERS, sentence("the place, if the race ended now, of"), lambda: by_horse(table.places.__getitem__)
        ),
        "ticket": Fact(
            Kind.NUMBERS,
            sentence("my own ticket for"),
            lambda: by_horse(lambda each: player.tickets[each] if player else 0),
        ),
        "open": Fact(
            Kind.NUMBERS,
            sentence("the open ticket for"),
            lambda: by_horse(lambda each: next(iter(table.stock[each]), 0)),
        ),
    }
    return Facts(known, names)
