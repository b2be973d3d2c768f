"""Records that somebody had a hand in."""

import copy
import random
from collections.abc import Iterator
from typing import Any

from gm.core.proof import canonical_json

Place = tuple[Any, Any]  # something that has parts, and which of them


def places(value: Any) -> Iterator[Place]:
    """Every part of it, at any depth."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def tampered(record: Any, chance: random.Random, within: int = 1) -> Any:
    """The same with so many small changes of meaning."""
    while True:
        changed = copy.deepcopy(record)
        for _ in range(within):
            whole, key = chance.choice([*places(changed)])
            chance.choice(_CHANGES)(whole, key, chance)
        if canonical_json(changed) != canonical_json(record):
            return changed


def _replace(whole: Any, key: Any, chance: random.Random) -> None:
    whole[key] = _other(whole[key], chance)


def _other(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return chance.choice([True, False, None, 0, "", []])
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 1000])
    if isinstance(value, str):
        return _misspelt(value, chance)
    return chance.choice([None, 0, "x", [], {}])


def _misspelt(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return chance.choice(
        [text[:at] + text[at + 1 :], text[:at] + "7" + text[at + 1 :], text[:at] + "a" + text[at:], ""]
    )


def _remove(whole: Any, key: Any, chance: random.Random) -> None:
    del whole[key]


def _double(whole: Any, key: Any, chance: random.Random) -> None:
    if isinstance(whole, list):
        whole.insert(key, copy.deepcopy(whole[key]))
    else:
        whole[f"{key}2"] = copy.deepcopy(whole[key])


def _exchange(whole: Any, key: Any, chance: random.Random) -> None:
    other = chance.choice([*whole] if isinstance(whole, dict) else range(len(whole)))
    whole[key], whole[other] = whole[other], whole[key]


_CHANGES = (_replace, _replace, _replace, _remove, _double, _exchange)
