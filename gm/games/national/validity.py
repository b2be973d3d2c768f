"""N4, N20, N41: what is written, and which orders can stand. Also run by the order form, see gm/core/validity.py.

Amounts, bets and rides are text, as people write them; of a position only what is needed comes along.
"""

from typing import Any

from gm.core.play import Json
from gm.core.validity import MINUS, UNKNOWN, UNREADABLE, error, fold, forbidden, note, phrase, warning, whole, without

STEP = 10000
FASTEST = 8
ENDS = ("fence", "shoe", "clear")
ON = ("win", "place")
EACH_WAY = ("each", "way", "each-way", "ew")
FILLERS = ("to", "for", "a", "on", "at", "the", "auf", "sur", "su", "per", "pour", "für")
THOUSANDS = ",.'’ "
CURRENCY = ("£", "pounds", "pound", "gbp", "pfund", "livres", "sterline")
IN_THOUSANDS = ("k", "thousand", "tausend", "tsd", "mille", "mila")


def money(text: str) -> int:
    """N4: an amount as people write it, under 1,000 in thousands; -1 if it is none.

    >>> [money(text) for text in ("60", "60,000", "£60.000", "60 000 £", "60k", "60 mila", "6,00", "lots", "pounds")]
    [60000, 60000, 60000, 60000, 60000, 60000, -1, -1, -1]
    """
    told = fold(text)
    if told.startswith("£"):
        told = told[1:].strip()
    told = without(told, CURRENCY)
    if without(told, IN_THOUSANDS) != told:
        told = without(told, IN_THOUSANDS) + "000"
    digits = ungrouped(told)
    if not whole(digits) or len(digits) > 9:
        return -1
    return int(digits) * 1000 if int(digits) < 1000 else int(digits)


def ungrouped(text: str) -> str:
    """The digits alone, if whatever stands between them stands before three each."""
    parts = "".join([" " if char in THOUSANDS else char for char in text]).split(" ")
    return "" if any(len(part) != 3 for part in parts[1:]) else "".join(parts)


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
    return forbidden(message, phrase("all money moves in steps of 10,000", {}), about)


def wager(text: Any) -> Json:
    """A bet as it is written, {"stake": pounds, "on": win or place}; -1 and "" for what it does not say."""
    found: Json = {"stake": -1, "on": "", "both": False}
    if not isinstance(text, str):
        return found
    rest: list[str] = []
    for word in fold(text).split():
        if word in ON:
            found["both"] = found["both"] or found["on"] not in ("", word)
            found["on"] = word
        elif word in EACH_WAY:
            found["both"] = True
        elif word not in FILLERS:
            rest.append(word)
    found["stake"] = money(" ".join(rest))
    return found


def bad_wager(text: Any, about: Any) -> list[Json]:
    """N41."""
    found, hint = wager(text), phrase("write 10 win, or 10 place", {})
    if found["both"]:
        message = phrase("a bet is to win or for a place, and this one says both", {})
        return forbidden(message, phrase("write two of them: [10 win, 10 place]", {}), about)
    if not found["on"]:
        return forbidden(phrase("this bet does not say whether it is to win or for a place", {}), hint, about)
    if found["stake"] < 0:
        return [error(UNREADABLE, phrase("this bet does not say how much", {}), hint, about)]
    if found["stake"] < STEP:
        message = phrase("a bet is of £10,000 or more, and this one is of {money}", {"money": told(found["stake"])})
        return forbidden(message, phrase("write 10 or more", {}), about)
    return bad_step(text, found["stake"], about)


def ride(text: Any) -> Json:
    """N20: a ride as it is written. `wrong` is the first word that no ride has, `lanes` how many it names."""
    found, words = unridden(), pieces(text) if isinstance(text, str) else []
    at = 0
    while at < len(words):
        at += taken(found, words, at)
    found["alone"] = len(words) == 1
    return found


def unridden() -> Json:
    return {"speeds": [], "ends": [], "lane": 0, "lanes": 0, "retire": False, "wrong": "", "alone": True}


def spelled(text: str) -> list[str]:
    """The words of a ride as the form has them to tap; what no ride has stays as it is."""
    all_words, words, at = [], pieces(text), 0
    while at < len(words):
        found = unridden()
        many = taken(found, words, at)
        own = [str(speed) for speed in found["speeds"]] + found["ends"]
        own += ["lane " + str(found["lane"])] if found["lane"] else []
        own += words[at : at + many] if found["retire"] or found["wrong"] else []
        all_words += [word for word in own if word not in all_words]
        at += many
    return all_words


