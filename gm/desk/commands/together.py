"""A season's name stands for all its open games: what is asked of it is done for one after the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place, Watch
from gm.desk.desk import Desk, Match, match_of
from gm.desk.going import going_on_in, some_of
from gm.desk.outcome import AnyNote, Note, Outcome, line
from gm.desk.turns import NotDue
from gm.store.errors import StoreError

T = TypeVar("T")
Do = Callable[[str, Place, bool], Outcome]  # what is done with a game; is it the first in which anything is done?


def for_each(
    command: Command, at: Place, season: str, meant: Callable[[Desk, str], list[str]] = going_on_in
) -> Outcome:
    """For those that go on, by round and table, or whichever games are meant."""
    with at.desk() as desk:
        games = [name for name in meant(desk, season) if concerns(command.about, match_of(desk, name))]
        if command.about and not games:
            nobody = sentence("nobody called {name} plays in {game}", name=command.about, game=season)
            raise GmError(nobody)
    return of_all(at, season, games, lambda name, once, first: command.for_game(name).carry_out(once))


def concerns(who: str | None, match: Match) -> bool:
    """Has somebody of that name, or with a horse of that name, a seat there?"""
    return who is None or bool(match.seat_called(who) or match.seat_that_entered(who))


def of_all(at: Place, season: str, games: Sequence[str], do: Do) -> Outcome:
    """Each game's own command; one that is refused does not keep the others from theirs."""
    once = at._replace(watch=Once(at.watch))
    parts: list[Outcome] = []
    refused: list[Refused] = []
    for name in some_of(season, games):
        try:
            part = InShort(do(name, once, not parts))
        except (StoreError, Misuse):  # of all of them, and not of this one
            raise
        except GmError as error:
            refused.append(Refused(name, error.message, error.hint, isinstance(error, NotDue)))
            continue
        at.watch.tell(part)
        parts.append(part)
    if not parts and len({each.message for each in refused}) == 1:
        raise GmError(refused[0].message, refused[0].hint)
    for each in refused:
        at.watch.tell(each)
    return OfAll(season, parts, refused)


@dataclass(frozen=True)
class InShort(Outcome):
    part: Outcome

    @property
    def good(self) -> bool:
        return self.part.good

    def notes(self) -> Iterable[AnyNote]:
        return self.part.in_short()

    def as_json(self) -> Json | list[Json]:
        return self.part.as_json()


@dataclass(frozen=True)
class Refused(Outcome):
    """One of the games, and why nothing was done there."""

    game: str
    message: str
    hint: str
    not_due: bool  # its time will come

    @property
    def good(self) -> bool:
        return self.not_due

    def notes(self) -> Iterator[Note]:
        yield Note(line("{game}: {why}.", game=self.game, why=self.message), "odd" if self.not_due else "bad")
        if self.hint and not self.not_due:
            yield Note(self.hint, "quiet", under=1)

    def as_json(self) -> Json:
        return {"game": self.game, "refused": str(self.message)}


@dataclass(frozen=True)
class OfAll(Outcome):
    """What became of all games of a season; each was told as it came."""

    in_parts = True
    season: str
    parts: Sequence[Outcome]
    refused: Sequence[Refused]

    @property
    def good(self) -> bool:
        return bool(self.parts) and all(each.good for each in (*self.parts, *self.refused))

    def notes(self) -> Iterator[AnyNote]:
        for part in (*self.parts, *self.refused):
            yield from part.notes()


class Once(Watch):
    """Whoever looks on, told once what would be said for every game."""

    def __init__(self, watch: Watch):
        self.watch = watch
        self.said: set[str] = set()

    def tell(self, part: Outcome) -> None:
        self.watch.tell(part)

    def warn(self, note: AnyNote) -> None:
        if str(note) not in self.said:
            self.said.add(str(note))
            self.watch.warn(note)

    def agrees(self, shown: Outcome, question: str) -> bool:
        return self.watch.agrees(shown, question)

    def doing(self, what: str) -> None:
        self.watch.doing(what)

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        with self.watch.progress(items, length, label) as watched:
            yield watched
