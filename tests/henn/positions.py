"""Positions and orders of Henn's Derby by chance: valid case pages, with a liking for what is rare at a table."""

from __future__ import annotations

import random
from typing import Any

from tests.henn.box import COLOURS, NUMBERS
from tests.henn.oracle import SIDES, after_open, lines, pays, places_now, set_up, weights_of, worth

Page = dict[str, Any]
Rng = random.Random

NASTY = "No|7|1e3|Red Rum|red|Horse 2|Horse 22|Weiße Rose|Fly, By Night|on|all|left|open|not|better|yes|blue|63|O'Leary"
SIGNS = ["<", "<=", "=", "==", "!=", ">=", ">", "≤", "≥", "≠"]
MINUS = ["-", "-", "−", "–", "—"]


# Spellings


def odd(rng: Rng, name: Any) -> str:
    """The same word in another spelling that still has to match."""
    word = str(name)
    spelt = rng.choice([word, word, word, word, word.upper(), word.lower(), word.swapcase()])
    return " " * rng.choice([0, 0, 0, 0, 1]) + spelt + " " * rng.choice([0, 0, 0, 0, 2])


def written(rng: Rng, number: int) -> Any:
    """A number, or its text; a minus in one of its shapes."""
    if rng.random() < 0.7:
        return number
    return f"{rng.choice(MINUS)}{-number}" if number < 0 else str(number)


def comparison(rng: Rng, near: int) -> Any:
    number = max(0, near + rng.choice([-1, 0, 0, 0, 1]))
    if rng.random() < 0.25:
        return written(rng, number)
    return rng.choice(SIGNS) + rng.choice(["", " "]) + str(number)


def names(rng: Rng, likely: list[str], horses: list[str]) -> Any:
    """One name, or a list of one to three, mostly from the likely ones."""
    source = likely if likely and rng.random() < 0.8 else horses
    picked = [odd(rng, name) for name in rng.sample(source, min(len(source), rng.choice([1, 1, 1, 2, 3])))]
    return picked[0] if len(picked) == 1 and rng.random() < 0.7 else picked


# The table


def some_numbers(rng: Rng, players: list[str]) -> dict[str, list[int]]:
    """What players may still have of D4."""
    own = [number for number, many in enumerate(NUMBERS[len(players)], start=1) for _ in range(many)]
    late = rng.choice([[0, 1, 1, 2], [1, 2, 3], [3, 5, 8], [len(own)], [0, 1, len(own)]])
    return {player: rng.sample(own, rng.choice(late)) for player in players}


def some_spaces(rng: Rng, horses: list[str], track: int) -> dict[str, int]:
    """Often close to the line, and often several on one space."""
    near = [track - rng.randint(1, 9) for _ in range(4)]
    pack = [rng.randrange(track) for _ in range(3)]
    style = rng.choice([near, pack, near + pack, list(range(track)), [0, 0, 1, 2], [track - 1, track - 2, 0]])
    return {horse: rng.choice(style) for horse in horses}


def some_tickets(rng: Rng, page: Page, horses: list[str]) -> None:
    page["tickets"], page["stock"] = {player: {} for player in page["players"]}, {}
    kept = rng.choice([[9], [9], [0, 1, 2, 9], [1], [1, 2]])
    for horse in horses:
        pile = rng.sample(range(1, 10), 9)
        for player in page["players"]:
            page["tickets"][player][horse] = pile.pop()
        stock = pile[: rng.choice(kept)]
        if stock or rng.random() < 0.5:
            page["stock"][horse] = stock


def some_cards(rng: Rng, page: Page) -> None:
    cards = rng.sample(range(1, 64), 63)
    page["row"] = {side: cards.pop() for side in SIDES}
    page["deck"] = cards[: rng.choice([0, 1, 1, 2, 3, 4, 5, 9, 20, 61])]
    if not page["deck"]:  # only then can there be a gap
        for side in SIDES:
            if rng.random() < 0.4:
                del page["row"][side]


def some_options(rng: Rng) -> Page:
    payouts = rng.choice(
        [
            sorted((rng.randrange(20) * 100 for _ in range(9)), reverse=True),
            [rng.randrange(2000) for _ in range(9)],
            [900, 800, 700, 600, 500, 400, 300, 200, 100],
        ]
    )
    every = {
        "track": rng.choice([20, 21, 40, 69, 70, 71, 200]),
        "payouts": payouts,
        "nmr": rng.choice(["left", "blind"]),
    }
    return {key: value for key, value in every.items() if rng.random() < 0.35}


