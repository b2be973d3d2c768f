"""Henn's Derby: whole games beside bare shuffling and drawing; and case pages beside those of the card game."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Measurement, Round, timed
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.desk.cases import adjudicate
from gm.games.henn import GAME
from gm.games.henn.rules import Exchange, Move

SEATS = [Entrant(name, name) for name in ("ann", "bob", "cid", "dee")]
PAGES = 1_000
HENN = """
rules: henn
players: [ann, bob, cid]
moves: 1
spaces: {red: 12, black: 66}
places: {1: brown}
row: {left: 1, right: 40}
deck: [17, 3]
numbers: {ann: [2, 3], bob: [3, 6], cid: [5, 1]}
tickets:
  ann: {red: 3, blue: 9, yellow: 1, green: 1, white: 1, black: 1, purple: 1, orange: 1, brown: 1}
  bob: {red: 7, blue: 8, yellow: 2, green: 2, white: 2, black: 2, purple: 2, orange: 2, brown: 2}
  cid: {red: 2, blue: 7, yellow: 3, green: 3, white: 3, black: 3, purple: 3, orange: 3, brown: 3}
stock: {red: [4, 5], yellow: [5], white: [6, 7]}
orders:
  ann:
    moves: [{favour: {green: 3, black: -2}, least: 4}, {number: next, favour: {red: 3, blue: 1}}]
    exchange: [{swap: [red, white], for: "<= 4"}, better]
"""
KNIZIA = """
rules: knizia
players: [ann, bob, cy]
moves: 1
fence: 2
fallen: {1: pink}
column: {red: 7, blue: 2}
bets: [{player: bob, horse: red, fence: 1}]
hands:
  ann: [red 3, blue 9, black 4, green 2, white 1, yellow 5, orange 8, purple 6]
  bob: [red 4, blue 8, black 5, green 3, white 2, yellow 6, orange 7, purple 5]
  cy: [red 5, blue 7, black 6, green 4, white 3, yellow 7, orange 6, purple 4]
deck: [red 1, blue 1, green 1]
orders:
  ann: {moves: [{when: {gaps: 1}, play: black 4 on red}, {bet: [red, green], play: green 2}]}
"""


def measurements() -> Iterator[Measurement]:
    yield Measurement("games of Henn's Derby, by the rules", "only shuffling and drawing", 15, games, 7)
    yield Measurement(f"{PAGES:,} case pages of Henn's Derby", "as many of the card game", 2, cases, 3)


def play(seed: str) -> int:
    """A whole game by the rules; answers with the number of moves."""
    rng, moves = random.Random(seed), 0
    table = GAME.setup(SEATS, {}, Dice(seed)).state
    while asked := GAME.pending(table):
        if table.played is None:
            choice: Move | Exchange = Move((rng.choice(("left", "right", "blind")),), turn=rng.random() < 0.3)
            moves += 1
        else:
            choice = Exchange(rng.choice((None, *table.exchangeable)), rng.random() < 0.3)
        table = GAME.resolve(table, {asked[0]: choice}, Dice("")).state
    return moves


def bare(seed: str, moves: int) -> int:
    """The same deal and as many draws, and nothing else."""
    dice, rng = Dice(seed), random.Random(seed)
    deck, tickets, numbers = list(range(63)), [list(range(9)) for _ in range(9)], [list(range(12)) for _ in range(4)]
    dice.stream("deck").shuffle(deck)
    for each in tickets:
        dice.stream("tickets").shuffle(each)
    for each in numbers:
        dice.stream("numbers").shuffle(each)
    for n in range(moves):
        numbers[n % 4].pop()
        deck.pop()
        stock = rng.choice(tickets)
        stock.append(stock.pop(0))
    return moves


def answered(path: Path) -> None:
    for case in adjudicate(path, path.name):
        assert case.report


def games() -> Iterator[Round]:
    seeds = [f"game {number}" for number in range(40)]
    moves = {seed: play(seed) for seed in seeds}
    yield timed(lambda: [play(seed) for seed in seeds], lambda: [bare(seed, moves[seed]) for seed in seeds])


def cases() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"{name}.yaml" for name in ("knizia", "henn")}
        for name, page in (("knizia", KNIZIA), ("henn", HENN)):
            files[name].write_text("---".join([page] * PAGES), encoding="utf-8")
        yield timed(lambda: answered(files["henn"]), lambda: answered(files["knizia"]))
