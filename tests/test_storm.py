"""Commands in a storm: killed, out of disk, interrupted, or beside each other. Some of it here; all of it by `make storm`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storm.__main__ import NO_STORM
from tests.storm.process import FAULTS
from tests.storm.zines import KINDS

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent.parent


def storm(*args: object) -> str:
    """Some of the storm; answers with what it says of it."""
    command = [sys.executable, "-m", "tests.storm", *map(str, args)]
    ran = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=600)
    if ran.returncode == NO_STORM and not os.environ.get("GM_DEMAND_STORM"):
        pytest.skip(ran.stderr.strip())
    assert ran.returncode == 0, f"to see it again: python -m {' '.join(command[2:])}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_happens_no_order_is_lost_nothing_is_half_done_and_what_is_said_is_so(kind: str) -> None:
    assert " 0 bad" in storm("--kind", kind, "--faults", 35, "--pairs", 0)


def test_two_commands_at_once_end_as_if_one_had_come_after_the_other() -> None:
    games = [each for kind in KINDS for each in ("--kind", kind)]
    assert " 0 bad" in storm(*games, "--faults", 0, "--pairs", 6)


def test_a_draw_is_whole_or_not_there_and_no_entry_and_no_result_is_lost_or_doubled() -> None:
    assert " 0 bad" in storm("--kind", "season", "--faults", 16, "--pairs", 4)


def test_a_full_disk_is_tried_where_it_can_be_full_and_a_short_write_where_something_is_written() -> None:
    on = {call: [fault.name for fault in FAULTS if fault.touches(call)] for call in ("unlink a", "fsync a", "write a")}
    assert "disk full" not in on["unlink a"]
    assert "disk full" in on["fsync a"]
    assert "short write" not in on["fsync a"]
    assert len(on["write a"]) == len(FAULTS)
