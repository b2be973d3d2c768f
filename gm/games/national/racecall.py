"""The call of the race itself: falls, cards, landmarks, and how the field stands when a round is over."""

from collections.abc import Iterable, Iterator, Sequence

from gm.core.play import Json
from gm.games.national.course import ELBOW, FENCE_ON, MELLING_ROAD, NAMED

Told = Iterator[tuple[str, Json]]  # kinds of moments, and what their phrases may name
_LEAP = 8  # lengths that a card is worth telling for
_CLEAR = 5  # a lead of so many squares
_LEAVES = ("fell", "lapped", "spent", "retired", "finish")


class Field:
    """The horses still running, and their squares."""

    def __init__(self, squares: dict[str, int]):
        self.squares = squares
        self.leader, self.home = "", 0  # who is in front, and how many are home
        self.once: set[str] = set()  # what is told once in a race

    def round(self, moves: Iterable[Json], going: str) -> Told:
        if self._first_time("start"):
            yield "start", {"horses": len(self.squares), "going": going}
        for move in moves:
            yield from self._move(move)

    def _first_time(self, kind: str) -> bool:
        new = kind not in self.once
        self.once.add(kind)
        return new

    def _move(self, move: Json) -> Told:
        name = move["horse"]
        if move["did"] in ("boxed in", "missed"):
            yield move["did"].partition(" ")[0], {"horse": name}
        self._comes(name, move["lands"][0])
        for entry in move["log"]:
            yield from self._leaves(entry) if entry["what"] in _LEAVES else self._card(name, entry)
        square = self.squares.get(name, 0)
        for kind, there in (("melling", MELLING_ROAD), ("elbow", ELBOW)):
            if square >= there and self._first_time(kind):
                yield kind, {"horse": name}

    def _comes(self, name: str, square: int) -> None:
        if name in self.squares:
            self.squares[name] = square

    def _leaves(self, entry: Json) -> Told:
        """Out, or home."""
        what, name = entry["what"], entry["horse"]
        fence = FENCE_ON.get(self.squares.pop(name, 0), 0)
        if what == "finish":
            self.home = place = entry["place"]
            yield ("home", {"horse": name, "place": place}) if place > 1 else ("first_home", {"horse": name})
        elif what == "fell" and fence:
            yield ("fall_at" if fence in NAMED else "fall"), {"horse": name, "fence": NAMED.get(fence, fence)}
        else:
            yield what, {"horse": name}

    def _card(self, mover: str, entry: Json) -> Told:
        """What a card does; who suffers from another's is told so."""
        what, name = entry["what"], entry["horse"]
        if what == "advance":
            self._comes(name, entry["to"][0])
            if entry["n"] >= _LEAP:
                yield "flies", {"horse": name, "lengths": entry["n"]}
        elif what == "card":
            if entry["deck"] == "home" and self._first_time("go_home"):
                yield "go_home", {"horse": name}
        elif what == "wind":
            yield "wind", {"horse": name}
        elif name != mover:
            yield "struck", {"horse": name, "other": mover}
        elif what == "stamina":
            yield "labours", {"horse": name}

    def stands(self) -> Told:
        """The front of the field, when a round is over; only what was not so before is news."""
        row = sorted(self.squares, key=lambda name: -self.squares[name])
        if len(row) < 2:
            return
        (first, second), before = row[:2], self.leader
        self.leader, ahead = first, self._ahead(row)
        if self.home:
            yield "rest", {"horse": first, "place": self.home + 1}
        elif not ahead:
            yield "level", {"horse": first, "other": second}
        elif first != before:
            yield "leader", {"horse": first, "other": second, "ahead": ahead}
        elif ahead >= _CLEAR:
            yield "clear", {"horse": first, "ahead": ahead}
        else:
            yield "quiet", {"horse": first, "other": second}

    def _ahead(self, row: Sequence[str]) -> int:
        return self.squares[row[0]] - self.squares[row[1]]
