"""The story of a game, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.desk.commands import Command, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.history import Happening


@dataclass(frozen=True)
class History(Command):
    """All that happened to a game, in order."""

    game: str | None = None

    def for_season(self, at: Place, season: str) -> Outcome:
        """What was done with the season itself; its games have stories of their own."""
        from gm.desk.history import story

        with at.desk() as desk:
            return StoryTold(season, story(desk, season))

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import the_game
        from gm.desk.history import story

        with at.desk() as desk:
            name = the_game(desk, self.game)
            return StoryTold(name, story(desk, name))


@dataclass(frozen=True)
class StoryTold(Outcome):
    game: str
    story: "Sequence[Happening]"

    def notes(self) -> Iterator[Note]:
        for each in self.story:
            yield Note(line("{at}  {what}", at=each.shown, what=each.what), toned={"at": "quiet"})

    def as_json(self) -> list[Json]:
        return [each.as_json() | {"game": self.game} for each in self.story]
