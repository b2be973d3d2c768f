"""The ladder of years: what everybody's places in several seasons come to (S19)."""

from collections import Counter
from collections.abc import Iterable

from gm.core.names import did_you_mean, find
from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.standings import NoSeason, places_of
from gm.reports.seasontable import Contest
from gm.season.points import readable
from gm.season.years import ladder


def told_ladder(desk: Desk, contests: Iterable[Contest]) -> Json | None:
    """As people read it; None if the zine has none, or none of its seasons has been played."""
    wanted, known = desk.zine.ladder, {each.name: each for each in contests}
    if wanted is None:
        return None
    years = [known[_season(name, known)] for name in wanted.of]
    played = [each for each in years if each.season.round]
    called = {player: name for each in played for player, name in each.names.items()}
    found = ladder([places_of(each.table) for each in played], wanted.points, wanted.fade)
    sharing = Counter(place for place, _, _ in found)
    lines = [
        {"place": place, "shared": sharing[place] > 1, "player": player, "name": called.get(player, player),
         "points": readable(points)}
        for place, player, points in found
    ]  # fmt: skip
    return {"seasons": [each.title for each in played], "lines": lines} if lines else None


def _season(name: str, known: Iterable[str]) -> str:
    found = find(name, known)
    if found is None:
        message = sentence("zine.yaml has {season} on its ladder, and there is no such season", season=name)
        raise NoSeason(message, did_you_mean(name, known))
    return found
