"""A table on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence

from gm.core.casepage import CaseReader, TableReader
from gm.core.play import Case, Entrant, Raw, Remark
from gm.core.sections import one_of
from gm.core.words import sentence, write
from gm.games.henn.cards import DECK, HORSES
from gm.games.henn.options import Options, read_horses
from gm.games.henn.rules import opened
from gm.games.henn.table import FIELD, Player, Table

_KEYS = (
    "players", "next", "first", "moves", "spaces", "places", "row", "deck", "numbers", "tickets", "stock",
    "orders", "options", "horses", "turn",
)  # fmt: skip


def case(page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
    reader = TableReader(page, _KEYS)
    options = reader.horses(reader.options(Options), read_horses)
    seats, horses = reader.seats(3, 5), options.horses  # D1
    mover, moves = reader.seat("next", seats), reader.number("moves", len(seats))
    some = sentence("a case has 1 to {many} moves", many=len(seats))
    reader.want(1 <= moves <= len(seats), some, "moves", write("moves: 1"))
    home = _home(reader, horses)
    table = Table(
        options,
        _players(reader, horses, seats),
        _numbers(reader, reader.items("deck"), len(DECK)),
        _row(reader),
        _stock(reader, horses),
        _spaces(reader, options, home),
        home,
        mover,
        reader.seat("first", seats, mover),
        moves,
        reader.number("turn", 1),
    )
    _possible(reader, table)
    parts = reader.parts(seats, "{moves: left}")
    return reader.remarks or Case(opened(table), [Entrant(seat, seat) for seat in seats], parts)


def _numbers(reader: CaseReader, raw: Raw, most: int) -> tuple[int, ...]:
    """Cards, places or number cards: all from 1 to the most."""
    found = tuple(reader.whole("number", each, 1) for each in (raw if isinstance(raw, list) else [raw]))
    for each in found:
        if not 1 <= each <= most:
            reader.wrong(sentence("{number} is beyond what there is", number=each), write(f"1 … {most}"), raw)
    return found


def _players(reader: CaseReader, horses: Sequence[str], seats: Sequence[str]) -> tuple[Player, ...]:
    numbers, tickets = reader.known("numbers", seats), reader.known("tickets", seats)

    def held(seat: str) -> tuple[int, ...]:
        found = dict.fromkeys(horses, 0)
        for name, place in (tickets.get(seat) or {}).items():
            found[_horse(reader, name, horses)] = _numbers(reader, place, len(HORSES))[0]
        return tuple(found.values())

    return tuple(Player(seat, _numbers(reader, numbers.get(seat, []), 6), held(seat)) for seat in seats)


def _horse(reader: CaseReader, name: Raw, horses: Sequence[str]) -> str:
    nobody = sentence("there is no horse called {name}", name=str(name)[:40])
    hint = sentence("the horses are {horses}", horses=list(horses))
    return reader.read(one_of, name, horses, nobody, hint, default=horses[0])


def _row(reader: CaseReader) -> tuple[int | None, int | None]:
    row = reader.known("row", ("left", "right"))

    def card(side: str) -> int | None:
        raw = row.get(side)
        return None if raw in (None, "", "null") else _numbers(reader, raw, len(DECK))[0]

    return card("left"), card("right")


def _stock(reader: CaseReader, horses: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    stock = reader.known("stock", horses)
    return tuple(_numbers(reader, stock.get(horse, []), len(HORSES)) for horse in horses)


def _spaces(reader: CaseReader, options: Options, home: Sequence[int]) -> tuple[int, ...]:
    """D9: those on the course are short of the line; those at home have run it."""
    spaces = {horse: reader.whole(horse, raw) for horse, raw in reader.known("spaces", options.horses).items()}
    for horse in (horse for horse, space in spaces.items() if space >= options.track):
        over = sentence("{horse} is over the line, and has no place", horse=horse)
        reader.wrong(
            over, sentence("a course of {track} has no such space", track=options.track), reader.page["spaces"]
        )
    both = any(options.horses[horse] in spaces for horse in home)
    reader.want(not both, sentence("a horse that has finished is on no space"), "spaces")
    return tuple(options.track if at in home else spaces.get(name, 0) for at, name in enumerate(options.horses))


def _home(reader: CaseReader, horses: Sequence[str]) -> tuple[int, ...]:
    places = {
        reader.whole("places", place, 1): _horse(reader, name, horses) for place, name in reader.map("places").items()
    }
    gapless = sorted(places) == list(range(1, len(places) + 1))
    reader.want(gapless, sentence("places begin at 1 and have no gaps"), "places")
    reader.once(places.values(), sentence("a horse has one place"), "places")
    return tuple(horses.index(places[place]) for place in sorted(places))


def _possible(reader: CaseReader, table: Table) -> None:
    """A card, or a ticket, is in one place only."""
    hint, cards = sentence("there is one of each"), [*table.deck, *(card for card in table.row if card)]
    for card in sorted({card for card in cards if cards.count(card) > 1}):
        reader.wrong(
            sentence("card {card} is in two places", card=card), hint, reader.page.get("deck") or reader.page["row"]
        )
    for horse in FIELD:
        held = [player.tickets[horse] for player in table.players if player.tickets[horse]]
        twice = sentence("a ticket of {horse} is in two places", horse=table.horses[horse])
        reader.once([*held, *table.stock[horse]], twice, "stock", hint)
