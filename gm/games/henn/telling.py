"""What a viewer may see of a table (D22), and what is told of a turn. The story knows no more than that view."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from gm.core import codec
from gm.core.chapters import Fill, gathered, pick
from gm.core.play import Event, Finish, Json, Seat, View, ranked, thousandths
from gm.games.henn.cards import DECK, HORSES, exchangeable, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import FIELD, LEFT, RIGHT, Player, Table, payouts, pays, places, winners


def public(table: Table) -> View:
    """D22; when the game is over all is told."""
    return whole(table) if table.over else _view(table, ())


def whole(table: Table) -> View:
    told = {
        "deck": list(table.deck),
        "numbers": {player.seat: list(player.numbers) for player in table.players},
        "stock": {table.horses[horse]: list(table.stock[horse]) for horse in FIELD},
        "tickets": {player.seat: _tickets(table, player) for player in table.players},
    }
    return _view(table, [player.seat for player in table.players]) | {"told": told}


def mine(table: Table, seat: Seat) -> View:
    """One's own tickets, what they would pay now, and all that one has exchanged."""
    player = table.player(seat)
    if player is None:
        return {}
    own = {"player": seat, "tickets": _tickets(table, player), "total": payouts(table)[seat]}
    return own | {"swaps": _swaps(table, [seat])}


def _view(table: Table, knowing: Sequence[Seat]) -> Json:
    return {
        "options": codec.dump(Options, table.options),
        "horses": list(table.horses),
        "turn": table.turn,
        "next": None if table.over else table.moving.seat,
        "left": table.left,
        "first": table.players[table.first].seat,
        "spaces": {table.horses[horse]: table.spaces[horse] for horse in table.running},
        "places": {str(place): table.horses[horse] for place, horse in enumerate(table.home, start=1)},
        "row": dict(zip((LEFT, RIGHT), table.row, strict=True)),
        "out": list(table.out),
        "deck": len(table.deck),
        "numbers": {player.seat: _open(sorted(player.numbers), player.numbers, "left") for player in table.players},
        "stock": {table.horses[at]: _open(len(table.stock[at]), table.stock[at], "count") for at in FIELD},
        "tickets": {},
        "swaps": _swaps(table, knowing),
        "told": {},  # all that is hidden, once it is told
        "over": table.over,
        "final": {table.horses[horse]: table.places[horse] for horse in FIELD} if table.over else None,
        "payouts": payouts(table) if table.over else None,
        "winners": winners(table),
    }  # fmt: skip


def _open(known: int | list[int], cards: Sequence[int], name: str) -> Json:
    """What lies open of a pile, and what else everybody knows of it."""
    return {"open": next(iter(cards), None), name: known}


def _tickets(table: Table, player: Player) -> dict[str, int]:
    return {table.horses[horse]: place for horse, place in enumerate(player.tickets) if place}


def _swaps(table: Table, knowing: Sequence[Seat]) -> list[Json]:
    """Every exchange so far; what was given, and what came unseen, is for those who know."""
    return [
        {
            "player": swap.seat,
            "horse": table.horses[swap.horse],
            "gave": swap.gave if swap.seat in knowing else None,
            "got": swap.got if swap.seat in knowing or not swap.blind else None,
            "move": swap.move,
        }
        for swap in table.swaps
    ]


def finish(view: View) -> list[Finish]:
    """D13; before the end nobody can tell."""
    won = view["payouts"] or dict.fromkeys(view["numbers"], 0)
    by_merit = ranked(won, lambda seat: -won[seat])
    mark = {seat: (thousandths(won[seat], sum(won.values())),) for seat in won}
    return [Finish(seat, place, won[seat], mark[seat], view["over"]) for place, seat in by_merit]


_FILL: dict[str, Fill] = {  # what an event says of the move it belongs to
    "run": lambda move, event: move["ran"].append(event.data),
    "exchange": lambda move, event: move.update(exchange=event.data),
}
_RESULT = (
    "moves", "spaces", "places", "row", "deck", "numbers", "tickets", "stock", "over", "final", "payouts", "winners",
)  # fmt: skip


def result(view: View, events: Sequence[Event]) -> Json:
    """The shape that the rulings page gives for scripts."""
    me = view.get("me") or {}
    own = {"tickets": {me["player"]: me["tickets"]}} if me else {}
    moves = _known(gathered(events, "move", _move, _FILL), (me or view)["swaps"])
    return pick({**view, **own, **view["told"], "moves": [_bare(move) for move in moves]}, *_RESULT)


def _move(data: Json) -> Json:
    return {**data, "ran": [], "exchange": None}


def _bare(move: Json) -> Json:
    exchange = pick(move["exchange"], "horse", "for", "gave", "got") if move["exchange"] else None
    return pick(move, "player", "auto", "number", "turned", "card", "from", "ran") | {"exchange": exchange}


