"""H16 to H20: which orders can stand, and what they leave. Also run by the order form, see gm/core/validity.py.

A line is {"key": fence or kind of fence, "play": what is written, "when": is there a condition?, "implied": is it read
between the lines?, "at": its place}. A position is what `pages.position` makes of a race.
"""

from typing import Any

from gm.core.play import Json
from gm.core.validity import NOT_ALLOWED, UNKNOWN, UNREADABLE, both, error, fold, note, phrase, warning, whole

MOST_DIGITS = 9
WRITE = phrase("write a whole number such as 12, or all")
PRESS_ONLY = phrase("send press without orders")


def bad_bid(play: Any, about: Any) -> list[Json]:
    """H16: a whole number, 0 or more, or `all`."""
    text = fold(play) if isinstance(play, str) else ""
    if text == "all":
        return []
    if not text:
        return [error(UNREADABLE, phrase("this cannot be played"), WRITE, about)]
    if not whole(text):
        return [error(UNREADABLE, phrase("{bid} cannot be played", {"bid": text[:30]}), WRITE, about)]
    if len(text.lstrip("0")) > MOST_DIGITS:
        return [error(NOT_ALLOWED, phrase("no horse will ever have that many points"), WRITE, about)]
    return []


def price(play: Any, points: int) -> int:
    """What it costs; what cannot be read has been complained of before."""
    if bad_bid(play, None):
        return 0
    return points if fold(play) == "all" else int(fold(play))


def last_word(here: list[Json]) -> list[Json]:
    """H18: a list of alternatives of which none holds plays 0."""
    if not here or any(not line["when"] for line in here):
        return []
    return [{"key": here[0]["key"], "play": "0", "when": False, "implied": True, "at": here[0]["at"]}]


def review(position: Json, lines: list[Json]) -> list[Json]:
    """What the check on arrival says of the order as a whole."""
    if position["out"]:
        return out(position, lines)
    orders = [line for line in lines if line["key"] not in position["kinds"]]
    fences = position["fences"]
    remarks = wrong_fences(orders, fences, position["turn"])
    if orders and fences:
        remarks += misplaced(orders, fences)
        remarks += left_out(orders, fences)
        if position["open"]:
            remarks += cost(position["points"], orders, fences)
    return remarks


def out(position: Json, lines: list[Json]) -> list[Json]:
    values = {"horse": position["horse"], "fence": position["out_at"]}
    message = phrase("the race is over")
    if position["out"] == "retired":
        message = phrase("{horse} was taken out after fence {fence}", values)
    if position["out"] == "fell":
        message = phrase("{horse} fell at fence {fence}", values)
    return [error(NOT_ALLOWED, message, PRESS_ONLY, line["at"]) for line in lines[:1]]


def wrong_fences(orders: list[Json], fences: list[str], turn: int) -> list[Json]:
    if not fences:
        message = phrase("no fence is jumped on turn {turn}", {"turn": turn})
        return [error(NOT_ALLOWED, message, "", line["at"]) for line in orders[:1]]
    hint = phrase("it has {fences}", {"fences": both(fences)})
    return [
        error(UNKNOWN, phrase("fence {fence} is not jumped on turn {turn}", {"fence": line["key"], "turn": turn}), hint,
              line["at"])
        for line in orders
        if line["key"] not in fences and not line["implied"]
    ]  # fmt: skip


def misplaced(orders: list[Json], fences: list[str]) -> list[Json]:
    """H18: alternatives belong to the second fence and want a last word."""
    remarks: list[Json] = []
    for fence in fences:
        here = [line for line in orders if line["key"] == fence]
        if fence == fences[0]:
            remarks += too_early(fence, here)
        else:
            remarks += unending(fence, here)
    return remarks


def too_early(fence: str, here: list[Json]) -> list[Json]:
    if not here or (len(here) == 1 and not here[0]["when"]):
        return []
    pattern = phrase(
        "fence {fence} is the first of the turn: nothing has happened that it could depend on", {"fence": fence}
    )
    hint = phrase("write one number; alternatives are for the second")
    return [error(NOT_ALLOWED, pattern, hint, here[0]["at"])]


