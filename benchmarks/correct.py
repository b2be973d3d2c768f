"""A correction of turn 3 of forty horses at turn 12, beside the running of those turns: a ratio of one and the same run."""

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from compare import verdict
from zines import ANSWERED, ids, order, race

from gm.desk.commands import Place
from gm.desk.commands.correct import Correct
from gm.desk.commands.post import Mail
from gm.desk.commands.turns import Run

MANY, FROM, TO, AT_MOST = 40, 3, 12, 3.0


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        at = Place(Path(home) / "zine", datetime.now(UTC))
        race(at.folder, ids(MANY), "26 plain", ANSWERED, at.now)
        running = 0.0
        for turn in range(1, TO + 1):
            assert order(at.folder, "race", at.now) == turn
            took = seconds(lambda: Run("race", now=True).carry_out(at))
            running += took if turn >= FROM else 0.0
            Mail("race").carry_out(at)
        ruling = Correct("race", FROM, "A trial.", rulings=["points Horse p39 -1"], yes=True)
        correcting = seconds(lambda: ruling.carry_out(at))
    print(f"\nTurns {FROM} to {TO} of {MANY} horses: run in {running:.2f} s, corrected in {correcting:.2f} s")
    print(f"  {verdict(correcting / running, AT_MOST)}")


if __name__ == "__main__":
    main()
