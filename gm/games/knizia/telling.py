"""What a viewer may see of a table (K16), and what is told of a turn. The story knows no more than that view."""

from collections.abc import Sequence

from gm.core.chapters import Fill, gathered, pick, sets
from gm.core.names import fold
from gm.core.play import Event, Finish, Json, Seat, Standings, View
from gm.core.table import by_winnings
from gm.core.words import sentence
from gm.games.knizia.cards import DECK, ROWS
from gm.games.knizia.counting import card_count, held, with_hand
from gm.games.knizia.options import HORSES
from gm.games.knizia.table import FENCES, Bet, Table, price

MARKS = "ABCDE"  # what a player's counters show


def public(table: Table) -> View:
    hands = {player.seat: len(player.hand) for player in table.players}
    return _view(table) | {"hands": hands, "deck": len(table.deck)}


def whole(table: Table) -> View:
    hands = {player.seat: table.cards(player.hand) for player in table.players}
    return _view(table) | {"hands": hands, "deck": table.cards(table.deck)}


def _view(table: Table) -> Json:
    return table.seen | {
        "fence": table.fence,
        "fallen": {str(fall.fence): table.horses[fall.row] for fall in table.fallen},
        "columns": [_column(table, column) for column in table.columns],
        "bets": [_bet(table, bet) for bet in sorted(table.bets, key=lambda bet: (bet.fence, bet.row))],
        "counters": {player.seat: player.counters for player in table.players},
    }


def _column(table: Table, column: Sequence[int | None]) -> Json:
    return {table.horses[row]: top for row, top in enumerate(column) if top is not None and row in table.standing}


def _bet(table: Table, bet: Bet) -> Json:
    return {"player": bet.seat, "horse": table.horses[bet.row], "fence": bet.fence}


def mine(table: Table, seat: Seat) -> View:
    """One's own hand, and what it may do."""
    player = table.player(seat)
    if player is None:
        return {}
    return {
        "player": player.seat,
        "hand": table.cards(player.hand),
        "playable": table.cards(table.choice(player)),
        "free": table.names(row for row in range(ROWS) if table.can_bet(player, row)),
        "counters": player.counters,
        "unseen": table.cards(card for card in DECK if card not in player.hand),
    }


def finish(view: View) -> list[Finish]:
    """K11, as if the race ended now; what is certain is told when it is over."""
    won = dict.fromkeys(view["counters"], 0)
    for bet in _settled(view):
        won[bet["player"]] += bet["pays"]
    return by_winnings(won, view["over"])


def standings(view: View) -> Standings:
    """What everybody's bets pay, or would if the race ended now."""
    counts = sentence("Winnings") if view["over"] else sentence("Would win")
    return Standings.of(finish(view), counts)


