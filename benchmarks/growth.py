"""How time, memory and bytes grow with the field: what a jockey costs among a hundred thousand, and what among a thousand.

Each command runs in a process of its own. Up to a thousand entrants a run makes everybody's report; in a larger field
they are made at first asking, or when they are mailed. So a sample is asked for, and as many are mailed as there are in
the smaller field: what mailing costs whoever is written to is shared by all.
"""

import json
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.table import Measurement, Round, scratch
from benchmarks.zines import ANSWERED, ids, quiet
from gm.core.dice import Dice
from gm.desk.desk import Desk, match_of, open_desk
from gm.desk.publish import AT_ONCE, maker_of, texts

FEW, MANY, NEXT_TO_NONE = 1_000, 100_000, 2
WANTED, MOST_MEMORY = 1.2, 250  # times; MB of a run with all reports of the smaller field
SAMPLE = 300  # private reports that are asked for
MAILED = 3  # times that some are mailed
NOW = datetime(2026, 11, 17, tzinfo=UTC)
STEPS = ("start", "take", "run", "report", "mail")  # mail last: what a field costs otherwise is measured without
ALONE = {"report": "asked"}
COMMANDS = {"start": ("start", "race"), "take": ("take", "pages"), "run": ("run", "race", "--now")}


def measurements() -> Iterator[Measurement]:
    for step in STEPS:
        for what in ("time", "memory", "bytes") if step != "mail" else ("time",):
            name = f"growth: {what} of {step}, a jockey among {MANY:,}"
            setting = IN_TURN.get((step, what)) or partial(growth, step, what)
            yield Measurement(name, f"one among {FEW:,}", WANTED, setting, 1)
    yield Measurement(f"gm run with all reports of {FEW:,}, memory", "a megabyte", MOST_MEMORY, memory, 1)


@dataclass(frozen=True)
class Cost:
    """Seconds of the processor, megabytes at the peak, bytes written."""

    time: float
    memory: float
    bytes: float


def growth(step: str, what: str) -> Iterator[Round]:
    yield lambda: (getattr(share(step, MANY), what), getattr(share(step, FEW), what))


def in_turn(work: str) -> Iterator[Round]:
    """The larger field and the smaller, over and over, so that a busy machine is busy for both."""

    def both() -> tuple[float, float]:
        for many in (FEW, MANY):
            field(many)
        one, other = alone(f"benchmarks.growth:{work}", folder_of(MANY), folder_of(FEW)).answer
        return float(one), float(other)

    yield both


IN_TURN = {
    ("report", "time"): partial(in_turn, "asked_in_turn"),
    ("mail", "time"): partial(in_turn, "mailed_in_turn"),
}


def folder_of(many: int) -> Path:
    return scratch("growth") / str(many)


def memory() -> Iterator[Round]:
    yield lambda: (field(FEW)["run"].memory, 1.0)


def share(step: str, many: int) -> Cost:
    """A jockey's part, with the report, whether it is made at the run or later: when it is asked for, or mailed."""
    took, room = field(many)[step], field(many)[step].memory - field(NEXT_TO_NONE)[step].memory
    report = field(many)["report"]
    if step == "report":
        return Cost(took.time, room / many, took.bytes)
    later = report if step in ("start", "run") and many > AT_ONCE else Cost(0, 0, 0)
    return Cost(took.time / many + later.time, room / many, took.bytes / many + later.bytes)


@cache
def field(many: int) -> dict[str, Cost]:
    """What each command costs, one after the other."""
    folder, found = folder_of(many), dict[str, Cost]()
    zine(folder, many)
    for step in STEPS[:-1]:
        if step == "take":
            pages(folder)
        before = written(folder)
        took = alone(f"benchmarks.growth:{ALONE.get(step, 'typed')}", folder, step)
        seconds, size = took.answer or (took.seconds, written(folder) - before)
        found[step] = Cost(seconds, took.megabytes, size)
    return found


