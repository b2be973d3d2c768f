"""The one table of `make bench`, and how a line is added to it.

A line is a `Measurement`: what is measured, the floor it is measured beside, the ratio wanted of the two, and how to
set both up. Every file in this folder that has a function `measurements()` is asked for its lines, so a new line is
written and nothing is registered:

    from benchmarks.table import Measurement, timed

    def measurements() -> Iterator[Measurement]:
        for field in (40, 1_000):
            yield Measurement(f"a race of {field:,}", "a naive loop over dicts", 3, partial(a_race, field))

    def a_race(field: int) -> Iterator[Round]:
        pages = prepared(field)                                # untimed, once
        yield timed(lambda: ours(pages), lambda: bare(pages))  # what one round does
        tidied_up()                                            # with blocks do as well: folders, servers

- A setting is a generator that yields one round, as a fixture does: what stands before it is prepared once and is not
  timed, what stands after it is tidied up. It is called only if its line is asked for.
- `timed(ours, floor)` times the two one after the other, the floor first in every second round, so that a busy machine
  is busy for both. The line tells the median of the ratios, round by round, and where the middle half of them lies.
- `ready=` and `floor_ready=` are done before each repetition, untimed: a folder that a command uses up, say.
- `clock=` is the processor time of this process, unless told otherwise: `WALL` for what waits for a disk or for other
  processes, `CHILDREN` for the processor time of processes that are started and waited for.
- A figure that is no time against a floor is a round of its own: any callable that answers with two numbers, ours and
  the floor's. A jockey among 100,000 beside one among 1,000; kilobytes beside the kilobyte (`lambda: (size, 1.0)`, with
  "a kilobyte" as its floor); and what a process of its own takes, in time and at its peak of memory: `alone.alone`.
- `wanted` is the most that is wanted; with `at_least=True`, the least.
- `rounds=` is how often: many for what takes milliseconds, 1 for what takes a minute.
- A field is a parameter of a setting, and its number is in the line's name.
- Lines that share something costly share a function with `functools.cache`, and a folder from `scratch()`.

Be fair to the floor: it does the bare work on the same data, in the same process or likewise in one of its own, and
whatever is warm on one side is warm on the other. What a command prints goes nowhere: nothing is on the screen but
the table.
"""

import atexit
import gc
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

Round = Callable[[], tuple[float, float]]  # ours, and the floor's
Clock = Callable[[], float]
WALL: Clock = time.perf_counter
PROCESSOR: Clock = time.process_time


def CHILDREN() -> float:  # noqa: N802 - a clock, as the two above
    """The processor time of all processes that were started and waited for."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)  # os.times() counts in hundredths of a second
    return spent.ru_utime + spent.ru_stime


@dataclass(frozen=True)
class Measurement:
    """A line of the table."""

    what: str
    beside: str
    wanted: float
    setting: Callable[[], Iterator[Round]]
    rounds: int = 5
    at_least: bool = False

    def found(self, rounds: int | None = None, mark: Callable[[str], object] = lambda said: None) -> "Found":
        """Measures it, round after round."""
        many, ratios = rounds or self.rounds, []
        mark(self.what)
        with contextmanager(self.setting)() as one:
            for number in range(1, many + 1):
                mark(f"{self.what}, {number} of {many}")
                ours, floor = one()
                ratios.append(ours / floor)
        return Found(self, tuple(ratios))


@dataclass(frozen=True)
class Found:
    """What was measured of a line: a ratio for each round."""

    line: Measurement
    ratios: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """Where the middle half of the rounds lies; of up to three, all of them."""
        ordered, away = sorted(self.ratios), len(self.ratios) // 4
        return ordered[away], ordered[-1 - away]

    @property
    def good(self) -> bool:
        return self.ratio >= self.line.wanted if self.line.at_least else self.ratio <= self.line.wanted


def nothing() -> None:
    """No preparation."""


def timed(
    ours: Callable[[], object],
    floor: Callable[[], object],
    *,
    ready: Callable[[], object] = nothing,
    floor_ready: Callable[[], object] = nothing,
    clock: Clock = PROCESSOR,
) -> Round:
    """A round in which both are timed, one after the other; which of them is first changes from round to round."""
    numbers = count()

    def a_round() -> tuple[float, float]:
        if next(numbers) % 2:
            mine = spent(ours, ready, clock)
            return mine, spent(floor, floor_ready, clock)
        bare = spent(floor, floor_ready, clock)
        return spent(ours, ready, clock), bare

    return a_round


def spent(work: Callable[[], object], ready: Callable[[], object] = nothing, clock: Clock = PROCESSOR) -> float:
    """What it takes by that clock, after its preparation; nobody pays for what others have left lying about."""
    ready()
    gc.collect()
    began = clock()
    work()
    return clock() - began


@cache
def _scratch() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="bench-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def scratch(name: str) -> Path:
    """A folder of that name that lasts as long as the run, for what several lines share."""
    folder = _scratch() / name
    folder.mkdir(exist_ok=True)
    return folder
