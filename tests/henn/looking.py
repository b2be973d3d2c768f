"""Whole games of Henn's Derby to look at: tables on the way, and what a reader's templates find there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Seat
from gm.games.henn.table import Table
from gm.pages.book import read_book
from gm.reports.render import fill
from tests.telling import play_turn, story

HENN: Game[Any, Any] = games.load("henn")
NAMES = ["Ann Grey", "Bob <Stone> & Sons", "Gaston Lefèvre de la Tour du Pin", "Dave", "E"]
LONG = [
    "The Incredible Mr Limpet",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "日本日本日本日本日本日本日本日本日本日本日本日本",
    "No",
]
LONG += ["Golden Miller", "black beauty", "blue", "a: {b}", "abcdefgh abcdefgh abcdef"]


@dataclass(frozen=True)
class Moment:
    """A table after some turn, what happened on it, and what happened before."""

    table: Table
    turn: int = 0
    events: Sequence[Event] = ()
    past: Sequence[Event] = ()

    @property
    def seats(self) -> list[Seat]:
        return [player.seat for player in self.table.players]

    def model(self, reader: Seat | None = None) -> dict[str, Any]:
        """As a report has it."""
        told = story(HENN, self.table, self.events, None, self.past)
        me = None
        if reader is not None:
            view = HENN.mine(self.table, reader)
            me = SimpleNamespace(player=reader, view=view, chapters=HENN.own_chapters(told, view, self.events))
        players = dict(zip(self.seats, NAMES, strict=False))
        over = self.table.over
        return {
            "game": "derby",
            "turn": self.turn,
            "title": "D",
            "over": over,
            "players": players,
            "story": told,
            "me": me,
        }

    def shown(self, name: str, reader: Seat | None = None, language: str = "en") -> str:
        return fill(f"henn/{name}", self.model(reader), language=language)


def moments(many: int, seed: str, **options: Any) -> Iterator[Moment]:
    """A game of simple players, from the deal to the end."""
    seats = [f"p{number}" for number in range(many)]
    table = HENN.setup([Entrant(seat, seat) for seat in seats], {"options": options}, Dice(seed)).state
    at = Moment(table)
    yield at
    while HENN.pending(at.table):
        due = [seat for seat in seats if HENN.agenda(at.table, seat, at.table.turn)]
        parts = {seat: HENN.improvise(at.table, seat, Dice(seed)) for seat in due}
        books = {seat: read_book(HENN, at.table, seat, part) for seat, part in parts.items()}
        step = play_turn(HENN, at.table, books, Dice(seed))
        at = Moment(step.state, at.turn + 1, tuple(step.events), (*at.past, *at.events))
        yield at


def some(many: int, seed: str, **options: Any) -> list[Moment]:
    """The deal, the first turn, the middle, the run-in, the end."""
    found = list(moments(many, seed, **options))
    return [found[0], found[1], found[len(found) // 2], found[-3], found[-1]]
