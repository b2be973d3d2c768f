"""The Grand National board game: gm run of a round of 24 horses beside a turn of a race of 24; and whole games for four."""

import statistics
import tempfile
import time
from pathlib import Path

from compare import verdict
from zines import ids, order, quiet, race, zine

from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.core.turn import run_turn
from gm.games.national import GAME
from gm.pages.book import read_book

GAMES, MOST_SECONDS = 20, 0.5
STABLES, HORSES, ROUNDS, MOST = 6, 24, 7, 2.0
BEFORE = 3  # turns before the race: one sale, and bets twice


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


def main() -> None:
    whole("warm")
    slowest = max(whole(f"game {number}") for number in range(GAMES))
    print(f"\n{GAMES} games for four by the rules, one core\n  the slowest: {verdict(slowest, MOST_SECONDS, 's')}")
    with tempfile.TemporaryDirectory() as home:
        course, meeting = Path(home) / "course", Path(home) / "meeting"
        race(course, ids(HORSES))
        entrants = ", ".join(ids(STABLES))
        zine(meeting, "national", f"rules: national\nentrants: [{entrants}]\noptions: {{sales: 1}}\n", ids(STABLES))
        for _ in range(BEFORE):
            turn(meeting, "national")
        taken = [(turn(course, "race"), turn(meeting, "national")) for _ in range(ROUNDS)]
    one, other = map(statistics.median, zip(*taken, strict=True))
    print(f"\ngm run, {HORSES} horses (median of {ROUNDS}): a race {one * 1000:.0f} ms, a round {other * 1000:.0f} ms")
    print(f"  {verdict(other / one, MOST)}")


if __name__ == "__main__":
    main()
