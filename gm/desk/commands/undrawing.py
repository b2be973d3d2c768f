"""What was done last in a season, taken back: a draw, or a turn of each game of the last round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gm.core.play import Json
from gm.core.words import few, sentence
from gm.desk.commands import Command, Place
from gm.desk.commands.together import of_all
from gm.desk.outcome import Note, Outcome
from gm.desk.undrawing import Undrawn, last_draw, take_results_back, undraw


def undone(command: Command, at: Place, season: str) -> Outcome:
    """The draw, if no game of it has run a turn; else the last turn of each, and they are named before."""
    with at.desk() as desk:
        seen = last_draw(desk, season)
        if not (seen.begun or seen.keyed):
            return DrawUndone(season, undraw(desk, season, seen))
        tables = [f"{row.round}/{row.number}" for row in seen.keyed]
        at.watch.tell(WillBeUndone(season, seen.begun, tables))
        if seen.keyed:
            take_results_back(desk, season, seen)
    if not seen.begun:
        return ResultsUndone(season, tables)
    return of_all(at, season, seen.begun, lambda name, once, first: command.for_game(name).carry_out(once))


@dataclass(frozen=True)
class DrawUndone(Outcome):
    season: str
    done: Undrawn

    def notes(self) -> Iterator[Note]:
        values = {"season": self.season, "round": self.done.rounds}
        yield Note(sentence("The draw of round {round} of {season} is taken back.", **values), "good")
        if self.done.mailed:
            yield Note(sentence("It was mailed already to {players}.", players=few(self.done.mailed)), "odd")
        for file in self.done.kept:
            yield Note(sentence("A game's file was changed since; it is kept as {file}.", file=file), "odd")
        for name in self.done.changed:
            changed = sentence("{file} was changed since gm wrote it, and is left there: do not send it.", file=name)
            yield Note(changed, "odd")
        yield Note(sentence("To draw it anew: gm draw {season}", season=self.season), "quiet")

    def as_json(self) -> Json:
        return {"season": self.season, **self.done._asdict()}


@dataclass(frozen=True)
class WillBeUndone(Outcome):
    """Said before it is done."""

    season: str
    games: Sequence[str]
    tables: Sequence[str]  # whose results were keyed: round and table

    def notes(self) -> Iterator[Note]:
        if self.games:
            yield Note(sentence("Games of {season} have begun: the last turn of each is taken back ({games}).",
                                season=self.season, games=self.games))  # fmt: skip
        if self.tables:
            yield Note(sentence("Results were keyed for {season}: they are taken back (round and table {tables}).",
                                season=self.season, tables=self.tables))  # fmt: skip

    def as_json(self) -> list[Json]:
        return []


@dataclass(frozen=True)
class ResultsUndone(Outcome):
    season: str
    tables: Sequence[str]

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("These tables are open again; gm key {season} keys them anew.", season=self.season), "good")
