"""The sale, the bets and the off, for the second adjudicator of the Grand National board game (N1 to N18)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.national import chance
from tests.national.box import ADDS, ANTE_POST, CAPS, HANDICAP, HORSES, LOT, MONEY, POINTS, PRICES, RESERVE, STEP
from tests.national.words import amount, bet_of, by_horse, folded, horse_of, listed, those_that_hold, yes

Page = dict[str, Any]
DEFAULTS: Page = {
    "sales": 2, "field": 16, "ante_post": "yes", "rounds": 1, "lead": "round", "finish": "fourth", "nmr": "4 5 3 clear",
}  # fmt: skip


# What a page has, with its defaults


def options_of(page: Page) -> Page:
    return DEFAULTS | (page.get("options") or {})


def money_of(page: Page) -> dict[str, int]:
    given = page.get("money") or {}
    return {player: int(str(given.get(player, MONEY))) for player in page["players"]}


def stables_of(page: Page) -> dict[str, list[str]]:
    """The players in seat order, then the house stables that the page has."""
    given = page.get("stables") or {}
    houses = [stable for stable in given if stable not in page["players"]]
    return {stable: [horse_of(name) for name in given.get(stable) or []] for stable in [*page["players"], *houses]}


def order_of(page: Page, player: str, section: str) -> dict[str, Any]:
    return by_horse(((page.get("orders") or {}).get(player) or {}).get(section))


def house_stables(page: Page) -> list[str]:
    """N2: four horses each until there are enough of them, and at most six stables."""
    many, field = len(page["players"]), int(str(options_of(page)["field"]))
    houses = 0
    while (many + houses) * CAPS < field and many + houses < 6:
        houses += 1
    return [f"house {number}" for number in range(1, houses + 1)]


# N5 to N10: the sale


class Sale:
    def __init__(self, page: Page, notes: Counter[str]) -> None:
        self.page, self.players, self.notes = page, list(page["players"]), notes
        self.money, self.stables = money_of(page), stables_of(page)
        self.price: dict[str, int] = {}  # what was sold in this turn, in thousands

    def free_lots(self) -> list[str]:
        taken = {horse for stable in self.stables.values() for horse in stable}
        return [horse for horse in HORSES if horse not in taken]

    def empty(self, player: str) -> int:
        return CAPS - len(self.stables[player])

    def facts(self, player: str) -> Page:
        """N39."""
        mine = self.stables[player]
        return {
            "money": self.money[player] // 1000,
            "horses": len(mine),
            "mine": list(mine),
            "sold": list(self.price),
            "price": dict(self.price),
        }

    def limit(self, player: str, horse: str) -> int | None:
        """N5, N7; None if there is no bid."""
        written = order_of(self.page, player, "bids").get(horse)
        if written is None or not self.empty(player):
            return None
        bids = those_that_hold(self.facts(player), written, "bid")
        if not bids:
            self.notes["no alternative holds"] += 1
            return None
        most = self.money[player] - STEP * (self.empty(player) - 1)
        self.notes["bid over the limit"] += amount(bids[0]) > most
        limit = min(amount(bids[0]), most)
        self.notes["bid under the reserve"] += limit < RESERVE[horse]
        return limit if limit >= RESERVE[horse] else None

    def buyer(self, horse: str, limits: dict[str, int]) -> str:
        """N6: the highest; fewer horses; more money; then in seat order from the seat of the lot."""
        first = (LOT[horse] - 1) % len(self.players)
        around = self.players[first:] + self.players[:first]
        rank = {
            player: (-limits[player], len(self.stables[player]), -self.money[player], around.index(player))
            for player in limits
        }
        best, *others = sorted(limits, key=lambda player: rank[player])
        for decided, by in enumerate(("limit", "horses", "money", "seat")):
            if others and rank[best][: decided + 1] != rank[others[0]][: decided + 1]:
                self.notes[f"decided by {by}"] += 1
                break
        return best

    def call(self, horse: str) -> Page:
        every = {player: self.limit(player, horse) for player in self.players}
        limits = {player: limit for player, limit in every.items() if limit is not None}
        called: Page = {"lot": LOT[horse], "horse": horse, "limits": limits, "to": None, "price": None}
        if limits:
            player = self.buyer(horse, limits)
            others = sorted(limit for other, limit in limits.items() if other != player)
            price = min(limits[player], others[-1] + STEP) if others else RESERVE[horse]
            price = max(price, RESERVE[horse])
            self.notes["a lone bidder"] += not others
            self.stables[player].append(horse)
            self.money[player] -= price
            self.price[horse] = price // 1000
            called |= {"to": player, "price": price}
        return called

    def fill(self) -> list[Page]:
        """N9."""
        given = []
        while any(self.empty(player) for player in self.players):
            for player in self.players:
                if self.empty(player):
                    given.append(self.give(player))
        return given

    def give(self, player: str) -> Page:
        left, money = self.free_lots(), self.money[player]
        can_pay = [horse for horse in left if RESERVE[horse] * self.empty(player) <= money]
        dearest = min(can_pay, key=lambda horse: (-RESERVE[horse], LOT[horse]), default=None)
        horse = dearest or min(left, key=lambda each: (RESERVE[each], LOT[each]))
        price = min(RESERVE[horse], money)
        self.notes["given within the means" if dearest else "given the cheapest"] += 1
        self.notes["given for all they have"] += price < RESERVE[horse]
        self.stables[player].append(horse)
        self.money[player] -= price
        return {"player": player, "horse": horse, "price": price}

    def resolve(self) -> Page:
        options, number = options_of(self.page), int(str(self.page.get("sale", 1)))
        lots = [self.call(horse) for horse in self.free_lots()]
        again = number < int(str(options["sales"])) and any(self.empty(player) for player in self.players)
        given, off, following = [], None, "sale"
        if not again:
            given = self.fill()
            left = chance.shuffled(seed_of(self.page), "house", self.free_lots())
            for house in house_stables(self.page):
                self.stables[house], left = left[:CAPS], left[CAPS:]
            following = "ante-post" if yes(options["ante_post"]) else "betting"
            off = the_off(seed_of(self.page), self.stables) if following == "betting" else None
        told: Page = {"phase": "sale", "lots": lots, "given": given, "stables": self.stables}
        return {**told, "money": self.money, "next": following, "off": off}


# N13 to N15, N18, N28: the going, the prices, the draw and the decks


def seed_of(page: Page) -> str:
    return str(page.get("seed", "")).strip()


def on_the_day(horse: str, going: str) -> int:
    """N14."""
    return max(0, min(7, HANDICAP[horse] + ADDS[horse][going]))


def price_of(horse: str, going: str) -> tuple[int, int]:
    """N15: to win and for a place."""
    suits = ADDS[horse][going]
    return PRICES[on_the_day(horse, going)][0 if suits >= 2 else 1 if suits == 1 else 2]


def lanes_of(stables: dict[str, list[str]], start: list[str]) -> dict[str, int]:
    """N18."""
    names, lanes = list(stables), {}
    for cap, first in enumerate(start):
        for seat, stable in enumerate(names):
            if cap < len(stables[stable]):
                lanes[stables[stable][cap]] = (seat - names.index(first)) % len(names) + 1
    return lanes


def the_off(seed: str, stables: dict[str, list[str]]) -> Page:
    going = chance.going(seed)
    start = chance.draw(seed, list(stables))
    run = [horse for stable in stables.values() for horse in stable]
    return {
        "going": going,
        "points": POINTS[going],
        "handicaps": {horse: on_the_day(horse, going) for horse in run},
        "prices": {horse: dict(zip(("win", "place"), price_of(horse, going), strict=True)) for horse in run},
        "start": start,
        "lanes": lanes_of(stables, start),
        "decks": {name: chance.deck(seed, name) for name in ("turf", "jump", "home")},
    }


# N11, N12, N16, N17: bets


def bets_of(page: Page) -> dict[str, list[Page]]:
    """Those made before."""
    given = page.get("bets") or {}
    return {
        player: [
            {
                "horse": horse_of(bet["horse"]),
                "on": folded(bet["on"]),
                "stake": int(str(bet["stake"])),
                "odds": int(str(bet["odds"])),
                "ante_post": yes(bet.get("ante_post", False)),
            }
            for bet in given.get(player) or []
        ]
        for player in page["players"]
    }


def as_listed(bets: list[Page]) -> list[Page]:
    """Ante-post first, then by lot, win before place, then as written."""
    return sorted(bets, key=lambda bet: (not bet["ante_post"], LOT[bet["horse"]], bet["on"] != "win"))


def betting(page: Page, notes: Counter[str]) -> Page:
    ante_post = folded(page["phase"]) == "ante-post"
    money, bets = money_of(page), bets_of(page)
    for player in page["players"]:
        for horse, said in order_of(page, player, "bets").items():
            odds = ANTE_POST[RESERVE[horse]] if ante_post else price_of(horse, folded(page["going"]))
            for stake, on in map(bet_of, listed(said)):
                notes["bet left out" if stake > money[player] else f"bet to {on}"] += 1
                if stake <= money[player]:
                    money[player] -= stake
                    bet = {"horse": horse, "on": on, "stake": stake, "odds": odds[on == "place"]}
                    bets[player].append({**bet, "ante_post": ante_post})
    told: Page = {"phase": folded(page["phase"]), "money": money, "next": "betting" if ante_post else "race"}
    told["bets"] = {player: as_listed(bets[player]) for player in page["players"]}
    if ante_post:
        told["off"] = the_off(seed_of(page), stables_of(page))
    return told