def _known(moves: Sequence[Json], swaps: Sequence[Json]) -> list[Json]:
    """The moves with what is known of their exchanges: the latest of all."""
    swapped = [move for move in moves if move["exchange"]]
    known = {id(move): swap for move, swap in zip(swapped, swaps[len(swaps) - len(swapped) :], strict=True)}
    return [
        {**move, "exchange": move["exchange"] | pick(known[id(move)], "gave", "got")} if id(move) in known else move
        for move in moves
    ]


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The moves told one by one, the course, the cards, the tickets, and the race by rounds."""
    rounds = _rounds(view, [*past, *events])
    story = {
        "moves": _known(gathered(events, "move", _move, _FILL), view["swaps"]),
        "course": _course(view, rounds[-1]["places"]),
        "row": {side: card and _card(view, card) for side, card in view["row"].items()},
        "players": {seat: _player(view, seat, [*past, *events]) for seat in view["numbers"]},
        "rounds": rounds,
        "view": view,
    }
    tickets = view["told"]["tickets"] if view["over"] else {}
    return story | {"totals": {seat: _totals(story, seat, tickets[seat], view["swaps"]) for seat in tickets}}


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """One's tickets and what they would pay now; one's own moves; and how the total came about."""
    view, seat, tickets = story["view"], me["player"], me["tickets"]
    held = [each | {"ticket": tickets[each["horse"]]} for each in story["course"] if each["horse"] in tickets]
    prices = view["options"]["payouts"]
    return {
        "tickets": [each | {"pays": pays(prices, each["place"], each["ticket"])} for each in held],
        "moves": [move for move in _known(story["moves"], me["swaps"]) if move["player"] == seat],
        "totals": _totals(story, seat, tickets, me["swaps"]),
    }


def _course(view: View, now: Mapping[str, int]) -> list[Json]:
    """Horse by horse: its colour, where it is, the place it has or would have, and its open ticket."""
    home = {name: int(place) for place, name in view["places"].items()}
    silks = dict(zip(view["horses"], HORSES, strict=True))
    return [
        {"horse": name, "silk": silks[name], "space": view["spaces"].get(name), "home": home.get(name),
         "place": now[name], "stock": view["stock"][name]}
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


def _rounds(view: View, events: Sequence[Event]) -> list[Json]:
    """After each round: the cards played, how far each ran, where it was, and the places had the race ended then."""
    runs = [event.data for event in events if event.kind == "run"]
    came = [run["horse"] for run in runs if run["place"]]
    home = [name for name in view["places"].values() if name not in came]
    at = {name: view["spaces"].get(name, 0) for name in view["horses"]}
    at |= {name: max(0, at[name] - sum(run["spaces"] for run in runs if run["horse"] == name)) for name in at}
    rounds = [{"cards": [], "ran": {}, "spaces": dict(at), "places": places(at, home), "moves": 0}]
    moves = gathered(events, "move", _move, _FILL)
    for number, some in groupby(enumerate(moves), lambda each: each[0] // len(view["numbers"])):
        these, ran = [move for _, move in some], Counter[str]()
        for run in (run for move in these for run in move["ran"]):
            ran[run["horse"]] += run["spaces"]
            home += [run["horse"]] if run["place"] else []
        at |= {name: at[name] + ran[name] for name in ran}
        made = number * len(view["numbers"]) + len(these)
        told = {"cards": [move["card"] for move in these], "ran": dict(ran), "spaces": dict(at)}
        rounds.append(told | {"places": places(at, home), "moves": made})
    return rounds[1:] or rounds


def _totals(story: Json, seat: Seat, tickets: Mapping[str, int], swaps: Sequence[Json]) -> list[int]:
    """What a player's tickets would have paid after each round; tickets as they were then."""
    prices, held = story["view"]["options"]["payouts"], dict(tickets)
    left = [swap for swap in swaps if swap["player"] == seat]
    found: list[int] = []
    for each in reversed(story["rounds"]):
        while left and left[-1]["move"] > each["moves"]:
            last = left.pop()
            held[last["horse"]] = last["gave"]
        found.append(sum(pays(prices, each["places"][name], place) for name, place in held.items()))
    return found[::-1]


def case_of(view: View) -> Json | None:
    """The position as its player knows it, to check orders with; of what lies face down the order is a guess."""
    me = view.get("me")
    if not me or view["over"]:
        return None
    return {
        "rules": "henn",
        "options": {key: value for key, value in view["options"].items() if key != "horses"},
        **pick(view, "horses", "turn", "first", "next", "spaces", "places", "row", "out"),
        "players": list(view["numbers"]),
        "moves": view["left"],
        "deck": [card for card in DECK if card not in (*view["out"], *view["row"].values())],
        "numbers": {seat: _in_some_order(numbers) for seat, numbers in view["numbers"].items()},
        "tickets": {me["player"]: me["tickets"]},
        "stock": {name: [stock["open"]] for name, stock in view["stock"].items()},
    }  # fmt: skip


def _in_some_order(numbers: Json) -> list[int]:
    return sorted(numbers["left"], key=lambda number: number != numbers["open"])
