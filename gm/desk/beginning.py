"""The games of a round: their files, deals and first turns, stored all at once with the draw, or not at all."""

import hashlib
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gm.core import clock
from gm.core.names import fold
from gm.core.play import Json, Raw
from gm.core.problems import NotReady, Problem
from gm.core.words import sentence
from gm.desk import opening, placing, turnfolder
from gm.desk.desk import Desk
from gm.desk.drafts import refuse_what_is_no_folder
from gm.desk.drawing import CannotDraw, Drawing, Wish, call_of, to_begin
from gm.desk.placing import Aim, Placed
from gm.desk.publish import keep_reports, maker_of
from gm.desk.refiling import refile
from gm.desk.seasons import Tournament, game_name, game_secret, open_season
from gm.pages.gamefile import GameFile, read_game_at
from gm.pages.seasonfile import SeasonFile, proposed
from gm.reports.languages import speaker_of
from gm.reports.render import fill
from gm.season.results import Player
from gm.store.chores import Chore, Chores
from gm.store.files import READABLE, digest_of, fresh, write_file
from gm.store.seasons import Seasons


class Began(NamedTuple):
    """What stands now."""

    games: Sequence[str]
    due: datetime | None
    folder: Path  # where the games' files are
    left: Sequence[int]  # tables that are too small to be played
    warnings: Sequence[Problem]
    said: Sequence[str]  # of files that were in the way


def stand(desk: Desk, drawing: Drawing, wish: Wish) -> Began:
    """From now on the draw counts: it is stored, with all the games that begin, or nothing is."""
    at, number = drawing.at, drawing.begins
    tables = _tables(drawing) if at.file.game else {}
    enough = {
        table: people for table, people in tables.items() if at.file.game and len(people) >= at.file.game.seats[0]
    }
    due = due_at(desk, at.file, number)
    with fresh(desk.zine.folder / "games") as draft:
        files = [_file(desk, draft, drawing, table, people, due) for table, people in enough.items()]
        for file in files:
            _refuse_in_the_way(desk, file.name)
        with desk.store.writing():
            _refuse_outrun(desk, drawing, wish)
            if not drawing.stands:
                for row in drawing.rows:
                    Seasons(desk.store).add_draw(at.name, row, desk.stamp)
            for table, file in zip(enough, files, strict=True):
                _begin(desk, at, file, number, table)
            _remember(desk, at.name, number)
            _note(desk, drawing, bool(files))
    said = _place(desk, at.name, number, [file.name for file in files]) if files else []
    left = [table for table in tables if table not in enough]
    warnings = [each for file in files[:1] for each in file.warnings]
    return Began([file.name for file in files], due, desk.zine.folder / "games", left, warnings, said)


def _tables(drawing: Drawing) -> dict[int, list[Player]]:
    """Who plays at which table; of a round that was drawn ahead, without those who have left since."""
    at, number = drawing.at, drawing.begins
    there = at.rounds[number] if drawing.stands else drawing.rounds[0]
    return {table: [who for who in seats if at.is_in(who, number)] for table, seats in there.tables.items()}


def _refuse_outrun(desk: Desk, drawing: Drawing, wish: Wish) -> None:
    """Somebody may have been quicker while the draw was made; within the transaction."""
    now = open_season(desk, drawing.at.name)
    same = to_begin(now) == drawing.begins if drawing.stands else now.next_round == drawing.begins
    if not same or (not drawing.stands and call_of(desk, now, wish) != drawing.call):
        changed = sentence("something of {season} has changed since this draw was made", season=now.name)
        raise CannotDraw(changed, sentence("draw again: gm draw {season}", season=now.name))


def _note(desk: Desk, drawing: Drawing, games: bool) -> None:
    season, number = drawing.at.name, drawing.begins
    desk.store.note(desk.stamp, "draw", season, str(number))
    if drawing.stands:
        desk.deeds.will(sentence("round {round} of {season} has begun", round=number, season=season))
    else:
        desk.deeds.will(sentence("round {round} of {season} has been drawn", round=number, season=season))
    if games:
        Chores(desk.store).add(Chore("draw", season, number))
        desk.deeds.to_do(_left())


def _left() -> str:
    return sentence("not all files of its games are in their place yet: the next gm command puts them there")


# One game


def _file(
    desk: Desk, draft: Path, drawing: Drawing, table: int, people: Sequence[Player], due: datetime | None
) -> GameFile:
    """A game's file as it will be, checked as any other."""
    at, number = drawing.at, drawing.begins
    name = game_name(at.name, number, table)
    text = fill("season/game.yaml", _model(desk, at, number, table, people, due), desk.zine.templates)
    write_file(draft / f"{name}.yaml", text.encode(), READABLE)
    try:
        return read_game_at(desk.zine, name, draft / f"{name}.yaml")
    except NotReady as wrong:
        unusable = sentence("{name} cannot be played as seasons/{season}.yaml has it", name=name, season=at.name)
        raise NotReady(unusable, [replace(each, file=f"{name}.yaml") for each in wrong.problems]) from None


