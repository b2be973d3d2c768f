"""A file that a game master wants to have: where they name it, or in a folder of gm's own."""

import os
from pathlib import Path

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.drafts import refuse_what_is_no_folder
from gm.desk.placing import Aim, Placed, remembered, written
from gm.store.files import PREFIX, digest_of, write_file

_ELSEWHERE = ".gm-file-"  # drafts in a folder of the game master's own


class NoPlace(GmError):
    """The file cannot be written there"""


def place_for(desk: Desk, to: Path | None, folder: str, name: str, command: str) -> Path:
    """The file that was named, or one in gm's own folder; over nothing that the command did not write."""
    if to is not None:
        return _free(desk, to.parent.resolve() / to.name, command)
    refuse_what_is_no_folder(desk.zine.folder / folder)
    return desk.zine.folder / folder / name


def _free(desk: Desk, path: Path, command: str) -> Path:
    if path.is_dir():
        raise NoPlace(sentence("{file} is a folder", file=str(path)), sentence("name a file"))
    if not path.parent.is_dir():
        raise NoPlace(sentence("there is no folder {folder}", folder=str(path.parent)))
    if os.path.lexists(path) and digest_of(path) not in remembered(desk, path.parent).get(path.name, ()):
        there = sentence("{file} is there already, and {command} did not write it", file=str(path), command=command)
        raise NoPlace(there, sentence("move it elsewhere, or name another file"))
    return path


def write(desk: Desk, path: Path, data: bytes, folder: str, mode: int) -> Placed:
    """Whole or not at all."""
    at_home = path.parent == desk.zine.folder / folder

    def write_draft(draft: Path, _: None) -> Aim:
        write_file(draft / path.name, data, mode)
        return Aim(path.parent, all_of_it=False)

    return written(desk, path.parent, lambda: desk.deeds.will(""), write_draft, PREFIX if at_home else _ELSEWHERE)
