"""A table on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence

from gm.core.casepage import CaseReader, TableReader, nobody
from gm.core.names import find
from gm.core.play import Case, Entrant, Raw, Remark
from gm.core.sections import read_horse
from gm.core.words import sentence, write
from gm.games.knizia.cards import ROWS, Card, read_card
from gm.games.knizia.options import Options, read_horses
from gm.games.knizia.table import BETTING_FENCES, EMPTY, FENCES, Bet, Fall, Player, Table

_KEYS = (
    "horses", "players", "next", "moves", "fence", "fallen", "column", "bets", "counters", "hands", "deck", "orders",
    "options", "turn",
)  # fmt: skip
_A_BET = "{player: ann, horse: red, fence: 1}"  # as it is written in every language


def case(page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
    reader = TableReader(page, _KEYS)
    options = reader.horses(reader.options(Options), read_horses)
    seats, horses = reader.seats(2, 5), options.horses  # K1
    fence, bets = reader.number("fence", 1), _bets(reader, horses, seats)
    reader.want(1 <= fence <= FENCES + 1, sentence("there are {many} fences", many=FENCES), "fence", write("fence: 1"))
    table = Table(
        options,
        _players(reader, horses, seats, bets),
        reader.each(read_card, reader.items("deck"), horses),
        mover=reader.seat("next", seats),
        left=reader.number("moves", len(seats)),
        turn=reader.number("turn", 1),
        fence=fence,
        fallen=_fallen(reader, horses),
        columns=(*[EMPTY] * (fence - 1), _column(reader, horses)),
        bets=bets,
    )
    _possible(reader, table)
    parts = reader.parts(seats, "{moves: [{play: red 7}]}")
    return reader.remarks or Case(table, [Entrant(seat, seat) for seat in seats], parts)


def _row(reader: CaseReader, name: Raw, horses: Sequence[str]) -> int:
    return reader.read(read_horse, name, horses, default=0)


def _bets(reader: CaseReader, horses: Sequence[str], seats: Sequence[str]) -> tuple[Bet, ...]:
    bets: list[Bet] = []
    for raw in reader.items("bets"):
        if not isinstance(raw, Mapping) or not {"player", "horse", "fence"} <= set(raw):
            reader.wrong(sentence("a bet has a player, a horse and a fence"), _A_BET, raw)
            continue
        seat = find(str(raw["player"]), seats) or ""
        if not seat:
            reader.wrong(nobody(raw["player"]), "", raw["player"])
        bet = Bet(seat, _row(reader, raw["horse"], horses), reader.whole("fence", raw["fence"], 1))
        if any((bet.row, bet.fence) == (other.row, other.fence) for other in bets):
            taken = sentence("that space is taken twice")
            reader.wrong(taken, sentence("one bet on each horse at each fence"), raw)  # K6
        bets.append(bet)
    return tuple(bets)


def _players(
    reader: CaseReader, horses: Sequence[str], seats: Sequence[str], bets: Sequence[Bet]
) -> tuple[Player, ...]:
    hands, counters = reader.known("hands", seats), reader.known("counters", seats)
    many = 5 if len(seats) <= 3 else 4  # K4

    def left(seat: str) -> int:
        if seat in counters:
            return reader.whole(seat, counters[seat])
        return max(0, many - sum(bet.seat == seat for bet in bets))

    def hand(seat: str) -> tuple[Card, ...]:
        return tuple(sorted(reader.each(read_card, hands.get(seat, []), horses)))

    return tuple(Player(seat, hand(seat), left(seat)) for seat in seats)


def _fallen(reader: CaseReader, horses: Sequence[str]) -> tuple[Fall, ...]:
    falls = [
        Fall(reader.whole("fallen", fence, 1), _row(reader, name, horses))
        for fence, name in reader.map("fallen").items()
    ]
    reader.once((fall.row for fall in falls), sentence("a horse falls only once"), "fallen")
    return tuple(sorted(falls, key=lambda fall: fall.fence))


def _column(reader: CaseReader, horses: Sequence[str]) -> tuple[int | None, ...]:
    tops: list[int | None] = [None] * ROWS
    for name, number in reader.map("column").items():
        top = reader.whole(str(name), number)
        tops[_row(reader, name, horses)] = top
        if top > 9:
            reader.wrong(sentence("no card is a {top}", top=top), sentence("cards go from 0 to 9"), number)
    return tuple(tops)


def _possible(reader: CaseReader, table: Table) -> None:
    """A position that could come about at a table."""
    reader.want(table.left > 0, sentence("a turn has at least one move"), "moves", write("moves: 1"))
    bets = all(1 <= bet.fence <= min(table.fence, BETTING_FENCES) for bet in table.bets)  # K6
    reader.want(bets, sentence("there is a bet at a fence without betting, or one to come"), "bets")
    fallen = all(1 <= fall.fence < table.fence for fall in table.fallen)
    reader.want(fallen, sentence("a horse has fallen at a fence that is still to come"), "fallen")
    column = all(table.column[fall.row] is None for fall in table.fallen)
    reader.want(column, sentence("a fallen horse has no card at this fence"), "column")
    counters = all(player.counters <= 5 for player in table.players)
    reader.want(counters, sentence("nobody has more than 5 counters"), "counters")
    cards = [card for player in table.players for card in player.hand] + list(table.deck)
    reader.once(cards, sentence("a card is in two places"), "hands", sentence("there is one of each"))  # K2
