"""What a viewer may see of a table (K16), and the story of a turn made of it. Nothing here knows more than that."""

from collections.abc import Sequence

from gm.core import codec
from gm.core.names import fold
from gm.core.play import UMPIRE, Event, Json, Seat
from gm.games.knizia import call
from gm.games.knizia.cards import DECK, ROWS, card_name
from gm.games.knizia.options import HORSES
from gm.games.knizia.table import BETTING_FENCES, FENCES, Bet, Player, Table, payouts, price, winners

MARKS = "ABCDE"  # what a player's counters show


def view(table: Table, viewer: Seat | None) -> Json:
    me = table.player(viewer) if viewer else None
    return {
        "options": codec.dump(table.options),
        "horses": list(table.horses),
        "turn": table.turn,
        "fence": table.fence,
        "next": None if table.over else table.players[table.mover].seat,
        "left": table.left,
        "fallen": {str(fall.fence): table.horses[fall.row] for fall in table.fallen},
        "columns": [_column(table, column) for column in table.columns],
        "bets": [_bet(table, bet) for bet in sorted(table.bets, key=lambda bet: (bet.fence, bet.row))],
        "counters": {player.seat: player.counters for player in table.players},
        "hands": {player.seat: _hand(table, player, viewer) for player in table.players},
        "deck": [card_name(card, table.horses) for card in table.deck] if viewer == UMPIRE else len(table.deck),
        "over": table.over,
        "payouts": payouts(table) if table.over else None,
        "winners": winners(table),
        "me": _mine(table, me) if me else None,
    }


def _column(table: Table, column: Sequence[int | None]) -> Json:
    return {table.horses[row]: top for row, top in enumerate(column) if top is not None and row in table.standing}


def _bet(table: Table, bet: Bet) -> Json:
    return {"player": bet.seat, "horse": table.horses[bet.row], "fence": bet.fence}


def _cards(table: Table, player: Player) -> list[str]:
    return [card_name(card, table.horses) for card in player.hand]


def _hand(table: Table, player: Player, viewer: Seat | None) -> list[str] | int:
    return _cards(table, player) if viewer in (player.seat, UMPIRE) else len(player.hand)


def _mine(table: Table, player: Player) -> Json:
    """One's own hand, and what it may do."""
    unseen = [card for card in DECK if card not in player.hand]
    return {
        "player": player.seat,
        "hand": _cards(table, player),
        "playable": [card_name(card, table.horses) for card in player.hand if table.playable(card)],
        "free": [table.horses[row] for row in range(ROWS) if table.can_bet(player, row)],
        "counters": player.counters,
        "unseen": [card_name(card, table.horses) for card in unseen],
    }


def story(seen: Json, events: Sequence[Event], past: Sequence[Event]) -> Json:
    """One data model for every format: the moves told one by one, the table, and the bare result."""
    moves = _moves(events)
    return {
        "result": _result(seen, moves),
        "moves": moves,
        "seats": _seats(seen),
        "deck": _count(seen["deck"]),
        "fences": [_fence(seen, fence) for fence in range(1, FENCES + 1)],
        "table": _table(seen, [*past, *events]),
        "bets": _settled(seen) if seen["over"] else [],
        "beats": [] if seen["me"] else call.beats(seen, events, past),
        "beats_before": {} if seen["me"] else call.counts_before(seen, past),
        "view": seen,
        "case": _case(seen) if seen["me"] else None,
    }


def _moves(events: Sequence[Event]) -> list[Json]:
    moves: list[Json] = []
    for event in events:
        data = event.data
        if event.kind == "move":
            moves.append({
                "player": data["player"], "bet": None, "card": None, "on": None, "passed": data["passed"],
                "auto": data["auto"], "scored": None, "discarded": [], "drew": 0, "covers": None, "own": False,
            })  # fmt: skip
        elif event.kind in _TELL:
            moves[-1].update({key: data[source] for key, source in _TELL[event.kind].items()})
        elif event.kind == "score":
            moves[-1]["scored"] = data
    return moves


