"""Everything that reads what others wrote, each as the desk uses it, with samples to start from."""

import io
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gm import cli
from gm.core.problems import GmError
from gm.desk import cases, opening, record, verify
from gm.desk.desk import Desk, open_desk
from gm.desk.intake import Clerk, Source, take_page
from gm.desk.post import take_letters
from gm.mail.boxes import letters_in
from gm.pages.page import read_page
from tests.examples import CARDS, RACE, cards_file, race_file
from tests.usual import glanced_alike, judged_alike, read_alike

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
LONGEST = 1.0  # seconds of work for one reading
MOST = 200  # MB that reading may grow by, all in all
LARGEST = 70_000  # bytes
_TESTS = Path(__file__).parent.parent
_PLAIN = b"game: race\nturn: 1\nplayer: bob\norders:\n  1: 10\n  2: 11\n"
_SAMPLES = _TESTS.parent / "sample_orders"
_MAIL = b"From: alice@example.org\r\nTo: gm@example.org\r\nSubject: Orders\r\nMessage-ID: <1@example.org>\r\n\r\n"


class Bad(AssertionError):
    """A reader did what it must not do."""


@dataclass(frozen=True)
class Reader:
    name: str
    seeds: list[bytes]
    read: Callable[[bytes], None]

    def try_it(self, data: bytes) -> None:
        """Nothing comes of it but a refusal; else this raises."""
        data = data[:LARGEST]
        begun = time.process_time()
        with suppress(GmError):
            self.read(data)
        took = time.process_time() - begun
        if took > LONGEST:
            raise Bad(f"{self.name}: {took:.1f} s for {data[:200]!r}")
        if room() > MOST:
            raise Bad(f"{self.name}: grown by {room():.0f} MB with {data[:200]!r}")


_begun: list[float] = []


def room() -> float:
    """By how many MB this process has grown since it was first asked."""
    now = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _begun[:] = _begun or [now]
    return now - _begun[0]


class _Never(Exception):
    """Nothing of it is kept."""


@contextmanager
def _for_nothing(desk: Desk) -> Iterator[None]:
    """A transaction that comes to nothing."""
    with suppress(_Never), desk.store.writing():
        yield
        raise _Never


@contextmanager
def readers(home: Path) -> Iterator[dict[str, Reader]]:
    """Each by its name, at a desk with a race and a table under way."""
    _lay(home)
    with open_desk(home, NOW) as desk:
        found = (_pages(desk), _mails(desk), _game_files(desk), _records(), _cases(home))
        yield {each.name: each for each in found}


def _lay(home: Path) -> None:
    players = ("alice", "bob", "carol", "dave")
    (home / "games").mkdir(parents=True)
    (home / "zine.yaml").write_text("title: Fuzz\nmail: {from: Fuzz <gm@example.org>}\n")
    (home / "players.yaml").write_text("".join(f"{each}: {{mail: {each}@example.org}}\n" for each in players))
    horses = dict(zip(players, ("Red Rum", "Crisp", "Foinavon", "Aldaniti"), strict=True))
    texts = {"race": race_file(horses, "4 plain, becher, 4 plain"), "table": cards_file(players)}
    for name, text in texts.items():
        (home / "games" / f"{name}.yaml").write_text(text)
        with redirect_stdout(io.StringIO()):
            assert cli.run(["-C", str(home), "start", name], now=NOW) == 0


def _pages(desk: Desk) -> Reader:
    def read(data: bytes) -> None:
        read_alike(data)
        page, problems = read_page(data, "page")
        if not problems:
            judged_alike(Clerk.at(desk), page, NOW)
        clerk = Clerk.at(desk)
        clerk.read(Source("page", _PLAIN, NOW))  # and now it has a mould
        glanced_alike(clerk, data, NOW)
        with _for_nothing(desk):
            take_page(desk, Clerk.at(desk), Source("page", data, NOW))

    written = [path.read_bytes() for path in sorted(_SAMPLES.glob("*/turn-*/*.yaml"))]
    ours = [
        b"game: race\nturn: 1\nplayer: alice\norders: {1: 22, 2: [{when: {fell: Crisp}, play: 15}, 20]}\npress: Hm.\n",
        b"game: race\nturn: 1\nplayer: alice\norders:\n  1: 22\n  2: 20\npress: Hm.\nend\n",
        _PLAIN,
    ]
    return Reader("pages", [*ours, *written], read)


def _mails(desk: Desk) -> Reader:
    def read(data: bytes) -> None:
        with _for_nothing(desk):
            letters = ((name, letter, NOW) for name, letter in letters_in("mail.eml", data))
            for _ in take_letters(desk, Clerk.at(desk), letters):
                pass

    kept = [path.read_bytes() for path in sorted((_TESTS / "mails").glob("*.eml"))]
    return Reader("mails", [*kept, *(_MAIL + seed for seed in _pages(desk).seeds[:3])], read)


def _game_files(desk: Desk) -> Reader:
    path = desk.zine.game_file("fuzzed")

    def read(data: bytes) -> None:
        path.write_bytes(data)
        file = opening.read_file(desk, "fuzzed")
        with _for_nothing(desk):
            opening.start(desk, file)

    here = [each.read_bytes() for each in sorted(path.parent.glob("*.yaml"))]
    deadlines = b"deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\noptions: {}\ntitle: Fuzzed\n"
    samples = [each.read_bytes() for each in sorted(_SAMPLES.glob("*/*.yaml"))]
    return Reader("games", [*here, *(each + deadlines for each in here), *samples], read)


def _records() -> Reader:
    def read(data: bytes) -> None:
        for _ in verify.verified(record.read_record(data)):
            pass

    return Reader("records", [path.read_bytes() for path in sorted((_TESTS / "records").glob("*.json"))], read)


def _cases(home: Path) -> Reader:
    path = home / "case.yaml"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        for answered in cases.adjudicate(path, "case"):
            assert isinstance(answered.result, dict)

    kept = [each for rules in (RACE, CARDS) for each in sorted((_TESTS / "rules" / rules).rglob("*.yaml"))]
    return Reader("cases", [page for each in kept for page in each.read_bytes().split(b"\n---\n")], read)
