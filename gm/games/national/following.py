"""The race followed from what is told of its moves: who is where, and who is home."""

from collections.abc import Iterable, Mapping

from gm.core.play import Json
from gm.games.national.course import Spot

LEAVES = ("fell", "lapped", "spent", "retired", "finish")


class Followed:
    """The horses still running, and where they are; those that are home, in their order."""

    def __init__(self, lanes: Mapping[str, int]):
        self.spots: dict[str, Spot] = {name: (0, lane) for name, lane in lanes.items()}  # N18: all at the line
        self.home: list[str] = []

    @property
    def running(self) -> list[str]:
        """N24: the first in front."""
        return sorted(self.spots, key=lambda name: (-self.spots[name][0], self.spots[name][1]))

    def own(self, move: Json) -> None:
        """Where a horse came to by itself, before its cards."""
        self._comes(move["horse"], move["lands"])

    def card(self, entry: Json) -> int:
        """A line of a move's log; answers with the squares that it gained."""
        name = entry["horse"]
        before = self.square(name)
        if entry["what"] == "advance":
            self._comes(name, entry["to"])
        elif entry["what"] in LEAVES:
            self.spots.pop(name, None)
            self.home += [name] if entry["what"] == "finish" else []
        return self.square(name) - before if name in self.spots else 0

    def whole(self, moves: Iterable[Json]) -> None:
        """Moves with all their cards."""
        for move in moves:
            self.own(move)
            for entry in move["log"]:
                self.card(entry)

    def seen(self, move: Json) -> Json:
        """Such a move; of an advance it is said whether it found nothing free ahead, and led nowhere (N30)."""
        self.own(move)
        return {**move, "log": [self._seen(entry) for entry in move["log"]]}

    def _seen(self, entry: Json) -> Json:
        before = self.spots.get(entry["horse"])
        self.card(entry)
        return {**entry, "stays": before == (*entry["to"],)} if entry["what"] == "advance" else entry

    def square(self, name: str) -> int:
        return self.spots.get(name, (0, 0))[0]

    def _comes(self, name: str, spot: Iterable[int]) -> None:
        if name in self.spots:
            square, lane = spot
            self.spots[name] = square, lane
