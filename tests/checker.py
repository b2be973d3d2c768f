"""A checker that somebody wrote who has docs/fair-play.md and nothing else: it knows no rules, and no code of ours."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

TURN = {"turn", "version", "inputs", "receipts", "events", "hash", "seal"}
RECORD = {
    "format", "version", "game", "title", "rules", "settings", "roster", "changes", "corrections", "secret", "commitment", "words",
    "seed", "turns", "seal",
}  # fmt: skip


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def written(value: Any) -> str:
    """Canonical JSON, by hand."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_text(key)}:{written(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(written(each) for each in value) + "]"
    if isinstance(value, str):
        return _text(value)
    return "null" if value is None else str(value).lower()  # true, false, or digits


_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def _text(text: str) -> str:
    return '"' + "".join(_SHORT.get(each) or (each if each >= " " else f"\\u{ord(each):04x}") for each in text) + '"'


def numbers(seed: str, stream: str) -> Iterator[int]:
    block = 0
    while True:
        digest = bytes.fromhex(sha(f"{seed}:{stream}:{block}"))
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def shuffled(items: list[int], seed: str, stream: str) -> list[int]:
    drawn, items = numbers(seed, stream), list(items)
    for last in range(len(items) - 1, 0, -1):
        while (x := next(drawn)) >= 2**32 - 2**32 % (last + 1):
            pass
        other = x % (last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def first_hash(seed: str, position: Any) -> str:
    return sha(f"{seed}\n{written(position)}")


def agrees(text: str) -> bool:
    """All that can be checked without the rules."""
    record = json.loads(text)
    words = "".join(f"\n{player}={record['words'][player]}" for player in sorted(record["words"]))
    return (
        set(record) == RECORD
        and record["commitment"] == sha(record["secret"])
        and record["seed"] == sha(record["secret"] + words)
        and [turn["turn"] for turn in record["turns"]] == list(range(len(record["turns"])))
        and all(_turn_agrees(turn) for turn in record["turns"])
        and record["seal"] == _seal(record)
    )


def _turn_agrees(turn: Any) -> bool:
    slips = [slip for key in ("orders", "standing") for slip in turn["inputs"].get(key, {}).values()]
    return (
        set(turn) == TURN
        and turn["seal"] == _seal(turn)
        and all(slip["receipt"] == sha(f"{slip['nonce']}\n{slip['canonical']}")[:20] for slip in slips)
        and all(_used(turn["inputs"], seat) == listed for seat, listed in turn["receipts"].items())
    )


def _used(inputs: Any, seat: str) -> Any:
    page, standing = inputs.get("orders", {}).get(seat), inputs.get("standing", {}).get(seat)
    used = [page["receipt"]] if page else []
    if standing and standing["used"] and standing["receipt"] not in used:
        used.append(standing["receipt"])
    return None if not used else used[0] if len(used) == 1 else used


def _seal(part: Any) -> str:
    return sha(written({key: value for key, value in part.items() if key != "seal"}))
