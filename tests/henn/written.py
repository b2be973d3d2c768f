"""Words, numbers and comparisons as people write them on a page, read for the second adjudicator."""

from __future__ import annotations

import re
from typing import Any

Page = dict[str, Any]


def folded(word: Any) -> str:
    """Neither case nor spaces around a word matter."""
    return " ".join(str(word).casefold().split())


def listed(written: Any) -> list[Any]:
    """One thing alone is a list of one."""
    return written if isinstance(written, list) else [written]


def whole(written: Any) -> int:
    """D17: a dash or a typographer's minus is a minus."""
    return int(re.sub("^[‐‑‒–—―−﹣－]", "-", str(written).strip()))


def keyed(written: Page) -> Page:
    return {folded(key): value for key, value in written.items()}


def horse_in(horses: list[str], written: Any) -> str:
    (found,) = [horse for horse in horses if folded(horse) == folded(written)]
    return found


def compared(fact: int, sign: str, other: int) -> bool:
    return {
        "<": fact < other, "<=": fact <= other, "≤": fact <= other, ">": fact > other, ">=": fact >= other,
        "≥": fact >= other, "!=": fact != other, "≠": fact != other,
    }.get(sign, fact == other)  # fmt: skip


def taken_apart(written: Any) -> tuple[str, str]:
    """A comparison as its sign, perhaps none, and what stands behind it."""
    found = re.fullmatch(r"(<=|>=|==|!=|<|>|=|≤|≥|≠|)\s*(.*)", str(written).strip())
    assert found is not None, written
    return found.group(1), found.group(2)


def number_compares(fact: int, written: Any) -> bool:
    sign, other = taken_apart(written)
    return compared(fact, sign, whole(other))


def by_name_compares(horses: list[str], facts: dict[str, int], written: Page) -> bool:
    """Each named one is there and compares; with a number, or with another that is there."""
    for name, wanted in written.items():
        sign, other = taken_apart(wanted)
        left = facts.get(horse_in(horses, name))
        right = int(other) if re.fullmatch("[0-9]+", other) else facts.get(horse_in(horses, other))
        if left is None or right is None or not compared(left, sign, right):
            return False
    return True
