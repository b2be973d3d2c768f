"""A record beside what was published while the game was played: whoever wrote another one cannot have changed that."""

import json
from pathlib import Path
from typing import Any

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.record import NoRecord
from gm.desk.recordfile import read_bytes
from gm.desk.verify import Untrue

_LARGEST = 1 << 28
_OPENED = {  # what the last report opens
    "secret": sentence("the secret"),
    "seed": sentence("the seed"),
    "words": sentence("the lucky words"),
    "record": sentence("the last hash"),
}


def read_report(path: Path) -> Json:
    """A report that somebody was sent as JSON."""
    try:
        report = json.loads(read_bytes(path, _LARGEST))
    except (ValueError, RecursionError):
        report = None
    if not isinstance(report, dict) or not {"game", "turn", "receipts", "commitment"} <= set(report):
        hint = sentence("use the .json file of a turn")
        raise NoRecord(sentence("{file} is no report of a game", file=str(path)), hint)
    return report


def compare(record: Json, report: Json, name: str) -> None:
    """Nothing, or an Untrue that names the first thing that was published otherwise."""
    turns = {turn["turn"]: turn for turn in record["turns"]}
    _same(report["game"], record["game"], name, sentence("the game"))
    _same(report["commitment"], record["commitment"], name, sentence("the commitment"))
    turn = turns.get(report["turn"]) if type(report["turn"]) is int else None
    _same(turn is not None, True, name, sentence("its turn"))
    receipts = report["receipts"] if isinstance(report["receipts"], dict) else {"": None}
    for seat, receipt in receipts.items():
        listed = turn["receipts"].get(seat, "") if turn else ""
        _same(receipt, listed, name, sentence("the receipt of {seat}", seat=seat))
    _compare_opened(record, report.get("revealed"), name)


def _compare_opened(record: Json, opened: Any, name: str) -> None:
    recorded = record | {"record": record["turns"][-1]["hash"]}
    for key, what in _OPENED.items() if isinstance(opened, dict) else ():
        if key in opened:  # a brief report leaves the words to the public one
            _same(opened[key], recorded[key], name, what)


def _same(published: Any, recorded: Any, name: str, what: str) -> None:
    if published != recorded:
        raise Untrue(sentence("published otherwise in {file}: {what}", what=what, file=name))
