"""Cases of the Grand National board game by chance, for each phase: valid case pages, with a liking for what is rare."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.henn.positions import odd
from tests.national import chance
from tests.national.box import DECKS, ELBOW, FENCES, FINISH, GOINGS, HORSES, LOT, POINTS, RESERVE, SHOES
from tests.national.course import Position
from tests.national.oracle import adjudicate
from tests.national.ring import house_stables, lanes_of, money_of, stables_of
from tests.national.spelling import alternatives, bet, pounds, ride, rides

Page = dict[str, Any]
Rng = random.Random
PLAYERS = ["ann", "bob", "cat", "dan", "eve", "fay"]


# What all phases have


def some_options(rng: Rng) -> Page:
    every = {
        "sales": rng.choice([1, 2, 3]),
        "field": rng.choice([0, 16, 20, 24, rng.randint(0, 24)]),
        "ante_post": rng.choice(["yes", "no", True, False]),
        "rounds": rng.randint(1, 4),
        "lead": rng.choice(["round", "move"]),
        "finish": rng.choice(["fourth", "all"]),
        "nmr": rng.choice(
            ["5", "3 4 lane 2", "8-1 fence", "6-3 shoe or clear", "1", "4 5 3 clear", "2-7 lane 6 fence"]
        ),
    }
    return {key: value for key, value in every.items() if rng.random() < 0.3}


def a_table(rng: Rng, phase: str) -> Page:
    players = rng.sample(PLAYERS, rng.choice([2, 2, 3, 3, 4, 4, 4, 5, 6]))
    page: Page = {"rules": "national", "phase": phase, "players": players, "options": some_options(rng)}
    if rng.random() < 0.9:
        page["seed"] = rng.choice(["d4", f"{rng.randrange(10**9):x}", f"{rng.getrandbits(256):064x}"])
    return page


def full_stables(rng: Rng, page: Page) -> None:
    stables = [*page["players"], *house_stables(page)]
    horses = rng.sample(HORSES, 4 * len(stables))
    page["stables"] = {stable: horses[4 * seat : 4 * seat + 4] for seat, stable in enumerate(stables)}


def some_money(rng: Rng, page: Page, most: int = 25) -> None:
    page["money"] = {player: 10_000 * rng.choice([0, 1, 2, rng.randint(0, most)]) for player in page["players"]}


# The sale


def sale_case(rng: Rng) -> Page:
    page = a_table(rng, "sale")
    sales = int(page["options"].get("sales", 2))
    page["sale"] = rng.randint(1, sales)
    begun = page["sale"] > 1 or rng.random() < 0.3
    if begun:
        horses = rng.sample(HORSES, 24)
        some = rng.choice([[0, 1, 2, 3, 4], [3, 4], [0, 1], [2, 3], [4, 4, 4, 3]])
        page["stables"] = {player: [horses.pop() for _ in range(rng.choice(some))] for player in page["players"]}
        steps = [0, 1, 2, 3, 4, 5, 10, 15, 20, 25] if rng.random() < 0.3 else [8, 10, 12, 15, 20, 25]
        page["money"] = {player: 10_000 * rng.choice(steps) for player in page["players"] if rng.random() < 0.9}
    taken = {horse for stable in stables_of(page).values() for horse in stable}
    lots = [horse for horse in HORSES if horse not in taken]
    page["orders"] = {player: some_bids(rng, page, player, lots) for player in page["players"] if rng.random() < 0.9}
    if all(len(stable) == 4 for stable in stables_of(page).values()):
        page["stables"][rng.choice(page["players"])].pop()  # or else there is no sale
    if rng.random() < 0.35:
        same = {
            horse: pounds(rng, RESERVE[horse] + rng.choice([0, 10_000, 20_000]))
            for horse in rng.sample(lots, min(12, len(lots)))
        }
        for order in page["orders"].values():  # everybody wants these, and for the same
            order["bids"] = same
    return page


def some_bids(rng: Rng, page: Page, player: str, lots: list[str]) -> Page:
    if rng.random() < 0.05:
        return {"bids": "none"}
    wanted = rng.sample(lots, rng.randint(1, min(len(lots), rng.choice([3, 8, 20, 30]))))
    return {"bids": {odd(rng, horse): bids_for(rng, page, player, horse) for horse in wanted}}


def bids_for(rng: Rng, page: Page, player: str, horse: str) -> Any:
    """Few steps over the reserve, so that many are equal."""
    before = [other for other in HORSES if LOT[other] < LOT[horse]]
    gone = rng.sample(before, min(len(before), rng.randint(0, 9)))
    facts = {
        "money": rng.choice([0, 50, 100, 150, 200, money_of(page)[player] // 1000]),
        "horses": rng.randint(0, 4),
        "mine": rng.sample(gone, min(len(gone), 2)),
        "sold": gone,
        "price": {other: RESERVE[other] // 1000 + rng.choice([0, 0, 10, 20]) for other in gone},
    }

    def amount() -> Any:
        more = rng.choice([-10_000, 0, 0, 0, 10_000, 10_000, 20_000, 20_000, 50_000, 200_000])
        return pounds(rng, max(0, RESERVE[horse] + more))

    return alternatives(rng, "bid", facts, HORSES, amount)


# Bets


def ante_post_case(rng: Rng) -> Page:
    page = a_table(rng, "ante-post")
    page["options"].pop("ante_post", None)
    full_stables(rng, page)
    some_money(rng, page, 9)
    run = [horse for stable in page["stables"].values() for horse in stable]
    page["orders"] = {
        player: {
            "bets": {odd(rng, rng.choice(run)): rng.choice(["10 win", "10,000 place", "£10.000 Place", "10000 win"])}
        }
        if rng.random() < 0.8
        else {"bets": "none"}
        for player in page["players"]
        if rng.random() < 0.8
    }
    return page


def betting_case(rng: Rng) -> Page:
    """Some have backed a horse ante-post; some want more than they can pay."""
    page = a_table(rng, "betting")
    full_stables(rng, page)
    some_money(rng, page, 12)
    page["going"] = rng.choice(GOINGS)
    run = [horse for stable in page["stables"].values() for horse in stable]
    if str(page["options"].get("ante_post", "yes")).lower() in ("yes", "true"):
        earlier = {
            player: {"bets": {rng.choice(run): rng.choice(["10 win", "10 place"])}} for player in page["players"]
        }
        plenty = {player: 10_000 for player in page["players"] if rng.random() < 0.5}
        known = page | {"phase": "ante-post", "orders": earlier, "money": dict.fromkeys(page["players"], 0) | plenty}
        page["bets"] = adjudicate(known)["bets"]
    page["orders"] = {player: some_bets(rng, page, player, run) for player in page["players"] if rng.random() < 0.9}
    return page


def some_bets(rng: Rng, page: Page, player: str, run: list[str]) -> Page:
    if rng.random() < 0.1:
        return {"bets": "none"}
    purse, bets = money_of(page)[player], {}
    for horse in rng.sample(run, rng.choice([1, 2, 3, 5])):
        some = [bet(rng, purse) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        bets[odd(rng, horse)] = some[0] if len(some) == 1 and rng.random() < 0.8 else some
    return {"bets": bets}


# The race: where they are


def some_squares(rng: Rng) -> list[tuple[int, int]]:
    """Squares and lanes for a whole field, in one of many shapes, each once."""
    base = rng.choice([rng.randint(1, 117), rng.choice(FENCES), rng.choice([78, 84, 104, 112, 116, 117])])
    shapes = [
        range(max(1, base - 5), base + 3),
        range(max(1, base - 12), base + 7),
        range(max(1, base - 58), base + 1),
        [*range(max(1, base - 58), max(2, base - 48)), *range(max(1, base - 5), base + 1)],
        range(106, 119),
        range(112, FINISH),
        range(72, 87),
        [*range(max(1, base - 12), max(2, base - 8)), base + 1],
        [square for square, _ in SHOES if base - 9 <= square <= base + 9] + [base],
    ]
    squares = [square for square in rng.choice(shapes) if 0 < square < FINISH]
    spots = [(square, lane) for square in set(squares) for lane in range(1, 7) if square < ELBOW or lane > 2]
    if len(spots) < 24:
        spots += [(square, lane) for square in range(max(1, min(squares) - 6), min(squares)) for lane in range(3, 7)]
    return rng.sample(spots, len(spots))


def wall(rng: Rng, spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A whole row of horses side by side, and some behind it: nobody gets through."""
    square = rng.choice([*FENCES, rng.randint(3, 117)])
    row = [(square, lane) for lane in range(1, 7)]
    behind = [(square - back, lane) for back in (1, 2) for lane in range(1, 7) if square - back > 0]
    front = [*row, *rng.sample(behind, rng.randint(4, len(behind)))]
    return [*front, *(spot for spot in spots if spot not in front and abs(spot[0] - square) < 59)]


