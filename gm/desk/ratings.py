"""Who is rated how, in all games ever run here; nothing of it is stored, so a correction flows on by itself."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from gm.core.names import did_you_mean, find, fold
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, match_of
from gm.desk.seasons import Tournament, game_name, open_season
from gm.reports.model import view_of
from gm.season.points import places
from gm.season.ratings import FRESH, SETTLED, Rated, histories
from gm.season.results import Player
from gm.store.corrections import Corrections
from gm.store.seasons import Seasons

AT_THE_TABLE = sentence("at the table")  # the list of all games that gm only keeps the score of
UNRATED = 0  # the seed of whoever has no rating yet


class NotPublic(GmError):
    """Ratings are the game master's own"""


class NobodyRated(GmError):
    """There is no such rating"""


class Past(NamedTuple):
    """A game that is over, as far as ratings look at it."""

    ended: datetime
    game: str
    title: str
    rules: str
    order: Mapping[Player, int]  # everybody's place, once for each player
    round: int = 0  # of a season, where several are drawn at once


@dataclass(frozen=True)
class RatingList:
    """All games of one kind, and what they did to everybody."""

    rules: str
    games: Sequence[Past]
    names: Mapping[Player, str]

    @cached_property
    def histories(self) -> dict[Player, list[Rated]]:
        return histories((past.game, past.order) for past in self.games)

    @cached_property
    def shown(self) -> dict[Player, int]:
        """Everybody's number, the highest first, equals by name."""
        numbers = {player: steps[-1].rating.shown for player, steps in self.histories.items()}
        return dict(sorted(numbers.items(), key=lambda each: (-each[1], fold(self.names[each[0]]), each[0])))

    @cached_property
    def places(self) -> dict[Player, int]:
        return places({player: -number for player, number in self.shown.items()})

    def told(self) -> Json:
        """As templates and scripts find it."""
        return {"rules": self.rules, "games": len(self.games), "players": [self._row(player) for player in self.shown]}

    def _row(self, player: Player) -> Json:
        many, place = len(self.histories[player]), self.places[player]
        return {
            "place": place,
            "tied": list(self.places.values()).count(place) > 1,
            "player": player,
            "name": self.names[player],
            "rating": self.shown[player],
            **self.histories[player][-1].rating._asdict(),
            "settled": many >= SETTLED,  # before that the number has a question mark
            "games": many,
        }

    def told_of(self, player: Player) -> Json:
        """One player's way from game to game."""
        past = {each.game: each for each in self.games}
        steps, before = [], FRESH.shown
        for many, step in enumerate(self.histories[player], start=1):
            about = {"game": step.game, "title": past[step.game].title, "ended": past[step.game].ended}
            came = {"place": step.place, "tied": step.tied, "of": step.of, "rating": step.rating.shown}
            came |= step.rating._asdict()
            steps.append(about | came | {"change": step.rating.shown - before, "settled": many >= SETTLED})
            before = step.rating.shown
        return {"rules": self.rules} | self._row(player) | {"history": steps}


def rating_lists(desk: Desk) -> list[RatingList]:
    """One for each game's rules, the most played first."""
    names: dict[Player, str] = {}
    found: dict[str, list[Past]] = {}
    for past in _games_over(desk, names):
        found.setdefault(past.rules, []).append(past)
    names |= {fold(player.id): player.name for player in desk.zine.players.values()}
    lists = [RatingList(rules, games, names) for rules, games in found.items()]
    return sorted((each for each in lists if each.histories), key=lambda each: (-len(each.games), each.rules))


def _games_over(desk: Desk, names: dict[Player, str]) -> list[Past]:
    """In the order of their ends; those that were given up, are void or taken back, never were."""
    aside: set[str] = set()
    found: list[Past] = []
    for season in Seasons(desk.store).names():
        at = open_season(desk, season)
        names |= {fold(player): name for player, name in at.names.items()}
        found += _keyed(desk, at)
        aside |= _not_played(desk, at)
    for name in desk.store.games():
        game = match_of(desk, name)
        names |= _called(game)
        if game.ended and game.closed is None and name not in aside:
            found.append(Past(_end(desk, game), game.name, game.row.title, game.row.rules, order_of(game)))
    return sorted(found, key=lambda past: (past.ended, past.round, past.game))


