"""Games by the thousand, on all cores: cut into pieces, played anywhere, and added up.

A game that can play many at once does so; any other is played by its own rules, one by one, by its simple players. How
pieces get to other cores and other machines is joblib's business, which knows Dask and Ray as well.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Raw, Seat
from gm.core.problems import GmError
from gm.core.trials import Plan, Tally
from gm.core.turn import run_turn
from gm.core.words import sentence
from gm.pages.book import read_book

BACKENDS = ("loky", "dask", "ray")  # processes on this machine, or an engine that runs already
_PIECE, _PLAIN_PIECE = 4_096, 8  # games in a piece, at once and one by one
_LONGEST = 1_000  # turns: no game that ends has so many


class Crew(NamedTuple):
    """Who does the work: so many cores (0: all), and how pieces get to them."""

    cores: int = 0
    backend: str = BACKENDS[0]
    cluster: str = ""  # where an engine listens; none: one of its own, here


HERE = Crew()


def cuts(rules: str, many: int) -> list[range]:
    """The pieces of so many games."""
    size = _PIECE if games.load(rules).tempers else _PLAIN_PIECE
    return [range(start, min(start + size, many)) for start in range(0, many, size)]


def simulate(rules: str, plan: Plan, many: int, crew: Crew = HERE) -> Iterator[Tally]:
    """A tally for each piece, as they come in; who does them changes nothing but the order."""
    waiting, cores = cuts(rules, many), crew.cores or os.cpu_count() or 1
    if crew.backend == BACKENDS[0] and min(cores, len(waiting)) == 1:
        yield from (piece(rules, plan, cut) for cut in waiting)
        return
    with _engine(crew):
        import joblib

        workers = cores if crew.backend == BACKENDS[0] else -1
        yield from joblib.Parallel(workers, return_as="generator_unordered")(
            joblib.delayed(piece)(rules, plan, cut) for cut in waiting
        )


def total(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())


def piece(rules: str, plan: Plan, numbers: range) -> Tally:
    """What another process does."""
    game = games.load(rules)
    return game.trial(plan, numbers) or play_out(game, plan, numbers)


@contextmanager
def _engine(crew: Crew) -> Iterator[None]:
    """While this lasts, joblib hands its work to that engine."""
    import joblib

    try:
        if crew.backend == "dask":
            from dask import distributed

            client: Any = distributed.Client(crew.cluster)  # type: ignore[no-untyped-call]
        elif crew.backend == "ray":
            import ray
            from ray.util.joblib import register_ray

            ray.init(crew.cluster or None, ignore_reinit_error=True)
            register_ray()
            client = nullcontext()
        else:
            client = nullcontext()
    except ImportError:
        missing = sentence("{engine} is not installed here", engine=crew.backend)
        raise GmError(missing, sentence("install it beside gm, or leave out --backend")) from None
    except (OSError, TimeoutError, ConnectionError):
        silent = sentence("nobody answers at {address}", address=crew.cluster)
        raise GmError(silent, sentence("start the engine there, or leave out --cluster")) from None
    with client, joblib.parallel_config(crew.backend):
        yield


# By the plain rules


def play_out(game: Game[Any, Any], plan: Plan, numbers: range) -> Tally:
    """Whole games by simple players: how long they last, and who wins them."""
    tally = Tally(len(numbers))
    for number in numbers:
        turns, winners = play(game, plan, f"{plan.seed}\n{number}")
        tally.count("turns", {turns: 1})
        tally.count("winners", {len(winners): 1})
        tally.count("won", Counter(winners))
    tally.count("rode", dict.fromkeys(seats(plan), len(numbers)))
    return tally


def seats(plan: Plan) -> list[Seat]:
    return [str(number) for number in range(1, plan.entrants + 1)]


def play(game: Game[Any, Any], plan: Plan, seed: str) -> tuple[int, list[Seat]]:
    """One game: how many turns it took, and who came first."""
    entered = [Entrant(seat, sentence("Horse {number}", number=seat)) for seat in seats(plan)]
    dice = Dice(seed)
    state, turn = game.setup(entered, plan.settings, dice).state, 0
    while game.pending(state) and turn < _LONGEST:
        turn += 1
        due = [seat for seat in seats(plan) if game.agenda(state, seat, turn)]
        books = {seat: read_book(game, state, seat, game.improvise(state, seat, dice)) for seat in due}
        state = run_turn(game, state, turn, books, dice).state
    return turn, [each.seat for each in game.finish(game.public(state)) if each.place == 1]


def bare(raw: Raw) -> Raw:
    """A setting without the line that it stands on, so that it can travel."""
    if isinstance(raw, Mapping):
        return {str(key): bare(value) for key, value in raw.items()}
    if isinstance(raw, list):
        return [bare(each) for each in raw]
    return str(raw)
