"""The call: what is worth telling of a round, from what everybody saw. News is what was not so before."""

from collections.abc import Iterator, Sequence

from gm.core.colours import coloured_moment
from gm.core.moments import Scene, moment, move_by_move, won
from gm.core.play import Event, Json, View

_LEAP = 7  # so many spaces with a six
_LAGS = 8  # so many behind all others
_RUN_IN = 10  # the last spaces of the course, where three are a crowd


def call(view: View, events: Sequence[Event], past: Sequence[Event]) -> tuple[list[Scene], list[Scene]]:
    """Turn by turn, in the order of play."""
    return move_by_move(view, len(view["numbers"]), events, past, _Race(view, [*past, *events]).turn)


class _Race:
    """The race as everybody sees it, move by move."""

    def __init__(self, view: View, events: Sequence[Event]):
        self.players, self.track = list(view["numbers"]), view["options"]["track"]
        self.spaces, self.home = dict.fromkeys(view["horses"], 0), 0
        self.move: Json = {}
        left = sum(len(each["left"]) for each in view["numbers"].values())
        self.cards = left + sum(event.kind == "move" for event in events)  # that all have

    def turn(self, events: Sequence[Event]) -> list[Json]:
        tells = {"move": self._moves, "run": self._runs, "exchange": self._swaps, "end": self._ends}
        told = [] if self.move else [moment("start", 1, horses=len(self.spaces), players=self.players)]
        before = {(each["kind"], str(each.get("horse"))) for each in self._stands()}
        for event in events:
            told += tells[event.kind](event.data) if event.kind in tells else ()
        news = [each for each in self._stands() if (each["kind"], str(each.get("horse"))) not in before]
        told += news if events and events[-1].kind != "end" else []
        first = max(self.spaces, key=lambda name: self.spaces[name], default="")
        quiet = [moment("quiet", 1, horse=first, space=self.spaces.get(first))]
        return [coloured_moment(each) for each in told or quiet] if events else []

    def _moves(self, data: Json) -> Iterator[Json]:
        player, self.move = data["player"], data
        self.cards -= 1
        if data["auto"]:  # nobody's choice, so nothing else is said of it
            yield moment("house", 1, player=player)
        elif data["from"] == "blind":
            yield moment("blind", 1, player=player, card=data["card"])
        elif data["turned"]:
            yield moment("put_back", 1, player=player, under=data["under"], number=data["number"])

    def _runs(self, data: Json) -> Iterator[Json]:
        horse, spaces, place = data["horse"], data["spaces"], data["place"]
        ran, self.spaces[horse] = {"horse": horse, "player": self.move["player"]}, data["space"]
        if place:
            del self.spaces[horse]
            self.home = place
            yield moment("first_home" if place == 1 else "home", 1, **ran, place=place)
        elif self.move["number"] == 6 and spaces >= _LEAP:
            yield moment("leap", 1, **ran, spaces=spaces)

    def _swaps(self, data: Json) -> Iterator[Json]:
        seen = {"ticket": data["got"]} if data["got"] else {}
        yield moment("swap" if seen else "swap_blind", 1, player=data["player"], horse=data["horse"], **seen)

    def _stands(self) -> Iterator[Json]:
        """What can be said of the course as it is; what could be said of it before is no news."""
        row = sorted(self.spaces, key=lambda name: -self.spaces[name])
        spaces = [self.spaces[name] for name in row]
        front = row[: spaces.count(spaces[0])] if spaces else []
        close = [name for name in row if self.spaces[name] >= self.track - _RUN_IN]
        if not self.home and len(front) == 1:
            yield moment("leader", 1, horse=row[0], space=spaces[0], ahead=spaces[0] - spaces[1])
        elif not self.home and len(front) < len(row):
            yield moment("level", 1, horses=front, space=spaces[0])
        if len(close) >= 3:
            yield moment("crowd", 1, horses=close)
        if len(row) > 1 and spaces[-2] - spaces[-1] >= _LAGS:
            yield moment("behind", 1, horse=row[-1], behind=spaces[-2] - spaces[-1])
        if self.cards == len(self.players):
            yield moment("last_cards", 1, horses=len(row))

    def _ends(self, data: Json) -> Iterator[Json]:
        """D12, D13."""
        for place in sorted(set(data["final"].values())):
            sharing = [name for name in data["final"] if data["final"][name] == place]
            if len(sharing) > 1:
                yield moment("dead_heat", 2, horses=sharing, place=place)
        yield won(2, data)
