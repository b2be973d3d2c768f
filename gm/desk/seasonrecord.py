"""The record of a season: all that was published of it in one JSON file, which anyone can check (docs/fair-play.md).

Unlike a game's it can be made at any time: draws are open once they are made, and only the deals wait for the end.
Nothing here knows a zine.
"""

import json
from typing import Any

from gm.core.dice import commitment
from gm.core.play import Json
from gm.core.proof import canonical_json
from gm.core.shape import ANY, Either, Map, May, NotThat, check_shape, read_json
from gm.core.words import sentence
from gm.desk.record import NoRecord

FORMAT = "under-orders-season"
VERSION = 1  # of the format

_DRAW = {
    "round": int, "attempt": int, "stands": bool, "secret": str, "seed": str, "word": str,
    "rests_on": Map(ANY), "answer": Map(ANY), "by_hand": [[str]], "insisted": bool,
}  # fmt: skip
_ENTRY = {"player": str, "what": str, "round": int, "table": Either((int, None)), "lucky_word": str}
_GAME = {"round": int, "table": int, "game": str, "commitment": str, "over": bool}
_PLAYED = {"round": int, "table": int, "places": Map(Either((int, str))), "scores": Map(str), "running": [str]}
_ENTRANT = {"player": str, "from": int, "withdrew": May(int), "division": int}
_COUNTING = {"points": Either((str, [str], Map([str]))), "best": int, "ties": [str], "late": str, "final": May(int)}
_RULING = {
    "kind": str, "round": Either((int, None)), "table": Either((int, None)), "player": Either((str, None)),
    "points": Either((str, None)), "because": str,
}  # fmt: skip
_RECORD = {
    "format": str, "version": int, "season": str, "title": str, "kind": str, "names": Map(str),
    "commitment": str, "deals": {"commitment": str, "secret": Either((str, None))},
    "entries": [_ENTRY], "draws": [_DRAW], "games": [_GAME], "rulings": [_RULING],
    "results": {
        "season": _COUNTING, "entrants": [_ENTRANT], "games": [_PLAYED], "out": Map([str]),
        "penalties": [{"player": str, "points": str}],
    },
    "round": int, "table": [Map(ANY)], "seal": str,
}  # fmt: skip


def write_season(record: Json) -> str:
    """The file: a line for each draw, game and line of the table; the same record is always the same text."""

    def text(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    def part(value: Any) -> str:
        if isinstance(value, list) and value:
            return "[\n" + ",\n".join(f"  {text(each)}" for each in value) + "\n]"
        return text(value)

    return "{\n" + ",\n".join(f"{text(key)}: {part(value)}" for key, value in record.items()) + "\n}\n"


# Reading


def seed_of(rests_on: Json, secret: str) -> str:
    return commitment(f"{secret}\n{canonical_json(rests_on)}")


def is_season(data: bytes) -> bool:
    """Do these bytes say that they are one? What is large, and does not, is not even parsed."""
    try:
        told = read_json(data) if FORMAT.encode() in data else None
    except NotThat:
        return False
    return isinstance(told, dict) and told.get("format") == FORMAT


def read_season(data: bytes) -> Json:
    """The record in these bytes; what it says has still to be checked."""
    try:
        return _checked(read_json(data))
    except NotThat as wrong:
        raise NoRecord(sentence("this is no record of a season: {reason}", reason=wrong.message)) from None


def _checked(record: Any) -> Json:
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise NotThat(sentence('it does not say "format": "{name}"', name=FORMAT))
    if type(record.get("version")) is int and record["version"] > VERSION:
        later = sentence("this record was written by a later version of gm")
        raise NoRecord(later, sentence("update Under Orders, then try again"))
    check_shape(record, _RECORD)
    if record["version"] != VERSION:
        raise NotThat(sentence("it does not say which version it has"))
    told: Json = record
    return told
