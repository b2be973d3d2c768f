"""Where everybody is in the race and could come to, for the second adjudicator of the Grand National board game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.national import chance
from tests.national.box import ELBOW, FENCE_NAMES, FENCES, FINISH, LANES, MELLING_ROAD, SHOES
from tests.national.ring import on_the_day, options_of, seed_of, stables_of
from tests.national.words import folded, horse_of, yes

Page = dict[str, Any]
Spot = tuple[int, int]  # square and lane


def steps(spot: Spot) -> list[Spot]:
    """N22: where one length leads to, if it is free."""
    square, lane = spot
    if square == FINISH:
        return []
    aside = [] if square == 0 or square in FENCES else [(square, lane - 1), (square, lane + 1)]
    return [(square + 1, lane), *aside]


def is_open(spot: Spot) -> bool:
    return spot[1] in LANES and (spot[0] < ELBOW or spot[1] > 2)


class Position:
    """A race as it stands: who runs, where everybody is, and where one could come to."""

    def __init__(self, page: Page, notes: Counter[str]) -> None:
        self.page, self.notes, self.options = page, notes, options_of(page)
        self.seed, self.going = seed_of(page), folded(page["going"])
        self.stables, self.start = stables_of(page), [str(each) for each in page["start"]]
        self.cap = {horse: cap for stable in self.stables.values() for cap, horse in enumerate(stable)}
        self.owner = {horse: stable for stable, horses in self.stables.items() for horse in horses}
        self.round, self.home = int(str(page["round"])), yes(page.get("home", False))
        self.horses = {horse_of(name): self._horse(told) for name, told in page["horses"].items()}
        self.shuffles = {name: int(str((page.get("shuffles") or {}).get(name, 1))) for name in ("turf", "jump", "home")}
        self.decks = {name: self._deck(name) for name in self.shuffles}
        placed = [horse for horse in self.horses if self.horses[horse]["place"]]
        self.finishers = sorted(placed, key=lambda horse: int(self.horses[horse]["place"]))

    def _horse(self, told: Page) -> Page:
        numbers = {key: int(str(told.get(key, 0))) for key in ("square", "lane", "points", "stamina", "lead")}
        maybe = {key: told.get(key) for key in ("hold", "place")}
        gone = told.get("out")
        return {
            **numbers,
            **{key: None if value in (None, "null") else int(str(value)) for key, value in maybe.items()},
            "miss": yes(told.get("miss", False)),
            "out": None if gone in (None, "null") else folded(gone),
        }

    def _deck(self, name: str) -> list[str]:
        given = (self.page.get("decks") or {}).get(name)
        return chance.deck(self.seed, name, self.shuffles[name]) if given is None else [str(card) for card in given]

    # Where everybody is

    def runs(self, name: str) -> bool:
        return self.horses[name]["out"] is None and self.horses[name]["place"] is None

    def spot(self, name: str) -> Spot:
        return self.horses[name]["square"], self.horses[name]["lane"]

    def in_running(self) -> list[str]:
        """N24."""
        return sorted(
            filter(self.runs, self.horses),
            key=lambda name: (-self.horses[name]["square"], self.horses[name]["lane"], self.cap[name]),
        )

    def handicap(self, name: str) -> int:
        """N21: the handicap now."""
        horse = self.horses[name]
        return max(0, on_the_day(name, self.going) - horse["stamina"] - horse["lead"])

    def cut(self, name: str, speed: int) -> int:
        """N21."""
        horse = self.horses[name]
        return min(speed, horse["points"], horse["hold"] or speed)

    # N22, N23: where a horse comes to

    def reach(self, name: str, lengths: int) -> dict[Spot, int]:
        """Every square that it can come to, with the fewest lengths that this takes."""
        taken = {self.spot(other) for other in self.horses if other != name and self.runs(other)}
        found, edge = {self.spot(name): 0}, [self.spot(name)]
        for length in range(1, lengths + 1):
            ahead = [new for old in edge for new in steps(old) if is_open(new)]
            edge = list(dict.fromkeys(new for new in ahead if new not in taken and new not in found))
            found |= dict.fromkeys(edge, length)
        del found[self.spot(name)]
        return found

    def landing(self, name: str, lengths: int, wish: int | None) -> tuple[Spot, int] | None:
        """The square, and the lengths that it takes; None if there is no square that it can come to."""
        found, (square, own) = self.reach(name, lengths), self.spot(name)
        if wish is not None and wish < 3 and square >= MELLING_ROAD:
            wish = 3
        if not found:
            return None

        def away(spot: Spot) -> int:
            return 0 if wish is None else abs(spot[1] - wish)

        def nearest(spot: Spot) -> tuple[int, int, int]:
            return away(spot), abs(spot[1] - own), spot[1]

        over = [found[spot] for spot in found if spot[0] == FINISH]
        if over:  # across the line by the shortest way; it keeps the lane that it came from
            return (FINISH, own), min(over)
        best = min(found, key=lambda spot: (away(spot) - spot[0], nearest(spot)))
        return best, found[best]

    # N39

    def facts(self, name: str) -> Page:
        """N39."""
        running, (square, lane) = self.in_running(), self.spot(name)
        place = running.index(name) + 1
        squares = {other: int(self.horses[other]["square"]) for other in running}
        ahead = [fence for fence in FENCES if fence > square]
        return {
            "round": self.round,
            "place": place,
            "lead": square - squares[running[1]] if place == 1 and len(running) > 1 else 0,
            "behind": squares[running[0]] - square,
            "square": square,
            "lane": lane,
            "fence": 31 - len(ahead),
            "to_fence": (ahead[0] if ahead else FINISH) - square,
            "room": self.room(name),
            "points": self.horses[name]["points"],
            "handicap": self.handicap(name),
            "running": len(running),
            "finished": len(self.finishers),
            "home": self.home,
            "ahead": [*running[: place - 1], *self.finishers],
            "out": [other for other in self.horses if self.horses[other]["out"]],
            "at": squares,
        }

    def room(self, name: str) -> int:
        """Free squares straight ahead."""
        square, lane = self.spot(name)
        taken = {self.spot(other) for other in self.in_running()}
        free = 0
        while (
            (square + free + 1, lane) not in taken and is_open((square + free + 1, lane)) and square + free + 1 < FINISH
        ):
            free += 1
        return free

    # N43

    def line_of_eight(self, name: str) -> str:
        """Where each speed would land if nobody were in the way."""
        others = [other for other in self.horses if other != name]
        alone = Position(self.page, self.notes)
        for other in others:
            alone.horses[other]["out"] = "elsewhere"
        return ", ".join(f"{speed} {alone.called(name, speed)}" for speed in range(1, 9))

    def called(self, name: str, speed: int) -> str:
        came = self.landing(name, self.cut(name, speed) + self.handicap(name), None)
        square, lane = came[0] if came else self.spot(name)
        if square == FINISH:
            return "home"
        if square in FENCES:
            number = FENCES.index(square) + 1
            return FENCE_NAMES.get(number, f"fence {number}")
        return "shoe" if (square, lane) in SHOES else "–"
