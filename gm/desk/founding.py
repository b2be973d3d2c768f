"""A new season: its file, and the two secrets that all its draws and deals come from."""

from pathlib import Path
from typing import Any, NamedTuple

from gm import games
from gm.core import dice
from gm.core.game import Game
from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import either, sentence
from gm.desk.desk import Desk
from gm.desk.opening import AlreadyThere, call_for
from gm.desk.outcome import line
from gm.desk.seasons import Tournament
from gm.desk.succession import Carried, called, carried, rhythm_of, settings_of, title_of, year_before
from gm.pages.seasonfile import FORMATS, check_season_name
from gm.reports.render import fill
from gm.season.lots import LONGEST, link
from gm.season.rollcall import Tables
from gm.store.seasons import SeasonRow, Seasons

_TABLES = {"tables": Tables(4, 3, 5), "knockout": Tables(2, 2, 2)}  # what a new file proposes


class Founded(NamedTuple):
    file: Path
    carried: Carried | None  # from last year's season


def new_season(desk: Desk, name: str, format: str, rules: str = "", after: str = "") -> Founded:
    """A season's file, commented, with everybody entered; or one after last year's, as that was.

    The last link of its chain of secrets is drawn now, and so is the secret of its deals; the commitments to both stand
    in the file.
    """
    wanted = find(format, FORMATS)
    if wanted is None:
        hint = sentence("write {formats}", formats=either(FORMATS))
        raise GmError(sentence("there is no season of the format {format}", format=repr(format)), hint)
    game = games.load(rules) if rules else _usual(wanted)
    path = desk.zine.season_file(check_season_name(name))
    seasons = Seasons(desk.store)
    _refuse_game(desk, name)
    earlier = year_before(desk, after, wanted) if after else None
    if earlier and rules:
        played = sentence("what is played is taken from {season}", season=earlier.name)
        raise GmError(played, sentence("leave --rules out, and change the new file"))
    came = carried(desk, earlier) if earlier else None

    def text() -> str:
        row = _row_of(desk, seasons, name)
        again = {"season": name, "format": wanted, "earlier": earlier.name if earlier else ""}
        command = "gm new {season} --season {format}" + (" --after {earlier}" if earlier else "")
        desk.deeds.will(_drawn(name), line(command, **again))
        told = _proposal(desk, row, wanted, game)
        if earlier and came:
            told |= _taken_over(desk, earlier, came, name, game)
        return fill("season/after.yaml" if earlier else "season/season.yaml", told, desk.zine.templates)

    forget = None if find(name, seasons.names()) else lambda: seasons.forget(name)
    return Founded(call_for(desk, path, text, forget), came)


def _taken_over(desk: Desk, at: Tournament, came: Carried, name: str, game: Game[Any, Any]) -> Json:
    settings = list(settings_of(desk, at, game.name))
    values = {"settings": settings, "rhythm": rhythm_of(at)}
    return {"earlier": at.name, "carried": came, "title": title_of(at, name), **values}


def _usual(format: str) -> Game[Any, Any]:
    """The first game that such a season can be played with: a race of many, or a table of a few."""
    tables = _TABLES.get(format)
    every = [games.load(name) for name in games.names()]
    fits = [game for game in every if (_fits(game, tables) if tables else game.entry)]
    return (fits or every)[0]


def _fits(game: Game[Any, Any], tables: Tables) -> bool:
    return not game.entry and game.seats[0] <= tables.least and tables.most <= game.seats[1]


def _row_of(desk: Desk, seasons: Seasons, name: str) -> SeasonRow:
    """Its secrets: once they have been committed to, they stay."""
    if find(name, seasons.names()) is None:
        seasons.add(SeasonRow(name, dice.new_secret(), dice.new_secret(), desk.stamp))
    return seasons.row(name)


def _proposal(desk: Desk, row: SeasonRow, format: str, game: Game[Any, Any]) -> Json:
    tables = _TABLES.get(format, _TABLES["tables"])
    fewest, most = game.seats
    least, largest = max(tables.least, fewest), min(tables.most, most)
    return {
        "name": row.name,
        "format": format,
        "title": called(row.name),
        "players": list(desk.zine.players.values()),
        "rules": game,
        "tables": Tables(min(max(tables.best, least), largest), least, largest),
        "year": desk.now.year,
        "commitment": link(row.secret, LONGEST),
        "deals": link(row.deals),
    }


def _drawn(name: str) -> str:
    return sentence("the secrets of {season} have been drawn, and stay", season=name)


def _refuse_game(desk: Desk, name: str) -> None:
    """Games and seasons share one list of names."""
    if find(name, [*desk.zine.game_files(), *desk.store.games()]):
        taken = sentence("{name} is the name of a game", name=name)
        raise AlreadyThere(taken, sentence("choose another name"))