def _keyed(desk: Desk, at: Tournament) -> Iterator[Past]:
    """Nobody knows when games at a real table ended: it is their draw that counts, and not when they were keyed."""
    keyed = {(row.round, row.number) for row in Seasons(desk.store).results(at.name)}
    drawn = {row.round: row.at for row in at.draws}
    rules = at.file.game.name if at.file.game else AT_THE_TABLE
    for each in at.season.games:
        if (each.round, each.table) in keyed and not each.walk_over:
            values = {"title": at.file.title, "round": each.round, "table": each.table}
            title = sentence("{title}, round {round}, table {table}", **values)
            if each.round == at.season.final:
                title = sentence("{title}, final", title=at.file.title)
            name, when = game_name(at.name, each.round, each.table), drawn.get(each.round, at.row.made_at)
            order = {fold(player): place for player, place in each.order.items()}
            yield Past(_moment(desk, when), name, title, rules, order, each.round)


def _not_played(desk: Desk, at: Tournament) -> set[str]:
    """Games of a season that count in another way: by a keyed result, as a walk-over, or not at all."""
    keyed = {(row.round, row.number) for row in Seasons(desk.store).results(at.name)}
    count = {(each.round, each.table) for each in at.season.games if not each.walk_over}
    return {game for place, game in at.games.items() if place in keyed or place not in count}


def order_of(at: Match) -> dict[Player, int]:
    """Places by player: of two horses of one the better counts, and a stand-in's result is the stand-in's."""
    order: dict[Player, int] = {}
    for each in at.game.finish(view_of(at.game, at.state, None)):
        player = fold(at.players[each.seat])
        order[player] = min(each.place, order.get(player, each.place))
    return order


def _end(desk: Desk, at: Match) -> datetime:
    """When its last turn was run; not when it was corrected."""
    first = Corrections(desk.store).first_version(at.name, at.head.id)
    return _moment(desk, desk.store.ran_at(first))


def _moment(desk: Desk, stamp: str) -> datetime:
    return datetime.fromisoformat(stamp).astimezone(desk.zine.zone)


def _called(at: Match) -> dict[Player, str]:
    """Everybody as they were entered; players.yaml comes before that."""
    entered = {fold(row["player"]): str(row["name"]) for row in at.row.roster}
    return entered | {fold(each.after): each.name for each in at.changes if each.kind == "replace"}


def list_of(desk: Desk, rules: str) -> RatingList | None:
    return next((each for each in rating_lists(desk) if each.rules == rules), None)


def player_meant(lists: Sequence[RatingList], word: str) -> Player:
    """By id, or by name."""
    rated = {player: each.names[player] for each in lists for player in each.histories}
    known = {name: player for player, name in rated.items()} | {player: player for player in rated}
    meant = find(word, known)
    if meant is None:
        nobody = sentence("{name} has no rating", name=word[:40])
        raise NobodyRated(
            nobody, did_you_mean(word, known, sentence("whoever has played to the end of a game has one"))
        )
    return known[meant]


def seeds(desk: Desk, rules: str, players: Collection[Player]) -> dict[Player, int]:
    """The whole numbers that a draw by rating goes by; it publishes them, so they have to be public already."""
    if not desk.zine.ratings:
        secret = sentence("a draw by rating would publish the ratings, and they are private here")
        raise NotPublic(
            secret, sentence("write ratings: public into zine.yaml, or leave rating out of the season's file")
        )
    rated = list_of(desk, rules)
    return {player: rated.shown.get(fold(player), UNRATED) if rated else UNRATED for player in players}