def pieces(text: str) -> list[str]:
    """Its words: a comma is a space, and so is a stroke; every dash is the same, with spaces around it or without."""
    plain = "".join([" " if char in ",;/" else "-" if char in MINUS else char for char in without(fold(text), (".",))])
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
    hint = phrase("write speeds from 1 to 8, fence, shoe or clear, and a lane from 1 to 6, such as 4-6 clear lane 2")
    if found["wrong"]:
        return [error(UNKNOWN, phrase("a ride has no {word}", {"word": found["wrong"][:30]}), hint, about)]
    if found["lanes"] > 1:
        return forbidden(phrase("this ride names two lanes", {}), phrase("keep one of the two", {}), about)
    if found["retire"] and not found["alone"]:
        return forbidden(phrase("retire stands alone", {}), phrase("leave out the rest", {}), about)
    if not found["speeds"] and not found["retire"]:
        return forbidden(phrase("this ride does not say how fast", {}), hint, about)
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


def open_end(about: Any) -> Json:
    """N41: a list of which the last alternative has a `when`."""
    message = phrase("if no condition of this list holds, there is nothing left to try", {})
    return warning(message, phrase("end the list with what you want in any other case", {}), about)


def left_out(position: Json, named: list[str]) -> list[Json]:
    """N41: what stands from before nobody knows here, so it is said of every horse that the page does not name."""
    hint, said = phrase("a standing ride of yours counts for it; without one the desk rides it", {}), []
    for horse in [each for each in position["runners"] if each not in named]:
        said.append(warning(phrase("you do not name {horse}", {"horse": horse}), hint, None))
        said[len(said) - 1]["section"] = "ride " + horse  # the form has a place for it
    return said


def check(position: Json, rows: list[Json]) -> list[Json]:
    """All that the order form says of what is filled in."""
    said: list[Json] = []
    last: Json = {}
    for row in rows:
        section, horse = apart(row["key"])
        last[row["key"]] = row
        if section == "bids":
            bid = {"horse": horse, "reserve": position["reserves"][horse], "play": row.get("bid") or ""}
            said += bad_bid(bid["play"], [row["at"], "bid"]) or odd_bid(position, bid, [row["at"], "bid"])
        elif section == "bets":
            said += checked_bets(position, horse, row)
        else:
            said += checked_ride(position["runners"][horse], section, row.get("ride") or "", row["at"])
    said += [open_end(row["at"]) for row in last.values() if row["when"]]
    return said + of_the_sale(position, rows) + of_the_ring(position, rows) + of_the_race(position, rows)


def apart(key: str) -> list[str]:
    """A section, and the horse that a row is about."""
    at = key.find(" ")
    return [key[:at], key[at + 1 :]]


def of_the_sale(position: Json, rows: list[Json]) -> list[Json]:
    """What is left in the worst case; of alternatives the highest counts, since nobody knows which will hold."""
    highest: Json = {}
    for row in rows:
        section, horse = apart(row["key"])
        if section == "bids" and not bad_bid(row.get("bid") or "", None):
            highest[horse] = max(highest.get(horse, 0), money(row["bid"]))
    bids = [[position["reserves"][horse], highest[horse]] for horse in position["lots"] if horse in highest]
    if not bids:
        return []
    paid, many = worst(position["purse"], position["boxes"], bids)
    values = {"paid": told(paid), "left": told(position["purse"] - paid), "many": many, "boxes": position["boxes"]}
    return [note(phrase("At worst you pay {paid}: {left} left, {many} of {boxes} boxes filled", values), None)]


def worst(purse: int, boxes: int, bids: list[Any]) -> list[int]:
    """N7: the most that these bids can cost, whichever of them win at their limits; and for how many horses."""
    sums: list[list[int]] = [[0]] + [[] for _ in range(boxes)]  # by horses bought: what they may have cost
    for reserve, bid in bids:
        for many in range(boxes - 1, -1, -1):
            for before in sums[many]:
                limit = min(bid, purse - before - STEP * (boxes - many - 1))
                if limit >= reserve and before + limit not in sums[many + 1]:
                    sums[many + 1].append(before + limit)
    most = max([paid for some in sums for paid in some])
    return [most, max([many for many in range(boxes + 1) if most in sums[many]])]


def checked_bets(position: Json, horse: str, row: Json) -> list[Json]:
    """N11: before the going is known, of 10,000 and no other amount. What a bet would pay stands beside it (N36)."""
    said: list[Json] = []
    for at in (0, 1):
        if (row.get(ON[at]) or "").strip():
            about, text = [row["at"], ON[at]], row[ON[at]] + " " + ON[at]
            said += bad_wager(text, about) or pays(position, wager(text)["stake"], position["odds"][horse][at], about)
    return said


