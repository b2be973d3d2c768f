"""The call: what is worth telling of the sale, the ring and each round, from what everybody saw."""

from collections.abc import Iterator, Mapping, Sequence

from gm.core.moments import Scene, moment
from gm.core.play import Event, Json, View
from gm.core.words import sentence
from gm.games.national.field import BOXES, MONEY, horse
from gm.games.national.meeting import ANTE_POST
from gm.games.national.racecall import Field, Told

_DUEL = 40_000  # so much over the reserve price
_BARGAIN = 60_000  # a horse of that reserve that went for no more
_BROKE = 10_000
_WINDFALL = 100_000  # a bet that pays so much
_GROUND = {
    "firm": sentence("firm"),
    "good to firm": sentence("good to firm"),
    "good": sentence("good"),
    "good to soft": sentence("good to soft"),
    "soft": sentence("soft"),
    "heavy": sentence("heavy"),
}


def call(view: View, events: Sequence[Event], past: Sequence[Event]) -> tuple[list[Scene], list[Scene]]:
    """A scene for each sale, each turn of bets, each round of the race."""
    meeting = _Meeting(list(view["players"]))
    earlier: list[Scene] = [meeting.scene(some) for some in _scenes(past)]
    return [meeting.scene(some) for some in _scenes(events)], earlier


def _scenes(events: Sequence[Event]) -> list[list[Event]]:
    scenes: list[list[Event]] = []
    at: dict[str, int] = {"lot": 0, "move": 0}
    for event in events:
        now = event.data.get("lot" if event.kind == "lot" else "round", 0)
        anew = (event.kind == "lot" and now < at["lot"]) or (event.kind == "move" and now != at["move"])
        if not scenes or anew or event.kind == "bets":
            scenes.append([])
        if event.kind in at:
            at[event.kind] = now
        scenes[-1].append(event)
    return scenes


class _Meeting:
    """The meeting as everybody sees it."""

    def __init__(self, players: Sequence[str]):
        self.players, self.field = players, Field({})
        self.money = dict.fromkeys(players, MONEY)
        self.stables: dict[str, list[str]] = {player: [] for player in players}
        self.going: str = ""

    def scene(self, events: Sequence[Event]) -> list[Json]:
        found: dict[str, list[Json]] = {}
        for event in events:
            found.setdefault(event.kind, []).append(event.data)
        tells = (self._sale, self._filled, self._ring, self._race, self._end)
        return [moment(kind, 1, **values) for tell in tells for kind, values in tell(found)]

    def _sale(self, found: Mapping[str, Sequence[Json]]) -> Told:
        lots = found.get("lot", ())
        sold = [lot for lot in lots if lot["to"]]
        if lots:
            yield "sale", {"lots": len(lots), "players": self.players}
        dearest = max(sold, key=lambda lot: lot["price"], default=None)
        for lot in sold:
            yield from self._hammer(lot, lot is dearest)
        if len(sold) < len(lots):
            yield "unwanted", {"lots": len(lots) - len(sold)}
        for player in self.players if sold else ():
            if self.money[player] <= _BROKE:
                yield "broke", {"player": player}

    def _hammer(self, lot: Json, dearest: bool) -> Told:
        player, price, reserve = lot["to"], lot["price"], horse(lot["lot"]).reserve
        told = {"horse": lot["horse"], "player": player, "price": price}
        self._buys(player, lot["horse"], price)
        if dearest:
            yield "dearest", told
        elif price >= reserve + _DUEL:
            yield "duel", told
        elif price == reserve >= _BARGAIN:
            yield "bargain", told
        if len(self.stables[player]) == BOXES:
            yield "full", {"player": player, "horses": list(self.stables[player])}

    def _buys(self, player: str, name: str, price: int) -> None:
        self.stables[player].append(name)
        self.money[player] -= price

    def _filled(self, found: Mapping[str, Sequence[Json]]) -> Told:
        """N9, N10: nobody chose these."""
        for given in found.get("given", ()):
            self._buys(given["player"], given["horse"], given["price"])
            yield "given", {"player": given["player"], "horse": given["horse"]}
        for house in found.get("house", ()):
            yield "house_stable", {"horses": house["horses"]}

    def _ring(self, found: Mapping[str, Sequence[Json]]) -> Told:
        """N13, N15: bets are nobody's business; the going and the prices are everybody's."""
        for bets in found.get("bets", ()):
            yield ("ante_post" if bets["phase"] == ANTE_POST else "stakes"), {"players": self.players}
        for off in found.get("off", ()):
            self.going = _GROUND[off["going"]]
            prices = {name: price["win"] for name, price in off["prices"].items()}
            self.field = Field(off["lanes"])
            short, long = min(prices.values()), max(prices.values())
            first = [name for name in prices if prices[name] == short]
            yield "going", {"going": self.going, "points": off["points"]}
            yield "favourite" if len(first) == 1 else "favourites", _of(first) | {"odds": short}
            yield "outsider", {"horse": next(name for name in prices if prices[name] == long), "odds": long}

    def _race(self, found: Mapping[str, Sequence[Json]]) -> Told:
        moves = found.get("move", ())
        if moves:
            yield from self.field.round(moves, self.going)
        auto = {move["stable"] for move in moves if move["auto"]}
        for player in self.players:
            if player in auto:
                yield "desk", {"player": player}
        for free in found.get("free", ()):
            yield "free", {"horse": free["horse"]}
        if moves and "end" not in found:
            yield from self.field.stands()

    def _end(self, found: Mapping[str, Sequence[Json]]) -> Told:
        for end in found.get("end", ()):
            bets = [(each["paid"], player, each["horse"]) for player, each in _paid(end["settled"]) if "bet" in each]
            won, player, name = max(bets, default=(0, "", ""))
            if won >= _WINDFALL:
                yield "windfall", {"player": player, "horse": name, "won": won}
            first, *others = end["winners"]
            who = {"players": [first, *others]} if others else {"player": first}
            yield "shared" if others else "winner", who | {"money": end["money"][first]}


def _paid(settled: Mapping[str, Sequence[Json]]) -> Iterator[tuple[str, Json]]:
    return ((player, each) for player, all_of_it in settled.items() for each in all_of_it)


def _of(horses: Sequence[str]) -> Json:
    return {"horse": horses[0]} if len(horses) == 1 else {"horses": list(horses)}
