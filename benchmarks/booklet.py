"""An issue on paper: a race of forty horses and a table of cards, beside a bare page set by typst."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import typst
from compare import compare, verdict

from gm.desk import demo
from gm.desk.desk import Desk, open_desk
from gm.desk.publish import stored_report
from gm.print.booklet import Booklet, Part, imposed, pdf
from gm.reports.render import body

TURNS = {"bloodstock": 5, "derby": 5}
MOST = 3.0  # seconds: "at most a few"
BARE = b'#set page(paper: "a5")\nHello.'


def games(desk: Desk) -> Iterator[Part]:
    for name, turn in TURNS.items():
        report = stored_report(desk, name, turn, None)
        yield Part(report.model.title, "")
        yield Part(f"Turn {turn}", body(report, "html", desk.zine.templates), level=2)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        demo.play(Path(folder) / "zine", lambda told: None)
        with open_desk(Path(folder) / "zine", datetime.now(UTC)) as desk:
            parts = [Part("Editorial", "<p>Mud.</p>"), *games(desk)]
    fonts = typst.Fonts(include_system_fonts=False)
    number = iter(range(1_000_000))  # typst remembers what it has set: each time another issue

    def issue(paper: str) -> bytes:
        return pdf(Booklet("The Zine", f"Issue {next(number)}", "Ann", "en", parts, date(2026, 11, 16)), paper)

    a5 = issue("a5")
    ratios = compare(
        "Setting an issue",
        {
            "a bare page by typst": lambda: typst.compile(BARE + b"%d" % next(number), font_paths=fonts),
            "the issue on A5": lambda: issue("a5"),
            "the issue on A4": lambda: issue("a4"),
            "its sheets for folding": lambda: imposed(a5 + b"\n%%%d" % next(number)),
        },
        rounds=9,
    )
    start = datetime.now()
    issue("a5")
    taken = (datetime.now() - start).total_seconds()
    print(f"  one issue, {ratios['the issue on A5']:.0f} x a bare page: {verdict(taken, MOST, 's')}")


if __name__ == "__main__":
    main()
