"""The seasons of the demo: races that gm runs, and tables whose results come from the room."""

import hashlib
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from gm.core.dice import Dice
from gm.core.words import sentence
from gm.desk.beginning import stand
from gm.desk.desk import Desk, open_desk
from gm.desk.drawing import Wish, propose
from gm.desk.outcome import AnyNote, Note
from gm.desk.seasons import open_season
from gm.store.seasons import ResultRow, SeasonRow, Seasons

_EVENING = timedelta(hours=3)  # from a draw to the results of its tables

Say = Callable[[AnyNote], None]
PlayOut = Callable[[str, datetime], datetime]  # a game of that name to its end; answers with when that was


def play_all(folder: Path, samples: Path, now: datetime, say: Say, play_out: PlayOut) -> datetime:
    """Every season in that folder, one after the other."""
    for file in sorted(samples.glob("*.yaml")):
        (folder / "seasons").mkdir(exist_ok=True)
        shutil.copyfile(file, folder / "seasons" / file.name)
        with open_desk(folder, now) as desk, desk.store.writing():
            Seasons(desk.store).add(
                SeasonRow(file.stem, _secret(file.stem, "draws"), _secret(file.stem, "deals"), desk.stamp)
            )
        now = _play(folder, file.stem, now, say, play_out)
    return now


def _secret(season: str, what: str) -> str:
    """None at all: it is the same for everybody."""
    return hashlib.sha256(f"{season} {what}".encode()).hexdigest()


def _play(folder: Path, name: str, now: datetime, say: Say, play_out: PlayOut) -> datetime:
    with open_desk(folder, now) as desk:
        title, last = open_season(desk, name).file.title, open_season(desk, name).file.last_round
    say(Note(""))
    say(Note(title))
    for number in range(1, last + 1):
        with open_desk(folder, now) as desk:
            games = stand(desk, propose(desk, name, Wish(), lambda done, of: None), Wish()).games
        say(Note(sentence("Round {round} of {season} is drawn.", round=number, season=name), under=1))
        for game in games:
            now = play_out(game, now)
        if not games:
            now += _EVENING
            with open_desk(folder, now) as desk:
                _key_in(desk, name, number)
    return now


def _key_in(desk: Desk, name: str, number: int) -> None:
    """Results as they might have come from the room: now and then two are level."""
    at, seasons = open_season(desk, name), Seasons(desk.store)
    stream = Dice(f"demo {name}").stream(f"round {number}")
    with desk.store.writing():
        for table, people in at.rounds[number].tables.items():
            order = stream.shuffled(people)
            places = {player: place for place, player in enumerate(order, start=1)}
            if not stream.below(3):
                places[order[1]] = places[order[2]] = 2
            seasons.add_result(name, ResultRow(number, table, {"places": places, "scores": {}}), desk.stamp)
