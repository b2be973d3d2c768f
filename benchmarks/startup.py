"""How long a command takes to start, beside a bare `import click`."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from compare import compare

GM = str(Path(sys.executable).with_name("gm"))
MOST = {"gm --help": 1.3, "gm --version": 1.3, "gm status": 3.0}
AS_INSTALLED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}  # compiled once


def command(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run(words, check=True, capture_output=True, env=AS_INSTALLED)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        demo = str(Path(folder) / "demo")
        subprocess.run([GM, "demo", demo], check=True, capture_output=True)
        for game in ("bloodstock", "derby"):  # two games that are under way
            subprocess.run([GM, "-C", demo, "undo", game], check=True, capture_output=True)
        compare(
            "Starting",
            {
                'python -c "import click"': command(sys.executable, "-c", "import click"),
                "gm --help": command(GM, "--help"),
                "gm --version": command(GM, "--version"),
                "gm status": command(GM, "-C", demo, "status"),
            },
            rounds=40,
            wanted=MOST,
        )


if __name__ == "__main__":
    main()
