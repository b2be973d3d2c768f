"""Seasons: a large draw beside bare reckoning of its pairs; a table beside a bare loop of the same sums."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations

from benchmarks.table import Measurement, Round, spent, timed
from gm.reports.seasonpages import page
from gm.reports.seasontable import Contest, told
from gm.season.draw import Draw, draw
from gm.season.results import Entrant, Played, Season
from gm.season.rollcall import Caller, RollCall, Tables
from gm.season.standings import standings

PLAYERS, GAMES = 200, 20
SECRET = "0" * 64


def measurements() -> Iterator[Measurement]:
    table = f"the table of {PLAYERS} players"
    yield Measurement(f"{table}, {GAMES} games each", "a bare loop of the same sums", 3, a_table, 7)
    yield Measurement(f"{table}, twice as many games", f"{GAMES} games each", 2.5, longer_table, 7)
    yield Measurement("its web page, twice as many games", f"{GAMES} games each", 2.5, longer_page, 5)
    for many, most in ((200, 7.0), (1_000, 4.0)):
        yield Measurement(f"a draw of {many:,} at fours", "the price of every two, once", most, partial(drawn, many), 1)
    for many, size, of, most in ((20, 4, 5, 3.0), (40, 5, 6, 5.0), (200, 4, 6, 2.0), (1_000, 4, 6, 15.0)):
        what = f"the slowest draw of {of} rounds, {many:,} people"
        yield Measurement(what, "a second of the processor", most, partial(rounds, many, size, of), 1)


def season(many: int = GAMES) -> Season:
    rng, names, games = random.Random(1), [f"p{number:03}" for number in range(PLAYERS)], []
    for round in range(1, many + 1):
        rng.shuffle(names)
        for at in range(0, PLAYERS, 4):
            games.append(Played(round, at // 4 + 1, dict(zip(names[at : at + 4], (1, 2, 3, 4), strict=True))))
    return Season([Entrant(name) for name in sorted(names)], games)


def bare(played: Season) -> list[tuple[Fraction, str]]:
    """Everybody's points, exactly, in order, and nothing else."""
    totals = {entrant.player: Fraction(0) for entrant in played.entrants}
    for game in played.games:
        for player, place in game.order.items():
            totals[player] += Fraction(100 * (len(game.order) - place), len(game.order) - 1)
    return sorted((-total, player) for player, total in totals.items())


def roll_call(many: int) -> RollCall:
    """Two rounds have been played at fours; the third of six is to be drawn by score."""
    rng, names = random.Random(many), [f"p{number:04}" for number in range(many)]
    points, met = dict.fromkeys(names, Fraction(0)), dict[tuple[str, str], int]()
    for _ in range(2):
        rng.shuffle(names)
        for at in range(0, many, 4):
            table = names[at : at + 4]
            for place, name in enumerate(table):
                points[name] += Fraction(100 * (3 - place), 3)
            met |= dict.fromkeys(combinations(sorted(table), 2), 1)
    players = {name: Caller(total) for name, total in points.items()}
    return RollCall("cup", 3, 6, False, Tables(4, 4, 4), players, met)


def pairs(call: RollCall) -> int:
    """What it costs to put every two at one table, once."""
    points = sorted(caller.points for caller in call.players.values())
    met = {(call.players[one].points, call.players[other].points) for one, other in call.met}
    return sum((i - j) ** 2 + 10**12 * ((points[i], points[j]) in met) for i, j in combinations(range(len(points)), 2))


def a_table() -> Iterator[Round]:
    played = season()
    assert {line.player: -line.points for line in standings(played)} == {name: total for total, name in bare(played)}
    yield timed(lambda: standings(played), lambda: bare(played))


def longer_table() -> Iterator[Round]:
    once, twice = season(), season(2 * GAMES)
    yield timed(lambda: standings(twice), lambda: standings(once))


def longer_page() -> Iterator[Round]:
    once, twice = (Contest("cup", "Cup", "tables", season(many), {}) for many in (GAMES, 2 * GAMES))
    yield timed(lambda: page(told(twice), "html"), lambda: page(told(once), "html"))


def drawn(many: int) -> Iterator[Round]:
    call = roll_call(many)
    yield timed(lambda: draw(call, SECRET), lambda: pairs(call))


def rounds(many: int, size: int, of: int) -> Iterator[Round]:
    """A whole season by score, won by skill and luck."""
    yield lambda: (max(slowest(many, size, of)), 1.0)


def slowest(many: int, size: int, of: int) -> Iterator[float]:
    """What the draw of each round takes."""
    rng, names = random.Random(many), [f"p{number:04}" for number in range(many)]
    points, seats = dict.fromkeys(names, Fraction(0)), {name: Counter[int]() for name in names}
    met = Counter[tuple[str, str]]()
    for number in range(1, of + 1):
        players = {name: Caller(points[name], seats=dict(seats[name])) for name in names}
        call, found = RollCall("cup", number, of, False, Tables(size, size, size), players, dict(met)), list[Draw]()
        yield spent(lambda call=call, found=found: found.append(draw(call, SECRET)))  # type: ignore[misc]
        for table in found[0].rounds[0].tables:
            met.update(combinations(sorted(table.seats), 2))
            for seat, name in enumerate(table.seats, start=1):
                seats[name][seat] += 1
            ranked = sorted(table.seats, key=lambda name: int(name[1:]) + rng.gauss(0, many / 4))
            for place, name in enumerate(ranked):
                points[name] += Fraction(100 * (size - 1 - place), size - 1)
