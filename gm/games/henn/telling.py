"""What a viewer may see of a table (D22), and what is told of a turn. The story knows no more than that view."""

from collections.abc import Sequence
from itertools import pairwise

from gm.core.chapters import Fill, gathered, pick
from gm.core.colours import coloured
from gm.core.play import Event, Finish, Json, Seat, Standing, Standings, View
from gm.core.table import by_winnings
from gm.core.words import sentence
from gm.games.henn.cards import DECK, exchangeable, lines_of
from gm.games.henn.table import FIELD, LEFT, RIGHT, Round, Table


def public(table: Table) -> View:
    """D22; when the game is over all is told."""
    return whole(table) if table.over else _view(table)


def whole(table: Table) -> View:
    told = {
        "deck": list(table.deck),
        "numbers": {player.seat: list(player.numbers) for player in table.players},
        "stock": {table.horses[horse]: list(table.stock[horse]) for horse in FIELD},
        "tickets": {player.seat: table.by_name(player.tickets) for player in table.players},
    }
    return _view(table) | {"told": told, "own": {seat: mine(table, seat) for seat in table.seats}}


def mine(table: Table, seat: Seat) -> View:
    """One's own tickets, those of before this turn, and what they would pay, by round."""
    if seat not in table.seats:
        return {}
    at, past = table.seats.index(seat), table.rounds
    now, before = table.players[at].tickets, past[-2 if len(past) > 1 and table.is_round_over else -1]
    return {
        "player": seat,
        "tickets": table.by_name(now),
        "before": table.by_name(before.tickets[at]),
        "total": table.total(table.places, now),
        "totals": [table.total(table.placed(each.spaces), each.tickets[at]) for each in past[1:]],
    }


def _view(table: Table) -> Json:
    return table.seen | {
        "first": table.players[table.first].seat,
        "spaces": {table.horses[horse]: table.spaces[horse] for horse in table.running},
        "places": {str(place): table.horses[horse] for place, horse in enumerate(table.home, start=1)},
        "standing": table.by_name(table.places),
        "rounds": [_round(table, *pair) for pair in enumerate(pairwise(table.rounds))],
        "row": dict(zip((LEFT, RIGHT), table.row, strict=True)),
        "out": list(table.out),
        "deck": len(table.deck),
        "numbers": {each.seat: {"open": _top(each.numbers), "left": sorted(each.numbers)} for each in table.players},
        "stock": {table.horses[at]: {"open": _top(pile), "count": len(pile)} for at, pile in enumerate(table.stock)},
        "tickets": {},
        "told": {},  # all that is hidden, once it is told
        "own": {},  # what each has, by then
        "final": table.by_name(table.places) if table.over else None,
    }


def _top(pile: Sequence[int]) -> int | None:
    return next(iter(pile), None)


def _round(table: Table, at: int, ends: tuple[Round, Round]) -> Json:
    """The cards played, how far each horse ran, and the places had it ended then."""
    many, (before, after) = len(table.players), ends
    ran = [now - then for then, now in zip(before.spaces, after.spaces, strict=True)]
    cards = list(table.out[many * at : many * at + many])
    return {"cards": cards, "ran": table.by_name(ran), "places": table.by_name(table.placed(after.spaces))}


def finish(view: View) -> list[Finish]:
    """D13; before the end nobody can tell."""
    return by_winnings(view["payouts"] or dict.fromkeys(view["numbers"], 0), view["over"])


def standings(view: View) -> Standings:
    """The horses while they run, by where they are (D12): what everybody's tickets are worth is told at the end."""
    if view["over"]:
        return Standings.of(finish(view), sentence("Winnings"))
    spaces, home = view["spaces"], sentence("home")
    rows = [
        Standing(place, spaces.get(name), horse=coloured(name), fate="" if name in spaces else home)
        for name, place in sorted(view["standing"].items(), key=lambda each: each[1])
    ]
    return Standings(rows, sentence("Space"))


_FILL: dict[str, Fill] = {  # what an event says of the move it belongs to
    "run": lambda move, event: move["ran"].append(event.data),
    "exchange": lambda move, event: move.update(exchange=event.data),
}
_RESULT = (
    "moves", "spaces", "places", "row", "deck", "numbers", "tickets", "stock", "over", "final", "payouts", "winners",
)  # fmt: skip


def result(view: View, events: Sequence[Event]) -> Json:
    """The shape that the rulings page gives for scripts."""
    me = view.get("me")
    own = {"tickets": {me["player"]: me["tickets"]}} if me else {}
    moves = [_bare(move) for move in _moves(view, events)]
    return pick({**view, **own, **view["told"], "moves": moves}, *_RESULT)


def _moves(view: View, events: Sequence[Event]) -> list[Json]:
    me = view.get("me")
    own = view["own"] | ({me["player"]: me} if me else {})
    moves = gathered(events, "move", lambda data: {**data, "ran": [], "exchange": None}, _FILL)
    return [_known(move, own.get(move["player"])) for move in moves]


def _known(move: Json, own: View | None) -> Json:
    """A move with its exchange as far as that is known: one's ticket before this turn, and after it."""
    swap = move["exchange"]
    if not swap:
        return move
    tickets = {"gave": own["before"][swap["horse"]], "got": own["tickets"][swap["horse"]]} if own else {"gave": None}
    return {**move, "exchange": swap | tickets}


def _bare(move: Json) -> Json:
    exchange = pick(move["exchange"], "horse", "for", "gave", "got") if move["exchange"] else None
    return pick(move, "player", "auto", "number", "turned", "card", "from", "ran") | {"exchange": exchange}


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The moves told one by one, the cards that lie open, what everybody holds and has played, the race by rounds."""
    moved = [event.data for event in (*past, *events) if event.kind == "move"]
    played = {seat: [data["number"] for data in moved if data["player"] == seat] for seat in view["numbers"]}
    return {
        "moves": _moves(view, events),
        "row": {side: card and _card(view["horses"], card) for side, card in view["row"].items()},
        "players": {seat: {**numbers, "played": played[seat]} for seat, numbers in view["numbers"].items()},
        "rounds": view["rounds"],
        "view": view,
    }


def _card(horses: Sequence[str], card: int) -> Json:
    lines = [{"horse": horses[line.horse], "spaces": line.spaces} for line in lines_of(card)]
    return {"card": card, "lines": lines, "free": [horses[horse] for horse in exchangeable(card)]}


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    return {"moves": [_known(move, me) for move in story["moves"] if move["player"] == me["player"]]}


def case_of(view: View) -> Json | None:
    """The position as its player knows it, to check orders with; of what lies face down the order is a guess."""
    me = view.get("me")
    if not me or view["over"]:
        return None
    return {
        "rules": "henn",
        "options": {key: value for key, value in view["options"].items() if key != "horses"},
        **pick(view, "horses", "turn", "first", "next", "spaces", "places", "row"),
        "players": list(view["numbers"]),
        "moves": view["left"],
        "deck": [card for card in DECK if card not in (*view["out"], *view["row"].values())],
        "numbers": {seat: sorted(each["left"], key=each["open"].__ne__) for seat, each in view["numbers"].items()},
        "tickets": {me["player"]: me["tickets"]},
        "stock": {name: [stock["open"]] for name, stock in view["stock"].items()},
    }
