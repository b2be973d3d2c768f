"""Seasons: a large draw beside bare reckoning of its pairs; a table beside a bare loop of the same sums."""

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations

from compare import compare, verdict

from gm.reports.seasonpages import page
from gm.reports.seasontable import Contest, told
from gm.season.draw import draw
from gm.season.results import Entrant, Played, Season
from gm.season.rollcall import Caller, RollCall, Tables
from gm.season.standings import standings

PLAYERS, GAMES = 200, 20
SECRET = "0" * 64


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
    points, met = dict.fromkeys(names, Fraction(0)), {}
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


def drawn(many: int, wanted: float) -> None:
    call = roll_call(many)
    things = {"the price of every two, once": lambda: pairs(call), "the draw": lambda: draw(call, SECRET)}
    compare(f"{many} people at fours", things, rounds=1, wanted={"the draw": wanted})


def rounds(many: int, size: int, of: int, most: float) -> None:
    """A whole season by score, won by skill and luck; the slowest of its rounds, in seconds of the processor."""
    rng, names = random.Random(many), [f"p{number:04}" for number in range(many)]
    points, seats = dict.fromkeys(names, Fraction(0)), {name: Counter[int]() for name in names}
    met, taken = Counter[tuple[str, str]](), list[float]()
    for number in range(1, of + 1):
        players = {name: Caller(points[name], seats=dict(seats[name])) for name in names}
        call = RollCall("cup", number, of, False, Tables(size, size, size), players, dict(met))
        start = time.process_time()
        (found,) = draw(call, SECRET).rounds
        taken.append(time.process_time() - start)
        for table in found.tables:
            met.update(combinations(sorted(table.seats), 2))
            for seat, name in enumerate(table.seats, start=1):
                seats[name][seat] += 1
            ranked = sorted(table.seats, key=lambda name: int(name[1:]) + rng.gauss(0, many / 4))
            for place, name in enumerate(ranked):
                points[name] += Fraction(100 * (size - 1 - place), size - 1)
    again = sum(meetings - 1 for meetings in met.values())
    print(f"\n{many} people, {of} rounds at tables of {size}: {again} meetings again")
    print(f"  the slowest round   {verdict(max(taken), most, 's')}")


def main() -> None:
    played = season()
    assert {line.player: -line.points for line in standings(played)} == {name: total for total, name in bare(played)}
    compare(
        f"the table of {PLAYERS} players with {GAMES} games each",
        {
            "a bare loop of the same sums": lambda: bare(played),
            "with places, ties and results": lambda: standings(played),
        },
        rounds=7,
        wanted={"with places, ties and results": 3},
    )
    longer = season(2 * GAMES)
    compare(
        "the same with twice as many games: twice the work",
        {"once": lambda: standings(played), "twice": lambda: standings(longer)},
        rounds=7,
        wanted={"twice": 2.5},
    )
    pages = {many: Contest("cup", "Cup", "tables", season(many), {}) for many in (GAMES, 2 * GAMES)}
    compare(
        f"the web page of {PLAYERS} players, and with twice as many games",
        {"once": lambda: page(told(pages[GAMES]), "html"), "twice": lambda: page(told(pages[2 * GAMES]), "html")},
        rounds=5,
        wanted={"twice": 2.5},
    )
    drawn(200, 7)
    drawn(1_000, 4)
    rounds(20, 4, 5, 3)
    rounds(40, 5, 6, 5)
    rounds(200, 4, 6, 2)
    rounds(1_000, 4, 6, 15)


if __name__ == "__main__":
    main()
