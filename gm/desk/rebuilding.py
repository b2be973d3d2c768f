"""Games that are lost with their database, made again from their records."""

from pathlib import Path

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.backups import OfAnother
from gm.desk.desk import Desk
from gm.desk.record import FORMAT
from gm.desk.recordfile import read_file
from gm.desk.recording import put_back
from gm.pages.zine import Zine

_BEGINNING = 300  # bytes: a record says what it is right at its beginning
_PLACES = ("*.json", "records/*.json", "backups/*.json", "issues/*.json", "issues/*/*.json", "games/*.json")


def is_record(path: Path) -> bool:
    """At a glance: does it say that it is one?"""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(_BEGINNING)
    except OSError:
        return False


def records_in(zine: Zine) -> list[Path]:
    """The records that lie in the zine's folder."""
    return [path for place in _PLACES for path in sorted(zine.folder.glob(place)) if is_record(path)]


def lost_games(zine: Zine, known: list[str]) -> dict[str, Path]:
    """Games that the database does not have, by name, each with a record that lies in the zine's folder."""
    found: dict[str, Path] = {}
    for path in records_in(zine):
        try:
            found.setdefault(read_file(path)["game"], path)
        except GmError:
            continue
    return {game: path for game, path in found.items() if game not in known}


def read_true_record(path: Path, name: str) -> Json:
    """A record of which all agrees."""
    from gm.desk.verify import verified

    try:
        record = read_file(path)
        for _ in verified(record):
            pass
    except GmError as wrong:
        message = sentence("{file} is not put back: {reason}", file=name, reason=wrong.message)
        raise GmError(message, wrong.hint) from None
    return record


def rebuild(desk: Desk, record: Json, name: str) -> str:
    """The game of a true record, stored again; answers with its name."""
    with desk.store.writing():
        secret = desk.store.secret(record["game"])
        if secret not in (None, record["secret"]):
            other = sentence(
                "{name} is of another zine: {game} has another secret here", name=name, game=record["game"]
            )
            raise OfAnother(other)
        desk.deeds.will(sentence("{name} has been put back", name=name))
        return put_back(desk, record)
