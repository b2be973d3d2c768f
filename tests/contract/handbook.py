"""The game of docs/writing-a-game.md, read from the page itself."""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gm import games

NAME = "hush"
PAGE = Path(__file__).parents[2] / "docs/writing-a-game.md"


def files() -> dict[str, str]:
    """What the page writes, by its path."""
    whole = PAGE.read_text(encoding="utf-8").partition("## A whole game")[2]
    return dict(re.findall(r"`([\w./]+)`:\n\n```\w*\n(.*?)```", whole, re.DOTALL))


def report() -> str:
    """The report that the page shows."""
    return PAGE.read_text(encoding="utf-8").partition("That is all.")[2].split("```")[1]


@contextmanager
def installed() -> Iterator[None]:
    """As if it were one of the packages in gm/games."""
    before = list(games.__path__)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files().items():
            path = Path(folder) / name.removeprefix("gm/games/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        games.__path__[:] = [*before, folder]
        _forget()
        yield
        games.__path__[:] = before
        _forget()
    for module in [module for module in sys.modules if module.startswith(f"gm.games.{NAME}")]:
        del sys.modules[module]


def _forget() -> None:
    games.names.cache_clear()
    games.load.cache_clear()
