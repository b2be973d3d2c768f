"""The chart of the race: every horse against the field."""

from itertools import islice

from tests.haytack.pictured import field, turns
from tests.haytack.test_pictures import ordered


def test_a_horse_is_drawn_against_the_median_of_those_still_running() -> None:
    *_, model = turns(field(12))
    chart = model["story"]["chart"]
    for place in range(1, len(chart["fences"]) + 1):
        running = [horse for horse in chart["horses"] if len(horse["points"]) > place]
        ranked = sorted(horse["points"][place] for horse in running)
        median = ranked[(len(ranked) - 1) // 2]
        assert all(horse["against"][place] == horse["points"][place] - median for horse in running)


def test_one_spendthrift_flattens_nobody() -> None:
    race = field(12, ["plain"] * 6)
    lavish = {f"p{n}": ("400", "9") if n == 3 else (str(10 + n), str(12 + n)) for n in range(12)}
    model = list(islice(turns(race, ordered(race, [lavish])), 2))[1]
    chart = model["story"]["chart"]
    drawn = {horse["horse"]: horse["drawn"][-1] for horse in chart["horses"]}
    assert min(lead for horse in chart["horses"] for lead in horse["against"]) < -300
    assert min(drawn.values()) > -60
    assert sorted(drawn, key=lambda name: -drawn[name])[-1] == "L'Escargot"
