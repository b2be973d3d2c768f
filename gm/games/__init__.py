"""The games: a package each, found by its name. A new game needs no line here."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from gm.core.game import Game
from gm.core.names import did_you_mean, find
from gm.core.problems import GmError
from gm.core.words import sentence


class NoSuchRules(GmError):
    """No game is played by rules of that name"""


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> Game[Any, Any]:
    """The game of that name."""
    known = find(name, names())
    if known is None:
        missing = sentence("there are no rules called {name}", name=repr(name))
        raise NoSuchRules(missing, did_you_mean(name, names(), sentence("there are {names}", names=names())))
    game: Game[Any, Any] = importlib.import_module(f"gm.games.{known}").GAME
    return game
