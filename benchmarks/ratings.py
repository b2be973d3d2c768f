"""Ratings: a thousand races of forty beside the bare library, which takes no care of equals."""

import random
from collections.abc import Iterator
from functools import partial

from openskill.models import PlackettLuce

from benchmarks.table import Measurement, Round, timed
from gm.season.ratings import histories

RACES, FIELD, PLAYERS = 1_000, 40, 200
Race = dict[str, int]


def measurements() -> Iterator[Measurement]:
    for said, places in [("no two equal", FIELD), ("at a dozen places", 12), ("all equal", 1)]:
        yield Measurement(
            f"ratings of {RACES:,} races, {said}",
            "the bare library, which minds no equals",
            2,
            partial(rated, places),
            3,
        )


def races(places: int) -> list[Race]:
    """Everybody's place is drawn from so many; with as many as run there are no equals."""
    rng, names = random.Random(places), [f"p{number:03}" for number in range(PLAYERS)]
    if places == FIELD:
        return [dict(zip(rng.sample(names, FIELD), range(FIELD), strict=True)) for _ in range(RACES)]
    return [{name: rng.randrange(places) for name in rng.sample(names, FIELD)} for _ in range(RACES)]


def bare(played: list[Race]) -> None:
    model = PlackettLuce()
    now = {name: model.rating() for race in played for name in race}
    for race in played:
        after = model.rate([[now[name]] for name in race], ranks=[float(place) for place in race.values()])
        now.update(zip(race, (team[0] for team in after), strict=True))


def ours(played: list[Race]) -> None:
    histories((str(number), race) for number, race in enumerate(played))


def rated(places: int) -> Iterator[Round]:
    played = races(places)
    yield timed(lambda: ours(played), lambda: bare(played))
