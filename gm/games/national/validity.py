"""N4, N20, N41: what is written, and which orders can stand. Also run by the order form, see gm/core/validity.py.

Amounts, bets and rides are text, as people write them; of a position only what is needed comes along.
"""

from typing import Any

from gm.core.play import Json
from gm.core.validity import MINUS, NOT_ALLOWED, UNKNOWN, UNREADABLE, error, fold, phrase, warning, whole

STEP = 10000
FASTEST = 8
LANES = 6
ENDS = ("fence", "shoe", "clear")
ON = ("win", "place")
FILLERS = ("to", "for", "a", "on", "at", "the", "auf", "sur", "su", "per", "pour", "für")
THOUSANDS = ",.'’ "


def money(text: str) -> int:
    """N4: an amount as people write it, under 1,000 in thousands; -1 if it is none.

    >>> money("60"), money("60,000"), money("£60.000"), money("60 000 £"), money("60k"), money("6,00"), money("lots")
    (60000, 60000, 60000, 60000, 60000, -1, -1)
    """
    told = fold(text)
    if told.startswith("£"):
        told = told[1:].strip()
    elif told.endswith("£"):
        told = told[:-1].strip()
    if told.endswith("k"):
        told = told[:-1].strip() + "000"
    digits = ungrouped(told)
    if not whole(digits) or len(digits) > 9:
        return -1
    return int(digits) * 1000 if int(digits) < 1000 else int(digits)


def ungrouped(text: str) -> str:
    """The digits alone, if whatever stands between them stands before three each."""
    parts = [""]
    for char in text:
        if char in THOUSANDS:
            parts.append("")
        else:
            parts[len(parts) - 1] += char
    for part in parts[1:]:
        if len(part) != 3:
            return ""
    return "".join(parts)


def told(pounds: int) -> Json:
    """An amount as a sentence of its own: each language groups its digits, and puts the sign, in its own way."""
    text = str(pounds)
    rest, most = text[max(0, len(text) - 3) :], text[: max(0, len(text) - 3)]
    if not most:
        return phrase("£{pounds}", {"pounds": rest})
    if len(most) < 4:
        return phrase("£{thousands},{pounds}", {"thousands": most, "pounds": rest})
    millions, thousands = most[: len(most) - 3], most[len(most) - 3 :]
    return phrase("£{millions},{thousands},{pounds}", {"millions": millions, "thousands": thousands, "pounds": rest})


def bad_bid(text: Any, about: Any) -> list[Json]:
    """N41."""
    if not isinstance(text, str) or money(text) < 0:
        return [error(UNREADABLE, no_money(text), phrase("write an amount such as 60000, or just 60", {}), about)]
    return bad_step(text, money(text), about)


def no_money(text: Any) -> Json:
    if not isinstance(text, str) or not text.strip():
        return phrase("this is no amount of money", {})
    return phrase("{text} is no amount of money", {"text": text.strip()[:30]})


def bad_step(text: str, pounds: int, about: Any) -> list[Json]:
    """N4."""
    if pounds % STEP == 0:
        return []
    message = phrase("{text} is no multiple of £10,000", {"text": text.strip()[:30]})
    return [error(NOT_ALLOWED, message, phrase("all money moves in steps of 10,000", {}), about)]


def wager(text: Any) -> Json:
    """A bet as it is written, {"stake": pounds, "on": win or place}; -1 and "" for what it does not say."""
    found: Json = {"stake": -1, "on": "", "odd": ""}
    if not isinstance(text, str):
        return found
    rest: list[str] = []
    for word in fold(text).split():
        if word in ON and not found["on"]:
            found["on"] = word
        elif word not in FILLERS:
            rest.append(word)
    found["stake"] = money(" ".join(rest))
    return found


def bad_wager(text: Any, about: Any) -> list[Json]:
    """N41."""
    found = wager(text)
    if not found["on"]:
        hint = phrase("write 10 win, or 10 place", {})
        return [
            error(NOT_ALLOWED, phrase("this bet does not say whether it is to win or for a place", {}), hint, about)
        ]
    if found["stake"] < 0:
        hint = phrase("write 10 win, or 10 place", {})
        return [error(UNREADABLE, phrase("this bet does not say how much", {}), hint, about)]
    if found["stake"] < STEP:
        message = phrase("a bet is of £10,000 or more, and this one is of {money}", {"money": told(found["stake"])})
        return [error(NOT_ALLOWED, message, phrase("write 10 or more", {}), about)]
    return bad_step(text, found["stake"], about)


def ride(text: Any) -> Json:
    """N20: a ride as it is written. `wrong` is the first word that no ride has, `lanes` how many it names."""
    found: Json = {"speeds": [], "ends": [], "lane": 0, "lanes": 0, "retire": False, "wrong": "", "alone": True}
    words = pieces(text) if isinstance(text, str) else []
    at = 0
    while at < len(words):
        at += taken(found, words, at)
    found["alone"] = len(words) == 1
    return found


def pieces(text: str) -> list[str]:
    """Its words: a comma is a space, and every dash is the same, with spaces around it or without."""
    plain = "".join([" " if char in ",;" else "-" if char in MINUS else char for char in fold(text)])
    joined = plain.replace(" -", "-").replace("- ", "-")
    return joined.split()