def random_horses(rng: Rng, page: Page) -> Page:
    lanes = lanes_of(page["stables"], page["start"])
    spots = some_squares(rng)
    spots = wall(rng, spots) if rng.random() < 0.25 else spots
    held, gone = rng.choice([0.0, 0.1, 0.3]), rng.choice([0.0, 0.1, 0.3, 0.8])
    found: Page = {}
    for horse in rng.sample(list(lanes), len(lanes)):
        if page["round"] == 1 or (page["round"] == 2 and rng.random() < 0.1) or not spots:
            square, lane = 0, lanes[horse]
        else:
            square, lane = spots.pop(0)
        most = POINTS[page["going"]]
        points = (
            most
            if page["round"] == 1
            else rng.choice([rng.randint(0, 3), 9, 12, *(rng.randint(4, most) for _ in range(5))])
        )
        found[horse] = {"square": square, "lane": lane, "points": points}
        if page["round"] > 1:
            found[horse] |= some_trouble(rng, held, gone)
    front = max(told["square"] for told in found.values())
    for told in found.values():
        if told["square"] <= front - 60:
            told.setdefault("out", "lapped")
    return found


def some_trouble(rng: Rng, held: float, gone: float) -> Page:
    told: Page = {}
    if rng.random() < held:
        told["stamina"] = rng.randint(1, 4)
    if rng.random() < held / 3:
        told["lead"] = 2
    if rng.random() < held:
        told["hold"] = rng.choice([1, 2, 2])
    if rng.random() < held / 2:
        told["miss"] = rng.choice([True, "yes"])
    if rng.random() < gone:
        told["out"] = rng.choice(["fell", "fell", "spent", "lapped", "retired"])
    return told


