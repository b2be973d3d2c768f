"""Which games go on: of the zine, or of a season."""

from collections.abc import Sequence
from typing import NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, match_of, season_called, the_game
from gm.store.seasons import Seasons


class NoneOpen(GmError):
    """No game of the season goes on"""


def some_of(season: str, games: Sequence[str]) -> list[str]:
    """These games; if there are none, that is said."""
    if not games:
        none = sentence("no game of {season} goes on", season=season)
        raise NoneOpen(none, sentence("draw a round: gm draw {season}", season=season))
    return [*games]


def going_on(desk: Desk) -> list[str]:
    return [name for name in desk.store.games() if goes_on(desk, name)]


def going_on_in(desk: Desk, season: str) -> list[str]:
    """By round and table."""
    return [each.game for each in Seasons(desk.store).games_of(season) if goes_on(desk, each.game)]


def of_last_round(desk: Desk, season: str) -> list[str]:
    """Those that go on, and all of the last round: what happened there last is news."""
    games = Seasons(desk.store).games_of(season)
    last = max((each.round for each in games), default=0)
    return [each.game for each in games if each.round == last or goes_on(desk, each.game)]


def goes_on(desk: Desk, name: str) -> bool:
    return not match_of(desk, name).over


class Standing(NamedTuple):
    """How far a season has come, as far as the database alone can tell."""

    season: str
    round: int  # the last one that is drawn; 0 before the first
    going_on: list[str]  # games, whatever their round


def standing(desk: Desk, season: str) -> Standing:
    last = max((row.round for row in Seasons(desk.store).draws(season)), default=0)
    return Standing(season, last, going_on_in(desk, season))


def meant(desk: Desk, name: str | None) -> tuple[list[str], list[Standing]]:
    """Games and seasons that are asked for; of a season the games that go on."""
    season = season_called(desk, name)
    if season:
        found = standing(desk, season)
        return found.going_on, [found]
    if name:
        return [the_game(desk, name)], []
    kept = Seasons(desk.store)
    seasons = [standing(desk, each) for each in kept.names()]
    on = {game for each in seasons for game in each.going_on}
    own = {each.game for found in seasons for each in kept.games_of(found.season)}
    games = [each for each in desk.store.games() if each in on or each not in own]
    return games if games or seasons else [the_game(desk, None)], seasons
