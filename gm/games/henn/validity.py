"""D16 to D20: which moves and exchanges can stand. Also run by the order form, see gm/core/validity.py.

A move is {"card": words and numbers, "number": open, next or "", "favour": weights by name, "least": text}; an exchange
{"swap": names, "for": text, "least": text}. Both have "key" (moves, exchange, or either of a standing order), "when"
(is there a condition?) and "at". A position is what `pages.position` makes of a table.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from gm.core.play import Json
from gm.core.validity import NOT_ALLOWED, UNREADABLE, bad_number, both, comparison, error, note, phrase, signed, warning

HEAVIEST = 99  # D17
MOST = 999999999
SIDES = ("left", "right")


def worth(lines: Sequence[Any], number: int, favour: Mapping[Any, int], home: Container[Any]) -> int:
    """D17: weight times spaces over the lines that the number runs; who is home does not run."""
    total = 0
    for line in lines[:number]:
        if line[0] not in home:
            total += favour.get(line[0], 0) * line[1]
    return total


def bad_move(row: Json) -> list[Json]:
    """D20: what is wrong with a move, whatever the position."""
    at, favour, remarks = row["at"], row["favour"], []
    if not row["card"] and not favour:
        hint = phrase("add card: left, or favour: and a horse", {})
        return [error(NOT_ALLOWED, phrase("this move says neither card nor favour", {}), hint, at)]
    for name in favour:
        remarks += bad_number(name, favour[name], -HEAVIEST, HEAVIEST, [at, "favour"])
    if row["least"] and not favour:
        message = phrase("least is for what a card is worth, and there is no favour", {})
        remarks.append(
            error(NOT_ALLOWED, message, phrase("add favour: and a horse, or leave least out", {}), [at, "least"])
        )
    elif row["least"]:
        remarks += bad_number("least", row["least"], -MOST, MOST, [at, "least"])
    if favour and "blind" in row["card"] and len(row["card"]) > 1:
        message = phrase("nobody knows what a blind card is worth beside others", {})
        remarks.append(error(NOT_ALLOWED, message, phrase("write card: blind alone", {}), [at, "card"]))
    return remarks


def bad_exchange(row: Json) -> list[Json]:
    """D20."""
    at, wanted, least = row["at"], row["for"], row["least"]
    if not row["swap"]:
        message = phrase("this exchange does not say which horse", {})
        return [error(NOT_ALLOWED, message, phrase("add swap: and a horse, or any", {}), at)]
    if row["swap"] == ["none"]:
        return []
    if not wanted:
        message = phrase("this exchange does not say for what", {})
        return [error(NOT_ALLOWED, message, phrase('add for: open, blind, better or a place such as "<= 3"', {}), at)]
    remarks = bad_ticket(wanted, [at, "for"])
    if least and wanted != "better":
        message = phrase("least goes with better alone", {})
        remarks.append(error(NOT_ALLOWED, message, phrase("write for: better, or leave least out", {}), [at, "least"]))
    elif least:
        remarks += bad_number("least", least, 1, MOST, [at, "least"])
    return remarks


def bad_ticket(wanted: Any, about: Any) -> list[Json]:
    """D18: open, blind, better, or a comparison."""
    if isinstance(wanted, str) and (wanted in ("open", "blind", "better") or comparison(wanted)):
        return []
    message = phrase("this is nothing that a ticket can be exchanged for", {})
    if isinstance(wanted, str):
        message = phrase("{word} is nothing that a ticket can be exchanged for", {"word": wanted[:30]})
    return [error(UNREADABLE, message, phrase('write open, blind, better or a place such as "<= 3"', {}), about)]


def review(position: Json, rows: list[Json]) -> list[Json]:
    """D20: what has to be said of an order as a whole."""
    own = [row for row in rows if not stands(row)]
    if own and not position["moves"]:
        message = phrase("you do not move on turn {turn}", {"turn": position["turn"]})
        return [error(NOT_ALLOWED, message, phrase("send press without moves", {}), own[0]["at"])]
    remarks: list[Json] = []
    for row in rows:
        remarks += gone(position, row) if moves(row) else []
    for standing in (False, True):
        tried = [row for row in rows if moves(row) and stands(row) == standing]
        if tried and all(doubtful(row) for row in tried):
            message = phrase("if none of these moves is possible, the tool moves for you", {})
            hint = phrase("end the list with left, or with a favour alone", {})
            remarks.append(warning(message, hint, tried[-1]["at"]))
    return remarks


def stands(row: Json) -> bool:
    return bool(row["key"].startswith("standing"))


def moves(row: Json) -> bool:
    return bool(row["key"].endswith("moves"))


def doubtful(row: Json) -> bool:
    """D20: may it come to nothing? With the next number, or blind, `least` does not decide that."""
    if row["when"]:
        return True
    if row["card"] and all(signed(card) for card in row["card"]):
        return True
    return bool(row["least"]) and row["number"] != "next" and row["card"] != ["blind"]


def gone(position: Json, row: Json) -> list[Json]:
    """D20: cards that nobody will see again."""
    return [
        warning(
            phrase("card {card} has left the game", {"card": card}), phrase("leave it out", {}), [row["at"], "card"]
        )
        for card in row["card"]
        if signed(card) and int(signed(card)) in position["out"]
    ]


def side_of(position: Json, word: str) -> str:
    """D16: where a card that is named lies, or "" if it does not."""
    if word == "blind":
        return "blind" if position["deck"] else ""
    for side in SIDES:
        there = position["row"][side]
        if there and (word == side or word == str(there["card"])):
            return side
    return ""


def outlook(position: Json, row: Json) -> Json:
    """What a move that can stand would do as the table lies."""
    sides = [side_of(position, word) for word in row["card"] or SIDES]
    there = [side for side in sides if side]
    if not there:
        return phrase("no such card lies there now: this would be passed over", {})
    if row["favour"] and not (row["card"] == ["blind"] and row["number"]):
        return chosen(position, row, there)
    if there[0] == "blind":
        return phrase("this plays the top of the deck, whatever it is", {})
    card = position["row"][there[0]]
    if row["number"] == "next":
        return phrase("this plays card {card} with your next number", {"card": card["card"]})
    runs = [named(line) for line in card["lines"][: position["number"]] if line[0] not in position["home"]]
    values = {"card": card["card"], "number": position["number"], "runs": both(runs) if runs else ""}
    if not runs:
        return phrase("this plays card {card} with your {number}, which runs nobody", values)
    return phrase("this plays card {card} with your {number}: {runs}", values)


def named(line: Any) -> str:
    return str(line[0]) + " " + str(line[1])


def chosen(position: Json, row: Json, there: list[str]) -> Json:
    """D17: what each card is worth, and which is played."""
    if there == ["blind"]:
        values = {"number": position["number"], "least": int(signed(row["least"]) or "0")}
        return phrase(
            "the top of the deck is played: with your {number} if that is worth {least}, else with the next", values
        )
    if row["number"] == "next":
        return phrase("your next number decides which card is worth more", {})
    favour = {name: int(signed(row["favour"][name])) for name in row["favour"]}
    worths = {
        side: worth(position["row"][side]["lines"], position["number"], favour, position["home"])
        for side in SIDES
        if side in there
    }
    best = "left" if "left" in worths and ("right" not in worths or worths["left"] >= worths["right"]) else "right"
    values = {
        "number": position["number"],
        "left": worths.get("left", 0),
        "right": worths.get("right", 0),
        "most": worths[best],
        "card": position["row"][best]["card"],
    }
    if row["least"] and worths[best] < int(signed(row["least"])):
        return phrase("with your {number}, the better card is worth {most} to you: this would be passed over", values)
    if len(worths) < 2:
        return phrase("with your {number}, card {card} is worth {most} to you: this plays it", values)
    return phrase(
        "with your {number}, the left card is worth {left} to you, the right one {right}: this plays card {card}",
        values,
    )


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    said: list[Json] = []
    full = [filled(row) for row in rows]
    for row in full:
        wrong = bad_move(row) if moves(row) else bad_exchange(row)
        said += wrong
        if moves(row) and not stands(row) and not wrong:
            said.append(note(outlook(position, row), row["at"]))
    return said + review(position, full)


def filled(row: Json) -> Json:
    """A row of the form: what it does not ask is not written."""
    both_have = {"key": row["key"], "at": row["at"], "when": row["when"], "least": row.get("least") or ""}
    if moves(row):
        favour = row.get("favour") or {}
        return {"card": row.get("card") or [], "number": row.get("number") or "", "favour": favour} | both_have
    return {"swap": row.get("swap") or [], "for": row.get("for") or ""} | both_have
