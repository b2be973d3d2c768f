"""The end of a race: winners and places."""

from gm.core.play import Json, most, ranked
from gm.games.haytack.race import Horse, Race


def winners(race: Race) -> list[str]:
    """H21: the last one left, or the most points; a dead heat has several. H22: there may be none."""
    return most({horse.name: horse.points for horse in race.running}) if race.over else []


def places(race: Race) -> list[Json]:
    """H23: finishers by points, then the fallen by fence, later first; equals share a place."""
    if not race.over:
        return []
    by_name = sorted(race.horses, key=lambda horse: horse.name)
    return [
        {"place": place, "horse": horse.name, "points": horse.points, "fell_at": horse.out_at or None}
        for place, horse in ranked(by_name, _merit)
    ]


def _merit(horse: Horse) -> tuple[int, int]:
    return (0, -horse.points) if horse.running else (1, -horse.out_at)