def random_table(rng: Rng) -> Page:
    players = rng.sample(["ann", "bob", "cid", "dot", "eve", "fay"], rng.choice([3, 3, 4, 5]))
    page: Page = {"rules": "henn", "players": players, "options": some_options(rng)}
    horses = list(COLOURS)
    if rng.random() < 0.35:
        horses = page["horses"] = rng.sample([*NASTY.split("|"), "green", "white", "brown"], 9)
    home = rng.sample(horses, rng.choice([0, 0, 0, 1, 2, 3, 4, 6, 7, 8, 8, 9 if rng.random() < 0.2 else 5]))
    page["places"] = dict(enumerate(home, start=1))
    running = [horse for horse in horses if horse not in home]
    spaces = some_spaces(rng, running, int(page["options"].get("track", 70)))
    page["spaces"] = {odd(rng, horse): space for horse, space in spaces.items() if space or rng.random() < 0.5}
    some_cards(rng, page)
    page["numbers"] = some_numbers(rng, players)
    some_tickets(rng, page, horses)
    page["next"], page["moves"] = (
        rng.choice(players),
        rng.choice([len(players)] * 3 + [1, 2, rng.randint(1, len(players))]),
    )
    return page


# Conditions: near the truth as the turn begins


def by_name(rng: Rng, facts: dict[str, int], horses: list[str]) -> Page:
    source = list(facts) if facts and rng.random() < 0.85 else horses
    picked = rng.sample(source, min(len(source), rng.choice([1, 1, 1, 2])))
    asked: Page = {}
    for horse in picked:
        asked[odd(rng, horse)] = comparison(rng, facts.get(horse, 4))
        if rng.random() < 0.35:
            sign = rng.choice(["", *SIGNS])
            asked[list(asked)[-1]] = sign + rng.choice(["", " "]) + odd(rng, rng.choice(source))
    return asked


def random_when(rng: Rng, table: Page, player: str, depth: int = 0) -> Page:
    horses, numbers = table["horses"], table["numbers"][player] or [3]
    known = {
        "space": table["space"],
        "place": places_now(table),
        "ticket": table["tickets"][player],
        "open": {horse: stock[0] for horse, stock in table["stock"].items() if stock},
    }
    lists = {"running": list(table["space"]), "finished": table["home"]}
    for side in SIDES:
        card = table[side]
        lists[side] = [horse for horse, _ in lines(table, card, numbers[0])] if card else []
    counts = {"number": numbers[0], "cards": len(numbers), "home": len(table["home"])}
    when: Page = {}
    for key in rng.sample([*known, *lists, *counts, "not", "not"], rng.choice([1, 1, 1, 2, 3])):
        if key == "not":
            when["not"] = random_when(rng, table, player, depth + 1) if depth < 2 else {"home": ">= 9"}
        elif key in known:
            when[key] = by_name(rng, known[key], horses)
        else:
            when[key] = names(rng, lists[key], horses) if key in lists else comparison(rng, counts[key])
    return when


# Moves


def some_card(rng: Rng, table: Page) -> Any:
    """Left, right or blind, or by number: one that lies open, may come to, or never will."""
    by_number = [card for card in (table["left"], table["right"], *table["deck"][:4], rng.randint(1, 63)) if card]
    return rng.choice(["left", "right", "blind", "Right", *(written(rng, card) for card in by_number)])


def cards_named(rng: Rng, table: Page, blind: bool) -> Any:
    some = [some_card(rng, table) for _ in range(rng.choice([1, 2, 2, 3]))]
    if not blind:
        some = ["left" if card == "blind" else card for card in some]
    return some[0] if rng.random() < 0.4 else some


def some_favour(rng: Rng, table: Page) -> Any:
    likely = [horse for side in SIDES if table[side] for horse, _ in lines(table, table[side], 6)]
    source = sorted({*likely}) if likely and rng.random() < 0.7 else table["horses"]
    picked = rng.sample(source, min(len(source), rng.randint(1, 4)))
    if rng.random() < 0.3:
        return names(rng, source, table["horses"])
    weights = rng.choice([range(-3, 4), range(-3, 4), [-1, 1], [-99, 99, 0], range(-99, 100)])
    return {odd(rng, horse): written(rng, rng.choice(list(weights))) for horse in picked}


