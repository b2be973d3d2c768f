"""What a command that was killed left undone, or lying about: the next one puts it in order, and says so."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.store.chores import Chore, Chores


def tidy(desk: Desk) -> list[str]:
    """Waits for nobody; what cannot be done now is the next command's."""
    folder = desk.zine.folder
    for home in (
        folder,
        desk.zine.issues,
        desk.zine.backups,
        *(folder / name for name in ("games", "post", "standings")),
    ):
        _sweep(home)
    done: list[str] = []
    for chore in Chores(desk.store).all():
        with suppress(GmError, OSError):
            done += _do(desk, chore)
    return done


def _sweep(home: Path) -> None:
    """Most often there is nothing: gm status need not load what it takes."""
    with suppress(OSError):
        if any(name.startswith(".draft-") for name in os.listdir(home)):
            from gm.store.files import sweep

            sweep(home)


def _do(desk: Desk, chore: Chore) -> Iterator[str]:
    if chore.kind == "issue":
        yield from _issue(desk, chore)
    elif chore.kind == "draw":
        yield from _draw(desk, chore)
    elif chore.kind == "outdated":
        from gm.desk.filing import take_down

        take_down(desk, patient=False)
    elif chore.kind == "undrawn":
        from gm.desk.undrawing import put_file_away

        kept = put_file_away(desk, chore.game, patient=False)
        if kept:
            yield _kept(desk, chore.game, kept)
    else:
        yield from _turn(desk, chore.game, chore.number)


def _kept(desk: Desk, game: str, path: Path) -> str:
    shown = desk.zine.show(path)
    return sentence("The draw with {game} had been taken back; its file was changed, and is {file} now.",
                    game=game, file=shown)  # fmt: skip


def _turn(desk: Desk, name: str, turn: int) -> Iterator[str]:
    """Its reports are where they belong: in their folder if it stands, set aside if it was taken back."""
    from gm.desk import filing, placing
    from gm.desk.refiling import put_in_order

    filing.clear_away(desk)
    aside, placed = put_in_order(desk, name, turn, patient=False)
    if aside:
        kept = desk.zine.show(aside)
        yield sentence("Turn {turn} of {game} had been taken back; its reports are now in {folder}/.",
                       turn=turn, game=name, folder=kept)  # fmt: skip
    if placed:
        shown = desk.zine.show(placed.folder)
        yield sentence("Turn {turn} of {game} had been run; its reports are now in {folder}/.",
                       turn=turn, game=name, folder=shown)  # fmt: skip
        yield from placing.in_the_way(desk, placed)


def _draw(desk: Desk, chore: Chore) -> Iterator[str]:
    """The files of a round's games."""
    from gm.desk import placing
    from gm.desk.beginning import put_files
    from gm.store.seasons import Seasons

    placed = put_files(desk, chore.game, chore.number, patient=False)
    if not any(each.round == chore.number for each in Seasons(desk.store).games_of(chore.game)):
        return  # the draw was taken back
    yield sentence("Round {round} of {season} had been drawn; the files of its games are now in {folder}/.",
                   round=chore.number, season=chore.game, folder=desk.zine.show(placed.folder))  # fmt: skip
    yield from placing.in_the_way(desk, placed)


def _issue(desk: Desk, chore: Chore) -> Iterator[str]:
    from gm.desk import issues

    made = issues.again(desk, chore.number, issues.Extras.read(chore.detail), lambda headline: None)
    files = [desk.zine.show(path) for path in made.files]
    yield sentence("Issue {number} had been made; its files are now there: {files}.", number=chore.number, files=files)
