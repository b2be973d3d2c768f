"""Files that follow from what is stored: written before it is, and put into their place after it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.drafts import Kept, clear, names_in, put, refuse_what_is_no_folder
from gm.store.chores import Chore, Chores, Written
from gm.store.database import StoreError
from gm.store.files import PREFIX, digest_of, fresh

T = TypeVar("T")


class Aim(NamedTuple):
    """Where a draft is meant to go."""

    place: Path
    chore: Chore | None = None  # the next command's, if this one does not get so far
    wanted: Callable[[], bool] = lambda: True  # still, when its turn comes: somebody may have been quicker
    whole: bool = False  # its files belong together
    all_of_it: bool = True  # what gm wrote there before, and does not write now, goes
    digests: Mapping[str, str] | None = None  # of the files in the draft, where whoever wrote them knows


class Placed(NamedTuple):
    folder: Path
    kept: list[Kept]  # what was in the way there, and gm had not written


def written(
    desk: Desk, home: Path, change: Callable[[], T], write: Callable[[Path, T], Aim], prefix: str = PREFIX
) -> Placed:
    """Store a change, and write a folder with it: all of it, or nothing.

    `write` fills a draft in `home` from what was changed, and says where it is meant to go. It takes its place once the
    change is stored; if that fails, or the command is killed just there, the next one does it.
    """
    with fresh(home, prefix) as draft:
        with desk.store.writing():
            aim = write(draft, change())
            refuse_what_is_no_folder(aim.place)
            remember(desk, aim.place, aim.digests or {name: digest_of(draft / name) for name in names_in(draft)})
            if aim.chore:
                Chores(desk.store).add(aim.chore)
        return place(desk, draft, aim)


def remember(desk: Desk, folder: Path, digests: Mapping[str, str]) -> None:
    """That gm wrote these files; within the caller's transaction."""
    Written(desk.store).add(desk.zine.show(folder), digests)


def remembered(desk: Desk, folder: Path) -> dict[str, set[str]]:
    return Written(desk.store).under(desk.zine.show(folder))


def place(desk: Desk, draft: Path, aim: Aim) -> Placed:
    """While nobody else can change anything."""
    placed: Placed | None = None
    try:
        with desk.store.writing():
            desk.deeds.will("")
            placed = _placed(desk, draft, aim)
            if aim.chore:
                Chores(desk.store).done(aim.chore)
    except StoreError:
        if placed is None:
            raise  # else everything is in its place; the next command finds so, too
    desk.deeds.settled()
    return placed


def _placed(desk: Desk, draft: Path, aim: Aim) -> Placed:
    if not aim.wanted() or (aim.chore and aim.chore not in Chores(desk.store).all()):
        return Placed(aim.place, [])
    ours, names = remembered(desk, aim.place), set(names_in(draft))
    shown = desk.zine.show(aim.place)
    with desk.deeds.partly(sentence("{folder} may be written in part", folder=shown), ""):
        kept = put(draft, aim.place, ours, aim.whole)
        if aim.all_of_it:
            clear(aim.place, names, ours)
    return Placed(aim.place, kept)


def in_the_way(desk: Desk, placed: Placed) -> tuple[str, ...]:
    """What is said of files that gm did not write."""
    show = desk.zine.show
    return tuple(
        sentence(
            "{path} was not written by gm, or changed since; it is kept as {kept}.",
            path=show(each.path),
            kept=show(each.now),
        )
        for each in placed.kept
    )
