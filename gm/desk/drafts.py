"""Folders that are filled where nobody looks, and then put into their place, file by file.

What lies there is replaced only if gm wrote it and nobody has changed it since; anything else is kept beside.
"""

import os
from collections.abc import Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.store.files import digest_of, flush_folder

Ours = Mapping[str, Set[str]]  # by the name of a file: the digests of all that gm ever wrote there


class NoFolder(GmError):
    """Something else lies where a folder would go"""


class Kept(NamedTuple):
    """Something that gm did not write, and where it is now."""

    path: Path
    now: Path


def refuse_what_is_no_folder(place: Path) -> None:
    if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
        in_the_way = sentence("{name} is in the way: it is no folder", name=place.name)
        raise NoFolder(in_the_way, sentence("move it elsewhere, then try again"))


def names_in(folder: Path) -> list[str]:
    """Every file in it, by its path from there."""
    files = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def put(draft: Path, place: Path, ours: Ours, whole: bool = False) -> list[Kept]:
    """Every file of the draft into its place; answers with what was in the way and is kept.

    If nothing that is in the way is ours, and they belong together (`whole`), they are kept together, as a folder;
    though some of them read as the new ones do.
    """
    refuse_what_is_no_folder(place)
    names = names_in(draft)
    there = {name: digest_of(place / name) for name in names if os.path.lexists(place / name)}
    other = [name for name, digest in there.items() if not digest or digest != digest_of(draft / name)]
    foreign = [name for name in other if there[name] not in ours.get(name, ())]
    if whole and foreign == other and len(foreign) > len(there) / 2:
        kept = [Kept(place, aside(place, "kept"))]
        foreign = []
    else:
        kept = [Kept(place / name, _beside(place / name)) for name in foreign]
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        kept += _make_way(draft, place, name)
        os.replace(draft / name, place / name)
    flush_folder(place)
    return kept


def _make_way(draft: Path, place: Path, name: str) -> list[Kept]:
    """The folders that a file is in; something else under such a name is kept beside."""
    kept: list[Kept] = []
    for parent in reversed(Path(name).parents[:-1]):
        folder = place / parent
        if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir()):
            kept.append(Kept(folder, _beside(folder)))
        if not folder.exists():
            folder.mkdir()
            folder.chmod((draft / parent).stat().st_mode & 0o777)
    return kept


def clear(place: Path, names: Set[str], ours: Ours) -> None:
    """Of what gm wrote there earlier, what is not among these goes, if it is unchanged."""
    for name, digests in ours.items():
        if name not in names and digest_of(place / name) in digests:
            (place / name).unlink(missing_ok=True)
            with suppress(OSError):  # there is more in it
                (place / name).parent.rmdir()


def _beside(path: Path) -> Path:
    """Out of the way, under a name that tells whose it is: public.txt is public.yours.txt now."""
    number, yours = 1, path.with_name(f"{path.stem}.yours{path.suffix}")
    while os.path.lexists(yours):
        number += 1
        yours = path.with_name(f"{path.stem}.yours-{number}{path.suffix}")
    os.rename(path, yours)
    return yours


def aside(folder: Path, why: str) -> Path:
    """A whole folder, kept under another name."""
    number = 1
    while os.path.lexists(other := folder.with_name(f"{folder.name}.{why}-{number}")):
        number += 1
    os.rename(folder, other)
    return other
