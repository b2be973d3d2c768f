"""A sample of every game: a module each, named after it, that says how a small game of it looks and what it hides.

MANY      how many play
SETTINGS  the game file's keys that are the game's own
SECRETS   what players hide, by name: each a function that gives the same turn twice
LABELS    words of a page's tables that its text says otherwise, if there are any
written   how a legal choice is written on a page, where it is not under the key of its decision
calls     random calls of its rules of validity, if it has rules of its own
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from gm import games
from gm.core.asking import into, owed
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Decision, Entrant, Json, Raw, Seat, Step
from gm.pages.book import read_book
from tests.contract import handbook
from tests.telling import play_turn

NAMES = (*(name for name in games.names() if name != handbook.NAME), handbook.NAME)
SEATS = ("alice", "bob", "carol", "dave", "erin", "frank")
LONGEST = 200  # turns: no sample is played so long
# Numbers as people write them, and what they write instead
NUMBERS = ["0", "5", "007", "48", "051", "478", "600", "all", " ALL ", "", " ", "x", "-3", "1.5", "9" * 12, "0" * 12 + "7", "12 points",
           "Straße", "’tis", "٣", "1e3"]  # fmt: skip
Turn = tuple[Any, dict[Seat, Any]]  # a position, and everybody's part of a page
Call = tuple[str, list[Any]]  # a function of the rules of validity, and what it is given


@dataclass(frozen=True)
class Secret:
    """The same turn played twice; only what its owners alone may know is different."""

    owners: tuple[Seat, ...]
    one: Turn
    other: Turn
    told: bool = True  # the owner's own report says something of it


Secrets = Mapping[str, Callable[[], Secret]]


def sample(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def entrants(name: str) -> list[Entrant]:
    """Who plays; what they enter, if they enter something, is called after them."""
    entered = games.load(name).entry
    return [Entrant(seat, f"{entered.title()} {seat}" if entered else seat) for seat in SEATS[: sample(name).MANY]]


def file_of(name: str, deadlines: str = "{first: 2026-12-01 20:00, every: 1 week}") -> str:
    """The sample's game file."""
    entry = games.load(name).entry
    field = [
        {"player": each.seat, "lucky_word": f"{each.seat}s-word"} | ({entry: each.name} if entry else {})
        for each in entrants(name)
    ]
    keys = {"rules": name, "title": f"A game of {name}", "entrants": field, **sample(name).SETTINGS}
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in keys.items()) + f"deadlines: {deadlines}\n"


def begun(name: str) -> Any:
    """The first position."""
    return games.load(name).setup(entrants(name), sample(name).SETTINGS, Dice("ab" * 32)).state


Improvise = Callable[[Game[Any, Any], Any, Seat, Dice], Any]


def by_itself(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Any:
    return game.improvise(state, seat, dice)


def legal_page(game: Game[Any, Any], decision: Decision, choice: Raw) -> Json:
    """A page's part that says this, and nothing else."""
    own = getattr(sample(game.name), "written", None)
    if own:
        page: Json = own(str(choice))
        return page
    *outer, last = into(game, decision.key)
    inner = {last: str(choice)}
    return {outer[0]: inner} if outer else inner


def something_legal(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Json:
    """As the default of `improvise` does it, but as the game's pages are written."""
    page: Json = {}
    for decision in owed(game, state, seat):
        legal = game.legal(state, decision)
        if legal:
            choice = legal[dice.stream(f"{seat}:{decision.turn}:{decision.key}").below(len(legal))]
            for section, said in legal_page(game, decision, choice).items():
                page[section] = page.get(section, {}) | said if isinstance(said, dict) else said
    return page


def played(name: str, improvise: Improvise = by_itself) -> Iterator[tuple[Any, dict[Seat, Any], Step[Any]]]:
    """Every turn of the sample to its end: the position before, what everybody wrote, and the step."""
    game, state = games.load(name), begun(name)
    for number in range(LONGEST):
        if not game.pending(state):
            return
        parts = {each.seat: improvise(game, state, each.seat, Dice(f"{number}")) for each in entrants(name)}
        books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
        step = play_turn(game, state, books, Dice("ab" * 32))
        yield state, parts, step
        state = step.state
    raise AssertionError(f"{name} does not end")
