"""Mails of 64 KiB that somebody wrote to stop the others, each taken in, stored and answered: the slowest of them.

A fifth of a second is the most that one may take, whatever is in it.
"""

import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from compare import verdict
from zines import ANSWERED, quiet, race

from tests.hostile_mails import HOSTILE

SIZE, MOST, SHOWN = 65_536, 0.2, 5
NOW = datetime(2027, 1, 1, tzinfo=UTC)
_numbers = count(1)


def taken(folder: Path, text: str) -> float:
    """How long it takes; days after the one before, so that it is answered."""
    number = next(_numbers)
    path = folder / "mail.eml"
    path.write_bytes(text.replace("<1@", f"<{number}@", 1).encode())  # a mail of its own
    began = time.process_time()
    quiet(folder, "take", str(path), now=NOW + timedelta(days=number))
    return time.process_time() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "zine"
        race(folder, ["alice", "bob"], settings=ANSWERED)
        taken(folder, "From: alice@example.org\n\nhello\n")
        spans = {each: min(taken(folder, make(SIZE)) for _ in range(3)) for each, make in HOSTILE.items()}
    print(f"\n{len(spans)} hostile mails of 64 KiB, the slowest")
    for each in sorted(spans, key=lambda name: -spans[name])[:SHOWN]:
        print(f"  {each:44} {verdict(spans[each], MOST, 's')}")


if __name__ == "__main__":
    main()