def _model(desk: Desk, at: Tournament, number: int, table: int, people: Sequence[Player], due: datetime | None) -> Json:
    file, game = at.file, at.file.game
    assert game
    say = speaker_of(desk.zine.languages[0]).say
    title = _title(file, number, table)
    if number == at.season.final:
        title = sentence("{title}, final", title=file.title)
    return {
        "name": game_name(at.name, number, table),
        "season": at.name,
        "round": number,
        "table": table,
        "rules": game.name,
        "title": _flow(say(title)),
        "entrants": [_flow(row) for row in _entrants(at, people, game.entry)],
        "settings": {key: _flow(raw) for key, raw in (proposed(game, len(people)) | dict(file.settings)).items()},
        "deadlines": _flow(_deadlines(desk, file, due)) if due else "",
    }


def _title(file: SeasonFile, number: int, table: int) -> str:
    values = {"title": file.title, "round": number, "table": table}
    if file.format == "league" and file.divisions and number <= file.rounds:
        return sentence("{title}, division {table}, race {round}", **values)
    if file.format == "league":
        return sentence("{title}, race {round}", **values)
    return sentence("{title}, round {round}, table {table}", **values)


def _flow(value: Raw) -> str:
    """A value on one line of a file, whatever is in it."""
    return json.dumps(value, ensure_ascii=False)


def _entrants(at: Tournament, people: Sequence[Player], entry: str) -> list[Json]:
    """A horse has a name of its own, else the player's; if somebody else is called so, their id."""
    names = {who: at.entries[who].horse or at.names.get(who, who) for who in people}
    taken = [fold(name) for name in names.values()] + [fold(who) for who in people]
    rows = []
    for who in people:
        unique = taken.count(fold(names[who])) == 1 + (fold(names[who]) == fold(who))
        horse = names[who] if unique or at.entries[who].horse else who
        word = at.entries[who].lucky_word
        rows.append({"player": who} | ({entry: horse} if entry else {}) | ({"lucky_word": word} if word else {}))
    return rows


def _begin(desk: Desk, at: Tournament, file: GameFile, number: int, table: int) -> None:
    """Dealt, and its start packet kept; within the caller's transaction."""
    refuse_what_is_no_folder(turnfolder.folder_of(desk, file.name, 0))
    opening.start(desk, file, game_secret(at.row.deals, file.name))
    Seasons(desk.store).place_game(file.name, at.name, number, table)
    maker = maker_of(desk, file.name, 0)
    turnfolder.claim(desk, maker.at)
    keep_reports(desk, maker)
    Chores(desk.store).add(turnfolder.chore_of(file.name, 0))


# When its first turn is due


def due_at(desk: Desk, file: SeasonFile, number: int) -> datetime | None:
    """The first round's as the file says; later ones in its rhythm, with at least half of a turn's time left."""
    if not file.first or (number == 1 and file.first > desk.now):
        return file.first
    if not file.every:
        return None
    span = clock.read_span(file.every)
    beats = max(0, math.ceil((desk.now + span / 2 - file.first) / span))
    return clock.later(file.first, beats * span, desk.zine.zone)


def _deadlines(desk: Desk, file: SeasonFile, due: datetime) -> Json:
    """As they stand in a game's file, where days of grace come after the deadline."""
    called = clock.later(due, -clock.read_span(file.grace), desk.zine.zone) if file.grace else due
    found = {"first": f"{called.astimezone(desk.zine.zone):%Y-%m-%d %H:%M}", "every": file.every, "grace": file.grace}
    return {key: value for key, value in found.items() if value}


# Files


def _refuse_in_the_way(desk: Desk, name: str) -> None:
    """Nothing of the game master's is replaced, and no game begins a second time."""
    opening.refuse_begun(desk, name)
    path = desk.zine.game_file(name)
    ours = placing.remembered(desk, path.parent).get(path.name, set())
    if os.path.lexists(path) and digest_of(path) not in ours:
        there = sentence("{file} is there already", file=desk.zine.show(path))
        raise opening.AlreadyThere(there, sentence("move it elsewhere: the draw writes that file"))


def _place(desk: Desk, season: str, number: int, games: Sequence[str]) -> list[str]:
    """Once it is stored: the files of all games, then their start packets."""
    try:
        said = [*placing.in_the_way(desk, put_files(desk, season, number))]
    except BaseException:
        desk.deeds.did("", _left())
        raise
    for game in games:
        said += refile(desk, game, [0])
    return said


def put_files(desk: Desk, season: str, number: int, patient: bool = True) -> Placed:
    """The files of a round's games, as they are stored, unless the draw was taken back."""
    folder = desk.zine.folder / "games"
    with fresh(folder) as draft:
        with desk.store.writing(patient):
            desk.deeds.will("")
            for name, text in _texts(desk, season, number):
                write_file(draft / name, text, READABLE)
        return placing.place(desk, draft, Aim(folder, Chore("draw", season, number), all_of_it=False))


def _remember(desk: Desk, season: str, number: int) -> None:
    """These files are gm's, whenever they get into their place; within the caller's transaction."""
    digests = {name: hashlib.sha256(text).hexdigest() for name, text in _texts(desk, season, number)}
    placing.remember(desk, desk.zine.folder / "games", digests)


def _texts(desk: Desk, season: str, number: int) -> Iterator[tuple[str, bytes]]:
    for each in Seasons(desk.store).games_of(season):
        if each.round == number:
            yield f"{each.game}.yaml", desk.store.game(each.game).file.encode()
