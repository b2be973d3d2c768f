"""The last draw of a season, taken back: its games never were, and its round can be drawn anew."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gm.core.words import sentence
from gm.desk import filing, mailing, turnfolder
from gm.desk.desk import Desk
from gm.desk.drafts import aside
from gm.desk.outcome import line
from gm.desk.turns import NothingToUndo, Overtaken
from gm.store.chores import Chore, Chores
from gm.store.seasons import DrawRow, GameOf, ResultRow, Seasons

FILE = "undrawn"  # the chore of a file of a game that never was


class Drawn(NamedTuple):
    """The last draw as it stands: one round, or several that were drawn at once."""

    rows: Sequence[DrawRow]
    games: Sequence[GameOf]
    begun: Sequence[str]  # those that have run a turn
    keyed: Sequence[ResultRow]

    @property
    def rounds(self) -> list[int]:
        return [row.round for row in self.rows]

    @property
    def versions(self) -> list[int]:
        """Of what was seen."""
        return [*(row.id for row in self.rows), *(row.id for row in self.keyed)]


class Undrawn(NamedTuple):
    rounds: Sequence[int]
    games: Sequence[str]
    mailed: Sequence[str]  # who has a report of one of them, or may have
    kept: Sequence[str]  # files of games that were changed since, and where they are now
    changed: Sequence[str]  # mails as files that are not as gm wrote them


def last_draw(desk: Desk, season: str) -> Drawn:
    kept = Seasons(desk.store)
    draws = kept.draws(season)
    if not draws:
        none = sentence("no round of {season} is drawn", season=season)
        raise NothingToUndo(none, sentence("draw a round: gm draw {season}", season=season))
    last = max(draws, key=lambda row: row.id)
    rows = [row for row in draws if (row.at, row.rests_on) == (last.at, last.rests_on)]
    rounds = {row.round for row in rows}
    games = [each for each in kept.games_of(season) if each.round in rounds]
    begun = [each.game for each in games if desk.store.turn_at(desk.store.game(each.game).head).turn > 0]
    return Drawn(rows, games, begun, [row for row in kept.results(season) if row.round in rounds])


def undraw(desk: Desk, season: str, seen: Drawn) -> Undrawn:
    """All of it in one transaction; then the files that followed from it are put out of the way."""
    with desk.store.writing():
        now = _still(desk, season, seen)
        if now.begun:
            raise _overtaken(season)
        left = [row for each in now.games for row in mailing.recall(desk, desk.store.game(each.game).head)]
        names = [each.game for each in now.games]
        _take_back(desk, season, now)
        for round in now.rounds:
            desk.store.note(desk.stamp, "undo", season, f"draw of round {round}")
        desk.deeds.will(
            sentence("the draw of round {round} of {season} has been taken back", round=now.rounds, season=season)
        )
    changed = filing.clear_away(desk)
    for name in names:
        turnfolder.now_aside(desk, name, 0)
    kept = [desk.zine.show(path) for name in names if (path := put_file_away(desk, name))]
    return Undrawn(now.rounds, names, list(dict.fromkeys(row.player for row in left)), kept, list(changed))


def _still(desk: Desk, season: str, seen: Drawn) -> Drawn:
    """The last draw and its results, if they are those that were seen; within the caller's transaction."""
    now = last_draw(desk, season)
    if now.versions != seen.versions:
        raise _overtaken(season)
    return now


def _overtaken(season: str) -> Overtaken:
    here = sentence("another gm command has just been here: {season} is no longer as it was", season=season)
    return Overtaken(here, line("gm status {season}", season=season))


def _take_back(desk: Desk, season: str, now: Drawn) -> None:
    """Draws and games; who was seated at one of its tables is just in from that round on; rulings on them fall."""
    kept, chores = Seasons(desk.store), Chores(desk.store)
    for each in now.games:
        kept.take_back(each.game, desk.stamp)
        turnfolder.to_be_set_aside(desk, each.game, 0)
        chores.add(Chore(FILE, each.game, 0))
    kept.supersede_draws(now.rows, desk.stamp)
    seated = [row for row in kept.entries(season) if row.seat_at is not None and row.round in now.rounds]
    kept.supersede_entries(seated, desk.stamp)
    for row in seated:
        kept.add_entry(season, row._replace(seat_at=None), desk.stamp)
    kept.supersede_rulings([row for row in kept.rulings(season) if row.round in now.rounds], desk.stamp)


def put_file_away(desk: Desk, name: str, patient: bool = True) -> Path | None:
    """The file of a game that never was: gone if it is as gm read it, else kept beside."""
    with desk.store.writing(patient):
        desk.deeds.will("")
        path, chore = desk.zine.game_file(name), Chore(FILE, name, 0)
        if chore not in Chores(desk.store).all():
            return None
        Chores(desk.store).done(chore)
        if name in desk.store.games() or not path.exists():  # it has been drawn again meanwhile
            return None
        if _as_it_was(desk, name):
            path.unlink()
            return None
        return aside(path, "undone")


def _as_it_was(desk: Desk, name: str) -> bool:
    from gm.pages.files import source_lines

    return "\n".join(source_lines(desk.zine.game_file(name))) in Seasons(desk.store).files_taken_back(name)


def take_results_back(desk: Desk, season: str, seen: Drawn) -> None:
    """Tables whose results were keyed are open again."""
    with desk.store.writing():
        keyed = _still(desk, season, seen).keyed
        Seasons(desk.store).supersede_results(keyed, desk.stamp)
        for row in keyed:
            desk.store.note(desk.stamp, "undo", season, f"result of round {row.round} table {row.number}")
        desk.deeds.will(sentence("the results that were keyed for {season} have been taken back", season=season))