_TELL = {  # what an event says of the move it belongs to
    "bet": {"bet": "horse"},
    "play": {"card": "card", "on": "on", "covers": "covers"},
    "discard": {"discarded": "cards"},
    "draw": {"drew": "count"},
    "drew": {"drew": "cards"},
}
_BARE = ("player", "bet", "card", "on", "passed", "auto", "scored", "discarded", "drew")


def _result(seen: Json, moves: Sequence[Json]) -> Json:
    """The shape that the rulings page gives for scripts; hidden cards are counted, not named."""
    column = seen["columns"][-1]
    keys = ("counters", "hands", "deck", "over", "payouts", "winners")
    return {
        "moves": [_bare(move, seen) for move in moves],
        "fence": seen["fence"],
        "fallen": seen["fallen"],
        "column": column,
        "bets": seen["bets"],
        **{key: seen[key] for key in keys},
    }


def _bare(move: Json, seen: Json) -> Json:
    bare = {key: move[key] for key in _BARE}
    scored = move["scored"]
    if scored:
        bare["scored"] = {key: scored[key] for key in ("fence", "fell", "card")}
    knows = isinstance(seen["hands"][move["player"]], list)
    if knows and bare["drew"] == 0:
        bare["drew"] = []
    return bare


def _seats(seen: Json) -> dict[Seat, Json]:
    """Who sits there, in seat order, by the letters on their counters."""
    return {
        seat: {"mark": mark, "counters": seen["counters"][seat], "hand": _count(seen["hands"][seat])}
        for seat, mark in zip(seen["hands"], MARKS, strict=False)
    }


def _count(cards: list[str] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _fence(seen: Json, fence: int) -> Json:
    """K6, K11: what a bet made there pays; and has the race come to it?"""
    return {
        "fence": fence,
        "pays": price(Bet("", 0, fence)),  # 0: nobody bets there
        "reached": fence <= seen["fence"],
        "now": fence == seen["fence"] and not seen["over"],
    }


def _table(seen: Json, events: Sequence[Event]) -> list[Json]:
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


def _cell(seen: Json, horse: str, fence: int, black: set[tuple[str, int]]) -> Json:
    top = seen["columns"][fence - 1].get(horse) if fence <= len(seen["columns"]) else None
    return {
        "fence": fence,
        "bet": _bet_on(seen, horse, fence),
        "top": top,
        "black": top is not None and (horse, fence) in black,
    }


def _black(seen: Json, events: Sequence[Event]) -> set[tuple[str, int]]:
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


def _bet_on(seen: Json, horse: str, fence: int) -> str | None:
    return next((bet["player"] for bet in seen["bets"] if (bet["horse"], bet["fence"]) == (horse, fence)), None)


def _settled(seen: Json) -> list[Json]:
    """What each bet paid, by player."""
    standing = [horse for horse in seen["horses"] if horse not in seen["fallen"].values()]
    return [
        {**bet, "pays": price(Bet(bet["player"], 0, bet["fence"])) if bet["horse"] in standing else 0}
        for bet in sorted(seen["bets"], key=lambda bet: (bet["player"], bet["fence"]))
        if bet["fence"] <= BETTING_FENCES
    ]


def _case(seen: Json) -> Json:
    """The position as its player knows it, to check orders with: what is unseen may as well lie in the deck."""
    me = seen["me"]
    return {
        "rules": "knizia",
        "options": {"pace": seen["options"]["pace"], "nmr": seen["options"]["nmr"]},
        "horses": seen["horses"],
        "players": list(seen["hands"]),
        "turn": seen["turn"],
        "next": seen["next"] or me["player"],
        "moves": seen["left"],
        "fence": seen["fence"],
        "fallen": seen["fallen"],
        "column": seen["columns"][-1],
        "bets": seen["bets"],
        "counters": seen["counters"],
        "hands": {me["player"]: me["hand"]},
        "deck": me["unseen"],
    }
