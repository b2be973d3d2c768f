"""The Grand National board game: gm run of a round of 24 horses beside a turn of a race of 24; and whole games for four."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Measurement, Round
from benchmarks.zines import ids, order, quiet, race, zine
from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.turn import run_turn
from gm.games.national import GAME
from gm.pages.book import read_book

GAMES, MOST_SECONDS = 20, 0.5
STABLES, HORSES, ROUNDS, MOST = 6, 24, 7, 2.0
BEFORE = 3  # turns before the race: one sale, and bets twice


def measurements() -> Iterator[Measurement]:
    yield Measurement(
        "the slowest of 20 games of the Grand National", "a second of the processor", MOST_SECONDS, games, 1
    )
    yield Measurement(f"gm run, a round of {HORSES} horses", f"a turn of a race of {HORSES}", MOST, a_round, ROUNDS)


def whole(seed: str) -> float:
    """A game for four, from the sale to the last bet, with the pages of simple players; answers with its seconds."""
    begun, seats, dice = time.process_time(), ids(4), Dice(seed)
    meeting = GAME.setup([Entrant(seat, seat) for seat in seats], {}, dice).state
    while GAME.pending(meeting):
        asked = [seat for seat in seats if GAME.agenda(meeting, seat, meeting.turn)]
        books = {seat: read_book(GAME, meeting, seat, GAME.improvise(meeting, seat, dice)) for seat in asked}
        meeting = run_turn(GAME, meeting, open_turn(GAME, meeting), books, dice).state
    return time.process_time() - begun


def turn(folder: Path, name: str) -> float:
    """Everybody orders, and the turn is run; answers with the seconds of that run."""
    order(folder, name)
    begun = time.perf_counter()
    assert quiet(folder, "run", name, "--now") == 0
    return time.perf_counter() - begun


def games() -> Iterator[Round]:
    whole("warm")
    yield lambda: (max(whole(f"game {number}") for number in range(GAMES)), 1.0)


def a_round() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as home:
        course, meeting = Path(home) / "course", Path(home) / "meeting"
        race(course, ids(HORSES))
        entrants = ", ".join(ids(STABLES))
        zine(meeting, "national", f"rules: national\nentrants: [{entrants}]\noptions: {{sales: 1}}\n", ids(STABLES))
        for _ in range(BEFORE):
            turn(meeting, "national")
        yield lambda: (turn(meeting, "national"), turn(course, "race"))
