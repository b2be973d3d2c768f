"""A piece of work in a process of its own, which answers with what it took: processor time, and memory at its peak.

    alone("benchmarks.growth:step", folder, "run")

calls `step(folder, "run")` of that module; what is handed over and what comes back is JSON.
"""

import importlib
import json
import os
import resource
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
AS_INSTALLED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}  # compiled once


@dataclass(frozen=True)
class Spent:
    """Seconds of the processor and megabytes at the peak, of the work and of the process; and what it answered."""

    seconds: float
    megabytes: float
    answer: Any


def alone(work: str, *words: object) -> Spent:
    command = [sys.executable, "-m", "benchmarks.alone", work, json.dumps([str(each) for each in words])]
    done = subprocess.run(command, cwd=ROOT, env=AS_INSTALLED, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{work} {' '.join(map(str, words))}: {done.stderr}")
    return Spent(*json.loads(done.stdout.splitlines()[-1]))


def peak() -> float:
    """Megabytes; what a parent had at its own peak is not counted, where the system can tell."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def main(work: str, words: str) -> None:
    module, name = work.split(":")
    function = getattr(importlib.import_module(module), name)
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        began = time.process_time()
        answer = function(*json.loads(words))
        took = time.process_time() - began
    print(json.dumps([took, peak(), answer]))


if __name__ == "__main__":
    main(*sys.argv[1:])
