"""A web site of all that is public, as plain files: made from public reports and issues, and from nothing else."""

from pathlib import Path

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.drafts import names_in
from gm.desk.issues import Say
from gm.desk.placing import Aim, remember, remembered, written
from gm.desk.webpages import Files, Pages
from gm.store.files import READABLE, digest_of, write_file

MARKER = ".under-orders-site"
_MINE = "Under Orders wrote this folder, and writes it again as a whole; these files are in it:"
_FOLDER, _FILE = 0o755, 0o644  # for everybody to read


class NotOurs(GmError):
    """The folder holds what gm site did not write"""


def write(desk: Desk, to: Path | None, pdf: bool, say: Say) -> tuple[Path, list[str]]:
    """The whole site, or nothing; answers with its folder and its files."""
    place = (to or desk.zine.folder / "site").resolve()
    _refuse_foreign(desk, place)
    names: list[str] = []

    def gathered() -> Files:
        desk.deeds.will("")
        remember(desk, place, _unchanged(desk, place))
        return Pages(desk, pdf, say, lambda name: _lying(place / name)).files()

    def put(draft: Path, files: Files) -> Aim:
        names.extend(sorted(files))
        listed = "\n".join([_MINE, *names, ""]).encode()
        for name, content in {**files, MARKER: listed}.items():
            write_file(draft / name, content, READABLE)
        _for_all_to_read(draft)
        return Aim(place)

    say(sentence("Gathering all that is public ..."))
    written(desk, place.parent, gathered, put, f".{place.name}.gm-draft-")
    place.chmod(_FOLDER)
    desk.deeds.did(sentence("the site is in {folder}", folder=desk.zine.show(place)))
    return place, names


def _lying(path: Path) -> bytes:
    """A file of the site from before: nobody has changed it since."""
    return path.read_bytes() if path.is_file() else b""


def _for_all_to_read(draft: Path) -> None:
    """A web host reads it, whoever it is."""
    for path in draft.rglob("*"):
        path.chmod(_FOLDER if path.is_dir() else _FILE)


def _refuse_foreign(desk: Desk, folder: Path) -> None:
    """Nobody's files are overwritten but our own, and those only if nobody has changed them."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    listed, known = _listed(folder), remembered(desk, folder)
    if not folder.is_dir() or not (listed or known):
        message = sentence("{folder} is not empty, and gm site did not write it", folder=str(folder))
        raise NotOurs(message, sentence("name a new or an empty folder: --to DIR"))
    for name in names_in(folder):
        if name not in listed and name not in known:
            message = sentence("{folder} holds {file}, which gm site did not write", folder=str(folder), file=name)
            raise NotOurs(message, sentence("move it elsewhere, then try again"))
        if name in known and digest_of(folder / name) not in known[name]:
            values = {"folder": str(folder), "file": name}
            message = sentence("{folder} holds {file}, which was changed after gm site wrote it", **values)
            raise NotOurs(message, sentence("move it elsewhere, then try again"))


def _listed(folder: Path) -> set[str]:
    """The files of a site, by its own word."""
    marker = folder / MARKER
    if not marker.is_file():
        return set()
    return {MARKER, *marker.read_text(encoding="utf-8", errors="replace").split("\n")}


def _unchanged(desk: Desk, folder: Path) -> dict[str, str]:
    """The files of a site that an older version wrote: they are taken to be as they were."""
    known = remembered(desk, folder)
    return {name: digest for name in _listed(folder) - set(known) if (digest := digest_of(folder / name))}
