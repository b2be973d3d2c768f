"""The vocabulary that every game and every room of the house shares.

Nearly all of it is named tuples: a turn of a large field makes hundreds of thousands of them, and such a class is made
sooner, too, for which every command waits.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from gm.core.words import unpack

if TYPE_CHECKING:
    from gm.core.when import Condition

S = TypeVar("S")  # a game's state: frozen data that survives JSON
C = TypeVar("C")  # a game's choice: what one seat does at one decision
T = TypeVar("T")

Seat = str  # an id that never changes: the player's, or alice.2 for a second horse of theirs
NOBODY: Seat = ""  # whose decisions the rules make themselves: a horse that no player rides
Key = str  # what an order page calls a decision: "5", "move"
Raw = Any  # what a page says: text, or lists and maps of it; every piece may know its line
Json = dict[str, Any]
View = Mapping[str, Any]  # plain data: what somebody may know of a position


def quick(kind: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes named tuples of a kind from all their fields, in a third of the time: for those of a whole field.

    >>> quick(Entrant)(("ann", "Red Rum"))
    Entrant(seat='ann', name='Red Rum')
    """
    return MethodType(tuple.__new__, kind)


class Entrant(NamedTuple):
    """Who sits where, and under which name: the horse in a race, the player at a table."""

    seat: Seat
    name: str


class Decision(NamedTuple):
    """Something that the game awaits from one seat."""

    seat: Seat
    key: Key
    turn: int  # the deadline it falls under
    asks: tuple[Key, ...] = ()  # other keys it goes by, such as those of standing orders
    phase: str = ""  # its part of page, form and report; "" where a game has one
    optional: bool = False  # awaited until the deadline, and not missed after it

    @property
    def keys(self) -> tuple[Key, ...]:
        """The first of these under which any line is written answers alone."""
        return (self.key, *self.asks)


class Section(NamedTuple):
    """A key of the order page that is a game's own."""

    name: str
    standing: bool = False  # it stays in force until a page brings another
    along: bool = False  # it may come along, and orders nothing by itself


class Line(NamedTuple):
    """One answer that a page offers to a decision, perhaps only under a condition."""

    key: Key
    say: Raw
    when: Raw = None
    condition: "Condition" = ()
    implied: bool = False  # not written, but what the rules read between the lines


Book = Mapping[Key, Sequence[Line]]  # all that one seat has ordered, by decision


class Event(NamedTuple):
    """Something that happened, the ruling it rests on, and who may know (None: everybody)."""

    kind: str
    data: Json
    ruling: str = ""
    audience: frozenset[Seat] | None = None

    def seen_by(self, seat: Seat | None) -> bool:
        return self.audience is None or seat in self.audience


class Step(NamedTuple, Generic[S]):
    """The position after something happened, and what happened."""

    state: S
    events: Sequence[Event] = ()


class Finish(NamedTuple):
    """Where a seat came, or stands so far: for standings, and for seasons."""

    seat: Seat
    place: int  # equals share one
    score: int = 0  # the game's own: points, winnings
    mark: tuple[int, ...] = ()  # compares across games of one kind
    certain: bool = True  # False for one who still runs


class Standing(NamedTuple):
    """One line of the standings: a seat, or a horse that is nobody's own."""

    place: int | None  # equals share one; None where nobody may know it, or where it is out of the running
    score: int | None = None
    seat: Seat = ""
    horse: str = ""  # of one without a seat: a name, or a sentence
    fate: str = ""  # a sentence: why it runs no more


class Standings(NamedTuple):
    """How a game stands, as far as everybody may know; the best first."""

    rows: Sequence[Standing] = ()
    counts: str = ""  # what the scores are, as the head of a column: a sentence

    @classmethod
    def of(cls, places: Iterable[Finish], counts: str) -> "Standings":
        return cls([Standing(each.place, each.score, each.seat) for each in places], counts)


def ranked(items: Iterable[T], merit: Callable[[T], Any]) -> list[tuple[int, T]]:
    """The best (of the smallest merit) first, each with its place; equals share one, and places behind it stay empty.

    >>> ranked(["ann", "bob", "cy"], {"ann": -3, "bob": -5, "cy": -3}.get)
    [(1, 'bob'), (2, 'ann'), (2, 'cy')]
    """
    those = list(items)
    merits = [merit(item) for item in those]
    first: dict[Any, int] = {}
    ordered = sorted(range(len(those)), key=merits.__getitem__)
    return [(first.setdefault(merits[at], place), those[at]) for place, at in enumerate(ordered, start=1)]


