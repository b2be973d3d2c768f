"""What a viewer may see of a table (D22), and what is told of a turn. The story knows no more than that view."""

from collections import Counter
from collections.abc import Mapping, Sequence

from gm.core import codec
from gm.core.chapters import Fill, gathered, pick
from gm.core.play import Event, Finish, Json, Seat, View, ranked, thousandths
from gm.games.henn.cards import DECK, HORSES, exchangeable, lines_of
from gm.games.henn.options import Options
from gm.games.henn.table import FIELD, LEFT, RIGHT, Player, Table, payouts, pays, places, winners


def public(table: Table) -> View:
    """D22; when the game is over all is told."""
    if table.over:
        return whole(table)
    return _view(table) | {
        "deck": len(table.deck),
        "numbers": {player.seat: _open_number(player) for player in table.players},
        "stock": {
            name: {"open": stock[0] if stock else None, "count": len(stock)} for name, stock in _stock(table).items()
        },
        "tickets": {},
        "swaps": _swaps(table),
    }


def whole(table: Table) -> View:
    return _view(table) | {
        "deck": list(table.deck),
        "numbers": {player.seat: list(player.numbers) for player in table.players},
        "stock": _stock(table),
        "tickets": {player.seat: _tickets(table, player) for player in table.players},
        "swaps": _swaps(table, *(player.seat for player in table.players)),
    }


def mine(table: Table, seat: Seat) -> View:
    """One's own tickets, and which of them one has had."""
    player = table.player(seat)
    if player is None:
        return {}
    return {
        "player": seat,
        "tickets": _tickets(table, player),
        "swaps": _swaps(table, seat),
        "total": payouts(table)[seat],
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
        "row": dict(zip((LEFT, RIGHT), table.row, strict=True)),
        "out": list(table.out),
        "over": table.over,
        "final": {table.horses[horse]: table.places[horse] for horse in FIELD} if table.over else None,
        "payouts": payouts(table) if table.over else None,
        "winners": winners(table),
    }


def _open_number(player: Player) -> Json:
    return {"open": player.numbers[0] if player.numbers else None, "left": sorted(player.numbers)}


def _stock(table: Table) -> dict[str, list[int]]:
    return {table.horses[horse]: list(table.stock[horse]) for horse in FIELD}


def _tickets(table: Table, player: Player) -> dict[str, int]:
    return {table.horses[horse]: place for horse, place in enumerate(player.tickets) if place}


def _swaps(table: Table, *knowing: Seat) -> list[Json]:
    """Every exchange so far; what was given, and what came unseen, is for those who know."""
    return [
        {
            "player": swap.seat,
            "horse": table.horses[swap.horse],
            "for": "blind" if swap.blind else "open",
            "gave": swap.gave if swap.seat in knowing else None,
            "got": swap.got if swap.seat in knowing or not swap.blind else None,
            "move": swap.move,
        }
        for swap in table.swaps
    ]


def finish(view: View) -> list[Finish]:
    """D13; before the end nobody can tell."""
    won = view["payouts"] or dict.fromkeys(view["numbers"], 0)
    total = sum(won.values())
    return [
        Finish(seat, place, won[seat], (thousandths(won[seat], total),), view["over"])
        for place, seat in ranked(won, lambda seat: -won[seat])
    ]


_FILL: dict[str, Fill] = {  # what an event says of the move it belongs to
    "run": lambda move, event: move["ran"].append(event.data),
    "exchange": lambda move, event: move.update(exchange=event.data),
}
_MOVE = ("player", "auto", "number", "turned", "card", "from")
_RESULT = (
    "moves", "spaces", "places", "row", "deck", "numbers", "tickets", "stock", "over", "final", "payouts", "winners",
)  # fmt: skip


def _moves(view: View, events: Sequence[Event]) -> list[Json]:
    """The moves of a turn; of each exchange what this viewer knows."""
    moves = gathered(events, "move", lambda data: {**data, "ran": [], "exchange": None}, _FILL)
    known = reversed((view.get("me") or view)["swaps"])
    for move in reversed(moves):
        if move["exchange"]:
            move["exchange"] = move["exchange"] | pick(next(known), "gave", "got")
    return moves


def result(view: View, events: Sequence[Event]) -> Json:
    """The shape that the rulings page gives for scripts."""
    me = view.get("me")
    seen = {**view, "tickets": {me["player"]: me["tickets"]}} if me and not view["tickets"] else view
    return pick({**seen, "moves": [_bare(move) for move in _moves(view, events)]}, *_RESULT)


