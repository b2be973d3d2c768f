"""A table on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gm.core.casepage import CaseReader
from gm.core.names import find, fold
from gm.core.options import read_options
from gm.core.play import Case, Entrant, Raw, Refusal, Remark
from gm.core.words import Sentence, sentence, write
from gm.games.knizia.cards import ROWS, Card, read_card, read_horse
from gm.games.knizia.options import Options, read_horses
from gm.games.knizia.table import BETTING_FENCES, EMPTY, FENCES, Bet, Fall, Player, Table

_KEYS = (
    "horses", "players", "next", "moves", "fence", "fallen", "column", "bets", "counters", "hands", "deck", "orders",
    "options", "turn",
)  # fmt: skip
_A_BET = "{player: ann, horse: red, fence: 1}"  # as it is written in every language


def case(page: Mapping[str, Raw]) -> Case[Table] | list[Remark]:
    reader = CaseReader(page, _KEYS)
    options, wrong = read_options(Options, page.get("options"))
    options = _with_horses(reader, options)
    seats = _seats(reader)
    fence = reader.number("fence", 1)
    if not 1 <= fence <= FENCES + 1:
        reader.wrong(sentence("there are {many} fences", many=FENCES), write("fence: 1"), page.get("fence"))
    bets = _bets(reader, options.horses, seats)
    column = _column(reader, options.horses)
    table = Table(
        options,
        _players(reader, options.horses, seats, bets),
        _cards(reader, reader.items("deck"), options.horses),
        mover=_mover(reader, seats),
        left=reader.number("moves", len(seats)),
        turn=reader.number("turn", 1),
        fence=fence,
        fallen=_fallen(reader, options.horses),
        columns=(*[EMPTY] * (fence - 1), column),
        bets=bets,
    )
    if table.left < 1 and seats:
        reader.wrong(sentence("a turn has at least one move"), write("moves: 1"), page.get("moves"))
    _possible(reader, table)
    orders = reader.known("orders", seats)
    parts = {seat: order for seat, order in orders.items() if _is_map(reader, order)}
    _each_card_once(reader, table)
    remarks = [*reader.remarks, *wrong]
    return remarks or Case(table, [Entrant(seat, seat) for seat in seats], parts)


def _is_map(reader: CaseReader, order: Raw) -> bool:
    if not isinstance(order, Mapping):
        reader.wrong(sentence("an order has moves"), write("ann: {moves: [{play: red 7}]}"), order)
        return False
    return True


def _with_horses(reader: CaseReader, options: Options) -> Options:
    raw = reader.page.get("horses")
    if raw is None:
        return options
    try:
        return replace(options, horses=read_horses(raw))
    except ValueError as wrong:
        reader.wrong(sentence("these cannot be the horses"), wrong.args[0], raw)
        return options


def _seats(reader: CaseReader) -> list[str]:
    """K1."""
    seats = [str(name).strip() for name in reader.items("players")]
    if not 2 <= len(seats) <= 5:
        message = sentence("a table for {many} players cannot be played", many=len(seats))
        reader.wrong(message, sentence("it takes 2 to 5"), reader.page.get("players"))
    if len({fold(seat) for seat in seats}) < len(seats):
        message = sentence("a player sits here twice")
        reader.wrong(message, sentence("every name once"), reader.page.get("players"))
    return seats


def _mover(reader: CaseReader, seats: Sequence[str]) -> int:
    raw = reader.page.get("next")
    if raw is None:
        return 0
    seat = find(str(raw), seats)
    if seat is None:
        reader.wrong(_nobody(raw), sentence("write next: and a player"), raw)
    return seats.index(seat) if seat else 0


def _nobody(name: Raw) -> Sentence:
    return sentence("nobody called {name} sits here", name=str(name))


def _row(reader: CaseReader, name: Raw, horses: Sequence[str]) -> int:
    try:
        return read_horse(name, horses)
    except Refusal as refusal:
        reader.remarks.append(refusal.remark)
        return 0


def _cards(reader: CaseReader, raw: Raw, horses: Sequence[str]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for item in raw if isinstance(raw, list) else [raw]:
        try:
            cards.append(read_card(item, horses))
        except Refusal as refusal:
            reader.remarks.append(refusal.remark)
    return tuple(cards)


def _bets(reader: CaseReader, horses: Sequence[str], seats: Sequence[str]) -> tuple[Bet, ...]:
    bets: list[Bet] = []
    for raw in reader.items("bets"):
        if not isinstance(raw, Mapping) or not {"player", "horse", "fence"} <= set(raw):
            reader.wrong(sentence("a bet has a player, a horse and a fence"), _A_BET, raw)
            continue
        seat = find(str(raw["player"]), seats) or ""
        if not seat:
            reader.wrong(_nobody(raw["player"]), "", raw["player"])
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

    return tuple(Player(seat, tuple(sorted(_cards(reader, hands.get(seat, []), horses))), left(seat)) for seat in seats)


def _fallen(reader: CaseReader, horses: Sequence[str]) -> tuple[Fall, ...]:
    falls = [
        Fall(reader.whole("fallen", fence, 1), _row(reader, name, horses))
        for fence, name in reader.map("fallen").items()
    ]
    if len({fall.row for fall in falls}) < len(falls):
        reader.wrong(sentence("a horse falls only once"), "", reader.page.get("fallen"))
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
    if any(not 1 <= bet.fence <= min(table.fence, BETTING_FENCES) for bet in table.bets):  # K6
        message = sentence("there is a bet at a fence without betting, or one to come")
        reader.wrong(message, "", reader.page.get("bets"))
    if any(not 1 <= fall.fence < table.fence for fall in table.fallen):
        message = sentence("a horse has fallen at a fence that is still to come")
        reader.wrong(message, "", reader.page.get("fallen"))
    if any(table.column[fall.row] is not None for fall in table.fallen):
        reader.wrong(sentence("a fallen horse has no card at this fence"), "", reader.page.get("column"))
    if any(player.counters > 5 for player in table.players):
        reader.wrong(sentence("nobody has more than 5 counters"), "", reader.page.get("counters"))


def _each_card_once(reader: CaseReader, table: Table) -> None:
    """K2: there is one of each."""
    cards = [card for player in table.players for card in player.hand] + list(table.deck)
    if len(set(cards)) < len(cards):
        message = sentence("a card is in two places")
        reader.wrong(message, sentence("there is one of each"), reader.page.get("hands"))
