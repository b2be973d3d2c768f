"""How time, memory and bytes grow with the field: what a jockey costs among ten thousand, and what among a thousand.

Each command runs in a process of its own and answers with its processor time and its peak of memory. Up to a thousand
entrants a run makes everybody's report; in a larger field they are made at first asking, so a sample is asked for.
"""

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from compare import verdict
from zines import ids, quiet

from gm.core.dice import Dice
from gm.desk.desk import match_of, open_desk
from gm.desk.publish import AT_ONCE, maker_of, texts

FEW, MANY, NEXT_TO_NONE = 1_000, 10_000, 2
WANTED, MOST_MEMORY = 1.2, 250  # times; MB of a run with all reports of the smaller field
SAMPLE = 300  # private reports that are asked for
NOW = datetime(2026, 11, 17, tzinfo=UTC)
STEPS = ("start", "take", "run", "report")


def zine(folder: Path, many: int) -> None:
    (folder / "games").mkdir(parents=True)
    (folder / "zine.yaml").write_text("title: Growth\n")
    (folder / "players.csv").write_text("id,name\n" + "".join(f"{each},Jockey {each}\n" for each in ids(many)))
    (folder / "games/field.csv").write_text("player,horse\n" + "".join(f"{each},Horse {each}\n" for each in ids(many)))
    (folder / "games/race.yaml").write_text("rules: haytack\nentrants: field.csv\ncourse: 20 plain, water, 10 plain\n")


def pages(folder: Path) -> None:
    """A page from every jockey; simple ones, who know a little about racing."""
    with open_desk(folder, NOW) as desk:
        at = match_of(desk, "race")
        (folder / "pages").mkdir()
        for seat in at.seats:
            page = {"game": "race", "turn": 1, "player": seat, **at.game.improvise(at.state, seat, Dice("growth"))}
            (folder / "pages" / f"{seat}.yaml").write_text(json.dumps(page))


def step(folder: Path, name: str) -> None:
    """In a process of its own: one command, and what it took."""
    if name == "report":
        took = asked(folder)
    else:
        started = time.process_time()
        words = {"take": ["take", str(folder / "pages")], "run": ["run", "race", "--now"]}
        assert quiet(folder, *words.get(name, ["start", "race"]), now=NOW) == 0
        took = time.process_time() - started, 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(json.dumps([*took, peak]), file=sys.stderr)


def asked(folder: Path) -> tuple[float, float]:
    """The median of time and of bytes of one private report, once what all of them share is made."""
    times, sizes = [], []
    with open_desk(folder, NOW) as desk:
        maker = maker_of(desk, "race", 1)
        for seat in [*maker.at.seats][: SAMPLE + 1]:
            started = time.process_time()
            made = texts(maker.report(seat), desk.zine.templates)
            times.append(time.process_time() - started)
            sizes.append(sum(len(text.encode()) for text in made.values()))
    return statistics.median(times[1:]), statistics.median(sizes[1:])


def measured(folder: Path, many: int) -> dict[str, tuple[float, float, float]]:
    """Processor time, peak of memory and bytes written of each command."""
    zine(folder, many)
    found: dict[str, tuple[float, float, float]] = {}
    for name in STEPS:
        if name == "take":
            pages(folder)
        before = written(folder)
        command = [sys.executable, __file__, str(folder), name]
        done = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        seconds, size, peak = json.loads(done.stderr.splitlines()[-1])
        found[name] = seconds, peak, size or written(folder) - before
    return found


def written(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        sizes = (NEXT_TO_NONE, FEW, MANY)
        least, few, many = (measured(Path(name) / str(size), size) for size in sizes)
    print(f"\nOne jockey among {MANY:,}, beside one among {FEW:,}: at most {WANTED} x wanted")
    for each in STEPS:
        one, other = share(few, each, FEW), share(many, each, MANY)
        room = [(peak[each][1] - least[each][1]) / size for peak, size in ((few, FEW), (many, MANY))]
        ratios = {"time": other[0] / one[0], "memory": room[1] / room[0], "bytes": other[1] / one[1]}
        told = ", ".join(f"{what} {ratio:.2f} x" for what, ratio in ratios.items())
        peaks = f"{few[each][1]:.0f} and {many[each][1]:.0f} MB at most"
        print(f"  {each:8} {told:42} {peaks}: {'good' if max(ratios.values()) <= WANTED else 'TOO MUCH'}")
    print(f"  a run with all reports of {FEW:,}: {verdict(few['run'][1], MOST_MEMORY, 'MB')}")


def share(took: dict[str, tuple[float, float, float]], step: str, field: int) -> tuple[float, float]:
    """A jockey's time and bytes, with the report, whether it is made at the run or asked for later."""
    seconds, _, size = took[step]
    if step == "report":
        return seconds, size
    later = took["report"] if step in ("start", "run") and field > AT_ONCE else (0.0, 0.0, 0.0)
    return seconds / field + later[0], size / field + later[2]


if __name__ == "__main__":
    step(Path(sys.argv[1]), sys.argv[2]) if len(sys.argv) > 1 else main()