def taken(found: Json, words: list[str], at: int) -> int:
    """What one word adds to a ride, and how many words that were."""
    word = words[at]
    after = words[at + 1] if at + 1 < len(words) else ""
    if word == "lane" or (word.startswith("lane") and whole(word[4:])):
        number = word[4:] or after
        found["lanes"] += 1
        found["lane"] = int(number) if is_lane(number) else 0
        if not is_lane(number):
            found["wrong"] = found["wrong"] or (word + " " + number if number else word)
        return 2 if word == "lane" and after else 1
    if word in ENDS:
        found["ends"].append(word)
    elif word == "retire":
        found["retire"] = True
    elif speeds(word):
        found["speeds"] += speeds(word)
    elif word != "or":
        found["wrong"] = found["wrong"] or word
    return 1


def is_lane(text: str) -> bool:
    return len(text) == 1 and text in "123456"


def speeds(word: str) -> list[int]:
    """One speed, or a span of them, up or down.

    >>> speeds("5"), speeds("4-6"), speeds("6-4"), speeds("9"), speeds("4-")
    ([5], [4, 5, 6], [6, 5, 4], [], [])
    """
    ends = word.split("-")
    if len(ends) > 2 or not all(len(end) == 1 and end in "12345678" for end in ends):
        return []
    first, last = int(ends[0]), int(ends[len(ends) - 1])
    return list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))


def bad_ride(text: Any, about: Any) -> list[Json]:
    """N41."""
    found = ride(text)
    hint = phrase(
        "write speeds from 1 to 8, fence, shoe or clear, and a lane from 1 to 6, such as 4-6 clear lane 2", {}
    )
    if found["wrong"]:
        return [error(UNKNOWN, phrase("a ride has no {word}", {"word": found["wrong"][:30]}), hint, about)]
    if found["lanes"] > 1:
        return [error(NOT_ALLOWED, phrase("this ride names two lanes", {}), phrase("keep one of the two", {}), about)]
    if found["retire"] and not found["alone"]:
        return [error(NOT_ALLOWED, phrase("retire stands alone", {}), phrase("leave out the rest", {}), about)]
    if not found["speeds"] and not found["retire"]:
        return [error(NOT_ALLOWED, phrase("this ride does not say how fast", {}), hint, about)]
    return []


def odd_bid(position: Json, row: Json, about: Any) -> list[Json]:
    """N41: bids that can stand, and come to nothing or to less than they say."""
    if bad_bid(row["play"], about):
        return []
    bid, limit = money(row["play"]), position["limit"]
    values = {"horse": row["horse"], "bid": told(bid), "reserve": told(row["reserve"]), "limit": told(max(0, limit))}
    if bid < row["reserve"]:
        message = phrase("you bid {bid} for {horse}, which is not sold under {reserve}", values)
        return [warning(message, phrase("it counts as no bid", {}), about)]
    if bid > limit:
        message = phrase("you bid {bid} for {horse}, and can pay {limit} at most", values)
        return [warning(message, phrase("£10,000 are kept for each box that would still be empty", {}), about)]
    return []


def odd_ride(runner: Json, text: Any, about: Any) -> list[Json]:
    """N41: rides that can stand, and may not be what was meant."""
    found, said = ride(text), []
    values = {"horse": runner["horse"], "points": runner["points"]}
    if found["retire"] and runner["first"]:
        message = phrase("{horse} is one of the first four, and cannot be retired as things stand", values)
        said.append(warning(message, "", about))
    if any(speed > runner["points"] for speed in found["speeds"]):
        message = phrase("{horse} has {points} speed points, and is ridden no faster than that", values)
        said.append(warning(message, "", about))
    if len(found["speeds"]) > 1 and not found["ends"]:
        message = phrase("of several speeds the first is taken, if the ride does not say where to land", {})
        said.append(warning(message, phrase("add fence, shoe or clear", {}), about))
    return said


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    said: list[Json] = []
    staked = 0
    for row in rows:
        section, horse = apart(row["key"])
        if section == "bids":
            said += checked_bid(position, horse, row.get("bid") or "", [row["at"], "bid"])
        elif section == "bets":
            said += checked_bet(position, row.get("bet") or "", [row["at"], "bet"])
            staked += max(0, wager(row.get("bet") or "")["stake"])
        elif row.get("ride"):
            wrong = bad_ride(row["ride"], [row["at"], "ride"])
            said += wrong or odd_ride(position["runners"][horse], row["ride"], [row["at"], "ride"])
    return said + over(position, staked)


def apart(key: str) -> list[str]:
    """A section, and the horse that a row is about."""
    at = key.find(" ")
    return [key[:at], key[at + 1 :]]


def checked_bid(position: Json, horse: str, text: str, about: Any) -> list[Json]:
    if not text:
        return []
    row = {"horse": horse, "reserve": position["reserves"][horse], "play": text}
    return bad_bid(text, about) or odd_bid(position, row, about)


def checked_bet(position: Json, text: str, about: Any) -> list[Json]:
    """N11: before the going is known, of 10,000 and no other amount."""
    if not text:
        return []
    wrong = bad_wager(text, about)
    if not wrong and position["ante_post"] and wager(text)["stake"] != STEP:
        return [error(NOT_ALLOWED, other_stake(wager(text)["stake"]), "", about)]
    return wrong


def other_stake(pounds: int) -> Json:
    return phrase("an ante-post bet is of £10,000, and yours is of {money}", {"money": told(pounds)})


def over(position: Json, staked: int) -> list[Json]:
    """N41: bets of more than the purse together."""
    if staked <= position["purse"]:
        return []
    message = phrase("you bet {total}, and you have {purse}", {"total": told(staked), "purse": told(position["purse"])})
    return [error(NOT_ALLOWED, message, "", None)]
