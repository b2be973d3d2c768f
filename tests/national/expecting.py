"""What the case pages of the Grand National board game expect, held against an answer, from whichever adjudicator."""

from __future__ import annotations

from typing import Any

from tests.rulecases import as_text

EXACT = ("limits", "log", "bets")
IN_THEIR_ORDER = ("lots", "moves")  # long lists, of which a page names those that matter


def expect_answer(result: Any, expected: Any) -> None:
    """Of maps the keys that are named, of lots and moves those that are named, in their order; of the rest everything."""
    told = as_text(result)
    if "moves" in told:
        told["movers"] = [move["horse"] for move in told["moves"]]
    fits(told, expected, "")


def expect_told(seen: Any, expected: Any) -> None:
    """What one reader is told: of purses and bets no others than the page names."""
    expect_answer(seen, expected)
    for key in expected.keys() & {"bets", "money"}:
        assert seen[key].keys() == expected[key].keys()


def fits(got: Any, wanted: Any, where: str) -> None:
    key = where.rpartition(".")[2]
    if key in EXACT or (where and not wanted) or not isinstance(wanted, dict | list):
        assert got == wanted, where
    elif isinstance(wanted, dict):
        for each in wanted:
            assert each in got, f"{where}.{each}"
            fits(got[each], wanted[each], f"{where}.{each}")
    elif key in IN_THEIR_ORDER:
        some_of(got, wanted, where)
    else:
        assert len(got) == len(wanted), (where, got)
        for number, each in enumerate(wanted):
            fits(got[number], each, f"{where}.{number}")


def some_of(got: list[Any], wanted: list[Any], where: str) -> None:
    at = -1
    for each in wanted:
        about = [number for number in range(at + 1, len(got)) if same_horse(got[number], each)]
        assert about, f"{where}: {each} is not there, or not in this order"
        at = about[0]
        fits(got[at], each, f"{where}.{each['horse']}")


def same_horse(got: Any, wanted: Any) -> bool:
    return bool(got["horse"] == wanted["horse"] and got.get("round") == wanted.get("round", got.get("round")))
