"""Beginnings: a new zine, a new game's file, the start of a game."""

import dataclasses
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from gm import games
from gm.core import codec, dice
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError, Problem
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.outcome import line
from gm.desk.post import make_tokens
from gm.desk.speaking import first_notes
from gm.pages.gamefile import GameFile, check_name, read_game_file
from gm.reports.render import fill, told_by
from gm.store.database import GameRow
from gm.store.files import READABLE, fresh, put_new, write_file
from gm.store.seasons import Seasons

SECRET = ("inbox", "outbox")  # other people on the machine do not read in these
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
    with _all_or_nothing() as made:
        for name in FOLDERS:
            made += _new_folders(folder / name, 0o700 if name in SECRET else 0o777)
        for name in reversed(texts):  # it is a zine once it has a zine.yaml
            with fresh(folder) as draft:
                _put_new(draft, folder / name, texts[name])
            made.append(folder / name)
    return [folder / name for name in texts]


@contextmanager
def _all_or_nothing() -> Iterator[list[Path]]:
    """Files and folders that are new; if anything goes wrong, they are gone again."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def _new_folders(folder: Path, mode: int) -> list[Path]:
    """A folder and those that it is in, as far as they are not there."""
    missing = [each for each in reversed((folder, *folder.parents)) if not each.exists()]
    for each in missing:
        each.mkdir(mode=mode if each == folder else 0o777)
    return missing


def new_game(desk: Desk, name: str, rules: str) -> Path:
    """A game's file, commented, with a proposal for as many entrants as the zine has players."""
    game = games.load(rules)
    path = desk.zine.game_file(check_name(name))
    _refuse_season(desk, name)

    def text() -> str:
        commitment = dice.commitment(_secret_of(desk, name))
        model = _proposal(desk, name, game, commitment)
        desk.deeds.will(_drawn(name), line("gm new {game} --rules {rules}", game=name, rules=rules))
        return fill(told_by(game.name, "game.yaml"), model, desk.zine.templates)

    forget = None if desk.store.secret(name) else lambda: desk.store.forget_secret(name)
    return call_for(desk, path, text, forget)


def call_for(desk: Desk, path: Path, text: Callable[[], str], forget: Callable[[], None] | None) -> Path:
    """A file with a commitment in it, to be printed in the call for entries.

    The secret is drawn with its text, and stored first: a commitment that nobody can keep is worse than a secret that
    nobody was told of. If the file does not get into its place, and the secret is new, it is forgotten again.
    """
    with fresh(path.parent) as draft:
        refuse_there(path)
        try:
            with desk.store.writing():
                write_file(draft / path.name, text().encode(), READABLE)
            put_new(draft / path.name, path)
            _name_written(desk, path)
        except BaseException as error:
            if forget and not os.path.lexists(path):
                _take_back(desk, forget)
            if _is_put(draft / path.name, path):  # stopped just after it was
                _name_written(desk, path)
            if isinstance(error, FileExistsError):
                refuse_there(path)
            raise
    return path


def _refuse_season(desk: Desk, name: str) -> None:
    """Games and seasons share one list of names."""
    if find(name, [*desk.zine.season_files(), *Seasons(desk.store).names()]):
        taken = sentence("{name} is the name of a season", name=name)
        raise AlreadyThere(taken, sentence("choose another name"))


def _is_put(draft: Path, path: Path) -> bool:
    return draft.exists() and path.exists() and path.samefile(draft)


def _name_written(desk: Desk, path: Path) -> None:
    desk.deeds.settled()
    desk.deeds.did(sentence("{file} is written", file=desk.zine.show(path)))


def _proposal(desk: Desk, name: str, game: Game[Any, Any], commitment: str) -> Json:
    players = list(desk.zine.players.values())
    return {
        "name": name,
        "players": players,
        "proposal": game.propose(max(2, len(players))),
        "year": desk.now.year,
        "commitment": commitment,
        "rules": game,
        "options": dataclasses.asdict(game.options()) if game.options else {},
    }


def _drawn(name: str) -> str:
    return sentence("the secret of {game} has been drawn, and stays", game=name)


def _take_back(desk: Desk, forget: Callable[[], None]) -> None:
    """Nobody has been told of this secret: it is as if it had not been drawn. Else what is said is that it stays."""
    with suppress(GmError):
        with desk.store.writing():
            forget()
            desk.deeds.will("")
        desk.deeds.taken_back()


def _secret_of(desk: Desk, name: str) -> str:
    """The game's secret: once it has been committed to, it stays."""
    secret = desk.store.secret(name)
    if secret is None:
        secret = dice.new_secret()
        desk.store.add_secret(name, secret, desk.stamp)
    return secret


def _put_new(draft: Path, path: Path, text: str) -> None:
    """A file that is not there yet; never over one that is."""
    refuse_there(path)
    write_file(draft / path.name, text.encode(), READABLE)
    put_new(draft / path.name, path)


def refuse_there(path: Path) -> None:
    if os.path.lexists(path):
        there = sentence("{file} is there already", file=path.name)
        raise AlreadyThere(there, sentence("edit it, or choose another name"))


def read_file(desk: Desk, name: str) -> GameFile:
    """The file of a game that has not been started."""
    refuse_begun(desk, name)
    file = read_game_file(desk.zine, name)
    if file.first and file.first <= desk.now:
        passed = sentence("the first deadline, {moment}, has passed already", moment=file.first)
        hint = sentence("gm extend moves it")
        shown = desk.zine.show(desk.zine.game_file(name))
        file.warnings.append(Problem(shown, 0, "", passed, hint, level="warning"))
    return file


def refuse_begun(desk: Desk, name: str) -> None:
    """No game is dealt twice."""
    _refuse_started(desk, name)
    _refuse_older(desk, name)


def _refuse_older(desk: Desk, name: str) -> None:
    """An older database was put back, and the game was dealt already."""
    from gm.desk.guards import unknown_files

    newer = [desk.zine.show(path) for path in unknown_files(desk.zine, desk.store, name)]
    if newer:
        older = sentence("zine.db is older than the files beside it: it knows nothing of {files}", files=newer)
        hint = sentence(
            "put back a later one (gm backup --list, gm restore); or, to deal anew, move issues/{game} elsewhere",
            game=name,
        )
        raise AlreadyThere(older, hint)


def _refuse_started(desk: Desk, name: str) -> None:
    if find(name, desk.store.games()):
        started = sentence("{game} has been started already", game=name)
        raise AlreadyThere(started, sentence("see gm status {game}", game=name))


def start(desk: Desk, file: GameFile, secret: str = "") -> int:
    """Deal, open turn 1, and keep it all; within the caller's transaction. Answers with the turn told: 0.

    The secret is the one that was drawn when the game was called, unless it follows from that of a season.
    """
    _refuse_started(desk, file.name)
    secret = secret or _secret_of(desk, file.name)
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
    position = codec.by_column(file.game.state, step.state)
    inputs = first_notes(desk, name)
    desk.store.add_turn(name, 0, None, inputs, position, step.events, desk.stamp, file.game.version)
    make_tokens(desk, *(owner.id for owner in file.owners.values()))
    if file.first:
        desk.store.set_deadline(name, 1, file.first.isoformat(), desk.stamp)
    desk.store.note(desk.stamp, "start", name, file.game.name)
    desk.deeds.will(sentence("{game} has been started", game=name))
    return 0
