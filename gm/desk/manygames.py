"""A season's name, where one game was expected."""

from collections.abc import Sequence

from gm.core.problems import GmError


class ManyGames(GmError):
    """The name is that of a season"""

    season = ""
    games: Sequence[str] = ()

    def of(self, season: str, games: Sequence[str]) -> "ManyGames":
        self.season, self.games = season, games
        return self
