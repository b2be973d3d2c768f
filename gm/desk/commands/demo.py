"""The demo, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gm.core.words import sentence
from gm.desk.commands import Command, Place
from gm.desk.outcome import AnyNote, Note, Outcome


@dataclass(frozen=True)
class Demo(Command):
    """Play a whole sample zine before the game master's eyes."""

    directory: Path = Path("gm-demo")

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.demo import play

        worth_opening = play(self.directory, lambda note: at.watch.tell(Told(note)))
        return DemoPlayed(str(self.directory), [str(path) for path in worth_opening])


@dataclass(frozen=True)
class Told(Outcome):
    """Something that happened in the demo."""

    note: AnyNote

    def notes(self) -> Iterator[AnyNote]:
        yield self.note


@dataclass(frozen=True)
class DemoPlayed(Outcome):
    folder: str
    files: Sequence[str]  # worth opening

    def notes(self) -> Iterator[Note]:
        yield Note("")
        yield Note(sentence("That was the demo. Worth opening:"), "good")
        yield from (Note(file, under=1) for file in self.files)
        yield Note(sentence("Or try: gm -C {folder} status", folder=self.folder))
