"""What a report is made of: one model for every format, and what of it is only one reader's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from gm.core.chapters import Shown, Told
from gm.core.game import Game
from gm.core.play import Event, Json, Seat, View
from gm.core.series import public_of
from gm.core.silks import Silks
from gm.core.words import ENGLISH, sentence, unpack
from gm.reports.silks import ready

LISTED = 200  # a field up to that size is listed on everybody's page
PRINTED = 2_000  # and up to that size in public; beyond it in the JSON alone
_SCRIPTS = ("game", "turn", "deadline", "seats", "receipts", "result", "case", "commitment", "revealed")


def is_printed(many: int) -> bool:
    """Is a field of that size listed in public?"""
    return many <= PRINTED


@dataclass(frozen=True)
class Said:
    """What the game master has to say: as it was written, as plain text, and as HTML that can do no harm."""

    text: str
    plain: str
    html: str


@dataclass(frozen=True, kw_only=True)
class Model:
    """What everybody may know of one turn."""

    rules: str
    result: Json  # for scripts
    story: Json  # for the game's templates
    zine: str = ""
    editor: str = ""
    game: str = ""
    title: str = ""
    turn: int = 1
    next_turn: int | None = None
    deadline: str | None = None
    due: str = ""
    opened: str = ""  # of a blind game: until when its orders were sealed
    over: bool = False
    seats: Mapping[Seat, str] = field(default_factory=dict)  # the players' ids
    players: Mapping[Seat, str] = field(default_factory=dict)  # their names
    entries: Mapping[Seat, str] = field(default_factory=dict)  # what they entered
    silks: Mapping[str, Silks] = field(default_factory=dict)  # by what was entered
    receipts: Mapping[Seat, Any] = field(default_factory=dict)
    standings: Json = field(default_factory=dict)  # `counts`, and `rows`: gm/desk/ranking.py
    press: Sequence[Json] = ()
    corrected: Sequence[Json] = ()  # which turn was, and why
    rulings: Sequence[Event] = ()  # by hand
    commitment: str = ""
    deals: bool = True  # is there anything in this game that chance decides, and that a commitment seals?
    revealed: Json | None = None
    case: Json | None = None
    call: Sequence[str] = ()
    mail_to: str = ""
    pictures: Sequence[str] = ()
    listed: int = LISTED
    closed: str | None = None  # why the game was given up
    people: Sequence[str] = ()  # sentences: who took over a seat, or left
    notes: Sequence[Said] = ()  # the game master's, at the top


@dataclass(frozen=True, kw_only=True)
class Own:
    """What one reader may know beside that."""

    player: Seat
    name: str
    entry: str
    token: str = ""
    view: View = field(default_factory=dict)  # of the position
    chapters: Json = field(default_factory=dict)  # of the turn, for the game's templates
    orders: Sequence[Json] = ()  # what the order did at each decision
    said: Mapping[str, str] = field(default_factory=dict)  # its conditions in words
    fallen: Sequence[str] = ()  # why an order of before could not stand
    receipt: str | None = None  # of the order that was played
    nonce: str | None = None
    canonical: str | None = None
    rulings: Sequence[Event] = ()  # by hand, as only this reader may know them
    slips: Sequence[Json] = ()  # the same, and the standing order where both were used
    awaited: bool = False
    page: str = ""  # the order page for the coming turn
    notes: Sequence[Said] = ()  # the game master's to this reader alone

    @property
    def played(self) -> list[Json]:
        """The orders with their conditions in words, as the templates tell them."""
        return [_worded(order, self.said) for order in self.orders]


_NOT_FOR_SCRIPTS = ("chapters", "rulings", "said", "notes")  # the first two are in `result`, as scripts have it


@dataclass(frozen=True)
class Report:
    """What one reader is told of one turn.

    A private report adds to the public one, so it carries that along, and its body is rendered once for all.
    """

    model: Model
    me: Own | None = None
    public: "Report | None" = None
    language: str = ENGLISH
    form: Json | None = None  # what the order form asks, if an order is awaited
    result: Json | None = None  # for scripts, as this reader may know it; None where the field is too large to list
    case: Json | None = None
    bodies: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> str:
        return self.model.rules

    @property
    def private(self) -> bool:
        return self.me is not None

    @property
    def name(self) -> str:
        """The reader's, as a file's name."""
        return self.me.player if self.me else "public"

    @property
    def brief(self) -> bool:
        """Is the field too large to be listed on this page?"""
        return not self.printed or (self.private and len(self.model.entries) > self.model.listed)

    @property
    def printed(self) -> bool:
        """Is the whole field listed in the public report?"""
        return is_printed(len(self.model.entries))

    @property
    def values(self) -> Json:
        """What a template finds."""
        own = {"silks": ready(self.model.silks), "me": self.me}
        return {**vars(self.model), **own, "brief": self.brief, "printed": self.printed}


def for_scripts(report: Report) -> Json:
    model, me = report.model, report.me
    public: Json = {key: getattr(model, key) for key in _SCRIPTS}
    public["players"] = public.pop("seats")
    public |= {"corrected": list(model.corrected)} if model.corrected else {}
    public |= {} if model.closed is None else {"closed": model.closed}
    public |= _as_written(model.notes)
    if me is None:
        return public
    own = {each.name: getattr(me, each.name) for each in fields(me) if each.name not in _NOT_FOR_SCRIPTS}
    own |= _as_written(me.notes)
    if report.brief:
        public |= _one_of_many(public, me.player)
    return public | {"result": report.result, "case": report.case, "player": me.player, "private": own}


def _as_written(notes: Sequence[Said]) -> Json:
    return {"notes": [each.text for each in notes]} if notes else {}


def _one_of_many(public: Json, seat: Seat) -> Json:
    """Of what has a line for each seat, one's own line; the whole is in the public report."""
    revealed = public["revealed"]
    return {
        "players": {seat: public["players"][seat]},
        "receipts": {seat: public["receipts"].get(seat)},
        "revealed": revealed and {key: value for key, value in revealed.items() if key != "words"},
    }


