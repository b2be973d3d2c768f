"""The folder of a turn among the issues: its reports as files, and what becomes of them when the turn is taken back."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from gm.core.words import sentence
from gm.desk.desk import Desk, Match
from gm.desk.drafts import aside, refuse_what_is_no_folder
from gm.desk.placing import Aim, remember, remembered
from gm.store.chores import Chore, Chores
from gm.store.database import NoSuchTurn
from gm.store.files import PRIVATE, READABLE, write_file
from gm.store.reports import PUBLIC, Reports

FORM = "form"
EVERYBODY = "public"  # whose files are for all to read


def folder_of(desk: Desk, name: str, turn: int) -> Path:
    return desk.zine.issues / name / f"turn-{turn:02}"


def chore_of(name: str, turn: int) -> Chore:
    return Chore("turn", name, turn)


def aim_at(desk: Desk, at: Match) -> Aim:
    """Where the reports go, unless the turn has been taken back before they get there."""
    name, turn, number = at.name, at.head.turn, at.head.id
    place, chore = folder_of(desk, name, turn), chore_of(name, turn)
    return Aim(place, chore, lambda: standing(desk, name, turn) == number, whole=True)


def standing(desk: Desk, name: str, turn: int) -> int | None:
    """The turn of that number as it stands now, by its own number in the database; None if it was taken back."""
    try:
        return desk.store.turn_id(name, turn)
    except NoSuchTurn:
        return None


def write_report(folder: Path, reader: str, made: Mapping[str, str]) -> dict[str, str]:
    """One reader's report in every format; the digest of each file. Nobody else reads what is not for everybody."""
    mode = READABLE if reader == EVERYBODY else PRIVATE
    files = {_file(reader, format): text for format, text in made.items()}
    return {name: write_file(folder / name, text.encode(), mode) for name, text in files.items()}


def _file(reader: str, format: str) -> str:
    return f"forms/{reader}.html" if format == FORM else f"{reader}.{format}"


def claim(desk: Desk, at: Match) -> None:
    """A report that lies there as it was kept is ours, whichever version wrote it; in the caller's transaction."""
    folder = folder_of(desk, at.name, at.head.turn)
    if folder.is_dir() and not remembered(desk, folder):
        own(desk, at.name, at.head.turn, at.head.id)


def own(desk: Desk, name: str, turn: int, version: int) -> None:
    """That the reports of a turn as they were kept are gm's, wherever they lie; in the caller's transaction."""
    digests = {
        _file(EVERYBODY if seat == PUBLIC else seat, format): hashlib.sha256(text.encode()).hexdigest()
        for seat, format, text in Reports(desk.store).all_of(version)
    }
    remember(desk, folder_of(desk, name, turn), digests)


def set_aside(desk: Desk, name: str, turn: int) -> Path | None:
    """Keep the files of a turn that was taken back, under another name; within the caller's transaction.

    If it has come back in the meantime, they stay where they are.
    """
    folder, chore = folder_of(desk, name, turn), chore_of(name, turn)
    if chore not in Chores(desk.store).all() or standing(desk, name, turn) is not None:
        return None
    refuse_what_is_no_folder(folder)
    kept = aside(folder, "undone") if folder.exists() else None
    Chores(desk.store).done(chore)
    return kept


def to_be_set_aside(desk: Desk, name: str, turn: int) -> None:
    """After this change; within the caller's transaction."""
    Chores(desk.store).add(chore_of(name, turn))
    if folder_of(desk, name, turn).exists():
        desk.deeds.to_do(sentence("its reports are not set aside yet: the next gm command does that"))


def now_aside(desk: Desk, name: str, turn: int) -> Path | None:
    """Once the change is stored."""
    with desk.store.writing():
        desk.deeds.will("")
        kept = set_aside(desk, name, turn)
    desk.deeds.settled()
    return kept
