"""A table on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence

from gm.core.casepage import TableReader
from gm.core.play import Case, Raw, Remark
from gm.core.words import sentence, write
from gm.games.henn.cards import DECK, HORSES
from gm.games.henn.options import Options, read_horses
from gm.games.henn.rules import opened
from gm.games.henn.table import FIELD, LEFT, RIGHT, Player, Table

_KEYS = ("first", "spaces", "places", "row", "deck", "numbers", "tickets", "stock")
_ONE = sentence("there is one of each")


def case(page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
    reader = _Reader(page, _KEYS, Options, read_horses, (3, 5))  # D1
    return reader.case(opened(reader.table()), "{moves: left}")


class _Reader(TableReader[Options]):
    def table(self) -> Table:
        """A card, or a ticket, is in one place only."""
        moving, home = self.moving(), self.home()
        some = sentence("a case has 1 to {many} moves", many=len(self.seats))
        self.want(1 <= moving["left"] <= len(self.seats), some, "moves", write("moves: 1"))
        deck, row = self.numbers(self.items("deck"), len(DECK)), self.known("row", (LEFT, RIGHT))
        left, right = (self.card(row.get(side)) for side in (LEFT, RIGHT))
        stock, first = self.known("stock", self.horses), self.seat("first", moving["mover"])
        piles = tuple(self.numbers(stock.get(horse, []), len(HORSES)) for horse in self.horses)
        players, spaces = self.players(), self.spaces(home)
        cards = [card for card in (*deck, left, right) if card]
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            twice = sentence("card {card} is in two places", card=card)
            self.wrong(twice, _ONE, self.page.get("deck") or self.page["row"])
        for horse in FIELD:
            held = [player.tickets[horse] for player in players if player.tickets[horse]]
            twice = sentence("a ticket of {horse} is in two places", horse=self.horses[horse])
            self.once([*held, *piles[horse]], twice, "stock", _ONE)
        return Table(self.house, players, deck, (left, right), piles, spaces, home, first=first, **moving)

    def number_to(self, most: int, raw: Raw) -> int:
        """A card, a place or a number card."""
        number = self.whole("number", raw, 1)
        if not 1 <= number <= most:
            self.wrong(sentence("{number} is beyond what there is", number=number), write(f"1 … {most}"), raw)
        return number

    def numbers(self, raw: Raw, most: int) -> tuple[int, ...]:
        return tuple(self.number_to(most, each) for each in (raw if isinstance(raw, list) else [raw]))

    def card(self, raw: Raw) -> int | None:
        return None if raw in (None, "", "null") else self.number_to(len(DECK), raw)

    def players(self) -> tuple[Player, ...]:
        numbers, tickets = self.known("numbers", self.seats), self.known("tickets", self.seats)

        def held(seat: str) -> tuple[int, ...]:
            written = self.mapped("tickets", tickets.get(seat)).items()
            places = {self.horse(name): self.number_to(len(HORSES), place) for name, place in written}
            return tuple(places.get(horse, 0) for horse in FIELD)

        return tuple(Player(seat, self.numbers(numbers.get(seat, []), 6), held(seat)) for seat in self.seats)

    def spaces(self, home: Sequence[int]) -> tuple[int, ...]:
        """D9: those on the course are short of the line; those at home have run it."""
        spaces = {horse: self.whole(horse, raw) for horse, raw in self.known("spaces", self.horses).items()}
        none = sentence("a course of {track} has no such space", track=self.house.track)
        for horse in (horse for horse, space in spaces.items() if space >= self.house.track):
            self.wrong(sentence("{horse} is over the line, and has no place", horse=horse), none, self.page["spaces"])
        both = any(self.horses[horse] in spaces for horse in home)
        self.want(not both, sentence("a horse that has finished is on no space"), "spaces")
        return tuple(self.house.track if at in home else spaces.get(self.horses[at], 0) for at in FIELD)

    def home(self) -> tuple[int, ...]:
        places = {self.whole("places", place, 1): self.horse(name) for place, name in self.map("places").items()}
        gapless = sorted(places) == list(range(1, len(places) + 1))
        self.want(gapless, sentence("places begin at 1 and have no gaps"), "places")
        self.once(places.values(), sentence("a horse has one place"), "places")
        return tuple(places[place] for place in sorted(places))
