"""Commands in processes of their own: something happens to them at a chosen moment, or they run at once."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.conftest import Desk

Start = Callable[..., Desk]

# A command in a process of its own, to which something happens at the n-th of these calls
FAULT = """
import errno, os, signal, sys
from gm.store import files
where, number, what = sys.argv[1], int(sys.argv[2]), sys.argv[3]
del sys.argv[1:4]
real, calls = getattr(os, where), iter(range(10**6))

def faulty(*given, **more):
    if "src_dir_fd" not in more and next(calls) == number:  # but those of compiled templates
        if what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise KeyboardInterrupt if what == "ctrl-c" else OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return real(*given, **more)

setattr(os, where, faulty)
from gm.cli import main
main()
"""


def faulty(desk: Desk, where: str, number: int, what: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", FAULT, where, str(number), what, "-C", str(desk.folder), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def at_once(desk: Desk, *commands: list[str]) -> list[subprocess.Popen[str]]:
    run = [sys.executable, "-c", "from gm.cli import main; main()", "-C", str(desk.folder)]
    started = [
        subprocess.Popen([*run, *each], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for each in commands
    ]
    for each in started:
        each.wait()
    return started


def rows(desk: Desk, query: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(desk.folder / "zine.db")
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def going_on(start: Start) -> Desk:
    """A race of many turns, for which everybody has ordered."""
    desk = start(course="20 plain, becher")
    for number in range(1, 5):
        desk.others(number, 2 * number - 1, but="nobody")
    desk.gm("take")
    return desk


def turn(desk: Desk, number: int) -> Path:
    return desk.folder / f"issues/race/turn-{number:02}"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
