"""K13, K14: which moves can stand. Also run by the order form, see gm/core/validity.py.

A move is {"card": as the hand names it or None for a pass, "on": the horse it goes on, "bets": is there a bet?,
"discard": cards or None for all, "when": is there a condition?, "read": can it be read?, "at": its place}. A position
is what `pages.position` makes of a table.
"""

from gm.core.play import Json
from gm.core.validity import NOT_ALLOWED, error, forbidden, phrase, warning


def review(position: Json, moves: list[Json]) -> list[Json]:
    """K14, and what is odd about the order as a whole."""
    if not moves or not position["seated"]:
        return []
    if not position["moves"]:
        message = phrase("you do not move on turn {turn}", {"turn": position["turn"]})
        return forbidden(message, phrase("send press without moves"), [moves[0]["at"], "play"])
    remarks: list[Json] = []
    readable = [move for move in moves if move["read"]] if position["open"] else []
    for move in readable:
        remarks += not_held(position["hand"], move)
    for move in readable:
        remarks += odd_card(position, move)
        remarks += odd_bet(position, move)
    if all(move["when"] for move in moves):
        message = phrase("if none of these moves is possible, the tool moves for you")
        hint = phrase("end the list with a move without a condition")
        remarks.append(warning(message, hint, [moves[-1]["at"], "play"]))
    return remarks


def not_held(hand: list[str], move: Json) -> list[Json]:
    """K14: only cards in the hand can be played, or discarded."""
    hint = look()
    remarks: list[Json] = []
    if move["card"] is not None and move["card"] not in hand:
        remarks.append(error(NOT_ALLOWED, missing(move["card"]), hint, [move["at"], "play"]))
    for card in move["discard"] or []:
        if card not in hand:
            remarks.append(error(NOT_ALLOWED, missing(card), hint, [move["at"], "discard"]))
    return remarks


def look() -> Json:
    """K16: nobody else is to see the hand, and whoever reads a refusal may be anybody."""
    return phrase("your report shows your hand")


def missing(card: str) -> Json:
    return phrase("{card} is not in your hand", {"card": card})


def odd_card(position: Json, move: Json) -> list[Json]:
    """K10, K7."""
    if move["card"] is None and position["can_play"]:
        message = phrase("a move without a card is a pass, and you can play a card")
        return [warning(message, phrase("add play:"), [move["at"], "bet"])]
    if no_lowest(position, move):
        message = phrase("no horse has a card at this fence yet")
        return [warning(message, phrase("name a horse"), [move["at"], "play"])]
    if move["card"] is not None and move["on"] in position["fallen"]:
        message = phrase("{horse} has fallen", {"horse": move["on"]})
        return [warning(message, phrase("choose another card"), [move["at"], "play"])]
    return []


def no_lowest(position: Json, move: Json) -> bool:
    """K18: whoever moves next, at an empty fence, cannot mean the lowest."""
    return move["card"] is not None and move["on"] == "lowest" and bool(position["first"]) and not position["tops"]


def hopeless(position: Json, move: Json) -> bool:
    """Can it only be passed over?"""
    if move["card"] is None:
        return bool(position["can_play"])  # K10
    return move["on"] in position["fallen"] or no_lowest(position, move)


def odd_bet(position: Json, move: Json) -> list[Json]:
    """K6."""
    if not move["bets"]:
        return []
    hint = phrase("leave the bet out")
    if not position["betting"]:
        return [warning(phrase("there is no betting at fence 5"), hint, [move["at"], "bet"])]
    if position["counters"] < 1:
        return [warning(phrase("you have no counter left to bet with"), hint, [move["at"], "bet"])]
    return []


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    discard = [row["discard"] for row in rows if row["key"] == "discard" and isinstance(row["discard"], list)]
    moves: list[Json] = []
    for row in rows:
        if row["key"] == "move":
            play = row.get("play") or {"card": None, "on": ""}  # nothing is asked where nothing can be done
            moves.append({
                "card": play["card"],
                "on": play["on"],
                "bets": bool(row.get("bet")),
                "discard": discard[0] if discard else None,
                "when": row["when"], "read": True, "at": row["at"],
            })  # fmt: skip
    remarks = review(position, moves)
    if moves and position["open"] and position["moves"] and all(hopeless(position, move) for move in moves):
        remarks += passed_over(moves)
    return remarks


def passed_over(moves: list[Json]) -> list[Json]:
    """The form asks for what is missing; a page like that is taken (K14), and the rules move in its place."""
    last = moves[-1]
    if last["card"] is None:
        message, hint = phrase("a card is missing"), phrase("you can pass only when you can play no card")
    else:
        message, hint = phrase("this order could only be passed over"), phrase("choose another card")
    return forbidden(message, hint, [last["at"], "play"])
