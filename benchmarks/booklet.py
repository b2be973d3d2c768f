"""An issue on paper: a race of forty horses and a table of cards."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path

from benchmarks.table import WALL, Measurement, Round, spent
from gm.desk import demo
from gm.desk.desk import Desk, open_desk
from gm.desk.publish import stored_report
from gm.print.booklet import Booklet, Part, pdf
from gm.reports.render import body

TURNS = {"bloodstock": 5, "derby": 5}
MOST = 3.0  # seconds: "at most a few"


def measurements() -> Iterator[Measurement]:
    for paper in ("a5", "a4"):
        yield Measurement(f"an issue on {paper.upper()}, set by typst", "a second", MOST, partial(issue, paper), 3)


def games(desk: Desk) -> Iterator[Part]:
    for name, turn in TURNS.items():
        report = stored_report(desk, name, turn, None)
        yield Part(report.model.title, "")
        yield Part(f"Turn {turn}", body(report, "html", desk.zine.templates), level=2)


def issue(paper: str) -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as folder:
        demo.play(Path(folder) / "zine", lambda told: None)
        with open_desk(Path(folder) / "zine", datetime.now(UTC)) as desk:
            parts = [Part("Editorial", "<p>Mud.</p>"), *games(desk)]
    numbers = count(1)  # typst remembers what it has set: each time another issue

    def printed() -> bytes:
        return pdf(Booklet("The Zine", f"Issue {next(numbers)}", "Ann", "en", parts, date(2026, 11, 16)), paper)

    yield lambda: (spent(printed, clock=WALL), 1.0)
