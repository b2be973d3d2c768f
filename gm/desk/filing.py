"""The outbox as files: each whole, none of a message that is not to be sent, and none of the game master's own lost."""

import hashlib
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.mailing import outbox_folder
from gm.store.chores import Chore, Chores
from gm.store.files import digest_of
from gm.store.outbox import Outbox, OutRow

_NAME = re.compile(r"(\d{6,})-.+\.eml")
OUTDATED = "outdated"  # a chore: the file of a message that reads otherwise now
_DONE = ("sent", "dropped", "joined")  # nobody is to send those by other means


class NotFiled(GmError):
    """The files of the outbox cannot be written"""


class Filed(NamedTuple):
    folder: Path
    kept: list[str]  # files that are not as gm wrote them, and are left as they are


def write_files(desk: Desk, rows: Sequence[OutRow]) -> Filed:
    """For those who send by other means: what waits, and no more of what has left or was taken back."""
    folder = outbox_folder(desk)
    clear_away(desk)
    box = Outbox(desk.store)
    try:
        folder.mkdir(exist_ok=True)
        with desk.store.writing():  # one at a time
            open_ones = (row for row in rows if not row.sealed)
            kept = [path for row in open_ones if not _write(path := _path(folder, row), box.content(row.id))]
    except OSError as error:
        message = sentence("the outbox cannot be written as files: {error}", error=error.strerror or str(error))
        hint = sentence("the messages themselves are safe; to write the files: gm mail --files")
        raise NotFiled(message, hint) from None
    return Filed(folder, [desk.zine.show(path) for path in kept])


def clear_away(desk: Desk) -> list[str]:
    """Remove the files of messages that have left or were taken back; answers with those that somebody has changed."""
    box, folder = Outbox(desk.store), outbox_folder(desk)
    changed: list[Path] = []
    for path in sorted(folder.glob("*.eml")):
        match = _NAME.fullmatch(path.name)
        row = box.find(int(match[1])) if match else None
        if row is None or row.state not in _DONE or path != _path(folder, row):
            continue
        if _is_own(path, content := box.content(row.id)):
            _remove(desk, path, row, content)
        elif row.state == "dropped" and os.path.lexists(path):  # another command may have removed it meanwhile
            changed.append(path)
    return [desk.zine.show(path) for path in changed]


def _remove(desk: Desk, path: Path, row: OutRow, content: bytes) -> None:
    """Now, or by the next command."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        with suppress(GmError), desk.store.writing(patient=False):
            desk.deeds.will("")
            outdated(desk, [(row, content)])


def outdated(desk: Desk, messages: Sequence[tuple[OutRow, bytes]]) -> None:
    """These messages read otherwise now: their files go once that is stored; within the caller's transaction."""
    for row, content in messages:
        Chores(desk.store).add(Chore(OUTDATED, "", row.id, hashlib.sha256(content).hexdigest()))


def take_down(desk: Desk, patient: bool = True) -> None:
    """Remove the files of such messages, if they are as gm wrote them; what cannot be removed is the next command's."""
    chores = [each for each in Chores(desk.store).all() if each.kind == OUTDATED]
    if chores:
        with desk.store.writing(patient):
            desk.deeds.will("")
            for each in chores:
                with suppress(OSError):
                    _take_down(desk, each)


def _take_down(desk: Desk, chore: Chore) -> None:
    row = Outbox(desk.store).find(chore.number)
    path = _path(outbox_folder(desk), row) if row else None
    if path and digest_of(path) == chore.detail:
        path.unlink(missing_ok=True)
    Chores(desk.store).done(chore)


def _path(folder: Path, row: OutRow) -> Path:
    return folder / f"{row.id:06}-{row.player or 'answer'}.eml"


def _write(path: Path, content: bytes) -> bool:
    """Whole or not at all; False if something else lies there."""
    if not _is_own(path, content) and os.path.lexists(path):
        return False
    if path.exists() and path.stat().st_size == len(content):
        return True
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    return True


def _is_own(path: Path, content: bytes) -> bool:
    """Is this what gm wrote, or (on a full disk, long ago) the beginning of it?"""
    try:
        return path.is_file() and not path.is_symlink() and content.startswith(path.read_bytes())
    except OSError:
        return False
