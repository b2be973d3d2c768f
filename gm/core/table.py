"""Games at a table: players move one after the other, and a turn is a round of moves, or a single one."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from gm.core import codec
from gm.core.play import Finish, Json, Seat, most, put, ranked, thousandths


class Seated(Protocol):
    @property
    def seat(self) -> Seat: ...


P = TypeVar("P", bound=Seated)


def moves_a_turn(options: Any, players: int) -> int:
    """By the option `pace`: everybody moves once a turn, or one player alone."""
    return players if options.pace == "round" else 1


def by_winnings(won: Mapping[Seat, int], over: bool) -> list[Finish]:
    """Places by money, which is compared across games as a share of all that was won."""
    mark = {seat: (thousandths(won[seat], sum(won.values())),) for seat in won}
    places = ranked(won, lambda seat: -won[seat])
    return [Finish(seat, place, won[seat], mark[seat], over) for place, seat in places]


class Moving(Generic[P]):
    """Whose move it is, and when everybody's comes: the base of a state, a frozen dataclass that has these fields.

    If its options have a `lead`, that is pass where each round is begun by the next seat, and `first` is a field, too.
    """

    __match_args__: ClassVar[tuple[str, ...]]  # the names of its fields
    options: Any  # the house rules, with `pace`, and the names of the `horses`
    players: tuple[P, ...]
    mover: int  # whose move it is
    left: int  # moves still to be made this turn
    turn: int
    first: int = 0  # who began this round

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @property
    def payouts(self) -> dict[Seat, int]:
        """What everybody would win if it ended now."""
        raise NotImplementedError

    @property
    def winners(self) -> list[Seat]:
        """Equal winnings share the win."""
        return most(self.payouts) if self.over else []

    @property
    def outcome(self) -> Json:
        """What is told of the end, once there is one."""
        return {"payouts": self.payouts if self.over else None, "winners": self.winners}

    @property
    def seen(self) -> Json:
        """What everybody sees of any table: the house rules, whose move it is, the end."""
        return {
            "options": codec.dump(type(self.options), self.options),
            "horses": list(self.horses),
            "turn": self.turn,
            "next": None if self.over else self.moving.seat,
            "left": self.left,
            "over": self.over,
            **self.outcome,
        }

    @property
    def moving(self) -> P:
        return self.players[self.mover]

    @property
    def seats(self) -> list[Seat]:
        return [player.seat for player in self.players]

    def player(self, seat: Seat) -> P | None:
        return next((player for player in self.players if player.seat == seat), None)

    @property
    def horses(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self.options.horses
        return found

    def names(self, horses: Iterable[int]) -> list[str]:
        return [self.horses[horse] for horse in horses]

    def with_mover(self, player: P, **more: Any) -> Self:
        """The same with its mover as that player is now."""
        return self.but(players=put(self.players, self.mover, player), **more)

    def after(self, moves: int) -> tuple[int, int]:
        """Who has begun the round after so many moves, and whose move it is then."""
        many = len(self.players)
        rounds, made = divmod((self.mover - self.first) % many + moves, many)
        first = (self.first + (rounds if getattr(self.options, "lead", "stay") == "pass" else 0)) % many
        return first, (first + made) % many

    def passed_on(self, **more: Any) -> Self:
        """The move is made: the next one, perhaps of the next turn."""
        left, turn = self.left - 1, self.turn
        if left == 0:
            left, turn = moves_a_turn(self.options, len(self.players)), turn + 1
        return self.but(mover=self.after(1)[1], left=left, turn=turn, **more)

    def moves_on(self, seat: Seat, turn: int) -> bool:
        """Does this player move on that turn, as far as can be told now?"""
        many = len(self.players)
        each = moves_a_turn(self.options, many)
        made, moves = (0, self.left) if turn == self.turn else (self.left + (turn - self.turn - 1) * each, each)
        movers = (self.after(made + move)[1] for move in range(min(moves, many)))
        return turn >= self.turn and not self.over and any(self.players[mover].seat == seat for mover in movers)

    def but(self, **changed: Any) -> Self:
        """The same with other values in these fields: what `dataclasses.replace` does, in a quarter of the time."""
        names, made = self.__match_args__, object.__new__(type(self))
        fields = vars(made)
        fields.update(vars(self), **changed)
        if len(fields) > len(names):
            if unknown := changed.keys() - set(names):
                raise TypeError(f"no such fields: {sorted(unknown)}")
            for kept in fields.keys() - set(names):
                del fields[kept]  # what was worked out once may be another now
        return made