def unending(fence: str, here: list[Json]) -> list[Json]:
    """H18: an alternative that always holds comes last, and should be there."""
    certain = [number for number, line in enumerate(here) if not line["when"]]
    if not certain:
        return []
    first = certain[0]
    if here[first]["implied"]:
        message = phrase("if none of the alternatives for fence {fence} holds, you play 0", {"fence": fence})
        remark = warning(message, phrase("end the list with a number alone"), here[0]["at"])
        remark["section"] = fence
        return [remark]
    if first < len(here) - 1:
        values = {"fence": fence, "bid": str(here[first]["play"])}
        message = phrase("fence {fence}: what stands after {bid} is never reached", values)
        return [warning(message, phrase("put the number without a condition last"), here[first + 1]["at"])]
    return []


def left_out(orders: list[Json], fences: list[str]) -> list[Json]:
    """H20."""
    named = [line["key"] for line in orders]
    hint = phrase("a standing order is used if you have one, else what the house rules say")
    remarks: list[Json] = []
    for fence in [fence for fence in fences if fence not in named]:
        remark = warning(phrase("there is no number for fence {fence}", {"fence": fence}), hint, orders[0]["at"])
        remark["section"] = fence  # a form has a place for it, a page has not
        remarks.append(remark)
    return remarks


def cost(points: int, orders: list[Json], fences: list[str]) -> list[Json]:
    """H17: the first fence has to be affordable; both together had better be."""
    first = [line for line in orders if line["key"] == fences[0]]
    rest = [line for line in orders if line["key"] != fences[0]]
    if first and price(first[0]["play"], points) > points:
        return [too_dear(points, first[0], fences[0])]
    paid = 0
    for line in first:
        paid += price(line["play"], points)
    return too_dear_together(points, paid, rest, fences)


def too_dear_together(points: int, paid: int, rest: list[Json], fences: list[str]) -> list[Json]:
    if not rest:
        return []
    left, dear = points - paid, rest[0]
    for line in rest:
        if price(line["play"], left) > price(dear["play"], left):
            dear = line
    total = paid + price(dear["play"], left)
    if total <= points:
        return []
    values = {"fences": both(fences), "total": total, "points": points}
    message = phrase("fences {fences} together cost up to {total}, and you have {points}", values)
    return [warning(message, phrase("what you do not have is cut off"), dear["at"])]


def too_dear(points: int, line: Json, fence: str) -> Json:
    values = {"paid": price(line["play"], points), "fence": fence, "points": points}
    message = phrase("you play {paid} at fence {fence}, and you have {points}", values)
    hint = phrase("write a number from 0 to {points}, or all", {"points": str(points)})
    return error(NOT_ALLOWED, message, hint, line["at"])


def foresee(position: Json, lines: list[Json]) -> list[Json]:
    """What every line leaves in points, if it comes to that and nobody stumbles or wins anything."""
    leaves: list[Json] = []
    left = position["points"]
    for fence in position["fences"]:
        here = [line for line in lines if line["key"] == fence]
        for line in here:
            leaves.append({"line": line, "left": left - min(left, price(line["play"], left))})
        left -= min(left, price(here[0]["play"], left)) if here else 0
    return leaves


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    lines: list[Json] = []
    remarks: list[Json] = []
    for key in position["fences"] + position["kinds"]:
        here = [line for line in rows if line["key"] == key]
        lines += here
        lines += last_word(here)
    for line in lines:
        remarks += bad_bid(line["play"], line["at"])
    return remarks + review(position, lines) + notes(position, lines)


def notes(position: Json, lines: list[Json]) -> list[Json]:
    """What each line leaves, and the whole order."""
    points = position["points"]
    if lines and lines[0]["key"] == position["fences"][0] and price(lines[0]["play"], points) > points:
        return [note(phrase("Points: {points}", {"points": points}), None)]
    remarks: list[Json] = []
    least, most, last = points, points, ""
    for leaves in foresee(position, lines):
        line, left = leaves["line"], leaves["left"]
        if not line["implied"] and not bad_bid(line["play"], None):
            remarks.append(note(phrase("leaves you {left}", {"left": left}), line["at"]))
        least, most, last = min(least, left), left if line["key"] != last else max(most, left), line["key"]
    if least == most:
        remarks.append(note(phrase("Points left: {left} of {points}", {"left": least, "points": points}), None))
    else:
        values = {"least": least, "most": most, "points": points}
        remarks.append(note(phrase("Points left: {least} to {most} of {points}", values), None))
    return remarks