class Seen:
    """The events of a turn by who may know them: each is looked at once, however many readers there are."""

    def __init__(self, events: Sequence[Event]):
        self.events = events
        self.public = Told(*public_of(events))

    @cached_property
    def _own(self) -> dict[Seat, list[Event]]:
        """Where private reports are made at first asking, nobody asks for it at the run."""
        own: dict[Seat, list[Event]] = {}
        for event in self.events:
            for seat in event.audience or ():
                own.setdefault(seat, []).append(event)
        return own

    @cached_property
    def _order(self) -> dict[int, int]:
        return {id(event): number for number, event in enumerate(self.events)}

    def own(self, seat: Seat) -> list[Event]:
        """What only this seat (and perhaps others beside it) has seen."""
        return self._own.get(seat, [])

    def by(self, seat: Seat) -> list[Event]:
        """All that this seat has seen, in its order."""
        return sorted([*self.public, *self.own(seat)], key=lambda event: self._order[id(event)])


def own_orders(events: Iterable[Event], seat: Seat) -> list[Json]:
    """What this seat's order did at each decision: told by the shared loop, the same in every game."""
    own = (event.data for event in events if event.kind == "order" and event.data["seat"] == seat)
    return [data | {"passed": [_readable(line) for line in data["passed"]]} for data in own]


def _readable(passed: Json) -> Json:
    return passed | {"refused": unpack(passed["refused"])} if "refused" in passed else passed


def conditional(orders: Iterable[Json]) -> bool:
    """Did anything depend on a condition?"""
    return any(order.get("when") or any("unmet" in line for line in order["passed"]) for order in orders)


def _worded(order: Json, words: Mapping[str, str]) -> Json:
    """Text that nobody has words for is told as it is: in an order that can be read no longer, perhaps."""

    def worded(text: str) -> str:
        return words.get(text) or sentence("if {condition}", condition=text)

    passed = [line | {"unmet": worded(line["unmet"])} if "unmet" in line else line for line in order["passed"]]
    return order | {"passed": passed, "when": [worded(each) for each in order.get("when", [])]}


def view_of(game: Game[Any, Any], state: Any, seat: Seat | None) -> Json:
    """Secrets leave by two doors only: a game's views, and the audience of each event."""
    public = game.public(state)
    return Shown(public) if seat is None else {**public, "me": game.mine(state, seat)}
