"""Real pages to look at: the demo played to its end, and a zine where every name is as long as it may be.

A new kind of page is a line in PAGES, and its file is made in _paint.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gm import cli
from tests.examples import cards_file, race_file, tickets_file

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
PAGES = {  # a kind of page: where it lies, and the language that its reader reads
    "race, the start": ("demo/issues/bloodstock/turn-00/public.html", "en"),
    "race, the start, own": ("demo/issues/bloodstock/turn-00/alice.html", "en"),
    "race, midway": ("demo/issues/bloodstock/turn-06/public.html", "en"),
    "race, midway, own, German": ("demo/issues/bloodstock/turn-06/hilde.html", "de"),
    "race, the end": ("demo/issues/bloodstock/turn-16/public.html", "en"),
    "race, the end, own, Italian": ("demo/issues/bloodstock/turn-16/lorenzo.html", "it"),
    "race, long names, own": ("long/issues/race/turn-01/ann.html", "de"),
    "race, a form": ("demo/issues/bloodstock/turn-06/forms/alice.html", "en"),
    "race, a form, long names": ("long/issues/race/turn-01/forms/ann.html", "de"),
    "cards, the start, own": ("demo/issues/derby/turn-00/alice.html", "en"),
    "cards, midway": ("demo/issues/derby/turn-06/public.html", "en"),
    "cards, midway, own, French": ("demo/issues/derby/turn-06/gaston.html", "fr"),
    "cards, the end": ("demo/issues/derby/turn-11/public.html", "en"),
    "cards, long names, own": ("long/issues/cards/turn-01/ann.html", "de"),
    "cards, a form, French": ("demo/issues/derby/turn-06/forms/gaston.html", "fr"),
    "cards, a form, long names": ("long/issues/cards/turn-01/forms/ann.html", "de"),
    "tickets, the start, own": ("demo/issues/paintbox/turn-00/clara.html", "en"),
    "tickets, the first turn, own, French": ("demo/issues/paintbox/turn-01/yves.html", "fr"),
    "tickets, midway": ("demo/issues/paintbox/turn-06/public.html", "en"),
    "tickets, late, own, Italian": ("demo/issues/paintbox/turn-11/lorenzo.html", "it"),
    "tickets, the end": ("demo/issues/paintbox/turn-12/public.html", "en"),
    "tickets, the end, own, German": ("demo/issues/paintbox/turn-12/ursula.html", "de"),
    "tickets, long names, own": ("long/issues/tickets/turn-01/ann.html", "de"),
    "tickets, a form, Italian": ("demo/issues/paintbox/turn-06/forms/lorenzo.html", "it"),
    "tickets, a form, long names": ("long/issues/tickets/turn-01/forms/ann.html", "de"),
    "an issue": ("demo/issues/issue-001/issue.html", "en"),
    "an issue, long names": ("long/issues/issue-001/issue.html", "de"),
    "an issue, the last": ("demo/issues/issue-016/issue.html", "en"),
    "the site": ("demo/site/index.html", "en"),
    "the site, long names": ("long/site/index.html", "de"),
    "the site, a game": ("demo/site/games/derby/index.html", "en"),
    "the site, a turn": ("demo/site/games/bloodstock/turn-06.html", "en"),
    "the site, a race over": ("demo/site/games/bloodstock/index.html", "en"),
    "the site, players": ("demo/site/players/index.html", "en"),
    "the site, players, long names": ("long/site/players/index.html", "de"),
    "the site, a player": ("demo/site/players/alice.html", "en"),
    "the site, a player, long names": ("long/site/players/ann.html", "de"),
    "the site, a horse": ("demo/site/horses/quentin/1e3.html", "en"),
    "the site, a horse, long names": ("long/site/horses/bob/the-second-of-many-horses-of-lord-tedium.html", "de"),
    "the site, an issue, long names": ("long/site/issues/001.html", "de"),
}
LONG = "Donaudampfschifffahrtsgesellschaftsmütze"  # 40 letters, which is what a horse may have
_ZINE = f"title: {LONG}\neditor: {LONG} the Younger\ntime_zone: Europe/Berlin\nlanguages: [de]\n"
_RACE = race_file(
    {"ann": LONG, "bob": "The Second of Many Horses of Lord Tedium", "cy": "X", "dot": "Y"},
    "2 plain, becher, water, 2 plain, chair",
    f"The {LONG} Memorial Steeplechase",
    "options: {reveal: fallers}\ndeadlines: {first: 2027-03-02 20:00, every: 3 weeks}\n",
)
_CARDS = cards_file(
    ["{player: ann}", "{player: bob}", "{player: cy}"],
    f"The {LONG} Derby",
    "options: {horses: [Wunderwaldwiesenweg, Marmaladeandhoneyed, Kiss, Nightingalesquares, Oh, Incomprehensibility, "
    "Farfarfarawayfromme, Unquestionably]}\n",
)
_TICKETS = tickets_file(
    ["{player: ann}", "{player: bob}", "{player: cy}", "{player: dot}"],
    f"The {LONG} Sweepstakes",
    "options: {horses: [Wunderwaldwiesenweg, Marmaladeandhoneyed, Kiss, Nightingalesquares, Oh, Incomprehensibility, "
    "Farfarfarawayfromme, Unquestionably, Second Horse of Lord Ted], payouts: [150000, 12, 10, 8, 6, 4, 3, 2, 1]}\n",
)
_ORDERS = "game: race\nturn: 1\nplayer: {0}\norders: {{1: {1}, 2: {1}}}\n"
_PRESS = "game: {0}\nturn: 1\nplayer: ann\npress: {{from: {1}, text: {2}}}\n"

_EDITORIAL = f"""# {LONG * 5}

