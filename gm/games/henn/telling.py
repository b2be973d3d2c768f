"""What a viewer may see of a table (D22), and what is told of a turn. The story knows no more than that view."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from gm.core import codec
from gm.core.chapters import Fill, gathered, pick
from gm.core.colours import coloured
from gm.core.play import Event, Finish, Json, Seat, Standing, Standings, View, ranked, thousandths
from gm.core.words import sentence
from gm.games.henn.cards import DECK, HORSES, exchangeable, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import FIELD, LEFT, RIGHT, Round, Table, payouts, winners


def public(table: Table) -> View:
    """D22; when the game is over all is told."""
    return whole(table) if table.over else _view(table)


def whole(table: Table) -> View:
    told = {
        "deck": list(table.deck),
        "numbers": {player.seat: list(player.numbers) for player in table.players},
        "stock": {table.horses[horse]: list(table.stock[horse]) for horse in FIELD},
        "tickets": {player.seat: _tickets(table, player.tickets) for player in table.players},
    }
    own = {player.seat: mine(table, player.seat) for player in table.players}
    return _view(table) | {"told": told, "own": own}


def mine(table: Table, seat: Seat) -> View:
    """One's own tickets, those of before this turn, and what they would pay, by round."""
    at = next((at for at, player in enumerate(table.players) if player.seat == seat), None)
    if at is None:
        return {}
    now, past = table.players[at].tickets, table.rounds
    before = past[-2 if len(past) > 1 and (table.mover == table.first or table.over) else -1]
    return {
        "player": seat,
        "tickets": _tickets(table, now),
        "before": _tickets(table, before.tickets[at]),
        "total": table.total(table.places, now),
        "totals": [table.total(table.placed(each.spaces), each.tickets[at]) for each in past[1:]],
    }


def _view(table: Table) -> Json:
    return {
        "options": codec.dump(Options, table.options),
        "horses": list(table.horses),
        "turn": table.turn,
        "next": None if table.over else table.moving.seat,
        "left": table.left,
        "first": table.players[table.first].seat,
        "spaces": {table.horses[horse]: table.spaces[horse] for horse in table.running},
        "places": {str(place): table.horses[horse] for place, horse in enumerate(table.home, start=1)},
        "standing": {table.horses[horse]: table.places[horse] for horse in FIELD},
        "rounds": [_round(table, each) for each in table.rounds],
        "row": dict(zip((LEFT, RIGHT), table.row, strict=True)),
        "out": list(table.out),
        "deck": len(table.deck),
        "numbers": {each.seat: {"open": _top(each.numbers), "left": sorted(each.numbers)} for each in table.players},
        "stock": {table.horses[at]: {"open": _top(pile), "count": len(pile)} for at, pile in enumerate(table.stock)},
        "tickets": {},
        "told": {},  # all that is hidden, once it is told
        "own": {},  # what each has, by then
        "over": table.over,
        "final": {table.horses[horse]: table.places[horse] for horse in FIELD} if table.over else None,
        "payouts": payouts(table) if table.over else None,
        "winners": winners(table),
    }  # fmt: skip


def _top(pile: Sequence[int]) -> int | None:
    return next(iter(pile), None)


def _tickets(table: Table, tickets: Sequence[int]) -> dict[str, int]:
    return {table.horses[horse]: place for horse, place in enumerate(tickets) if place}


def _round(table: Table, each: Round) -> Json:
    came = table.placed(each.spaces)
    return {
        "spaces": dict(zip(table.horses, each.spaces, strict=True)),
        "places": {table.horses[horse]: came[horse] for horse in FIELD},
    }


def finish(view: View) -> list[Finish]:
    """D13; before the end nobody can tell."""
    won = view["payouts"] or dict.fromkeys(view["numbers"], 0)
    by_merit = ranked(won, lambda seat: -won[seat])
    mark = {seat: (thousandths(won[seat], sum(won.values())),) for seat in won}
    return [Finish(seat, place, won[seat], mark[seat], view["over"]) for place, seat in by_merit]


def standings(view: View) -> Standings:
    """The horses while they run, by where they are (D12): what everybody's tickets are worth is told at the end."""
    if view["over"]:
        return Standings([Standing(each.place, each.score, each.seat) for each in finish(view)], sentence("Winnings"))
    by_place = sorted(view["standing"].items(), key=lambda each: each[1])
    rows = [Standing(place, view["spaces"].get(name), horse=coloured(name)) for name, place in by_place]
    return Standings([row if row.score is not None else row._replace(fate=_HOME) for row in rows], sentence("Space"))