def some_home(rng: Rng, page: Page) -> None:
    """A few have crossed the line already, if anybody has come that far."""
    running = [told for told in page["horses"].values() if "out" not in told]
    if running and max(told["square"] for told in running) > 100 and rng.random() < 0.6:
        many = rng.choice([1, 2, 3, 3, 3])
        if page["options"].get("finish") == "all":
            many = rng.choice([1, 3, 4, 6])
        for place, told in enumerate(running[: min(many, len(running) - 1)], start=1):
            told |= {"square": FINISH, "lane": rng.randint(3, 6), "place": place}
            for key in ("hold", "miss"):
                told.pop(key, None)


def only_the_house(rng: Rng, page: Page) -> None:
    """The players have one horse left, or none."""
    mine = [horse for player in page["players"] for horse in page["stables"][player]]
    for horse in rng.sample(mine, len(mine) - rng.randint(0, 1)):
        if "place" not in page["horses"][horse]:
            page["horses"][horse].setdefault("out", "fell")


def some_decks(rng: Rng, page: Page) -> None:
    style = rng.choice(["whole", "short", "long", "mixed"])
    decks: Page = {}
    for name, cards in DECKS.items():
        pile = rng.sample(cards, len(cards))
        if style == "short" or (style == "mixed" and rng.random() < 0.5):
            decks[name] = pile[: rng.choice([0, 1, 2, 3])]
        elif style != "whole":
            decks[name] = pile[: rng.randint(4, len(pile))]
        if name == "jump" and name in decks and rng.random() < 0.4:
            decks[name] = [card for card in decks[name] if card != "J1"]
    if decks:
        page["decks"] = decks
    if rng.random() < 0.5:
        page["shuffles"] = {name: rng.choice([1, 1, 2, 3]) for name in DECKS if rng.random() < 0.7}


