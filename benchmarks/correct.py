"""A correction of turn 3 of forty horses at turn 12, beside the running of those turns: a ratio of one and the same run."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.table import WALL, Measurement, Round, spent
from benchmarks.zines import ANSWERED, ids, order, race
from gm.desk.commands import Place
from gm.desk.commands.correct import Correct
from gm.desk.commands.post import Mail
from gm.desk.commands.turns import Run

MANY, FROM, TO, AT_MOST = 40, 3, 12, 3.0


def measurements() -> Iterator[Measurement]:
    what = f"gm correct, turn {FROM} of {MANY} horses at turn {TO}"
    yield Measurement(what, f"gm run of turns {FROM} to {TO}", AT_MOST, correction, 1)


def correction() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as home:
        at = Place(Path(home) / "zine", datetime.now(UTC))
        race(at.folder, ids(MANY), "26 plain", ANSWERED, at.now)

        def both() -> tuple[float, float]:
            running = [run(at, turn) for turn in range(1, TO + 1)]
            ruling = Correct("race", FROM, "A trial.", rulings=["points Horse p39 -1"], yes=True)
            return spent(lambda: ruling.carry_out(at), clock=WALL), sum(running[FROM - 1 :])

        yield both


def run(at: Place, turn: int) -> float:
    """Everybody orders, the turn is run, and its mails are written; what the run took."""
    assert order(at.folder, "race", at.now) == turn
    took = spent(lambda: Run("race", now=True).carry_out(at), clock=WALL)
    Mail("race").carry_out(at)
    return took
