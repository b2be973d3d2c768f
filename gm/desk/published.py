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
    _same(report["game"], record["game"], name, sentence("the game"))
    _same(report["commitment"], record["commitment"], name, sentence("the commitment"))
    last, before = _versions(record, report["turn"])
    now = last is not None and report.get("corrected", []) == last["inputs"].get("corrected", [])
    listed = [last["receipts"]] if now and last else before
    _same(bool(listed), True, name, sentence("its turn"))
    receipts = report["receipts"] if isinstance(report["receipts"], dict) else {"": None}
    for seat, receipt in receipts.items():
        told = next((receipt for each in listed if each.get(seat, "") == receipt), "")
        _same(receipt, told, name, sentence("the receipt of {seat}", seat=seat))
    _compare_opened(record, report.get("revealed") if now else None, name)


def _versions(record: Json, number: Any) -> tuple[Json | None, list[Json]]:
    """A turn as it stands, and the receipts of it that were published before it was corrected."""
    last = next((turn for turn in record["turns"] if turn["turn"] == number), None)
    old = (version for correction in record["corrections"] for version in correction["before"])
    return last, [version["receipts"] for version in old if version["turn"] == number]


def _compare_opened(record: Json, opened: Any, name: str) -> None:
    recorded = record | {"record": record["turns"][-1]["hash"]}
    for key, what in _OPENED.items() if isinstance(opened, dict) else ():
        if key in opened:  # a brief report leaves the words to the public one
            _same(opened[key], recorded[key], name, what)


def _same(published: Any, recorded: Any, name: str, what: str) -> None:
    if published != recorded:
        raise Untrue(sentence("published otherwise in {file}: {what}", what=what, file=name))