def zine(folder: Path, many: int) -> None:
    (folder / "games").mkdir(parents=True)
    (folder / "zine.yaml").write_text(f"title: Growth\n{ANSWERED}")
    addresses(folder, many, range(0))
    (folder / "games/field.csv").write_text("player,horse\n" + "".join(f"{each},Horse {each}\n" for each in ids(many)))
    (folder / "games/race.yaml").write_text("rules: haytack\nentrants: field.csv\ncourse: 20 plain, water, 10 plain\n")


def addresses(folder: Path, many: int, known: range) -> None:
    """The players; of these it is known where they can be written to."""
    mails = (f"{each}@example.org" if number in known else "" for number, each in enumerate(ids(many)))
    rows = (f"{each},Jockey {each},{mail}\n" for each, mail in zip(ids(many), mails, strict=True))
    (folder / "players.csv").write_text("id,name,mail\n" + "".join(rows))


def pages(folder: Path) -> None:
    """A page from every jockey; simple ones, who know a little about racing."""
    with open_desk(folder, NOW) as desk:
        at = match_of(desk, "race")
        (folder / "pages").mkdir()
        for seat in at.seats:
            page = {"game": "race", "turn": 1, "player": seat, **at.game.improvise(at.state, seat, Dice("growth"))}
            (folder / "pages" / f"{seat}.yaml").write_text(json.dumps(page))


def typed(folder: str, step: str) -> None:
    """One command; what it takes is measured from outside."""
    words = [str(Path(folder) / word) if word == "pages" else word for word in COMMANDS[step]]
    assert quiet(Path(folder), *words, now=NOW) == 0


def asked(folder: str, step: str) -> tuple[float, float]:
    """The median of time and of bytes of one private report, once what all of them share is made."""
    with open_desk(Path(folder), NOW) as desk:
        made = [*reports(desk)]
    times, sizes = zip(*made[1:], strict=True)
    return statistics.median(times), statistics.median(sizes)


def asked_in_turn(*folders: str) -> list[float]:
    """The median time of a private report of each."""
    with ExitStack() as opened:
        desks = [opened.enter_context(open_desk(Path(folder), NOW)) for folder in folders]
        rounds = [*zip(*map(reports, desks), strict=True)][1:]
    return [statistics.median(seconds for seconds, _ in column) for column in zip(*rounds, strict=True)]


def reports(desk: Desk) -> Iterator[tuple[float, int]]:
    """Time and bytes of one private report after the other; the first pays for what all of them share."""
    maker = maker_of(desk, "race", 1)
    for seat in [*maker.at.seats][: SAMPLE + 1]:
        started = time.process_time()
        made = texts(maker.report(seat), desk.zine.templates)
        yield time.process_time() - started, sum(len(text.encode()) for text in made.values())


def mailed_in_turn(*folders: str) -> list[float]:
    """What mailing takes a jockey: their part of what is done once, and what is done for each who is written to.

    One is written to, and then many; and that again, to others if there are more. The report comes with it, be it made
    at the run or now.
    """
    fields = [
        (Path(folder), len((Path(folder) / "games/field.csv").read_text().splitlines()) - 1) for folder in folders
    ]
    rounds = [[mailed(at, many, start % many) for at, many in fields] for start in range(0, MAILED * FEW, FEW)]
    made = asked_in_turn(*folders)
    return [
        statistics.median(each) + (report if many <= AT_ONCE else 0)
        for each, report, (_, many) in zip(zip(*rounds, strict=True), made, fields, strict=True)
    ]


def mailed(folder: Path, many: int, first: int) -> float:
    once, several = mailing(folder, many, range(first, first + 1)), mailing(folder, many, range(first, first + FEW))
    return once / many + (several - once) / (FEW - 1)


def mailing(folder: Path, many: int, to: range) -> float:
    addresses(folder, many, to)
    started = time.process_time()
    assert quiet(folder, "mail", "race", "--again", now=NOW) == 0
    return time.process_time() - started


def written(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
