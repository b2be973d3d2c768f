"""Beginnings: a new zine, a new game's file, the start of a game."""

import dataclasses
import os
from datetime import datetime
from pathlib import Path

from gm import games
from gm.core import codec, dice
from gm.core.dice import Dice
from gm.core.names import find
from gm.core.problems import GmError, Problem
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.post import make_token
from gm.pages.gamefile import GameFile, check_name, read_game_file
from gm.reports.render import fill, told_by
from gm.store.database import GameRow

FOLDERS = ("games", "inbox", "issues", "next", "outbox")


class AlreadyThere(GmError):
    """It would overwrite something"""


def init(folder: Path, title: str, now: datetime) -> list[Path]:
    """A new zine, its files commented."""
    if (folder / "zine.yaml").exists():
        raise AlreadyThere(sentence("{folder} is a zine already", folder=str(folder)))
    if folder.is_file():
        raise AlreadyThere(sentence("{folder} is a file", folder=str(folder)), sentence("name a new folder"))
    model = {"title": title, "year": now.year}
    texts = {name: fill(name, model) for name in ("zine.yaml", "players.yaml")}
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    return [_write_new(folder / name, text) for name, text in texts.items()]


def new_game(desk: Desk, name: str, rules: str) -> Path:
    """A game's file, commented, with a proposal for as many entrants as the zine has players.

    Its secret is drawn now, and its commitment stands in the file, to be printed in the call for entries.
    """
    game = games.load(rules)
    players = list(desk.zine.players.values())
    path = desk.zine.game_file(check_name(name))
    with desk.store.writing():
        model = {
            "name": name,
            "players": players,
            "proposal": game.propose(max(2, len(players))),
            "year": desk.now.year,
            "commitment": dice.commitment(_secret_of(desk, name)),
            "rules": game,
            "options": dataclasses.asdict(game.options()) if game.options else {},
        }
        path.parent.mkdir(exist_ok=True)
        return _write_new(path, fill(told_by(game.name, "game.yaml"), model, desk.zine.templates))


def _secret_of(desk: Desk, name: str) -> str:
    """The game's secret: once it has been committed to, it stays."""
    secret = desk.store.secret(name)
    if secret is None:
        secret = dice.new_secret()
        desk.store.add_secret(name, secret, desk.stamp)
    return secret


def _write_new(path: Path, text: str) -> Path:
    """Write a file that is not there yet; never over one that is."""
    if path.exists():
        there = sentence("{file} is there already", file=path.name)
        raise AlreadyThere(there, sentence("edit it, or choose another name"))
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return path


def read_file(desk: Desk, name: str) -> GameFile:
    """The file of a game that has not been started."""
    _refuse_started(desk, name)
    file = read_game_file(desk.zine, name)
    if file.first and file.first <= desk.now:
        passed = sentence("the first deadline, {moment}, has passed already", moment=file.first)
        hint = sentence("gm extend moves it")
        shown = desk.zine.show(desk.zine.game_file(name))
        file.warnings.append(Problem(shown, 0, "", passed, hint, level="warning"))
    return file


def _refuse_started(desk: Desk, name: str) -> None:
    if find(name, desk.store.games()):
        started = sentence("{game} has been started already", game=name)
        raise AlreadyThere(started, sentence("see gm status {game}", game=name))


def start(desk: Desk, file: GameFile) -> int:
    """Deal, open turn 1, and keep it all; within the caller's transaction. Answers with the turn told: 0."""
    _refuse_started(desk, file.name)
    secret = _secret_of(desk, file.name)
    seed = dice.make_seed(secret, file.words)
    step = file.game.setup(file.entrants, file.settings, Dice(seed))
    name = file.name
    row = GameRow(
        name,
        file.game.name,
        file.title,
        file.text,
        dict(file.settings),
        file.roster,
        secret,
        seed,
        file.every,
        0,
        file.game.version,
    )
    desk.store.add_game(row, desk.stamp)
    position = codec.dump(file.game.state, step.state)
    desk.store.add_turn(name, 0, None, {}, position, step.events, desk.stamp, file.game.version)
    for each in file.roster:
        make_token(desk, each["player"])
    if file.first:
        desk.store.set_deadline(name, 1, file.first.isoformat(), desk.stamp)
    desk.store.note(desk.stamp, "start", name, file.game.name)
    return 0
