"""The record of a game of this zine: taken out of the database, and put into one again."""

import json
from collections.abc import Iterator

from gm.core import codec
from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.shape import NotThat
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, match_of, state_after
from gm.desk.record import FORMAT, NoRecord, Played, Replay, check_record, hash_of, make_record
from gm.desk.replay import receipts
from gm.store.corrections import Correction, Corrections
from gm.store.database import COPY, Damaged, GameRow, TurnRow
from gm.store.people import Change, People
from gm.store.reports import PUBLIC, Reports
from gm.store.roster import seat_of


class NoRecordYet(GmError):
    """A running game has no record"""


# Out of the database


def record_of(desk: Desk, name: str) -> Json:
    """All of a game that has come to its end."""
    at = match_of(desk, name)
    if not at.over:
        running = sentence("{game} is still running, and its record would open the secret of its deal", game=at.name)
        raise NoRecordYet(running, sentence("to check it yourself: gm verify {game}", game=at.name))
    return record_so_far(desk, at)


def record_so_far(desk: Desk, at: Match) -> Json:
    """The same of a game that may be running: for the game master's eyes."""
    try:
        return check_record(_record(desk, at))
    except (AttributeError, KeyError, NotThat, TypeError, ValueError) as wrong:
        where = wrong.message if isinstance(wrong, NotThat) else type(wrong).__name__
        message = sentence(
            "zine.db is damaged: {game} is not kept as it should be ({where})", game=at.name, where=where
        )
        raise Damaged(message, COPY) from None


def _record(desk: Desk, at: Match) -> Json:
    row = at.row
    head = {
        "game": row.name,
        "title": row.title,
        "rules": {"name": row.rules, "version": row.version},
        "settings": row.settings,
        "roster": [{"seat": seat_of(each)} | each for each in row.roster],
        "changes": [_told(change) for change in at.changes],
        "corrections": [*_corrections(desk, at)],
        "secret": row.secret,
        "seed": row.seed,
    }
    return make_record(head, [_played(desk, at, turn) for turn in lineage(desk, at.head)])


def _told(change: Change) -> Json:
    return {key: value for key, value in change._asdict().items() if key not in ("game", "at")}


def _corrections(desk: Desk, at: Match) -> Iterator[Json]:
    """Those that hold, in order; of the turns as they were before, what was published of them."""
    for each in Corrections(desk.store).of(at.name):
        if each.undone_at is None:
            what = {key: each.what[key] for key in ("orders", "strikes", "options", "rulings")}
            yield {"turn": each.turn, "because": each.because, **what, "before": _before(desk, at, each)}


def _before(desk: Desk, at: Match, correction: Correction) -> list[Json]:
    if "before" in correction.what:  # put back from a record
        kept: list[Json] = correction.what["before"]
        return kept
    turns = [desk.store.turn_at(number) for _, number in correction.superseded]
    return [{"turn": turn.turn, "receipts": _published(desk, at, turn)} for turn in turns]


def lineage(desk: Desk, head: TurnRow) -> list[TurnRow]:
    """That turn and all those that it follows, the first deal first."""
    turns = [head]
    while turns[-1].parent is not None:
        turns.append(desk.store.turn_at(turns[-1].parent))
    return turns[::-1]


def _played(desk: Desk, at: Match, turn: TurnRow) -> Played:
    state = state_after(at.game.under(turn.version), turn)
    events = desk.store.events(turn.id)
    return Played(turn.turn, turn.version, turn.inputs, _published(desk, at, turn), events, state)


def _published(desk: Desk, at: Match, turn: TurnRow) -> Json:
    """The receipts as the public report has them; if none was kept, as it would have them."""
    kept = Reports(desk.store).get(turn.id, PUBLIC, "json")
    if kept is not None:
        found: Json = json.loads(kept)["receipts"]
        return found
    return receipts(turn.inputs, at.seats)


def final_hash(desk: Desk, at: Match) -> str:
    """The hash of the game's last position, which its last report publishes."""
    found = at.row.seed
    for turn in lineage(desk, at.head):
        found = hash_of(at.game, turn.version, found, state_after(at.game.under(turn.version), turn))
    return found


# Into a database


def put_back(desk: Desk, record: Json) -> str:
    """A game out of its record, which has been verified; within the caller's transaction. Answers with its name."""
    name, rules, replay = record["game"], record["rules"], Replay(record)
    if find(name, desk.store.games()):
        raise NoRecord(sentence("{game} is in this zine already", game=name))
    luck = (record["secret"], record["seed"], "", 0, rules["version"])
    row = GameRow(name, rules["name"], record["title"], "", record["settings"], record["roster"], *luck)
    desk.store.add_game(row, desk.stamp)
    parent: int | None = None
    for turn in record["turns"]:
        step, version = replay.play(turn), turn["version"]
        position = codec.by_column(replay.game.under(version).state, step.state)
        kept = (turn["inputs"], position, step.events, desk.stamp, version)
        parent = desk.store.add_turn(name, turn["turn"], parent, *kept)
    for change in record["changes"]:
        People(desk.store).add(Change(game=name, at=desk.stamp, **change))
    for each in record["corrections"]:
        versions = [[old["turn"], 0, 0] for old in each["before"]]
        unlike: Json = {str(old["turn"]): [] for old in each["before"]}
        what = each | {"versions": versions, "void": [], "pages": [], "unlike": unlike, "errata": []}
        Corrections(desk.store).add(name, each["turn"], each["because"], what, desk.stamp, (0, 0))
    desk.store.note(desk.stamp, "restore", name, FORMAT)
    return str(name)
