"""Games of random legal play, beside a bare loop that only shuffles and draws the same cards."""

import random
from collections.abc import Iterator

from benchmarks.table import Measurement, Round, timed
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.games.knizia import GAME
from gm.games.knizia.rules import Move

SEATS = [Entrant(name, name) for name in ("ann", "bob", "cy", "dot")]


def measurements() -> Iterator[Measurement]:
    yield Measurement("games of the Derby, by the rules", "only shuffling and drawing", 15, games, 7)


def play(seed: str) -> int:
    """A whole game by the rules; answers with the number of moves."""
    rng, moves = random.Random(seed), 0
    table = GAME.setup(SEATS, {}, Dice(seed)).state
    while asked := GAME.pending(table):
        player = table.players[table.mover]
        cards = table.choice(player)
        card = rng.choice(cards) if cards else None
        on = 0 if card is None else card // 10 if card < 80 else rng.choice(table.standing)
        move = Move(card, on, bets=(rng.randrange(8),))
        table = GAME.resolve(table, {asked[0]: move}, Dice("")).state
        moves += 1
    return moves


def bare(seed: str, moves: int) -> int:
    """The same deal and as many draws, and nothing else."""
    deck = list(range(90))
    Dice(seed).stream("deck").shuffle(deck)
    rng, hands = random.Random(seed), [deck[n::11] for n in range(4)]
    for n in range(moves):
        hand = hands[n % 4]
        hand.remove(rng.choice(hand))
        hand.append(deck.pop() if deck else 0)
    return moves


def games() -> Iterator[Round]:
    seeds = [f"game {number}" for number in range(40)]
    moves = {seed: play(seed) for seed in seeds}
    yield timed(lambda: [play(seed) for seed in seeds], lambda: [bare(seed, moves[seed]) for seed in seeds])
