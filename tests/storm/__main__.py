"""make storm: every fault at every call that matters, and every two commands at once; ends with 1 if anything did not hold."""

import argparse
import io
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TypeVar

from tests.storm.commands import BESIDE, FAULTY
from tests.storm.harness import Case, Harness
from tests.storm.pairs import STOPS, Meetings, Pair
from tests.storm.process import LIBRARY, NOW, NoStorm, Yard, begin_anew, ready
from tests.storm.seasons import SeasonZines
from tests.storm.servers import PASSWORD, mailbox, post_office
from tests.storm.zines import Zines

Found = tuple[str, str, list[str]]  # of which kind it was, what was tried, and what did not hold
T = TypeVar("T")
NO_STORM = 77  # the exit code where there can be none


def main() -> int:
    args = _arguments()
    if not ready():
        begin_anew(Path(tempfile.mkdtemp(prefix="gm-storm-")))
    begun = time.monotonic()
    found: list[Found] = []
    with _zines(args.kind) as zines:
        for each in zines:
            if args.calls:
                print(
                    "\n".join(
                        *(Harness(each).course(what).ran.calls for what in FAULTY[each.kind] if what.name == args.calls)
                    )
                )
                continue
            found += _faults(Harness(each), args)
            found += _pairs(Meetings(each), args)
    return _summary(found, time.monotonic() - begun)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make storm")
    parser.add_argument("--faults", type=int, default=-1, help="about so many of each kind, spread evenly; else all")
    parser.add_argument("--pairs", type=int, default=-1, help="the same of two commands at once")
    parser.add_argument("--kind", choices=FAULTY, action="append", help="in a zine of that kind; else of each")
    parser.add_argument("--command", action="append", help="that command; else all of them")
    parser.add_argument("--calls", metavar="COMMAND", help="only print what that command writes and sends")
    parser.add_argument("--only", default="", help="only those whose description has this in it")
    return parser.parse_args()


@contextmanager
def _zines(kinds: Sequence[str] | None) -> Iterator[Iterator[Zines]]:
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-storm-")))
        office, box = stack.enter_context(post_office(home)), stack.enter_context(mailbox())
        yard = Yard(home, (office.port, box.port), {"GM_IMAP_PASSWORD": PASSWORD})
        yield (_warm(_made(kind)(kind, yard, box, office, home / "kept")) for kind in kinds or FAULTY)
    library = Path(os.environ[LIBRARY])
    library.unlink()
    library.parent.rmdir()


def _made(kind: str) -> type[Zines]:
    return SeasonZines if kind == "season" else Zines


def _warm(zines: Zines) -> Zines:
    """Every command once in this very process: those that are forked off it need not load it all again."""
    from gm import cli

    for what in (each for each in FAULTY[zines.kind] if not each.threads):
        zines.put(what.given, what.sends, what.fetches)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            cli.run(["-C", str(zines.yard.folder), *what.args], now=NOW)
    return zines


def _faults(harness: Harness, args: argparse.Namespace) -> Iterator[Found]:
    tries = [what for what in FAULTY[harness.zines.kind] if not args.command or what.name in args.command]
    cases = _some(harness.cases(tries), args.faults, args.only)

    def tried(case: Case) -> Found:
        return case.what.name, str(case), harness.wrong(case)

    return _watched(f"faults, {harness.zines.kind}", cases, tried)


def _pairs(meetings: Meetings, args: argparse.Namespace) -> Iterator[Found]:
    kind = meetings.zines.kind
    alike = [other for other in BESIDE if BESIDE[other] is BESIDE[kind]]
    stops = range(STOPS)[
        alike.index(kind) :: len(alike)
    ]  # of those that have the same commands each has a share of them
    pairs = _some(meetings.pairs(BESIDE[kind], stops), args.pairs, args.only)

    def tried(pair: Pair) -> Found:
        return "two at once", str(pair), meetings.wrong(pair)

    return _watched(f"pairs, {meetings.zines.kind}", pairs, tried)


def _some(all_of_them: Iterator[T], many: int, only: str) -> list[T]:
    """So many, evenly; the same ones every time."""
    if not many:
        return []
    found = [each for each in all_of_them if only in str(each)]
    step = max(1, len(found) / many) if many > 0 else 1
    return [found[int(number * step)] for number in range(int(len(found) / step))]


def _watched(label: str, cases: Sequence[T], tried: Callable[[T], Found]) -> Iterator[Found]:
    bad = 0
    for number, case in enumerate(cases, 1):
        found = tried(case)
        bad += bool(found[2])
        for each in found[2]:
            print(f"{found[1]}: {each}", flush=True)
        if sys.stderr.isatty() or number % 100 == 0:
            print(f"\r{label}: {number} of {len(cases)}, {bad} bad ", end="", file=sys.stderr, flush=True)
        yield found
    if cases:
        print(file=sys.stderr)


def _summary(found: list[Found], seconds: float) -> int:
    tried, bad = Counter(name for name, _, _ in found), Counter(name for name, _, wrong in found if wrong)
    for name, many in tried.items():
        print(f"{name:20} {many:6} tried {bad[name]:6} bad")
    print(f"{len(found)} tried in {seconds:.0f} s, {sum(bad.values())} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoStorm as why:
        print(f"no storm here: {why}", file=sys.stderr)
        sys.exit(NO_STORM)