def some_least(rng: Rng, table: Page, player: str, move: Page) -> Any:
    """About what one of the cards is worth with one of the numbers."""
    numbers = table["numbers"][player] or [3]
    number = rng.choice([numbers[0], after_open(numbers)])
    weights = weights_of(table, move["favour"])
    cards = [card for card in (table["left"], table["right"], *table["deck"][:1]) if card]
    values = [worth(table, card, number, weights) for card in cards] or [0]
    return written(rng, rng.choice([max(values), max(values), min(values), 0]) + rng.choice([-1, 0, 0, 1, 1, 9]))


def random_move(rng: Rng, table: Page, player: str) -> Any:
    kind = rng.choice(["bare", "card", "card", "plain", "plain", "plain", "next", "next", "blind", "blind, number"])
    if kind == "bare":
        return some_card(rng, table)
    move: Page = {}
    if rng.random() < 0.4:
        move["when"] = random_when(rng, table, player)
    if kind == "card":
        move["card"] = cards_named(rng, table, True)
        if rng.random() < 0.5:
            move["number"] = rng.choice(["open", "next", "next"])
        return move
    move["favour"] = some_favour(rng, table)
    if rng.random() < 0.6:
        move["least"] = some_least(rng, table, player, move)
    if "blind" in kind:
        move["card"] = "blind"
    elif rng.random() < 0.35:
        move["card"] = cards_named(rng, table, False)
    if kind != "blind" and (kind != "plain" or rng.random() < 0.2):
        move["number"] = "open" if kind == "plain" else rng.choice(["open", "next"]) if "," in kind else "next"
    return dict(rng.sample(list(move.items()), len(move)))


# Exchanges


def some_swap(rng: Rng, table: Page, kind: Any) -> Page:
    line: Page = {
        "swap": "any" if rng.random() < 0.3 else names(rng, list(table["space"]), table["horses"]),
        "for": kind,
    }
    if isinstance(line["swap"], list) or rng.random() < 0.3:
        some = rng.sample(table["horses"], rng.randint(2, 9))
        line["swap"] = line["swap"] if line["swap"] == "any" else [odd(rng, horse) for horse in some]
    return line


def random_exchange(rng: Rng, table: Page, player: str) -> Any:
    tickets = [stock[0] for stock in table["stock"].values() if stock] or [4]
    kinds = ["open", "blind", "better", "better", comparison(rng, rng.choice(tickets)), comparison(rng, min(tickets))]
    kind = rng.choice(kinds)
    if rng.random() < 0.2:
        return rng.choice([kind, kind, kind, "none"])
    line = {"swap": "none"} if rng.random() < 0.08 else some_swap(rng, table, kind)
    if kind == "better" and "for" in line and rng.random() < 0.5:
        gains = [
            abs(pays(table, h, table["stock"][h][0]) - pays(table, h, t))
            for h, t in table["tickets"][player].items()
            if table["stock"][h]
        ]
        line["least"] = written(rng, max(1, rng.choice([1, 100, *gains]) + rng.choice([0, 0, 1])))
    if rng.random() < 0.4:
        line["when"] = random_when(rng, table, player)
    return line


# Whole pages


def some_list(rng: Rng, make: Any, table: Page, player: str) -> Any:
    found = [make(rng, table, player) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
    return found[0] if len(found) == 1 and rng.random() < 0.5 else found


def random_order(rng: Rng, table: Page, player: str) -> Page:
    """Lists of one's own, standing ones, or some of each; there is always one."""

    def lists(chance: float) -> Page:
        made = {"moves": random_move, "exchange": random_exchange}
        return {key: some_list(rng, make, table, player) for key, make in made.items() if rng.random() < chance}

    order = lists(0.8)
    standing = lists(0.7) if rng.random() < 0.35 else {}
    if standing:
        order["standing"] = standing
    return order or {"moves": some_list(rng, random_move, table, player)}


def random_case(rng: Rng) -> Page:
    page = random_table(rng)
    table = set_up(page)
    over = len(table["home"]) == 9 or not any(table["numbers"].values())
    page["orders"] = {p: random_order(rng, table, p) for p in page["players"] if not over and rng.random() < 0.88}
    unsaid: Page = {"next": page["players"][0], "moves": len(page["players"])}
    return {
        key: value
        for key, value in page.items()
        if (value not in ({}, []) and value != unsaid.get(key)) or rng.random() < 0.6
    }
