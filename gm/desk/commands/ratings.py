"""Ratings, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome

if TYPE_CHECKING:
    from gm.desk.desk import Desk

FORMATS = ("text", "html", "json", "csv")


@dataclass(frozen=True)
class Ratings(Command):
    """Ratings of all games that were ever run here, or one player's way from game to game."""

    player: str | None = None
    format: str = "text"

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.ratings import player_meant, rating_lists

        if self.format not in FORMATS:
            raise Misuse(
                sentence("there is no format {name}; write one of {formats}", name=self.format, formats=FORMATS)
            )
        with at.desk() as desk:
            lists = rating_lists(desk)
            if self.player is None:
                told = [each.told() for each in lists]
            else:
                player = player_meant(lists, self.player)
                told = [each.told_of(player) for each in lists if player in each.histories]
            return RatingsShown(_text(desk, told, self.format), told, desk.zine.ratings)


def _text(desk: "Desk", told: Sequence[Json], format: str) -> str:
    from gm.reports import ratings

    if format in ("csv", "json"):
        return ratings.as_csv(told) if format == "csv" else ""
    kind, zine = "html" if format == "html" else "txt", desk.zine
    return ratings.page(told, kind, zine.templates, zine.language_of(None), zine.title)


@dataclass(frozen=True)
class RatingsShown(Outcome):
    text: str
    lists: Sequence[Json]
    public: bool

    def notes(self) -> Iterator[Note]:
        yield Note(self.text, whole=True)

    def as_json(self) -> list[Json]:
        from gm.reports.ratings import for_scripts

        return [each | {"public": self.public} for each in for_scripts(self.lists)]