_HOME = sentence("home")
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
    moves = gathered(events, "move", lambda data: {**data, "ran": [], "exchange": None}, _FILL)
    me = view.get("me")
    return _known(moves, view["own"] | ({me["player"]: me} if me else {}))


def _known(moves: Sequence[Json], own: Mapping[Seat, View]) -> list[Json]:
    """The moves with their exchanges as far as they are known: a ticket before this turn, and after it."""
    found: list[Json] = []
    for move in moves:
        exchange, known = move["exchange"], own.get(move["player"])
        if exchange:
            horse, got = exchange["horse"], exchange["got"]
            seen = (
                {"gave": known["before"][horse], "got": known["tickets"][horse]}
                if known
                else {"gave": None, "got": got}
            )
            exchange = exchange | seen
        found.append({**move, "exchange": exchange})
    return found


def _bare(move: Json) -> Json:
    exchange = pick(move["exchange"], "horse", "for", "gave", "got") if move["exchange"] else None
    return pick(move, "player", "auto", "number", "turned", "card", "from", "ran") | {"exchange": exchange}


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The moves told one by one, the course, the cards, the tickets, and the race by rounds."""
    return {
        "moves": _moves(view, events),
        "course": _course(view),
        "row": {side: card and _card(view, card) for side, card in view["row"].items()},
        "players": {seat: _player(view, seat, [*past, *events]) for seat in view["numbers"]},
        "rounds": _rounds(view),
        "totals": {seat: own["totals"] for seat, own in view["own"].items()} if view["over"] else {},
        "view": view,
    }


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """One's tickets and what they would pay now; one's own moves; and how the total came about."""
    seat, prices, tickets = me["player"], story["view"]["options"]["payouts"], me["tickets"]
    held = [each | {"ticket": tickets[each["horse"]]} for each in story["course"] if each["horse"] in tickets]
    return {
        "tickets": [each | {"pays": prices[each["ticket"] - 1] * (each["place"] <= each["ticket"])} for each in held],
        "moves": _known([move for move in story["moves"] if move["player"] == seat], {seat: me}),
        "totals": me["totals"],
    }


def _course(view: View) -> list[Json]:
    """Horse by horse: its colour, where it is, the place it has or would have, and its open ticket."""
    home = {name: int(place) for place, name in view["places"].items()}
    silks = dict(zip(view["horses"], HORSES, strict=True))
    return [
        {"horse": name, "silk": silks[name], "space": view["spaces"].get(name), "home": home.get(name),
         "place": view["standing"][name], "stock": view["stock"][name]}
        for name in silks
    ]  # fmt: skip


def _card(view: View, card: int) -> Json:
    field = [{"horse": name, "silk": silk} for name, silk in zip(view["horses"], HORSES, strict=True)]
    lines = [field[line.horse] | {"spaces": line.spaces} for line in lines_of(card)]
    return {"card": card, "lines": lines, "free": [field[horse] for horse in exchangeable(card)]}


def _player(view: View, seat: Seat, events: Sequence[Event]) -> Json:
    """The open number, what the deck still holds, and what was played."""
    numbers = view["numbers"][seat]
    played = [each.data["number"] for each in events if each.kind == "move" and each.data["player"] == seat]
    return {**numbers, "counts": Counter(numbers["left"]), "played": played}


def _rounds(view: View) -> list[Json]:
    """Round by round: the cards played, how far each horse ran, where it was, and the places had it ended then."""
    many, rounds = len(view["numbers"]), view["rounds"]
    return [
        {"cards": view["out"][many * at : many * at + many], **now,
         "ran": {name: far for name in now["spaces"] if (far := now["spaces"][name] - before["spaces"][name])}}
        for at, (before, now) in enumerate(pairwise(rounds))
    ]  # fmt: skip


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
        "numbers": {seat: _in_some_order(numbers) for seat, numbers in view["numbers"].items()},
        "tickets": {me["player"]: me["tickets"]},
        "stock": {name: [stock["open"]] for name, stock in view["stock"].items()},
    }


def _in_some_order(numbers: Json) -> list[int]:
    return sorted(numbers["left"], key=lambda number: bool(number != numbers["open"]))
