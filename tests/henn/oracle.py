"""A slow second opinion on Dirk Henn's Derby, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks. A table is a plain dict that changes as
the moves are made, a page is whatever a reader of YAML makes of it, numbers as text or not.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.henn.box import CARDS, COLOURS, PAYOUTS
from tests.henn.written import by_name_compares, folded, horse_in, keyed, listed, number_compares, whole

Table = dict[str, Any]
Page = dict[str, Any]
SIDES = ("left", "right")


# What lies on the table


def lines(table: Table, card: int, number: int) -> list[tuple[str, int]]:
    """D8: lines 1 to n of a card."""
    return [(table["horses"][horse], spaces) for horse, spaces in CARDS[card - 1][:number]]


def places_now(table: Table) -> dict[str, int]:
    """D12: the place that each horse took, or would take if the race ended now."""
    found = {horse: place for place, horse in enumerate(table["home"], start=1)}
    for horse, space in table["space"].items():
        found[horse] = 1 + len(table["home"]) + sum(other > space for other in table["space"].values())
    return found


def pays(table: Table, horse: str, ticket: int) -> int:
    """D13: what this ticket would pay if the race ended now."""
    good = places_now(table)[horse] <= ticket
    return int(table["payouts"][ticket - 1]) if good else 0


def is_over(table: Table) -> bool:
    """D12."""
    return not any(table["numbers"].values()) or len(table["home"]) == 9


def where(table: Table, card: Any) -> str | None:
    """D16: where a card that is written so can be taken from, if it is there."""
    word = folded(card)
    if word == "blind":
        return "blind" if table["deck"] else None
    for side in SIDES:
        if table[side] is not None and word in (side, str(table[side])):
            return side
    return None


def card_at(table: Table, side: str) -> int:
    found: int = table["deck"][0] if side == "blind" else table[side]
    return found


# D19: conditions


def name_fact(table: Table, player: str, key: str, moving: bool) -> list[str]:
    if key == "finished":
        return list(table["home"])
    if key == "running":
        return list(table["space"])
    if not moving or table[key] is None:
        return []
    return [horse for horse, _ in lines(table, table[key], table["numbers"][player][0]) if horse in table["space"]]


def key_holds(table: Table, player: str, key: str, wanted: Any, moving: bool) -> bool:
    answer = key_is_true(table, player, key, wanted, moving)
    table["notes"][f"{key}: {'yes' if answer else 'no'}, {'before a move' if moving else 'in an exchange'}"] += 1
    return answer


def key_is_true(table: Table, player: str, key: str, wanted: Any, moving: bool) -> bool:
    if key == "not":
        return not holds(table, player, wanted, moving)
    numbers = table["numbers"][player]
    if key == "number":
        return moving and number_compares(numbers[0], wanted)
    if key in ("cards", "home"):
        return number_compares(len(numbers if key == "cards" else table["home"]), wanted)
    if key in ("left", "right", "running", "finished"):
        fact = name_fact(table, player, key, moving)
        return all(horse_in(table["horses"], name) in fact for name in listed(wanted))
    facts = {
        "space": table["space"],
        "place": places_now(table),
        "ticket": table["tickets"][player],
        "open": {horse: stock[0] for horse, stock in table["stock"].items() if stock},
    }
    return by_name_compares(table["horses"], facts[key], wanted)


def holds(table: Table, player: str, when: Page, moving: bool) -> bool:
    """All keys have to hold; `number`, `left` and `right` are facts of a move."""
    return all(key_holds(table, player, key, wanted, moving) for key, wanted in keyed(when).items())


# D16, D17: which card, and which number


def weights_of(table: Table, favour: Any) -> dict[str, int]:
    pairs = favour.items() if isinstance(favour, dict) else [(name, 1) for name in listed(favour)]
    return {horse_in(table["horses"], name): whole(weight) for name, weight in pairs}


def worth(table: Table, card: int, number: int, weights: dict[str, int]) -> int:
    """Over its lines 1 to n whose horses still run, in full also over the line."""
    running = [(horse, spaces) for horse, spaces in lines(table, card, number) if horse in table["space"]]
    return sum(weights.get(horse, 0) * spaces for horse, spaces in running)


def after_open(numbers: list[int]) -> int:
    """D6: the next number card; the last one is its own next."""
    return numbers[1] if len(numbers) > 1 else numbers[0]


def plan_of(table: Table, player: str, move: Page) -> tuple[str, bool] | None:
    """Where the card comes from, and whether the next number is turned over; None if the move is not possible."""
    named, number = move.get("card"), folded(move.get("number", ""))
    blind = not isinstance(named, list) and folded(named) == "blind"
    table["notes"][
        f"tried: {'favour' if 'favour' in move else 'no favour'}, {'blind' if blind else 'open'}, {number}"
    ] += 1
    if "favour" not in move or (blind and number):
        there = [side for card in listed(named) if (side := where(table, card)) is not None]
        return (there[0], number == "next") if there else None
    weights = weights_of(table, move["favour"])
    least = whole(move["least"]) if "least" in move else None
    if blind:
        return blind_plan(table, player, weights, least or 0)
    allowed = SIDES if named is None else [where(table, card) for card in listed(named)]
    sides = [side for side in SIDES if side in allowed and table[side] is not None]
    if not sides:
        return None
    numbers = table["numbers"][player]
    with_number = after_open(numbers) if number == "next" else numbers[0]
    values = {side: worth(table, table[side], with_number, weights) for side in sides}
    best = sides[-1] if values[sides[-1]] > values[sides[0]] else sides[0]  # left if they are equal
    too_little = least is not None and values[best] < least
    table["notes"][f"worth {'too little' if too_little else 'enough'}, {number}"] += 1
    if number == "next":
        return ("blind" if too_little and table["deck"] else best), True
    return None if too_little else (best, False)


def blind_plan(table: Table, player: str, weights: dict[str, int], least: int) -> tuple[str, bool] | None:
    if not table["deck"]:
        return None
    value = worth(table, table["deck"][0], table["numbers"][player][0], weights)
    table["notes"][f"worth {'too little' if value < least else 'enough'}, blind"] += 1
    return "blind", value < least


def first_move(table: Table, player: str, moves: Any) -> tuple[str, bool] | None:
    """D15: the first that is possible and whose `when` holds."""
    for written in listed(moves):
        move = keyed(written) if isinstance(written, dict) else {"card": written}
        if holds(table, player, move.get("when", {}), True):
            plan = plan_of(table, player, move)
            if plan is not None:
                return plan
    return None


def tool_plan(table: Table) -> tuple[str, bool] | None:
    """D21; nothing if there is no card at all (D11)."""
    wishes = ["blind", *SIDES] if table["nmr"] == "blind" else [*SIDES, "blind"]
    return next(((side, False) for side in wishes if where(table, side)), None)


# D10, D18: the exchange


def in_full(written: Any) -> Page:
    """The short forms."""
    if isinstance(written, dict):
        return keyed(written)
    return {"swap": "none"} if folded(written) == "none" else {"swap": "any", "for": written}


def gain(table: Table, player: str, horse: str) -> int:
    return pays(table, horse, table["stock"][horse][0]) - pays(table, horse, table["tickets"][player][horse])


def wanted_horse(table: Table, player: str, line: Page, may: list[str]) -> str | None:
    if not isinstance(line["swap"], list) and folded(line["swap"]) == "any":
        wishes = may
    else:
        wishes = [horse for name in listed(line["swap"]) if (horse := horse_in(table["horses"], name)) in may]
    kind = folded(line["for"])
    if kind == "better":
        wishes = [horse for horse in wishes if gain(table, player, horse) >= whole(line.get("least", 1))]
        return max(wishes, key=lambda horse: gain(table, player, horse), default=None)
    if kind not in ("open", "blind"):
        wishes = [horse for horse in wishes if number_compares(table["stock"][horse][0], line["for"])]
    return wishes[0] if wishes else None


def exchange(table: Table, player: str, lists: Any, card: int) -> Page | None:
    on_card = [horse for horse, _ in lines(table, card, 6)]
    may = [horse for horse in table["space"] if horse not in on_card and table["stock"][horse]]
    for line in map(in_full, listed(lists)):
        if not holds(table, player, line.get("when", {}), False):
            continue
        if not isinstance(line["swap"], list) and folded(line["swap"]) == "none":
            table["notes"]["swap: none"] += 1
            return None
        horse = wanted_horse(table, player, line, may)
        kind = "compared" if folded(line["for"]) not in ("open", "blind", "better") else folded(line["for"])
        table["notes"][f"exchange, {kind}: {'no' if horse is None else 'yes'}"] += 1
        if horse is not None:
            return swapped(table, player, horse, folded(line["for"]) == "blind")
    return None


def swapped(table: Table, player: str, horse: str, blind: bool) -> Page:
    stock, mine = table["stock"][horse], table["tickets"][player]
    gave = mine[horse]
    stock.append(gave)
    if blind:
        stock.append(stock.pop(0))
    mine[horse] = stock.pop(0)
    return {"horse": horse, "for": "blind" if blind else "open", "gave": gave, "got": mine[horse]}


# A whole move


def run(table: Table, card: int, number: int) -> list[Page]:
    """D8, D9: from line n up to line 1."""
    ran = []
    for horse, spaces in reversed(lines(table, card, number)):
        if horse not in table["space"]:
            continue
        table["space"][horse] += spaces
        if table["space"][horse] >= table["track"]:
            del table["space"][horse]
            table["home"].append(horse)
        place = len(table["home"]) if horse in table["home"] else None
        ran.append({"horse": horse, "spaces": spaces, "space": table["space"].get(horse), "place": place})
    return ran


def order_of(page: Page, player: str) -> Page:
    """D15: a standing list answers where the page has none of its own."""
    own = keyed((page.get("orders") or {}).get(player) or {})
    return keyed(own.pop("standing", None) or {}) | own


def make_move(table: Table, player: str, order: Page) -> Page:
    ordered = first_move(table, player, order.get("moves", []))
    plan = ordered or tool_plan(table)
    numbers = table["numbers"][player]
    turned = plan is not None and plan[1] and len(numbers) > 1
    if turned:
        numbers.append(numbers.pop(0))
    done: Page = {"player": player, "auto": ordered is None, "number": numbers.pop(0), "turned": turned}
    done |= {"card": None, "from": None, "ran": [], "exchange": None}
    if plan is not None:
        side = plan[0]
        card = card_at(table, side)
        done |= {"card": card, "from": side, "ran": run(table, card, done["number"])}
        done["exchange"] = exchange(table, player, order.get("exchange", []), card)
        if side == "blind":
            table["deck"].pop(0)
        else:
            table[side] = table["deck"].pop(0) if table["deck"] else None  # D11: only this gap
    return done


# A case page, and what is answered


def numbers_in(written: Any) -> list[int]:
    return [int(str(each)) for each in listed(written or [])]


def set_up(page: Page) -> Table:
    horses = [str(horse) for horse in page.get("horses") or COLOURS]
    options, row = page.get("options") or {}, page.get("row") or {}
    places = {int(str(place)): horse_in(horses, horse) for place, horse in (page.get("places") or {}).items()}
    home = [places[place] for place in sorted(places)]
    spaces = {horse_in(horses, name): int(str(space)) for name, space in (page.get("spaces") or {}).items()}
    stock = {horse_in(horses, name): numbers_in(tickets) for name, tickets in (page.get("stock") or {}).items()}
    hands = page.get("tickets") or {}
    return {
        "horses": horses,
        "track": int(str(options.get("track", 70))),
        "payouts": numbers_in(options.get("payouts", PAYOUTS)),
        "nmr": folded(options.get("nmr", "left")),
        "home": home,
        "space": {horse: spaces.get(horse, 0) for horse in horses if horse not in home},
        **{side: int(str(row[side])) if row.get(side) is not None else None for side in SIDES},
        "deck": numbers_in(page.get("deck")),
        "numbers": {p: numbers_in((page.get("numbers") or {}).get(p)) for p in page["players"]},
        "tickets": {p: {horse_in(horses, h): int(str(t)) for h, t in hands[p].items()} for p in hands},
        "stock": {horse: stock.get(horse, []) for horse in horses},
    }


def adjudicate(page: Page, notes: Counter[str] | None = None) -> Page:
    """Resolve one case page, and give the result in the shape of the rulings, with everything told.

    The notes count which turns the rulings took on the way.
    """
    table, players = set_up(page), list(page["players"])
    table["notes"] = Counter() if notes is None else notes
    first, done = players.index(page.get("next") or players[0]), []
    for turn in range(int(str(page.get("moves") or len(players)))):
        player = players[(first + turn) % len(players)]
        if not is_over(table) and table["numbers"][player]:  # nobody moves without a number card, and the turn passes
            done.append(make_move(table, player, order_of(page, player)))
    return {"moves": done, **told(table, players)}


def told(table: Table, players: list[str]) -> Page:
    over = is_over(table)
    totals = {p: sum(pays(table, h, t) for h, t in table["tickets"].get(p, {}).items()) for p in players}
    return {
        "spaces": table["space"],
        "places": {str(place): horse for place, horse in enumerate(table["home"], start=1)},
        "row": {side: table[side] for side in SIDES},
        "deck": table["deck"],
        "numbers": table["numbers"],
        "tickets": table["tickets"],
        "stock": table["stock"],
        "over": over,
        "final": places_now(table) if over else None,
        "payouts": totals if over else None,
        "winners": sorted(p for p in players if totals[p] == max(totals.values())) if over else [],
    }


def seen_by(result: Page, reader: str | None) -> Page:
    """D22: the same result as a report tells it to one player, or to everybody; once it is over all is told."""
    if result["over"]:
        return result
    moves = []
    for move in result["moves"]:
        swap = move["exchange"]
        if swap is not None and move["player"] != reader:
            swap = swap | {"gave": None} | ({"got": None} if swap["for"] == "blind" else {})
        moves.append(move | {"exchange": swap})
    return result | {
        "moves": moves,
        "deck": len(result["deck"]),
        "numbers": {p: {"open": (left or [None])[0], "left": sorted(left)} for p, left in result["numbers"].items()},
        "tickets": {p: hand for p, hand in result["tickets"].items() if p == reader},
        "stock": {h: {"open": (left or [None])[0], "count": len(left)} for h, left in result["stock"].items()},
    }
