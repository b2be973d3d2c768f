"""Beginnings, asked for: a new zine, a new game's file, what a game proposes, the start of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import GmError, Problem
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import AnyNote, Note, Outcome, line, problem_notes

if TYPE_CHECKING:
    from gm.desk.succession import Carried

LEAST_ENTRANTS, MOST_ENTRANTS = 2, 500
_TRIALS = 1_000  # of each course that is tried


@dataclass(frozen=True)
class Init(Command):
    """Make a new zine, its files commented."""

    directory: Path
    title: str = ""  # the folder's name, if it is left out

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.opening import init

        written = init(self.directory, self.title or self.directory.resolve().name, at.now)
        return ZineMade(str(self.directory), [str(path) for path in written])


@dataclass(frozen=True)
class ZineMade(Outcome):
    folder: str
    files: Sequence[str]

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{folder} is a zine now.", folder=self.folder), "good")
        yield from (Note(file, under=1) for file in self.files)
        yield Note(sentence("Next: list your players in players.yaml, then, in that folder: gm new GAME --rules RULES"))


@dataclass(frozen=True)
class New(Command):
    """Write a new game's file, commented, with what its rules propose; or a season's."""

    name: str
    rules: str = ""  # of a season a game that suits it, if they are left out
    season: str = ""  # its format
    after: str = ""  # the season of the year before

    def carry_out(self, at: Place) -> Outcome:
        if self.after and not self.season:
            raise Misuse(sentence("a season comes after another: say --season FORMAT, too"))
        if not self.rules and not self.season:
            raise Misuse(sentence("say what is played, or which season: --rules RULES, or --season FORMAT"))
        with at.desk(create=True) as desk:
            if self.season:
                from gm.desk.founding import new_season

                founded = new_season(desk, self.name, self.season, self.rules, self.after)
                return SeasonWritten(self.name, desk.zine.show(founded.file), founded.carried)
            from gm.desk.opening import new_game

            return GameWritten(self.name, desk.zine.show(new_game(desk, self.name, self.rules)))


@dataclass(frozen=True)
class GameWritten(Outcome):
    game: str
    file: str

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{file} is written.", file=self.file), "good")
        yield Note(sentence("Next: look it over, then: gm start {game}", game=self.game))


@dataclass(frozen=True)
class SeasonWritten(Outcome):
    season: str
    file: str
    carried: "Carried | None" = None

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{file} is written.", file=self.file), "good")
        if self.carried:
            yield from self._carried(self.carried)
        yield Note(sentence("Next: look it over, then: gm draw {season}", season=self.season))

    def _carried(self, from_last: "Carried") -> Iterator[Note]:
        entered = counted(
            "{n} is entered, as {earlier} ended.",
            "{n} are entered, as {earlier} ended.",
            len(from_last.entered),
            earlier=from_last.earlier,
        )
        yield Note(entered, under=1)
        if from_last.guests:
            guests = sentence("guests, whom players.yaml does not have: {names}", names=from_last.guests)
            yield Note(guests, under=1)
        if from_last.left:
            yield Note(sentence("not entered, because they had left: {names}", names=from_last.left), "odd", under=1)
        if from_last.unknown:
            unknown = sentence("not entered, because the zine does not know them: {names}", names=from_last.unknown)
            yield Note(unknown, "odd", under=1)
        yield Note(sentence("Lucky words are not taken over: they have to come after the new commitment."), under=1)


@dataclass(frozen=True)
class Course(Command):
    """Say what a game proposes for a number of entrants."""

    entrants: int
    rules: str | None = None  # the first game that proposes anything, if it is left out
    tuned: bool = False  # tried out, so that as many finish as are meant to
    finishers: int = 0  # an eighth of the field, if it is left out

    def carry_out(self, at: Place) -> Outcome:
        from gm import games

        if not LEAST_ENTRANTS <= self.entrants <= MOST_ENTRANTS:
            raise Misuse(
                sentence("a course is for {least} to {most} entrants", least=LEAST_ENTRANTS, most=MOST_ENTRANTS)
            )
        for name in [self.rules] if self.rules else games.names():
            proposed = self._tuned(name) if self.tuned else games.load(name).propose(self.entrants)
            if proposed:
                return Proposed(proposed)
        if self.rules:
            raise GmError(sentence("{rules} is played without a course", rules=self.rules))
        raise GmError(sentence("no game here has a course"))

    def _tuned(self, rules: str) -> Json:
        from gm import games
        from gm.desk.simulating import simulate, total

        wanted = self.finishers or max(1, round(self.entrants / 8))
        return games.load(rules).tuned(self.entrants, wanted, lambda plan: total(simulate(rules, plan, _TRIALS)))


@dataclass(frozen=True)
class Proposed(Outcome):
    """What the game says of it stands under `lines`: the first goes into the game's file, the others explain it."""

    proposal: Json

    def notes(self) -> Iterator[Note]:
        lines = self.proposal.get("lines", [])
        yield from (Note(each) for each in lines[:1])
        yield from (Note(line("# {remark}", remark=each), "quiet") for each in lines[1:])

    def as_json(self) -> Json:
        return {key: value for key, value in self.proposal.items() if key != "lines"}


@dataclass(frozen=True)
class Start(Command):
    """Check a game's file, deal, and open turn 1."""

    game: str

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import opening, publish

        with at.desk(create=True) as desk:
            file = opening.read_file(desk, self.game)
            placed = publish.publish(desk, lambda: publish.maker_of(desk, self.game, opening.start(desk, file)))
            return GameStarted(self.game, file.title, len(file.entrants), at.shown(desk, placed), file.warnings)


@dataclass(frozen=True)
class GameStarted(Outcome):
    game: str
    title: str
    entrants: int
    folder: str
    warnings: Sequence[Problem]

    def notes(self) -> Iterator[AnyNote]:
        yield from problem_notes(self.warnings)
        yield Note(
            sentence(
                "{title} is under way: {entrants} entrants, turn 1 is open.", title=self.title, entrants=self.entrants
            ),
            "good",
        )
        yield Note(sentence("The start packet is in {folder}/", folder=self.folder))

    def as_json(self) -> Json:
        return {**vars(self), "warnings": [problem.as_json() for problem in self.warnings]}