def race_case(rng: Rng) -> Page:
    page = a_table(rng, "race")
    full_stables(rng, page)
    some_money(rng, page)
    page["going"] = rng.choice(GOINGS)
    page["start"] = [rng.choice(list(page["stables"])) for _ in range(4)]
    page["round"] = rng.choice([1, 2, 2, 3, 5, 9, 14])
    page["horses"] = random_horses(rng, page)
    some_home(rng, page)
    if len(page["stables"]) > len(page["players"]) and rng.random() < 0.15:
        only_the_house(rng, page)
    if not any(told.keys().isdisjoint({"out", "place"}) for told in page["horses"].values()):
        next(told for told in page["horses"].values() if "place" not in told).pop("out")  # or else the race is over
    page["home"] = any(told["square"] > 83 for told in page["horses"].values())
    if page["round"] > 1 or rng.random() < 0.3:
        some_decks(rng, page)
    page["bets"] = betting_case_bets(rng, page)
    page["orders"] = some_rides(rng, page)
    return page


def betting_case_bets(rng: Rng, page: Page) -> Page:
    run = [horse for stable in page["stables"].values() for horse in stable]
    orders = {player: some_bets(rng, page, player, run) for player in page["players"] if rng.random() < 0.6}
    rich = dict.fromkeys(page["players"], 90_000)
    found: Page = adjudicate(page | {"phase": "betting", "orders": orders, "money": rich, "bets": {}})["bets"]
    return found


def some_rides(rng: Rng, page: Page) -> Page:
    position, orders = Position(page, Counter()), {}
    chances = rng.choice([(0.9, 0.0), (0.5, 0.5), (0.3, 0.9), (1.0, 0.3)])
    for player in page["players"]:
        running = [horse for horse in page["stables"][player] if position.runs(horse)]
        order = {
            section: rides(rng, running, position.facts, list(page["horses"]), many)
            for section, many in zip(("ride", "standing"), chances, strict=True)
        }
        orders[player] = {section: said for section, said in order.items() if said}
    return {player: order for player, order in orders.items() if order and rng.random() < 0.95}


# Whole races


def new_race(rng: Rng, page: Page | None = None) -> Page:
    """From the draw of a seed, on the first round."""
    page = page or a_table(rng, "race")
    if "stables" not in page:
        full_stables(rng, page)
        some_money(rng, page)
    seed = str(page.get("seed", ""))
    page["going"], page["start"] = chance.going(seed), chance.draw(seed, list(page["stables"]))
    page["round"], page["home"] = 1, False
    points = POINTS[page["going"]]
    lanes = lanes_of(page["stables"], page["start"])
    page["horses"] = {horse: {"square": 0, "lane": lane, "points": points} for horse, lane in lanes.items()}
    return page


def next_round(page: Page, result: Page) -> Page:
    kept = {key: result[key] for key in ("round", "home", "decks", "shuffles")}
    unsaid = (("stamina", 0), ("lead", 0), ("hold", None), ("miss", False), ("out", None), ("place", None))
    horses = {
        horse: {key: value for key, value in told.items() if (key, value) not in unsaid}
        for horse, told in result["horses"].items()
    }
    return page | kept | {"horses": horses}


def midrace_case(rng: Rng) -> Page:
    """A position that a race came to by itself."""
    page = new_race(rng)
    page["options"].pop("rounds", None)
    for _ in range(rng.choice([2, 4, 6, 8, 9, 10, 11, 12])):
        result = adjudicate(page | {"orders": plain_rides(rng, page)})
        if result["over"]:
            break
        page = next_round(page, result)
    page["options"] |= {"rounds": rng.randint(2, 4)} if rng.random() < 0.3 else {}
    page["bets"] = betting_case_bets(rng, page)
    page["orders"] = some_rides(rng, page)
    return page


def plain_rides(rng: Rng, page: Page) -> Page:
    """Without conditions, in a hurry."""
    said = ["4-6 clear", "5 6 4 clear lane 1", "8-1 fence", "3-6 shoe or clear", "4", "6"]
    return {
        player: {"ride": {horse: rng.choice([*said, ride(rng)]) for horse in page["stables"][player]}}
        for player in page["players"]
    }


CASES = {
    "sale": sale_case,
    "ante-post": ante_post_case,
    "betting": betting_case,
    "race": race_case,
    "midrace": midrace_case,
}


def random_case(rng: Rng, kinds: str = "sale sale ante-post betting race race race race midrace") -> Page:
    """One of any phase; what is empty is left out now and then."""
    page = CASES[rng.choice(kinds.split())](rng)
    empty: list[Any] = [{}, [], None]
    return {key: value for key, value in page.items() if value not in empty or rng.random() < 0.5}
