"""What a game master can ask for: a value for each command, which the desk carries out and answers with an outcome.

A face of the desk makes such a value, gives it a place to work in, and shows the outcome; it decides nothing itself.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gm.core.deeds import Deeds
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.manygames import ManyGames
from gm.desk.outcome import AnyNote, Note, Outcome

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.placing import Placed

T = TypeVar("T")

# name: the module here that has it. Each is loaded only when it is asked for, because gm status has to start quickly.
COMMANDS = {
    "demo": "demo",
    "init": "opening",
    "new": "opening",
    "enter": "entering",
    "course": "opening",
    "start": "opening",
    "draw": "draw",
    "check": "pages",
    "take": "pages",
    "fetch": "post",
    "held": "pages",
    "key": "key",
    "letters": "letters",
    "status": "status",
    "run": "turns",
    "report": "turns",
    "note": "notes",
    "mail": "post",
    "post": "paper",
    "remind": "reminders",
    "away": "reminders",
    "issue": "zine",
    "site": "zine",
    "ratings": "ratings",
    "correct": "correct",
    "history": "history",
    "undo": "turns",
    "redo": "turns",
    "extend": "turns",
    "replace": "people",
    "retire": "people",
    "close": "people",
    "address": "people",
    "token": "people",
    "standings": "standings",
    "adjudicate": "cases",
    "record": "records",
    "verify": "records",
    "receipt": "records",
    "simulate": "simulate",
    "backup": "backups",
    "restore": "backups",
}


class Misuse(GmError):
    """What was asked for makes no sense, whatever lies on the desk"""

    exit_code = 2


class Watch:
    """Whoever looks on while the desk works. This one does not care; a face brings one of its own."""

    def tell(self, part: Outcome) -> None:
        """A part of the outcome is ready, while others are still to come."""

    def warn(self, note: AnyNote) -> None:
        """Something odd, beside the answer."""

    def agrees(self, shown: Outcome, question: str) -> bool:
        """Is that to be done, then? Nobody has said so."""
        return False

    def typed(self, prompt: str) -> str | None:
        """The next line that somebody types; None once there is none any more, and nobody is here."""
        return None

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Meanwhile, what somebody types is not shown."""
        yield

    @property
    def talks(self) -> bool:
        """Does a person type, who reads every answer? A script wants to know in the end how it went."""
        return False

    def doing(self, what: str) -> None:
        """What is being done now, in a sentence."""

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        """Long work, one item after the other."""
        yield items

    @contextmanager
    def working(self, label: str) -> Iterator[Callable[[int, int], None]]:
        """Work that may turn out to be long: it says how many of how many pieces are done."""
        yield lambda done, of: None


NOBODY = Watch()


class Place(NamedTuple):
    """Where a command is carried out: a folder, the time, and whoever looks on."""

    folder: Path
    now: datetime
    watch: Watch = NOBODY
    deeds: Deeds | None = None  # for whoever has to explain a failure
    started: datetime | None = None  # when the command was, by the clock on the wall; None if nobody looked
    clock: Callable[[], datetime] | None = None  # for a command that lasts; None: all of it happens now

    @property
    def later(self) -> "Place":
        """The same place as time goes by."""
        return self if self.clock is None else self._replace(now=self.clock())

    @contextmanager
    def desk(self, create: bool = False, mind_the_clock: bool = True) -> "Iterator[Desk]":
        """The desk of the zine that the folder is in, with what a killed command left undone put in order.

        Whoever looks on is told of that, and if the clock cannot be right.
        """
        from gm.desk.desk import behind, open_desk
        from gm.desk.tidying import tidy

        with open_desk(self.folder, self.now, create, self.deeds, self.started) as desk:
            last = behind(desk) if mind_the_clock else None
            if last:
                self.watch.warn(
                    Note(sentence("The clock is wrong: the last thing here was stored {last}.", last=last), "odd")
                )
            for what in tidy(desk):
                self.watch.warn(Note(what, "odd"))
            yield desk

    def shown(self, desk: "Desk", placed: "Placed") -> str:
        """Where files were put, as the game master would name it; whoever looks on is told what was in the way."""
        from gm.desk.placing import in_the_way

        for each in in_the_way(desk, placed):
            self.watch.warn(Note(each, "odd"))
        return desk.zine.show(placed.folder)


class Command:
    """What is asked for: a frozen dataclass each."""

    def carry_out(self, at: Place) -> Outcome:
        """Do it, or raise a GmError and leave everything as it was."""
        raise NotImplementedError

    @property
    def about(self) -> str | None:
        """Whom it concerns, if not everybody: a game of a season in which they do not sit is passed over."""
        return None

    def for_game(self, name: str) -> "Command":
        """The same for that game."""
        return replace(self, game=name)  # type: ignore[type-var]

    def for_season(self, at: Place, season: str) -> Outcome:
        """The same for all games that the season's name stands for."""
        from gm.desk.commands.together import for_each

        return for_each(self, at, season)


def carried_out(command: Command, at: Place) -> Outcome:
    """A command, done; if a season was named where a game is expected, done for its games."""
    try:
        return command.carry_out(at)
    except ManyGames as many:
        return command.for_season(at, many.season)


def command_called(name: str) -> type[Command]:
    """The class of a command.

    >>> command_called("run")(game="spring", turn=3, now=False)
    Run(game='spring', turn=3, now=False, dry_run=False)
    """
    module = importlib.import_module(f"gm.desk.commands.{COMMANDS[name]}")
    found: type[Command] = getattr(module, name.capitalize())
    return found