def _bare(move: Json) -> Json:
    exchange = pick(move["exchange"], "horse", "for", "gave", "got") if move["exchange"] else None
    return pick(move, *_MOVE, "ran") | {"exchange": exchange}


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The moves told one by one, the course, the cards, the tickets, and the race by rounds."""
    every = [*past, *events]
    rounds = _rounds(view, every)
    return {
        "moves": _moves(view, events),
        "course": _course(view, rounds[-1]["places"]),
        "row": {side: card and _card(view, card) for side, card in view["row"].items()},
        "players": {seat: _player(view, seat, every) for seat in view["numbers"]},
        "rounds": rounds,
        "totals": {seat: _totals(view, rounds, seat, view) for seat in view["tickets"]} if view["over"] else {},
        "view": view,
    }


def _course(view: View, now: Mapping[str, int]) -> list[Json]:
    """Horse by horse: its colour, where it is, the place it has or would have, and its open ticket."""
    home = {name: int(place) for place, name in view["places"].items()}
    return [
        {
            "horse": name,
            "silk": silk,
            "space": view["spaces"].get(name),
            "home": home.get(name),
            "place": now[name],
            "stock": _top(view["stock"][name]),
        }
        for name, silk in zip(view["horses"], HORSES, strict=True)
    ]


def _top(stock: Json | list[int]) -> Json:
    return {"open": next(iter(stock), None), "count": len(stock)} if isinstance(stock, list) else stock


def _card(view: View, card: int) -> Json:
    horses = view["horses"]
    lines = [
        {"horse": horses[each.horse], "silk": HORSES[each.horse], "spaces": each.spaces} for each in lines_of(card)
    ]
    free = [{"horse": horses[horse], "silk": HORSES[horse]} for horse in exchangeable(card)]
    return {"card": card, "lines": lines, "free": free}


def _player(view: View, seat: Seat, events: Sequence[Event]) -> Json:
    """The open number, what the deck still holds, and what was played."""
    numbers = view["numbers"][seat]
    told = numbers if isinstance(numbers, dict) else {"open": next(iter(numbers), None), "left": sorted(numbers)}
    moves = [event.data for event in events if event.kind == "move" and event.data["player"] == seat]
    return {**told, "counts": Counter(told["left"]), "played": [move["number"] for move in moves]}


def _rounds(view: View, events: Sequence[Event]) -> list[Json]:
    """After each round: where the horses were, who was home, and the places if the race had ended then."""
    many, horses = len(view["numbers"]), view["horses"]
    ran = Counter[str]()
    for event in events:
        if event.kind == "run":
            ran[event.data["horse"]] += event.data["spaces"]
    spaces = {name: max(0, view["spaces"].get(name, 0) - ran[name]) for name in horses}  # 0, but for a case page
    came = [event.data["horse"] for event in events if event.kind == "run" and event.data["place"]]
    home = [name for name in view["places"].values() if name not in came]
    rounds: list[Json] = []
    moves = 0
    for event in events:
        if event.kind == "move":
            if moves % many == 0:
                rounds.append({"cards": [], "ran": Counter[str]()})
            rounds[-1]["cards"].append(event.data["card"])
            moves += 1
        elif event.kind == "run":
            name = event.data["horse"]
            spaces[name] += event.data["spaces"]
            rounds[-1]["ran"][name] += event.data["spaces"]
            home += [name] if event.data["place"] else []
        if rounds:
            rounds[-1] |= {"spaces": dict(spaces), "places": places(spaces, home), "moves": moves}
    return rounds or [{"cards": [], "ran": {}, "spaces": spaces, "places": places(spaces, home), "moves": 0}]


def _totals(view: View, rounds: Sequence[Json], seat: Seat, knows: View) -> list[int]:
    """What a player's tickets would have paid after each round; tickets as they were then."""
    tickets = dict(knows["tickets"] if "player" in knows else knows["tickets"][seat])
    swaps = [swap for swap in knows["swaps"] if swap["player"] == seat]
    found: list[int] = []
    for each in reversed(rounds):
        while swaps and swaps[-1]["move"] > each["moves"]:
            tickets[swaps[-1]["horse"]] = swaps.pop()["gave"]
        found.append(
            sum(pays(view["options"]["payouts"], each["places"][name], place) for name, place in tickets.items())
        )
    return found[::-1]


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """One's tickets and what they would pay now; one's own moves; and how the total came about."""
    view = story["view"]
    now = {each["horse"]: each for each in story["course"]}
    tickets = [
        {**pick(now[name], "horse", "silk", "place", "home", "stock"), "ticket": place,
         "pays": pays(view["options"]["payouts"], now[name]["place"], place)}
        for name, place in me["tickets"].items()
    ]  # fmt: skip
    return {
        "tickets": tickets,
        "moves": [move for move in _own_moves(story, me) if move["player"] == me["player"]],
        "totals": _totals(view, story["rounds"], me["player"], me),
    }


def _own_moves(story: Json, me: View) -> list[Json]:
    known = list(me["swaps"])
    moves = [dict(move) for move in story["moves"]]
    for move in reversed(moves):
        if move["exchange"]:
            move["exchange"] = move["exchange"] | pick(known.pop(), "gave", "got")
    return moves


def case_of(view: View) -> Json | None:
    """The position as its player knows it, to check orders with; of what lies face down the order is a guess."""
    me = view.get("me")
    if not me or view["over"]:
        return None
    return {
        "rules": "henn",
        "options": {key: value for key, value in view["options"].items() if key != "horses"},
        **pick(view, "horses", "turn", "first", "spaces", "places", "row", "out"),
        "players": list(view["numbers"]),
        "next": view["next"],
        "moves": view["left"],
        "deck": [card for card in DECK if card not in (*view["out"], *view["row"].values())],
        "numbers": {seat: _guessed(numbers) for seat, numbers in view["numbers"].items()},
        "tickets": {me["player"]: me["tickets"]},
        "stock": {name: [stock["open"]] for name, stock in view["stock"].items()},
    }


def _guessed(numbers: Json) -> list[int]:
    rest = list(numbers["left"])
    if numbers["open"] is not None:
        rest.remove(numbers["open"])
    return [number for number in (numbers["open"], *rest) if number is not None]
