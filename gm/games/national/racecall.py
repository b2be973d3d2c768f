"""The call of the race itself: falls, cards, landmarks, and how the field stands when a round is over."""

from collections.abc import Iterable, Iterator, Mapping

from gm.core.play import Json
from gm.games.national.course import ELBOW, FENCE_ON, MELLING_ROAD, NAMED
from gm.games.national.following import LEAVES, Followed

Told = Iterator[tuple[str, Json]]  # kinds of moments, and what their phrases may name
_LEAP = 8  # squares that a card is worth telling for
_CLEAR = 5  # a lead of so many squares


class Field:
    """The horses still running, as the caller sees them."""

    def __init__(self, lanes: Mapping[str, int]):
        self.seen = Followed(lanes)
        self.leader = ""  # who is in front
        self.once: set[str] = set()  # what is told once in a race

    def round(self, moves: Iterable[Json], going: str) -> Told:
        if self._first_time("start"):
            yield "start", {"horses": len(self.seen.spots), "going": going}
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
        self.seen.own(move)
        for entry in move["log"]:
            at = self.seen.square(entry["horse"])
            gained = self.seen.card(entry)
            yield from self._leaves(entry, at) if entry["what"] in LEAVES else self._card(name, entry, gained)
        for kind, there in (("melling", MELLING_ROAD), ("elbow", ELBOW)):
            if self.seen.square(name) >= there and self._first_time(kind):
                yield kind, {"horse": name}

    def _leaves(self, entry: Json, square: int) -> Told:
        """Out, or home."""
        what, name, fence = entry["what"], entry["horse"], FENCE_ON.get(square, 0)
        if what == "finish":
            place = entry["place"]
            yield ("home", {"horse": name, "place": place}) if place > 1 else ("first_home", {"horse": name})
        elif what == "fell" and fence:
            yield ("fall_at" if fence in NAMED else "fall"), {"horse": name, "fence": NAMED.get(fence, fence)}
        else:
            yield what, {"horse": name}

    def _card(self, mover: str, entry: Json, gained: int) -> Told:
        """What a card does; who suffers from another's is told so."""
        what, name = entry["what"], entry["horse"]
        if what == "advance":
            if gained >= _LEAP:
                yield "flies", {"horse": name, "lengths": gained}
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
        row, home = self.seen.running, len(self.seen.home)
        if len(row) < 2:
            return
        (first, second), before = row[:2], self.leader
        ahead = self.seen.square(first) - self.seen.square(second)
        self.leader = first
        if home:
            yield "rest", {"horse": first, "place": home + 1}
        elif not ahead:
            yield "level", {"horse": first, "other": second}
        elif first != before:
            yield "leader", {"horse": first, "other": second, "ahead": ahead}
        elif ahead >= _CLEAR:
            yield "clear", {"horse": first, "ahead": ahead}
        else:
            yield "quiet", {"horse": first, "other": second}
