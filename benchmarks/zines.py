"""Zines for the benchmarks: a race that has been started, and commands typed in it without a word on the screen."""

import json
import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path

from gm.cli import few_collections as few_collections
from gm.cli import run
from gm.core.dice import Dice
from gm.desk.desk import match_of, open_desk

NOW = datetime(2026, 11, 16, tzinfo=UTC)
ANSWERED = "mail: {from: Zine <zine@example.org>}\n"  # settings with which gm writes to players


def quiet(folder: Path, *words: str, now: datetime = NOW) -> int:
    """Types a command in a zine; answers with its exit code alone."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return run(["-C", str(folder), *words], now=now)


def ids(many: int) -> list[str]:
    return [f"p{number}" for number in range(many)]


def race(
    folder: Path, players: Sequence[str], course: str = "31 plain", settings: str = "", now: datetime = NOW
) -> None:
    """A zine with one race in it, called race; everybody has an address, and a horse called after them."""
    entrants = "".join(f"  - {{player: {each}, horse: Horse {each}}}\n" for each in players)
    zine(folder, "race", f"rules: haytack\nentrants:\n{entrants}course: {course}\n", players, settings, now)


def zine(folder: Path, name: str, game: str, players: Sequence[str], settings: str = "", now: datetime = NOW) -> None:
    """A zine with one game in it, which has been started."""
    (folder / "games").mkdir(parents=True)
    (folder / "inbox").mkdir()
    (folder / "zine.yaml").write_text(f"title: Bench\n{settings}")
    (folder / "players.yaml").write_text(
        "".join(f"{each}: {{name: Jockey {each}, mail: {each}@example.org}}\n" for each in players)
    )
    start(folder, name, game, now)


def start(folder: Path, name: str, game: str, now: datetime = NOW) -> None:
    """One game more in a zine."""
    (folder / f"games/{name}.yaml").write_text(game)
    assert quiet(folder, "start", name, now=now) == 0


def order(folder: Path, name: str, now: datetime = NOW) -> int:
    """Everybody sends a page for the open turn; answers with its number."""
    with open_desk(folder, now) as desk:
        match = match_of(desk, name)
        for seat in match.awaited():
            part = match.game.improvise(match.state, seat, Dice(f"{seat} {match.turn}"))
            page = {"game": name, "turn": match.turn, "player": seat, **part}
            text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in page.items())
            (folder / f"inbox/{seat}.yaml").write_text(text + "\n")
    assert quiet(folder, "take", now=now) == 0
    return match.turn