def pays(position: Json, stake: int, odds: int, about: Any) -> list[Json]:
    if position["ante_post"] and stake != STEP:
        return forbidden(other_stake(stake), "", about)
    return [note(phrase("pays {money}", {"money": told(stake * (odds + 1))}), about)]


def other_stake(pounds: int) -> Json:
    return phrase("an ante-post bet is of £10,000, and yours is of {money}", {"money": told(pounds)})


def too_many(many: int) -> Json:
    return phrase("you place {many} bets, and before the going is known there is one", {"many": many})


def of_the_ring(position: Json, rows: list[Json]) -> list[Json]:
    many, staked = 0, 0
    for row in rows:
        for text in [row.get(on) or "" for on in ON] if apart(row["key"])[0] == "bets" else []:
            many += 1 if text.strip() else 0
            staked += max(0, money(text))
    if not many:
        return []
    if position["ante_post"] and many > 1:
        return forbidden(too_many(many), "", None)
    values = {"staked": told(staked), "left": told(max(0, position["purse"] - staked))}
    return over(position, staked) or [note(phrase("You stake {staked}: {left} left", values), None)]


def over(position: Json, staked: int) -> list[Json]:
    """N41: bets of more than the purse together."""
    if staked <= position["purse"]:
        return []
    message = phrase("you bet {total}, and you have {purse}", {"total": told(staked), "purse": told(position["purse"])})
    return forbidden(message, "", None)


def of_the_race(position: Json, rows: list[Json]) -> list[Json]:
    named = [apart(row["key"]) for row in rows if row.get("ride")]
    return left_out(position, [horse for _, horse in named]) if any(section == "ride" for section, _ in named) else []


def checked_ride(runner: Json, section: str, text: str, at: Any) -> list[Json]:
    found, wrong = ride(text), bad_ride(text, [at, "ride"])
    told_of = [note(would(runner, found), at)] if section == "ride" and found["speeds"] and not wrong else []
    return wrong or odd_ride(runner, text, [at, "ride"]) + told_of


def would(runner: Json, found: Json) -> Json:
    """N20, N43: what comes of a ride if nobody is in the way."""
    lands, fitting = runner["lands"][str(found["lane"])], []
    for end in found["ends"]:
        fitting += [speed for speed in found["speeds"] if lands[speed - 1][0].replace("home", "clear") == end]
    speed = (fitting + found["speeds"])[0]
    there = lands[speed - 1]
    values = {"speed": speed, "where": where(there), "square": there[1], "left": runner["points"] - there[3]}
    return phrase("If nobody is in the way: {speed}, {where} ({square}). Speed points left: {left}", values)


def strip(position: Json, key: str, text: str) -> list[Json]:
    """N43: where each speed would land, towards the lane of the ride; and who stands there now."""
    section, horse = apart(key)
    if section != "ride":
        return []
    tiles = []
    for speed, there in enumerate(position["runners"][horse]["lands"][str(ride(text)["lane"])]):
        values = {"speed": speed + 1, "where": where(there), "square": there[1], "lane": there[2], "paid": there[3]}
        lands = phrase("{speed}: square {square}, lane {lane}, {where}; speed points: {paid}", values)
        does, mark = phrase("{where} ({square})", values), there[0]
        if there[5]:
            lands = phrase("{lands}; {horse} stands there now", {"lands": lands, "horse": there[5]})
            does, mark = phrase("{where} ({square}), taken", values), mark + " taken"
        tiles.append({"tile": str(speed + 1), "does": does, "told": lands, "mark": mark})
    return tiles


def where(there: Any) -> Json:
    """What a landing is: kind, square, lane, speed points, the fence's number, and who stands there."""
    kinds = {"home": phrase("home", {}), "shoe": phrase("shoe", {}), "clear": phrase("clear", {})}
    return fence(there[4]) if there[0] == "fence" else kinds[there[0]]


def fence(number: int) -> Json:
    again = str(number - 16 if number in (22, 23, 24, 25) else number)
    named = {"6": phrase("Becher's Brook", {}), "7": phrase("Foinavon", {}), "8": phrase("Canal Turn", {})}
    named["9"], named["15"] = phrase("Valentine's Brook", {}), phrase("The Chair", {})
    named["16"] = phrase("The Water", {})
    return named[again] if again in named else phrase("fence {number}", {"number": number})
