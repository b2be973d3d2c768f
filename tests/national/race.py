"""The race, for the second adjudicator of the Grand National board game (N19 to N40)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.national import chance
from tests.national.box import BECHERS, CARDS, CIRCUIT, FENCES, FINISH, MELLING_ROAD, POINTS, PRIZES, SHOES
from tests.national.course import Position, Spot
from tests.national.ring import as_listed, bets_of, money_of, order_of, price_of
from tests.national.words import Ride, folded, ride_of, those_that_hold

Page = dict[str, Any]
PLACES = {"first-2": (0, 2), "first-4": (0, 4), "second-and-third": (1, 2), "fifth-to-eighth": (4, 4), "leader": (0, 1)}


class Over(Exception):
    """N34: the race ends at once."""


class Race(Position):
    def __init__(self, page: Page, notes: Counter[str]) -> None:
        super().__init__(page, notes)
        self.log: list[Page] = []
        self.moves: list[Page] = []
        self.led: list[str] = []

    def come(self, name: str, spot: Spot) -> None:
        """N26, N27, N33: what follows at once from being there."""
        horse = self.horses[name]
        horse["square"], horse["lane"] = spot
        if horse["square"] > BECHERS:
            self.home = True
        if horse["square"] == FINISH:
            self.finishers.append(name)
            horse["place"] = len(self.finishers)
            self.say("finish", name, place=horse["place"])
            self.end_if_over()
            return
        for other in self.in_running():
            if self.horses[other]["square"] <= horse["square"] - CIRCUIT:
                self.leave(other, "lapped")

    def leave(self, name: str, why: str) -> None:
        self.horses[name]["out"] = why
        self.say(why, name)
        self.end_if_over()

    def is_over(self) -> bool:
        """N34."""
        fourth = folded(self.options["finish"]) == "fourth" and len(self.finishers) >= 4
        return fourth or not self.in_running()

    def end_if_over(self) -> None:
        if self.is_over():
            raise Over

    def say(self, what: str, name: str, **more: Any) -> None:
        self.notes[what] += 1
        self.log.append({"what": what, "horse": name, **more})

    # N27 to N31: cards

    def draw(self, name: str, deck: str) -> None:
        if not self.decks[deck]:
            self.shuffles[deck] += 1
            self.decks[deck] = chance.deck(self.seed, deck, self.shuffles[deck])
            self.notes[f"{deck} shuffled again"] += 1
        card = self.decks[deck].pop(0)
        self.notes[card] += 1
        self.say("card", name, deck=deck, card=card)
        for whom, what, much in CARDS[card]:
            for other in self.meant(name, whom, what):
                if self.runs(other):
                    self.suffer(other, what, much)

    def meant(self, drawer: str, whom: str, what: str) -> list[str]:
        """N31: from the front."""
        running = self.in_running()
        if whom == "self":
            return [drawer]
        if whom == "behind":
            square, lane = self.spot(drawer)
            there = [name for name in running if self.horses[name]["lane"] == lane]
            return [name for name in there if self.horses[name]["square"] < square][:1]
        able = [name for name in running if what != "advance" or not self.horses[name]["stamina"]]
        self.notes["passed over for a penalty"] += len(able) < len(running)
        if whom in ("longest", "shortest"):
            prices = {name: price_of(name, self.going)[0] for name in running}
            wanted = (max if whom == "longest" else min)(prices.values(), default=0)
            return [name for name in able if prices[name] == wanted]
        if whom == "last-3":
            return able[-3:]
        first, many = PLACES[whom]
        return [name for name in running[first:] if name in able][:many]

    def suffer(self, name: str, what: str, much: int) -> None:
        horse = self.horses[name]
        if what == "fall":
            self.leave(name, "fell")
        elif what in ("advance", "make-up"):
            self.advance(name, much if what == "advance" else max(0, much - self.handicap(name)))
        elif what in ("wind", "miss"):
            horse |= {"stamina": 0} if what == "wind" else {"miss": True}
            self.say(what, name)
        else:
            if what == "stamina":
                horse["stamina"] += much
            elif what == "hold":
                horse["hold"] = min(much, horse["hold"] or much)
            else:
                horse["points"] = max(0, min(POINTS[self.going], horse["points"] + much))
            self.say(what, name, n=much)

    def advance(self, name: str, lengths: int) -> None:
        came = self.landing(name, lengths, None)
        self.say("advance", name, n=lengths, to=list(came[0] if came else self.spot(name)))
        self.notes["advance of nothing"] += came is None
        self.notes["advance aside"] += came is not None and came[0][0] == self.spot(name)[0]
        if came:
            self.come(name, came[0])
            if self.horses[name]["square"] in FENCES:
                self.draw(name, "jump")

    # N20, N38 to N40: the ride

    def ridden(self, name: str) -> tuple[Ride, bool]:
        """The ride that counts, and whether the desk chose it."""
        owner, facts = self.owner[name], self.facts(name)
        rides = order_of(self.page, owner, "ride")
        written = rides if name in rides else order_of(self.page, owner, "standing")
        for said in those_that_hold(facts, written.get(name, []), "ride"):
            ride = ride_of(said)
            if ride.speeds or (ride.retire and facts["place"] > 4):
                return ride, False
            self.notes["may not retire"] += ride.retire
        return ride_of("8" if facts["fence"] == 31 else self.options["nmr"]), True

    def kind_of_landing(self, name: str, speed: int, lane: int | None) -> str:
        came = self.landing(name, speed + self.handicap(name), lane)
        if came is None:
            return "clear"
        return "fence" if came[0][0] in FENCES else "shoe" if came[0] in SHOES else "clear"

    def speed(self, name: str, ride: Ride) -> int:
        speeds = [self.cut(name, speed) for speed in ride.speeds]
        for word in ride.landings:
            for speed in speeds:
                if self.kind_of_landing(name, speed, ride.lane) == word:
                    return speed
        return speeds[0]

    # N19: moves and rounds

    def move(self, name: str) -> None:
        horse = self.horses[name]
        self.log = []
        done: Page = {
            "horse": name, "auto": False, "speed": None, "handicap": self.handicap(name), "paid": 0,
            "from": list(self.spot(name)), "did": "", "to": None, "log": self.log,
        }  # fmt: skip
        if int(str(self.options["rounds"])) > 1:
            done["round"] = self.round
        self.moves.append(done)
        try:
            self.make(name, horse, done)
        finally:
            done["to"] = list(self.spot(name))
            self.notes[done["did"]] += 1

    def make(self, name: str, horse: Page, done: Page) -> None:
        if not horse["points"]:  # N25
            done["did"] = "spent"
            return self.leave(name, "spent")
        if horse["miss"]:
            done["did"], horse["miss"] = "missed", False
            return None
        ride, done["auto"] = self.ridden(name)
        if ride.retire:
            done["did"] = "retired"
            return self.leave(name, "retired")
        done["speed"] = self.speed(name, ride)
        horse["hold"] = None
        came = self.landing(name, done["speed"] + done["handicap"], ride.lane)
        if came is None:
            done["did"] = "boxed in"
            return None
        done["did"], done["paid"] = "ran", max(1, came[1] - done["handicap"])
        horse["points"] -= done["paid"]
        self.come(name, came[0])
        return self.cards_where_it_stands(name)

    def cards_where_it_stands(self, name: str) -> None:
        """N27, N29; after its own move."""
        if self.horses[name]["square"] in FENCES:
            self.draw(name, "jump")
        elif self.spot(name) in SHOES and self.round > 1:
            self.draw(name, "home" if self.home else "turf")

    def too_free(self) -> None:
        """N32."""
        running = self.in_running()
        if len(running) < 2:
            return
        first, second = (self.horses[name] for name in running[:2])
        if first["square"] - second["square"] >= 10 and first["square"] <= MELLING_ROAD and not first["lead"]:
            first["lead"] = 2
            self.led.append(running[0])
            self.notes["too free"] += 1

    def one_round(self) -> None:
        names, every_move = list(self.stables), folded(self.options["lead"]) == "move"
        for cap, first in enumerate(self.start):
            for seat in range(len(names)):
                stable = self.stables[names[(names.index(first) + seat) % len(names)]]
                if cap < len(stable) and self.runs(stable[cap]):
                    self.move(stable[cap])
                    if every_move and self.round > 1:
                        self.too_free()
        if not every_move:
            self.too_free()

    def somebody_rides(self) -> bool:
        return any(self.owner[name] in self.page["players"] for name in self.in_running())

    def resolve(self) -> Page:
        rounds = int(str(self.options["rounds"]))
        try:
            self.end_if_over()
            while True:
                self.one_round()
                self.round += 1
                rounds -= 1
                self.notes["rounds of the house alone"] += not self.somebody_rides()
                if rounds <= 0 and self.somebody_rides():
                    break
        except Over:
            self.notes["over"] += 1
        return self.told()

    # N35 to N37: the end

    def settled(self) -> dict[str, list[Page]]:
        bets, told = bets_of(self.page), {}
        for player in self.page["players"]:
            told[player] = [
                {"prize": place, "horse": name, "paid": PRIZES[place - 1]}
                for place, name in enumerate(self.finishers[:4], start=1)
                if self.owner[name] == player
            ]
            for bet in as_listed(bets[player]):
                good = self.finishers[: 1 if bet["on"] == "win" else 4]
                paid = bet["stake"] * (bet["odds"] + 1) if bet["horse"] in good else 0
                told[player].append({"bet": bet["on"], "horse": bet["horse"], "paid": paid})
        return told

    def told(self) -> Page:
        over, money = self.is_over(), money_of(self.page)
        settled = self.settled() if over else None
        for player, received in (settled or {}).items():
            money[player] += sum(each["paid"] for each in received)
        return {
            "phase": "race",
            "moves": self.moves,
            "led": self.led,
            "round": self.round,
            "horses": self.horses,
            "home": self.home,
            "decks": self.decks,
            "shuffles": self.shuffles,
            "finishers": self.finishers,
            "over": over,
            "settled": settled,
            "money": money,
            "winners": sorted(player for player in money if over and money[player] == max(money.values())),
        }
