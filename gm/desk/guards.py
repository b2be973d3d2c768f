"""What stops a run: signs that something is wrong, each with how to go on. Whoever insists is told of them, too."""

import json
import re
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gm.core.words import sentence
from gm.desk.desk import Desk, Match, behind, file_has_changed
from gm.pages.zine import Zine
from gm.store.chores import Written
from gm.store.database import Store
from gm.store.files import digest_of
from gm.store.witness import CHANGED_FILE, Witness

if TYPE_CHECKING:
    from gm.desk.turns import InForce

SUSPICIOUS = 0.5  # in the first turns: more than this share missing, and something is wrong with the post
HISTORY, ENOUGH = 6, 2  # so many turns say what is usual, if there are enough of them
MORE = 0.15  # the least that is far more than usual, as a share of the orders; one alone never is
_REPORT, LONG = "public.json", 2**20  # bytes
_TURN = re.compile(r"turn-([0-9]{2,4})")


class Sign(NamedTuple):
    """Something that looks wrong, and what to do about it."""

    message: str
    hint: str


def signs(desk: Desk, at: Match) -> Iterator[Sign]:
    """All that looks wrong, whatever has been ordered."""
    yield from _clock(desk)
    yield from _older(desk, at)
    yield from _file(desk, at)


def _clock(desk: Desk) -> Iterator[Sign]:
    last = behind(desk)
    if last:
        now = desk.now.astimezone(desk.zine.zone)
        message = sentence("the clock says {now}, but the last thing here was stored {last}", now=now, last=last)
        yield Sign(message, sentence("set the clock right"))


def _older(desk: Desk, at: Match) -> Iterator[Sign]:
    newer = newer_files(desk, at)
    if newer:
        message = sentence("zine.db is older than the files beside it: it knows nothing of {files}", files=newer)
        yield Sign(message, sentence("put back a later one (gm backup --list shows them, gm restore)"))


def newer_files(desk: Desk, at: Match) -> list[str]:
    """What was published of this game, and is not known to the database."""
    return [desk.zine.show(path) for path in unknown_files(desk.zine, desk.store, at.name)]


def unknown_files(zine: Zine, store: Store, game: str | None = None) -> Iterator[Path]:
    """The folders of turns that were published, and of which the database knows nothing: it is older than they are."""
    known = Witness(store)
    for home in [zine.issues / game] if game else sorted(zine.issues.glob("*")):
        last = known.last_turn(home.name)
        for folder in sorted(home.glob("turn-*")):
            turn = _TURN.fullmatch(folder.name)
            recent = int(turn[1]) if turn and int(turn[1]) >= last else None
            if recent is not None and not (_wrote(zine, store, folder) or _knows(known, folder, recent, last)):
                yield folder


def _wrote(zine: Zine, store: Store, folder: Path) -> bool:
    """Is it known to the letter, by its digest, which is stored with its turn? Only of a long report: others are read
    sooner than gm status would have loaded what it takes."""
    report = folder / _REPORT
    if not report.is_file() or report.stat().st_size < LONG:
        return False
    return digest_of(report) in Written(store).under(zine.show(folder)).get(report.name, ())


def _knows(known: Witness, folder: Path, turn: int, last: int) -> bool:
    """Whatever lies there is known, or nothing that gm has published: a game master may have begun the folder."""
    report = _published(folder, turn)
    if report is None:
        return True
    told = report["receipts"].values()
    receipts = {str(each) for one in told for each in (one if isinstance(one, list) else [one]) if each}
    corrected, game = report.get("corrected", []), folder.parent.name
    return (
        turn <= last
        and all(map(known.has_receipt, receipts - known.receipts(game, turn)))
        and (not corrected or corrected in known.corrected(game, turn))
    )


def _published(folder: Path, turn: int) -> dict[str, Any] | None:
    """The public report of that turn, if there is one."""
    try:
        report = json.loads((folder / _REPORT).read_bytes())
        own = report["game"] == folder.parent.name and report["turn"] == turn
        return report | {"receipts": dict(report["receipts"])} if own else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _file(desk: Desk, at: Match) -> Iterator[Sign]:
    if file_has_changed(desk, at.name) and not Witness(desk.store).knows_file(at.name, _digest(desk, at)):
        message = sentence("games/{game}.yaml was changed after the start; what counts is the database", game=at.name)
        yield Sign(message, sentence("put it back as it was"))


def _digest(desk: Desk, at: Match) -> str:
    import hashlib

    return hashlib.sha256(desk.zine.game_file(at.name).read_bytes()).hexdigest()


def acknowledge(desk: Desk, at: Match) -> None:
    """The game master knows that the file was changed, and is not stopped for this change again; in a transaction."""
    if any(_file(desk, at)):
        desk.store.note(desk.stamp, CHANGED_FILE, at.name, _digest(desk, at))


# Missing orders


def suspicious(desk: Desk, at: Match, force: "InForce") -> bool:
    """Are far more orders missing than is usual in this game?"""
    missing, of = force.wanted
    before = Witness(desk.store).owed(at.head.id, HISTORY)
    if len(before) < ENOUGH:
        return missing > SUSPICIOUS * of
    usual = sum(each for each, _ in before) / max(1, sum(each for _, each in before))
    by_chance = 2 * sqrt(usual * (1 - usual) / max(1, of))
    return missing > 1 and missing > of * (usual + max(MORE, by_chance))
