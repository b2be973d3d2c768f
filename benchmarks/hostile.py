"""Mails of 64 KiB that somebody wrote to stop the others, each taken in, stored and answered: the slowest of them.

A fifth of a second is the most that one may take, whatever is in it.
"""

import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from benchmarks.table import Measurement, Round
from benchmarks.zines import ANSWERED, quiet, race
from tests.hostile_mails import HOSTILE

SIZE, MOST = 65_536, 0.2
NOW = datetime(2027, 1, 1, tzinfo=UTC)
_numbers = count(1)


def measurements() -> Iterator[Measurement]:
    yield Measurement("gm take, the slowest of all hostile mails", "a second of the processor", MOST, slowest, 1)


def taken(folder: Path, text: str) -> float:
    """How long it takes; days after the one before, so that it is answered."""
    number = next(_numbers)
    path = folder / "mail.eml"
    path.write_bytes(text.replace("<1@", f"<{number}@", 1).encode())  # a mail of its own
    began = time.process_time()
    quiet(folder, "take", str(path), now=NOW + timedelta(days=number))
    return time.process_time() - began


def slowest() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "zine"
        race(folder, ["alice", "bob"], settings=ANSWERED)
        taken(folder, "From: alice@example.org\n\nhello\n")
        yield lambda: (max(min(taken(folder, make(SIZE)) for _ in range(3)) for make in HOSTILE.values()), 1.0)
