"""`gm take` on a folder of 20,000 order pages, beside PyYAML's C loader, which merely loads the same files.

The pages are as most people send them: for whom they are, a number for each fence, and one in ten with a line of press.
Both sides run in this process; with gm that is the whole command, from the typed line to the last receipt printed.
"""

import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import yaml

from benchmarks.table import Measurement, Round, scratch, timed
from benchmarks.zines import few_collections, ids, quiet

PAGES = 20_000
WANTED = 1.0


def measurements() -> Iterator[Measurement]:
    beside = "PyYAML's C loader loads the files"
    yield Measurement(f"gm take, {PAGES:,} pages of {PAGES:,} entrants", beside, WANTED, partial(taking, PAGES), 5)
    yield Measurement(f"gm take, {PAGES:,} pages of 40 entrants", beside, WANTED, partial(taking, 40), 5)


def zine(entrants: int, pages: int) -> Path:
    """A race that has been started, and a folder of pages for it."""
    folder = scratch(f"taking-{entrants}-{pages}")
    names, chance = ids(entrants), random.Random(1)
    (folder / "games").mkdir()
    (folder / "pages").mkdir()
    (folder / "zine.yaml").write_text("title: Bench\n")
    (folder / "players.csv").write_text("id,name\n" + "".join(f"{each},Jockey {each}\n" for each in names))
    (folder / "games/field.csv").write_text("player,horse\n" + "".join(f"{each},Horse {each}\n" for each in names))
    (folder / "games/race.yaml").write_text("rules: haytack\nentrants: field.csv\ncourse: 20 plain, water, 10 plain\n")
    assert quiet(folder, "start", "race") == 0
    for number in range(pages):
        bids = [chance.randint(1, 250), chance.randint(1, 250)]
        press = f"press: Number {number} to the field, we shall see.\n" if number % 10 == 0 else ""
        head = f"game: race\nturn: 1\nplayer: {names[number % entrants]}\n"
        page = f"{head}orders:\n  1: {bids[0]}\n  2: {bids[1]}\n{press}"
        (folder / "pages" / f"{number}.yaml").write_text(page)
    (folder / "zine.db").rename(folder / "begun.db")
    return folder


def begin(folder: Path) -> None:
    """As if nothing had been taken yet."""
    (folder / "zine.db").write_bytes((folder / "begun.db").read_bytes())


def take(folder: Path) -> None:
    assert quiet(folder, "take", str(folder / "pages")) == 0


def load(folder: Path) -> None:
    for each in os.scandir(folder / "pages"):
        with open(each, encoding="utf-8") as file:
            yaml.load(file.read(), yaml.CSafeLoader)


def taking(entrants: int) -> Iterator[Round]:
    folder = zine(entrants, PAGES)
    few_collections()  # as for the game master; the loader is no slower for it
    yield timed(partial(take, folder), partial(load, folder), ready=partial(begin, folder))
