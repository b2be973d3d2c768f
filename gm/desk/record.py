"""The record of a game: one JSON file that tells all of it, and that anyone can check (docs/fair-play.md).

Nothing here knows a zine: a record is made of what it is given, and read from its bytes.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gm import games
from gm.core import codec
from gm.core.dice import Dice, commitment
from gm.core.game import Game
from gm.core.play import Event, Json, Step
from gm.core.problems import GmError
from gm.core.proof import link, plain, seal
from gm.core.shape import ANY, Either, Map, May, NotThat, check_shape, read_json
from gm.core.words import sentence
from gm.desk.replay import INPUTS, NOT_THE_RULES, dealt, resolved, words_of

FORMAT = "under-orders-record"
VERSION = 1  # of the format

_RECEIPTS = Either((str, None, [str]))  # as the public report has them
_EVENT = {"kind": str, "data": Map(ANY), "ruling": str, "audience": Either(([str], None))}
_TURN = {
    "turn": int, "version": int, "inputs": INPUTS, "receipts": Map(_RECEIPTS), "events": [_EVENT], "hash": str,
    "seal": str,
}  # fmt: skip
_CHANGE = {"turn": int, "seat": str, "kind": str, "before": str, "after": str, "name": str, "because": str}
_CORRECTION = {
    "turn": int, "because": str, "orders": [str], "strikes": [str], "options": Map(ANY), "rulings": [str],
    "before": [{"turn": int, "receipts": Map(_RECEIPTS)}],
}  # fmt: skip
_ROW = {"seat": str, "player": str, "name": str, "entry": str, "word": str, "silks": May(Map(str))}
_RECORD = {
    "format": str, "version": int, "game": str, "title": str, "rules": {"name": str, "version": int},
    "settings": Map(ANY), "roster": [_ROW],
    "changes": [_CHANGE], "corrections": [_CORRECTION], "secret": str, "commitment": str, "words": Map(str),
    "seed": str, "turns": [_TURN], "seal": str,
}  # fmt: skip


class NoRecord(GmError):
    """A file that is no record, or one that this program cannot read"""


class Played(NamedTuple):
    """One turn, as it is kept: what it was played from, what happened, and what was published."""

    turn: int
    version: int  # of the rules
    inputs: Json
    receipts: Json
    events: Sequence[Event]
    position: Any  # the state after it


# Making


def make_record(head: Json, turns: Sequence[Played]) -> Json:
    """All of a game: `head` has its name, title, rules, settings, roster, changes, corrections, secret and seed."""
    rules = games.load(head["rules"]["name"])
    known = {key: head[key] for key in ("game", "title", "rules", "settings", "roster", "changes", "corrections")}
    luck = {
        "secret": head["secret"],
        "commitment": commitment(head["secret"]),
        "words": words_of(head["roster"]),
        "seed": head["seed"],
    }
    record = {"format": FORMAT, "version": VERSION, **known, **luck}
    record["turns"] = [*_chained(rules, head["seed"], turns)]
    return _sealed(plain(record))


def _chained(game: Game[Any, Any], previous: str, turns: Sequence[Played]) -> Iterator[Json]:
    for each in turns:
        previous = hash_of(game, each.version, previous, each.position)
        yield _sealed(
            {
                "turn": each.turn,
                "version": each.version,
                "inputs": _for_the_rules(each.inputs),
                "receipts": each.receipts,
                "events": [event_json(event) for event in each.events],
                "hash": previous,
            }
        )


def hash_of(game: Game[Any, Any], version: int, previous: str, state: Any) -> str:
    return link(previous, codec.bare(game.under(version).state, state))


def _for_the_rules(inputs: Json) -> Json:
    """Without the press, and without the numbers that pages have in the database."""
    told = {key: value for key, value in inputs.items() if key not in NOT_THE_RULES}
    for key in ("orders", "standing"):
        if key in told:
            told[key] = {seat: _without_page(slip) for seat, slip in told[key].items()}
    return told


def _without_page(slip: Any) -> Json:
    """An earlier version kept nothing but the words of a standing order."""
    kept = {"canonical": slip} if isinstance(slip, str) else slip
    return {key: value for key, value in kept.items() if key != "page"}


def event_json(event: Event) -> Json:
    audience = None if event.audience is None else sorted(event.audience)
    told: Json = plain({"kind": event.kind, "data": event.data, "ruling": event.ruling, "audience": audience})
    return told


def _sealed(part: Json) -> Json:
    told: Json = plain(part)
    return told | {"seal": seal(told)}


def write_record(record: Json) -> str:
    """The file: a line for each part of it and for each turn; the same record is always the same text."""

    def text(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    turns = ",\n".join(f"  {text(turn)}" for turn in record["turns"])
    parts = {key: text(value) for key, value in record.items()} | {"turns": f"[\n{turns}\n]"}
    return "{\n" + ",\n".join(f"{text(key)}: {part}" for key, part in parts.items()) + "\n}\n"


# Reading


def read_record(data: bytes) -> Json:
    """The record in these bytes; what it says has still to be checked."""
    try:
        return check_record(
            read_json(data) if FORMAT.encode() in data else None
        )  # whatever is large is not even parsed
    except NotThat as wrong:
        raise NoRecord(sentence("this is no record of a game: {reason}", reason=wrong.message)) from None


def check_record(record: Any) -> Json:
    """The same, if it has the shape of a record; else a NotThat says what is wrong, and where."""
    _refuse_others(record)
    check_shape(record, _RECORD)
    told: Json = record
    return told


def _refuse_others(record: Any) -> None:
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise NotThat(sentence('it does not say "format": "{name}"', name=FORMAT))
    version = record.get("version")
    if type(version) is not int or version < 1:
        raise NotThat(sentence("it does not say which version it has"))
    if version > VERSION:
        later = sentence("this record was written by a later version of gm")
        raise NoRecord(later, sentence("update Under Orders, then try again"))


# Playing


class Replay:
    """A record played again, from the first deal on: with the same functions that run a turn."""

    def __init__(self, record: Json):
        self.record, self.game = record, games.load(record["rules"]["name"])
        self.version = record["rules"]["version"]
        self.state: Any = None
        self.closed = False
        self.hash = record["seed"]

    def play(self, turn: Json) -> Step[Any]:
        """The next turn; turn 0 is the deal."""
        rules, dice = self.game.under(turn["version"]), Dice(self.record["seed"])
        if self.state is None:
            step = dealt(rules, self.record["roster"], self.record["settings"], dice)
        else:
            step = resolved(rules, self._brought_to(rules, turn["version"]), turn["turn"], turn["inputs"], dice)
        self.state, self.version, self.closed = step.state, turn["version"], "closed" in turn["inputs"]
        self.hash = hash_of(self.game, self.version, self.hash, self.state)
        return step

    def _brought_to(self, rules: Game[Any, Any], version: int) -> Any:
        """The position, where the rules have changed since it was written."""
        if version == self.version:
            return self.state
        written = codec.dump(self.game.under(self.version).state, self.state)
        return codec.load(rules.state, rules.upgrade(written, self.version))

    @property
    def over(self) -> bool:
        """By its rules, or because it was given up."""
        return self.closed or (self.state is not None and not self.game.under(self.version).pending(self.state))
