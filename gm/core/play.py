"""The vocabulary that every game and every room of the house shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from gm.core.words import unpack

if TYPE_CHECKING:
    from gm.core.dice import Dice
    from gm.core.when import Condition

S = TypeVar("S")  # a game's state: frozen data that survives JSON
C = TypeVar("C")  # a game's choice: what one seat does at one decision

Seat = str  # a player's id
Key = str  # what an order page calls a decision: "5", "move"
Raw = Any  # what a page says: text, or lists and maps of it; every piece may know its line
Json = dict[str, Any]
Facts = Mapping[str, "int | bool | frozenset[str] | Mapping[str, int]"]

UMPIRE: Seat = "*"  # the viewer who may see everything: the game master


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who sits where, and under which name: the horse in a race, the player at a table."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that the game awaits from one seat."""

    seat: Seat
    key: Key
    turn: int  # the deadline it falls under
    kind: Key = ""  # what a standing order calls it: "plain"


@dataclass(frozen=True, slots=True)
class Line:
    """One answer that a page offers to a decision, perhaps only under a condition."""

    key: Key
    say: Raw
    when: Raw = None
    condition: "Condition" = ()
    implied: bool = False  # not written, but what the rules read between the lines


Book = Mapping[Key, Sequence[Line]]  # all that one seat has ordered, by decision


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, the ruling it rests on, and who may know (None: everybody)."""

    kind: str
    data: Json
    ruling: str = ""
    audience: frozenset[Seat] | None = None

    def seen_by(self, viewer: Seat | None) -> bool:
        return self.audience is None or viewer == UMPIRE or viewer in self.audience


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The position after something happened, and what happened."""

    state: S
    events: Sequence[Event] = ()


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
    """An order that the rules do not take."""

    def __init__(self, message: str, hint: str = "", about: Raw = None, flaw: Flaw = Flaw.NOT_ALLOWED):
        super().__init__(message)
        self.remark = Remark(message, hint, about, flaw)


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


@dataclass(frozen=True, slots=True)
class Terms:
    """The words that one seat's conditions may use."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    names: Sequence[str] = ()
    me: str = ""  # what `me` stands for


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """A position and its orders, on one page, of no particular game."""

    state: S
    entrants: Sequence[Entrant]
    parts: Mapping[Seat, Mapping[str, Raw]]


class Game(Protocol[S, C]):
    """The rules of one game. All of it is pure: chance comes in, nothing goes out but values."""

    @property
    def name(self) -> str: ...
    @property
    def state(self) -> type[S]: ...
    @property
    def entry(self) -> str: ...  # what an entrant enters: "horse"; "" if players sit there in person
    @property
    def sections(self) -> Sequence[str]: ...  # the order page's keys that are this game's own
    @property
    def standing(self) -> str: ...  # the one of them that stays in force until replaced; "" if none does
    @property
    def settings(self) -> Sequence[str]: ...  # the game file's keys that are this game's own

    # Setting up
    def propose(self, entrants: int) -> Json: ...
    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]: ...
    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: "Dice") -> Step[S]: ...
    def case(self, page: Mapping[str, Raw]) -> "Case[S] | list[Remark]": ...

    # Whom do we await, and for what?
    def pending(self, state: S) -> Sequence[Decision]: ...
    def agenda(self, state: S, seat: Seat, turn: int) -> Sequence[Decision]: ...

    # Reading orders
    def lines(self, state: S, part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]: ...
    def terms(self, state: S, seat: Seat) -> Terms: ...
    def review(self, state: S, seat: Seat, turn: int, lines: Sequence[Line]) -> list[Remark]: ...

    def foresee(self, state: S, seat: Seat, lines: Sequence[Line]) -> list[Json]: ...  # what each line would leave
    def form(self, view: Json) -> Json: ...  # what the order form asks of this viewer; gm/reports/forms.py says how

    # The sequence of play
    def facts(self, state: S, seat: Seat) -> Facts: ...
    def read(self, state: S, decision: Decision, say: Raw) -> C: ...
    def default(self, state: S, decision: Decision) -> C: ...
    def resolve(self, state: S, choices: Mapping[Seat, C], dice: "Dice") -> Step[S]: ...

    # Telling
    def view(self, state: S, viewer: Seat | None) -> Json: ...
    def story(self, view: Json, events: Sequence[Event], past: Sequence[Event] = ()) -> Json: ...

    # Simple players, for demos and trials
    def improvise(self, view: Json, dice: "Dice") -> Json: ...
