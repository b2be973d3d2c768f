"""D16 to D20: which moves and exchanges can stand. Also run by the order form, see gm/core/validity.py.

A move is {"card": words and numbers, "number": open, next or "", "favour": weights by name, "least": text}; an exchange
{"swap": names, "for": text, "least": text}. Both have "key" (moves, exchange, or either of a standing order), "when"
(is there a condition?) and "at". A position is what `pages.position` makes of a table.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from gm.core.play import Json
from gm.core.validity import UNREADABLE, bad_number, comparison, error, forbidden, note, phrase, signed, warning

HEAVIEST = 99  # D17
MOST = 999999999
SIDES = ("left", "right")
BLANK: Json = {"card": [], "number": "", "favour": {}, "least": "", "swap": [], "for": ""}  # what is not said


def worth(lines: Sequence[Any], number: int, favour: Mapping[Any, int], home: Container[Any]) -> int:
    """D17: weight times spaces over the lines that the number runs; who is home does not run."""
    total = 0
    for line in lines[:number]:
        if line[0] not in home:
            total += favour.get(line[0], 0) * line[1]
    return total


def best(cards: Mapping[str, Any], number: int, favour: Mapping[Any, int], home: Container[Any]) -> Any:
    """D17: where the card lies that is worth more, the left one if they are equal; and what it is worth."""
    found: list[Any] = []
    for side in SIDES:
        if side in cards:
            most = worth(cards[side], number, favour, home)
            found = [side, most] if not found or most > found[1] else found
    return found


def bad_move(row: Json) -> list[Json]:
    """D20: what is wrong with a move, whatever the position."""
    at, favour, remarks = row["at"], row["favour"], []
    if not row["card"] and not favour:
        hint = phrase("add card: left, or favour: and a horse")
        return forbidden(phrase("this move says neither card nor favour"), hint, at)
    for name in favour:
        remarks += bad_number(name, favour[name], -HEAVIEST, HEAVIEST, [at, "favour"])
    if row["least"] and favour:
        remarks += bad_least(row["least"], -MOST, [at, "least"])
    elif row["least"]:
        message = phrase("least is for what a card is worth, and there is no favour")
        remarks += forbidden(message, phrase("add favour: and a horse, or leave least out"), [at, "least"])
    if favour and "blind" in row["card"] and len(row["card"]) > 1:
        message = phrase("nobody knows what a blind card is worth beside others")
        remarks += forbidden(message, phrase("write card: blind alone"), [at, "card"])
    return remarks


def bad_exchange(row: Json) -> list[Json]:
    """D20."""
    at, wanted, least = row["at"], row["for"], row["least"]
    hint = phrase('write for: open, blind, better or a place such as "<= 3"')
    if not row["swap"]:
        return forbidden(phrase("this exchange does not say which horse"), phrase("add swap: and a horse, or any"), at)
    if row["swap"] == ["none"]:
        return []
    if not wanted:
        return forbidden(phrase("this exchange does not say for what"), hint, at)
    if not isinstance(wanted, str) or not (wanted in ("open", "blind", "better") or comparison(wanted)):
        message = phrase("no ticket can be exchanged for {word}", {"word": str(wanted)[:30]})
        return [error(UNREADABLE, message, hint, [at, "for"])]
    if least and wanted != "better":
        hint = phrase("write for: better, or leave least out")
        return forbidden(phrase("least goes with better alone"), hint, [at, "least"])
    return bad_least(least, 1, [at, "least"]) if least else []


def bad_least(least: Any, lowest: int, about: Any) -> list[Json]:
    """D20."""
    if isinstance(least, str) and signed(least) and int(signed(least)) < lowest:
        message = phrase("with better, least is 1 or more, and not {least}", {"least": least})
        return forbidden(message, phrase("write 1 or more, or leave least out"), about)
    wrong = bad_number("least", least, lowest, MOST, about)
    for each in wrong:
        each["hint"] = phrase("write a whole number such as 8")
    return wrong


def review(position: Json, rows: list[Json]) -> list[Json]:
    """D20: what has to be said of an order as a whole."""
    own = [row for row in rows if not stands(row)]
    if own and not position["moves"]:
        message = phrase("you do not move on turn {turn}", {"turn": position["turn"]})
        return forbidden(message, phrase("send press without moves"), own[0]["at"])
    remarks: list[Json] = []
    for standing in (False, True):
        tried = [row for row in rows if moves(row) and stands(row) == standing]
        for row in tried:
            remarks += gone(position, row)
        if tried and all(doubtful(row) for row in tried):
            message = phrase("if none of these moves is possible, the tool moves for you")
            hint = phrase("end the list with left, or with a favour alone")
            remarks.append(warning(message, hint, tried[-1]["at"]))
    return remarks


def stands(row: Json) -> bool:
    return bool(row["key"].startswith("standing"))


def moves(row: Json) -> bool:
    return bool(row["key"].endswith("moves"))


def doubtful(row: Json) -> bool:
    """D20: may it come to nothing? With the next number, or blind, `least` does not decide that."""
    if row["when"] or (row["card"] and all(signed(card) for card in row["card"])):
        return True
    return bool(row["least"]) and row["number"] != "next" and row["card"] != ["blind"]


def gone(position: Json, row: Json) -> list[Json]:
    """D20: cards that nobody will see again."""
    cards = [card for card in row["card"] if signed(card) and int(signed(card)) in position["out"]]
    told = [phrase("card {card} has left the game", {"card": card}) for card in cards]
    return [warning(message, phrase("leave it out"), [row["at"], "card"]) for message in told]


def outlook(position: Json, row: Json) -> Json:
    """What a move that can stand would do as the table lies."""
    there, number = position["row"], position["number"]  # left, right, and blind where there is a deck
    cards: Json = {}
    for word in row["card"] or SIDES:
        for side in there:
            if word == side or word == str(there[side]["card"]):
                cards[side] = there[side]["lines"]
    if not cards:
        return phrase("no such card lies there now: this would be passed over")
    if row["favour"] and not (row["card"] == ["blind"] and row["number"]):
        return chosen(position, row, cards)
    first = list(cards)[0]  # noqa: RUF015 (the form has no iterators)
    if first == "blind":
        return phrase("this plays the top of the deck, whatever it is")
    values = {"card": there[first]["card"], "number": number}
    if row["number"] == "next":
        return phrase("this plays card {card} with your next number", values)
    runs = [f"{line[0]} {line[1]}" for line in cards[first][:number] if line[0] not in position["home"]]
    if not runs:
        return phrase("this plays card {card} with your {number}, which runs nobody", values)
    values["runs"] = runs
    return phrase("this plays card {card} with your {number}: {runs}", values)


def chosen(position: Json, row: Json, cards: Json) -> Json:
    """D17: what each card is worth, and which is played."""
    number, home, least, favour = position["number"], position["home"], signed(row["least"]), weights(row)
    if "blind" in cards:
        values = {"number": number, "least": int(least or "0")}
        return phrase("this plays the top of the deck: with your {number} if worth {least}, else the next", values)
    if row["number"] == "next":
        return phrase("your next number decides which card is worth more")
    side, most = best(cards, number, favour, home)
    values = {"number": number, "most": most, "card": position["row"][side]["card"]}
    if least and most < int(least):
        return phrase("with your {number}, the better card is worth {most} to you: this would be passed over", values)
    if "left" not in cards or "right" not in cards:
        return phrase("with your {number}, card {card} is worth {most} to you: this plays it", values)
    for each in SIDES:
        values[each] = worth(cards[each], number, favour, home)
    return phrase(
        "with your {number}, the left card is worth {left} to you, the right one {right}: this plays card {card}",
        values,
    )


def weights(row: Json) -> Json:
    """What a space of each horse is worth, of a move that can be read."""
    found: Json = {}
    for name in row["favour"]:
        found[name] = int(signed(row["favour"][name]))
    return found


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    said: list[Json] = []
    full = [filled(row) for row in rows]
    for row in full:
        wrong = bad_move(row) if moves(row) else bad_exchange(row)
        said += wrong
        if moves(row) and not stands(row) and not wrong:
            said.append(note(outlook(position, row), row["at"]))
            said += worths(position, row) if row is full[0] else []
    return said + review(position, full)


def worths(position: Json, row: Json) -> list[Json]:
    """What each open card is worth by a move that weighs horses, told on its picture."""
    told: list[Json] = []
    for side in SIDES:
        if row["favour"] and side in position["row"]:
            points = worth(position["row"][side]["lines"], position["number"], weights(row), position["home"])
            told.append(note(phrase("worth {points} to you", {"points": points}), ["art", side]))
    return told


def filled(row: Json) -> Json:
    """A row of the form: what it does not ask is not written."""
    plain: Json = {"key": row["key"], "at": row["at"], "when": row["when"]}
    for name in BLANK:
        plain[name] = row.get(name) or BLANK[name]
    return plain
