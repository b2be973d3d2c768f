"""K13, K17: what a condition reads when the move comes."""

from gm.core.colours import coloured
from gm.core.play import Fact, Facts, Seat
from gm.core.words import counted, sentence
from gm.games.knizia.table import Table

_SAID = {
    "fence": sentence("the number of the fence is {number}", number=""),
    "standing": counted("{names} still stands", "{names} still stand", 1, names=""),
    "fallen": counted("{names} has fallen", "{names} have fallen", 1, names=""),
    "gaps": sentence("the number of horses without a card at this fence is {number}", number=""),
    "empty": counted("{names} has no card at this fence", "{names} have no card at this fence", 1, names=""),
    "top": sentence("the top card of {name} is {number}", name="", number=""),
    "free": sentence("you can bet on {names}", names=""),
    "lowest": counted("{names} lies lowest", "{names} lie lowest", 1, names=""),
    "highest": counted("{names} lies highest", "{names} lie highest", 1, names=""),
    "backed": sentence("another player has bet on {names}", names=""),
    "mine": sentence("you have bet on {names}", names=""),
}


def facts(table: Table, seat: Seat = "") -> Facts:
    """Of a player, or of nobody in particular: what can be asked is the same for all."""
    player, names = table.player(seat), table.names

    def free() -> list[str]:
        return names(row for row in table.standing if player and table.can_bet(player, row))

    def lowest() -> list[str]:
        row = table.lowest()
        return [] if row is None else names([row])

    def backed() -> list[str]:
        return names(bet.row for bet in table.bets if bet.seat != seat)

    known = {
        "fence": Fact.number(sentence("the number of the fence:"), lambda: table.fence),
        "standing": Fact.names(sentence("still standing:"), lambda: names(table.standing)),
        "fallen": Fact.names(sentence("has fallen:"), lambda: names(fall.row for fall in table.fallen)),
        "gaps": Fact.number(sentence("how many horses have no card at this fence:"), lambda: len(table.gaps)),
        "empty": Fact.names(sentence("has no card at this fence:"), lambda: names(table.gaps)),
        "top": Fact.numbers(sentence("the top card at this fence of"), lambda: table.tops),
        "free": Fact.names(sentence("I can bet on:"), free),
        "lowest": Fact.names(sentence("would fall if the fence were scored now:"), lowest),
        "highest": Fact.names(sentence("has the highest card at this fence:"), table.highest),
        "backed": Fact.names(sentence("another player has bet on:"), backed),
        "mine": Fact.names(sentence("I have bet on:"), lambda: names(table.backed_by(seat))),
    }
    worded = {key: fact._replace(said=_SAID[key]) for key, fact in known.items()}
    return Facts(worded, tuple(map(coloured, table.horses)))
