"""Whole games of every kind, played by simple players, for tests that want to look at all of one."""

import json
from collections.abc import Iterator

from gm.core.dice import Dice
from gm.desk.desk import match_of, open_desk
from gm.desk.turns import keep, play, status
from tests.conftest import PLAYERS, Desk
from tests.contract.samples import file_of

MAIL = {player: f"{player}.hush@example.org" for player in PLAYERS}


def people(desk: Desk) -> None:
    """Players who can be written to."""
    desk.write("players.yaml", "".join(f"{id}: {{name: {id.title()} Grey, mail: {MAIL[id]}}}\n" for id in PLAYERS))


def begin(desk: Desk, rules: str, name: str = "") -> str:
    names = [name] if name else [f"{rules[0]}-game", f"{rules}-game"]
    name = next(each for each in names if not (desk.folder / f"games/{each}.yaml").exists())
    desk.write(f"games/{name}.yaml", file_of(rules))
    desk.gm("start", name)
    return name


def one_turn(desk: Desk, name: str) -> bool:
    """Everybody orders and says something; answers whether the game goes on."""
    order(desk, name)
    desk.gm("run", name, "--now")
    return goes_on(desk, name)


def untold_turn(desk: Desk, name: str) -> bool:
    """The same, but nobody is told: for tests that look at what becomes of the game, and at no report."""
    order(desk, name)
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        keep(at, play(at, name, None, now_insisted=True))
    return goes_on(desk, name)


def order(desk: Desk, name: str) -> None:
    with open_desk(desk.folder, desk.now) as at:
        position = match_of(at, name)
        for seat in status(at, name).missing:
            part = position.game.improvise(position.state, seat, Dice(f"{name} {seat} {position.turn}"))
            said = {"game": name, "turn": position.turn, "player": seat, **part, "press": f"Up the {seat}s!"}
            lines = (f"{key}: {json.dumps(value)}" for key, value in said.items())
            desk.write(f"inbox/{name}-{seat}.yaml", "\n".join(lines) + "\n")
    desk.gm("take")


def goes_on(desk: Desk, name: str) -> bool:
    with open_desk(desk.folder, desk.now) as at:
        return not match_of(at, name).over


def turns(desk: Desk, name: str) -> Iterator[bool]:
    """Turn after turn, to the end; each time whether it goes on."""
    going = True
    while going:
        going = one_turn(desk, name)
        yield going
