"""The second adjudicator of Henn's Derby by itself: the case pages, the box, the deal, and what holds in every position."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm.pages.files import read_map
from tests.henn.box import CARDS, NUMBERS, PAYOUTS
from tests.henn.dealing import deal, movers
from tests.henn.oracle import adjudicate, seen_by
from tests.henn.positions import random_case
from tests.rulecases import as_text, expect_result, pages, rulings

PAGES = pages("henn")
RULINGS = {f"D{number}" for number in range(1, 23)}
NO_RESULT = ("refused", "dealt", "played", "problems", "taken", "public", "seen_by")


def test_every_ruling_has_a_page() -> None:
    assert {ruling for path in PAGES for ruling in rulings(path)} == RULINGS
    assert len(PAGES) >= 100


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_second_adjudicator_finds_what_the_page_expects(path: Path) -> None:
    page = read_map(path)
    expected = page["expect"]
    if "dealt" in expected:
        expect_deal(deal(expected["dealt"]["seed"], expected["dealt"]["players"]), expected["dealt"])
    elif "played" in expected:
        game, options = expected["played"], expected["played"]["options"]
        turns = [movers(game["players"], turn, **options) for turn in range(1, len(game["turns"]) + 1)]
        assert turns == game["turns"]
    elif "refused" not in expected and not any(each["level"] == "error" for each in expected.get("problems", [])):
        result = adjudicate(page)
        expect_result(result, {key: value for key, value in expected.items() if key not in NO_RESULT}, "moves")
        for reader, told in [(None, expected.get("public", {})), *expected.get("seen_by", {}).items()]:
            expect_result(seen_by(result, reader), told, "moves")


def expect_deal(dealt: Any, expected: Any) -> None:
    """D2 to D4: the same seed deals the same everywhere."""
    seen = as_text(dealt)
    assert seen["row"] == expected.get("row", seen["row"])
    starts = expected.get("deck_starts", [])
    assert seen["deck"][: len(starts)] == starts
    assert len(seen["deck"]) == int(expected.get("deck_count", 61))
    for player, first in expected.get("numbers_start", {}).items():
        assert seen["numbers"][player][: len(first)] == first
    for player, every in expected.get("numbers_sorted", {}).items():
        assert sorted(seen["numbers"][player]) == every
    for player, hand in expected.get("tickets", {}).items():
        assert {horse: seen["tickets"][player][horse] for horse in hand} == hand
    for horse, stock in expected.get("stock", {}).items():
        assert seen["stock"][horse] == stock
    many = expected.get("stock_count")
    assert many is None or all(len(stock) == int(many) for stock in seen["stock"].values())


def test_the_cards_are_balanced() -> None:
    assert len(CARDS) == 63
    assert all(sum(spaces for _, spaces in card) == 27 and len({horse for horse, _ in card}) == 6 for card in CARDS)
    assert len({frozenset(range(9)) - {horse for horse, _ in card} for card in CARDS}) == 63
    for line in range(6):
        for horse in range(9):
            numbers = sorted(card[line][1] for card in CARDS if card[line][0] == horse)
            assert numbers == sorted(line + 1 + more for more in (0, 0, 1, 1, 1, 2, 2))
    assert sum(map(sum, NUMBERS.values())) == 16 + 12 + 10
    assert len(PAYOUTS) == 9


def what_holds(case: Any, result: Any) -> None:
    """Cards and tickets are conserved, and a horse that is home stays there."""
    moves = result["moves"]
    played = [move["card"] for move in moves if move["card"]]
    before = [*case.get("row", {}).values(), *case.get("deck", [])]
    after = [card for card in (*result["row"].values(), *result["deck"]) if card]
    assert sorted([*played, *after]) == sorted(before)
    for player, numbers in result["numbers"].items():
        spent = [move["number"] for move in moves if move["player"] == player]
        assert len(spent) <= 1
        assert sorted([*numbers, *spent]) == sorted(case.get("numbers", {}).get(player, []))
    for horse, stock in result["stock"].items():
        held = [hand[horse] for hand in result["tickets"].values()]
        dealt = [hand[horse] for hand in case["tickets"].values()]
        assert sorted([*stock, *held]) == sorted([*case.get("stock", {}).get(horse, []), *dealt])
        assert len(set(stock + held)) == len(stock) + len(held)
    home = list(case.get("places", {}).values())
    for move in moves:
        for ran in move["ran"]:
            assert ran["horse"] not in home
            assert (ran["space"] is None) == (ran["place"] is not None)
            home += [ran["horse"]] if ran["place"] else []
            assert ran["place"] in (None, len(home))
        assert move["exchange"] is None or move["exchange"]["horse"] not in home
    assert list(result["places"].values()) == home
    assert list(result["places"]) == [str(place) for place in range(1, len(home) + 1)]
    assert not set(home) & set(result["spaces"])
    assert len(home) + len(result["spaces"]) == 9


def what_holds_at_the_end(case: Any, result: Any) -> None:
    """D12: a place is shared by those on one space, and as many behind it stay empty."""
    final, spaces = result["final"], result["spaces"]
    assert {horse: place for horse, place in final.items() if horse not in spaces} == {
        horse: int(place) for place, horse in result["places"].items()
    }
    for place, many in Counter(final.values()).items():
        assert sum(other < place for other in final.values()) == place - 1
        assert len({spaces.get(horse) for horse in final if final[horse] == place}) == 1
        assert many == 1 or place > len(result["places"])
    assert not any(result["numbers"].values()) or len(result["places"]) == 9
    best = max(result["payouts"].values())
    assert result["winners"] == sorted(player for player, total in result["payouts"].items() if total == best)


def test_what_holds_in_every_position_and_that_every_rarity_comes_up() -> None:
    notes: Counter[str] = Counter()
    for number in range(600):
        case = random_case(random.Random(number))
        page = json.loads(json.dumps(case))
        result = adjudicate(page, notes)
        assert page == json.loads(json.dumps(case)), "the page is only read"
        what_holds(case, result)
        if result["over"]:
            what_holds_at_the_end(case, result)
        for move in result["moves"]:
            notes.update({f"from {move['from']}", f"turned {move['turned']}", f"auto {move['auto']}"})
            notes["own ticket back"] += bool(move["exchange"]) and move["exchange"]["gave"] == move["exchange"]["got"]
            notes["two home in one move"] += sum(ran["place"] is not None for ran in move["ran"]) > 1
        notes["over"] += result["over"]
    assert +notes == notes, "something did not come up"
    assert len(notes) >= 60, sorted(notes)


def test_a_whole_game_goes_by_the_deal() -> None:
    """D11, D12: nobody's orders, to the end: 48 or 50 moves, and at most 52 cards."""
    for many in (3, 4, 5):
        page = deal(str(many) * 64, [f"p{seat}" for seat in range(many)])
        rounds = len(page["numbers"]["p0"])
        for turn in range(1, rounds + 1):
            result = adjudicate(page | {"next": movers(page["players"], turn, lead="pass")[0]})
            assert result["over"] == (turn == rounds)
            page |= {key: result[key] for key in ("spaces", "places", "deck", "numbers", "tickets", "stock")}
            page["row"] = {side: card for side, card in result["row"].items() if card}
        assert len(page["deck"]) == 63 - 2 - many * rounds >= 11