A paragraph with a [link](https://example.org/{LONG}), *some stress*, **more**, and `code {LONG}`.

## A heading, and under it a list

1. one
   * {LONG}
   * two

> {LONG}: said somebody.

    as typed, and much longer than a telephone is wide, or a sheet of paper for that matter, whichever comes first

| one | two | three | {LONG} |
|---|--:|---|---|
| {LONG} | 2 | {LONG} | 4 |

| {" | ".join(f"Heading {number}" for number in range(30))} |
{"|---" * 30}|
| {" | ".join(f"1200 cells{number}" for number in range(30))} |
"""


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where all the pages lie, made once for all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / "gallery"
    with _alone(shared / "gallery.lock"):
        if not folder.exists():
            _paint(draft := shared / "gallery.draft", folder)
            draft.rename(folder)
    return folder


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One worker at a time."""
    import fcntl

    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _paint(folder: Path, home: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)  # what a worker left half done
    folder.mkdir()
    told = _demo(folder / "demo").replace(str(folder), str(home))
    (folder / "demo.txt").write_text(told, encoding="utf-8")
    _long_names(folder / "long")
    _gm(folder / "long", "issue")
    _gm(folder / "long", "site")


def _demo(folder: Path) -> str:
    """What it says; in a process of its own, as its readers play it."""
    command = [sys.executable, "-X", "utf8", "-c", "from gm.cli import main; main()", "demo", str(folder)]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def _gm(folder: Path, *args: object) -> None:
    assert cli.run(["-C", str(folder), *map(str, args)], now=NOW) == 0, args


def _long_names(folder: Path) -> None:
    _gm(folder.parent, "init", folder)
    (folder / "zine.yaml").write_text(_ZINE, encoding="utf-8")
    people = "".join(f"{each}: {{name: {each.title()} {LONG}}}\n" for each in ("ann", "bob", "cy", "dot"))
    (folder / "players.yaml").write_text(people, encoding="utf-8")
    for game, file in (("race", _RACE), ("cards", _CARDS), ("tickets", _TICKETS)):
        (folder / f"games/{game}.yaml").write_text(file, encoding="utf-8")
        _gm(folder, "start", game)
        (folder / f"inbox/{game}.yaml").write_text(_PRESS.format(game, LONG, "Word" * 40), encoding="utf-8")
    (folder / "next").mkdir(exist_ok=True)
    (folder / "next/editorial.md").write_text(_EDITORIAL, encoding="utf-8")
    for number, player in enumerate(("ann", "bob", "cy", "dot")):
        (folder / f"inbox/{player}.yaml").write_text(_ORDERS.format(player, 20 - number), encoding="utf-8")
    _gm(folder, "take")
    _gm(folder, "run", "race", "--now")
    _gm(folder, "run", "cards", "--now")
    _gm(folder, "run", "tickets", "--now")