def thousandths(part: int, whole: int) -> int:
    """For the marks of a Finish, which are compared across games."""
    return 1000 * part // whole if whole else 0


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same with another item in that place."""
    return (*items[:index], item, *items[index + 1 :])


def most(numbers: Mapping[str, int]) -> list[str]:
    """Who has the most: several if they are equal, nobody if there is nobody.

    >>> most({"ann": 3, "bob": 5, "cy": 5})
    ['bob', 'cy']
    """
    top = max(numbers.values(), default=0)
    return sorted([name for name, number in numbers.items() if number == top])


def alone_on_top(numbers: Mapping[str, int]) -> str | None:
    """Who has the most, if nobody else has as much."""
    best = most(numbers)
    return best[0] if len(best) == 1 else None


class Flaw(StrEnum):
    """Why something cannot stand: retype it, look it up, or think again."""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    NOT_ALLOWED = "not allowed"


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong, or odd, about a piece of a page, and what to write instead."""

    message: str
    hint: str = ""
    about: Raw = None  # the piece itself: it knows its line
    flaw: Flaw = Flaw.NOT_ALLOWED
    level: str = "error"


class Refusal(Exception):
    """A line that the rules will never take: an unknown card, a number that is none. It is refused on arrival."""

    def __init__(self, message: str, hint: str = "", about: Raw = None, flaw: Flaw = Flaw.NOT_ALLOWED):
        super().__init__(message)
        self.remark = Remark(message, hint, about, flaw)


def refuse(remarks: Iterable[Remark]) -> None:
    """The first of them decides; where there are none, nothing is refused."""
    for remark in remarks:
        raise Refusal(remark.message, remark.hint, remark.about, remark.flaw)


class NotNow(Refusal):
    """A line that cannot be played as things stand: a horse that has fallen. It is passed over when it is its turn."""


def warning(message: str, hint: str = "", about: Raw = None) -> Remark:
    return Remark(message, hint, about, level="warning")


def remarked(plain: Json, about: Raw = None) -> Remark:
    """What rules of validity say (see gm/core/validity.py), as a remark on this piece of a page."""
    return Remark(unpack(plain["message"]), unpack(plain["hint"]), about, Flaw(plain["flaw"]), plain["level"])


def refusal(plain: Json, about: Raw) -> Refusal:
    """The same, where a line cannot be played."""
    remark = remarked(plain, about)
    return Refusal(remark.message, remark.hint, about, remark.flaw)


def errors(remarks: Sequence[Remark]) -> list[Remark]:
    return [remark for remark in remarks if remark.level == "error"]


class Kind(StrEnum):
    """The four kinds of fact that a `when` may read, the same in every game."""

    NUMBER = "a number"
    NAMES = "names"
    FLAG = "yes or no"
    NUMBERS = "numbers by name"


class Fact(NamedTuple):
    """Something that a `when` may read: its kind, how the order form asks for it, and what it is now."""

    kind: Kind
    label: str
    value: Callable[[], Any]  # None: not known to this seat now, so nothing can be said of it
    said: str = ""  # behind an `if`: a sentence with {names}, {number}, or {name} and {number}; "": the key has to do
    denied: str = ""  # of yes or no: the sentence for no

    @classmethod
    def number(cls, label: str, value: Callable[[], int | None], said: str = "") -> "Fact":
        return cls(Kind.NUMBER, label, value, said)

    @classmethod
    def names(cls, label: str, value: Callable[[], Iterable[str] | None], said: str = "") -> "Fact":
        return cls(Kind.NAMES, label, value, said)

    @classmethod
    def numbers(cls, label: str, value: Callable[[], Mapping[str, int] | None], said: str = "") -> "Fact":
        return cls(Kind.NUMBERS, label, value, said)


class Facts(NamedTuple):
    """All that one seat's conditions may use."""

    facts: Mapping[str, Fact]
    names: Sequence[str] = ()
    me: str = ""  # what `me` stands for
    own: Collection[str] = ()  # those that are another for each seat

    def get(self, key: str) -> Any:
        return self.facts[key].value() if key in self.facts else None


NO_FACTS = Facts({})


class Case(NamedTuple, Generic[S]):
    """A position and its orders, on one page, of no particular game."""

    state: S
    entrants: Sequence[Entrant]
    parts: Mapping[Seat, Mapping[str, Raw]]