def chapters(view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
    """The moves told one by one, and the table."""
    return {
        "moves": _moves(events),
        "seats": _seats(view),
        "deck": _count(view["deck"]),
        "fences": [_fence(view, fence) for fence in range(1, FENCES + 1)],
        "table": _table(view, [*past, *events]),
        "bets": _settled(view) if view["over"] else [],
        "count": card_count(view, [*past, *events]),
        "view": view,
    }


def own_chapters(story: Json, me: View, events: Sequence[Event]) -> Json:
    """One's own moves, with the cards that came."""
    drawn = iter([event.data["cards"] for event in events if event.kind == "drew"])
    moves = [move for move in story["moves"] if move["player"] == me["player"]]
    silks = {row["horse"]: row["silk"] for row in story["table"]}
    return {
        "moves": [move | {"drew": next(drawn)} if move["drew"] else move for move in moves],
        "hand": [held(card, card in me["playable"], silks) for card in me["hand"]],
        "count": with_hand(story["count"], me["hand"]),
    }


def _moves(events: Sequence[Event]) -> list[Json]:
    return gathered(events, "move", _move, _FILL)


def _move(data: Json) -> Json:
    return {
        "player": data["player"], "bet": None, "card": None, "on": None, "passed": data["passed"],
        "auto": data["auto"], "scored": None, "discarded": [], "drew": 0, "covers": None, "own": False,
    }  # fmt: skip


_FILL: dict[str, Fill] = {  # what an event says of the move it belongs to
    "bet": sets(bet="horse"),
    "play": sets(card="card", on="on", covers="covers"),
    "score": lambda move, event: move.update(scored=event.data),
    "discard": sets(discarded="cards"),
    "draw": sets(drew="count"),
    "drew": sets(drew="cards"),
}
_RESULT = (
    "moves", "fence", "fallen", "column", "bets", "counters", "hands", "deck", "over", "payouts", "winners",
)  # fmt: skip
_BARE = ("player", "bet", "card", "on", "passed", "auto", "scored", "discarded", "drew")


def result(view: View, events: Sequence[Event]) -> Json:
    """The shape that the rulings page gives for scripts; hidden cards are card_count, not named."""
    me = view.get("me")
    seen = {**view, "hands": view["hands"] | {me["player"]: me["hand"]}} if me else view
    shown = {**seen, "moves": [_bare(move, seen) for move in _moves(events)], "column": seen["columns"][-1]}
    return pick(shown, *_RESULT)


def _bare(move: Json, seen: View) -> Json:
    bare = pick(move, *_BARE)
    if move["scored"]:
        bare["scored"] = pick(move["scored"], "fence", "fell", "card")
    knows = isinstance(seen["hands"][move["player"]], list)
    if knows and bare["drew"] == 0:
        bare["drew"] = []
    return bare


def _seats(seen: View) -> dict[Seat, Json]:
    """Who sits there, in seat order, by the letters on their counters."""
    return {
        seat: {"mark": mark, "counters": seen["counters"][seat], "hand": _count(seen["hands"][seat])}
        for seat, mark in zip(seen["hands"], MARKS, strict=False)
    }


def _count(cards: list[str] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _fence(seen: View, fence: int) -> Json:
    """K6, K11: what a bet made there pays; and has the race come to it?"""
    return {
        "fence": fence,
        "pays": price(fence),  # 0: nobody bets there
        "reached": fence <= seen["fence"],
        "now": fence == seen["fence"] and not seen["over"],
    }


def _table(seen: View, events: Sequence[Event]) -> list[Json]:
    """Row by row, from the fence card down: bets and cards, fence by fence; and how a horse fell, if that was told."""
    fell = {horse: int(fence) for fence, horse in seen["fallen"].items()}
    falls = {event.data["fell"]: event.data for event in events if event.kind == "score"}
    black = _black(seen, events)
    return [
        {
            "horse": horse,
            "silk": silk,
            "fell_at": fell.get(horse),
            "fell_with": falls.get(horse, {}).get("card"),
            "lost": falls.get(horse, {}).get("lost", []),
            "cells": [_cell(seen, horse, fence, black) for fence in range(1, FENCES + 1)],
        }
        for horse, silk in zip(seen["horses"], _silks(seen["horses"]), strict=True)
    ]


def _cell(seen: View, horse: str, fence: int, black: set[tuple[str, int]]) -> Json:
    top = seen["columns"][fence - 1].get(horse) if fence <= len(seen["columns"]) else None
    return {
        "fence": fence,
        "bet": next((bet["player"] for bet in seen["bets"] if (bet["horse"], bet["fence"]) == (horse, fence)), None),
        "top": top,
        "black": top is not None and (horse, fence) in black,
    }


def _black(seen: View, events: Sequence[Event]) -> set[tuple[str, int]]:
    """Where a black card came to lie on top, as far as these events tell."""
    found: dict[tuple[str, int], bool] = {}
    fence = seen["fence"] - sum(event.kind == "score" for event in events)
    for event in events:
        if event.kind == "play":
            found[event.data["on"], fence] = event.data["card"].rpartition(" ")[0] == "black"
        fence += event.kind == "score"
    return {place for place, black in found.items() if black}


def _silks(horses: Sequence[str]) -> list[str]:
    """The colours that each horse runs in: those it is called after, or else some that are left."""
    called = [fold(horse) for horse in horses]
    left = iter([colour for colour in HORSES if colour not in called])
    return [name if name in HORSES else next(left) for name in called]


def _settled(seen: View) -> list[Json]:
    """What each bet pays as things stand, by player."""
    bets = sorted(seen["bets"], key=lambda bet: (bet["player"], bet["fence"]))
    return [{**bet, "pays": 0 if bet["horse"] in seen["fallen"].values() else price(bet["fence"])} for bet in bets]


def case_of(seen: View) -> Json | None:
    """The position as its player knows it, to check orders with: what is unseen may as well lie in the deck."""
    me = seen.get("me")
    if not me:
        return None
    return {
        "rules": "knizia",
        "options": pick(seen["options"], "pace", "nmr"),
        **pick(seen, "horses", "turn", "fence", "fallen", "bets", "counters"),
        "players": list(seen["hands"]),
        "next": seen["next"] or me["player"],
        "moves": seen["left"],
        "column": seen["columns"][-1],
        "hands": {me["player"]: me["hand"]},
        "deck": me["unseen"],
    }
