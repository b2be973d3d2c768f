"""Whole games of the Grand National board game from the seed, page after page, as the second adjudicator sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.national.box import HORSES, POINTS
from tests.national.oracle import adjudicate
from tests.national.positions import next_round, some_bets, some_bids, some_rides
from tests.national.ring import stables_of

Page = dict[str, Any]
Rng = random.Random


def first_page(seed: str, players: list[str], options: Page) -> Page:
    return {"rules": "national", "phase": "sale", "players": players, "seed": seed, "options": options}


def next_page(page: Page, result: Page) -> Page:
    """What the answer to one turn leaves for the next."""
    if page["phase"] == "race":
        return next_round(page, result)
    common = {key: page[key] for key in ("rules", "players", "seed", "options")}
    common |= {"phase": result["next"], "money": result["money"], "stables": result.get("stables", page.get("stables"))}
    if result["next"] == "sale":
        return common | {"sale": page.get("sale", 1) + 1}
    if result["next"] == "ante-post":
        return common
    off = result.get("off") or page["off"]
    common |= {"bets": result.get("bets", {}), "going": off["going"], "start": off["start"]}
    if result["next"] == "betting":
        return common | {"off": off}
    horses = {
        horse: {"square": 0, "lane": lane, "points": POINTS[off["going"]]} for horse, lane in off["lanes"].items()
    }
    return common | {"round": 1, "home": False, "horses": horses}


def some_orders(rng: Rng, page: Page) -> Page:
    """From everybody who wants to send some."""
    if page["phase"] == "race":
        return some_rides(rng, page)
    stables = stables_of(page)
    run = [horse for stable in stables.values() for horse in stable]
    if page["phase"] == "sale":
        lots = [horse for horse in HORSES if horse not in run]
        made = {player: some_bids(rng, page, player, lots) for player in page["players"] if len(stables[player]) < 4}
    elif page["phase"] == "ante-post":
        made = {player: {"bets": {rng.choice(run): rng.choice(["10 win", "10 place"])}} for player in page["players"]}
    else:
        made = {player: some_bets(rng, page, player, run) for player in page["players"]}
    return {player: order for player, order in made.items() if rng.random() < 0.9}


def whole_game(rng: Rng, seed: str, players: list[str], options: Page) -> Iterator[tuple[Page, Page]]:
    """Every turn as a case page with its orders, and the answer."""
    page, over = first_page(seed, players, options), False
    while not over:
        page = page | {"orders": some_orders(rng, page)}
        result = adjudicate(page)
        yield page, result
        over = bool(result.get("over"))
        page = next_page(page, result)
