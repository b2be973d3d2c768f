"""D19: what a condition reads when the move, or the exchange, comes."""

from collections.abc import Callable

from gm.core.colours import coloured
from gm.core.play import Fact, Facts, Seat
from gm.core.words import counted, sentence
from gm.games.henn.cards import lines_of
from gm.games.henn.table import LEFT, RIGHT, Table

_SAID = {
    "number": sentence("your open number card is {number}", number=""),
    "left": sentence("the left card runs {names}", names=""),
    "right": sentence("the right card runs {names}", names=""),
    "cards": sentence("you have {number} of your number cards left", number=""),
    "home": sentence("the number of horses home is {number}", number=""),
    "running": counted("{names} still runs", "{names} still run", 1, names=""),
    "finished": counted("{names} has finished", "{names} have finished", 1, names=""),
    "space": sentence("the space of {name} is {number}", name="", number=""),
    "place": sentence("the place of {name} is {number}", name="", number=""),
    "ticket": sentence("your ticket for {name} is {number}", name="", number=""),
    "open": sentence("the open ticket for {name} is {number}", name="", number=""),
}


def facts(table: Table, seat: Seat) -> Facts:
    """Of numbers and cards nothing can be said once the horses have run."""
    player, names = table.player(seat), table.horses
    numbers, tickets = (player.numbers, player.tickets) if player else ((), ())
    choosing = bool(numbers) and table.played is None

    def runs(side: str) -> Callable[[], list[str] | None]:
        card = table.card_on(side) if choosing else None
        lines = lines_of(card)[: numbers[0]] if card else ()
        return lambda: table.names(each.horse for each in lines if each.horse not in table.home) if card else None

    known = {
        "number": Fact.number(sentence("my open number card:"), lambda: numbers[0] if choosing else None),
        "left": Fact.names(sentence("the left card would run:"), runs(LEFT)),
        "right": Fact.names(sentence("the right card would run:"), runs(RIGHT)),
        "cards": Fact.number(sentence("how many number cards I have left:"), lambda: len(numbers)),
        "home": Fact.number(sentence("how many horses have finished:"), lambda: len(table.home)),
        "running": Fact.names(sentence("still running:"), lambda: table.names(table.running)),
        "finished": Fact.names(sentence("has finished:"), lambda: table.names(table.home)),
        "space": Fact.numbers(sentence("the space of"), lambda: {names[at]: table.spaces[at] for at in table.running}),
        "place": Fact.numbers(sentence("the place, if the race ended now, of"), lambda: table.by_name(table.places)),
        "ticket": Fact.numbers(sentence("my own ticket for"), lambda: table.by_name(tickets)),
        "open": Fact.numbers(sentence("the open ticket for"), lambda: table.by_name(table.open_tickets)),
    }
    worded = {key: fact._replace(said=_SAID[key]) for key, fact in known.items()}
    return Facts(worded, tuple(map(coloured, names)))
