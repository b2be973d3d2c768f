"""The folders of turns after a change that concerns several of them, or that a killed command has left undone."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gm.core.words import sentence
from gm.desk import placing, turnfolder
from gm.desk.desk import Desk
from gm.desk.drafts import refuse_what_is_no_folder
from gm.desk.placing import Placed
from gm.desk.publish import published_again
from gm.store.chores import Chores
from gm.store.files import fresh


class Refiled(NamedTuple):
    """What became of the folder of a turn."""

    aside: Path | None = None  # where it is now, if the turn was taken back
    placed: Placed | None = None  # what was put there, if the turn stands


def put_in_order(desk: Desk, name: str, turn: int, patient: bool = True) -> Refiled:
    """The reports are where they belong: in their folder if the turn stands, set aside if it was taken back."""
    with desk.store.writing(patient):
        desk.deeds.will("")
        aside = turnfolder.set_aside(desk, name, turn)
    if turnfolder.standing(desk, name, turn) is None:
        return Refiled(aside)
    with fresh(desk.zine.issues) as draft:
        with desk.store.writing(patient):
            desk.deeds.will("")
            aim = published_again(desk, name, turn, draft)
        return Refiled(aside, placing.place(desk, draft, aim))


def to_be_refiled(desk: Desk, name: str, versions: Iterable[tuple[int, int]]) -> None:
    """After this change: turns, each with the version that is there now; within the caller's transaction."""
    for turn, version in versions:
        refuse_what_is_no_folder(turnfolder.folder_of(desk, name, turn))
        for each in (version, turnfolder.standing(desk, name, turn)):
            if each is not None:
                turnfolder.own(desk, name, turn, each)
        Chores(desk.store).add(turnfolder.chore_of(name, turn))
    desk.deeds.to_do(_left())


def _left() -> str:
    return sentence("not all reports are in their place yet: the next gm command puts them there")


def refile(desk: Desk, name: str, turns: Iterable[int]) -> list[str]:
    """Once the change is stored; answers with what is to be said of files that gm did not write."""
    said: list[str] = []
    for turn in turns:
        try:
            placed = put_in_order(desk, name, turn).placed
        except BaseException:
            desk.deeds.did("", _left())
            raise
        said += placing.in_the_way(desk, placed) if placed else ()
    return said
