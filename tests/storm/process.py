"""A gm command in a process of its own, forked ready to go, with a fault at its n-th write."""

import ctypes
import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
LIBRARY = "GM_STORM_LIBRARY"  # set where the library is loaded
PATIENCE = 30.0  # seconds: whoever takes longer hangs
HANGS = -999
_SOURCE = Path(__file__).with_name("library.c")


class NoStorm(Exception):
    """There is no way to make a storm here, and why."""


@dataclass(frozen=True)
class Fault:
    """What happens at the n-th call; the numbers are those of `library.c`."""

    name: str
    kind: int
    error: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def deadly(self) -> bool:
        return self.name.startswith("killed")

    def touches(self, call: str) -> bool:
        """Does it make a difference there? A disk is not full for what makes room, and only a write can be short."""
        frees = call.startswith(("unlink", "rmdir", "chmod", "send"))
        writes = call.startswith(("write", "pwrite", "send"))
        return not (self.error == errno.ENOSPC and frees) and (writes or "short" not in self.name)


CALM = Fault("nothing", 0)
STOPPED = Fault("stopped", 9)
FAULTS = (
    Fault("killed before", 1),
    Fault("killed after", 2),
    Fault("disk full once", 3, errno.ENOSPC),
    Fault("disk full", 4, errno.ENOSPC),
    Fault("disk broken once", 3, errno.EIO),
    Fault("disk broken", 4, errno.EIO),
    Fault("short write", 5),
    Fault("short write, then full", 6, errno.ENOSPC),
    Fault("Ctrl-C before", 7),
    Fault("Ctrl-C after", 8),
)


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit code (a signal is negative), what it said, and what it wrote and sent."""

    args: tuple[str, ...]
    code: int
    out: str
    err: str
    calls: tuple[str, ...] = field(repr=False, default=())

    @property
    def said(self) -> str:
        return f"{self.out}\n{self.err}"

    @property
    def lived(self) -> bool:
        return self.code >= 0


def ready() -> bool:
    return LIBRARY in os.environ


def begin_anew(home: Path) -> NoReturn:
    """Start this very program again, with the library before libc."""
    if not sys.platform.startswith("linux"):
        raise NoStorm("only Linux can load a library before libc")
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise NoStorm("there is no C compiler")
    library = home / "storm.so"
    subprocess.run([compiler, "-O1", "-Wall", "-shared", "-fPIC", "-o", library, _SOURCE, "-ldl"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), LIBRARY: str(library)}
    os.execve(sys.executable, sys.orig_argv, environment)


class Yard:
    """Where commands run: a zine's folder, a place for what they say, and the ports that they may send to."""

    def __init__(self, home: Path, ports: tuple[int, int] = (0, 0), environment: Mapping[str, str] | None = None):
        self.home, self.ports = home, ports
        self.folder = home / "zine"
        self.words = home / "words"
        self.words.mkdir(parents=True, exist_ok=True)
        os.environ.update(environment or {})
        self._library = ctypes.CDLL(os.environ[LIBRARY])
        self._begun = 0

    def gm(self, *args: str, fault: Fault = CALM, nth: int = 0) -> Ran:
        return self.begin(*args, fault=fault, nth=nth).finish()

    def begin(self, *args: str, fault: Fault = CALM, nth: int = 0) -> "Command":
        self._begun += 1
        place = self.words / str(self._begun % 8)
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            self._suffer(args, place, fault, nth)
        return Command(args, pid, place)

    def _suffer(self, args: tuple[str, ...], place: Path, fault: Fault, nth: int) -> NoReturn:
        """In the child: never comes back."""
        code = 99
        try:
            from gm import cli

            signal.signal(signal.SIGINT, signal.default_int_handler)
            notebook = os.open(f"{place}.calls", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for number, kind in ((1, "out"), (2, "err")):
                os.dup2(os.open(f"{place}.{kind}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            folder = str(self.folder).encode()
            self._library.storm_arm(folder, *self.ports, ctypes.c_long(nth), fault.kind, fault.error, notebook)
            code = cli.run(["-C", str(self.folder), *args], now=NOW)
            self._library.storm_disarm()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


class Command:
    """A command that was begun."""

    def __init__(self, args: tuple[str, ...], pid: int, place: Path):
        self.args, self.pid, self.place = args, pid, place
        self._status: int | None = None  # how it ended, once it has

    def stops(self) -> None:
        """Wait until it is stopped; or has ended, because it never came so far."""
        self._wait(PATIENCE, os.WUNTRACED)

    def ends(self, patience: float) -> None:
        """Wait so long at most."""
        self._wait(patience)

    def go_on(self) -> None:
        if self._status is None:
            os.kill(self.pid, signal.SIGCONT)

    def finish(self) -> Ran:
        self._wait(PATIENCE)
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return Ran(self.args, HANGS, "", "", self._calls())
        return self._ran(self._status)

    def _wait(self, patience: float, more: int = 0) -> None:
        limit = time.monotonic() + patience
        while self._status is None and time.monotonic() < limit:
            pid, status = os.waitpid(self.pid, os.WNOHANG | more)
            if pid and os.WIFSTOPPED(status):
                return
            if pid:
                self._status = status
            else:
                time.sleep(0.001)

    def _ran(self, status: int) -> Ran:
        out, err = (Path(f"{self.place}.{kind}").read_text(errors="replace") for kind in ("out", "err"))
        return Ran(self.args, os.waitstatus_to_exitcode(status), out, err, self._calls())

    def _calls(self) -> tuple[str, ...]:
        notebook = Path(f"{self.place}.calls")
        return tuple(notebook.read_text(errors="replace").splitlines()) if notebook.exists() else ()
